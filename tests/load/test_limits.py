"""The limits of a game, and how game.yaml raises them."""

import re
import time
from pathlib import Path

import pytest
from small_game import write_files

from pnp.load.game import load_game
from pnp.load.project import READ, bundled, find_project, find_template_file, shipped_project
from pnp.load.rows.read import SUFFIXES
from pnp.model.diagnostics import ProjectNotFound
from pnp.model.limits import USUAL_LIMITS, raisable, table

ROOT = Path(__file__).parents[2]
DECK = "kind: cards\nfront: front.svg.j2\npieces: [{for: {n: 1..%d}, id: 'p{n}', copies: %d}]\n"


@pytest.fixture
def loaded(tmp_path):
    def load(more: str = "", deck: str = DECK % (2, 1)):
        folder = tmp_path / "card_data" / "soup"
        folder.mkdir(parents=True)
        (folder / "game.yaml").write_text(f"title: Soup\n{more}", encoding="utf-8")
        (folder / "deck.yaml").write_text(deck, encoding="utf-8")
        templates = tmp_path / "templates" / "soup"
        templates.mkdir(parents=True)
        (templates / "front.svg.j2").write_text("<svg/>", encoding="utf-8")
        return load_game(find_project(tmp_path), "soup")

    return load


def test_a_game_raises_a_limit(loaded):
    game = loaded("limits: {pieces: 10001, prints: 200000}\n", DECK % (10_001, 11)).game
    assert game is not None
    assert (game.limits.pieces, game.limits.prints, game.components[0].copies) == (10_001, 200_000, 110_011)
    assert game.limits.shapes == USUAL_LIMITS.shapes


@pytest.mark.parametrize(
    ("limits", "code", "message", "hint"),
    [
        ("{peices: 20000}", "PNP103", 'there is no limit "peices"', 'did you mean "pieces"?'),
        ("{depth: 300}", "PNP103", "the limit depth cannot be raised", "no game needs more; delete it"),
        ("{pieces: 10}", "PNP117", "pieces must be 10000 to 100000, got 10", "write 10000"),
        ("{pieces: 1000000}", "PNP117", "pieces must be 10000 to 100000, got 1000000", "write 100000"),
        ("{pieces: many}", "PNP104", 'pieces must be a whole number, got "many"', "write 10000"),
        ("[pieces]", "PNP104", "limits must be a mapping, got a list", None),
    ],
)
def test_what_limits_says_amiss_is_told_with_the_way_out(loaded, limits, code, message, hint):
    (finding,) = loaded(f"limits: {limits}\n").diagnostics
    assert (finding.code, finding.message, finding.place.line) == (code, message, 2)
    assert hint in (None, finding.hint)


def test_every_limit_of_the_program_is_in_the_page():
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([\d,]+) \|", page, re.MULTILINE)
    assert rows == [(each.name, f"{each.value:,}") for each in table()]
    assert all(each.most > each.value for each in raisable().values())


def test_the_letters_of_all_pieces_are_counted(loaded):
    deck = (
        "kind: cards\nfront: front.svg.j2\ndefaults: {rules: '%s'}\npieces: [{for: {n: 1..%d}, id: 'p{n}'}]\n"
    )
    (finding,) = loaded("", deck % ("a word " * 2_700, 300)).diagnostics
    assert finding.message == "more than 2,000,000 letters in the pieces of one component"
    assert finding.hint.endswith("raise the limit in game.yaml: limits: {piece_letters: 4000000}")


def test_a_for_of_many_long_ranges_is_not_written_out(loaded):
    ranges = ", ".join(f"a{n}: 1..10000" for n in range(1_500))
    began = time.process_time()
    deck = f"kind: cards\nfront: front.svg.j2\npieces: [{{for: {{{ranges}}}, id: 'p{{a1}}'}}]\n"
    finding = loaded("", deck).diagnostics[0]
    assert "far too many pieces" in finding.message
    assert time.process_time() - began < 2


# The project is where card_data/ is; nothing lists its games.


def make(root, *files):
    write_files(root, dict.fromkeys(files, "title: x\n"))


def test_the_nearest_folder_with_card_data_wins(tmp_path):
    make(tmp_path, "card_data/outer/game.yaml", "deep/card_data/inner/game.yaml", "deep/a/b/c.txt")
    inner, outer = tmp_path / "deep", tmp_path
    assert find_project(inner / "a" / "b").root == inner.resolve()
    assert find_project(inner / "a" / "b" / "c.txt").root == inner.resolve()
    assert find_project(inner).root == inner.resolve()
    assert find_project(outer).root == outer.resolve()


def test_no_card_data_anywhere_names_the_folder_and_the_way_out(tmp_path):
    (tmp_path / "card_data").write_text("a file, not a folder", encoding="utf-8")
    with pytest.raises(ProjectNotFound) as caught:
        find_project(tmp_path)
    assert str(tmp_path.resolve()) in str(caught.value)
    assert caught.value.hint == "go to the folder of your game, or make card_data/<game>/game.yaml here"


def test_templates_of_the_shipped_games_serve_no_other_project(tmp_path):
    make(tmp_path, "card_data/yoggity/game.yaml")
    front = "aid.svg.j2"
    assert (bundled("templates") / "yoggity" / front).is_file()
    (tmp_path / "card_data/yoggity/cards.yaml").write_text(
        f"kind: cards\nfront: {front}\npieces: [{{id: one}}]\n", encoding="utf-8"
    )
    project = find_project(tmp_path)
    (finding,) = load_game(project, "yoggity").diagnostics
    assert finding.code == "PNP115"
    assert finding.message == f'there is no template "{front}" in templates/yoggity/ or templates/base/'
    assert front not in str(finding.hint)
    assert find_template_file(project.templates, f"yoggity/{front}") is None
    assert find_template_file(project.templates, "base/card.svg.j2") is not None
    assert find_template_file(shipped_project(tmp_path).templates, f"yoggity/{front}") is not None


def test_a_build_looks_at_every_file_that_may_hold_rows():
    assert {*SUFFIXES} <= {*READ}
