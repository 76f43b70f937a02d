"""`pnp snapshot`: approved faces pass, others are found, with pictures that show what changed."""

import base64
import io
import json
import re
import shutil

import pytest
from PIL import Image
from small_game import FOOD, TOOLS, Prepared, change, contents, in_a_process, write_game

FRONT = "templates/soup/food.svg.j2"
DATA = "card_data/soup/food.yaml"


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    return Prepared(write_game(tmp_path_factory.mktemp("approved") / "soup"), "snapshot --update")


@pytest.fixture
def approved(prepared, tmp_path, monkeypatch):
    """The small game with every face approved."""
    return prepared.copy(tmp_path / "soup", monkeypatch)


PAGE = "output/soup/snapshot.html"


def shown(project):
    """The pictures in the page that shows what is not as approved."""
    page = (project / PAGE).read_text(encoding="utf-8")
    files = re.findall(r'src="data:image/png;base64,([^"]+)"', page)
    return [Image.open(io.BytesIO(base64.b64decode(file))).convert("RGB") for file in files]


def no_drawing(monkeypatch):
    """From here on, converting a face fails."""

    def refuse(*_, **__):
        raise AssertionError("a face was converted")

    monkeypatch.setattr("pnp.history.approved_pictures.Conversion.start", refuse)


def test_approved_faces_are_pictures_in_the_project_that_say_what_they_show(approved):
    names = ("leek.front", "leek.back", "pea.front", "pea.back")
    assert set(contents(approved / "snapshots")) == {f"soup/food/{name}.png" for name in names}
    assert not (approved / "card_data/soup/approved.yaml").exists()  # pnp approve begins it
    keys = []
    for name in names:
        with Image.open(approved / f"snapshots/soup/food/{name}.png") as picture:
            assert picture.size == (407, 555)  # 69 x 94 mm at 150 dpi
            assert round(picture.info["dpi"][0]) == 150
            keys.append(picture.info["Drawing"])
    assert (len(set(keys)), keys[1], len(keys[0])) == (3, keys[3], 64)  # the back is one drawing


def test_what_is_approved_passes_and_is_not_even_converted(approved, pnp, monkeypatch):
    no_drawing(monkeypatch)
    outcome = pnp("snapshot")
    assert (outcome.status, outcome.out, outcome.err) == (0, "Soup: 4 faces look as approved\n", "")
    assert not (approved / "output").exists()


def test_a_text_moved_by_a_third_of_a_millimetre_is_seen(approved, pnp):
    change(approved / FRONT, "31.5, 44", "31.8, 44")
    outcome = pnp("snapshot")
    first, *_, second = outcome.err.splitlines()
    assert outcome.status == 1
    assert first.startswith("card_data/soup/food.yaml:7:5: error PNP571: food/leek, front: 0.")
    assert first.endswith(" % of it looks different")
    assert "food/pea, front" in second
    assert outcome.out == (
        "Soup: 2 changed; 2 faces look as approved; side by side in output/soup/snapshot.html; "
        "if that is meant: pnp snapshot soup --update\n"
    )
    assert len(shown(approved)) == 6


def test_space_in_a_template_changes_nothing_that_is_seen(approved, pnp):
    change(approved / FRONT, "{% block body %}", "{% block body %}\n\n   ")
    outcome = pnp("snapshot")
    assert outcome.status == 0
    assert outcome.out == "Soup: 4 faces look as approved (2 drawn differently, looks the same)\n"
    assert not (approved / PAGE).exists()


def test_the_pictures_show_the_old_face_the_new_one_and_where_they_differ(approved, pnp):
    change(
        approved / "templates/soup/back.svg.j2",
        "{% endblock %}",
        '<circle r="5" fill="#d00000"/>{% endblock %}',
    )
    pnp("snapshot")
    spot = (18, 18)  # the corner of the trim, 3 mm from the corner of the picture, at 150 dpi
    old, new, marked = (picture.getpixel(spot) for picture in shown(approved))
    assert (old, new, marked) == ((63, 155, 58), (208, 0, 0), (163, 0, 90))
    shutil.copy(approved / "snapshots/soup/food/leek.back.png", approved / "before.png")
    with Image.open(approved / "before.png") as before:
        assert before.convert("RGB").getpixel(spot) == old  # what was approved stays


def test_the_page_goes_when_all_is_well(approved, pnp):
    change(approved / DATA, "name: Pea", "name: Peas")
    pnp("snapshot")
    assert (approved / PAGE).exists()
    change(approved / DATA, "name: Peas", "name: Pea")
    assert pnp("snapshot").status == 0
    assert not (approved / PAGE).exists()


def test_a_new_piece_and_a_missing_one_are_found(approved, pnp):
    change(approved / DATA, "{id: pea, name: Pea}", "{id: bean, name: Bean}")
    outcome = pnp("snapshot")
    assert outcome.status == 1
    told = [line for line in pnp("snapshot --all").err.splitlines() if "error " in line]
    codes = [line.partition("error ")[2].partition(";")[0] for line in told]
    assert codes == [
        "PNP572: food/bean, front: no picture of it was kept yet",
        "PNP572: food/bean, back: no picture of it was kept yet",
        "PNP573: food/pea, front: it was approved and is no longer in the game",
        "PNP573: food/pea, back: it was approved and is no longer in the game",
    ]
    page = (approved / PAGE).read_text(encoding="utf-8")
    assert re.findall(r"<h4>(New|Gone)</h4>", page) == ["New", "Gone"]
    assert "<figcaption>Bean, 1 copy</figcaption>" in page
    assert len(shown(approved)) == 2


def test_update_writes_only_what_changed_and_says_it(approved, pnp):
    before = contents(approved / "snapshots/soup")
    change(approved / DATA, "{id: pea, name: Pea}", "{id: bean, name: Bean}")
    change(approved / DATA, "name: Leek", "name: Leeks")
    outcome = pnp("snapshot --update")
    changed, front, back, *gone, last = outcome.out.splitlines()
    assert outcome.status == 0
    assert changed.startswith("food/leek, front: ")
    assert (front, back) == ("food/bean, front: new", "food/bean, back: new")
    assert gone == ["food/pea, front: no longer in the game", "food/pea, back: no longer in the game"]
    assert last == "Soup: 1 changed, 2 new, 2 gone; 4 pictures kept in snapshots/soup"
    after = contents(approved / "snapshots/soup")
    assert before.keys() - after.keys() == {"food/pea.front.png", "food/pea.back.png"}
    assert {name for name in before.keys() & after.keys() if before[name] != after[name]} == {
        "food/leek.front.png"
    }
    assert pnp("snapshot").status == 0


def test_update_renews_the_drawing_of_what_looks_the_same(approved, pnp, monkeypatch):
    before = contents(approved / "snapshots/soup")
    change(approved / FRONT, "{% block body %}", "{% block body %}\n\n")
    outcome = pnp("snapshot --update")
    assert outcome.out == "Soup: 2 drawn differently, looks the same; 4 pictures kept in snapshots/soup\n"
    after = contents(approved / "snapshots/soup")
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"food/leek.front.png", "food/pea.front.png"}
    no_drawing(monkeypatch)
    assert pnp("snapshot").out == "Soup: 4 faces look as approved\n"


def test_a_picture_that_does_not_say_what_it_shows_is_compared_all_the_same(approved, pnp):
    before = contents(approved / "snapshots")
    for picture in (approved / "snapshots/soup/food").iterdir():
        with Image.open(picture) as kept:
            kept.convert("RGB").save(picture)  # as a program that makes pictures smaller leaves it
    assert pnp("snapshot").out.startswith("Soup: 4 faces look as approved")
    change(approved / DATA, "name: Leek", "name: Leeks")
    assert pnp("snapshot").err.count("PNP571") == 1
    assert len(shown(approved)) == 3
    change(approved / DATA, "name: Leeks", "name: Leek")
    assert pnp("snapshot --update").status == 0
    assert contents(approved / "snapshots") == before


def test_the_same_faces_give_the_same_bytes(approved, pnp):
    before = contents(approved / "snapshots")
    shutil.rmtree(approved / "snapshots")
    pnp("snapshot --update")
    assert contents(approved / "snapshots") == before


def test_a_part_is_compared_and_approved_alone(tmp_path, monkeypatch, pnp):
    monkeypatch.chdir(write_game(tmp_path, food=FOOD, tools=TOOLS))
    pnp("snapshot --update")
    change(tmp_path / DATA, "{id: pea, name: Pea}", "{id: bean, name: Bean}")
    change(tmp_path / "card_data/soup/tools.yaml", "name: Pot", "name: Pots")
    assert pnp("snapshot --only lid").status == 0
    assert pnp("snapshot --component tools").err.count("error") == 1
    assert pnp("snapshot --component tools --update").status == 0
    assert pnp("snapshot --component tools").status == 0
    assert pnp("snapshot --all").err.count("error") == 4  # the bean and the pea, two sides each
    assert (tmp_path / "snapshots/soup/food/pea.front.png").exists()
    assert pnp("snapshot --component food --update").status == 0
    assert {name.split(".")[0] for name in contents(tmp_path / "snapshots/soup/food")} == {"leek", "bean"}
    assert pnp("snapshot --component spoons").status == 2


def test_without_approved_faces_it_says_what_to_type(soup, pnp):
    outcome = pnp("snapshot soup")
    assert (outcome.status, outcome.out) == (2, "")
    assert "no pictures of approved faces are kept in snapshots" in outcome.err
    hint = "hint: look at the cards, and if they are as they should be: pnp approve soup --pictures\n"
    assert outcome.err.endswith(hint)
    assert not (soup / "snapshots").exists()


def test_a_game_without_approved_faces_beside_others_is_a_finding(approved, pnp):
    write_game(approved, "stew")
    outcome = pnp("snapshot")
    assert outcome.status == 1
    said = "PNP572: no picture of stew was kept yet; if its faces are as they should be: pnp approve stew --pictures"
    assert said in outcome.err
    assert "Soup: 4 faces look as approved" in outcome.out


def test_a_game_with_errors_is_not_compared(approved, pnp):
    before = contents(approved / "snapshots")
    change(approved / FRONT, "piece.name", "piece.nme")
    for words, done in (("snapshot", "compared"), ("snapshot --update", "approved")):
        outcome = pnp(words)
        assert outcome.status == 1
        assert "PNP302" in outcome.err
        assert outcome.out == f"Soup: not {done}, see the errors above\n"
    assert contents(approved / "snapshots") == before


def test_a_face_of_another_size_has_changed(approved, pnp):
    change(approved / DATA, "size: standard", "size: 63mm x 90mm")
    assert pnp("snapshot --all").err.count("PNP571") == 4


@pytest.mark.parametrize("damage", ["cut short", "no picture", "a folder", "a bomb"])
def test_a_picture_that_cannot_be_read_is_a_finding(damage, approved, pnp):
    picture = approved / "snapshots/soup/food/leek.front.png"
    whole = picture.read_bytes()
    match damage:
        case "cut short":
            picture.write_bytes(whole[:-20])
        case "no picture":
            picture.write_bytes(b"GIF89a")
        case "a folder":
            picture.unlink()
            picture.mkdir()
        case "a bomb":
            Image.new("1", (11_000, 11_000)).save(picture)
    outcome = pnp("snapshot")
    assert outcome.status == 1
    assert "error PNP574: food/leek, front: its approved picture cannot be used: it " in outcome.err
    if damage != "a folder":
        assert pnp("snapshot --update").status == 0
        assert picture.read_bytes() == whole


def test_a_picture_that_is_not_there_was_not_kept_yet(approved, pnp):
    before = contents(approved / "snapshots")
    (approved / "snapshots/soup/food/leek.front.png").unlink()
    assert "error PNP572: food/leek, front: no picture of it was kept yet" in pnp("snapshot").err
    assert pnp("snapshot --update").status == 0
    assert contents(approved / "snapshots") == before


def test_a_link_that_leads_out_is_not_followed(approved, pnp, tmp_path):
    outside = tmp_path / "outside"
    shutil.move(approved / "snapshots/soup/food", outside)
    (approved / "snapshots/soup/food").symlink_to(outside)
    outcome = pnp("snapshot --all")
    assert outcome.status == 1
    assert outcome.err.count("its approved picture cannot be used: it leads to ") == 4
    before = contents(outside)
    change(approved / DATA, "{id: pea, name: Pea}", "{id: bean, name: Bean}")
    outcome = pnp("snapshot --update")
    assert (outcome.status, "or choose the real folder with --approved" in outcome.err) == (2, True)
    assert contents(outside) == before


def test_nothing_is_removed_behind_a_link_that_leads_out(tmp_path, monkeypatch, pnp):
    root, outside = write_game(tmp_path / "soup", food=FOOD, tools=TOOLS), tmp_path / "outside"
    monkeypatch.chdir(root)
    pnp("snapshot --update")
    shutil.move(root / "snapshots/soup/tools", outside)
    (root / "snapshots/soup/tools").symlink_to(outside)
    (root / "card_data/soup/tools.yaml").unlink()
    before = contents(outside)
    assert pnp("snapshot --update").out.endswith("Soup: nothing new; 4 pictures kept in snapshots/soup\n")
    assert contents(outside) == before


def test_a_folder_of_approved_faces_elsewhere_is_not_written_through_a_link(soup, pnp, tmp_path):
    (tmp_path / "outside").mkdir()
    (soup / "snapshots").symlink_to(tmp_path / "outside")
    outcome = pnp("snapshot --update")
    assert outcome.status == 2
    assert ", outside of " in outcome.err
    assert "--approved" in outcome.err
    assert list((tmp_path / "outside").iterdir()) == []


def test_approved_faces_may_lie_elsewhere(soup, pnp, tmp_path):
    assert pnp(f"snapshot --update --approved {tmp_path}/kept").status == 0
    assert (tmp_path / "kept/soup/food/leek.front.png").is_file()
    assert not (soup / "snapshots").exists()
    assert pnp(f"snapshot --approved {tmp_path}/kept").status == 0
    change(soup / DATA, "name: Pea", "name: Peas")
    hint = f"if that is meant: pnp snapshot soup --update --approved {tmp_path}/kept\n"
    assert pnp(f"snapshot --approved {tmp_path}/kept").out.endswith(hint)


def test_programs_get_json_and_annotations(approved, pnp):
    change(approved / DATA, "name: Pea", "name: Peas")
    (found,) = json.loads(pnp("snapshot --format json").out)
    assert (found["code"], found["game"], found["piece"]) == ("PNP571", "soup", "food/pea")
    assert (found["file"], found["line"]) == ("card_data/soup/food.yaml", 8)
    assert pnp("snapshot --format github").out.startswith("::error file=card_data/soup/food.yaml,line=8,")


@pytest.mark.long
def test_it_works_where_the_approved_faces_cannot_be_written(approved):
    change(approved / DATA, "name: Pea", "name: Peas")
    for path in (approved / "snapshots").rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = contents(approved / "snapshots")
    outcome = in_a_process(approved, "snapshot")
    for path in (approved / "snapshots").rglob("*"):
        path.chmod(0o755)
    assert (outcome.status, "PNP571" in outcome.err) == (1, True)
    assert contents(approved / "snapshots") == before


def test_a_picture_left_without_a_face_goes_at_the_next_approval(approved, pnp):
    stray, own = (approved / "snapshots/soup/food" / name for name in ("carrot.front.png", "sketch.png"))
    for path in (stray, own):
        path.write_bytes(b"")
    assert "PNP573: food/carrot, front: it was approved and is no longer in the game" in pnp("snapshot").err
    pnp("snapshot --update")
    assert (stray.exists(), own.exists()) == (False, True)
