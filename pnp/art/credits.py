"""Who made the pictures: art/credits.yaml changed with everything that people wrote into it left as it was."""

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.error import YAMLError
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

from pnp.art.slots import GameArt, Slot
from pnp.load.art_files import MOST, NAME, read_credits
from pnp.load.nodes import Findings
from pnp.load.yaml_source import parse
from pnp.model.errors import CannotUse, CannotWrite
from pnp.model.game import ArtCredit
from pnp.text import one_line

_HEAD = "# Who made the pictures in this folder, by art slot. The rules summary lists them (pnp rules).\n"

_PLAIN = re.compile(r"(?!(y|n|yes|no|on|off|true|false|null)$)[a-z]\w*", re.ASCII | re.IGNORECASE)
"""Keys that need no quotes: words that YAML takes for nothing else than their letters."""


@dataclass(frozen=True, slots=True)
class CreditChange:
    """The credits as they are to be kept: the file, its content (None when nothing changes), and what to say."""

    path: Path
    content: bytes | None
    line: str


def changed_credits(art: GameArt, slot: Slot, words: Mapping[str, str]) -> CreditChange:
    """Return the credits with that of a slot said anew, read back before they are trusted. Raises CannotWrite."""
    path = art.folder / NAME
    shown = art.shown(path)
    if not words:
        known = art.game.art_credits.get(slot.name)
        line = 'nobody is credited for it; --credit "..." and --licence "..." say who'
        if known is not None:
            line = f"credit: still {_line(known)} ({shown}); say --credit if this one is by somebody else"
        return CreditChange(path, None, line)
    text = path.read_text(encoding="utf-8-sig") if path.is_file() else ""
    by_hand = CannotWrite(
        f"{shown} cannot be written so that it can be read again",
        f"write into it by hand: {slot.name}: {{credit: ..., licence: ...}}",
    )
    try:
        content = credited(text, slot.name, words).encode()
    except (YAMLError, ValueError) as error:  # what reads a file and what keeps its comments are two parsers
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
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 10_000
    whole, head = yaml.load(text) if text.strip() else None, ""
    if not isinstance(whole, CommentedMap):
        whole, head = CommentedMap(), text or _HEAD
    key = next((key for key in whole if str(key) == slot), None)
    entry = whole[key] if key is not None else CommentedMap()
    if not isinstance(entry, CommentedMap):
        entry = CommentedMap({} if entry is None else {"credit": DoubleQuotedScalarString(str(entry))})
    if "credit" in words and str(entry.get("credit", "")) != words["credit"]:
        for name in ("licence", "source"):
            entry.pop(name, None)
    for name, said in words.items():
        if str(entry.get(name, "")) != said:
            entry[name] = DoubleQuotedScalarString(said)
    if key is None:
        key = slot if _PLAIN.fullmatch(slot) else DoubleQuotedScalarString(slot)
    whole[key] = entry
    out = io.StringIO()
    yaml.dump(whole, out)
    return head + out.getvalue()


def plain_words(words: Mapping[str, str]) -> dict[str, str]:
    """Return what was typed in one line each, without letters that nobody sees; raises CannotUse for a novel."""
    plain = {name: one_line(text) for name, text in words.items()}
    for name, text in plain.items():
        if len(text) > MOST:
            message = f"the {name} has {len(text)} letters"
            raise CannotUse(message, f"{MOST} are enough; give a page as --source")
    return {name: text for name, text in plain.items() if text}


def _line(credit: ArtCredit) -> str:
    return ", ".join(filter(None, (credit.credit, credit.licence, credit.source)))
