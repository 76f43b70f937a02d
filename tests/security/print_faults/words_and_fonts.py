"""What a PDF says about itself, and the fonts its words are set in."""

import re

from pikepdf import Array, Dictionary, Name, OutlineItem, String

from tests.security.print_faults.faults import NotHereError, in_pdf, one_of

WORDS = "words and fonts"
EVERY = "sheets print guide rules booklet"


def action(**entries):
    return Dictionary(Type=Name.Action, **entries)


# Labels, bookmarks and words.


@in_pdf(WORDS, "sheets guide")
def labels_gone(pdf, page, chance):
    if "/PageLabels" not in pdf.Root:
        raise NotHereError
    del pdf.Root.PageLabels


@in_pdf(WORDS, "sheets guide")
def labels_changed(pdf, page, chance):
    pdf.Root.PageLabels = Dictionary(Nums=Array([0, Dictionary(S=Name.D, St=7)]))


@in_pdf(WORDS, "print booklet")
def labels_added(pdf, page, chance):
    pdf.Root.PageLabels = Dictionary(Nums=Array([0, Dictionary(S=Name.r)]))


@in_pdf(WORDS, "sheets print guide rules")
def bookmark_added(pdf, page, chance):
    with pdf.open_outline() as outline:
        outline.root.append(OutlineItem("Another", Array([pdf.pages[0].obj, Name.Fit])))


@in_pdf(WORDS, "sheets print rules")
def bookmark_to_another_page(pdf, page, chance):
    def last(item):
        return last(item.children[-1]) if item.children else item

    with pdf.open_outline() as outline:
        item = last(outline.root[-1])
        old = getattr(item.destination, "objgen", None)
        item.destination = Array([pdf.pages[0].obj if len(pdf.pages) > 1 else page.obj, Name.FitB])
        assert old is None or item


@in_pdf(WORDS)
def bookmark_with_a_script(pdf, page, chance):
    first = pdf.Root.Outlines.First
    if "/Dest" in first:
        del first["/Dest"]
    first.A = action(S=Name.JavaScript, JS=String("1"))


@in_pdf(WORDS, "sheets print")
def bookmarks_gone(pdf, page, chance):
    del pdf.Root.Outlines


@in_pdf(WORDS, EVERY)
def title_changed(pdf, page, chance):
    pdf.docinfo["/Title"] = String("Another game")


@in_pdf(WORDS, "sheets guide rules")
def title_changed_in_the_metadata(pdf, page, chance):
    if "/Metadata" not in pdf.Root:
        raise NotHereError
    old = pdf.Root.Metadata.read_bytes()
    new = re.sub(rb"(<rdf:li[^>]*>)[^<]+", rb"\1Another game", old, count=1)
    if new == old:
        raise NotHereError
    pdf.Root.Metadata.write(new)


@in_pdf(WORDS)
def rights_changed(pdf, page, chance):
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as words:
        words["dc:rights"] = "Mine"


@in_pdf(WORDS)
def metadata_gone(pdf, page, chance):
    if "/Metadata" not in pdf.Root:
        raise NotHereError
    del pdf.Root.Metadata


@in_pdf(WORDS)
def metadata_that_says_pdf_x(pdf, page, chance):
    pdf.docinfo["/GTS_PDFXVersion"] = String("PDF/X-1a:2003")


@in_pdf(WORDS)
def author_gone(pdf, page, chance):
    if "/Author" not in pdf.docinfo:
        raise NotHereError
    del pdf.docinfo["/Author"]


@in_pdf(WORDS)
def language_changed(pdf, page, chance):
    pdf.Root.Lang = String("tlh")


# Fonts.


def fonts_of(pdf, kind):
    return [each for each in pdf.objects if isinstance(each, Dictionary) and kind in each]


@in_pdf(WORDS, "sheets print guide rules")
def font_not_embedded(pdf, page, chance):
    keys = ("/FontFile2", "/FontFile3")
    font = one_of(chance, [each for key in keys for each in fonts_of(pdf, key)])
    for key in keys:
        if key in font:
            del font[key]


@in_pdf(WORDS)
def font_of_marks_replaced(pdf, page, chance):
    font = one_of(chance, page.resources.get("/Font", Dictionary()).values())
    del font["/FontDescriptor"]
    font.BaseFont = Name.Helvetica
    font.Subtype = Name.Type1


@in_pdf(WORDS)
def widths_of_letters_changed(pdf, page, chance):
    font = one_of(chance, page.resources.get("/Font", Dictionary()).values())
    font.Widths = Array([int(each) + 30 for each in font.Widths])


@in_pdf(WORDS, "sheets guide")
def words_behind_letters_changed(pdf, page, chance):
    font = one_of(chance, fonts_of(pdf, "/ToUnicode"))
    font.ToUnicode = pdf.make_stream(b"/CIDInit /ProcSet findresource begin end")
