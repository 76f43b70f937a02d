"""The picture of docs/art.md that shows placements: one drawing in the same box, moved, enlarged and turned."""  # noqa: INP001

import io
from pathlib import Path

import pypdfium2
from PIL import Image

from pnp.convert.renderers import engine
from pnp.model.art_placement import Placement
from pnp.model.face import Face
from pnp.model.geometry import Rect, Size
from pnp.typesetting.fonts import Style, font_book

BOX, PICTURE = Size(42, 34), Rect(0, 0, 120, 80)
PLACED = (
    ("as the template asks", Placement()),
    ("focus: [0.8, 0.5]", Placement((0.8, 0.5))),
    ("focus: [0.2, 0.5], zoom: 2", Placement((0.2, 0.5), 2)),
    ("rotation: 15", Placement(rotation=15)),
    ("rotation: 90", Placement(rotation=90)),
    ("rotation: 15, fit: contain", Placement(rotation=15, fit="contain")),
)
LAKE = """<rect width="120" height="80" fill="#bfe0ee"/><circle cx="93" cy="17" r="9" fill="#f6c945"/>
<path d="M0 46L26 16L44 36L62 22L92 46Z" fill="#7d93a8"/><path d="M17.3 26L26 16L32.3 23L27 26L23 23.500Z" fill="#ffffff"/>
<path d="M0 44H120V80H0Z" fill="#2f7f9e"/><path d="M0 66Q30 58 60 66T120 64V80H0Z" fill="#3f8f4a"/>
<path d="M88 58h18l-4 6h-10z" fill="#a8432f"/><path d="M96 57V38L106 55Z" fill="#ffffff"/>
<path d="M20 66v-9m0 0l-6 5h12zm0-6l-5 6h10zm0-5l-4 5h8z" fill="#1f5a33" stroke="#1f5a33" stroke-width="1.200"/>"""
PAGE, STEP = Size(144, 90), Size(47, 44)
INK, PAPER = "#26313a", "#f4f2ec"


def page() -> str:
    """Return the boxes in two rows, each with what is written for it."""
    parts = [f'<rect width="{PAGE.width}" height="{PAGE.height}" fill="#ffffff"/>']
    for number, (words, placement) in enumerate(PLACED):
        x, y = 4 + STEP.width * (number % 3), 3 + STEP.height * (number // 3)
        matrix = placement.matrix(PICTURE, BOX, placement.fit_of("cover"))
        size = f'width="{BOX.width}" height="{BOX.height}"'
        drawn = f'<g transform="{matrix}"><svg width="120" height="80" viewBox="0 0 120 80">{LAKE}</svg></g>'
        parts += [
            f'<rect x="{x}" y="{y}" {size} fill="{PAPER}"/>',
            f'<svg x="{x}" y="{y}" {size} viewBox="0 0 {BOX.width} {BOX.height}">{drawn}</svg>',
            f'<rect x="{x}" y="{y}" {size} fill="none" stroke="{INK}" stroke-width="0.3"/>',
            (
                f'<text x="{x + BOX.width / 2}" y="{y + BOX.height + 4.8}" text-anchor="middle" font-size="3.4" '
                f'font-family="Source Sans Pro" fill="{INK}">{words}</text>'
            ),
        ]
    view = f'width="{PAGE.width}mm" height="{PAGE.height}mm" viewBox="0 0 {PAGE.width} {PAGE.height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {view}>{"".join(parts)}</svg>'


def main() -> None:
    """Draw docs/pictures/placed.png."""
    font = font_book(Path("none")).find("Source Sans Pro", Style())
    assert font is not None
    pages = engine("typst").convert([Face("placed", page(), PAGE, 0)], [font.path])
    document = pypdfium2.PdfDocument(pages.chunks[0])
    image: Image.Image = document[0].render(scale=190 / 72).to_pil().convert("RGB")
    document.close()
    out = io.BytesIO()
    image.quantize(96).save(out, "PNG", optimize=True)
    (Path(__file__).parent / "pictures/placed.png").write_bytes(out.getvalue())


if __name__ == "__main__":
    main()
