"""The files in art/ that say something by art slot: who made a picture, written where the loader reads it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pnp.art.slots import GameArt, Slot
from pnp.edit.yaml_change import (
    EMPTY,
    Item,
    MapSpan,
    quoted,
    read_yaml_text,
    short_text,
    span_at,
    with_value,
    without_value,
)
from pnp.files import read_text
from pnp.load.art_files import CREDITS, LONGEST_CREDIT, read_credits
from pnp.load.nodes import Findings, MapNode, Plain, ScalarNode
from pnp.load.yaml_source import parse
from pnp.model.errors import CannotEdit, CannotUse, CannotWrite
from pnp.model.game import ArtCredit
from pnp.text import one_line

Entry = Mapping[str, Item]
"""The keys of an entry."""


def with_entry(text: str, slot: str, values: Entry, *, head: str, new: str) -> str:
    """Return the text of a file whose entry of a slot has these keys and no others.

    `head` opens a file that is not there yet, `new` is how an entry is written that is not there yet, behind its colon.
    Raises CannotEdit for a text that cannot be read or changed.
    """
    bare = text.removesuffix(EMPTY)
    if all(not line.strip() or line.startswith("#") for line in bare.splitlines()):
        return f"{bare or head}{short_text(slot)}:{new}\n"
    file = read_yaml_text(text.encode(), "")
    known = span_at(file.top, (slot,))
    if known is None and isinstance(file.top, MapSpan) and not file.top.flow:
        return f"{text.rstrip()}\n{short_text(slot)}:{new}\n"
    if not isinstance(known, MapSpan):
        return with_value(file, (slot,), values).text
    before: list[str] = []
    for key, value in values.items():
        file = with_value(file, (slot, key), value, before)
        before.append(key)
    for name in known.steps:
        if name not in values:
            file = without_value(file, (slot, name))
    return file.text


def without_entry(text: str, slot: str) -> str:
    """Return the text of a file without the entry of a slot; comments around it stay. Raises CannotEdit."""
    return without_value(read_yaml_text(text.encode(), ""), (slot,)).text


# The credits of pictures, written where the loader reads them.


_HEAD = "# Who made the pictures in this folder, by art slot. The rules summary lists them (pnp rules).\n"


@dataclass(frozen=True, slots=True)
class CreditChange:
    """The credits as they are to be kept: the file, its content (None when nothing changes), and what to say."""

    path: Path
    content: bytes | None
    line: str


def changed_credits(
    art: GameArt, slot: Slot, words: Mapping[str, str], text: str | None = None
) -> CreditChange:
    """Return the credits with that of a slot said anew, read back before they are trusted. Raises CannotWrite.

    `text` is what the file holds, where that is not what lies there.
    """
    path = art.folder / CREDITS
    shown = art.shown(path)
    if not words:
        known = art.game.art_credits.get(slot.name)
        line = 'nobody is credited; add --credit "..." and --licence "..."'
        if known is not None:
            line = f"credit: still {_line(known)} ({shown}); say --credit if this one is by somebody else"
        return CreditChange(path, None, line)
    if text is None:
        text = read_text(path) if path.is_file() else ""
    by_hand = CannotWrite(
        f"{shown} cannot be written safely",
        f"edit it by hand: {slot.name}: {{credit: ..., licence: ...}}",
    )
    try:
        content = credited(text, slot.name, words).encode()
    except CannotEdit as error:
        raise by_hand from error
    node, found = parse(content, shown)
    findings = Findings()
    credit = read_credits(node, findings).get(slot.name) if node else None
    if credit is None or found or len(findings):
        raise by_hand
    return CreditChange(path, content, f"credit: {_line(credit)} ({shown})")


def credited(text: str, slot: str, words: Mapping[str, str]) -> str:
    """Return the file with the credit of `slot` said anew; `text` is what it holds now, "" when there is none.

    `words` are credit, licence and source, as far as they are known. Somebody else's credit takes the licence and
    the source of the old one away. Comments, order and quotes of all other entries stay.
    """
    node = parse(text.encode(), CREDITS)[0] if text else None
    known = node.get(slot) if isinstance(node, MapNode) else None
    entry: dict[str, Plain] = {}
    if isinstance(known, MapNode):
        entry = {key.text: value.value for key, value in known.entries if isinstance(value, ScalarNode)}
    elif isinstance(known, ScalarNode) and known.text:
        entry = {"credit": known.text}
    if "credit" in words and str(entry.get("credit", "")) != words["credit"]:
        entry = {name: value for name, value in entry.items() if name not in ("licence", "source")}
    entry |= {name: said for name, said in words.items() if str(entry.get(name, "")) != said}
    new = "".join(f"\n  {name}: {quoted(said)}" for name, said in words.items())
    return with_entry(text, slot, entry, head=_HEAD, new=new)


def plain_words(words: Mapping[str, str]) -> dict[str, str]:
    """Return what was typed in one line each, without letters that nobody sees; raises CannotUse for a novel."""
    plain = {name: one_line(text) for name, text in words.items()}
    for name, text in plain.items():
        if len(text) > LONGEST_CREDIT:
            message = f"the {name} has {len(text)} letters"
            raise CannotUse(message, f"the limit is {LONGEST_CREDIT}; give a web page as --source")
    return {name: text for name, text in plain.items() if text}


def _line(credit: ArtCredit) -> str:
    return ", ".join(filter(None, (credit.credit, credit.licence, credit.source)))
