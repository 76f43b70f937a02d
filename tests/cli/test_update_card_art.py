"""The recipe docs/recipes/update-card-art.md, from its first command to its last, while an artist saves."""

import json
import re
import shlex
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageDraw
from small_game import ROOT
from watched import Watch

from pnp.__main__ import run
from pnp.export.image_files import page_picture
from pnp.load.game import load_game
from pnp.load.project import find_project

PAGE = (ROOT / "docs/recipes/update-card-art.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
OUT = Path("output/yes_broccoli")
GREEN = (40, 160, 30)


def painting(path: Path) -> Path:
    """A green apple on cream, as a photo of a painting would be."""
    picture = Image.new("RGB", (1200, 1000), "#fdf3d0")
    pen = ImageDraw.Draw(picture)
    pen.ellipse((250, 200, 950, 900), fill=GREEN)
    pen.rectangle((570, 80, 620, 260), fill="#6b4a2b")
    path.parent.mkdir(exist_ok=True)
    picture.save(path)
    return path


@pytest.fixture
def broccoli(food_and_box, monkeypatch):
    monkeypatch.setattr("pnp.art.brief.DPI", 20)  # nobody looks at the guides here
    monkeypatch.chdir(food_and_box)
    return food_and_box


@pytest.mark.long
@pytest.mark.usefixtures("shipped_games")
def test_from_the_painting_to_the_new_cards_in_the_box(broccoli, capfd):
    page = iter(COMMANDS)

    def follow(*commands):
        for command in commands:
            assert command == next(page)
            capfd.readouterr()
            assert run(shlex.split(command)[1:]) == 0, capfd.readouterr().err
        return capfd.readouterr().out

    follow("pnp build yes_broccoli", "pnp release printed yes_broccoli")
    assert "apple 56.6 x 47.2 669 x 557" in " ".join(follow("pnp art list yes_broccoli").split())
    follow("pnp art brief yes_broccoli")

    assert next(page) == "pnp watch yes_broccoli"
    watched(broccoli)
    (broccoli / "card_data/yes_broccoli/art/apple.png").unlink()

    painting(broccoli / "apple.png")
    follow('pnp art add apple.png --for food/apple --credit "Ann Painter" --licence "CC BY 4.0"')
    told = follow("pnp diff printed yes_broccoli")
    assert re.findall(r"^    [~+-] .+$", told, re.MULTILINE) == re.findall(
        r"^    [~+-] .+$", PAGE, re.MULTILINE
    )
    assert told.replace("18 the same", f"{all_pieces() - 2} the same") in PAGE
    follow("pnp diff printed yes_broccoli --format html")
    assert "data:image/png" in Path("output/changes.html").read_text(encoding="utf-8")

    follow("pnp build yes_broccoli --changed-since printed --component food --paper a4")
    the_reprint_is_three_apples_with_their_backs()

    built = follow("pnp build yes_broccoli")
    assert "21 faces (all reused)" in built, "pnp diff has drawn the new ones"
    assert "every one in its place" in follow("pnp verify yes_broccoli")
    follow("pnp approve yes_broccoli --pictures", "pnp release printed-again yes_broccoli")
    assert list(page) == []
    assert run(["rules", "yes_broccoli", "--format", "md", "--out", "-"]) == 0
    assert "Ann Painter" in capfd.readouterr().out
    assert run(["build", "yes_broccoli", "--changed-since", "printed-again"]) == 0
    assert not (OUT / "reprint").exists(), "nothing has changed since"


def all_pieces() -> int:
    """The pieces of the whole game, which the page is about."""
    return sum(
        len(component.pieces) for component in load_game(find_project(ROOT), "yes_broccoli").game.components
    )


def watched(broccoli: Path) -> None:
    """Save the painting while `pnp watch` looks on."""
    pnp = Watch(broccoli, "yes_broccoli", "--paper", "a4")
    try:
        pnp.until("watching yes_broccoli")
        pnp.until("PDF")
        painting(broccoli / "card_data/yes_broccoli/art/apple.png")
        pnp.until("yes_broccoli: 5 PDFs after")
        assert pnp.stop() == 130
    finally:
        pnp.kill()


def the_reprint_is_three_apples_with_their_backs() -> None:
    """Look at the manifest, and at the sheet itself: what is on it, and nothing else."""
    manifest = json.loads((OUT / "reprint/manifest.json").read_text(encoding="utf-8"))
    assert [(each["component"], each["id"], each["copies"]) for each in manifest["pieces"]] == [
        ("food", "apple", 3)
    ]
    front, back = manifest["sheets"]
    assert [[place["piece"] for place in sheet["placements"]] for sheet in (front, back)] == [
        ["apple"] * 3
    ] * 2
    path = OUT / "reprint/a4/food.pdf"
    with pikepdf.open(path) as pdf:
        keys = {
            str(form.PnpFace)
            for page in pdf.pages
            for form in page.resources.XObject.values()
            if "/PnpFace" in form
        }
        assert (len(pdf.pages), len(keys)) == (2, 2)
    with page_picture(path, 0, dpi=72) as picture:
        for place in front["placements"]:
            x, y = (place["x_mm"] + 31.5) / 25.4 * 72, (place["y_mm"] + 35) / 25.4 * 72
            assert picture.getpixel((round(x), round(y))) == GREEN
    # Turned over its long edge, each back lies behind its front: as far from the right as the front from the left.
    fronts = {(place["x_mm"], place["y_mm"]) for place in front["placements"]}
    assert fronts == {(round(210 - 63 - place["x_mm"], 4), place["y_mm"]) for place in back["placements"]}
    words = (OUT / "reprint/throw-away.txt").read_text(encoding="utf-8")
    assert words.count("3 x Apple (apple)") == 2
