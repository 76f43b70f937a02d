"""Finding one's way in a PDF: page labels, bookmarks, and layers a print shop can switch off."""

from collections.abc import Sequence

from pikepdf import Array, Dictionary, Name, Object, OutlineItem, Pdf, String

from pnp.model.sheet import Sheet

CARDS, MARKS = "Cards", "Marks"
"""The layers: what is cut out, and what is printed around it."""


def add_labels(pdf: Pdf, sheets: Sequence[Sheet]) -> None:
    """Label each page with its sheet and side: "3 back"."""
    entries: list[Object | int] = []
    for index, sheet in enumerate(sheets):
        entries += [index, Dictionary(P=String(f"{sheet.number} {sheet.side}"))]
    pdf.Root.PageLabels = Dictionary(Nums=Array(entries))


def add_bookmarks(pdf: Pdf, sheets: Sequence[Sheet], heading: str) -> None:
    """Add a bookmark for the component and one below it for each sheet, front and back together."""
    first_page = {sheet.number: index for index, sheet in reversed(list(enumerate(sheets)))}
    with pdf.open_outline() as outline:
        top = OutlineItem(heading, 0, "Fit")
        top.children.extend(
            OutlineItem(f"Sheet {number}", index, "Fit") for number, index in sorted(first_page.items())
        )
        outline.root.append(top)


def add_layers(pdf: Pdf) -> Dictionary:
    """Declare the layers and return the Properties resource under which content refers to them."""
    layers = {
        name: pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(name))) for name in (CARDS, MARKS)
    }
    every = Array(list(layers.values()))
    pdf.Root.OCProperties = Dictionary(
        OCGs=every,
        D=Dictionary(Name=String("Cards and marks"), BaseState=Name.ON, Order=every),
    )
    return Dictionary({f"/{name}": layer for name, layer in layers.items()})
