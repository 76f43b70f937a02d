"""`pnp snapshot`: approved faces pass, others are found, with a page that shows what changed."""

import base64
import io
import json
import re
import shutil

import pytest
from PIL import Image
from small_game import FOOD, TOOLS, Prepared, change, contents, write_game

from pnp.load.translation import PSEUDO

FRONT = "templates/soup/food.svg.j2"
DATA = "card_data/soup/food.yaml"
PAGE = "output/soup/snapshot.html"
KEPT = "snapshots/soup"


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    return Prepared(write_game(tmp_path_factory.mktemp("approved") / "soup"), "snapshot --update")


@pytest.fixture
def approved(prepared, tmp_path, monkeypatch):
    """The small game with every face approved."""
    return prepared.copy(tmp_path / "soup", monkeypatch)


def shown(project):
    """The pictures in the page that shows what is not as approved."""
    page = (project / PAGE).read_text(encoding="utf-8")
    files = re.findall(r'src="data:image/png;base64,([^"]+)"', page)
    return [Image.open(io.BytesIO(base64.b64decode(file))).convert("RGB") for file in files]


def pieces(project):
    """The ids of the pieces that are kept as approved."""
    return [entry["id"] for entry in json.loads((project / KEPT / "manifest.json").read_text())["pieces"]]


def said(outcome):
    """The findings of a command, without their places."""
    return [line.partition("error ")[2] for line in outcome.err.splitlines() if "error " in line]


def test_what_is_approved_passes_and_is_not_even_converted(approved, pnp, monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("a face was converted")

    monkeypatch.setattr("pnp.history.diff.convert_drawable", refuse)
    outcome = pnp("snapshot")
    assert (outcome.status, outcome.out, outcome.err) == (0, "Soup: 2 pieces look as approved\n", "")
    assert not (approved / "output").exists()


def test_what_is_approved_can_be_compared_with_and_reprinted_from_by_name(approved, pnp):
    change(approved / DATA, "name: Leek, copies: 2", "name: Leeks, copies: 3")
    assert 'was "Leek", now "Leeks"; 3 copies (were 2)' in pnp("diff approved").out
    assert "3 pieces to put in" in pnp("build --changed-since approved").out


def test_a_translation_is_approved_and_compared_with_by_itself(soup, pnp):
    assert pnp("approve soup --pictures").status == 0
    assert pnp(f"approve soup --pictures --lang {PSEUDO}").status == 0
    assert (soup / f"snapshots/soup-{PSEUDO}/manifest.json").is_file()
    told = pnp(f"build --lang {PSEUDO} --changed-since approved soup").out
    assert "nothing to reprint since approved" in told


def test_a_text_moved_by_a_third_of_a_millimetre_is_seen(approved, pnp):
    change(approved / FRONT, "31.5, 44", "31.8, 44")
    outcome = pnp("snapshot")
    assert outcome.status == 1
    assert outcome.err.startswith(
        "card_data/soup/food.yaml:7:5: error PNP571: food/leek: front: other layout\n"
    )
    assert "food/pea: front: other layout" in pnp("snapshot --all").err
    assert outcome.out == (
        "Soup: 2 changed; side by side in output/soup/snapshot.html; "
        "if that is meant: pnp snapshot soup --update\n"
    )
    assert len(shown(approved)) == 6


def test_space_in_a_template_and_another_number_of_copies_are_not_seen(approved, pnp):
    change(approved / DATA, "copies: 2", "copies: 4")
    change(approved / FRONT, "{% block body %}", "{% block body %}\n\n   ")
    outcome = pnp("snapshot")
    assert (outcome.status, outcome.out) == (0, "Soup: 2 pieces look as approved\n")
    assert not (approved / PAGE).exists()


def test_the_page_shows_the_old_face_the_new_one_and_where_they_differ(approved, pnp):
    circle = '<circle r="5" fill="#d00000"/>{% endblock %}'
    change(approved / "templates/soup/back.svg.j2", "{% endblock %}", circle)
    pnp("snapshot")
    old, new, marked = (picture.getpixel((1, 1)) for picture in shown(approved))  # once for both cards
    assert (old, new, marked) == ((63, 155, 58), (208, 0, 0), (163, 0, 90))


def test_a_new_piece_and_a_missing_one_are_found(approved, pnp):
    change(approved / DATA, "{id: pea, name: Pea}", "{id: bean, name: Bean}")
    outcome = pnp("snapshot --all")
    assert outcome.status == 1
    assert said(outcome) == [
        "PNP572: food/bean: no face of it was kept yet",
        "PNP573: food/pea: it was approved and is no longer in the game",
    ]
    assert re.findall(r"<h4>(New|Gone)</h4>", (approved / PAGE).read_text(encoding="utf-8")) == [
        "New",
        "Gone",
    ]
    assert len(shown(approved)) == 2


def test_update_writes_only_what_changed_and_says_it(approved, pnp):
    before = contents(approved / KEPT)
    change(approved / DATA, "{id: pea, name: Pea}", "{id: bean, name: Bean}")
    change(approved / DATA, "name: Leek", "name: Leeks")
    outcome = pnp("snapshot --update")
    assert outcome.status == 0
    assert outcome.out.splitlines() == [
        "Soup, since you approved",
        "  food",
        '    ~ leek (Leeks): front: was "Leek", now "Leeks"',
        "    + bean (Bean): new, 1 copy",
        "    - pea: gone, 1 copy",
        "Soup: 1 changed, 1 added, 1 removed; 3 faces kept in snapshots/soup",
    ]
    after = contents(approved / KEPT)
    assert (len(after), len(before.keys() & after.keys())) == (4, 2)  # the back and the manifest
    assert pnp("snapshot").status == 0
    assert (
        pnp("snapshot --update").out
        == "Soup: nothing changed since you approved, 2 the same; 3 faces kept in snapshots/soup\n"
    )


def test_a_part_is_compared_and_approved_alone(tmp_path, monkeypatch, pnp):
    monkeypatch.chdir(write_game(tmp_path, food=FOOD, tools=TOOLS))
    pnp("snapshot --update")
    change(tmp_path / DATA, "{id: pea, name: Pea}", "{id: bean, name: Bean}")
    change(tmp_path / "card_data/soup/tools.yaml", "name: Pot", "name: Pots")
    assert pnp("snapshot --only lid").status == 0
    assert pnp("snapshot --component tools").err.count("error") == 1
    assert pnp("snapshot --component tools --update").status == 0
    assert pnp("snapshot --component tools").status == 0
    assert [line[:7] for line in said(pnp("snapshot --all"))] == ["PNP572:", "PNP573:"]
    assert pieces(tmp_path) == ["leek", "pea", "lid", "pot"]
    assert pnp("snapshot --component food --update").status == 0
    assert pieces(tmp_path) == ["bean", "leek", "lid", "pot"]
    assert pnp("snapshot --component spoons").status == 2


def test_without_approved_faces_it_says_what_to_type(soup, pnp):
    outcome = pnp("snapshot soup")
    assert (outcome.status, outcome.out) == (2, "")
    assert "no approved faces are kept in snapshots" in outcome.err
    hint = "hint: look at the cards, and if they are as they should be: pnp approve soup --pictures\n"
    assert outcome.err.endswith(hint)
    assert not (soup / "snapshots").exists()


def test_a_game_without_approved_faces_beside_others_is_a_finding(approved, pnp):
    write_game(approved, "stew")
    outcome = pnp("snapshot")
    assert outcome.status == 1
    told = "PNP572: no face of stew was kept yet; if they are as they should be: pnp approve stew --pictures"
    assert told in outcome.err
    assert "Soup: 2 pieces look as approved" in outcome.out


def test_a_game_with_errors_is_not_compared(approved, pnp):
    before = contents(approved / "snapshots")
    change(approved / FRONT, "piece.name", "piece.nme")
    for words, done in (("snapshot", "compared"), ("snapshot --update", "approved")):
        outcome = pnp(words)
        assert outcome.status == 1
        assert "PNP302" in outcome.err
        assert outcome.out == f"Soup: not {done}, see the errors above\n"
    assert contents(approved / "snapshots") == before


@pytest.mark.parametrize(
    "damage", ["another drawing", "no drawing", "a folder", "nothing", "line ends of Windows"]
)
def test_a_face_that_cannot_be_read_is_a_finding_once_it_changed(damage, approved, pnp):
    for face in (approved / KEPT / "faces").iterdir():
        whole = face.read_bytes()
        match damage:
            case "another drawing":
                face.write_bytes(whole.replace(b"Leek", b"Fake").replace(b"#3f9b3a", b"#ffffff"))
            case "no drawing":
                face.write_bytes(b"GIF89a")
            case "line ends of Windows":
                face.write_bytes(whole.replace(b"\n", b"\r\n"))
            case _:
                face.unlink()
                if damage == "a folder":
                    face.mkdir()
    assert pnp("snapshot").status == 0
    change(approved / DATA, "name: Leek", "name: Leeks")
    damaged = "PNP574: food/leek: it looks different; its approved face is damaged or not there"
    seen = 'PNP571: food/leek: front: was "Leek", now "Leeks"'
    assert said(pnp("snapshot")) == [seen if damage == "line ends of Windows" else damaged]
    if damage != "a folder":
        assert pnp("snapshot --update").status == 0
        assert pnp("snapshot").status == 0


def test_a_link_that_leads_out_is_not_followed(approved, pnp, tmp_path):
    outside = tmp_path / "outside"
    shutil.move(approved / KEPT, outside)
    (approved / KEPT).symlink_to(outside)
    before = contents(outside)
    assert "no approved faces are kept" in pnp("snapshot").err
    outcome = pnp("snapshot --update")
    assert (outcome.status, "or choose the real folder with --approved" in outcome.err) == (2, True)
    (approved / KEPT).unlink()
    (approved / KEPT).mkdir()
    shutil.copy(outside / "manifest.json", approved / KEPT)
    (approved / KEPT / "faces").symlink_to(outside / "faces")
    change(approved / DATA, "name: Leek", "name: Leeks")
    assert said(pnp("snapshot"))[0].startswith("PNP574: food/leek")
    assert pnp("snapshot --update").status == 2
    assert contents(outside) == before


def test_approved_faces_may_lie_elsewhere(soup, pnp, tmp_path):
    assert pnp(f"snapshot --update --approved {tmp_path}/kept").status == 0
    assert (tmp_path / "kept/soup/manifest.json").is_file()
    assert not (soup / "snapshots").exists()
    assert pnp(f"snapshot --approved {tmp_path}/kept").status == 0
    change(soup / DATA, "name: Pea", "name: Peas")
    hint = f"if that is meant: pnp snapshot soup --update --approved {tmp_path}/kept\n"
    assert pnp(f"snapshot --approved {tmp_path}/kept").out.endswith(hint)
