"""The texts of a design as they are printed: labels, rows of short parts, lists."""

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence

from pnp.load.role_guesses import FEW_WORDS, LONG, NAMES, NO, OF_FIELDS, YES, value_as_text
from pnp.model.card_looks import TRIGGERS, Design, paired
from pnp.model.game import Value
from pnp.templates.design_deck import (
    AN_ICON,
    MOST_LETTERS,
    SMALL,
    apart_cards,
    deck_of,
    in_parts,
    kind_words,
    label,
    said_in,
    unlike,
)
from pnp.text import of_one

Actions = tuple[str, tuple[tuple[str, str], ...]]
"""The heading of what can be done with a card, and of each action its name and its icons."""

_MARKS = re.compile(r"\{\.[\w-]+\}|\*\*|[\[\]]|(?<=\{)[\w-]{2,}(?=\})")  # Marks, and names of icons.
_WIDE = re.compile("[^\0-\u218f]|[A-Z]{4}")  # What is as wide as one letter more.


def paragraph_widths(text: str) -> tuple[int, ...]:
    """Return how wide each paragraph is, in usual letters, without its marks."""
    paragraphs = filter(None, _MARKS.sub("", text).split("\n"))
    return tuple(len(paragraph) + len(_WIDE.findall(paragraph)) for paragraph in paragraphs)


def is_yes(value: Value) -> bool:
    """Tell whether a cell says yes in any known language."""
    return value_as_text(value).casefold().removeprefix("\\") in YES


def joined_texts(
    names: Sequence[str],
    fields: Mapping[str, Value],
    more: Sequence[str],
    design: Design,
    headlines: Container[str],
) -> tuple[str, tuple[str, ...], Actions]:
    """Return the first text as it is, and the others (and a bare number) with their names, then what has no room elsewhere; actions are apart."""
    names, fields = _with_lines(names, fields)
    labels = dict(zip(names, unlike(names, list(map(label, names))), strict=True)) | dict(design.headings)
    labels = {name: said_in(said, deck_of(design).language) for name, said in labels.items()}
    texts = {name: apart_cards(in_parts(fields.get(name)), headlines) for name in names}
    flags = {*names}.difference(design.worded, design.roles.numbers)
    shown = {n: t for n, t in texts.items() if n not in flags or not (t.casefold() in NO or is_yes(t))}
    is_fact = names[0] in design.brief and names[0] not in NAMES["text"] and len(design.roles.text) > 1
    is_fact |= _are_parallel(design)
    first, *rest = (_COUNTED.sub("", name) for name in names)
    if first in _TEXTS:  # effect, effect2
        labels |= dict.fromkeys((n for n, stem in zip(names[1:], rest, strict=True) if stem == first), "")
    brief = [n for n in names[not is_fact :] if FEW_WORDS.fullmatch(texts[n]) and texts[n].islower()]
    shown |= {name: kind_words(texts[name], ()) for name in brief if name in shown}
    pairs = paired(names)
    alike = [name for name, stem in zip(names, (first, *rest), strict=True) if stem == first]
    is_numbered = len(alike) >= _A_SERIES and all(labels[name][-1:].isdecimal() for name in alike)
    if is_numbered:  # clue_1: ..., 2: ...
        labels |= {name: labels[name].split()[-1] for name in alike[1:]}
    for name, other in pairs.items():
        labels |= dict.fromkeys((name, other), _OF_NAMES.sub("", labels[name]))
    stems = Counter(_STEM.sub("", name) for name in design.roles.text if _STEM.search(name))
    plain = [
        name
        for name in names[:1]
        if not is_numbered
        and stems[_STEM.sub("", name)] < 2  # of keywords_upright and keywords_reversed both have names
        and name not in pairs
        and (not labels[name] or not (is_fact or _FIGURES.fullmatch(shown.get(name, ""))))
    ]
    begun = (n for n in shown if shown[n].casefold().startswith(labels[n].casefold()))
    labels |= {n: "" for n in begun if labels[n][1:]}  # Tier: Tier 1, but not A: A house
    labels |= {n: of_one(labels[n]) for n in design.brief if shown.get(n, "").isalpha()}
    lined = pairs.values() if design.layout != "text" else ()
    others = {n: _in_few_lines(shown[n], lined=n in lined) for n in shown if shown[n] and n not in plain}
    said = "".join(shown[name] for name in plain if name in shown)
    actions = _actions(others, labels) if said else ("", ())
    notes = _notes(others, labels, listed=design.layout == "text")
    return said, (*notes, *(f"**{note}**" for note in more)), actions


def _are_parallel(design: Design) -> bool:
    """Say whether three texts or more are short and have headings of their own: no one of them is what a card does."""
    names, longest = design.roles.text, dict(design.longest)
    is_short = len(names) > 2 and all(0 < longest.get(name, 0) <= LONG for name in names)
    return is_short and {_COUNTED.sub("", name) for name in names}.isdisjoint(NAMES["text"])


def _actions(texts: dict[str, str], labels: Mapping[str, str]) -> Actions:
    """Take the actions out of texts: those of a series that are a name with icons, or a name alone beside such."""
    plain, described = _of_series(labels), paired([*texts])
    found = {name: _ACTION.fullmatch(text) for name, text in texts.items() if name not in described}
    kind = next((plain[name] for name, action in found.items() if action and action[2]), "")
    actions = {name: action for name, action in found.items() if plain[name] == kind}
    if not kind or [*plain.values()].count(kind) < 2 or not all(actions.values()):
        return "", ()
    for name in actions:
        del texts[name]
    head = f"{kind} actions" if kind.casefold() in OF_FIELDS["of_actions"] else kind
    return head, tuple((action[1].strip(), action[2]) for action in actions.values() if action)


_ACTION = re.compile(rf"([^\W\d_][\w\xa0 '’-]{{,15}}?)\s*((?:(?:{AN_ICON}|\{{[\w-]+\}})[\s\u2060]*)*)")


def _of_series(labels: Mapping[str, str]) -> dict[str, str]:
    """Return what labels have in common that differ in a number: Default 1, Default 2."""
    return {name: re.sub(r" \d+(?= |$)", "", said) for name, said in labels.items()}


_TEXTS = frozenset(NAMES["text"][: NAMES["text"].index("instructions")])
_FIGURES = re.compile(r"\d+(?:(?:, | · )\d+)*")
_STEM = re.compile(r"(?<!^card)(?<!^front)_[^\W\d_]+$")  # What tells fields apart that begin alike.
_A_SERIES = 4  # So many texts with numbers, or more, are told apart by these.
_COUNTED, _ROW = re.compile(r"_?\d+$"), re.compile(r"line_?\d+")
_GOES_ON = re.compile(rf"([^\s.!?:;])\n(?=\W*[{SMALL}])")


def _with_lines(names: Sequence[str], fields: Mapping[str, Value]) -> tuple[list[str], Mapping[str, Value]]:
    """Return names and fields with the lines of a text, which have a field each, in the first of them."""
    first, *rest = [name for name in names if _ROW.fullmatch(name)] or [""]
    if not rest:
        return [*names], fields
    text = "\n".join(filter(None, (value_as_text(fields.get(name)) for name in (first, *rest))))
    return [name for name in names if name not in rest], {**fields, first: _GOES_ON.sub(r"\1 ", text)}


def _notes(texts: Mapping[str, str], labels: Mapping[str, str], *, listed: bool) -> Iterator[str]:
    """Yield texts with their names: those of a series in rows, numbers in one; in a deck of long texts their parts as lists."""
    described = paired([*texts])
    plain = _of_series(labels)
    alike = Counter(plain.values())  # also those that other cards have
    series = {n: "#" if texts[n].isdecimal() else plain[n] or n for n in texts if n not in described.values()}
    lines = "\n".join(texts[name] for name in described.values()).split("\n")
    several = not listed and len(lines) > len(described) and max(map(len, lines)) <= MOST_LETTERS["line"]
    for kind in dict.fromkeys(series.values()):
        members = [name for name in series if series[name] == kind]
        short = all(len(texts[name]) < _IN_SERIES and name not in described for name in members)
        if kind == "#":
            yield _in_rows([f"**{labels[name]}:** {texts[name]}".removeprefix("**:** ") for name in members])
            continue
        if alike[kind] > 1 and short:
            head, said = f"**{kind}:** ", [texts[name] for name in members]
            row = _in_rows(said, head)
            yield row if sum(paragraph_widths(row)) < _IN_SERIES_ROW else head + "\n".join(said)
            continue
        for name in members:
            head, whole = f"**{labels[name]}:** " if labels[name] else "", texts[name]
            if name in described:
                said, head = texts[described[name]].split("\n"), f"**{labels[name]}: {whole}**"
                head = f"**{whole[:1].upper()}{whole[1:]}:** {said.pop(0)}" if TRIGGERS.match(name) else head
                whole, said = _in_rows([head, *said]), list(filter(None, said))
                if (listed and "\n" in whole) or (several and not TRIGGERS.match(name)):
                    yield "\n- ".join([head, *(_in_rows(said).split("\n") if listed else said)])
                    continue
            elif head:
                whole = head + whole.replace(_HEADED, "** ")
            parts = list(filter(None, whole.split("\n")))
            block = _as_list(parts) if listed else "\n\n".join(parts)
            yield from [block] if len(whole) < _A_BLOCK else parts


_A_BLOCK = 700  # A field of fewer letters stands on one side of a card.


def _as_list(parts: Sequence[str]) -> str:
    """Return parts with short ones after each other in lines; each with a bold name is an item."""
    first, *rows = _in_rows(parts).split("\n")
    return "\n".join([first, *(f"- {row}" if row.startswith("**") else row for row in rows)])


def _in_rows(parts: Sequence[str], head: str = "") -> str:
    """Return parts with dots between those that go into one line, the first after its head; no dot ends a line."""
    rows = [head + part for part in parts[:1]]
    for part in parts[1:]:
        row = f"{rows[-1]}{DOT}{part}"
        if (
            "\n" in row
            or sum(paragraph_widths(row)) + len("".join(re.findall("[A-Z]{3,}", row))) // 4 > _IN_A_ROW
        ):
            rows.append(part)
        else:
            rows[-1] = row
    return "\n".join(rows)


_IN_A_ROW = 38  # Letters of a line that surely has room.
DOT = "\xa0· "
_HEADED = "**\\\n"  # A heading, closely above what is said below it.
_OF_NAMES = re.compile(r"(?i)(?<=\w) (?:name|nome|nombre|nom)$")


def _in_few_lines(text: str, *, lined: bool) -> str:
    """Return a text of short parts in rows, or what is told of something with a line for each."""
    if lined:
        text = re.sub(rf"(?m)(^[^\W\d]+ ?)\n(?=\+)|\s*\n\s*(?![{SMALL}])", lambda end: end[1] or "\n\n", text)
    parts = [re.sub(r"[ \n]+", " ", part).strip() for part in text.split("\n\n")]
    is_short = all(len(part) <= MOST_LETTERS["line"] for part in parts) and _HEADED not in text
    return "\n".join(filter(None, parts)) if is_short and lined else _in_rows(parts) if is_short else text


_IN_SERIES = 40  # A text of fewer letters stands in one line with those before it,
_IN_SERIES_ROW = 32  # if all of its series do; else each has a line.
