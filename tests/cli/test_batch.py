"""A table of jobs: a build for each row with its own values, mistakes before anything is built, no row built twice."""

import csv
import json
import re
from pathlib import Path

import pytest
from pikepdf import Pdf
from small_game import change, write_game

import pnp as api
from pnp.batch import build_job
from pnp.load.game import load_game
from pnp.load.game_yaml import Override
from pnp.load.nodes import text_node
from pnp.load.project import find_project
from pnp.model.diagnostics import Place
from pnp.workers.pool import LocalProcesses, WorkerDied

PLAYER = '{{ line(piece.player, 31.5, 60, anchor="middle") }}{% endblock %}'
QUICK = ("--paper", "a4", "--no-rules", "--workers", "1")


@pytest.fixture
def party(tmp_path, monkeypatch) -> Path:
    """The small game with a player's name on each card, and a second game without."""
    root = write_game(tmp_path / "party")
    write_game(root, "tea")
    change(root / "card_data/soup/food.yaml", "pieces:", "defaults: {player: nobody, rank: 3}\npieces:")
    change(root / "card_data/soup/game.yaml", "fonts:", "facts: {rounds: 8, hand: [1, 2]}\nfonts:")
    change(root / "templates/soup/food.svg.j2", "{% endblock %}", PLAYER)
    monkeypatch.chdir(root)
    return root


def table(root: Path, text: str, name: str = "jobs.csv") -> Path:
    path = root / name
    path.write_bytes(text.encode())
    return path


def face(root: Path, job: str, piece: str = "leek", game: str = "soup") -> str:
    svg = (root / f"output/batch/{job}/{game}/svg/food/{piece}.front.svg").read_text(encoding="utf-8")
    return " ".join(re.findall(r"<text[^>]*>([^<]+)<", svg))


def report(root: Path) -> list[dict[str, str]]:
    with (root / "output/batch/batch-report.csv").open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


def test_each_row_is_a_build_with_its_own_values(party, pnp):
    rows = (
        "\ufeffname;game;language;theme;paper;food.player;food/leek.name;food/pea.copies;game.title\r\n"
        "zoe;soup;de;low-ink;letter;Zoë;Leeky;3;Zoë's Soup\r\n"
        'max;soup;;;a4+letter;"Max;\r\nthe 2nd";;;\r\n'
        "ann;tea;;;;;;;\r\n"
    )
    table(party, rows)
    done = pnp("batch jobs.csv", *QUICK)
    assert (done.status, done.err) == (0, "")
    assert face(party, "zoe") == "Leeky Zoë"
    assert face(party, "zoe", "pea") == "Pea Zoë"
    assert face(party, "ann", game="tea") == "Leek"
    output = party / "output/batch"
    assert sorted(path.relative_to(output).as_posix() for path in output.glob("*/*/*/food.pdf")) == [
        "ann/tea/a4/food.pdf", "max/soup/a4/food.pdf", "max/soup/letter/food.pdf", "zoe/soup/letter/food.pdf",
    ]  # fmt: skip
    manifest = json.loads((output / "zoe/soup/manifest.json").read_text(encoding="utf-8"))
    assert {entry["id"]: entry["copies"] for entry in manifest["pieces"]} == {"leek": 2, "pea": 3}
    with Pdf.open(output / "zoe/soup/letter/food.pdf") as pdf:
        assert (str(pdf.docinfo["/Title"]), str(pdf.Root.Lang)) == ("Zoë's Soup – Food cards (Letter)", "de")
    assert [(row["name"], row["result"], row["theme"]) for row in report(party)] == [
        ("zoe", "built", "low-ink"), ("max", "built", ""), ("ann", "built", ""),
    ]  # fmt: skip
    assert not (party / "output/soup").exists()


@pytest.mark.long
def test_a_row_that_has_not_changed_is_left_alone_wherever_it_stands(party, pnp):
    table(party, "name,game,food.player\nzoe,soup,Zoe\nmax,soup,Max\n")
    assert "2 built" in pnp("batch jobs.csv", *QUICK).out
    before = times(party / "output/batch")
    assert "no findings; 2 unchanged; " in pnp("batch jobs.csv", *QUICK).out
    table(party, "name,game,food.player\nann,soup,Ann\nmax,soup,Moritz\nzoe,soup,Zoe\n")
    assert "2 built, 1 unchanged" in pnp("batch jobs.csv", *QUICK).out
    after = times(party / "output/batch")
    assert {name for name in before if before[name] != after[name]} >= {"max/soup/a4/food.pdf"}
    assert all(before[name] == after[name] for name in before if name.startswith("zoe/"))
    change(party / "card_data/soup/food.yaml", "name: Leek", "name: Onion")
    assert "3 built" in pnp("batch jobs.csv", *QUICK).out
    assert face(party, "zoe") == "Onion Zoe"


def times(folder: Path) -> dict[str, int]:
    return {
        path.relative_to(folder).as_posix(): path.stat().st_mtime_ns
        for path in folder.rglob("*")
        if path.is_file() and path.name != "batch-report.csv"
    }


MISTAKES = """\
name,game,theme,paper,rank,food.plaier,food/leak.name,fod.name,food.rank,game.facts.round,game.facts.hand,food.player
zoe,soup,low-ik,a44,,,,,3,,,Zoe
Zoe,soup,,,,,,,three,,,Zoe
../up,super,,,red,,,,,,,
con,tea,,,,,,,,,,Ann
,soup,,,,,,,,,,Ben
"""

SAID = """\
1:23 PNP103 column E (rank): there is no column "rank"; did you mean "food.rank"?
1:28 PNP118 column F (food.plaier): soup/food has no field "plaier"; did you mean "player"?
1:40 PNP118 column G (food/leak.name): soup/food has no piece "leak"; did you mean "leek"?
1:55 PNP118 column H (fod.name): soup has no component "fod"; did you mean "food"?
1:74 PNP118 column J (game.facts.round): game.yaml of soup has no "facts.round" that a column could set; did you mean "facts.rounds"?
1:91 PNP104 column K (game.facts.hand): facts.hand is a list or a mapping, which does not fit in a cell; remove the column, or use a text in the template
2:10 PNP118 row 2, column C (theme): Soup has no theme "low-ik"; did you mean low-ink?
2:17 PNP118 row 2, column D (paper): no paper is called "a44"; did you mean a4? the papers are a6, a5, a4_letter, a4, letter, legal, a3, tabloid, arch_b, sra3, and any size such as 200x300mm or 4x6in; the sheets of labels and cards are OL32, OL1575, OL5275, OL1245, OL1025, OL3012, OL2088, 8293, 5193, OL5375, 6500012x, 1414K, 1818K, 6500020x, 6500024x, 2525K, 6500030x, 6500040x, 4545K, 6500060x, 5371, 8373, 5388, 5389, C32011, C32015, L7414
3:1 PNP504 row 3, column A (name): two rows have the name "Zoe"; "zoe" is on line 2; write another, so that each has its own folder
3:16 PNP104 row 3, column I (food.rank): rank must be a number, got "three"; write a number, such as 3
4:1 PNP112 row 4, column A (name): "../up" cannot name a folder: write letters a to z, digits, - and _, 60 at most; such as up
4:7 PNP118 row 4, column B (game): there is no game "super"; did you mean "soup"?
5:1 PNP112 row 5, column A (name): "con" cannot name a folder: Windows reserves this name for a device; such as player-1
5:18 PNP118 row 5, column L (food.player): tea/food has no field "player"; the fields are: art, back, copies, extra, front, name
6:1 PNP105 row 6, column A (name): this row has no name; name the folder that it is built into
"""


def test_every_mistake_of_a_table_is_said_before_anything_is_built(party, pnp):
    table(party, MISTAKES)
    done = pnp("batch jobs.csv --all", *QUICK)
    assert done.status == 1
    finding = re.compile(r"^jobs.csv:(\d+:\d+): error (.*?): (.*)\n(?:.*\n){2}  hint: (.*)", re.MULTILINE)
    assert "".join("{} {} {}; {}\n".format(*each) for each in finding.findall(done.err)) == SAID
    assert done.out.startswith("15 errors; nothing is built; ")
    assert not (party / "output").exists()


def test_values_go_through_the_checks_of_the_files(party, pnp):
    table(
        party,
        "name,game,food.copies,food.art,food.front,game.palette.leaf\nzoe,soup,-1,../../x.svg,soup.svg.j2,red\n",
    )
    done = pnp("batch jobs.csv --format json", *QUICK)
    found = [(each["code"], each["column"], each["message"]) for each in json.loads(done.out)]
    assert found == [
        ("PNP117", 10, "row 2, column C (food.copies): copies must be 0 to 999, got -1"),
        ("PNP116", 13, 'row 2, column D (food.art): "../../x.svg" leads outside art/'),
        ("PNP115", 25, 'row 2, column E (food.front): there is no template "soup.svg.j2" in templates/soup/ or templates/base/'),
        ("PNP111", 37, 'row 2, column F (game.palette.leaf): leaf must be a colour such as "#c81e1e", got "red"'),
    ]  # fmt: skip
    assert not (party / "output").exists()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "PNP107"),
        ("name,game\n", "PNP127"),
        ("game,food.player\nsoup,Zoe\n", "PNP105"),
        ("name,language,game.language\nzoe,de,de\n", "PNP125"),
        ("name,game\nzoe,soup,more\n", "PNP124"),
        ("name,food.player\nzoe,Zoe\n", "PNP105"),  # there are two games
        ('name,game,food.player\nzoe,soup,"Zoe\n', "PNP124"),
        ("name,game,food.player\nzoe,soup," + 20_001 * "x" + "\n", "PNP108"),
        ("name,game,food.player\nzoe,soup,\x1b[31m\n", "PNP100"),
    ],
)
def test_a_table_that_is_none_is_one_finding(party, pnp, text, found):
    table(party, text)
    done = pnp("batch jobs.csv --format json", *QUICK)
    assert done.status == 1
    assert [each["code"] for each in json.loads(done.out)] == [found]


def test_what_only_drawing_finds_fails_its_row_alone(party, pnp):
    table(party, "name,game,food.player\nzoe,soup,Zoe\nmax,soup,{{ facts.rounds + }}\nann,soup,Ann\n")
    done = pnp("batch jobs.csv", *QUICK)
    assert done.status == 1
    assert (
        "jobs.csv:3:10: error PNP170: row 3, column C (food.player): food/leek, front: player: " in done.err
    )
    assert [row["result"] for row in report(party)] == ["built", "failed", "built"]
    assert report(party)[1]["reason"].startswith(
        "jobs.csv:3:10: row 3, column C (food.player): food/leek, front: player: "
    )
    assert "output/batch/max: failed: jobs.csv:3:10: row 3" in done.out
    assert not (party / "output/batch/max").exists()
    table(party, "name,game,food.player\nzoe,soup,Zoe\nmax,soup,{{ facts.rounds }}\nann,soup,Ann\n")
    assert "1 built, 2 unchanged" in pnp("batch jobs.csv", *QUICK).out
    assert face(party, "max") == "Leek 8"


def test_a_link_in_the_output_leads_no_row_elsewhere(party, pnp, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (party / "output/batch").mkdir(parents=True)
    (party / "output/batch/zoe").symlink_to(tmp_path / "elsewhere")
    table(party, "name,game\nzoe,soup\nann,tea\n")
    done = pnp("batch jobs.csv", *QUICK)
    assert done.status == 1
    assert "jobs.csv:2:1: error PNP503: row 2, column A (name): " in done.err
    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert [row["result"] for row in report(party)] == ["failed", "built"]


def test_a_worker_that_dies_costs_its_own_job_alone(party, monkeypatch):
    usual = LocalProcesses.do

    def do(processes, task, told):
        if task.function is not build_job:
            return usual(processes, task, told)
        if task.arguments[2].name == "deadly":
            raise WorkerDied("gone", None, cause="memory")
        return task.function(*task.arguments)

    monkeypatch.setattr("pnp.workers.pool.LocalProcesses.do", do)
    path = table(party, "name,game\n" + "".join(f"{name},tea\n" for name in ("one", "deadly", "two")))
    papers = (api.find_paper("a4"),)
    options = api.BatchOptions(api.BuildOptions(papers=papers, rules=False), workers=2)
    result = api.batch_games(api.open_project(()), path, options)
    states = [(each.job.name, each.state) for each in result.jobs]
    assert states == [("one", "built"), ("deadly", "failed"), ("two", "built")]
    (finding,) = result.diagnostics
    assert (finding.code, finding.place.line) == ("PNP503", 3)
    assert "ended unexpectedly" in finding.message
    assert (party / "output/batch/two/tea/a4/food.pdf").is_file()


def test_a_batch_that_is_stopped_says_what_is_done(party, pnp):
    path = table(party, "name,game\nzoe,tea\nann,tea\n")

    def told(name, number, total):
        if name == "built zoe":
            raise KeyboardInterrupt

    options = api.BatchOptions(api.BuildOptions(papers=(api.find_paper("a4"),), rules=False), workers=1)
    with pytest.raises(KeyboardInterrupt):
        api.batch_games(api.open_project(()), path, options, progress=told)
    assert [row["result"] for row in report(party)] == ["built", "not built"]


def test_an_override_is_what_other_fields_are_made_from_and_no_id_changes(party):
    path = party / "card_data/soup/food.yaml"
    change(path, "rank: 3}", 'rank: 3, says: "{player} eats {name}"}\ntables: {inks: {red: 1, blue: 2}}')
    change(path, "{id: pea, name: Pea}", '{id: "{name}", name: Pea, ink: {table: inks, by: dye}, dye: red}')
    place, values = Place("jobs.csv", 2, 1), {"player": "Zoe", "name": "Bean", "dye": "blue"}
    own = [Override("food", "", field, text_node(text, place)) for field, text in values.items()]
    loaded = load_game(find_project(party), "soup", own)
    assert loaded.diagnostics == ()
    leek, pea = loaded.game.components[0].pieces
    assert (leek.id, leek.fields["says"]) == ("leek", "Zoe eats Bean")
    assert (pea.id, pea.fields["ink"], pea.places["player"].file) == ("Pea", 2, "jobs.csv")
    assert "dye" not in leek.fields
