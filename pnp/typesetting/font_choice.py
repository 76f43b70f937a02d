"""The font of each letter: the first in the family list that has it, in the requested style."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from pnp.model.card_looks import TextStyle
from pnp.model.game import Game
from pnp.typesetting.fonts import FontBook, FontFile, Style, preferred, script_fonts
from pnp.typesetting.markup import Icon, Run, Words, emoji_in, emoji_name
from pnp.typesetting.right_to_left import JOINER

BOLD = 700
USUAL_FONTS = {"title": "Manrope", "body": "Source Sans Pro"}
"""The families of the two roles until a game names its own."""

_THICK = {"Noto Emoji": Style(BOLD)}  # Families whose thin lines are lost among letters.
Lines = Sequence[tuple[Run, ...]]


@dataclass(frozen=True, slots=True)
class FontFault:
    """A font, or `letters`, that cannot be set; `is_lack` of the game's fonts is told of game.yaml."""

    code: str
    message: str
    hint: str
    is_lack: bool = False
    letters: str = ""


@dataclass(slots=True)
class ChosenFonts:
    """The lines of a text, each run in one font, the files by (bold, italic, font), and what was found on the way.

    There are no files when the font of the text itself is missing.
    """

    lines: Lines
    files: dict[tuple[bool, bool, str], FontFile] = field(default_factory=dict)
    faults: list[FontFault] = field(default_factory=list)

    @property
    def missing(self) -> str:
        return "".join(dict.fromkeys("".join(fault.letters for fault in self.faults)))


def choose_fonts(
    lines: Lines, game: Game, book: FontBook, role: str, style: Style, *, lenient: bool = False
) -> ChosenFonts:
    """Return the fonts of a text in a role of the game, or a family, and a style; when `lenient`, the nearest there is."""
    chosen = ChosenFonts(lines)
    for (bold, slant, named), letters in _letters_by_style(lines).items():
        families = _families(game, named or role)
        unknown = [family for family in families[1:] if family not in book.families]
        chosen.faults += [
            FontFault("PNP306", *book.explain(family, style), is_lack=True) for family in unknown
        ]
        wanted = Style(max(style.weight, BOLD) if bold else style.weight, style.italic ^ slant)
        wanted = _THICK.get(families[0], wanted)
        main = book.find(families[0], wanted)
        if main is None and (not book.styles(families[0]) or not (bold or slant or lenient)):
            fault = FontFault("PNP306", *book.explain(families[0], wanted))
            return ChosenFonts(lines, faults=[*chosen.faults, fault])
        main = main or _nearest(book, families[0], wanted, chosen)
        chosen.files[bold, slant, named] = main
        missing, others = main.missing(letters), dict[str, FontFile]()
        if missing:
            known = (family for family in families[1:] if family in book.families)
            others = {family: _nearest(book, family, wanted, chosen) for family in known}
            missing = _missing(missing, others)
        if missing:
            others |= script_fonts_for(missing, letters, game.language, book, wanted)
            missing = _missing(missing, others)
        if others:
            _share_out(chosen, (bold, slant, named), others)
        if missing:
            message, hint = book.explain_glyphs(families, missing)
            pictures = [
                emoji_name(emoji) for emoji in emoji_in(letters) if not set(emoji).isdisjoint(missing)
            ]
            if pictures:
                hint = f"{hint}, or put a picture of the emoji in templates/base/{pictures[0]}.svg (or .png)"
            chosen.faults.append(FontFault("PNP307", message, hint, letters=missing))
    if lenient:
        chosen.faults = [fault for fault in chosen.faults if fault.letters]
    return chosen


def _missing(letters: str, fonts: Mapping[str, FontFile]) -> str:
    return "".join(c for c in letters if all(font.missing(c) for font in fonts.values()))


def script_fonts_for(
    missing: str, letters: str, language: str, book: FontBook, wanted: Style
) -> dict[str, FontFile]:
    """Return the fonts of installed script packages that have some of the letters, the best for the text first."""
    families = sorted(script_fonts(), key=lambda family: not preferred(family, letters, language))
    chosen: dict[str, FontFile] = {}
    for family in families:
        font = _nearest(book, family, _THICK.get(family, wanted), ChosenFonts(()))
        still_missing = font.missing(missing)
        if still_missing != missing:
            chosen[family], missing = font, still_missing
    return chosen


def boldest_weights(game: Game, book: FontBook) -> dict[str, int]:
    """Return for each role the weight of its font that comes nearest to bold from below, 400 when there is none."""
    weights: dict[str, int] = {}
    for role, family in {**USUAL_FONTS, **game.fonts}.items():
        upright = [style.weight for style in book.styles(family) if not style.italic and style.weight <= BOLD]
        weights[role] = max(upright, default=400)
    return weights


def _families(game: Game, role: str) -> tuple[str, ...]:
    first = game.fonts.get(role) or USUAL_FONTS.get(role)
    if first is None:  # It is the name of a family: what helps out a role that has it helps out here, too.
        first, roles = role, {**USUAL_FONTS, **game.fonts}
        role = next((other for other in game.fallback_fonts if roles.get(other) == first), role)
    return (first, *game.fallback_fonts.get(role, ()))


def _letters_by_style(lines: Lines) -> dict[tuple[bool, bool, str], str]:
    letters = {(False, False, ""): ""}
    for line in lines:
        for run in line:
            if isinstance(run, Words):
                key = (run.bold, run.italic, run.style.font)
                letters[key] = letters.get(key, "") + run.text
    return letters


def _nearest(book: FontBook, family: str, wanted: Style, chosen: ChosenFonts) -> FontFile:
    nearest = book.nearest(family, wanted)
    assert nearest is not None
    if nearest.style == wanted:
        return nearest
    name = {(BOLD, False): "bold", (400, True): "italic", (BOLD, True): "bold italic"}.get(
        (wanted.weight, wanted.italic), str(wanted)
    )
    message = f'the font "{family}" has no {name}; its {nearest.style} is used'
    hint = f"put the {name} of the family into fonts/, or name a family that has one"
    if (fault := FontFault("PNP420", message, hint, is_lack=True)) not in chosen.faults:
        chosen.faults.append(fault)
    return nearest


def _share_out(chosen: ChosenFonts, key: tuple[bool, bool, str], others: Mapping[str, FontFile]) -> None:
    fonts = {key[2]: chosen.files[key], **others}
    lines: list[tuple[Run, ...]] = []
    for line in chosen.lines:
        runs: list[Run] = []
        for run in line:
            if isinstance(run, Icon) or (run.bold, run.italic, run.style.font) != key:
                runs.append(run)
                continue
            for name, letters in _parts(run.text, fonts):
                style = run.style if name == key[2] else _in_font(run.style, name)
                runs.append(run._replace(text=letters, style=style))
                chosen.files.setdefault((run.bold, run.italic, name), fonts[name])
        lines.append(tuple(runs))
    chosen.lines = lines


@lru_cache(maxsize=256)
def _in_font(style: TextStyle, family: str) -> TextStyle:
    """Return a style in another font, the same object each time: letters of one style are set as one."""
    return replace(style, font=family)


def _parts(text: str, fonts: Mapping[str, FontFile]) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text with the font of each. Marks, and what is joined, stay with the letter before them."""
    main, *_ = fonts
    name, start = "", 0
    for at, letter in enumerate(text):
        if at and (unicodedata.category(letter) in {"Mn", "Mc", "Me", "Cf"} or text[at - 1] == JOINER):
            continue
        chosen = next((family for family, font in fonts.items() if not font.missing(letter)), main)
        if at and chosen != name:
            yield name, text[start:at]
            start = at
        name = chosen
    yield name, text[start:]
