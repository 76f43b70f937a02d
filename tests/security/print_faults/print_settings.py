"""What makes a printer print something else than a screen shows, or refuse to print."""

from pikepdf import Array, Dictionary, Encryption, Name, Permissions, String

from tests.security.print_faults.faults import NotHereError, in_pdf, indirect, one_of, own

SETTINGS = "screen and printer"
EVERY = "sheets print guide rules booklet"


def layers(pdf):
    if "/OCProperties" not in pdf.Root:
        raise NotHereError
    return {str(each.Name): each for each in pdf.Root.OCProperties.OCGs}


def wish(pdf, name, value):
    wishes = pdf.Root.get("/ViewerPreferences")
    if wishes is None:
        raise NotHereError
    wishes = Dictionary(wishes)
    if wishes.get(name) == value:
        raise NotHereError
    if value is None:
        del wishes[name]
    else:
        wishes[name] = value
    pdf.Root.ViewerPreferences = wishes


@in_pdf(SETTINGS, "sheets print guide")
def layer_off(pdf, page, chance):
    pdf.Root.OCProperties.D.OFF = Array([one_of(chance, layers(pdf).values())])


@in_pdf(SETTINGS, "sheets print")
def layer_set_not_to_print(pdf, page, chance):
    layer = one_of(chance, layers(pdf).values())
    layer.Usage = Dictionary(Print=Dictionary(PrintState=Name.OFF), View=Dictionary(ViewState=Name.ON))
    rule = Dictionary(Event=Name.Print, Category=Array([Name.Print]), OCGs=Array([layer]))
    pdf.Root.OCProperties.D.AS = Array([rule])


@in_pdf(SETTINGS)
def layer_with_a_usage(pdf, page, chance):
    layer = one_of(chance, layers(pdf).values())
    layer.Usage = Dictionary(Print=Dictionary(PrintState=Name.OFF))


@in_pdf(SETTINGS)
def layer_locked(pdf, page, chance):
    pdf.Root.OCProperties.D.Locked = Array([one_of(chance, layers(pdf).values())])


@in_pdf(SETTINGS)
def layer_renamed(pdf, page, chance):
    one_of(chance, layers(pdf).values()).Name = String("Nothing")


@in_pdf(SETTINGS)
def layer_for_designers_alone(pdf, page, chance):
    one_of(chance, layers(pdf).values()).Intent = Name.Design


@in_pdf(SETTINGS)
def another_configuration_of_layers(pdf, page, chance):
    every = list(layers(pdf).values())
    pdf.Root.OCProperties.Configs = Array([Dictionary(Name=String("Print"), OFF=Array(every))])


@in_pdf(SETTINGS)
def layers_exclude_each_other(pdf, page, chance):
    pdf.Root.OCProperties.D.RBGroups = Array([Array(list(layers(pdf).values()))])


@in_pdf(SETTINGS)
def all_layers_off(pdf, page, chance):
    layers(pdf)
    pdf.Root.OCProperties.D.BaseState = Name.OFF


@in_pdf(SETTINGS)
def layers_gone(pdf, page, chance):
    layers(pdf)
    del pdf.Root.OCProperties


@in_pdf(SETTINGS)
def cards_on_the_layer_of_marks(pdf, page, chance):
    own(pdf, page)
    if "/Properties" not in page.resources:
        raise NotHereError
    page.obj.Resources.Properties.Cards = page.resources.Properties.Marks


@in_pdf(SETTINGS)
def face_on_a_layer_that_does_not_print(pdf, page, chance):
    usage = Dictionary(Print=Dictionary(PrintState=Name.OFF))
    layer = indirect(pdf, Type=Name.OCG, Name=String("Screen"), Usage=usage)
    form = one_of(chance, [form for form in page.resources.XObject.values() if "/PnpFace" in form])
    form.OC = layer


# Annotations.


def annotate(pdf, page, subtype, flags, **more):
    look = pdf.make_stream(b"1 0 0 rg 0 0 40 20 re f")
    look.Type, look.Subtype, look.BBox = Name.XObject, Name.Form, Array([0, 0, 40, 20])
    note = Dictionary(Type=Name.Annot, Subtype=Name(f"/{subtype}"), Rect=[200, 300, 240, 320], F=flags)
    note.AP = Dictionary(N=look)
    for key, value in more.items():
        note[f"/{key}"] = value
    page.obj.Annots = Array([*page.obj.get("/Annots", []), pdf.make_indirect(note)])


@in_pdf(SETTINGS, EVERY)
def stamp_that_only_prints(pdf, page, chance):
    annotate(pdf, page, "Stamp", 4 | 32)


@in_pdf(SETTINGS)
def stamp_that_only_a_screen_shows(pdf, page, chance):
    annotate(pdf, page, "Stamp", 0)


@in_pdf(SETTINGS)
def hidden_note(pdf, page, chance):
    annotate(pdf, page, "Text", 2)


@in_pdf(SETTINGS)
def watermark_note(pdf, page, chance):
    annotate(pdf, page, "Watermark", 4)


@in_pdf(SETTINGS)
def free_text_note(pdf, page, chance):
    annotate(pdf, page, "FreeText", 4, DA=String("/Helv 9 Tf"), Contents=String("Hello"))


@in_pdf(SETTINGS)
def redaction_note(pdf, page, chance):
    annotate(pdf, page, "Redact", 4)


@in_pdf(SETTINGS)
def printer_mark_note(pdf, page, chance):
    annotate(pdf, page, "PrinterMark", 4 | 64)


@in_pdf(SETTINGS)
def trap_network(pdf, page, chance):
    annotate(pdf, page, "TrapNet", 4 | 64)


@in_pdf(SETTINGS)
def link_to_another_page(pdf, page, chance):
    annotate(pdf, page, "Link", 4, Dest=Array([pdf.pages[0].obj, Name.Fit]))


@in_pdf(SETTINGS, "rules")
def links_gone(pdf, page, chance):
    if "/Annots" not in page.obj:
        raise NotHereError
    del page.obj["/Annots"]


# Encryption.


@in_pdf(SETTINGS, EVERY)
def encryption_that_forbids_printing(pdf, page, chance):
    allow = Permissions(print_highres=False, print_lowres=False)
    return {"encryption": Encryption(owner="owner", user="", allow=allow)}


@in_pdf(SETTINGS, EVERY)
def password_to_open(pdf, page, chance):
    return {"encryption": Encryption(owner="owner", user="user")}


@in_pdf(SETTINGS)
def encryption_that_allows_all(pdf, page, chance):
    return {"encryption": Encryption(owner="owner", user="")}


# What the print dialogue is asked for.


@in_pdf(SETTINGS, EVERY)
def two_copies(pdf, page, chance):
    wish(pdf, "/NumCopies", 2)


@in_pdf(SETTINGS, EVERY)
def only_the_first_page(pdf, page, chance):
    wish(pdf, "/PrintPageRange", Array([0, 0]))


@in_pdf(SETTINGS, "sheets print guide booklet")
def scaling_by_the_application(pdf, page, chance):
    wish(pdf, "/PrintScaling", Name.AppDefault)


@in_pdf(SETTINGS, "sheets print guide booklet")
def scaling_not_told(pdf, page, chance):
    wish(pdf, "/PrintScaling", None)


@in_pdf(SETTINGS, "sheets print booklet")
def another_flip(pdf, page, chance):
    turned = {"/DuplexFlipLongEdge": Name.DuplexFlipShortEdge, "/Simplex": Name.DuplexFlipLongEdge}
    now = str(pdf.Root.get("/ViewerPreferences", Dictionary()).get("/Duplex", ""))
    wish(pdf, "/Duplex", turned.get(now, Name.Simplex))


@in_pdf(SETTINGS)
def flip_not_told(pdf, page, chance):
    wish(pdf, "/Duplex", None)


@in_pdf(SETTINGS, "sheets guide")
def tray_of_another_paper(pdf, page, chance):
    wish(pdf, "/PickTrayByPDFSize", False)


@in_pdf(SETTINGS)
def print_area(pdf, page, chance):
    wish(pdf, "/PrintArea", Name.TrimBox)


@in_pdf(SETTINGS)
def print_clip(pdf, page, chance):
    wish(pdf, "/PrintClip", Name.TrimBox)


@in_pdf(SETTINGS)
def view_area(pdf, page, chance):
    wish(pdf, "/ViewArea", Name.BleedBox)


@in_pdf(SETTINGS)
def enforced_preferences(pdf, page, chance):
    wish(pdf, "/Enforce", Array([Name.PrintScaling]))


@in_pdf(SETTINGS)
def reading_from_right_to_left(pdf, page, chance):
    wish(pdf, "/Direction", Name.R2L)


@in_pdf(SETTINGS)
def preferences_gone(pdf, page, chance):
    wish(pdf, "/Duplex", None)
    del pdf.Root.ViewerPreferences


@in_pdf(SETTINGS)
def opened_over_the_whole_screen(pdf, page, chance):
    pdf.Root.PageMode = Name.FullScreen


@in_pdf(SETTINGS)
def two_pages_side_by_side(pdf, page, chance):
    pdf.Root.PageLayout = Name.TwoPageRight


@in_pdf(SETTINGS)
def a_page_that_turns_by_itself(pdf, page, chance):
    page.obj.Dur = 1
    page.obj.Trans = Dictionary(S=Name.Wipe)


# Pictures and forms that print otherwise.


@in_pdf(SETTINGS, "sheets guide rules")
def picture_with_an_alternate_for_print(pdf, page, chance):
    found = [each for each in pdf.objects if getattr(each, "get", None) and each.get("/Subtype") == "/Image"]
    image = one_of(chance, found)
    other = pdf.make_stream(b"\0", Dictionary(image.stream_dict if hasattr(image, "stream_dict") else {}))
    image.Alternates = Array([Dictionary(Image=other, DefaultForPrinting=True)])


@in_pdf(SETTINGS)
def picture_replaced_by_the_press(pdf, page, chance):
    form = one_of(chance, [form for form in page.resources.XObject.values() if "/PnpFace" in form])
    form.OPI = Dictionary({"/2.0": Dictionary(Type=Name.OPI, F=String("other.tif"))})


@in_pdf(SETTINGS)
def form_in_postscript(pdf, page, chance):
    form = one_of(chance, [form for form in page.resources.XObject.values() if "/PnpFace" in form])
    form.PS = pdf.make_stream(b"showpage")
