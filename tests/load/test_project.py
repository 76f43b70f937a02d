"""The project is where card_data/ is; nothing lists its games."""

import pytest

from pnp.load.game import load_game
from pnp.load.project import READ, bundled, find_project, find_template_file, shipped_project
from pnp.load.rows.read import SUFFIXES
from pnp.model.errors import ProjectNotFound


def make(root, *files):
    for file in files:
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("title: x\n", encoding="utf-8")


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
