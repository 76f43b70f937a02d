"""Edits that do not show where one looks for them; a build that reuses earlier work makes what a build from nothing makes."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from small_game import FOOD, contents, write_game

from pnp.__main__ import run
from pnp.export import svg_files
from pnp.files import write

pytestmark = pytest.mark.long

CARD = '{% extends "base/card.svg.j2" %}{% block body %}'
END = "{% endblock %}"


def bar(width: int) -> str:
    """A drawing that shows a number."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 0h{width}v8h-1z"/></svg>'


@dataclass
class Desk:
    """A project, and how to save a file in it and to build it both ways."""

    root: Path
    numbers: count

    def save(self, name: str, content: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")

    def link(self, name: str, target: str | Path) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.symlink_to(target)

    def unlike(self, *options: str) -> set[str]:
        """Build as ever and from nothing; return the files that differ. Both must end alike."""
        clean = self.root / f"clean-{next(self.numbers)}"
        line = ["build", "-q", "--paper", "a4", *options]
        assert run(line) == run([*line, "--no-cache", "--out", str(clean)])
        one, other = contents(self.root / "output"), contents(clean)
        return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}


@pytest.fixture
def desk(tmp_path, monkeypatch) -> Desk:
    monkeypatch.setattr("pnp.cache.program", lambda: "the same program all along")
    monkeypatch.chdir(write_game(tmp_path / "soup"))
    return Desk(tmp_path / "soup", count())


def test_art_of_its_own_on_a_back_that_is_every_other_card_s(desk):
    desk.save("card_data/soup/art/leek.svg", bar(3))
    desk.save("card_data/soup/art/other.svg", bar(7))
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="-3 -3 69 94">'
    desk.save("templates/soup/back.svg.j2", svg + '{{ picture("leek", (9, 9, 40, 40)) }}</svg>')
    food = FOOD.replace("name: Leek", "name: Leek, art: other.svg")
    for text in (
        food,
        food.replace("name: Leek", "name: Leeks"),
        food.replace("{id: leek", "{id: chard, name: C}\n  - {id: leek"),
    ):
        desk.save("card_data/soup/food.yaml", text)
        assert desk.unlike() == set()
        back = (desk.root / "output/soup/svg/food/leek.back.svg").read_text()
        assert 'd="M1 0h7v8h-1z"' in back


def test_a_picture_that_became_a_link_out_of_the_project(desk, tmp_path):
    desk.save("templates/soup/food.svg.j2", CARD + "{{ picture(piece.id, (10, 10, 40, 40)) }}" + END)
    for name in ("leek", "pea"):
        desk.save(f"card_data/soup/art/{name}.svg", bar(3))
    assert desk.unlike() == set()
    (tmp_path / "elsewhere.svg").write_text(bar(3))
    desk.link("card_data/soup/art/leek.svg", tmp_path / "elsewhere.svg")
    assert run(["build", "-q", "--paper", "a4"]) == 1


def test_only_faces_that_changed_or_were_touched_are_written(desk, monkeypatch):
    assert desk.unlike() == set()
    one, other = (desk.root / f"output/soup/svg/food/{name}.front.svg" for name in ("leek", "pea"))
    one.rename(aside := desk.root / "aside.svg")
    other.rename(one)
    aside.rename(other)
    desk.save("card_data/soup/food.yaml", FOOD.replace("name: Pea", "name: Peas"))
    written: list[str] = []
    monkeypatch.setattr(
        svg_files,
        "write",
        lambda path, *given, **named: (written.append(path.name), write(path, *given, **named)),
    )
    assert run(["build", "-q", "--paper", "a4"]) == 0
    assert {name for name in written if name.endswith(".svg")} == {"leek.front.svg", "pea.front.svg"}
    assert desk.unlike() == set()


def pipe(root: Path) -> None:
    os.mkfifo(root / "templates/soup/notes.txt")


def link_out(root: Path) -> None:
    (root.parent / "secret.png").write_bytes(b"secret")
    (root / "templates/soup/notes.txt").symlink_to(root.parent / "secret.png")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
@pytest.mark.parametrize("odd", [pipe, link_out])
def test_an_odd_file_among_the_templates_is_not_read(desk, monkeypatch, odd: Callable[[Path], None]):
    opened: list[str] = []
    odd(desk.root)
    real = Path.open

    def noted(path, *args, **options):
        opened.append(path.name)
        return real(path, *args, **options)

    monkeypatch.setattr(Path, "open", noted)
    for _ in range(2):
        assert run(["build", "-q", "--paper", "a4"]) == 0
    assert "notes.txt" not in opened
