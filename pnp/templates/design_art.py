"""The art of a card without a picture: an object that its words name, in the colours of its scene."""

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import chain, pairwise
from typing import Any, NamedTuple

from pnp.files import read_package
from pnp.model.svg_geometry import path_lines
from pnp.templates.palette import darken, luminance, mix
from pnp.text import decimal, plain_ascii
from pnp.typesetting.fonts import FontFile, font_files, glyph_path


@cache
def art_data(name: str) -> Any:
    """Return the "art" (things), the "people" or the "symbols"."""
    return json.loads(read_package("pnp.templates", f"design_{name}.json"))


@cache
def symbol_names() -> Mapping[str, str]:
    """Return the names of symbols, as the font has them, by the words that they stand for and by themselves."""
    words = art_data("symbols")
    return {name: name for name in words} | {
        word: name for name, listed in words.items() for word in listed.split()
    }


@cache
def scenes() -> Mapping[str, str]:
    """Return the scene of each thing and person."""
    of_persons = {f"@{name}": person["scene"] for name, person in art_data("people")["looks"].items()}
    return of_persons | {f"+{name}": thing["scene"] for name, thing in art_data("art").items()}


_SYMBOLS, _SIGNS = ("fonticon_mdi7",), ("manimgx_fonts", "Emoji")  # Fonts, of signs drawn in lines too.


@cache
def _font(package: str, part: str = "") -> FontFile:
    return next(FontFile(path) for path in font_files(package) if part in path.name)


# The square of a symbol, and where in it its font has its baseline.
_SYMBOL_SIZE, _SYMBOL_BASELINE = (24.0, 21.0)


@cache
def symbol_outline(name: str) -> str:
    """Return the path of a symbol in a square of 24, y down, "" for one that is not known."""
    if own := art_data("people")["symbols"].get(name):
        return str(own)
    font = _font(*_SYMBOLS)
    glyph = font.font.get_glyph_from_name(name) if name else None
    return "" if glyph is None else glyph_path(font, glyph, _SYMBOL_SIZE, (0, _SYMBOL_BASELINE))


@cache
def letters_outline(letters: str) -> str:
    """Return the path of up to three letters in the middle of a square of 24, y down, "" without a glyph for one of them."""
    font = FontFile(_font("manimgx_fonts", "NotoSans[").path, weight=700)
    glyphs = [font.font.get_nominal_glyph(ord(letter)) for letter in letters]
    if not all(glyphs) or not glyphs:
        return ""
    widths = [font.font.get_glyph_h_advance(glyph) / font.upem for glyph in glyphs]
    size = min(_LARGEST_LETTER, _WIDEST_LETTERS / sum(widths))
    x, parts = (_SYMBOL_SIZE - size * sum(widths)) / 2, list[str]()
    for glyph, width in zip(glyphs, widths, strict=True):
        parts.append(glyph_path(font, glyph, size, (x, _SYMBOL_SIZE / 2 + size * _HALF_A_CAPITAL)))
        x += size * width
    return "".join(parts)


_LARGEST_LETTER, _WIDEST_LETTERS, _HALF_A_CAPITAL = 17.0, 18.0, 0.357


# What words name.


class Drawn(NamedTuple):
    """What is drawn on a card: "+wolf", a thing; "@knight", a person; "", nothing.

    `several` draws three of it, `colour` is the one that its name says, `emblem` a thing beside a person, `scene` one
    that is not its own. `turn` counts those that have the same: persons differ in dress, every other one looks the
    other way; `face` counts the persons of a deck, or those that draw a thing, in other tones. A `grim` person does not smile.
    """

    subject: str = ""
    several: bool = False
    colour: str = ""
    emblem: str = ""
    scene: str = ""
    sex: str = ""
    turn: int = 0
    face: int = 0
    grim: bool = False

    @property
    def person(self) -> bool:
        return self.subject[:1] == "@"


@cache
def words_about(part: str) -> frozenset[str]:
    """Return the words of a part of the data."""
    return frozenset(art_data("people")[part].split())


@cache
def by_word(part: str) -> Mapping[str, str]:
    """Return what each word of a part stands for: a colour, or the sex of a first name."""
    return {word: meant for meant, words in art_data("people")[part].items() for word in words.split()}


@cache
def _names() -> Mapping[str, Drawn]:
    """Return what each known word names: a person rather than a thing."""
    named = {
        word: Drawn(f"+{name}") for name, thing in art_data("art").items() for word in thing["words"].split()
    }
    for look, person in art_data("people")["looks"].items():
        for emblem, words in person["words"].items():
            for word, _, marks in (part.partition("/") for part in words.split()):
                sex = marks.removesuffix("p") or person["sex"]
                named[word] = Drawn(f"@{look}", "p" in marks, emblem=emblem and f"+{emblem}", sex=sex)
    return named


def colour_in(words: str, subject: str = "") -> str:
    """Return the colour that a headline says, or that goes with a word before its last that is not the subject; "" for none."""
    letters, tints, known = _letters(words), by_word("tints"), _names()
    beside = [word for word in letters[:-1] if known.get(word, Drawn()).subject != subject]
    colours = (*map(by_word("colours").get, letters), *map(tints.get, beside))
    return next((art_data("people")["fills"][colour] for colour in colours if colour), "")


def _letters(hint: str) -> list[str]:
    return re.findall(
        "[a-z]+|[а-яё]+", re.sub("[^а-яё]+", lambda part: plain_ascii(part[0]), hint.casefold())
    )


def _order(words: Sequence[str]) -> list[int]:
    """Return the places of words, what they are about first: a title, the last word, or the last before "of"."""
    ends = (at for at in range(1, len(words)) if words[at] in words_about("heads_before"))
    end = next(ends, len(words))
    if (end == 1 and words[0] in words_about("weak_heads")) or words[end : end + 1] == ["s"]:
        end = len(words)
    order = [*range(end - 1, -1, -1), *range(len(words) - 1, end, -1)]
    if "s" not in words and len(words) > 1 and words[0] in words_about("titles"):
        order.remove(0)
        order.insert(0, 0)
    return order


def _forms(words: Sequence[str], at: int) -> Iterator[tuple[str, bool]]:
    """Yield a word as it may be known, with the one before it and alone, and whether it was plural."""
    pair = [words[at - 1] + words[at]] if at and min(map(len, words[at - 1 : at + 1])) > 2 else []
    for form in (*pair, words[at]):
        yield form, False
        ends = () if form in _names() else ("s", "es")  # Mars is no sea
        yield from ((form.removesuffix(end), True) for end in ends if form.endswith(end))
    if words[at] not in _names() and len(words[at]) > 4 + words[at].endswith("e"):  # trombe, but no scale
        yield from ((words[at][:-1] + end, False) for end in {"e": "a", "i": "oe"}.get(words[at][-1:], ""))


def _all_forms(hint: str) -> Iterator[tuple[str, bool]]:
    words = _letters(hint)
    for at in _order(words):
        yield from _forms(words, at)
    for run in re.findall(r"[^\x00-\u2fff]+", hint):
        yield from (
            (run[end - long : end], False) for long in (4, 3, 2) for end in range(len(run), long - 1, -1)
        )
        yield run[-1], False


def _person(word: str) -> Drawn | None:
    named = _names().get(word)
    return named if named and named.person else None


def _drawn_for(form: str) -> Drawn | None:
    for end in ("", "s", "es"):
        if drawn := _person(form.removesuffix(end)):
            return drawn._replace(several=drawn.several or form.endswith(end or " "))
    return _names().get(form)


def _does(word: str) -> str:
    """Return the verb of a word for somebody who does something, "" for any other word: hunter, sculptor."""
    stem = word[:-2] if word.endswith(("er", "or")) else ""
    forms = (stem, stem + "e", stem[:-1] if stem[-2:-1] == stem[-1:] else stem)
    return next((stem for form in forms if form in words_about("doing")), "")


@cache
def _person_named(word: str) -> Drawn | None:
    verb = _does(word)
    if word in words_about("not_persons"):
        return None
    men = [word.removesuffix("nen")[:-2]] if word.endswith(("in", "innen")) else []
    men += [word[:-1], f"{word[:-1]}o"] if word.endswith("a") and len(word) > 6 else []
    if man := next(filter(None, map(_person, men)), None):
        return man._replace(sex="f", several=word.endswith("innen"))
    for at in range(3, len(word) - 2):
        tail = word[at:]
        person = _person(tail) if len(tail) > 4 or tail in words_about("ends") else None
        if (person and word[:at] in _names()) or tail in words_about("trades"):
            return (person or Drawn("@adult"))._replace(emblem=_thing_named(word[:at]))
    if verb or re.search(f"(?:{art_data('people')['endings']})$", word):
        return Drawn("@adult", emblem=_thing_named(verb), sex="f" * word.endswith(("rice", "euse")))
    return None


def _thing_named(word: str) -> str:
    named = (_names().get(form, Drawn()).subject for form in (word, word + "e"))
    return next((subject for subject in named if subject[:1] == "+"), "")


def named_in(hint: str) -> list[Drawn]:
    """Return what a text speaks of, what it is about first; of no known word the end, as in Wölfe and emberblade."""
    words, known, drawn = _letters(hint), _names(), list[Drawn]()
    fierce = art_data("people")["fierce"] if not words_about("fierce_words").isdisjoint(words) else {}
    idioms = words_about("idioms")
    joined = (pair for pair in pairwise(words) if "".join(pair) in known or "".join(pair) in idioms)
    parts = {*chain.from_iterable(joined)}
    for form, plural in _all_forms(hint):
        is_colour = form in by_word("colours") and len(words) > 1 and not words[-1].startswith(form)
        if form in parts or is_colour:  # a fire fox is no fire, a golden one no gold
            continue
        is_word = any(word.startswith(form) for word in words)
        each = _drawn_for(form) if form in known else _person_named(form) if is_word else None
        if each:
            each = each._replace(subject=fierce.get(each.subject, each.subject))
            drawn.append(each._replace(several=each.several or plural))
    if "s" not in words and len(words) > 1 and (sex := by_word("names").get(words[0])):
        trade = next((each for each in drawn if each.person and len(words) > 2), Drawn("@adult"))
        return [trade._replace(sex=sex, several=False)]
    if not drawn:
        idle = parts.union(words_about("game_words"), by_word("colours"))
        last = [word for word in words[::-1] if word not in idle]
        ends = [("en", 4), ("e", 4 if re.search("[äöü]", hint.casefold()) else 5)]
        bare = [word[:-1] for word in last if len(word) > 4 and word.endswith("en")]  # Hexen
        bare += [word.removesuffix(end) for word in last for end, most in ends if word[most:].endswith(end)]
        ends_of = (
            word[at:]
            for word in last
            for at in range(3, len(word) - 3)
            if len(word) > 7
            and word[:at] in known
            and (words_about("whole_words") | words_about("senses")).isdisjoint((word, word[at:]))
        )
        forms = (form for end in (*bare, *ends_of) for form, _ in _forms([end], 0))
        drawn = [each for form in forms if (each := _drawn_for(form))]
    homes = (art_data("people")["habitats"].get(scenes()[each.subject], {}) for each in drawn)
    kinds = dict(chain.from_iterable(home.items() for home in homes))  # of creatures that live there
    drawn = [each._replace(subject=kinds.get(each.subject, each.subject)) for each in drawn]
    made_of = {known[word].subject for word in words if word in words_about("materials") and word in known}
    things = (each.subject for each in drawn if drawn[0].person and not each.person)
    emblem = next((thing for thing in things if thing not in made_of), "")
    return [each._replace(emblem=emblem or each.emblem) if each.person else each for each in drawn]


def surely_named_in(name: str, beside: str, *, first: bool = False) -> list[Drawn]:
    """Return what a name speaks of if the word that it is about says so: the last one, or the `first` as Romance names have it.

    A word of several senses, and a code name, says only what other words `beside` it say too.
    """
    own = next(filter(None, (_headed(part, beside, first=first) for part in _PARTS.split(name))), [])
    small = words_about("articles") | words_about("romance")
    if own or not first or len(words := [word for word in _letters(name) if word not in small]) != 2:
        return own
    return [each for each in named_in(words[1]) if words[1] in _names() and not each.person]  # ultima offerta


_PARTS = re.compile(r"[,;:()/–—]| - ")


def _headed(name: str, beside: str, *, first: bool) -> list[Drawn]:
    words, known = [word for word in _letters(name) if word not in words_about("articles")], _names()
    if run := re.search(r"[^\x00-\u2fff]+$", name):  # signs without blanks between words
        ends = (run[0][-long:] for long in (4, 3, 2, 1))
        return next((named_in(end) for end in ends if end in known), [])
    if not words or ("s" not in words and words[1:] and words[0] in by_word("names")):  # or somebody
        return named_in(name) if words else []
    is_first = first or not words_about("romance").isdisjoint(words[1:])
    if is_first and "".join(words[:2]) in known:
        return named_in("".join(words[:2]))
    at = 0 if is_first else _order(words)[0]
    if at and words[at] in by_word("colours") and words[at - 1] in known:
        at -= 1
    part = words[at]  # as a rabbit's tail, a beast of lava
    if at and part in words_about("parts_of") and known.keys().isdisjoint((part, words[at - 1] + part)):
        words, at = words[:at], at - 1
    head, pair = words[at], "".join(words[max(0, at - 1) : at + 1])
    is_code = words[0] in words_about("code_names") and words[1:2] not in ([], ["of"])
    senses = words_about("senses").difference(() if words[1:] else words)  # A card called Bear is a bear.
    own = [] if pair in words_about("idioms") and pair not in known else named_in(head)
    if any(form in known for form, _ in _forms(words, at)):
        aside, names = words_about("heads_before"), by_word("names")
        beside_it = [word for word in words[1:] if word not in aside and word not in names]
        named = named_in(" ".join([*beside_it, head] if is_first else words))
        own = named if own or pair in known else []
    if pair not in known and (is_code or not senses.isdisjoint((head, head.rstrip("s")))):
        others = [word for word in _letters(beside) if word.rstrip("s") != head.rstrip("s")]
        said = {each.subject for each in named_in(" ".join(others))}
        is_beast = not (words_about("beasts").isdisjoint(others) and animals().isdisjoint(said))
        own = own if own and own[0].subject in (said | animals() if is_beast else said) else []
    return own


@cache
def animals() -> frozenset[str]:
    """Return the animals among the things, which a card is of which its type says it."""
    art = art_data("art")
    return frozenset(f"+{name}" for name in art if _ANIMAL.fullmatch(art[name].get("sign", "")))


_ANIMAL = re.compile("[\U0001f400-\U0001f43f\U0001f980-\U0001f9ae]")  # Blocks of such signs.


@cache
def _stand_ins() -> list[tuple[list[Drawn], list[frozenset[str]]]]:
    rows = [[words.split() for words in row] for row in art_data("people")["of_types"]]
    return [(list(map(Drawn, subjects)), list(map(frozenset, words))) for subjects, *words in rows]


def of_types(kinds: Iterable[str]) -> list[list[Drawn]]:
    """Return what is drawn for the types of a card, the surest first: it is for few words only."""
    known = {*_letters(" ".join(kinds))}
    return [drawn for drawn, all_of in _stand_ins() if not any(map(known.isdisjoint, all_of))]


@lru_cache(maxsize=1024)
def subject_of(words: str) -> Drawn:
    """Return what a text is about, nothing if no word of it is known."""
    return next(iter(named_in(words)), Drawn())


def time_of(drawn: Drawn) -> str:
    """Return the scene that says of which times a thing is; of a person that of its emblem, or "old" or "new"."""
    look = art_data("people")["looks"].get(drawn.subject[1:]) if drawn.person else None
    return look["times"] if look and not drawn.emblem else scenes().get(drawn.emblem or drawn.subject, "")


def varied(drawn: Drawn, named: Iterable[Drawn] = ()) -> list[Drawn]:
    """Return a thing, then it where others that its card names belong, in scenes like its own, and all of them turned around."""
    own = scenes()[drawn.subject]
    places = (*(scenes()[each.subject] for each in named), *art_data("people")["scenes_alike"][own].split())
    others = ("", *(scene for scene in dict.fromkeys(places) if scene != own))
    return [drawn._replace(scene=scene, turn=turn) for turn in (0, 1) for scene in others]


@lru_cache(maxsize=1024)
def symbol_of(words: str) -> str:
    """Return the outline of the symbol of a text, "" where no word has one."""
    known = symbol_names()
    return next(filter(None, (symbol_outline(known.get(form, "")) for form, _ in _all_forms(words))), "")


def symbol_icon(outline: str) -> str:
    """Return the SVG of a symbol in one colour, a hair wider than what is drawn, as high as capitals where it stands between letters."""
    across, down = zip(*chain.from_iterable(line.points for line in path_lines(outline, 6)), strict=True)
    half = max(10, *(abs(y - 12) for y in down))
    view = " ".join(map(decimal, (min(across) - 0.9, 12 - half, max(across) - min(across) + 1.8, 2 * half)))
    path = f'<path fill="currentColor" d="{outline}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{path}</svg>\n'


@lru_cache(maxsize=1024)
def icon_for(words: str) -> str:
    """Return the SVG of an icon in one colour, the symbol of a word or else the thing named; "" where there is none."""
    name, words = words, words.replace("_", " ")
    if outline := symbol_outline(symbol_names().get(name, "")) or symbol_of(words):
        return symbol_icon(outline)
    picture = picture_of(subject_of(words), _LIGHT)
    if picture is None:
        return ""
    parts = (
        f'<path fill="currentColor" stroke="#ffffff" stroke-width="14" d="{path}"/>'
        for path, _ in picture.parts
    )
    lines = f'<path fill="#ffffff" d="{picture.lines}"/>' if picture.lines else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 480">{"".join(parts)}{lines}</svg>\n'


_OWN_COLOUR = 0.8  # How much of its own colour a thing keeps; the rest is that of its scene.
_OF_TONE = 0.3
_TONES = ("", "orange", "blue", "gold", "pink", "teal")  # Things that are drawn again have so much of one.
_LIGHT = "#fff8ea"
_SQUARE, _REACH = 480.0, 460.0  # The square of a thing, and the longer side of its sign in it.


@cache
def _sign(name: str) -> tuple[Any, ...]:
    """Return the silhouette of a thing, its lines and what they fill, as paths in a square of 480, and their size."""
    thing = art_data("art")[name[1:]]
    sign = thing["sign"]
    font = _font(*(_SIGNS if len(sign) == 1 else _SYMBOLS))
    glyph = font.font.get_nominal_glyph(ord(sign)) if len(sign) == 1 else font.font.get_glyph_from_name(sign)
    # The box that the font of symbols says a glyph has is not that of its lines.
    points = [line.points for line in path_lines(glyph_path(font, glyph, _SQUARE, (0, 0)), 6)]
    ends = [(min(along), max(along)) for along in zip(*chain.from_iterable(points), strict=True)]
    scale = _REACH / max(end - start for start, end in ends)
    left, base = (_SQUARE / 2 - scale * (start + end) / 2 for start, end in ends)
    wide, high = (round((end - start) * scale, 1) for start, end in ends)
    drawn = [[(left + scale * x, base + scale * y) for x, y in line] for line in points]
    return *_silhouette(drawn, thing), (wide, high)


def _silhouette(lines: Iterable[Sequence[tuple[float, float]]], thing: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what lies within the outermost lines of a drawing, without the areas, the largest first, that are open, what is solid in it, and its lines.

    All are paths. Solid is what is much wider than a line, without an edge as wide as one; lines are made as wide as those of others.
    """
    import pyclipper  # noqa: PLC0415 - most commands draw nothing

    clipper = pyclipper.Pyclipper()
    for points in lines:
        with suppress(pyclipper.ClipperException):  # a line that encloses nothing
            clipper.AddPath([(round(x * 10), round(y * 10)) for x, y in points], pyclipper.PT_SUBJECT)
    areas = clipper.Execute(pyclipper.CT_UNION, pyclipper.PFT_NONZERO, pyclipper.PFT_NONZERO)
    # Holes turn the other way around: their areas are less than 0.
    inner = sorted((area for area in areas if not pyclipper.Orientation(area)), key=pyclipper.Area)
    clipper.Clear()
    clipper.AddPaths([area for area in areas if pyclipper.Orientation(area)], pyclipper.PT_SUBJECT)
    for number in thing.get("open", ()):
        clipper.AddPath(inner[number], pyclipper.PT_CLIP)
    shown = clipper.Execute(pyclipper.CT_DIFFERENCE, pyclipper.PFT_NONZERO, pyclipper.PFT_NONZERO)

    def offset(areas: Any, distance: float) -> Any:
        offset = pyclipper.PyclipperOffset()
        offset.AddPaths(areas, pyclipper.JT_ROUND, pyclipper.ET_CLOSEDPOLYGON)
        return offset.Execute(distance)

    wide = offset(areas, -_WIDEST)
    bare = [*areas, *(area[::-1] for area in offset(wide, _WIDEST))]  # without what is solid
    around = sum(math.dist(*ends) for area in bare for ends in pairwise([*area, area[0]]))
    thinned = min(max(0, sum(map(pyclipper.Area, bare)) / around - _LINE / 2), 32 * (not thing.get("solid")))
    drawn = offset(shown, -thinned), offset(wide, _WIDEST - _LINE - thinned), offset(areas, -thinned)
    return tuple(
        "".join(
            "M" + "L".join(f"{x / 10:g} {y / 10:g}" for x, y in area) + "z"
            for area in (pyclipper.CleanPolygon(area, 8) for area in areas)
            if area
        )
        for areas in drawn
    )


_WIDEST, _LINE = 170, 90  # Half the width of the widest line of a font; how wide lines are made.
_PERSON, _THING, _LINED = 22, 20, 9  # Widths of outlines, half of which is seen.


class Picture(NamedTuple):
    """What is drawn in a square of 480: the path around it, its parts with their colours, its lines, their colour and width, and its size.

    What the lines fill is `solid`, in a `shade`.
    """

    outline: str
    parts: tuple[tuple[str, str], ...]
    lines: str
    ink: str
    wide: int
    size: tuple[float, float] = (_SQUARE, _SQUARE)
    solid: str = ""
    shade: str = ""


@lru_cache(maxsize=1024)
def picture_of(drawn: Drawn, land: str) -> Picture | None:
    """Return what is drawn in a scene of one colour, None for nothing."""
    ink = darken(land, 0.78)
    if drawn.person or not drawn.subject:
        return _portrait(drawn.subject[1:], drawn, ink) if drawn.person else None
    thing = art_data("art")[drawn.subject[1:]]
    fills = art_data("people")["fills"]
    if "parts" in thing:
        parts = [part.split(" ", 1) for part in thing["parts"]]
        first, toned = parts[0][0], _TONES[drawn.face % len(_TONES)] or parts[0][0]
        fills = fills | {first: drawn.colour or mix(fills[first], fills[toned], _OF_TONE)}
        shown = tuple((path, mix(land, fills[colour], _OWN_COLOUR)) for colour, path in parts)
        return Picture("".join(path for path, _ in shown), shown, "", ink, _THING)
    outline, solid, lines, size = _sign(drawn.subject)
    tone = fills[_TONES[drawn.face % len(_TONES)] or thing["colour"]]
    fill = drawn.colour or mix(mix(land, fills[thing["colour"]], _OWN_COLOUR), tone, _OF_TONE)
    if thing.get("solid"):  # its lines are its body, and what is between them light
        ground = mix(fill, _LIGHT, 0.72) if luminance(fill) < 0.66 else darken(fill, 0.55)
        return Picture(outline, ((outline, ground), (lines, fill)), "", ink, _THING, size)
    shade = fills.get(thing.get("solid_colour"), mix(fill, ink, 0.5))
    return Picture(outline, ((outline, fill),), lines, ink, _LINED, size, solid, shade)


def _portrait(look: str, drawn: Drawn, ink: str) -> Picture:
    """Return a person of a look; hair and face vary with its number in the deck, the dress with its turn."""
    people = art_data("people")
    person, fills, turn, face = people["looks"][look], people["fills"], drawn.turn, drawn.face
    first = sum(map(ord, look))
    sex = drawn.sex or "mf"[(turn + first) % 2]
    worn = f"{person['parts']} {person[sex]}".split()
    if drawn.grim:
        worn = ["stern" if part == "face" else part for part in worn]
    usual = {role: fills[colour] for role, colour in person["colours"].items()}
    cloths = [fills[colour] for colour in people["dresses"] if sex != "m" or colour != "pink"]
    dresses = [colour for colour in cloths if colour != usual.get("wear")]
    dress, hat = (dresses[(turn + first + more) % len(dresses)] for more in (0, 3))
    skin, hair = people["skins"][face % 5], people["hairs"][(face * 2 + face // 5) % 5]
    colours = people["of_a_person"] | {"hat": hat, "wear": dress, "hair": hair, "skin": skin} | usual
    if turn:
        colours |= {"wear": dress} | ({"hat": darken(hat, 0.4)} if "hood" in worn else {})
    if drawn.colour:
        colours |= dict.fromkeys(("wear", "hat"), drawn.colour)
        colours["metal"] = mix(drawn.colour, colours["metal"], 0.3)
    if "old" in worn:
        colours["hair"] = colours["old"]
    colours |= {
        "shade": darken(colours["skin"], 0.14),
        "ink": ink,
        "wear2": mix(colours["wear"], _LIGHT, 0.6),
    }
    names = [*_grown(worn, sex, face // 2), *worn]
    layers = sorted(
        (part.split(" ", 2) for name in names for part in people["parts"].get(name, ())),
        key=lambda part: part[0],
    )
    outline = "".join(path for *_, path in layers)
    return Picture(outline, tuple((path, colours[role]) for _, role, path in layers), "", ink, _PERSON)


def _grown(worn: Sequence[str], sex: str, number: int) -> list[str]:
    styles = art_data("people")["hair"][f"{sex} hat" if "hat" in worn else sex]
    if not {"hidden", "bald", *styles}.isdisjoint(worn):
        return []
    if "child" in worn:
        return [styles[number % 4]]
    beards = art_data("people")["beards"]
    bearded = sex == "m" and {"mask", "domino", "cowlmask", "longbeard", *beards}.isdisjoint(worn)
    return [styles[number % len(styles)], *([beards[number % len(beards)]] if bearded else ())]
