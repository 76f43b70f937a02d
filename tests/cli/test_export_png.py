"""`pnp export png`: every face as a picture, whole or not at all, and nothing outside the project."""

import csv
import io

from PIL import Image
from small_game import contents

from pnp.export.image_files import picture_files
from pnp.workers.tasks import Workers

FOLDER = "output/soup/export/png"


def exported(root, target="png"):
    return contents(root / f"output/soup/export/{target}")


def test_every_face_is_a_picture_of_its_true_size_with_its_bleed(soup, pnp):
    outcome = pnp("export png soup --dpi 254 --workers 1")
    files = exported(soup)
    assert outcome.out.startswith(f"{FOLDER}: 4 files, ")
    assert list(files) == ["files.csv", "food/back.png", "food/leek.front.png", "food/pea.front.png"]
    back = Image.open(io.BytesIO(files["food/back.png"]))
    assert (back.size, back.info["dpi"], back.getpixel((0, 0))) == (
        (690, 940),
        (254, 254),
        (0x3F, 0x9B, 0x3A),
    )


def test_the_list_says_what_each_file_shows_and_how_many_are_wanted(soup, pnp):
    pnp("export png --dpi 50 --no-bleed --workers 1")
    rows = list(csv.DictReader(io.StringIO(exported(soup)["files.csv"].decode())))
    assert [(row["file"], row["copies"], row["width"], row["height"]) for row in rows] == [
        ("food/leek.front.png", "2", "124", "173"),
        ("food/pea.front.png", "1", "124", "173"),
        ("food/back.png", "3", "124", "173"),
    ]


def test_an_export_takes_the_place_of_the_one_before_as_a_whole(soup, pnp):
    pnp("export png --dpi 50 --workers 1")
    pnp("export png --dpi 50 --only pea --workers 1")
    assert list(exported(soup)) == ["files.csv", "food/back.png", "food/pea.front.png"]
    assert [path.name for path in (soup / "output/soup/export").iterdir()] == ["png"]


def test_an_export_that_fails_leaves_the_one_before_and_no_trace(soup, pnp, monkeypatch):
    pnp("export png --dpi 50 --workers 1")
    before, usual = exported(soup), Workers.run

    def full(self, task, *arguments, **limits):
        if task is picture_files:
            raise OSError(28, "No space left on device")
        return usual(self, task, *arguments, **limits)

    monkeypatch.setattr(Workers, "run", full)
    assert pnp("export png --dpi 50 --only pea --workers 1").status != 0
    assert exported(soup) == before
    assert [path.name for path in (soup / "output/soup/export").iterdir()] == ["png"]


def test_a_folder_that_may_be_somebodys_is_not_replaced(soup, pnp):
    (soup / FOLDER).mkdir(parents=True)
    (soup / FOLDER / "mine.txt").write_text("mine")
    outcome = pnp("export png --dpi 50 --workers 1")
    assert (outcome.status, list(exported(soup))) == (2, ["mine.txt"])
    assert "it may be yours" in outcome.err


def test_a_link_out_of_the_project_is_not_followed(soup, pnp, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (soup / "output/soup").mkdir(parents=True)
    (soup / "output/soup/export").symlink_to(tmp_path / "elsewhere")
    assert pnp("export png --dpi 50 --workers 1").status == 2
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_what_is_not_there_is_told_with_what_there_is(soup, pnp):
    for line in (
        "export pgn",
        "export",
        "export png soop",
        "export png --component fod",
        "export png --dpi 5",
    ):
        outcome = pnp(line)
        assert (outcome.status, "hint: " in outcome.err) == (2, True), line
    for line in ("export tts --no-bleed", "export png --url-base https://example.org"):
        assert (pnp(line).status, "leave out --" in pnp(line).err) == (2, True), line
    assert "the targets are png" in pnp("export pgn").err
    assert not (soup / "output").exists()
