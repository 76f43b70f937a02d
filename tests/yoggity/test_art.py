"""The drawings are whole: none is cut by the edge of its box, and a splash is one shape within the safe area."""

import re
from pathlib import Path

import pytest
import yaml
from PIL import Image, ImageChops

from pnp.convert.engines import engine
from pnp.export.image_files import face_pictures
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.face import Face
from pnp.model.geometry import Size

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates" / "yoggity"
COLORS = [
    each["id"]
    for each in yaml.safe_load((ROOT / "card_data/yoggity/colors.yaml").read_text("utf-8"))["pieces"]
]
BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


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
    paths = sorted(
        set(TEMPLATES.glob("*/*.svg")) - set(TEMPLATES.glob("art/scene_*.svg"))
    )  # scenes fill theirs
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
    hand = yaml.safe_load((ROOT / "card_data/yoggity/yoggity_cards.yaml").read_text("utf-8"))["pieces"]
    template = (TEMPLATES / "hand.svg.j2").read_text(encoding="utf-8")
    (box,) = re.findall(r"picture\(piece\.id, \(([\d., ]+)\)\)", template)
    left, top, width, _ = map(float, box.split(","))
    pictures = drawn([TEMPLATES / "art" / f"{card['id']}.svg" for card in hand])
    covered = []
    for card, picture in zip(hand, pictures, strict=True):
        scale = picture.width / width
        low = round(
            (5 + max(card["symbols"], 1) * 10.2 + 3 + 0.4 - top) * scale
        )  # the tag and its line, in mm
        wide = round((3 + 12.4 + 0.4 - left) * scale)
        tags = [(0, 0, wide, low), (picture.width - wide, 0, picture.width, low)]
        if min(darkest(picture.crop(tag)) for tag in tags) < 250:
            covered.append(card["id"])
    assert covered == []


@pytest.mark.parametrize("color", COLORS)
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
    game = load_game(find_project(ROOT), "yoggity").game
    assert game is not None
    (colors,) = (each for each in game.components if each.id == "colors")
    assert x >= colors.safe
    assert x + width <= colors.size.width - colors.safe
    assert y + height <= colors.size.height - colors.safe
