"""Fonts under names that typst cannot take apart, and drawings that ask for those names.

typst takes words such as Black, Light or Condensed off the end of a family's name and does not find it then, it knows some
fonts by their PostScript name, and an SVG can ask for nine weights only. So each file is a family of its own for typst alone.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.files import write
from pnp.svg.vocabulary import declarations
from pnp.typesetting.fonts import FontFile, Style, asked_for

if TYPE_CHECKING:
    import typst

ALIAS = "pnpf"

_FONT_KEYS = frozenset({"font-family", "font-weight", "font-style"})
_STRING = r"\"[^\"]*\"|'[^']*'"
_TAG = re.compile(rf"<(/?)(svg|g|a|switch|symbol|text|tspan)\b((?:[^>\"'/]|/(?!>)|{_STRING})*)(/?)>")
_ATTRIBUTE = re.compile(rf"\s([\w:-]+)\s*=\s*({_STRING})")
_FAMILY = re.compile(rf"\sfont-family\s*=\s*(?:{_STRING})|\bfont-family\s*:(?:[^;&\"]|&\w+;)*;?")


class FontAliases:
    """Font files under names that are the same in every drawing, as typst remembers what it found under a name.

    `fonts` are all that typst is to know.
    """

    def __init__(self, files: Sequence[Path], folder: Path, *, whole_families: bool = False) -> None:
        """Write copies into a temporary folder, each a family of its own, or `whole_families` for typst to choose from.

        Raises CannotWrite, OSError.
        """
        fonts = [FontFile(path) for path in files]
        self._names: dict[tuple[str, Style], str] = {}
        copies: dict[Path, tuple[FontFile, str]] = {}
        for number, font in enumerate(fonts):
            alias = _alias(font.family.encode() if whole_families else font.content)
            self._names[font.family, font.style] = alias
            copies[folder / f"{number:03}{font.file.suffix}"] = (font, alias)
        shared = Counter(font.postscript for font in fonts)
        for path, (font, alias) in copies.items():
            own = f"{font.postscript}-{font.style.weight}" if shared[font.postscript] > 1 else ""
            write(path, font.renamed(alias, own), durable=False)
        self.fonts = _fonts_in(folder)
        for info in self.fonts.fonts():
            font, alias = copies[Path(str(info.path))]
            if info.family != alias:
                write(Path(str(info.path)), font.renamed(alias, postscript=alias), durable=False)
                self.fonts = _fonts_in(folder)

    def of_family(self, family: str) -> str:
        """Return the alias of a family, itself when there is none."""
        return next((alias for (known, _), alias in self._names.items() if known == family), family)

    def in_aliases(self, svg: str) -> str:
        """Return a drawing whose texts ask for the copies; a font that is not there stays as it is."""
        around: list[Mapping[str, str]] = [{}]

        def replaced(tag: re.Match[str]) -> str:
            ends, name, attributes, empty = tag.groups()
            if ends:
                if len(around) > 1:  # who draws finds what is not well-formed
                    around.pop()
                return tag[0]
            said = _fonts_said(attributes) if "font-" in attributes else {}
            style = {**around[-1], **said} if said else around[-1]
            if not empty:
                around.append(style)
            alias = self._names.get(asked_for(style)) if said or name == "text" else None
            if alias is None:
                return tag[0]
            return f'<{name}{_FAMILY.sub("", attributes)} font-family="{alias}"{empty}>'

        return _TAG.sub(replaced, svg)


def _alias(content: bytes) -> str:
    """Return a name of digits, from which no word can be taken; the same whatever the file of the font is called."""
    return f"{ALIAS}{int(hashlib.sha256(content).hexdigest()[:15], 16)}"


def _fonts_in(folder: Path) -> "typst.Fonts":
    import typst  # noqa: PLC0415 - only who draws needs it

    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder)])


def _fonts_said(attributes: str) -> dict[str, str]:
    """Return what attributes say about fonts; what is written inside a style attribute wins."""
    written = {key: unescape(value[1:-1]) for key, value in _ATTRIBUTE.findall(attributes)}
    written |= dict(declarations(written.get("style", "")))
    return {key: written[key] for key in _FONT_KEYS & written.keys()}
