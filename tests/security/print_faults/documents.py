"""What is in a PDF beside its pages: actions, files, forms, other revisions, words about it."""

import io
import re
import zlib

from pikepdf import Array, AttachedFileSpec, Dictionary, Name, ObjectStreamMode, Pdf, Stream, String

from tests.security.print_faults.faults import in_bytes, in_pdf, indirect, one_of

DOCUMENT = "document"
EVERY = "sheets print guide rules booklet"


def action(**entries):
    return Dictionary(Type=Name.Action, **entries)


@in_pdf(DOCUMENT, EVERY)
def script_when_opened(pdf, page, chance):
    pdf.Root.OpenAction = action(S=Name.JavaScript, JS=String("app.alert('hello')"))


@in_pdf(DOCUMENT)
def opened_at_another_page(pdf, page, chance):
    pdf.Root.OpenAction = Array([page.obj, Name.FitH, 0])


@in_pdf(DOCUMENT, "sheets rules")
def script_by_name(pdf, page, chance):
    names = pdf.Root.get("/Names", Dictionary())
    names.JavaScript = Dictionary(Names=Array([String("a"), action(S=Name.JavaScript, JS=String("1"))]))
    pdf.Root.Names = names


@in_pdf(DOCUMENT)
def script_before_printing(pdf, page, chance):
    pdf.Root.AA = Dictionary(WP=action(S=Name.JavaScript, JS=String("1")))


@in_pdf(DOCUMENT, EVERY)
def script_when_a_page_is_shown(pdf, page, chance):
    page.obj.AA = Dictionary(O=action(S=Name.JavaScript, JS=String("1")))


def linked(page, pdf, target):
    link = Dictionary(
        Type=Name.Annot, Subtype=Name.Link, Rect=[100, 100, 300, 300], Border=[0, 0, 0], A=target
    )
    page.obj.Annots = Array([*page.obj.get("/Annots", []), pdf.make_indirect(link)])


@in_pdf(DOCUMENT, EVERY)
def link_to_the_web(pdf, page, chance):
    linked(page, pdf, action(S=Name.URI, URI=String("https://example.org/")))


@in_pdf(DOCUMENT, "sheets rules")
def link_that_starts_a_program(pdf, page, chance):
    linked(page, pdf, action(S=Name.Launch, F=String("calc.exe")))


@in_pdf(DOCUMENT)
def link_to_another_file(pdf, page, chance):
    linked(page, pdf, action(S=Name.GoToR, F=String("other.pdf"), D=Array([0, Name.Fit])))


@in_pdf(DOCUMENT)
def button_that_sends_a_form(pdf, page, chance):
    linked(page, pdf, action(S=Name.SubmitForm, F=String("https://example.org/")))


@in_pdf(DOCUMENT, "rules")
def link_changed_to_the_web(pdf, page, chance):
    link = one_of(chance, page.obj.get("/Annots", []))
    if "/Dest" in link:
        del link["/Dest"]
    link.A = action(S=Name.URI, URI=String("https://example.org/"))


@in_pdf(DOCUMENT, EVERY)
def file_attached(pdf, page, chance):
    pdf.attachments["notes.txt"] = AttachedFileSpec(pdf, b"hello", filename="notes.txt")


@in_pdf(DOCUMENT)
def file_attached_to_a_page(pdf, page, chance):
    stream = pdf.make_stream(b"hello", Type=Name.EmbeddedFile)
    page.obj.AF = Array([indirect(pdf, Type=Name.Filespec, F=String("a.txt"), EF=Dictionary(F=stream))])


@in_pdf(DOCUMENT, "sheets rules")
def form_to_fill_in(pdf, page, chance):
    field = indirect(
        pdf,
        Type=Name.Annot,
        Subtype=Name.Widget,
        FT=Name.Tx,
        T=String("name"),
        Rect=Array([100, 100, 200, 120]),
        F=4,
    )
    pdf.Root.AcroForm = Dictionary(Fields=Array([field]), NeedAppearances=True)
    page.obj.Annots = Array([field])


@in_pdf(DOCUMENT)
def form_in_xml(pdf, page, chance):
    pdf.Root.AcroForm = Dictionary(Fields=Array([]), XFA=pdf.make_stream(b"<xdp/>"))


@in_pdf(DOCUMENT)
def signature_permissions(pdf, page, chance):
    pdf.Root.Perms = Dictionary(DocMDP=Dictionary(Type=Name.Sig))


@in_pdf(DOCUMENT)
def collection_of_files(pdf, page, chance):
    pdf.Root.Collection = Dictionary(Type=Name.Collection, View=Name.D)


@in_pdf(DOCUMENT)
def requirements(pdf, page, chance):
    pdf.Root.Requirements = Array([Dictionary(Type=Name.Requirement, S=Name.EnableJavaScripts)])


@in_pdf(DOCUMENT)
def extensions(pdf, page, chance):
    pdf.Root.Extensions = Dictionary(ADBE=Dictionary(BaseVersion=Name("/1.7"), ExtensionLevel=8))


@in_pdf(DOCUMENT)
def version_in_the_catalogue(pdf, page, chance):
    pdf.Root.Version = Name("/2.0")


@in_pdf(DOCUMENT)
def address_for_links(pdf, page, chance):
    pdf.Root.URI = Dictionary(Base=String("https://example.org/"))


@in_pdf(DOCUMENT)
def structure_tree(pdf, page, chance):
    pdf.Root.StructTreeRoot = indirect(pdf, Type=Name.StructTreeRoot)


@in_pdf(DOCUMENT)
def articles(pdf, page, chance):
    pdf.Root.Threads = Array([indirect(pdf, Type=Name.Thread)])
    page.obj.B = Array([])


@in_pdf(DOCUMENT)
def catalogue_with_a_private_key(pdf, page, chance):
    pdf.Root.Mine = String("hello")


@in_pdf(DOCUMENT, "sheets guide")
def page_with_a_private_key(pdf, page, chance):
    page.obj.PieceInfo = Dictionary(Mine=Dictionary(Private=String("hello"), LastModified=String("D:2020")))


@in_pdf(DOCUMENT)
def page_with_a_small_picture_of_it(pdf, page, chance):
    page.obj.Thumb = pdf.make_stream(
        b"\0\0\0", Width=1, Height=1, BitsPerComponent=8, ColorSpace=Name.DeviceRGB
    )


@in_pdf(DOCUMENT)
def page_with_metadata(pdf, page, chance):
    page.obj.Metadata = pdf.make_stream(b"<x/>", Type=Name.Metadata, Subtype=Name.XML)


@in_pdf(DOCUMENT)
def page_with_words_for_separations(pdf, page, chance):
    page.obj.SeparationInfo = Dictionary(Pages=Array([page.obj]), DeviceColorant=Name.Cyan)


@in_pdf(DOCUMENT)
def page_with_viewports(pdf, page, chance):
    measure = Dictionary(Type=Name.Measure, Subtype=Name.RL)
    page.obj.VP = Array([Dictionary(BBox=Array([0, 0, 9, 9]), Measure=measure)])


@in_pdf(DOCUMENT)
def output_intent_added(pdf, page, chance):
    condition = String("FOGRA39")
    pdf.Root.OutputIntents = Array([Dictionary(S=Name.GTS_PDFX, OutputConditionIdentifier=condition)])


# The file itself.


@in_bytes(DOCUMENT, EVERY)
def bytes_after_the_end(content, chance):
    return content + b"\nhello" * 9


@in_bytes(DOCUMENT, "sheets print rules")
def bytes_before_the_beginning(content, chance):
    return b"MZ hello\n" + content


@in_bytes(DOCUMENT)
def zip_file_after_the_end(content, chance):
    return content + b"PK\x03\x04" + bytes(60) + b"PK\x05\x06" + bytes(18)


@in_bytes(DOCUMENT, EVERY)
def file_empty(content, chance):
    return b""


@in_bytes(DOCUMENT, EVERY)
def file_cut_short(content, chance):
    return content[: len(content) * chance.randrange(20, 99) // 100]


@in_bytes(DOCUMENT)
def file_without_its_last_bytes(content, chance):
    return content[:-9]


@in_bytes(DOCUMENT, EVERY)
def one_bit_changed(content, chance):
    at = chance.randrange(len(content) // 4, len(content) * 3 // 4)
    return content[:at] + bytes((content[at] ^ 1 << chance.randrange(8),)) + content[at + 1 :]


@in_bytes(DOCUMENT)
def bytes_of_zero_in_the_middle(content, chance):
    at = len(content) // 2
    return content[:at] + bytes(400) + content[at + 400 :]


@in_bytes(DOCUMENT)
def text_in_place_of_the_file(content, chance):
    return b"This is no PDF.\n"


@in_bytes(DOCUMENT)
def other_version_in_the_header(content, chance):
    return content.replace(b"%PDF-1.7", b"%PDF-1.3", 1)


def updated(content, objects):
    """Return a PDF with objects written anew after its end, as an incremental update does."""
    (start,) = re.findall(rb"startxref\s+(\d+)\s+%%EOF\s*$", content)[-1:]
    with Pdf.open(io.BytesIO(content)) as pdf:
        root, size = pdf.Root.objgen[0], max(each.objgen[0] for each in pdf.objects) + 2
    body, table = b"\n", b"xref\n"
    for number, value in objects(content).items():
        table += b"%d 1\n%010d 00000 n \n" % (number, len(content) + len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, value)
    trailer = b"trailer\n<< /Size %d /Root %d 0 R /Prev %s >>\n" % (size, root, start)
    return content + body + table + trailer + b"startxref\n%d\n%%%%EOF\n" % (len(content) + len(body))


@in_bytes(DOCUMENT, "sheets rules print")
def page_replaced_by_an_update(content, chance):
    def objects(content):
        with Pdf.open(io.BytesIO(content)) as pdf:
            page = chance.choice(list(pdf.pages)).obj
            return {page.objgen[0]: page.unparse(resolved=True).replace(b"/Contents", b"/Contenta")}

    return updated(content, objects)


@in_bytes(DOCUMENT)
def update_that_changes_nothing(content, chance):
    def objects(content):
        with Pdf.open(io.BytesIO(content)) as pdf:
            page = pdf.pages[0].obj
            return {page.objgen[0]: page.unparse(resolved=True)}

    return updated(content, objects)


@in_bytes(DOCUMENT)
def tables_of_two_kinds(content, chance):
    with Pdf.open(io.BytesIO(content)) as pdf:
        out = io.BytesIO()
        pdf.save(out, object_stream_mode=ObjectStreamMode.disable)
    plain = out.getvalue()
    stream = zlib.compress(bytes(4))
    at = len(plain)
    extra = b"999999 0 obj\n<< /Type /XRef /W [1 2 1] /Index [0 1] /Size 1 /Filter /FlateDecode /Length %d >>"
    extra = extra % len(stream) + b"\nstream\n" + stream + b"\nendstream\nendobj\n"
    head, _, tail = plain.rpartition(b"startxref")
    head = head.replace(b"trailer <<", b"trailer << /XRefStm %d" % (len(head) + 24), 1)
    return head + extra + b"startxref" + tail if at else plain


@in_bytes(DOCUMENT, "sheets rules")
def objects_hidden_between_others(content, chance):
    return content.replace(b"\nendobj\n", b"\nendobj\n% hidden words\n88888 0 obj (hidden) endobj\n", 1)


@in_pdf(DOCUMENT, "sheets guide rules")
def trailer_with_a_private_key(pdf, page, chance):
    pdf.trailer["/Mine"] = String("hello")


@in_pdf(DOCUMENT)
def information_with_a_private_key(pdf, page, chance):
    pdf.docinfo["/Mine"] = String("hello")


@in_pdf(DOCUMENT)
def form_with_a_private_key(pdf, page, chance):
    form = one_of(chance, [each for each in page.resources.XObject.values() if isinstance(each, Stream)])
    form.PieceInfo = Dictionary(Mine=Dictionary(Private=String("hello"), LastModified=String("D:2020")))


@in_pdf(DOCUMENT)
def stream_in_another_file(pdf, page, chance):
    form = one_of(chance, [each for each in page.resources.XObject.values() if isinstance(each, Stream)])
    form.F = String("other.bin")


@in_pdf(DOCUMENT, "sheets rules")
def rules_keyword_kept_page_blank(pdf, page, chance):
    page.obj.Contents = pdf.make_stream(b"q Q")
