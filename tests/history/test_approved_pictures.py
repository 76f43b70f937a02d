"""Approved faces are kept without loss, and nothing of them is believed silent."""

import io

import pytest
from PIL import Image, ImageDraw

from pnp.history.approved_pictures import SnapshotFolder, picture_file
from pnp.history.pictures import lossless_png
from pnp.history.store import Unreadable
from pnp.model.face import PieceSide

LEEK, BACK, BEAN = (
    PieceSide("food", "leek", "front"),
    PieceSide("food", "leek", "back"),
    PieceSide("food", "bean", "front"),
)


@pytest.fixture
def soup(tmp_path):
    """A folder of approved faces."""
    return SnapshotFolder(tmp_path, tmp_path)


def shades(count: int) -> Image.Image:
    """A picture with so many colours."""
    picture = Image.new("RGB", (count, 3), "white")
    for number in range(count):
        picture.putpixel((number, 1), (number % 256, number // 256, 200))
    return picture


@pytest.mark.parametrize(("colours", "mode"), [(3, "P"), (200, "P"), (255, "P"), (256, "RGB"), (700, "RGB")])
def test_few_colours_get_a_table_and_none_is_lost(colours, mode):
    picture = shades(colours)
    with Image.open(io.BytesIO(lossless_png(picture))) as kept:
        assert kept.mode == mode
        assert kept.convert("RGB").tobytes() == picture.tobytes()


def test_letters_with_soft_edges_come_back_pixel_for_pixel():
    picture = Image.new("RGB", (60, 40), "#3f9b3a")
    ImageDraw.Draw(picture).ellipse((3.5, 3.5, 40.2, 30.1), fill="#ffee88")
    picture = picture.resize((200, 130), Image.Resampling.BICUBIC)
    with Image.open(io.BytesIO(lossless_png(picture))) as kept:
        assert kept.convert("RGB").tobytes() == picture.tobytes()


def test_a_picture_comes_back_with_the_key_of_its_drawing(soup):
    picture = shades(700)
    for side, key in ((LEEK, "a1"), (BACK, "b2")):
        soup.write(side, picture_file(picture, key))
    soup.write(BEAN, lossless_png(picture))
    assert soup.read(lambda _: True) == {LEEK: "a1", BACK: "b2", BEAN: ""}
    assert soup.read(lambda side: side.piece == "leek") == {LEEK: "a1", BACK: "b2"}
    assert soup.picture(LEEK).tobytes() == picture.tobytes()


def test_no_folder_is_no_approval(tmp_path):
    assert SnapshotFolder(tmp_path / "none", tmp_path).read(lambda _: True) == {}


@pytest.mark.parametrize("link", ["snapshots", "snapshots/food"])
def test_folders_elsewhere_are_not_looked_into(tmp_path, link):
    SnapshotFolder(tmp_path / "elsewhere", tmp_path).write(LEEK, picture_file(shades(3), "a1"))
    project = tmp_path / "project"
    place = project / link
    place.parent.mkdir(parents=True)
    place.symlink_to(tmp_path / "elsewhere" / place.relative_to(project / "snapshots"))
    assert SnapshotFolder(project / "snapshots", project).read(lambda _: True) == {}


@pytest.mark.parametrize(
    "name",
    ["food/leek", "food/leek.side", "food/../leek.front", "/leek.front", "a/b/c.front", "food/é.front"],
)
def test_a_name_that_is_no_side_is_none(name):
    assert PieceSide.read(name) is None


def test_a_side_is_read_as_it_is_written():
    assert (PieceSide.read(str(BACK)), str(BACK)) == (BACK, "food/leek.back")


def test_a_flipped_bit_is_seen(soup, tmp_path):
    soup.write(BEAN, picture_file(shades(300), "a1"))
    assert soup.picture(BEAN).size == (300, 3)
    data = bytearray((tmp_path / f"{BEAN}.png").read_bytes())
    data[-20] ^= 1  # among the pixels: the end of the file takes sixteen bytes
    soup.write(BEAN, data)
    assert soup.read(lambda _: True) == {BEAN: ""}
    with pytest.raises(Unreadable, match="no whole PNG file"):
        soup.picture(BEAN)


def test_a_link_in_a_circle_is_said(soup, tmp_path):
    path = tmp_path / f"{BEAN}.png"
    path.parent.mkdir()
    path.symlink_to(path)
    assert soup.read(lambda _: True) == {BEAN: ""}
    with pytest.raises(Unreadable):
        soup.picture(BEAN)
