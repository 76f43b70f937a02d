"""Small pictures of what is printed, 8 dots to the mm. Renew them with PNP_RENEW_GOLDENS=1, and look at them."""

import io
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from workbench import (
    CARD,
    DOT,
    HALVES,
    SVG,
    a_component,
    a_game,
    a_piece,
    a_sheet,
    drawn,
    pixels,
    sources,
    svg_of,
)

from pnp.model.art_placement import Placement
from pnp.render.faces import PieceDrawer, render
from pnp.templates.context import FaceCache, RenderContext

GOLDEN = Path(__file__).parent.parent / "golden" / "render"
FILES = {"templates/g/icons/dot.svg": DOT, "card_data/g/art/halves.svg": HALVES}
SMALL = "size=6.5, min=6.5, leading=1"

# name: (what the template draws, width and height in mm of the crop at the top left of the card)
LOOKS = {
    "kerning-pair": (f'{{{{ fit("AVAT\nToTV", (0, 0, 40, 12), {SMALL}) }}}}', 5, 5),
    "icon-on-the-baseline": ('{{ line("h{dot}p", 0.3, 3.4, size=7, fill="#c00000") }}', 5, 5),
    "bold-and-italic": (f'{{{{ fit("a**b**\n*a* ***b***", (0, 0, 40, 12), {SMALL}) }}}}', 5, 4),
    "picture-contained": ('{{ picture("halves", (0.5, 0.5, 4, 4)) }}', 5, 5),
    "picture-covering": ('{{ picture("halves", (0.5, 0.5, 4, 4), fit="cover") }}', 5, 5),
    "icon-in-a-colour": ('{{ icon("dot", 0.5, 0.5, 4, palette.red) }}', 5, 5),
    "centred-in-its-box": ('<rect width="5" height="5" fill="#cde" data-on-purpose="the box"/>{{ fit("Hp", (0, 0, 5, 5), align="center", valign="middle") }}', 5, 5),
    "letters-with-an-outline": ('{{ line("A", 1, 4, size=11, fill="#ffffff", outline="#c00000", outline_width=0.3) }}', 5, 5),
}  # fmt: skip


def printed(root: Path, body: str, width: float, height: float) -> Image.Image:
    svg = svg_of(drawn(root, body, files=FILES))
    inner = re.sub(r"<svg [^>]*>|</svg>$", "", svg, count=1)
    return pixels(a_sheet(inner.removesuffix("</svg>"), width, height), dots_per_mm=8)


@pytest.mark.parametrize("name", LOOKS)
def test_it_prints_as_it_should_look(tmp_path, name):
    picture = printed(tmp_path, *LOOKS[name])
    golden = GOLDEN / f"{name}.png"
    if os.environ.get("PNP_RENEW_GOLDENS"):
        GOLDEN.mkdir(parents=True, exist_ok=True)
        picture.save(golden)
    expected = Image.open(golden).convert("RGB")
    assert picture.size == expected.size
    off = ImageChops.difference(picture, expected).convert("L")
    assert ImageStat.Stat(off).mean[0] < 1.5  # of 255: a letter moved by a tenth of a mm makes 5 and more


def test_a_letter_moved_by_a_tenth_of_a_millimetre_is_seen(tmp_path):
    here, there = (printed(tmp_path, f'{{{{ line("AV", {x}, 4, size=10) }}}}', 5, 5) for x in (0.5, 0.6))
    assert ImageStat.Stat(ImageChops.difference(here, there).convert("L")).mean[0] > 3


# Pictures placed by art/placement.yaml, as they are printed: moved, enlarged, turned, cut off at their box.


COLOURS = {"#d00000": "r", "#00a000": "g", "#0000d0": "b", "#f0d000": "y", "#ffffff": "."}
FILE = "card_data/g/art/ant"


def quarters(kind: str) -> dict[str, bytes]:
    """A picture of 60 x 40: red and green above, blue and yellow below; the drawing goes on beyond its page in black."""
    if kind == "svg":
        parts = [(0, 0, "#d00000"), (30, 0, "#00a000"), (0, 20, "#0000d0"), (30, 20, "#f0d000")]
        inner = '<rect x="-99" y="-99" width="300" height="300"/>' + "".join(
            f'<rect x="{x}" y="{y}" width="30" height="20" fill="{fill}"/>' for x, y, fill in parts
        )
        return {f"{FILE}.svg": f"{SVG.replace('0 0 100 100', '0 0 60 40')}{inner}</svg>".encode()}
    image = Image.new("RGB", (600, 400), "#d00000")
    for x, y, fill in ((300, 0, "#00a000"), (0, 200, "#0000d0"), (300, 200, "#f0d000")):
        image.paste(fill, (x, y, x + 300, y + 200))
    out = io.BytesIO()
    image.save(out, "PNG")
    return {f"{FILE}.png": out.getvalue()}


def seen(face) -> str:
    """What is printed in the middle of each cell of 4 mm of the box at (19, 32), and of those around it."""
    image = pixels(face, dots_per_mm=4)
    wanted = {tuple(bytes.fromhex(name[1:])): letter for name, letter in COLOURS.items()}

    def letter(x, y):
        found = image.getpixel((int((x + 3) * 4), int((y + 3) * 4)))
        return wanted[min(wanted, key=lambda each: sum(abs(a - b) for a, b in zip(each, found, strict=True)))]

    return "\n".join("".join(letter(17 + 4 * i, 30 + 4 * j) for i in range(8)) for j in range(8))


PLACED = [
    (Placement(fit="cover"), ["rrrggg", "rrrggg", "rrrggg", "bbbyyy", "bbbyyy", "bbbyyy"]),
    (Placement((0.2, 0.5), fit="cover"), ["rrrrgg", "rrrrgg", "rrrrgg", "bbbbyy", "bbbbyy", "bbbbyy"]),
    (Placement((0.4, 0.6), 1.6, fit="cover"), ["rrrrgg", "rrrrgg", "bbbbyy", "bbbbyy", "bbbbyy", "bbbbyy"]),
    (Placement(rotation=90), [".bbrr.", ".bbrr.", ".bbrr.", ".yygg.", ".yygg.", ".yygg."]),
    (Placement(rotation=25, fit="cover"), ["rrrrgg", "rrrrgg", "bbrggg", "bbbygg", "bbyyyy", "bbyyyy"]),
    (Placement((0.9, 0.9), 0.6, 180), ["......", "......", "......", "..yybb", "..ggrr", "......"]),
]
BODY = '{{ picture("ant", (19, 32, 24, 24)) }}'


def face_of(rendered):
    assert rendered.diagnostics == ()
    (face,) = rendered.deck.faces.values()
    return face


@pytest.mark.parametrize(
    ("placement", "rows", "kind"),
    [(*case, kind) for case, kind in zip(PLACED, ["svg", "png"] * 3, strict=True)],
)
def test_what_is_printed_of_a_placed_picture_is_cut_off_at_its_box(tmp_path, kind, placement, rows):
    face = face_of(drawn(tmp_path, BODY, files=quarters(kind), placements={"ant": placement}))
    assert seen(face).split() == ["........", *(f".{row}." for row in rows), "........"]


def test_a_drawing_as_template_places_its_pictures_too(tmp_path):
    page = SVG.replace("0 0 100 100", "-3 -3 69 94")
    box = '<g><title>art</title><rect id="art" x="19" y="32" width="24" height="24"/></g>'
    files = {CARD.replace(".svg.j2", ".svg"): f"{page}{box}</svg>", **quarters("png")}
    piece = replace(a_piece("ant"), front="g/card.svg")
    component = a_component(piece)
    context = RenderContext(a_game(component, placements={"ant": PLACED[2][0]}), sources(tmp_path, files))
    face = face_of(render(component, context))
    assert seen(face).split()[1:-1] == [f".{row}." for row in PLACED[2][1]]


def test_what_a_template_draws_itself_stays_in_its_place(tmp_path):
    body = '{{ picture("ant", (19, 32, 24, 24), otherwise="<circle r=\'5\'/>" | safe) }}'
    plain = svg_of(drawn(tmp_path, body))
    assert svg_of(drawn(tmp_path, body, placements={"ant": Placement(zoom=2, fit="cover")})) == plain


def test_a_picture_that_is_coarse_only_when_it_is_enlarged_is_told(tmp_path):
    rendered = drawn(tmp_path, BODY, files=quarters("png"), placements={"ant": Placement(zoom=5)})
    assert [(each.code, each.message, each.hint) for each in rendered.diagnostics] == [
        (
            "PNP313",
            "cards/ant, front: the picture is coarse: 600 x 400 px is 127 dpi in 24 x 24 mm with zoom 5",
            "export it with 1418 x 945 px or more (300 dpi)",
        )
    ]


def test_the_cache_of_faces_notices_another_placement(tmp_path):
    found = sources(tmp_path, {CARD: BODY_OF_CARD, **quarters("png")})
    component, cache = a_component(a_piece()), FaceCache(Kept(), "test")

    def drawn_now(**placements):
        context = RenderContext(a_game(component, placements=placements), found, face_cache=cache)
        return render(component, context).drawn

    zoomed = Placement(zoom=2)
    assert [drawn_now(), drawn_now(), drawn_now(ant=zoomed), drawn_now(ant=zoomed), drawn_now()] == [
        1,
        0,
        1,
        0,
        0,
    ]


def test_a_trial_is_what_would_be_printed_and_is_not_kept(tmp_path):
    component = a_component(a_piece())
    context = RenderContext(a_game(component), sources(tmp_path, {CARD: BODY_OF_CARD, **quarters("png")}))
    placed = PLACED[4][0]
    (trial,) = PieceDrawer(component, context.for_screen({"ant": placed})).draw(component.pieces)
    kept = replace(context, game=replace(context.game, placements={"ant": placed}))
    assert trial.sides["front"].face.svg == svg_of(render(component, kept))
    assert context.game.placements == {}


class Kept(dict):
    put = dict.__setitem__


BODY_OF_CARD = f'{{% extends "base/card.svg.j2" %}}{{% block body %}}{BODY}{{% endblock %}}'
