"""Text as a row of unbreakable atoms with widths: what line breaking works on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from pnp.render.text.fonts import FontFile
from pnp.render.text.markup import Icon, Run

ICON_EM = 0.95  # an icon's box beside letters of size 1: a little over cap height reads as one with the line
ICON_GAP_EM = 0.06  # air on both sides of an icon, so that it does not stick to a letter


@dataclass(frozen=True, slots=True)
class Bit:
    """Part of an atom in one font: letters, or an icon when `font` is None. Width in em."""

    text: str
    font: FontFile | None
    width: float


@dataclass(frozen=True, slots=True)
class Atom:
    """What may not be broken: a word with its punctuation and icons.

    `space` is the blank before it, `width` is without that blank, both in em.
    """

    bits: tuple[Bit, ...]
    space: float
    width: float = field(init=False)

    def __post_init__(self) -> None:
        """Add up the width once: line breaking asks for it again at every size."""
        object.__setattr__(self, "width", sum(bit.width for bit in self.bits))


FontPicker = Mapping[tuple[bool, bool], FontFile]
"""The files for (bold, italic)."""


def atoms(runs: tuple[Run, ...], fonts: FontPicker) -> tuple[Atom, ...]:
    """Return the atoms of one line of text.

    A run of blanks separates; a no-break space does not. An icon glued to a letter belongs to the same atom.
    """
    found: list[Atom] = []
    pending: list[Bit] = []
    space = next_space = 0.0

    def close() -> None:
        nonlocal pending, space
        if pending:
            found.append(Atom(tuple(pending), space if found else 0.0))
            pending = []
        space = next_space

    for run in runs:
        if isinstance(run, Icon):
            pending.append(Bit(run.name, None, ICON_EM + 2 * ICON_GAP_EM))
            continue
        font = fonts[run.bold, run.italic]
        for number, word in enumerate(run.text.replace("\t", " ").split(" ")):
            if number:
                next_space = width_of(font, " ")
                close()
            if word:
                pending.append(Bit(word, font, width_of(font, word)))
    close()
    return tuple(found)


@lru_cache(maxsize=16384)
def width_of(font: FontFile, text: str) -> float:
    """Return the width of `text` in em; the same words come back on card after card."""
    return font.width(text)
