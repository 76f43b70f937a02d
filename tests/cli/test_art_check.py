"""Art on the cut is told by `pnp check` and `pnp build`, in every theme, again when the face comes from the cache."""

from pathlib import Path

import pytest

import pnp
from pnp.__main__ import run
from pnp.load.project import find_project

TEMPLATE = """\
{% extends "base/card.svg.j2" %}
{% block body %}
<rect width="63" height="9" fill="{{ palette.sea }}"/>
{% if theme == "night" %}<path d="M5 80H58V88H5Z" fill="#000000"/>{% endif %}
{% endblock %}
"""
TOP = "cards/one, front: a rectangle of #1769b5 ends on the top edge, at (31.5, 0)"
BOTTOM = "cards/one, front: a shape of #000000 ends on the bottom edge, at (31.5, 88), in the theme night"


@pytest.fixture
def small(tmp_path):
    files = {
        "card_data/small/game.yaml": "title: Small\npalette: {sea: '#1769b5'}\nthemes: {night: {palette: {sea: '#0b3358'}}}\n",
        "card_data/small/cards.yaml": "kind: cards\nfront: card.svg.j2\npieces: [{id: one}]\n",
        "templates/small/card.svg.j2": TEMPLATE,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def messages(project: Path) -> list[str]:
    (result,) = pnp.check_games(find_project(project))
    assert {each.severity for each in result.diagnostics} == {"warning"}
    return [each.message for each in result.diagnostics]


def test_what_all_themes_show_is_told_once_and_of_the_rest_the_theme_is_named(small):
    assert messages(small) == [TOP, BOTTOM]
    assert messages(small) == [TOP, BOTTOM]  # the faces come from the cache


def test_a_build_says_so_and_builds_all_the_same(small, monkeypatch, capsys):
    monkeypatch.chdir(small)
    assert run(["build", "small", "--paper", "a4", "-q"]) == 0
    assert TOP in capsys.readouterr().err
    assert (small / "output/small/a4/cards.pdf").exists()
