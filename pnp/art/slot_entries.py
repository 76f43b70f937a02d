"""Files in art/ that say something by art slot: the lines of one entry changed or taken out, all others left alone."""

import io
import re
from collections.abc import Callable

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

_PLAIN = re.compile(r"(?!(y|n|yes|no|on|off|true|false|null)$)[a-z]\w*", re.ASCII | re.IGNORECASE)
"""Keys that need no quotes: words that YAML takes for nothing else than their letters."""

EMPTY = "{}\n"
"""Stands where a file has no entry left, so that it can be read."""


def with_entry(text: str, slot: str, head: str, changed: Callable[[object], object]) -> str:
    """Return the text of a file with what `changed` makes of the entry of a slot, which may be None.

    `head` opens a file that is not there yet. Raises YAMLError and ValueError for a text that cannot be read.
    """
    key: str = slot if _PLAIN.fullmatch(slot) else DoubleQuotedScalarString(slot)
    whole = _read(text)
    if not whole:
        return (text.removesuffix(EMPTY) or head) + _written(CommentedMap({key: changed(None)}))
    known = next((key for key in whole if str(key) == slot), None)
    if whole.fa.flow_style():
        whole[known or key] = changed(whole.get(known))
        return _written(whole)
    if known is None:
        return f"{text.rstrip()}\n{_written(CommentedMap({key: changed(None)}))}"
    before, entry, after = _parted(text, whole, known)
    alone = _read(entry)
    alone[known] = changed(alone[known])
    return before + _written(alone) + after


def without_entry(text: str, slot: str) -> str:
    """Return the text of a file without the entry of a slot; comments around it stay. Raises YAMLError and ValueError."""
    whole = _read(text)
    known = next(key for key in whole if str(key) == slot)
    if whole.fa.flow_style():
        del whole[known]
        return _written(whole)
    before, _, after = _parted(text, whole, known)
    return before + after if len(whole) > 1 else before + after + EMPTY


def _parted(text: str, whole: CommentedMap, key: str) -> tuple[str, str, str]:
    """Return the lines before an entry, its own, and those after it: comments that begin a line belong to what follows."""
    lines, keys = text.splitlines(keepends=True), list(whole)
    first, following = whole.lc.key(key)[0], keys[keys.index(key) + 1 :]
    end = whole.lc.key(following[0])[0] if following else len(lines)
    while not lines[end - 1].strip() or lines[end - 1].startswith("#"):
        end -= 1
    return "".join(lines[:first]), "".join(lines[first:end]), "".join(lines[end:])


def _editor() -> YAML:
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 10_000
    return yaml


def _read(text: str) -> CommentedMap:
    whole = _editor().load(text) if text.strip() else None
    return whole if isinstance(whole, CommentedMap) else CommentedMap()


def _written(entries: CommentedMap) -> str:
    out = io.StringIO()
    _editor().dump(entries, out)
    return out.getvalue()
