"""Games with one mistake each in their files: words, rulings, templates, pictures, colors, credits, places on a board.

All are generated from the files of the game, and always the same ones. What is in the tables of the data is in mutations.py.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

from word_changes import inverted, negated, renumbered, shortened
from yaml_scalars import Written, replaced, written

EACH = 4
"""Mutations of each kind in one game; fewer where the game has no more."""

WORDS = 3
"""A text of fewer words is a label."""

Edits = Mapping[str, str]
"""The new content of files, by their names relative to the project."""


@dataclass(frozen=True)
class FileMutation:
    """One mistake: its kind, a sentence that tells it from all others, and the files with it."""

    kind: str
    says: str
    make: Callable[[], Edits]

    @property
    def edits(self) -> Edits:
        """The files with the mistake."""
        return self.make()


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


def generated(files: GameFiles) -> dict[str, list[FileMutation]]:
    """All mutations of each kind, in a random order that is always the same."""
    found: dict[str, list[FileMutation]] = {}
    for kind, generate in KINDS.items():
        made = {f"{kind}: {says}": make for says, make in generate(files)}
        found[kind] = [FileMutation(kind, says, make) for says, make in made.items()]
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


def texts(name: str, source: str, wanted: Callable[[Written], bool]) -> Iterator[Written]:
    """The values of a file that are `wanted` and have words in them."""
    for each in written(source):
        if each.plain and re.search("[A-Za-z]{2}", each.raw) and wanted(each):
            yield each


def is_text(each: Written) -> bool:
    return len(each.raw.split()) >= WORDS and "claim" not in each.path


def reworded(
    files: GameFiles,
    name: str,
    wanted: Callable[[Written], bool],
    *changes: Callable[[str], Iterable[str]],
) -> Made:
    """Each text that is wanted, changed in each of these ways."""
    source = files.text(name)
    for each in texts(name, source, wanted):
        for change in changes:
            for new in change(each.raw):
                where = f"{Path(name).stem} {'.'.join(each.path)}"
                says = f"{where}: {difference(each.raw, new)}"
                yield says, lambda each=each, new=new: {name: replaced(source, {each: new})}


def of_rules(*sections: str, but: bool = False) -> Callable[[Written], bool]:
    """Texts in these sections of rules.yaml; in all others, `but`."""
    return lambda each: (each.path[0] in sections) != but and is_text(each) and "params" not in each.path


OTHER_SECTIONS = ("glossary", "gaps", "questions", "params")


def misphrase(files: GameFiles) -> Made:
    """A phrase that card texts are made of, or a word of a field, in the words of the opposite."""

    def is_phrase(each: Written) -> bool:
        return each.path[0] == "wording"

    def is_table_text(each: Written) -> bool:
        return each.path[0] == "tables" and is_text(each)

    yield from reworded(files, files.data("game"), is_phrase, inverted, files.figures, negated)
    for name in files.components:
        yield from reworded(files, name, is_table_text, inverted, files.figures, negated)


def invert(files: GameFiles) -> Made:
    return reworded(files, files.data("rules"), of_rules(*OTHER_SECTIONS, but=True), inverted)


def negate(files: GameFiles) -> Made:
    return reworded(files, files.data("rules"), of_rules(*OTHER_SECTIONS, but=True), negated)


def miscount(files: GameFiles) -> Made:
    return reworded(files, files.data("rules"), of_rules(*OTHER_SECTIONS, but=True), files.figures)


def drop(files: GameFiles) -> Made:
    return reworded(files, files.data("rules"), of_rules(*OTHER_SECTIONS, but=True), shortened)


def overrule(files: GameFiles) -> Made:
    def is_ruling(each: Written) -> bool:
        return each.path[0] == "rulings" and each.path[-1] in ("conflict", "ruling", "reason")

    return reworded(files, files.data("claims"), is_ruling, inverted, negated, files.figures, shortened)


def misdefine(files: GameFiles) -> Made:
    return reworded(files, files.data("rules"), of_rules("glossary"), inverted, negated, files.figures)


def misreport(files: GameFiles) -> Made:
    return reworded(files, files.data("rules"), of_rules("gaps"), inverted, negated, files.figures, shortened)


def misprint(files: GameFiles) -> Made:
    """A text of a card, an aid, a mat, a box, a score sheet or a note."""

    def is_printed(each: Written) -> bool:
        return is_text(each) and each.path[0] not in ("tables", "spaces") and "source" not in each.path

    for name in files.components:
        yield from reworded(files, name, is_printed, inverted, negated, files.figures, shortened)


def retitle(files: GameFiles) -> Made:
    """A title of the game or of a component, a name or a label: a letter doubled."""

    def is_label(each: Written) -> bool:
        return each.path[-1] in ("title", "name", "tagline") or each.path[0] == "labels"

    for name in (files.data("game"), *files.components):
        yield from reworded(files, name, is_label, misspelt)


def misspelt(text: str) -> Iterator[str]:
    """Yield the text with its first small letter written twice."""
    match = re.search("[a-z]", text)
    if match:
        yield text[: match.end()] + match[0] + text[match.end() :]


# Values that change places.


def swapped(name: str, source: str, one: Written, other: Written) -> tuple[str, Callable[[], Edits]]:
    where = f"{Path(name).stem} {'.'.join(one.path)} and {'.'.join(other.path)}"
    says = f"{where}: {' '.join(one.raw.split())[:40]} and {' '.join(other.raw.split())[:40]}"
    return says, lambda: {name: replaced(source, {one: other.raw, other: one.raw})}


def neighbours(name: str, source: str, group: Callable[[Written], object]) -> Made:
    """The values of one group, each in the place of the next that is different."""
    groups: dict[object, list[Written]] = {}
    for each in written(source):
        key = group(each)
        if key is not None:
            groups.setdefault(key, []).append(each)
    for members in groups.values():
        for one, other in pairwise(members):
            if one.raw != other.raw:
                yield swapped(name, source, one, other)


def exchange_rows(files: GameFiles) -> Made:
    """What stands in a table under two ids, exchanged: a whole row, or one thing in it."""

    def row(each: Written) -> object:
        in_table = each.path[0] == "tables" and len(each.path) in (3, 4)
        return (each.path[1], *each.path[3:]) if in_table and each.path[-1] != "claim" else None

    for name in files.components:
        yield from neighbours(name, files.text(name), row)


def exchange_places(files: GameFiles) -> Made:
    """What two spaces of a board say, or where they are, exchanged."""

    def place(each: Written) -> object:
        is_space = (
            each.path[0] == "spaces" and len(each.path) > 2 and each.path[2] not in ("id", "for", "step")
        )
        return each.path[2:] if is_space and "claim" not in each.path else None

    for name in files.components:
        yield from neighbours(name, files.text(name), place)


def exchange_colors(files: GameFiles) -> Made:
    """Two colors of the palette, or of a theme's, exchanged."""

    def color(each: Written) -> object:
        return each.path[:-1] if "palette" in each.path and each.path[0] in ("palette", "themes") else None

    name = files.data("game")
    source = files.text(name)
    groups: dict[object, list[Written]] = {}
    for each in written(source):
        if each.plain and color(each) is not None:
            groups.setdefault(color(each), []).append(each)
    for members in groups.values():
        for one, other in combinations(members, 2):
            if one.raw != other.raw:
                yield swapped(name, source, one, other)


def exchange_files(files: GameFiles, folder: str) -> Made:
    for one, other in combinations(files.templates(f"{folder}/*.svg"), 2):
        says = f"{Path(one).stem} and {Path(other).stem}"
        yield says, lambda one=one, other=other: {one: files.text(other), other: files.text(one)}


def exchange_art(files: GameFiles) -> Made:
    return exchange_files(files, "art")


def exchange_icons(files: GameFiles) -> Made:
    return exchange_files(files, "icons")


# Where the data come from, and who made the game.


def misattribute(files: GameFiles) -> Made:
    """A value said to be stated that is reconstructed, or the other way round; another source."""
    kinds = {"reconstructed": "stated", "stated": "reconstructed", "found": "stated", "derived": "found"}
    for name in files.components:
        source = files.text(name)
        for each in texts(name, source, lambda each: "source" in each.path):
            if each.raw in kinds:
                where = f"{Path(name).stem} {'.'.join(each.path)}: {each.raw} -> {kinds[each.raw]}"
                yield where, lambda n=name, s=source, e=each: {n: replaced(s, {e: kinds[e.raw]})}

    def is_source(each: Written) -> bool:
        return each.path[0] == "sources"

    yield from reworded(files, files.data("game"), is_source, misspelt, files.figures)


def miscredit(files: GameFiles) -> Made:
    def is_credit(each: Written) -> bool:
        return each.path[0] in ("credits", "notice", "licence", "licence_url")

    def misnamed(text: str) -> Iterator[str]:
        for match in list(re.finditer(r"[A-Z][a-z]+", text))[:6]:
            yield text[: match.end()] + "x" + text[match.end() :]

    yield from reworded(files, files.data("game"), is_credit, misspelt, files.figures, negated, misnamed)


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


KINDS: Mapping[str, Callable[[GameFiles], Made]] = {
    "phrase": misphrase,
    "rule inverted": invert,
    "rule negated": negate,
    "rule miscounted": miscount,
    "rule dropped": drop,
    "ruling": overrule,
    "glossary": misdefine,
    "gap": misreport,
    "printed text": misprint,
    "title or name": retitle,
    "rows exchanged": exchange_rows,
    "places exchanged": exchange_places,
    "colors exchanged": exchange_colors,
    "art exchanged": exchange_art,
    "icons exchanged": exchange_icons,
    "provenance": misattribute,
    "credits": miscredit,
    "template text": reletter,
    "template number": add_one,
    "template icon": wrong_icon,
    "template place": move,
}
"""The kinds of mistakes in files."""
