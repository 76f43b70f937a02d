"""Fonts as typst gets them: files under names of their own, and the trial that every font of a project must pass.

A font is tried in a worker process (pnp.typesetting.fonts), which a damaged one may end.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.convert.trial_pages import PDFIUM
from pnp.files import temporary_folder, write
from pnp.model.diagnostics import PnpError
from pnp.svg.vocabulary import font_properties
from pnp.typesetting.fonts import NO_FONT, UNREADABLE, FontFile, Style, asked_for, subset
from pnp.workers.worker import begins

if TYPE_CHECKING:
    import typst

ALIAS = "pnpf"
_STRING = r"\"[^\"]*\"|'[^']*'"
_FAMILY_TAG = re.compile(
    rf"<(/?)(svg|g|a|switch|symbol|text|tspan|textPath)\b((?:[^>\"'/]++|/(?!>)|{_STRING})*+)(/?)>"
)
_FAMILY_ATTRIBUTE = re.compile(rf"\s([\w:-]+)\s*=\s*({_STRING})")
_FAMILY = re.compile(rf"\sfont-family\s*=\s*(?:{_STRING})|\bfont-family\s*:(?:[^;&\"]|&\w+;)*;?")


class FontAliases:
    """Font files under names that typst can take apart, the same in every drawing; `fonts` are all that typst is to know.

    It takes words such as Black, Light or Condensed off the end of a family's name and does not find it then, it knows
    some fonts by their PostScript name, and an SVG can ask for nine weights only. So each file is a family of its own.
    """

    def __init__(self, files: Sequence[Path], folder: Path, *, whole_families: bool = False) -> None:
        """Write copies, each a family of its own, or `whole_families`. Raises CannotWrite, OSError."""
        fonts = [FontFile(path) for path in files]
        self.files = {(font.family, font.style): font for font in fonts}
        self._names: dict[tuple[str, Style], str] = {}
        copies: dict[Path, tuple[FontFile, str]] = {}
        digests = [hashlib.sha256(font.content).digest() for font in fonts]
        for number, font in enumerate(fonts):
            # typst goes on with fonts of earlier drawings under their names: another file has another name.
            family = (each for file, each in zip(fonts, digests, strict=True) if file.family == font.family)
            told_apart = hashlib.sha256(b"".join(family)).digest() if whole_families else digests[number]
            alias = f"{ALIAS}{int(told_apart.hex()[:15], 16)}"
            self._names[font.family, font.style] = alias
            copies[folder / f"{number:03}{font.file.suffix}"] = (font, alias)
        shared = Counter(font.postscript for font in fonts)
        for path, (font, alias) in copies.items():
            name = f"{font.postscript}-{font.style.weight}" if shared[font.postscript] > 1 else ""
            write(path, font.renamed(alias, name), durable=False)
        self.fonts = _fonts_in(folder)
        for info in self.fonts.fonts():
            font, alias = copies[Path(str(info.path))]
            if info.family != alias:
                write(Path(str(info.path)), font.renamed(alias, postscript=alias), durable=False)
                self.fonts = _fonts_in(folder)

    def of_family(self, family: str) -> str:
        """Return the alias of a family, itself when there is none."""
        return next((alias for (known, _), alias in self._names.items() if known == family), family)

    def of_font(self, font: tuple[str, Style]) -> str:
        """Return the alias of a family in a style, which must be among the files."""
        return self._names[font]

    def in_aliases(self, svg: str) -> str:
        """Return a drawing whose texts ask for the copies; a font that is not there stays as it is."""
        around: list[Mapping[str, str]] = [{}]

        def replaced(tag: re.Match[str]) -> str:
            ends, name, attributes, empty = tag.groups()
            if ends:
                if len(around) > 1:  # who draws finds what is not well-formed
                    around.pop()
                return tag[0]
            said = _FAMILY_ATTRIBUTE.findall(attributes) if "font-" in attributes else ()
            written = font_properties({key: unescape(value[1:-1]) for key, value in said}) if said else {}
            style = {**around[-1], **written} if written else around[-1]
            if not empty:
                around.append(style)
            alias = self._names.get(asked_for(style)) if written or name == "text" else None
            if alias is None:
                return tag[0]
            return f'<{name}{_FAMILY.sub("", attributes)} font-family="{alias}"{empty}>'

        return _FAMILY_TAG.sub(replaced, svg)


def _fonts_in(folder: Path) -> "typst.Fonts":
    import typst  # noqa: PLC0415 - only who draws needs it

    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder)])


# A font tried in every way it will be used: measured, subset, made static, set, typeset and drawn.

MOST_DRAWN = 1_500  # Letters that are drawn, from all over the font; all of them are measured and cut down.
AT_ONCE = 100
MISSING = "\u0378"  # A letter that no font has: what is drawn in its place is in every font.
USUAL = "AVAVA ffi 123 éß"  # Letters that most faces have: pairs, ligatures, and those this font may lack.
_NAME = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\"<>{};\\]{1,100}")
_UNPRINTED = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def fault_of(path: Path) -> str:
    """Return why a font cannot be used, "" when it can. A font may also end the process."""
    import pypdfium2  # noqa: PLC0415

    try:
        font = FontFile(path)
    except UNREADABLE:
        return NO_FONT
    if not (_NAME.fullmatch(font.family) and _NAME.fullmatch(font.full_name)):
        return "has a name that cannot be used"
    try:
        subset(path, font.characters)
        subset(path, map(ord, USUAL))
        for variant in font.variants():
            begins(font.family)
            letters = _UNPRINTED.sub("", "".join(map(chr, sorted(variant.characters))))
            for start in range(0, len(letters), AT_ONCE):
                variant.ink(letters[start : start + AT_ONCE])
            shown = letters[:AT_ONCE] + letters[AT_ONCE :: max(1, len(letters) // MOST_DRAWN)]
            shown += MISSING
            lines = [USUAL, *(shown[start : start + AT_ONCE] for start in range(0, len(shown), AT_ONCE))]
            variant.ink(USUAL)
            with temporary_folder("fonts") as folder:
                aliases = FontAliases([variant.path], Path(folder))
                for page in _pages(variant, aliases, lines):
                    with PDFIUM, pypdfium2.PdfDocument(page) as document:
                        document[0].render(scale=0.5)
    except (PnpError, RuntimeError, *UNREADABLE):
        return "is damaged"
    return ""


def _pages(font: FontFile, aliases: FontAliases, lines: list[str]) -> list[bytes]:
    import typst  # noqa: PLC0415

    family, alias = font.family, aliases.of_family(font.family)
    rows = "".join(f'<text y="{9 + 9 * n}">{escape(line)}</text>' for n, line in enumerate(lines))
    height = 9 * len(lines) + 20
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="900" height="{height}" font-size="8" '
        f'font-family="\'{escape(family)}\'" font-weight="{font.style.weight}">{rows}</svg>'
    )
    shown = 'image(bytes(sys.inputs.svg), format: "svg")'
    written = f"{{ set text(font: {json.dumps(alias)}, fallback: false); sys.inputs.text }}"
    words = {"svg": aliases.in_aliases(svg), "text": "\n".join(lines)}
    return [
        typst.compile(
            f"#set page(width: 900pt, height: auto)\n#{body}".encode(),
            font_paths=aliases.fonts,
            sys_inputs=words,
            timestamp=0,
        )
        for body in (shown, written)
    ]
