"""Files in art/ that say something by art slot: the keys of one entry changed or taken out, all others left alone."""

from collections.abc import Mapping

from pnp.edit.yaml_change import EMPTY, Item, short_text, with_value, without_value
from pnp.edit.yaml_spans import MapSpan, read_yaml_text, span_at

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
    for name, _ in known.entries:
        if name.text not in values:
            file = without_value(file, (slot, name.text))
    return file.text


def without_entry(text: str, slot: str) -> str:
    """Return the text of a file without the entry of a slot; comments around it stay. Raises CannotEdit."""
    return without_value(read_yaml_text(text.encode(), ""), (slot,)).text
