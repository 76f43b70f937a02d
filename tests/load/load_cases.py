"""Annotated YAML: files with mistakes, and above each mistake a mark that says what pnp reports there.

A file of cases/ holds cases; `#### claim  (game.yaml)` begins one, and names the file that it stands for: fruit.yaml,
a component, unless it says otherwise. The lines that remain without the marks are the file, as a user would write it.

    #    ^^^^ PNP104 copies must be a whole number, got "four"
    #         hint: write 4
      copies: four

One ^ marks where the finding begins, several mark all of it; `#<` marks the first column.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pnp.build.claims_report import promises
from pnp.load.game import Loaded, load_game
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic
from pnp.model.game import Component
from pnp.rules.rules_file import load_rules

GAME = """\
title: Fruit
sources:
  W1: {where: a review, gives: colours}
  W2: a page
wording:
  on: {draw: when you draw}
  pay: {discard_self: discard this card}
  do:
    draw: "draw {n|a card|{n} cards}"
    discard: "discard {n} of {num|one|many}"
facts: {players: {from: 2, to: 4}}
"""

FRUIT = "kind: cards\nfront: front.svg.j2\npieces: [{id: pear, color: green, value: 3}]\n"
_MARK = re.compile(r"#(?P<space>[ ]*)(?P<sign><|\^+) (?P<code>PNP\d+) (?P<message>.+)")


@dataclass(frozen=True)
class Case:
    """A claim, the file it is about, the lines of that file, and what is to be found: line, column, what, hint."""

    claim: str
    file: str
    text: str
    marks: tuple[tuple[str, ...], ...]


def read_cases(path: Path) -> list[Case]:
    parts = re.split(r"^#### (.*)\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [_case(claim, body) for claim, body in zip(parts[1::2], parts[2::2], strict=True)]


def _case(heading: str, body: str) -> Case:
    claim, _, file = heading.partition("  (")
    lines: list[str] = []
    marks: list[tuple[str, ...]] = []
    for line in body.split("\n"):
        if mark := _MARK.fullmatch(line):
            column = 1 if mark["sign"] == "<" else 2 + len(mark["space"])
            marks.append((f"{len(lines) + 1}:{column}", mark["sign"], f"{mark['code']} {mark['message']}"))
        elif (hint := re.fullmatch(r"#[ ]+hint: (?P<hint>.+)", line)) and marks:
            marks[-1] = (*marks[-1], hint["hint"])
        else:
            lines.append(line)
    return Case(claim, file.rstrip(")") or "fruit.yaml", "\n".join(lines), tuple(marks))


def make_project(root: Path) -> Project:
    fruit, templates = root / "card_data" / "fruit", root / "templates" / "fruit"
    (fruit / "art").mkdir(parents=True)
    templates.mkdir(parents=True)
    outside = root.parent / f"{root.name}-outside"
    outside.write_text("secret", encoding="utf-8")
    for name in ("front.svg.j2", "back.svg.j2"):
        (templates / name).write_text("", encoding="utf-8")
    (fruit / "art" / "pear.svg").write_text("", encoding="utf-8")
    (fruit / "art" / "linked.svg").symlink_to(outside)
    (templates / "linked.svg.j2").symlink_to(outside)
    (fruit / "game.yaml").write_text(GAME, encoding="utf-8")
    (fruit / "fruit.yaml").write_text(FRUIT, encoding="utf-8")
    return Project(root, (root / "card_data",), (root / "templates",), root / "output", root / "fonts")


def load_files(root: Path, files: Mapping[str, str | bytes]) -> Loaded:
    project = make_project(root)
    for name, content in files.items():
        path = root / "card_data" / "fruit" / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return load_game(project, "fruit")


def load_text(root: Path, text: str, *, file: str = "fruit.yaml") -> Loaded:
    project = make_project(root)
    folder = root / "card_data" / "fruit"
    (folder / file).write_bytes(text.encode())
    if file.endswith(".csv"):
        (folder / "fruit.yaml").write_text(
            f"kind: cards\nfront: front.svg.j2\nrows: {file}\n", encoding="utf-8"
        )
    loaded = load_game(project, "fruit")
    if file in BESIDE and loaded.game is not None:
        beside = BESIDE[file](project, loaded.game)
        return Loaded(None if beside else loaded.game, beside)
    return loaded


def sound(root: Path, text: str, *, file: str = "fruit.yaml") -> Component:
    """Return the component of a file in which nothing is wrong."""
    loaded = load_text(root / "p", text, file=file)
    assert loaded.diagnostics == ()
    assert loaded.game is not None
    return loaded.game.components[0]


BESIDE = {
    "claims.yaml": lambda project, game: promises(project, game).mistakes,
    "rules.yaml": lambda project, game: load_rules(project, game).diagnostics,
}
"""Files beside the components -> how each is read for a sound game, and what is wrong in it."""


def found(loaded: Loaded) -> list[tuple[str, ...]]:
    return [as_mark(finding) for finding in loaded.diagnostics]


def as_mark(finding: Diagnostic) -> tuple[str, ...]:
    place = finding.place
    assert place is not None
    said = f"{finding.code} {finding.message}"
    return f"{place.line}:{place.column}", "^" * place.length, said, str(finding.hint)


def agrees(mark: tuple[str, ...], finding: tuple[str, ...]) -> bool:
    """Say whether a finding is the one marked: a single ^ or < leaves its length open, no hint line its hint."""
    sign = finding[1] if mark[1] in ("^", "<") else mark[1]
    return (mark[0], sign, *mark[2:]) == (finding[0], finding[1], *finding[2 : len(mark)])
