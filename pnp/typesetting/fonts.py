"""Font files by family, weight and slant, and their metrics.

Fonts come from two places only: packages that say that they bring fonts (font-* and fontpkg-* on PyPI) and
the project's `fonts/` folder. The system's fonts are never looked at: what prints here prints everywhere.
"""

import errno
import hashlib
import importlib.util
import json
import re
import struct
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property, lru_cache
from importlib import import_module
from importlib.metadata import entry_points, version
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple
from zlib import crc32

import uharfbuzz as hb

from pnp.cache import FONTS, cache_folder, digest
from pnp.files import (
    digest_of_file,
    is_within,
    lasting_folder,
    not_private,
    read_bytes,
    read_text,
    size_of_file,
    write,
)
from pnp.model.diagnostics import CannotUse, CannotWrite
from pnp.model.limits import USUAL_LIMITS
from pnp.text import decimal, nearest
from pnp.workers.worker import TaskLimits

# Packages with fonts for other scripts: which are installed, and which one to install.

PACKAGES = {"manimgx_fonts": "manimgx-fonts", "justmytype_intl_cjk": "justmytype-intl-cjk"}
"""Module of fonts -> its package. The first comes with pnp, the other with its extra `cjk`."""

_CJK = re.compile(
    "[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)
_SCRIPTS = re.compile("[\u0530-\u10ff\u1200-\u139f\u1780-\u17ff\u2190-\u2bff\U0001f000-\U0001faff]")
_KANA, _HANGUL = re.compile("[\u3040-\u30ff]"), re.compile("[\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff]")


def font_files(*modules: str) -> tuple[Path, ...]:
    """Return the font files of the installed ones of some packages, which are found without importing them."""
    specs = filter(None, map(importlib.util.find_spec, modules))
    folders = [Path(folder) for spec in specs for folder in spec.submodule_search_locations or ()]
    return tuple(path for folder in folders for path in sorted(folder.rglob("*.ttf")))


def package_for(letters: str) -> str:
    """Return what to install for letters that no font has, "" when nothing is known to have them.

    >>> package_for("a")
    ''
    """
    if _CJK.search(letters) and importlib.util.find_spec("justmytype_intl_cjk") is None:
        return 'pip install "pnp-cards[cjk]" for Chinese, Japanese and Korean'
    if _SCRIPTS.search(letters) and importlib.util.find_spec("manimgx_fonts") is None:
        return "pip install manimgx-fonts for this script"
    return ""


def preferred(family: str, letters: str, language: str) -> bool:
    """Say whether a family has the forms of Chinese characters that a text needs: its letters tell, else the language.

    >>> [preferred("Noto Sans JP", "\u6f22", "ja"), preferred("Noto Sans TC", "\u6f22", "zh-Hant"), preferred("Noto Sans SC", "\u6f22", "en")]
    [True, True, True]
    """
    if _KANA.search(letters) or (language.startswith("ja") and not _HANGUL.search(letters)):
        return family.endswith(" JP")
    if _HANGUL.search(letters) or language.startswith("ko"):
        return family.endswith(" KR")
    return family.endswith(" TC" if language in ("zh-Hant", "zh-TW", "zh-HK") else " SC")


_CSS_WORD = re.compile(r"-?[A-Za-z_\u0080-\uffff][\w-]*")
_ITALIC_BIT = 1  # OS/2 fsSelection, bit 0
_OS2_BYTES = 78  # the shortest OS/2 table, version 0
UNREADABLE = (ValueError, OSError, hb.HarfBuzzError)
_FAMILY, _FULL_NAME, _POSTSCRIPT, _TYPOGRAPHIC_FAMILY = 1, 4, 6, 16  # name table ids, OpenType specification
_WINDOWS_ENGLISH = (3, 1, 0x409)  # platform, encoding and language of a name

_UNSEEN = re.compile("[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff]")
"""Characters that say how others are set, and need no glyph."""
_OF_HANGUL = {"calt": False}
"""The renderer leaves the alternates out that some fonts have for the blanks between Korean words."""

_JOINER = "\u200d"

Box = tuple[float, float, float, float]
"""Left, bottom, right and top of a letter in em, y up from the baseline."""


class Style(NamedTuple):
    """A weight from 100 to 900 and whether the letters slant."""

    weight: int = 400
    italic: bool = False

    def __str__(self) -> str:
        """Say the style as people do: "600 italic"."""
        return f"{self.weight} italic" if self.italic else str(self.weight)


def weight_of(text: str) -> int:
    """Return the weight that an SVG attribute says; what is no weight at all counts as 400.

    >>> weight_of("bold"), weight_of("300")
    (700, 300)
    """
    return int(text) if text.isdigit() else {"bold": 700, "bolder": 700, "lighter": 300}.get(text, 400)


_Content = tuple[bytes, hb.Face]


def _read(path: Path) -> _Content:
    if path.is_symlink() and not is_within(path, path.parent):
        raise OSError(errno.EXDEV, "a link out of its folder")
    data = read_bytes(path, limit=USUAL_LIMITS.font_bytes)
    return data, hb.Face(hb.Blob(data))


class FontFile:
    """One font file, measured through HarfBuzz. Figures are in em: multiply by the size.

    The file is read, not mapped: whoever writes over a mapped file ends the program that looks at it. A variable font is
    one font for each `weight`, all with the same `content`.
    Raises ValueError for a file that is no font, OSError for one that cannot be opened.
    """

    def __init__(self, path: Path, *, content: _Content | None = None, weight: int = 0) -> None:
        self.file = path
        self.content, self._face = content or _read(path)
        family = self._face.get_name(_TYPOGRAPHIC_FAMILY) or self._face.get_name(_FAMILY)
        os2 = self._face.reference_table("OS/2").data
        if not family or not self._face.glyph_count or len(os2) < _OS2_BYTES or _is_cut_short(self.content):
            raise ValueError(f"{path.name} is not a complete font")
        self.family: str = family
        self.font = hb.Font(self._face)
        if weight:
            self.font.set_variations({WEIGHT: weight})
        self.upem = self._face.upem
        usual, selection = (struct.unpack_from(">H", os2, at)[0] for at in (4, 62))
        self.style = Style(weight or usual, bool(selection & _ITALIC_BIT))
        self.variable = bool(self._face.has_var_data)
        self._drawn: set[str] = set()

    def variants(self) -> "Iterator[FontFile]":
        """Yield this font, a variable one at each weight that it has, once as it is when its weight does not vary."""
        if not self.variable:
            yield self
            return
        for weight in tuple(weights(self._face)) or (0,):
            yield FontFile(self.file, content=(self.content, self._face), weight=weight)

    @cached_property
    def path(self) -> Path:
        """The file to draw with: of a variable font a static one, made when it is first asked for."""
        if not self.variable:
            return self.file
        weight = self.style.weight
        path = Path(FONTS, self.digest[:16], f"{self.file.stem}-{weight}{self.file.suffix}")
        place = cache_folder()
        if any(not_private(place)):
            place = _no_cache()
        if not (place / path).is_file():
            wanted = hb.SubsetInput()
            wanted.keep_everything()
            wanted.pin_all_axes_to_default(self._face)
            if weight in weights(self._face):
                wanted.pin_axis_location(self._face, WEIGHT, float(weight))
            content = bytes(hb.subset(self._face, wanted).blob.data)
            try:
                write(place / path, content, durable=False)
            except CannotWrite:  # no cache is no reason not to print
                place = _no_cache()
                write(place / path, content, durable=False)
        return place / path

    @cached_property
    def digest(self) -> str:
        """The SHA-256 over the file's name, what is in it and the weight of a variant, in hex."""
        weight = str(self.style.weight).encode() if self.variable else b""
        return hashlib.sha256(self.file.name.encode() + b"\0" + self.content + weight).hexdigest()

    @property
    def postscript(self) -> str:
        """The PostScript name, the same for all weights of a variable font."""
        return self._face.get_name(_POSTSCRIPT) or ""

    @property
    def full_name(self) -> str:
        return self._face.get_name(_FULL_NAME) or self.family

    def renamed(self, family: str, postscript: str = "") -> bytes:
        """Return what is in the file under another family name, and another PostScript name where one is given.

        It has another checksum too: typst takes fonts with the same checksum for the same file, and embeds the first.
        """
        postscript_name = postscript or self.postscript or family
        records, words = b"", b""
        for kind, name in ((_FAMILY, family), (_POSTSCRIPT, postscript_name)):
            word = name.encode("utf-16-be")
            records += struct.pack(">6H", *_WINDOWS_ENGLISH, kind, len(word), len(words))
            words += word
        table = struct.pack(">3H", 0, 2, 6 + len(records)) + records + words
        data = bytearray(self.content)
        (count,) = struct.unpack_from(">H", data, 4)
        for entry in range(12, 12 + 16 * count, 16):
            if data[entry : entry + 4] == b"name":
                struct.pack_into(">II", data, entry + 8, len(data), len(table))
            elif data[entry : entry + 4] == b"head":
                (head,) = struct.unpack_from(">I", data, entry + 8)
                (checksum,) = struct.unpack_from(">I", data, head + 8)
                struct.pack_into(">I", data, head + 8, crc32(table, checksum))
        return bytes(data) + table

    @cached_property
    def ascent(self) -> float:
        """How far a "d" rises above the baseline."""
        return self._extent("d")[0]

    @cached_property
    def descent(self) -> float:
        """How far a "p" hangs below the baseline."""
        return self._extent("p")[1]

    @cached_property
    def cap_height(self) -> float:
        """The height of an "H"."""
        return self._extent("H")[0]

    @cached_property
    def characters(self) -> frozenset[int]:
        return frozenset(self._face.unicodes)

    def width(self, text: str) -> float:
        """Return the advance of `text` with kerning and ligatures, in em."""
        positions = self._shaped(text).glyph_positions or ()
        return float(sum(position.x_advance for position in positions)) / float(self.upem)

    def _shaped(self, text: str, *, flags: hb.BufferFlags = hb.BufferFlags.DEFAULT) -> hb.Buffer:
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.language = "und"
        buffer.flags = flags
        buffer.guess_segment_properties()
        hb.shape(self.font, buffer, _OF_HANGUL if buffer.script == "Hang" else None)
        return buffer

    def joins_after(self, text: str) -> bool:
        """Say whether the last letter has a form that joins the next one, as Arabic letters have."""
        last = _base_letters(text)[-1:]
        return bool(last) and self._glyphs(last + _JOINER) != self._glyphs(last)

    def joins_before(self, text: str) -> bool:
        """Say whether the first letter has a form that joins the one before it."""
        first = _base_letters(text)[:1]
        return bool(first) and self._glyphs(_JOINER + first) != self._glyphs(first)

    def _glyphs(self, text: str) -> list[int]:
        buffer = self._shaped(text, flags=hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES)
        return [glyph.codepoint for glyph in buffer.glyph_infos or ()]

    def ink(self, text: str) -> tuple[tuple[Box, ...], float]:
        """Return the box around each letter of `text` that leaves ink, from where its line begins, and its advance."""
        buffer = self._shaped(text)
        at, boxes, upem = 0, list[Box](), self.upem
        for glyph, position in zip(buffer.glyph_infos or (), buffer.glyph_positions or (), strict=True):
            extents = self.font.get_glyph_extents(glyph.codepoint)
            if extents is not None and extents.width and extents.height:
                left, top = at + position.x_offset + extents.x_bearing, position.y_offset + extents.y_bearing
                right, bottom = left + extents.width, top + extents.height
                boxes.append((left / upem, bottom / upem, right / upem, top / upem))
            at += position.x_advance
        return tuple(boxes), at / upem

    def missing(self, text: str) -> str:
        """Return the characters of `text` that this font cannot draw, each once, in order."""
        if self._drawn.issuperset(text):
            return ""
        letters = dict.fromkeys(_UNSEEN.sub("", text))
        missing = "".join(c for c in letters if not c.isspace() and not self._draws(c))
        self._drawn |= set(text) - set(missing)
        return missing

    def _draws(self, letter: str) -> bool:
        """Say whether a character has a glyph; that of a letter or a digit must leave ink."""
        glyph = self.font.get_nominal_glyph(ord(letter))
        if not glyph or not letter.isalnum():
            return bool(glyph)
        extents = self.font.get_glyph_extents(glyph)
        return extents is None or bool(extents.width and extents.height)

    def _extent(self, letter: str) -> tuple[float, float]:
        extents = self.font.get_glyph_extents(self.font.get_nominal_glyph(ord(letter)) or 0)
        if extents is None:
            return (0.75, 0.25)
        top, height = extents.y_bearing, extents.height
        return (top / self.upem, -(top + height) / self.upem)


def _base_letters(text: str) -> str:
    return "".join(letter for letter in text if unicodedata.category(letter) not in {"Mn", "Me", "Cf"})


def _is_cut_short(data: bytes) -> bool:
    """Say whether a font file ends before a table of its directory does; HarfBuzz takes glyphs that are missing as blank."""
    if data.startswith(b"ttcf"):  # a collection has more than one directory
        return False
    (count,) = struct.unpack_from(">H", data, 4)
    places = (struct.unpack_from(">II", data, 12 + 16 * number + 8) for number in range(count))
    return any(offset + length > len(data) for offset, length in places)


class FontBook:
    """All fonts of a project: family -> style -> file. Files are read when first asked for."""

    def __init__(
        self, families: Mapping[str, Mapping[Style, FontFile]], refused: Mapping[Path, str] | None = None
    ) -> None:
        """`refused` says of the files that cannot be used why."""
        self._families = families
        self.refused = refused or {}

    @property
    def families(self) -> tuple[str, ...]:
        return tuple(sorted(self._families))

    @cached_property
    def by_digest(self) -> Mapping[str, FontFile]:
        return {font.digest: font for styles in self._families.values() for font in styles.values()}

    @cached_property
    def digest(self) -> str:
        """A digest of all files: whatever of them is asked for, the answer is the same while this is."""
        installed = [package for module, package in PACKAGES.items() if importlib.util.find_spec(module)]
        scripts = tuple(f"{package} {version(package)}" for package in installed)
        return digest(sorted(self.by_digest), sorted(path.name for path in self.refused), scripts)

    def of_digests(self, digests: Iterable[str]) -> frozenset[FontFile]:
        """Return the files of these digests, those of script packages too. Raises KeyError for one that is not there."""
        known, wanted = self.by_digest, set(digests)
        if not wanted <= known.keys():
            installed = (font for styles in script_fonts().values() for font in styles.values())
            known = {**known, **{font.digest: font for font in installed}}
        return frozenset(known[digest_] for digest_ in wanted)

    def _styles_of(self, family: str) -> Mapping[Style, FontFile]:
        return self._families[family] if family in self._families else script_fonts().get(family, {})

    def styles(self, family: str) -> tuple[Style, ...]:
        """The styles a family has, sorted; empty when there is no such family."""
        return tuple(sorted(self._styles_of(family)))

    def find(self, family: str, style: Style) -> FontFile | None:
        """Return the file that is exactly this family and style, or None."""
        return self._styles_of(family).get(style)

    def nearest(self, family: str, style: Style) -> FontFile | None:
        """Return the file of the style that comes nearest: of the same slant if there is one, then by its weight."""
        ranks = {
            face: (face.italic != style.italic, abs(face.weight - style.weight))
            for face in self.styles(family)
        }
        return self.find(family, min(ranks, key=ranks.__getitem__)) if ranks else None

    def explain(self, family: str, style: Style) -> tuple[str, str]:
        """Say why `find` found nothing: a message, and a hint that lists what is near."""
        asked = _plain_name(family)
        alike = {path: why for path, why in self.refused.items() if asked in _plain_name(path.stem)}
        refused = "".join(f"; {path.name} {why}" for path, why in sorted(alike.items()))
        if family not in self._families:
            near = nearest(family, self.families, cutoff=0.75)
            known = f"did you mean {near}?" if near else f"the fonts are {', '.join(self.families)};"
            hint = f"{known} more go into fonts/{refused}"
            return f'there is no font "{family}"', hint
        have = ", ".join(str(style) for style in self.styles(family))
        return f'the font "{family}" has no style {style}', f"it has {have}{refused}"

    def explain_glyphs(self, families: Sequence[str], missing: str) -> tuple[str, str]:
        """Say which characters the families lack: a message, and a hint that lists those that have them."""
        names = ", ".join(
            f'"{c}" (U+{ord(c):04X})' if c.isprintable() else f"U+{ord(c):04X}" for c in missing
        )
        others = [
            family
            for family, styles in sorted(self._families.items())
            if family not in families and any(not font.missing(missing) for font in styles.values())
        ]
        have = f"a font that has it: {', '.join(others)}" if others else "add a font to fonts/ that has it"
        if not others and (install := package_for(missing)):
            have = f"{install}, or {have}"
        asked = " and ".join(f'"{family}"' for family in families)
        fonts = f"the fonts {asked} have" if len(families) > 1 else f"the font {asked} has"
        return f"{fonts} no glyph for {names}", f"use another character, or {have}"


def font_book(*folders: Path) -> FontBook:
    """Return the fonts of the installed packages and of the project's own folders, of which the last wins."""
    families: dict[str, dict[Style, FontFile]] = {}
    faults = faults_of(folders)
    refused = {path: NO_FONT for path, font in _packaged() if font is None}
    refused |= {path: fault for path, fault in faults.items() if fault}
    packaged = [font for _, font in _packaged() if font is not None]
    static = {font.family for font in packaged if not font.variable}
    # Many packages bring variable fonts beside their static files; of a project, too, static files win.
    usual = [font for font in packaged if not font.variable or font.family not in static]
    own = [FontFile(path) for path, fault in faults.items() if not fault]
    for font in (*usual, *sorted(own, key=lambda font: not font.variable)):
        families.setdefault(font.family, {}).update((face.style, face) for face in font.variants())
    return FontBook(families, refused)


def _plain_name(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))


def asked_for(style: Mapping[str, str]) -> tuple[str, Style]:
    """Return the family and the style of font that the properties of a drawing ask for.

    >>> asked_for({"font-family": "'Lato', serif", "font-weight": "bold"})
    ('Lato', Style(weight=700, italic=False))
    """
    family = style.get("font-family", "").split(",")[0].strip(" '\"")
    weight, slant = style.get("font-weight", "400"), style.get("font-style", "normal")
    return family, Style(weight_of(weight), slant != "normal")


@lru_cache(maxsize=256)
def as_css_family(name: str) -> str:
    """Return the name of a family as an SVG has it: in quotes where one of its words begins with a digit.

    >>> as_css_family("Source Sans Pro"), as_css_family("Source Sans 3")
    ('Source Sans Pro', "'Source Sans 3'")
    """
    return name if all(_CSS_WORD.fullmatch(word) for word in name.split(" ")) else f"'{name}'"


def subset(path: Path, characters: Iterable[int]) -> bytes:
    """Return the font in a file cut down to some characters. Raises CannotUse, naming the file, OSError."""
    wanted = hb.SubsetInput()
    wanted.sets(hb.SubsetInputSets.UNICODE).update(characters)
    try:
        return bytes(
            hb.subset(hb.Face(hb.Blob(read_bytes(path, limit=USUAL_LIMITS.font_bytes))), wanted).blob.data
        )
    except (RuntimeError, hb.HarfBuzzError) as error:
        raise CannotUse(f"the font {path.name} is damaged: {error}", "replace the file") from error


_GROUPS = ("fonts_ttf", "fontpkg.family")
"""The entry points by which packages on PyPI say that they bring fonts: font-* and fontpkg-*."""


@cache
def _packaged() -> tuple[tuple[Path, FontFile | None], ...]:
    modules = sorted({entry.module for group in _GROUPS for entry in entry_points(group=group)})
    specs = filter(None, map(importlib.util.find_spec, modules))
    folders = (Path(folder) / "files" for spec in specs for folder in spec.submodule_search_locations or ())
    files = (path for folder in folders for path in sorted(folder.iterdir()) if path.suffix in ENDINGS)
    return tuple((path, _packaged_font(path)) for path in files)


def _packaged_font(path: Path) -> FontFile | None:
    try:
        return FontFile(path)
    except UNREADABLE:
        return None


@cache
def script_fonts() -> Mapping[str, Mapping[Style, FontFile]]:
    """Return the regular and bold fonts of the installed script packages, read when a letter is missing elsewhere."""
    families: dict[str, dict[Style, FontFile]] = {}
    for path in font_files(*PACKAGES):
        font = FontFile(path)
        if not font.style.italic:
            usual = (variant for variant in font.variants() if variant.style.weight in (400, 700))
            families[font.family] = {variant.style: variant for variant in usual}
    return families


WEIGHT = "wght"
LIGHTEST, HEAVIEST = 100, 1000  # Hundreds that CSS takes as a weight (Fonts Module Level 4).


def weights(face: hb.Face) -> Iterator[int]:
    """Yield the weights in hundreds that a variable font can have; none when its weight does not vary."""
    for axis in face.axis_infos:
        if axis.tag == WEIGHT:
            lowest, highest = max(axis.min_value, LIGHTEST), min(axis.max_value, HEAVIEST)
            yield from range(-int(-lowest // 100) * 100, int(highest) + 1, 100)


@cache
def _no_cache() -> Path:
    return lasting_folder("fonts")


# Letters as outlines.


def glyph_path(font: FontFile, glyph: int, size: float, at: tuple[float, float]) -> str:
    """Return the outline of a glyph from its baseline as path data, y down, as fine as size / 1000."""
    scale, digits = size / font.upem, max(1, 4 - len(str(int(size))))
    parts: list[str] = []

    def drawn(command: str) -> Callable[..., None]:
        return lambda *points: parts.append(command + " ".join(map(place, points)))

    def place(point: tuple[float, float]) -> str:
        x, y = at[0] + point[0] * scale, at[1] - point[1] * scale
        return f"{decimal(round(x, digits))} {decimal(round(y, digits))}"

    marks = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "qCurveTo": "Q", "closePath": "Z", "endPath": ""}
    pen = SimpleNamespace(**{name: drawn(command) for name, command in marks.items()})
    font.font.draw_glyph_with_pen(glyph, pen)
    return "".join(parts)


# Font files of a project, validated once in a worker process, which they may crash. What came of it is kept in the folder of the
# cache, by what is in the file and which libraries tried it.

TRIAL = "pnp.convert.typst_pages"
BY_THESE = ("uharfbuzz", "typst", "pypdfium2")
_TRIAL_LIMITS = TaskLimits(seconds=4, bytes=3_000_000_000, wall=60)
"""Of one font; the seconds are those at one weight, less than the renderer has for a face: all Chinese letters take two."""

ENDINGS = (".ttf", ".otf")
DOCUMENTS = frozenset(("", ".txt", ".md", ".rst", ".html", ".pdf", ".json", ".yaml", ".yml", ".xml", ".css"))
"""Endings of licences and notes, which lie beside fonts and are none."""

NO_FONT = "cannot be read as a font"
_COLLECTION = "is a collection of fonts; save each as a TTF or OTF file"
_FOR_WEB = "is a font for web pages; get it as a TTF or OTF file"
OTHER_FORMATS = dict.fromkeys((".ttc", ".otc"), _COLLECTION)
OTHER_FORMATS |= dict.fromkeys((".woff", ".woff2", ".eot"), _FOR_WEB)
ENDED = "crashes its reader, or takes too long to read"


@cache
def _trial_version() -> str:
    return digest("8", *(f"{name} {version(name)}" for name in BY_THESE))


def faults_of(folders: Sequence[Path]) -> dict[Path, str]:
    """Return what is wrong with each file of these folders: "" of a font that can be used in every way."""
    faults = {path: _fault_at_sight(path) for folder in folders for path in _files_in(folder)}
    kept = {path: cache_folder() / FONTS / f"{_trial_name(path)}.json" for path in faults if not faults[path]}
    is_believed = not any(not_private(cache_folder()))
    known = {path: _kept_fault(file) if is_believed else None for path, file in kept.items()}
    missing = [path for path, fault in known.items() if fault is None]
    for path, fault in zip(missing, _tried(missing), strict=True):
        known[path] = fault
        with suppress(CannotWrite):  # it is tried again next time
            write(kept[path], json.dumps(fault).encode(), durable=False)
    return {path: fault or known.get(path) or "" for path, fault in faults.items()}


def _files_in(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    paths = (path for path in folder.iterdir() if not path.name.startswith("."))
    return sorted(path for path in paths if path.suffix.lower() not in DOCUMENTS or path.is_dir())


def _fault_at_sight(path: Path) -> str:
    if not is_within(path, path.parent.parent):
        return "is a link that leads outside the project"
    if path.is_dir():
        return "is a folder; put fonts directly into fonts/"
    if path.suffix.lower() not in ENDINGS:
        return OTHER_FORMATS.get(path.suffix.lower(), NO_FONT)
    try:
        if (size := size_of_file(path)) > USUAL_LIMITS.font_bytes:
            return f"has {size:,} bytes; the limit is {USUAL_LIMITS.font_bytes:,}"
    except OSError:
        return NO_FONT
    return ""


def _trial_name(path: Path) -> str:
    about = f"{digest_of_file(path)} {path.suffix.lower()} {_trial_version()}"
    return hashlib.sha256(about.encode()).hexdigest()


def _kept_fault(file: Path) -> str | None:
    with suppress(OSError, ValueError):
        fault = json.loads(read_text(file))
        return fault if isinstance(fault, str) else None
    return None


def _tried(paths: Sequence[Path]) -> Iterator[str]:
    if not paths:
        return
    from pnp.workers.pool import WorkerDied  # noqa: PLC0415 - most projects have no fonts
    from pnp.workers.tasks import workers  # noqa: PLC0415

    with workers() as shared:
        for path in paths:
            try:
                yield shared.run(fault_of, path.absolute(), limits=_TRIAL_LIMITS)
            except WorkerDied:
                yield ENDED


def fault_of(path: Path) -> str:
    """Return what is wrong with a font, in a worker: the modules that draw with it are above this one."""
    return str(import_module(TRIAL).fault_of(path))
