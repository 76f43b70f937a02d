"""The credit of a picture that is put in place: kept in art/credits.yaml, and read back before it is trusted."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml.error import YAMLError

from pnp.cli.artwork.slots import GameArt
from pnp.export.atomic import write
from pnp.export.creditsfile import credited
from pnp.load.credits import MOST, NAME, read_credits
from pnp.load.findings import Findings
from pnp.load.yaml.source import parse
from pnp.model.credit import ArtCredit
from pnp.model.errors import CannotUse, CannotWrite
from pnp.render.slots import Slot


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
    shown = art.room.sources.shown(path)
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
