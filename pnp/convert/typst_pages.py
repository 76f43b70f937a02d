"""Faces to PDF pages in one typst compile.

typst is used as an SVG-to-PDF renderer: one page per face, holding one picture, and above it the texts that are plain.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.convert.plain_texts import PlainText, without_plain_texts
from pnp.files import temporary_folder, write
from pnp.model.diagnostics import CannotRender
from pnp.model.face import Face
from pnp.model.geometry import Size
from pnp.svg.vocabulary import declarations
from pnp.typesetting.fonts import FontFile, Style, asked_for

if TYPE_CHECKING:
    import typst

REMEMBERED = 11
"""typst keeps anything used within its last ten compiles."""

BLANK = Face("", '<svg xmlns="http://www.w3.org/2000/svg" width="1mm" height="1mm"/>', Size(1, 1), 0)


def pages(faces: Sequence[Face], fonts: Sequence[Path]) -> bytes:
    """Return a PDF with one page per face, in order, as large as the face's page, drawn with these font files only.

    The same faces and fonts give the same bytes. Raises CannotRender naming the face that cannot be drawn.
    """
    import typst  # noqa: PLC0415

    with temporary_folder("fonts") as folder:  # typst reads from it as it draws
        aliases = FontAliases(sorted(set(fonts)), Path(folder))
        try:
            return _compiled(aliases, faces)
        except typst.TypstError as error:
            for face in faces if len(faces) > 1 else ():  # it does not say which it refuses
                pages([face], fonts)
            key = faces[0].key
            raise CannotRender(f"the drawing {key} cannot be rendered: {error.message}", face=key) from error


def forget() -> None:
    """Make typst let go of the faces drawn so far."""
    import typst  # noqa: PLC0415

    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False)
    for _ in range(REMEMBERED):
        _made(fonts, "", {})
    _give_back()


def _compiled(aliases: "FontAliases", faces: Sequence[Face]) -> bytes:
    pictures: dict[str, str] = {}
    source = [_SET_TEXTS]
    for number, face in enumerate(faces):
        svg, texts = without_plain_texts(face.svg, face.page, aliases.files)
        pictures[str(number)] = aliases.in_aliases(svg)
        source.append(_page(number, face.page, [aliases.set_text(text) for text in texts]))
    return _made(aliases.fonts, "\n".join(source), pictures)


def _made(fonts: "typst.Fonts", source: str, pictures: dict[str, str]) -> bytes:
    import typst  # noqa: PLC0415

    # A compiler is good for one set of inputs only: it loses a source given as bytes at its second compile.
    compiler = typst.Compiler(font_paths=fonts)
    pdf = compiler.compile(
        input=source.encode(), format="pdf", sys_inputs=pictures, timestamp=0, pdf_tags=False
    )
    assert isinstance(pdf, bytes)
    return pdf


_SET_TEXTS = """\
#set text(top-edge: "baseline", bottom-edge: "baseline", cjk-latin-spacing: none, hyphenate: false, fallback: false)
#let t(x, y, font, size, fill, words) = place(
  dx: x * 1mm, dy: y * 1mm, text(font: font, size: size * 1mm, fill: rgb(fill), words)
)
#let above(texts) = place(top + left, block(width: 50000mm, texts))"""


def _page(number: int, page: Size, texts: Sequence[str] = ()) -> str:
    """Return the typst source of the page of one face, its picture and texts above it."""
    picture = f'image(bytes(sys.inputs.at("{number}")), format: "svg", width: 100%, height: 100%)'
    above = f"\nabove({{{chr(10).join(texts)}}})" if texts else ""
    return f"#page(width: {page.width}mm, height: {page.height}mm, margin: 0mm, {{{picture}{above}}})"


def _give_back() -> None:
    """Give freed memory back to the system: on Linux, what one thread has freed is kept for that thread alone."""
    import ctypes  # noqa: PLC0415 - only a large deck gets here

    with suppress(OSError, AttributeError):  # other systems have no such function, nor the need
        ctypes.CDLL("libc.so.6").malloc_trim(0)


ALIAS = "pnpf"

_FONT_KEYS = frozenset({"font-family", "font-weight", "font-style"})
_STRING = r"\"[^\"]*\"|'[^']*'"
_TAG = re.compile(rf"<(/?)(svg|g|a|switch|symbol|text|tspan|textPath)\b((?:[^>\"'/]|/(?!>)|{_STRING})*)(/?)>")
_ATTRIBUTE = re.compile(rf"\s([\w:-]+)\s*=\s*({_STRING})")
_FAMILY = re.compile(rf"\sfont-family\s*=\s*(?:{_STRING})|\bfont-family\s*:(?:[^;&\"]|&\w+;)*;?")


class FontAliases:
    """Font files under names that typst can take apart, the same in every drawing; `fonts` are all that typst is to know.

    It takes words such as Black, Light or Condensed off the end of a family's name and does not find it then, it knows
    some fonts by their PostScript name, and an SVG can ask for nine weights only. So each file is a family of its own.
    """

    def __init__(self, files: Sequence[Path], folder: Path, *, whole_families: bool = False) -> None:
        """Write copies into a temporary folder, each a family of its own, or `whole_families` for typst to choose from.

        Raises CannotWrite, OSError.
        """
        fonts = [FontFile(path) for path in files]
        self.files = {(font.family, font.style): font for font in fonts}
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

    def set_text(self, text: PlainText) -> str:
        """Return a text as typst is to set it."""
        words = text.words.replace("\\", "\\\\").replace('"', '\\"')
        return f't({text.x:.5f}, {text.y:.5f}, "{self._names[text.font]}", {text.size}, "{text.fill}", "{words}")'

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
    return f"{ALIAS}{int(hashlib.sha256(content).hexdigest()[:15], 16)}"


def _fonts_in(folder: Path) -> "typst.Fonts":
    import typst  # noqa: PLC0415 - only who draws needs it

    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder)])


def _fonts_said(attributes: str) -> dict[str, str]:
    written = {key: unescape(value[1:-1]) for key, value in _ATTRIBUTE.findall(attributes)}
    written |= dict(declarations(written.get("style", "")))
    return {key: written[key] for key in _FONT_KEYS & written.keys()}
