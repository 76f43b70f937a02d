"""The sheets that the studio shows before printing are those that are printed, and what cannot be printed is said."""

import json
from dataclasses import replace

import pytest
from small_game import change

import pnp
from pnp.studio.print_choice import read_choice
from pnp.studio.print_plan import SheetPlanner
from pnp.studio.print_routes import print_form


def plan(project, **chosen):
    return SheetPlanner(pnp.find_project(project)).plan(read_choice(chosen))


def build(project, choice):
    found = pnp.find_project(project)
    return pnp.build_games(found, choice.games, choice.build_options())


@pytest.mark.parametrize(
    "chosen",
    [
        {"papers": ["letter", "a5"], "backs": "short-edge", "marks": "full", "printer": "office"},
        {"papers": ["a4"], "backs": "gutterfold", "pack": False},
    ],
)
def test_what_is_shown_is_what_is_printed(food_and_box, chosen):
    pnp.keep_printer(pnp.Printer("office", pnp.Calibration(right=0.6, back=(0.99, 1.0))))
    choice = read_choice({"games": ["yes_broccoli"], **chosen})
    planned = SheetPlanner(pnp.find_project(food_and_box)).plan(choice)
    [result] = build(food_and_box, choice)
    manifest = json.loads((food_and_box / "output/yes_broccoli/manifest.json").read_text())
    files = {item.file for item in planned.items}
    printed = {(each["file"], each["page"]): each for each in manifest["sheets"] if each["file"] in files}
    shown = 0
    pages: dict[str, int] = {}
    for sheet in planned.drawn(0, planned.sheets):
        file = planned.items[sheet["item"]].file
        for drawing in filter(None, (sheet["front"], sheet["back"])):
            pages[file] = pages.get(file, 0) + 1
            entry = printed.pop((file, pages[file]))
            assert entry["side"] == drawing["side"]
            assert bool(entry.get("correction")) == (drawing["correction"] is not None)
            for place, face in zip(entry["placements"], drawing["faces"], strict=True):
                due = [place[name] for name in ("x_mm", "y_mm", "width_mm", "height_mm")]
                assert face["trim"] == pytest.approx(due, abs=0.0006)
                assert (face["copy"], face["rotation"]) == (place["copy"], place["rotation"])
                assert face["side"].rpartition(".")[0].endswith(place["piece"])
                assert face["face"] in planned.faces
                shown += 1
    assert printed == {}
    assert shown > 30
    sheets = [
        file for file in result.files if not file.everything and file.path.stem not in {"build", "rules"}
    ]
    assert planned.sheets == sum(
        file.sheets for file in sheets if f"{file.path.parent.name}/{file.path.name}" in files
    )


def test_sheets_turn_about_the_edge_that_was_chosen(tea):
    for backs, axis, fold in (
        ("long-edge", "vertical", False),
        ("short-edge", "horizontal", False),
        ("gutterfold", "", True),
    ):
        first = plan(tea, backs=backs).drawn(0, 1)[0]
        assert (first["axis"], first["back"] is None) == (axis, fold)
        sides = {face["side"].rpartition(".")[2] for face in first["front"]["faces"]}
        assert sides == ({"front", "back"} if fold else {"front"})


def test_sheets_are_counted_by_what_they_are_printed_on(food_and_box):
    planned = plan(food_and_box, papers=["a4"], pack=False)
    assert [(each["title"], each["sheets"]) for each in planned.stocks] == [
        ("Card, 200 to 250 g/m²", 6),
        ("Card, 200 to 300 g/m²", 1),
    ]
    advice = "Card, 200 to 250 g/m²; both sides, flip on long edge; actual size (100 %)"
    assert planned.items[0].advice == advice
    assert [item.first for item in planned.items] == [0, 6]


@pytest.mark.long
def test_what_is_read_first_is_counted_as_it_is_printed(tea):
    planner, choice = SheetPlanner(pnp.find_project(tea)), read_choice({"papers": ["a4", "letter"]})
    counted = planner.reading(choice)
    [result] = build(tea, choice)
    whole = [file for file in result.files if file.everything]
    assert [each.paper for each in counted] == ["A4", "Letter"]
    for pages, file in zip(counted, whole, strict=True):
        planned = planner.plan(replace(choice, papers=(file.path.parent.name,)))
        assert planned.sheets + pages.sheets == file.sheets
        assert planned.pages + pages.guide + pages.rules <= file.pages  # which has empty backs
    assert planner.reading(replace(choice, pieces="rainbow")) == ()


def test_a_changed_file_changes_the_plan_and_another_paper_draws_nothing(tea, monkeypatch):
    planner = SheetPlanner(pnp.find_project(tea))
    before = planner.plan(read_choice({}))
    drawn = []
    monkeypatch.setattr("pnp.build.pipeline.render", lambda *_, **__: drawn.append(1))
    assert planner.plan(read_choice({"papers": ["a3"]})).sheets < before.sheets
    assert drawn == []
    monkeypatch.undo()
    change(
        tea / "card_data/tea_time/game.yaml",
        "palette:",
        'themes: {pale: {palette: {paper: "#ffffff"}}}\npalette:',
    )
    usual, pale = (
        planner.plan(read_choice({"papers": [paper], "theme": theme}))
        for paper, theme in (("a3", ""), ("a3", "pale"))
    )
    assert usual.faces.keys() != pale.faces.keys()
    change(tea / "card_data/tea_time/cards.yaml", "name: Storm, copies: 2", "name: Storm, copies: 30")
    assert planner.plan(read_choice({})).sheets > before.sheets


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"papers": ["a9"]}, 'no paper is called "a9"'),
        ({"papers": "a4"}, "papers: this is not a list of names"),
        ({"backs": "upside"}, 'no way to print backs called "upside"'),
        ({"finish": ["gold"]}, 'there is no finish called "gold"'),
        ({"marks": "dots"}, 'there are no marks called "dots"'),
        ({"copies": -1}, "copies: this is not a whole number from 0 to 999"),
        ({"pack": 1}, "pack: this is neither yes nor no"),
        ({"margin": "wide"}, "the margin"),
        ({"paper": "a4"}, 'nothing about printing is called "paper"'),
        ({"cut": ["silhouette"], "backs": "gutterfold"}, "a folded sheet has no room for the marks"),
        ({"cut": ["cricut"], "printer": "office"}, "decides itself where pictures go"),
        ({"games": ["chess"]}, 'there is no game "chess"'),
        ({"pieces": "nobody*"}, 'no piece is called "nobody*"'),
        ({"since": "/etc"}, 'no release and no revision "/etc"'),
        ({"target": "moon"}, 'nothing to export to called "moon"'),
        ({"target": "png", "dpi": 9000}, "pictures cannot have 9000 dpi"),
    ],
)
def test_what_cannot_be_printed_is_said_in_a_sentence(tea, chosen, words):
    pnp.keep_printer(pnp.Printer("office"))
    with pytest.raises(pnp.PnpError, match=words.replace("*", r"\*")):
        plan(tea, **chosen)


def test_the_form_has_what_is_common_first(two_games):
    project = pnp.find_project(two_games)
    form = print_form(project, SheetPlanner(project).games())
    names = {key: [each["name"] for each in form[key]] for key in ("papers", "games", "backs", "targets")}
    assert names["papers"][:2] == ["a4", "letter"]
    assert names["games"] == ["tea_time", "yes_broccoli"]
    assert "low-ink" in form["games"][1]["themes"]
    assert names["backs"] == ["long-edge", "short-edge", "gutterfold", "none"]
    assert {*names["targets"]} >= {"png", "thegamecrafter"}
    assert {each["group"] for each in form["cuts"]} == {"file", "machine"}
    json.dumps(form)
