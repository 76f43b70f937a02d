"""Games with one mistake each in their files: words, rulings, templates, pictures, colors, credits, places on a board.

All are generated from the files of the game, and always the same ones. What is in the tables of the data is in mutations.py.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations, pairwise
from pathlib import Path
from random import Random

from mutations import Mutation
from word_changes import inverted, negated, renumbered, shortened
from yaml_scalars import Written, replaced, written

EACH = 4
"""Mutations of each kind in one game; fewer where the game has no more."""

WORDS = 3
"""A text of fewer words is a label."""

Edits = Mapping[str, str]
"""The new content of files, by their names relative to the project."""


@dataclass(frozen=True)
class GameFiles:
    """The files of one game below a project's folder."""

    root: Path
    game: str

    def text(self, name: str) -> str:
        """The content of a file, "" when it is not there."""
        path = self.root / name
        return path.read_text(encoding="utf-8") if path.is_file() else ""

    def data(self, name: str) -> str:
        """The name of a data file."""
        return f"card_data/{self.game}/{name}.yaml"

    @property
    def components(self) -> tuple[str, ...]:
        """The names of the files of components."""
        own = (path.stem for path in sorted((self.root / f"card_data/{self.game}").glob("*.yaml")))
        return tuple(self.data(name) for name in own if name not in ("game", "claims", "rules", "approved"))

    def figures(self, text: str) -> Iterator[str]:
        """Yield the text with a number or a direction changed, where what the data give is a number."""
        game = self.data("game")
        facts = {".".join(each.path) for each in written(self.text(game)) if each.raw.isdigit()}
        for new in renumbered(text):
            asked = re.search(r"\((facts\.[\w.]+) \+ 1\)", new)
            if asked is None or asked[1] in facts:
                yield new

    def templates(self, pattern: str) -> tuple[str, ...]:
        """The names of files of the game's templates."""
        folder = self.root / f"templates/{self.game}"
        return tuple(path.relative_to(self.root).as_posix() for path in sorted(folder.glob(pattern)))


Made = Iterator[tuple[str, Callable[[], Edits]]]


def generated(files: GameFiles) -> dict[str, list[Mutation]]:
    """All mutations of each kind, in a random order that is always the same."""
    found: dict[str, list[Mutation]] = {}
    for kind, generate in KINDS.items():
        made = {f"{kind}: {says}": make for says, make in generate(files)}
        found[kind] = [Mutation(kind, says, make) for says, make in made.items()]
        Random(f"{files.game} {kind}").shuffle(found[kind])
    return found


def difference(old: str, new: str) -> str:
    """What is different, in whole words, with a few words before it."""
    shorter = min(len(old), len(new))
    start = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    rest = shorter - start
    end = next((at for at in range(rest) if old[-1 - at] != new[-1 - at]), rest)
    start = old.rfind(" ", 0, start) + 1
    while end and not old[len(old) - end].isspace():
        end -= 1
    was, now = (" ".join(text[start : len(text) - end].split()) for text in (old, new))
    before = " ".join(old[:start].split()[-4:])
    return f"{before} [{was}] becomes [{now}]".strip()


# Words: each changed in one place.

Wanted = Callable[[Written], bool]
Change = Callable[[GameFiles, str], Iterable[str]]


def of_any_game(change: Callable[[str], Iterable[str]]) -> Change:
    return lambda _files, text: change(text)


INVERTED, NEGATED, SHORTENED = map(of_any_game, (inverted, negated, shortened))
FIGURES: Change = GameFiles.figures


def texts(source: str, wanted: Wanted) -> Iterator[Written]:
    """The values of a file that are `wanted` and have words in them."""
    for each in written(source):
        if each.plain and re.search("[A-Za-z]{2}", each.raw) and wanted(each):
            yield each


def is_text(each: Written) -> bool:
    return len(each.raw.split()) >= WORDS and "claim" not in each.path


def reworded(files: GameFiles, name: str, wanted: Wanted, *changes: Change) -> Made:
    """Each text of a file that is wanted, changed in each of these ways."""
    source = files.text(name)
    for each in texts(source, wanted):
        for change in changes:
            for new in change(files, each.raw):
                says = f"{Path(name).stem} {'.'.join(each.path)}: {difference(each.raw, new)}"
                yield says, lambda each=each, new=new: {name: replaced(source, {each: new})}


def in_file(name: str, wanted: Wanted, *changes: Change) -> Callable[[GameFiles], Made]:
    """What changes texts of one data file, or with "*" those of each component."""

    def generate(files: GameFiles) -> Made:
        for file in files.components if name == "*" else (files.data(name),):
            yield from reworded(files, file, wanted, *changes)

    return generate


def all_of(*generators: Callable[[GameFiles], Made]) -> Callable[[GameFiles], Made]:
    return lambda files: chain.from_iterable(generate(files) for generate in generators)


def of_rules(*sections: str, but: bool = False) -> Wanted:
    """Texts in these sections of rules.yaml; in all others, `but`."""
    return lambda each: (each.path[0] in sections) != but and is_text(each) and "params" not in each.path


def is_table_text(each: Written) -> bool:
    return each.path[0] == "tables" and is_text(each)


def is_ruling(each: Written) -> bool:
    return each.path[0] == "rulings" and each.path[-1] in ("conflict", "ruling", "reason")


def is_printed(each: Written) -> bool:
    """Whether it is a text of a card, an aid, a mat, a box, a score sheet or a note."""
    return is_text(each) and each.path[0] not in ("tables", "spaces") and "source" not in each.path


def is_label(each: Written) -> bool:
    return each.path[-1] in ("title", "name", "tagline") or each.path[0] == "labels"


def is_credit(each: Written) -> bool:
    return each.path[0] in ("credits", "notice", "licence", "licence_url")


def of_rule(change: Change) -> Callable[[GameFiles], Made]:
    """A change in what is no glossary, no list of what is missing, and no question."""
    return in_file("rules", of_rules("glossary", "gaps", "questions", "params", but=True), change)


@of_any_game
def misspelt(text: str) -> Iterator[str]:
    """Yield the text with its first small letter written twice."""
    match = re.search("[a-z]", text)
    if match:
        yield text[: match.end()] + match[0] + text[match.end() :]


@of_any_game
def misnamed(text: str) -> Iterator[str]:
    """Yield the text with a letter behind one of its names."""
    for match in list(re.finditer(r"[A-Z][a-z]+", text))[:6]:
        yield text[: match.end()] + "x" + text[match.end() :]


# Values that change places.

Group = Callable[[Written], object]


def exchange(group: Group, names: Callable[[GameFiles], Iterable[str]], pairs=pairwise):
    """What exchanges values of one group: neighbours, or any `pairs`; what has the group None stays."""

    def generate(files: GameFiles) -> Made:
        for name in names(files):
            source = files.text(name)
            groups: dict[object, list[Written]] = {}
            for each in written(source):
                if (key := group(each)) is not None:
                    groups.setdefault(key, []).append(each)
            for one, other in chain.from_iterable(map(pairs, groups.values())):
                if one.raw != other.raw:
                    where = f"{Path(name).stem} {'.'.join(one.path)} and {'.'.join(other.path)}"
                    says = f"{where}: {' '.join(one.raw.split())[:40]} and {' '.join(other.raw.split())[:40]}"
                    new = {one: other.raw, other: one.raw}
                    yield says, lambda n=name, s=source, new=new: {n: replaced(s, new)}

    return generate


def row(each: Written) -> object:
    """What stands in a table under an id: a whole row, or one thing in it."""
    in_table = each.path[0] == "tables" and len(each.path) in (3, 4)
    return (each.path[1], *each.path[3:]) if in_table and each.path[-1] != "claim" else None


def place(each: Written) -> object:
    """What a space of a board says, or where it is."""
    is_space = each.path[0] == "spaces" and len(each.path) > 2 and each.path[2] not in ("id", "for", "step")
    return each.path[2:] if is_space and "claim" not in each.path else None


def color(each: Written) -> object:
    """A color of the palette, or of a theme's."""
    is_color = each.plain and "palette" in each.path and each.path[0] in ("palette", "themes")
    return each.path[:-1] if is_color else None


def exchange_files(folder: str) -> Callable[[GameFiles], Made]:
    def generate(files: GameFiles) -> Made:
        for one, other in combinations(files.templates(f"{folder}/*.svg"), 2):
            says = f"{Path(one).stem} and {Path(other).stem}"
            yield says, lambda one=one, other=other: {one: files.text(other), other: files.text(one)}

    return generate


# Where the data come from, and who made the game.


def misattribute(files: GameFiles) -> Made:
    """A value said to be stated that is reconstructed, or the other way round."""
    kinds = {"reconstructed": "stated", "stated": "reconstructed", "found": "stated", "derived": "found"}
    for name in files.components:
        source = files.text(name)
        for each in texts(source, lambda each: "source" in each.path and each.raw in kinds):
            where = f"{Path(name).stem} {'.'.join(each.path)}: {each.raw} -> {kinds[each.raw]}"
            yield where, lambda n=name, s=source, e=each: {n: replaced(s, {e: kinds[e.raw]})}


# Templates.

_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_JINJA = re.compile(r"\{([#%{]).*?[#%}]\}", re.DOTALL)


def in_templates(
    files: GameFiles,
    pattern: str,
    new: Callable[[re.Match[str]], str | None],
    passed: re.Pattern[str] = _COMMENT,
) -> Made:
    """Each place of the templates that the pattern finds, outside what is `passed` over, written differently."""
    for name in files.templates("*.j2"):
        source = files.text(name)
        hidden = [match.span() for match in passed.finditer(source)]
        for match in re.finditer(pattern, source):
            other = new(match)
            if other is None or any(start <= match.start() < end for start, end in hidden):
                continue
            line = source.count("\n", 0, match.start()) + 1
            says = (
                f"{Path(name).name.partition('.')[0]}, {line}: {' '.join(match[0].split())} becomes {other}"
            )
            yield says, lambda n=name, s=source, m=match, o=other: {n: s[: m.start()] + o + s[m.end() :]}


def reletter(files: GameFiles) -> Made:
    """A text in a template with a letter too many."""

    def new(match: re.Match[str]) -> str:
        return f"{match[1]}{match[2]}{match[2]}"

    yield from in_templates(files, r"(>[^<>{}\n]*?\b[A-Za-z])([a-z])(?=[^<>{}\n]*<)", new, _JINJA)
    yield from in_templates(files, r"(\b(?:fit|line)\(\"[^\"\n]*?\b[A-Za-z])([a-z])(?=[^\"\n]*\")", new)


def add_one(files: GameFiles) -> Made:
    """A number of a piece printed one too high."""

    def new(match: re.Match[str]) -> str:
        return f"({match[0]} + 1 if {match[0]} is number else {match[0]})"

    numbers = "cost|cu|strength|value|points|target|price|number|icons|count|players|score|copies|rounds"
    pattern = rf"(?<![\w.])[a-z]\w*(?:\.\w+)*\.(?:{numbers})(?![\w.(\[])"
    return in_templates(files, pattern, new)


def wrong_icon(files: GameFiles) -> Made:
    """Another icon than the one a template asks for."""
    icons = [Path(name).stem for name in files.templates("icons/*.svg")]

    def new(match: re.Match[str]) -> str:
        other = next(icon for icon in icons if f'"{icon}"' != match[1])
        return f'icon("{other}",'

    return in_templates(files, r"\bicon\(([^,()]+),", new)


def move(files: GameFiles) -> Made:
    """Something in a template one and a half millimetres from where it was."""

    def new(match: re.Match[str]) -> str:
        return f"{match[1]}{float(match[2]) + 1.5:g}{match[3]}"

    yield from in_templates(files, r"(\b(?:x|y|cx|cy|x1|y2)=\")(-?[\d.]+)(\")", new)
    yield from in_templates(files, r"(\b(?:fit|picture)\([^()\n]*?, \()(-?[\d.]+)(,)", new)


ALL_WAYS = INVERTED, NEGATED, FIGURES, SHORTENED

KINDS: Mapping[str, Callable[[GameFiles], Made]] = {
    "phrase": all_of(  # that card texts are made of, or a word of a field
        in_file("game", lambda each: each.path[0] == "wording", INVERTED, FIGURES, NEGATED),
        in_file("*", is_table_text, INVERTED, FIGURES, NEGATED),
    ),
    "rule inverted": of_rule(INVERTED),
    "rule negated": of_rule(NEGATED),
    "rule miscounted": of_rule(FIGURES),
    "rule dropped": of_rule(SHORTENED),
    "ruling": in_file("claims", is_ruling, *ALL_WAYS),
    "glossary": in_file("rules", of_rules("glossary"), INVERTED, NEGATED, FIGURES),
    "gap": in_file("rules", of_rules("gaps"), *ALL_WAYS),
    "printed text": in_file("*", is_printed, *ALL_WAYS),
    "title or name": all_of(in_file("game", is_label, misspelt), in_file("*", is_label, misspelt)),
    "rows exchanged": exchange(row, lambda files: files.components),
    "places exchanged": exchange(place, lambda files: files.components),
    "colors exchanged": exchange(
        color, lambda files: [files.data("game")], lambda each: combinations(each, 2)
    ),
    "art exchanged": exchange_files("art"),
    "icons exchanged": exchange_files("icons"),
    "provenance": all_of(
        misattribute, in_file("game", lambda each: each.path[0] == "sources", misspelt, FIGURES)
    ),
    "credits": in_file("game", is_credit, misspelt, FIGURES, NEGATED, misnamed),
    "template text": reletter,
    "template number": add_one,
    "template icon": wrong_icon,
    "template place": move,
}
"""The kinds of mistakes in files."""
