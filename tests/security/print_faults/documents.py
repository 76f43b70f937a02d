"""Faults of a PDF beside its pages: actions, files, forms, layers, wishes for the printer, words, fonts, its bytes."""

import io
import re
import zlib

from pikepdf import (
    Array,
    AttachedFileSpec,
    Dictionary,
    Encryption,
    Name,
    ObjectStreamMode,
    OutlineItem,
    Pdf,
    Permissions,
    Stream,
    String,
)

from tests.security.print_faults.faults import (
    EVERY,
    SHEETS,
    faces_on,
    in_bytes,
    in_pages,
    need,
    one_of,
    own,
    put,
)


def root(**entries):
    """Put entries into the catalogue; what a file has to make itself is given as a function of the place."""
    return lambda at: put(at.pdf.Root, **{key: made(at, value) for key, value in entries.items()})


def page(**entries):
    return lambda at: put(at.page.obj, **{key: made(at, value) for key, value in entries.items()})


def made(at, value):
    return value(at) if callable(value) else value


def action(kind="JavaScript", **entries):
    return Dictionary(Type=Name.Action, S=Name(f"/{kind}"), **entries or {"JS": String("app.alert('hello')")})


def annotate(subtype, flags=4, **entries):
    """Put an annotation that shows a red square on a page."""

    def note(at):
        look = at.pdf.make_stream(b"1 0 0 rg 0 0 40 20 re f")
        put(look, Type=Name.XObject, Subtype=Name.Form, BBox=[0, 0, 40, 20])
        drawn = Dictionary(Type=Name.Annot, Subtype=Name(f"/{subtype}"), Rect=[200, 300, 240, 320], F=flags)
        put(drawn, AP=Dictionary(N=look), **{key: made(at, value) for key, value in entries.items()})
        put(at.page.obj, Annots=[*at.page.obj.get("/Annots", []), at.pdf.make_indirect(drawn)])

    return note


def script_by_name(at):
    names = at.pdf.Root.get("/Names", Dictionary())
    names.JavaScript = Dictionary(Names=Array([String("a"), action()]))
    at.pdf.Root.Names = names


def link_to_the_web(at):
    link = one_of(at.chance, at.page.obj.get("/Annots", []))
    if "/Dest" in link:
        del link["/Dest"]
    link.A = action("URI", URI=String("https://example.org/"))


def attached(at):
    at.pdf.attachments["notes.txt"] = AttachedFileSpec(at.pdf, b"hello", filename="notes.txt")


def file_of_a_page(at):
    stream = at.pdf.make_stream(b"hello", Type=Name.EmbeddedFile)
    spec = Dictionary(Type=Name.Filespec, F=String("a.txt"), EF=Dictionary(F=stream))
    put(at.page.obj, AF=[at.pdf.make_indirect(spec)])


def form_to_fill_in(at):
    entries = {"FT": Name.Tx, "T": String("name"), "Rect": [100, 100, 200, 120], "F": 4}
    field = at.pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Widget, **entries))
    put(at.pdf.Root, AcroForm=Dictionary(Fields=Array([field]), NeedAppearances=True))
    put(at.page.obj, Annots=[field])


def form_of(at):
    return one_of(
        at.chance, [form for form in at.page.resources.XObject.values() if isinstance(form, Stream)]
    )


MINE = Dictionary(Mine=Dictionary(Private=String("hello"), LastModified=String("D:2020")))
WEB = "https://example.org/"
DOCUMENT = {
    "script when opened": (EVERY, root(OpenAction=lambda _: action())),
    "opened at another page": (SHEETS, root(OpenAction=lambda at: [at.page.obj, Name.FitH, 0])),
    "script by name": ("sheets rules", script_by_name),
    "script before printing": (SHEETS, root(AA=lambda _: Dictionary(WP=action()))),
    "script when a page is shown": (EVERY, page(AA=lambda _: Dictionary(O=action()))),
    "link to the web": (EVERY, annotate("Link", A=lambda _: action("URI", URI=String(WEB)))),
    "link that starts a program": ("sheets rules", annotate("Link", A=lambda _: action("Launch", F=String("a.exe")))),
    "link to another file": (SHEETS, annotate("Link", A=lambda _: action("GoToR", F=String("other.pdf")))),
    "button that sends a form": (SHEETS, annotate("Link", A=lambda _: action("SubmitForm", F=String(WEB)))),
    "link changed to the web": ("rules", link_to_the_web),
    "file attached": (EVERY, attached),
    "file attached to a page": (SHEETS, file_of_a_page),
    "form to fill in": ("sheets rules", form_to_fill_in),
    "form in xml": (SHEETS, root(AcroForm=lambda at: Dictionary(Fields=[], XFA=at.pdf.make_stream(b"<xdp/>")))),
    "signature permissions": (SHEETS, root(Perms=lambda _: Dictionary(DocMDP=Dictionary(Type=Name.Sig)))),
    "collection of files": (SHEETS, root(Collection=lambda _: Dictionary(Type=Name.Collection, View=Name.D))),
    "requirements": (SHEETS, root(Requirements=lambda _: [Dictionary(S=Name.EnableJavaScripts)])),
    "extensions": (SHEETS, root(Extensions=lambda _: Dictionary(ADBE=Dictionary(ExtensionLevel=8)))),
    "version in the catalogue": (SHEETS, root(Version=Name("/2.0"))),
    "address for links": (SHEETS, root(URI=lambda _: Dictionary(Base=String(WEB)))),
    "structure tree": (SHEETS, root(StructTreeRoot=lambda _: Dictionary(Type=Name.StructTreeRoot))),
    "articles": (SHEETS, root(Threads=lambda _: [Dictionary(Type=Name.Thread)])),
    "output intent added": (SHEETS, root(OutputIntents=lambda _: [Dictionary(S=Name.GTS_PDFX)])),
    "catalogue with a private key": (SHEETS, root(Mine=String("hello"))),
    "trailer with a private key": ("sheets guide rules", lambda at: put(at.pdf.trailer, Mine=String("hello"))),
    "information with a private key": (SHEETS, lambda at: put(at.pdf.docinfo, Mine=String("hello"))),
    "page with a private key": ("sheets guide", page(PieceInfo=MINE)),
    "form with a private key": (SHEETS, lambda at: put(form_of(at), PieceInfo=MINE)),
    "page with a small picture of it": (SHEETS, page(Thumb=lambda at: at.pdf.make_stream(b"\0\0\0"))),
    "page with metadata": (SHEETS, page(Metadata=lambda at: at.pdf.make_stream(b"<x/>", Type=Name.Metadata))),
    "page with words for separations": (SHEETS, page(SeparationInfo=lambda _: Dictionary(DeviceColorant=Name.Cyan))),
    "page with viewports": (SHEETS, page(VP=lambda _: [Dictionary(BBox=[0, 0, 9, 9])])),
    "stream in another file": (SHEETS, lambda at: put(form_of(at), F=String("other.bin"))),
    "page blank": ("sheets rules", page(Contents=lambda at: at.pdf.make_stream(b"q Q"))),
}  # fmt: skip

# The bytes of the file itself.


def one_bit_changed(at):
    place, content = (
        at.chance.randrange(len(at.content) // 4, len(at.content) * 3 // 4),
        bytearray(at.content),
    )
    content[place] ^= 1 << at.chance.randrange(8)
    return bytes(content)


def zeros_in_the_middle(at):
    middle = len(at.content) // 2
    return at.content[:middle] + bytes(400) + at.content[middle + 400 :]


def updated(change):
    """Write a page anew after the end of a file, as an incremental update does."""

    def write(at):
        content = at.content
        (start,) = re.findall(rb"startxref\s+(\d+)\s+%%EOF\s*$", content)[-1:]
        with Pdf.open(io.BytesIO(content)) as pdf:
            catalogue, last = pdf.Root.objgen[0], max(each.objgen[0] for each in pdf.objects) + 2
            page = at.chance.choice(list(pdf.pages)).obj
            number, value = page.objgen[0], change(page.unparse(resolved=True))
        body = b"\n%d 0 obj\n%s\nendobj\n" % (number, value)
        table = b"xref\n%d 1\n%010d 00000 n \n" % (number, len(content) + 1)
        trailer = b"trailer\n<< /Size %d /Root %d 0 R /Prev %s >>\n" % (last, catalogue, start)
        return content + body + table + trailer + b"startxref\n%d\n%%%%EOF\n" % (len(content) + len(body))

    return write


def tables_of_two_kinds(at):
    out = io.BytesIO()
    with Pdf.open(io.BytesIO(at.content)) as pdf:
        pdf.save(out, object_stream_mode=ObjectStreamMode.disable)
    stream, (head, _, tail) = zlib.compress(bytes(4)), out.getvalue().rpartition(b"startxref")
    extra = b"999999 0 obj\n<< /Type /XRef /W [1 2 1] /Index [0 1] /Size 1 /Filter /FlateDecode /Length %d >>"
    extra = extra % len(stream) + b"\nstream\n" + stream + b"\nendstream\nendobj\n"
    return (
        head.replace(b"trailer <<", b"trailer << /XRefStm %d" % (len(head) + 24), 1)
        + extra
        + b"startxref"
        + tail
    )


HIDDEN = b"\nendobj\n% hidden words\n88888 0 obj (hidden) endobj\n"
BYTES = {
    "bytes after the end": (EVERY, lambda at: at.content + b"\nhello" * 9),
    "bytes before the beginning": ("sheets print rules", lambda at: b"MZ hello\n" + at.content),
    "zip file after the end": (SHEETS, lambda at: at.content + b"PK\x03\x04" + bytes(60) + b"PK\x05\x06" + bytes(18)),
    "file empty": (EVERY, lambda _: b""),
    "file cut short": (EVERY, lambda at: at.content[: len(at.content) * at.chance.randrange(20, 99) // 100]),
    "file without its last bytes": (SHEETS, lambda at: at.content[:-9]),
    "one bit changed": (EVERY, one_bit_changed),
    "bytes of zero in the middle": (SHEETS, zeros_in_the_middle),
    "text in place of the file": (SHEETS, lambda _: b"This is no PDF.\n"),
    "other version in the header": (SHEETS, lambda at: at.content.replace(b"%PDF-1.7", b"%PDF-1.3", 1)),
    "page replaced by an update": (
        "sheets rules print", updated(lambda page: page.replace(b"/Contents", b"/Contenta")),
    ),
    "update that changes nothing": (SHEETS, updated(lambda page: page)),
    "tables of two kinds": (SHEETS, tables_of_two_kinds),
    "objects hidden between others": ("sheets rules", lambda at: at.content.replace(b"\nendobj\n", HIDDEN, 1)),
}  # fmt: skip

# What makes a printer print something else than a screen shows, or refuse to print.

NOT_PRINTED = Dictionary(Print=Dictionary(PrintState=Name.OFF))


def layers(at):
    need("/OCProperties" in at.pdf.Root)
    return list(at.pdf.Root.OCProperties.OCGs)


def layer(**entries):
    return lambda at: put(one_of(at.chance, layers(at)), **entries)


def usual(**entries):
    """Change the configuration of the layers of a file."""
    return lambda at: put(
        at.pdf.Root.OCProperties.D,
        **{k: v(at) if callable(v) else v for k, v in entries.items() if layers(at)},
    )


def layer_set_not_to_print(at):
    chosen = one_of(at.chance, layers(at))
    put(chosen, Usage=NOT_PRINTED)
    rule = Dictionary(Event=Name.Print, Category=[Name.Print], OCGs=[chosen])
    put(at.pdf.Root.OCProperties.D, AS=[rule])


def cards_on_the_layer_of_marks(at):
    need("/Properties" in own(at.page).resources)
    at.page.obj.Resources.Properties.Cards = at.page.resources.Properties.Marks


def face_on_a_layer(at):
    made = Dictionary(Type=Name.OCG, Name=String("Screen"), Usage=NOT_PRINTED)
    put(one_of(at.chance, faces_on(at.page)), OC=at.pdf.make_indirect(made))


def wish(**entries):
    """Change what a file asks the print window for."""

    def change(at):
        need("/ViewerPreferences" in at.pdf.Root)
        wishes = Dictionary(at.pdf.Root.ViewerPreferences)
        need(all(wishes.get(f"/{key}") != value for key, value in entries.items()))
        put(wishes, **entries)
        at.pdf.Root.ViewerPreferences = wishes

    return change


def another_flip(at):
    turned = {"/DuplexFlipLongEdge": Name.DuplexFlipShortEdge, "/Simplex": Name.DuplexFlipLongEdge}
    now = str(at.pdf.Root.get("/ViewerPreferences", Dictionary()).get("/Duplex", ""))
    wish(Duplex=turned.get(now, Name.Simplex))(at)


def alternate_for_print(at):
    images = [e for e in at.pdf.objects if isinstance(e, Stream) and e.get("/Subtype") == "/Image"]
    other = at.pdf.make_stream(b"\0")
    put(one_of(at.chance, images), Alternates=[Dictionary(Image=other, DefaultForPrinting=True)])


def encrypted(user="", **allow):
    options = {"allow": Permissions(**allow)} if allow else {}
    return lambda _: {"encryption": Encryption(owner="owner", user=user, **options)}


def press_form(**entries):
    return lambda at: put(
        one_of(at.chance, faces_on(at.page)), **{k: made(at, v) for k, v in entries.items()}
    )


SETTINGS = {
    "layer off": ("sheets print guide", usual(OFF=lambda at: [one_of(at.chance, layers(at))])),
    "layer set not to print": ("sheets print", layer_set_not_to_print),
    "layer with a usage": (SHEETS, layer(Usage=NOT_PRINTED)),
    "layer locked": (SHEETS, usual(Locked=lambda at: [one_of(at.chance, layers(at))])),
    "layer renamed": (SHEETS, layer(Name=String("Nothing"))),
    "layer for designers alone": (SHEETS, layer(Intent=Name.Design)),
    "another configuration of layers": (
        SHEETS, lambda at: put(at.pdf.Root.OCProperties, Configs=[Dictionary(OFF=layers(at))]),
    ),
    "layers exclude each other": (SHEETS, usual(RBGroups=lambda at: [Array(layers(at))])),
    "all layers off": (SHEETS, usual(BaseState=Name.OFF)),
    "layers gone": (SHEETS, root(OCProperties=None)),
    "cards on the layer of marks": (SHEETS, cards_on_the_layer_of_marks),
    "face on a layer that does not print": (SHEETS, face_on_a_layer),
    "stamp that only prints": (EVERY, annotate("Stamp", 4 | 32)),
    "stamp that only a screen shows": (SHEETS, annotate("Stamp", 0)),
    "hidden note": (SHEETS, annotate("Text", 2)),
    "watermark note": (SHEETS, annotate("Watermark")),
    "free text note": (SHEETS, annotate("FreeText", DA=String("/Helv 9 Tf"), Contents=String("Hello"))),
    "redaction note": (SHEETS, annotate("Redact")),
    "printer mark note": (SHEETS, annotate("PrinterMark", 4 | 64)),
    "trap network": (SHEETS, annotate("TrapNet", 4 | 64)),
    "link to another page": (SHEETS, annotate("Link", Dest=lambda at: [at.pdf.pages[0].obj, Name.Fit])),
    "links gone": ("rules", page(Annots=None)),
    "encryption that forbids printing": (EVERY, encrypted(print_highres=False, print_lowres=False)),
    "password to open": (EVERY, encrypted("user")),
    "encryption that allows all": (SHEETS, encrypted()),
    "two copies": (EVERY, wish(NumCopies=2)),
    "only the first page": (EVERY, wish(PrintPageRange=Array([0, 0]))),
    "scaling by the application": ("sheets print guide booklet", wish(PrintScaling=Name.AppDefault)),
    "scaling not told": ("sheets print guide booklet", wish(PrintScaling=None)),
    "another flip": ("sheets print booklet", another_flip),
    "flip not told": (SHEETS, wish(Duplex=None)),
    "tray of another paper": ("sheets guide", wish(PickTrayByPDFSize=False)),
    "print area": (SHEETS, wish(PrintArea=Name.TrimBox)),
    "print clip": (SHEETS, wish(PrintClip=Name.TrimBox)),
    "view area": (SHEETS, wish(ViewArea=Name.BleedBox)),
    "enforced preferences": (SHEETS, wish(Enforce=Array([Name.PrintScaling]))),
    "reading from right to left": (SHEETS, wish(Direction=Name.R2L)),
    "preferences gone": (SHEETS, root(ViewerPreferences=None)),
    "opened over the whole screen": (SHEETS, root(PageMode=Name.FullScreen)),
    "two pages side by side": (SHEETS, root(PageLayout=Name.TwoPageRight)),
    "a page that turns by itself": (SHEETS, page(Dur=1, Trans=lambda _: Dictionary(S=Name.Wipe))),
    "picture with an alternate for print": ("sheets guide rules", alternate_for_print),
    "picture replaced by the press": (SHEETS, press_form(OPI=lambda _: Dictionary({"/2.0": Dictionary(Type=Name.OPI)}))),
    "form in postscript": (SHEETS, press_form(PS=lambda at: at.pdf.make_stream(b"showpage"))),
}  # fmt: skip

# What a PDF says about itself, and the fonts its words are set in.


def bookmark_added(at):
    with at.pdf.open_outline() as outline:
        outline.root.append(OutlineItem("Another", Array([at.pdf.pages[0].obj, Name.Fit])))


def bookmark_to_another_page(at):
    with at.pdf.open_outline() as outline:
        item = outline.root[-1]
        while item.children:
            item = item.children[-1]
        item.destination = Array([at.pdf.pages[0].obj, Name.FitB])


def bookmark_with_a_script(at):
    first = at.pdf.Root.Outlines.First
    if "/Dest" in first:
        del first["/Dest"]
    first.A = action()


def title_in_the_metadata(at):
    old = at.pdf.Root.Metadata.read_bytes()
    new = re.sub(rb"(<rdf:li[^>]*>)[^<]+", rb"\1Another game", old, count=1)
    need(new != old)
    at.pdf.Root.Metadata.write(new)


def rights_changed(at):
    with at.pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as words:
        words["dc:rights"] = "Mine"


def with_key(at, *keys):
    return one_of(
        at.chance, [e for e in at.pdf.objects if isinstance(e, Dictionary) and any(k in e for k in keys)]
    )


def font_of_marks(at):
    return one_of(at.chance, at.page.resources.get("/Font", Dictionary()).values())


def not_embedded(at):
    font = with_key(at, "/FontFile2", "/FontFile3")
    put(font, **{key: None for key in ("FontFile2", "FontFile3") if f"/{key}" in font})


def info(**entries):
    return lambda at: put(at.pdf.docinfo, **entries)


WORDS = {
    "labels gone": ("sheets guide", root(PageLabels=None)),
    "labels changed": ("sheets guide", root(PageLabels=lambda _: Dictionary(Nums=[0, Dictionary(S=Name.D, St=7)]))),
    "labels added": ("print booklet", root(PageLabels=lambda _: Dictionary(Nums=[0, Dictionary(S=Name.r)]))),
    "bookmark added": ("sheets print guide rules", bookmark_added),
    "bookmark to another page": ("sheets print rules", bookmark_to_another_page),
    "bookmark with a script": (SHEETS, bookmark_with_a_script),
    "bookmarks gone": ("sheets print", root(Outlines=None)),
    "title changed": (EVERY, info(Title=String("Another game"))),
    "title changed in the metadata": ("sheets guide rules", title_in_the_metadata),
    "rights changed": (SHEETS, rights_changed),
    "metadata gone": (SHEETS, root(Metadata=None)),
    "metadata that says pdf x": (SHEETS, info(GTS_PDFXVersion=String("PDF/X-1a:2003"))),
    "author gone": (SHEETS, info(Author=None)),
    "language changed": (SHEETS, root(Lang=String("tlh"))),
    "font not embedded": ("sheets print guide rules", not_embedded),
    "font of marks replaced": (
        SHEETS,
        lambda at: put(font_of_marks(at), FontDescriptor=None, BaseFont=Name.Helvetica, Subtype=Name.Type1),
    ),
    "widths of letters changed": (
        SHEETS, lambda at: put(font := font_of_marks(at), Widths=[int(each) + 30 for each in font.Widths]),
    ),
    "words behind letters changed": (
        "sheets guide",
        lambda at: put(with_key(at, "/ToUnicode"), ToUnicode=at.pdf.make_stream(b"/CIDInit /ProcSet findresource begin end")),
    ),
}  # fmt: skip

OF_DOCUMENTS = [
    *in_pages("document", DOCUMENT),
    *in_bytes("document", BYTES),
    *in_pages("screen and printer", SETTINGS),
    *in_pages("words and fonts", WORDS),
]
