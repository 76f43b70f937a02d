"""art/credits.yaml written by the program, with everything that people wrote into it left as it was."""

import io
import re
from collections.abc import Mapping

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

_HEAD = """\
# Who made the pictures in this folder, by art slot. The rules summary lists them (pnp rules).
"""

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_NOT_PLAIN = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))
"""Words that YAML takes for something else than their letters."""


def credited(text: str, slot: str, words: Mapping[str, str]) -> str:
    """Return the file with the credit of `slot` said anew; `text` is what it holds now, "" when there is none.

    `words` are credit, licence and source, as far as they are known. Somebody else's credit takes the licence and
    the source of the old one away. Comments, order and quotes of all other entries stay.
    """
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 10_000
    whole = yaml.load(text) if text.strip() else None
    if not isinstance(whole, CommentedMap):
        whole, text = CommentedMap(), text or _HEAD
        head = text
    else:
        head = ""
    key = next((key for key in whole if str(key) == slot), None)
    entry = whole[key] if key is not None else None
    if not isinstance(entry, CommentedMap):
        entry = CommentedMap() if entry is None else CommentedMap(credit=DoubleQuotedScalarString(str(entry)))
    if "credit" in words and str(entry.get("credit", "")) != words["credit"]:
        for name in ("licence", "source"):
            entry.pop(name, None)
    for name, said in words.items():
        if str(entry.get(name, "")) != said:
            entry[name] = DoubleQuotedScalarString(said)
    whole[_key(slot) if key is None else key] = entry
    out = io.StringIO()
    yaml.dump(whole, out)
    return head + out.getvalue()


def _key(slot: str) -> str:
    return (
        slot if _PLAIN.fullmatch(slot) and slot.lower() not in _NOT_PLAIN else DoubleQuotedScalarString(slot)
    )
