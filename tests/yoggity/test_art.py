"""The drawings are whole: none is cut by the edge of its box, and a splash is one shape within the safe area."""

import re
from collections import Counter
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
import yaml
from boxes import Box
from defusedxml.ElementTree import fromstring
from PIL import Image, ImageChops

from pnp.convert.renderers import engine
from pnp.export.image_files import face_pictures
from pnp.impose.tiling import tile
from pnp.model.face import Face
from pnp.model.game import Board
from pnp.model.geometry import Rect, Size
from pnp.model.papers import PAPERS

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates" / "yoggity"
BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def pieces(component: str) -> list[dict[str, object]]:
    text = (ROOT / "card_data" / "yoggity" / f"{component}.yaml").read_text(encoding="utf-8")
    return list(yaml.safe_load(text)["pieces"])


def drawn(paths: list[Path]) -> list[Image.Image]:
    faces = []
    for path in paths:
        svg = path.read_text(encoding="utf-8")
        width, height = (float(each) for each in BOX.search(svg).groups())  # type: ignore[union-attr]
        size = Size(40, 40 * height / width)
        sized = svg.replace("<svg ", f'<svg width="{size.width}mm" height="{size.height}mm" ', 1)
        faces.append(Face(str(path), sized.replace("currentColor", "#2b2733"), size, 0))
    return list(face_pictures(engine().convert(faces, []), [face.key for face in faces], dpi=200))


def darkest(strip: Image.Image) -> int:
    return min(low for low, _ in strip.getextrema())  # type: ignore[misc]


def test_no_drawing_is_cut_by_the_edge_of_its_box() -> None:
    # Scenes fill theirs.
    paths = sorted(set(TEMPLATES.glob("*/*.svg")) - set(TEMPLATES.glob("art/scene_*.svg")))
    cut = []
    for path, picture in zip(paths, drawn(paths), strict=True):
        right, bottom = picture.size
        edges = [
            (0, 0, right, 1),
            (0, bottom - 1, right, bottom),
            (0, 0, 1, bottom),
            (right - 1, 0, right, bottom),
        ]
        if min(darkest(picture.crop(edge)) for edge in edges) < 250:
            cut.append(path.stem)
    assert cut == []


def test_the_wheel_on_the_hand_cards_is_the_same_whichever_way_up() -> None:
    (wheel,) = drawn([TEMPLATES / "art" / "back_hand.svg"])
    turned = (
        ImageChops.difference(wheel, wheel.rotate(180)).convert("L").point(lambda value: 255 * (value > 96))
    )
    assert turned.histogram()[255] < turned.width  # edges may lie half a pixel off


def test_the_pictures_of_the_hand_leave_the_corners_to_the_symbols() -> None:
    hand = pieces("yoggity_cards")
    template = (TEMPLATES / "hand.svg.j2").read_text(encoding="utf-8")
    (box,) = re.findall(r"picture\(piece\.id, \(([\d., ]+)\)\)", template)
    left, top, width, _ = map(float, box.split(","))
    pictures = drawn([TEMPLATES / "art" / f"{card['id']}.svg" for card in hand])
    covered = []
    for card, picture in zip(hand, pictures, strict=True):
        scale = picture.width / width
        # The tag and its line, in mm.
        low = round((5 + max(card["symbols"], 1) * 10.2 + 3 + 0.4 - top) * scale)
        wide = round((3 + 12.4 + 0.4 - left) * scale)
        tags = [(0, 0, wide, low), (picture.width - wide, 0, picture.width, low)]
        if min(darkest(picture.crop(tag)) for tag in tags) < 250:
            covered.append(card["id"])
    assert covered == []


@pytest.mark.parametrize("color", [each["id"] for each in pieces("colors")])
def test_a_splash_is_one_closed_shape_with_a_line_around_it(color: str) -> None:
    svg = (TEMPLATES / "art" / f"{color}.svg").read_text(encoding="utf-8")
    shapes = re.findall(r'<path d="([^"]+)" fill="([^"]+)"(?: stroke="([^"]+)")?', svg)
    splash, outline = (
        shapes[0][0],
        [d for d, fill, stroke in shapes if fill == "none" and stroke == "#2b2733"],
    )
    assert splash.endswith("Z")
    assert splash.count("M") == 1
    assert splash in outline


def test_the_picture_of_a_color_lies_inside_the_safe_area() -> None:
    template = (TEMPLATES / "color.svg.j2").read_text(encoding="utf-8")
    (box,) = re.findall(r"picture\(piece\.id, \(([\d., ]+)\)\)", template)
    x, y, width, height = map(float, box.split(","))
    colors = Box("yoggity").component("colors")
    assert x >= colors.safe
    assert x + width <= colors.size.width - colors.safe
    assert y + height <= colors.size.height - colors.safe


# The picture of an order is its parts list: a child who counts the shapes pays the right tokens.

SVG = "{http://www.w3.org/2000/svg}"
PART = re.compile(r"(triangle|stick|square|circle)-([1-9])")

# What the first shape of each part group is: the part itself, whatever is painted on it.
SHAPE = {"triangle": "path", "stick": "rect", "square": "rect", "circle": "circle"}
ORDERS = [pytest.param(piece, id=str(piece["id"])) for piece in pieces("orders")]


def parts_drawn(order: dict[str, object]) -> list[Element]:
    """Return what the picture of an order consists of, inside a group "product" or not, without the group "extras"."""
    top = list(fromstring((TEMPLATES / "art" / f"{order['id']}.svg").read_bytes()))
    inside = [part for child in top for part in (child if child.get("id") == "product" else [child])]
    return [part for part in inside if part.get("id") != "extras"]


@pytest.mark.parametrize("order", ORDERS)
def test_a_product_is_drawn_from_exactly_the_parts_it_demands(order: dict[str, object]) -> None:
    ids = [
        child.get("id", f"<{child.tag.removeprefix(SVG)}> that is no part") for child in parts_drawn(order)
    ]
    assert sorted(ids) == sorted(
        f"{part}-{n}"
        for part, count in Counter(order["parts"]).items()  # type: ignore[call-overload]
        for n in range(1, count + 1)
    )


@pytest.mark.parametrize("order", ORDERS)
def test_a_part_has_its_own_shape_and_colour_wherever_it_is_used(order: dict[str, object]) -> None:
    palette = yaml.safe_load((ROOT / "card_data/yoggity/game.yaml").read_text(encoding="utf-8"))["palette"]
    for child in parts_drawn(order):
        kind = (PART.fullmatch(child.get("id", "")) or [""] * 2)[1]
        first = child[0]
        assert (first.tag.removeprefix(SVG), first.get("fill")) == (SHAPE[kind], palette[kind])


@pytest.mark.parametrize("order", ORDERS)
def test_a_stick_is_long_and_a_square_is_not(order: dict[str, object]) -> None:
    for child in parts_drawn(order):
        kind = child.get("id", "").split("-")[0]
        if SHAPE[kind] == "rect":
            width, height = float(child[0].get("width", 0)), float(child[0].get("height", 0))
            assert (width > 5 * height) == (kind == "stick")
            assert kind == "stick" or width < 2.5 * height


def board() -> Board:
    found = Box("yoggity").component("board").board
    assert found is not None
    return found


def test_the_circles_have_room_for_a_token_of_25_mm() -> None:
    circles = [space for space in board().spaces if space.round]
    widths = {round(max(x for x, _ in each.points) - min(x for x, _ in each.points), 1) for each in circles}
    assert (len(circles), widths) == (4 * 4 + 3 * 3, {28.0})


def test_the_two_card_spots_have_room_for_a_card_of_63_by_88_mm() -> None:
    spots = {space.id: space for space in board().spaces if not space.round}
    assert sorted(spots) == ["color", "order"]
    for spot in spots.values():
        xs, ys = zip(*spot.points, strict=True)
        assert (max(xs) - min(xs), max(ys) - min(ys)) == (67, 92)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_board_is_two_pages_that_cut_no_space(paper: str) -> None:
    found = board()
    spaces = []
    for space in found.spaces:
        xs, ys = zip(*space.points, strict=True)
        spaces.append(Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    tiling = tile(found.size, PAPERS[paper], bleed=3, overlap=found.overlap, spaces=spaces)
    assert tiling is not None
    assert (tiling.columns, tiling.rows, tiling.cut) == (2, 1, ())
