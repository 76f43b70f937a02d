"""The credit of a picture that is put in place: kept in art/credits.yaml, and read back before it is trusted."""

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
from pnp.files import write
from pnp.load.art_files import MOST, NAME, read_credits
from pnp.load.nodes import Findings
from pnp.load.yaml_source import parse
from pnp.model.errors import CannotUse, CannotWrite
from pnp.model.game import ArtCredit

# art/credits.yaml written by the program, with everything that people wrote into it left as it was.

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


def well_said(words: Mapping[str, str]) -> dict[str, str]:
    """Return what was typed in one line each, without letters that nobody sees; raises CannotUse for a novel."""
    said = {
        name: " ".join("".join(c if c.isprintable() else " " for c in text).split())
        for name, text in words.items()
    }
    for name, text in said.items():
        if len(text) > MOST:
            raise CannotUse(
                f"the {name} has {len(text)} letters", f"{MOST} are enough; give a page as --source"
            )
    return {name: text for name, text in said.items() if text}


@dataclass(frozen=True, slots=True)
class Noted:
    """The credits as they are to be kept: the file and its content (None when nothing changes), and what to say."""

    path: Path
    content: bytes | None
    line: str

    def write(self, root: Path) -> None:
        """Keep them. Raises CannotWrite."""
        if self.content is not None:
            write(self.path, self.content, root=root)


def noted(art: GameArt, slot: Slot, words: Mapping[str, str]) -> Noted:
    """Return who made the picture in a slot, ready to be kept. Raises CannotWrite."""
    path = art.folder / NAME
    shown = art.context.sources.shown(path)
    if not words:
        known = art.game.art_credits.get(slot.name)
        if known is None:
            line = 'nobody is credited for it; --credit "..." and --licence "..." say who'
        else:
            line = f"credit: still {_line(known)} ({shown}); say --credit if this one is by somebody else"
        return Noted(path, None, line)
    text = path.read_text(encoding="utf-8-sig") if path.is_file() else ""
    by_hand = CannotWrite(
        f"{shown} cannot be written so that it can be read again",
        f"write into it by hand: {slot.name}: {{credit: ..., licence: ...}}",
    )
    try:
        made = credited(text, slot.name, words).encode()
    except (YAMLError, ValueError) as error:  # what reads a file and what keeps its comments are two parsers
        raise by_hand from error
    node, findings = parse(made, shown)
    heard = Findings()
    kept = read_credits(node, heard).get(slot.name) if node else None
    if kept is None or findings or len(heard):
        raise by_hand
    return Noted(path, made, f"credit: {_line(kept)} ({shown})")


def _line(credit: ArtCredit) -> str:
    return ", ".join(filter(None, (credit.credit, credit.licence, credit.source)))
