"""Attempts of a project to read, write, reach or run what is outside of it, one of each kind: none succeeds."""

import os
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pytest

from pnp.__main__ import run
from tests.fuzz.projects import FRONT
from tests.security.escape_sandbox import Sandbox, Server, filled_sandbox, git, holes

LOOK = ("check",)
"""What somebody does first with a game that was downloaded; what is read at all is read by this."""

VERSIONS = ("diff HEAD",)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">{}</svg>'


class Escape(NamedTuple):
    prepare: Callable[[Sandbox], object]
    commands: tuple[str, ...] = LOOK


def _chained(box: Sandbox) -> None:
    box.link("one", "../neighbour")
    box.link("two", "one")
    box.link("card_data/soup/art/leek.svg", "../../../two/secret.svg")


def _overwrites(box: Sandbox) -> None:
    box.link("output/soup/manifest.json", "../../../neighbour/secret.json")
    box.link("output/soup/rules.html", "../../../neighbour/secret.txt")
    box.link("card_data/soup/art/placement.yaml", "../../../../neighbour/secret.yaml")


def _template(text: str) -> Escape:
    change = ("templates/soup/food.svg.j2", "{% endblock %}", text + "{% endblock %}")
    return Escape(lambda box: box.change(*change))


def _drawing(text: str) -> Escape:
    def prepare(box: Sandbox) -> None:
        for name in ("card_data/soup/art/leek.svg", "templates/soup/icons/pea.svg", "templates/soup/own.svg"):
            box.write(name, text)
        own = "kind: cards\ntitle: Own\nsize: 40 x 40 mm\nfront: own.svg\npieces: [{id: own, name: Own}]\n"
        box.write("card_data/soup/own.yaml", own)

    return Escape(prepare)


def _repository(box: Sandbox, settings: str) -> None:
    box.write(".gitattributes", "* filter=x diff=x export-subst\n")
    git(box.project, "init", "--quiet", "--initial-branch=main")
    git(box.project, "add", "--all")
    git(box.project, "commit", "--quiet", "--message=x")
    with (box.project / ".git/config").open("a", encoding="utf-8") as file:
        file.write(box.filled(settings))


def _neighbours_repository(box: Sandbox) -> None:
    git(box.neighbour, "init", "--quiet", "--initial-branch=main")
    git(box.neighbour, "add", "card_data", "templates")
    git(box.neighbour, "commit", "--quiet", "--message=x")


def _foreign_repository(box: Sandbox) -> None:
    _neighbours_repository(box)
    box.write(".git", "gitdir: @NEIGHBOUR/.git\n")


PARENT = "../../../neighbour/secret"
"""A name that a file may give in the place of that of a file beside it."""


def _in_food(old: str, new: str) -> Escape:
    return Escape(lambda box: box.change("card_data/soup/food.yaml", old, new))


def _art_field(box: Sandbox) -> None:
    box.change("card_data/soup/food.yaml", "name: Leek,", f'name: Leek, art: "{PARENT}",')
    front = FRONT.replace('picture("leek"', "picture(piece.art or piece.id")
    box.write("templates/soup/food.svg.j2", front)


def _claim(box: Sandbox) -> None:
    test = "''.__class__ == 1"
    claim = f'claims:\n  - {{id: S1, where: Object, says: There is a card., test: "{test}"}}\n'
    box.write("card_data/soup/claims.yaml", claim)
    box.change("card_data/soup/rules.yaml", "{{ count(food) }}", "{{ ''.__class__ or 1 }}")


def _yaml(box: Sandbox) -> None:
    text = "!!python/object/apply:os.system ['touch @RAN']"
    box.change("card_data/soup/food.yaml", "name: Leek", f"name: {text}")
    box.write("card_data/soup/i18n/fr/food.yaml", f"Leek: {text}\n")
    box.write("card_data/soup/art/placement.yaml", f"leek: {text}\n")
    box.write("card_data/soup/approved.yaml", f"faces: {text}\n")


_ENTITY = '<!DOCTYPE svg [<!ENTITY a SYSTEM "file://@NEIGHBOUR/secret.txt">]>'
_APPROVED = "../../../neighbour/folder/manifest.json"
_MODULE = {"json.py": "import pathlib; pathlib.Path('@RAN').touch()\n"}
ESCAPES = {
    "chain of links": Escape(_chained, ("check", "build --paper a4")),
    "link to a manifest": Escape(
        lambda box: box.link("releases/v1/soup/manifest.json", f"../{_APPROVED}"), ("diff v1",)
    ),
    "link to a device": Escape(lambda box: box.link("card_data/soup/more.yaml", "/dev/zero")),
    "links over files of the neighbour": Escape(
        _overwrites, ("build --paper a4", "rules --format html", "art place leek --zoom 1.5")
    ),
    "include of a parent": _template('{% include "../../../neighbour/secret.svg.j2" %}'),
    "subclasses by a filter": _template(
        '{{ ""|attr("__class__")|attr("__base__")|attr("__subclasses__")() }}'
    ),
    "format kept for later": _template("{% set f = '{0.__class__}'.format %}{{ f(face) }}"),
    "globals of a function": _template("{{ cycler.__init__.__globals__.os.popen('touch @RAN').read() }}"),
    "picture of a parent": _template('{{ picture("../../../../neighbour/secret", (0, 0, 9, 9)) }}'),
    "image of a file": _drawing(
        SVG.format('<image width="9" height="9" href="file://@NEIGHBOUR/secret.png"/>')
    ),
    "image of the web": _drawing(SVG.format('<use xlink:href="@URL/a.svg#a"/>')),
    "comment that ends in HTML": _drawing(SVG.format("<!--><img src=@URL onerror=1>-->")),
    "image-set in a style": _drawing(
        SVG.format("<rect width='9' style=\"mask:image-set('@URL/a.png' 1x)\"/>")
    ),
    "entity of a file": _drawing(_ENTITY + SVG.format("<text>&a;</text>")),
    "attribute in a claim": Escape(_claim, ("check", "rules --format md --out -")),
    "python object in YAML": Escape(_yaml, ("check", "list --pieces")),
    "module in the project": Escape(lambda box: [box.write(*each) for each in _MODULE.items()]),
    "watcher in a repository": Escape(
        partial(_repository, settings="[core]\n\tfsmonitor = touch @RAN\n"), VERSIONS
    ),
    "repository of the neighbour": Escape(_foreign_repository, VERSIONS),
    "name of a template": _in_food("front: food.svg.j2", f"front: {PARENT}.svg.j2"),
    "name of a table": Escape(
        lambda box: box.change("card_data/soup/deck.yaml", "rows: deck.csv", f"rows: {PARENT}.csv")
    ),
    "name of a picture": Escape(_art_field),
    "name of an icon": _in_food("{pea}", f"{{{PARENT}}}"),
    "name of a piece": _in_food("id: leek", f'id: "{PARENT}"'),
}

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows asks for a right to make links")


@pytest.fixture(scope="module")
def server():
    with Server() as running:
        yield running


@pytest.mark.parametrize("name", ESCAPES)
def test_nothing_gets_out(name, server, tmp_path):
    box = filled_sandbox(tmp_path, server.port)
    prepare, commands = ESCAPES[name]
    prepare(box)
    assert holes(box, lambda: [run(box.filled(line).split()) for line in commands]) == []
    assert not server.asked()
