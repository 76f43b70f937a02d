"""The two sides of a card in a table: rows that are the back of another, and the roles of fields of both sides."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from pnp.load.nodes import Key, MapNode, ScalarNode
from pnp.load.role_guesses import FEW_WORDS, NAMES, NO, YES, GuessedRoles, behind, roles_of, value_as_text
from pnp.load.rows.headings import heading_of
from pnp.model.card_looks import Roles
from pnp.model.game import Value
from pnp.text import counted

_OF_A_PIECE = ("id", "copies", "art", "front", "back", "source", "claim")
_LINK = re.compile(
    r"(?:card_)?(?:(?:back|flip|reverse|other|linked)(?:side|_side|_card|_face)?(?:_?(?:link|id|code|name|to))?|backside)"
)
"""The name of a field that names the row of the other side."""

_SIDE = re.compile(
    r"(?i)(.+?)\s*(?:[\[(](?:(face|front)|back|reverse)\b[^\])]*[\])]|[_-](?:(face|front)|back))"
)
"""What a cell says that tells the sides of a card apart: Owl[face,1] and Owl[back,1], or owl_front and owl_back."""


def with_other_sides(
    entries: tuple[MapNode, ...], headings: Mapping[str, str | None]
) -> tuple[tuple[MapNode, ...], str]:
    """Return the rows with those that are the other side of another in that: their fields as back_name, back_text."""
    names = dict.fromkeys(key for entry in entries for key in entry)
    cells = {name: tuple(map(partial(_cell, name=name), entries)) for name in names}
    for name, texts in cells.items():
        backs = _sides_of_names(texts) if not _LINK.fullmatch(name) else {}
        for keys in cells.values() if _LINK.fullmatch(name) else ():
            rows = {key: at for at, key in enumerate(keys)}
            if len(rows) == len(entries) and not backs:
                backs = {at: rows[text] for at, text in enumerate(texts) if text and rows.get(text, at) != at}
        # Of two that name each other the first is the front.
        backs = {front: back for front, back in backs.items() if backs.get(back) != front or front < back}
        hidden = {*backs.values()}
        if not backs or len(hidden) < len(backs) or hidden & {*backs}:
            continue
        bare = [
            MapNode(tuple(each for each in entry.entries if each[0].text != name), entry.place)
            for entry in entries
        ]
        kept = tuple(
            _with_back(entry, bare[backs[at]]) if at in backs else entry
            for at, entry in enumerate(bare)
            if at not in hidden
        )
        by = heading_of(headings, name) or name
        told = f"{len(entries)} rows make {counted(len(kept), 'card')}: by {by}, {len(backs)} are the back of another"
        return kept, told
    return entries, ""


def _cell(entry: MapNode, name: str) -> str:
    return node.text if isinstance(node := entry.get(name), ScalarNode) else ""


def _sides_of_names(texts: Sequence[str]) -> dict[int, int]:
    sides = [_SIDE.fullmatch(text) for text in texts]
    fronts = {side[1]: at for at, side in enumerate(sides) if side and (side[2] or side[3])}
    return {
        fronts[side[1]]: at
        for at, side in enumerate(sides)
        if side and not (side[2] or side[3]) and side[1] in fronts
    }


def _with_back(front: MapNode, back: MapNode) -> MapNode:
    fields = [
        (Key(f"back_{key.text}", key.place), node)
        for key, node in back.entries
        if key.text not in _OF_A_PIECE and f"back_{key.text}" not in front
    ]
    return MapNode((*front.entries, *fields), front.place)


def guess_roles(
    columns: Mapping[str, Sequence[Value]], *, headline: str = "", shown: Collection[str] = ()
) -> GuessedRoles:
    """Return the roles of fields from their values; `headline` is sure, only `shown` fields get a role."""
    twins = [name for name in columns if name.startswith(_BEHIND_OF)]
    sides = {name.removeprefix(_BEHIND_OF): columns[name] for name in twins}
    is_whole = len(sides) >= _WHOLE_SIDE and not any(name.startswith("front_") for name in columns)
    if sides.keys().isdisjoint(NAMES["headline"]) or not is_whole:
        twins, sides = [name for name in twins if name.removeprefix(_BEHIND_OF) in columns], {}
    # The other sides are rows of their own.
    none: list[Value] = [None] * len(next(iter(columns.values()), ()))
    backed = [at for at, values in enumerate(zip(*sides.values(), strict=True)) if any(values)]
    rows = {
        name: [*columns.get(name, none), *(sides.get(name, none)[at] for at in backed)]
        for name in dict.fromkeys((*columns, *sides))
        if name not in twins
    }
    guessed = _with_long_texts_behind(roles_of(rows, headline, shown), rows)
    fronts = {name for role, names in guessed.roles.fields.items() for name in names if role in _ON_BACKS}
    back = [name for name in twins if name.removeprefix(_BEHIND_OF) in fronts and any(columns[name])]
    reasons = {**guessed.reasons, **dict.fromkeys(back, "for the other side")}
    return replace(guessed, roles=replace(guessed.roles, back=(*guessed.roles.back, *back)), reasons=reasons)


def are_words(texts: Iterable[str]) -> bool:
    """Say whether texts are none that say yes or no: then one of them that is "No", or 0, is what a card says."""
    filled = [text.casefold().removeprefix("\\") for text in texts if text]
    return not {*filled} <= YES | NO and sum(text in NO for text in filled) * 3 < len(filled) * 2


def are_brief(texts: Iterable[str]) -> bool:
    """Say whether nearly all texts are a word or two: the same sort of fact on each card."""
    longer = [FEW_WORDS.fullmatch(text) is None for text in texts if text]
    return 10 * sum(longer) <= len(longer)


def _with_long_texts_behind(guessed: GuessedRoles, columns: Mapping[str, Sequence[Value]]) -> GuessedRoles:
    """Return the roles with the last texts of all cards on the other side, until most fronts have room."""
    words = {name: list(map(value_as_text, columns[name])) for name in guessed.roles.text}
    texts = [name for name in words if are_words(words[name])]
    parts = [re.sub(r"_?\d.*", "", name) for name in texts]  # level_1 and level_1_desc are one
    ends = [at for at in range(1, len(texts)) if parts[at] != parts[at - 1]]
    for end in (len(texts), *reversed(ends)):
        rows = list(zip(*map(words.__getitem__, texts[:end]), strict=True))
        if sum(sum(map(_room_of, row)) > MOST_IN_FRONT for row in rows) * 10 < len(rows):
            moved = tuple(texts[end:])
            text = tuple(name for name in words if name not in moved)
            roles = replace(guessed.roles, text=text, back=(*moved, *guessed.roles.back))
            reasons = {**guessed.reasons, **dict.fromkeys(moved, "no room in front")}
            return replace(guessed, roles=roles, reasons=reasons)
    return guessed


def _room_of(text: str) -> int:
    return len(text) + LETTERS_PER_BREAK * len(_BREAK.findall(text))


LETTERS_PER_BREAK = 25  # So many letters have room in what the end of a line leaves white.
MOST_IN_FRONT = 500  # Letters of all texts of a card of the usual size.
_BREAK = re.compile(r"%n|\n|<br")

_BEHIND_OF, _WHOLE_SIDE = "back_", 4  # Fewer fields of the other side are no card of their own.
_ON_BACKS = ("headline", "subtitle", "cost", "numbers", "text", "flavour")


def other_side(roles: Roles, fields: Mapping[str, Value]) -> dict[str, Value]:
    """Return the fields of the other side of a card as they are called on the front."""
    sides = ((behind(name) or name, fields.get(name)) for name in roles.back)
    return {name: value for name, value in sides if value not in (None, "")}
