"""Pictures for the screen: one face as it is, several side by side."""

from PIL import Image

from pnp.watch.session import GROUND, MOST, Previews, joined_picture


def card(colour: str, size=(63, 88)) -> Image.Image:
    return Image.new("RGB", size, colour)


def colours(sheet: Image.Image, columns: int, rows: int) -> str:
    """The colour in the middle of each cell, as R, G, B or . for nothing there."""
    names = {(255, 0, 0): "R", (0, 128, 0): "G", (0, 0, 255): "B"}
    width, height = (sheet.width - 12) / columns, (sheet.height - 12) / rows
    return "\n".join(
        "".join(
            names.get(sheet.getpixel((round(12 + (x + 0.4) * width), round(12 + (y + 0.4) * height))), ".")
            for x in range(columns)
        )
        for y in range(rows)
    )


def test_several_faces_are_side_by_side():
    sheet = joined_picture([card("red"), card("green"), card("blue")])
    assert colours(sheet, 2, 2) == "RG\nB."
    assert sheet.getpixel((2, 2)) == (0xD9, 0xD9, 0xD6)
    assert GROUND == "#d9d9d6"


def test_a_board_among_cards_is_smaller_and_a_crowd_is_cut_short():
    sheet = joined_picture([card("red"), card("blue", (3000, 2000))])
    assert max(sheet.size) < 1000
    assert joined_picture([card("red")] * 100).size == joined_picture([card("red")] * MOST).size


def test_only_pictures_of_faces_are_removed(tmp_path):
    (tmp_path / "preview/food").mkdir(parents=True)
    for name in ("food/apple.front.png", "food/apple.back.png", "food/notes.txt", "latest.png"):
        (tmp_path / "preview" / name).write_bytes(b"")
    Previews(tmp_path, wanted=True).remove_all()
    left = sorted(path.name for path in tmp_path.rglob("*") if path.is_file())
    assert left == ["latest.png", "notes.txt"]


def test_a_link_out_of_the_output_is_not_emptied(tmp_path):
    (tmp_path / "elsewhere/food").mkdir(parents=True)
    (tmp_path / "elsewhere/food/apple.front.png").write_bytes(b"precious")
    (tmp_path / "out").mkdir()
    (tmp_path / "out/preview").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    Previews(tmp_path / "out", wanted=True).remove_all()
    assert (tmp_path / "elsewhere/food/apple.front.png").read_bytes() == b"precious"
