"""The values of a design: the fields of a card by role, and the colour of its suit."""

import hashlib
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, takewhile
from string import ascii_uppercase
from typing import Any

from pnp.load.role_guesses import FEW_WORDS, HUES, NAMES, NO, OF_FIELDS, value_as_text
from pnp.load.rows.headings import LETTERS_PER_BREAK, other_side
from pnp.model.card_looks import Design, Roles, behind
from pnp.model.face import Side
from pnp.model.game import Component, Piece, Value
from pnp.templates.design_art import (
    Drawn,
    art_data,
    by_word,
    colour_in,
    picture_of,
    scenes,
    subject_of,
    symbol_of,
    symbol_outline,
)
from pnp.templates.design_deck import (
    COLOUR_BY_WORD,
    CREDITS,
    EPITHETS,
    FAMED,
    IN_A_LINE,
    MOST_LETTERS,
    Deck,
    costs_of_use,
    deck_of,
    decoded,
    in_line,
    is_colour,
    is_paid,
    is_reward,
    kind_words,
    label,
    naming,
    of_file,
    said_in,
)
from pnp.templates.design_texts import DOT, Actions, is_yes, joined_texts, paragraph_widths
from pnp.templates.palette import channels, colour_said, contrast, darken, is_like, luminance, mix, turned
from pnp.templates.palette import is_colour as is_hex
from pnp.templates.values import Values
from pnp.text import of_one, plain_ascii, without_brackets

DESIGNS_FOLDER = "base/designs/"  # Templates in it take any data: what cannot be shown is left out and told.
ACCENTS = OF_FIELDS["accents"]  # Of the suits of a deck, as they come; dark enough for white letters.
FIRST_ACCENTS = 11  # So many of them may be the colour of a game without a palette: its title chooses one.
LETTERS_PER_MM2 = 0.11  # Of a text, so many surely fit beside all else, as small as is easy to read.
_ICON_SIGN = re.compile(r"(?<!\\)\{")  # What is no icon has a stroke before it.
_OF_TOKENS = re.compile(r"(?:\d{0,2}[A-Z](?:/(?=.))?)+")
_A_FEW_LINES = 130  # Above a text of so few letters there is a picture.
_A_TEXT = 20  # A text of fewer letters is none that a fact is lost in.
_PIPS = re.compile("[1-3]")  # So few are dots beside the name of the number that costs them.
_SHARES, _MEASURED = (0.75, 0.93), 160  # So many cards tell how long the texts of a deck are.


def look_of(
    title: str,
    palette: Mapping[str, str],
    design: Design | None = None,
    name: str = "",
    behind: str = "",
    *,
    pieces: Sequence[Piece] = (),
) -> Values:
    """Return what a deck shares, or its cards of the deck `behind`: colours, emblem (by the `name` on backs), arrangement, length of texts."""
    order, made = _turned_list(title), design or Design()
    roles, deck = made.roles, deck_of(made)
    cost = roles.cost or deck.key
    accent = palette.get("accent") or _accent(deck.usual, made, palette, title)
    if behind:
        is_suit = roles.suit == deck.backs[0] or is_colour(behind)
        accent = _accent(behind, made, palette, title) if is_suit else order[deck.backs.index(behind)]
        name = kind_words(behind, made.suits)
    colours = letter_colours(made, tuple(palette.items()), title)
    key = [
        (letter, kind_words(_begun(letter, made.suits), ()), colours[letter]) for letter in made.cost_letters
    ]
    heads = sorted(len(card.headline) for card in made.cards) or [0]
    together = (len(deck.places.keys() & names) for names, _ in made.together if deck.packed)
    look = {
        **{name: getattr(made, name) for name in ("layout", "letters", "centred")},
        "texts": _usual_texts(made, pieces),
        "mood": deck.mood,
        "views": [scene for scene in deck.scenes if scene != "hall"] or deck.scenes,
        "packed": deck.packed,
        "places": max(together, default=0) or len(deck.places),
        "heads": heads[-1],
        "usual_head": heads[len(heads) * 3 // 4],
        "kinds": bool(roles.subtitle or roles.text[1:]),
        "beside": len(deck.places.keys() - materials_of(made).keys()),
        "key": tuple(key) if all(name for _, name, _ in key) else (),
        "cost": cost and said_in(dict(made.headings).get(cost) or label(cost) or " ", deck.language),
        "name": name,
        "made": hashlib.sha256(repr((deck.drawn, sorted(deck.plain), deck.marks)).encode()).hexdigest(),
    }
    shown = _drawing(name or title, accent, subject_of(name if design else title))
    if design is not None and not shown["thing"]:
        usual = deck.scenes or art_data("people")["motifs"].split()
        shown["motif"] = usual[_digest(title)[0] % len(usual)]
    return {"accent": accent, **look, **shown, "plain": False}


def _begun(letter: str, suits: Sequence[str]) -> str:
    begun = [suit for suit in suits if suit[:1].upper() == letter]
    return begun[0] if len(begun) == 1 else ""


@lru_cache(maxsize=64)
def materials_of(design: Design) -> Mapping[str, str]:
    """Return the colours of the numbers that are materials, of which each card has a few: what is paid is seen in a hand of cards."""
    deck, roles = deck_of(design), design.roles
    known = dict(pair.split("=") for pair in OF_FIELDS["materials"])
    hues = {name: known[name] for name in deck.places if name in known}
    most = max((len(hues.keys() & names) for names, _ in design.together), default=0)
    fits = design.layout == "window" and roles.subtitle and design.letters < _A_FEW_LINES
    is_told = len(hues) > 1 and not (roles.cost or deck.plain or design.fixed)
    return hues if fits and 0 < most < 5 and is_told else {}


Tokens = tuple[tuple[str, str, float], ...]
"""The parts of a cost such as 2T/R, each with its colour, "" for what is no letter, and how wide it is; none for a cost of another form."""

Number = tuple[str, str, str, int, str, Tokens]
"""Of a card: its label, its value, the outline of its symbol, its place, whether it is a "reward" or is "paid", and the tokens of letters that costs have."""


@lru_cache(maxsize=64)
def _on_side(design: Design, side: Side | None) -> Design:
    roles = design.roles
    likes = {name: behind(name) or name for name in roles.back}
    flavour = tuple(name for name in likes if likes[name] in NAMES["flavour"])
    if side == "front":
        return replace(design, roles=replace(roles, back=()))
    if side is None:
        text = (*roles.text, *(name for name in likes if name not in flavour))
        return replace(design, roles=replace(roles, text=text, flavour=(*roles.flavour, *flavour), back=()))
    known = dict.fromkeys(likes.values())
    headline = next((name for name in known if name in (roles.headline, *NAMES["headline"])), "")
    subtitle = (*roles.subtitle, *(name for name in known if name in NAMES["subtitle"]))
    numbers = tuple(name for name in roles.numbers if name in known)
    cost, flavour = roles.cost if roles.cost in known else "", tuple(likes[name] for name in flavour)
    placed = (headline, cost, *subtitle, *numbers, *flavour)
    order = dict.fromkeys((*roles.text, *known))
    text = tuple(name for name in order if name in known and name not in placed)
    if text[:1] != roles.text[:1] and {*text[:1]} <= {*roles.back}:  # with its name, as below a text
        text = ("", *text)
    back = Roles(headline, tuple(dict.fromkeys(subtitle)), cost, "", numbers, roles.suit, "", text, flavour)
    back = replace(back, footer=tuple(name for name in roles.footer if name not in CREDITS))
    return replace(design, roles=back)


def design_values(
    design: Design,
    headline: str,
    fields: Mapping[str, Value],
    palette: Mapping[str, str],
    title: str,
    *,
    side: Side | None = None,
) -> Values:
    """Return a piece's fields by role: texts, numbers, colours, drawing; a `side` if its back has a text."""
    own, facing = _behind(design, fields, headline) if side else (fields, headline)
    if side == "back":
        fields, headline, facing = own, facing, headline
    deck, hues_of, design = deck_of(design), materials_of(design), _on_side(design, side)
    roles = design.roles
    said, short, line, aside = _texts_of(design, fields, deck)
    colours = letter_colours(design, tuple(palette.items()), title)
    numbers = _numbers(design, deck, short, colours, [value_as_text(fields.get(name)) for name in roles.text])
    suit, group = (value_as_text(fields.get(name)) for name in (roles.suit, design.deck))
    epithet = next((short[name] for name in roles.subtitle if name in EPITHETS and name in short), "")
    line, signed = _signed(design, decoded(deck, short), line)
    foot = [signed[name] for name in signed if name not in CREDITS]
    hues = (colour_said(value_as_text(each)) for name, each in fields.items() if HUES.fullmatch(name))
    accent = _accent(next(filter(None, hues), group or suit), design, palette, title)
    drawn = deck.drawn.get(headline, Drawn() if headline in deck.headlines else subject_of(naming(headline)))
    drawn = _one_figure(drawn, deck.drawn.get(facing, drawn), side)
    if group not in ("", suit) and drawn.subject in FAMED and not drawn.colour:  # whose deck it is
        drawn = drawn._replace(colour=mix(accent, "#ffffff", 0.12))
    types = [short[name] for name in roles.subtitle if name in short and name not in EPITHETS]
    cost = short.get(roles.cost or deck.key) or _main_value(roles, fields)
    values: Values = {
        "turned": side == "back" and bool(roles.headline),
        "headline": _as_title((side and value_as_text(fields.get(roles.headline))) or headline, deck),
        "epithet": epithet,
        "subtitle": " · ".join(line),
        **said,
        "footer": " · ".join(foot if side == "back" and foot else [*aside, *foot]),
        "credits": " · ".join(signed[name] for name in signed if name in CREDITS),
        "accent": accent,
        "dark": luminance(accent) < _NIGHT,
        "pip": symbol_of(suit) or symbol_outline("fleur-de-lis"),
        **_figures(cost, _corner(roles, short, numbers), numbers, said["text"], colours),
        **_hue(cost, roles.cost or deck.key, deck.language),
        **_signs(deck, fields, drawn, (naming(headline), *types[::-1], suit)),
        **_drawing(headline, accent, drawn, kind=next((text for text in types if text != suit), suit)),
        "plain": headline in deck.plain,
        "scenic": False,
    }
    return values | _materials(values, numbers, deck, hues_of)


def _one_figure(drawn: Drawn, other: Drawn, side: Side | None) -> Drawn:
    """Return the person on a side of a card with the face of the person on the other."""
    sex = (other.sex or drawn.sex) if side == "back" else (drawn.sex or other.sex)
    same = drawn._replace(sex=sex, face=min(drawn.face, other.face))
    return same if drawn.person and other.person else drawn


def _materials(values: Values, numbers: Sequence[Number], deck: Deck, hues: Mapping[str, str]) -> Values:
    """Return the materials of a card, and its values without them if it has any."""
    paid = {
        said: hue for name, hue in hues.items() for said in (deck.labels[name], of_one(deck.labels[name]))
    }
    materials = [(*number[1:3], paid[number[0]]) for number in numbers if number[0] in paid]
    beside = tuple(number for number in numbers if number[0] not in paid)
    return {"materials": materials, "beside": values | {"numbers": beside} if materials else {}}


def _signs(deck: Deck, fields: Mapping[str, Value], drawn: Drawn, words: Sequence[str]) -> Values:
    """Return what marks a card in a hand of them, and where nothing is drawn a sign of its name or its type."""
    mark = deck.marks.get(value_as_text(fields.get(deck.marked)), "")
    signs = map(symbol_of, () if drawn.subject else words)
    return {"mark": mark, "sign": mark or next(filter(None, signs), "")}


def _texts_of(
    design: Design, fields: Mapping[str, Value], deck: Deck
) -> tuple[dict[str, Any], dict[str, str], list[str], list[str]]:
    """Return the texts of a card, its values that have places, the line below its headline, and a suit for the foot."""
    short, long = _short_and_long(design, fields)
    tags = _tags(design, fields)
    line, more, aside = _facts(design, fields, short, tags)
    names = [*(name for name in (*(design.roles.text or ("",)), *long) if name not in tags)]
    said = _said(design, fields, joined_texts(names, fields, more, design, deck.headlines))
    return said, short, line, aside


def _main_value(roles: Roles, fields: Mapping[str, Value]) -> str:
    """Return the number with which a text begins that is a strength or a value, "" where a cost or numbers say more."""
    names = () if roles.cost or roles.numbers else OF_FIELDS["in_corners"]
    begun = (
        re.match(r"\d{1,2}(?= ?\W|$)", value_as_text(fields.get(name)))
        for name in roles.text
        if name in names
    )
    return next((found[0] for found in begun if found), "")


def _corner(roles: Roles, short: Mapping[str, str], numbers: Sequence[Number]) -> str:
    corner = short.get(roles.corner, "")
    if corner and not corner.isalnum():  # the sign of a font for playing cards
        known = (*(value for _, value, *_ in numbers), *(short.get(name, "") for name in roles.footer))
        return next(filter(str.isdecimal, known), corner)
    return corner


def _behind(design: Design, fields: Mapping[str, Value], headline: str) -> tuple[Mapping[str, Value], str]:
    """Return a back's headline and its fields as the front calls them, with the type of a card of its name."""
    roles = design.roles
    own = other_side(roles, fields)
    named = next((value_as_text(own[n]) for n in own if n in (roles.headline, *NAMES["headline"])), "")
    shared = (roles.suit, design.deck, *roles.footer, *(() if named else roles.subtitle))
    return {name: fields.get(name) for name in shared if name} | own, named or headline


def _short_and_long(design: Design, fields: Mapping[str, Value]) -> tuple[dict[str, str], list[str]]:
    """Return the values that have places, and the fields that are too long for theirs, on many cards or here: they stand among the texts."""
    roles, wide = design.roles, dict(design.longest)
    texts = {name: value_as_text(fields.get(name)) for name in dict.fromkeys(_placed(roles))}
    for name in {roles.cost, *roles.numbers}.intersection(texts):
        letters = re.sub(r"(?<=^1 )\w+$", lambda of: of_one(of[0]), without_brackets(texts[name]))
        if not _ICON_SIGN.search(texts[name]) and (name == roles.cost or not letters.isdecimal()):
            texts[name] = letters
    lines = {*roles.subtitle, *roles.footer}
    most = {n: MOST_LETTERS["line" if n in lines else "number"] for n in texts if n not in CREDITS}
    long = [n for n in most if max(len(texts[n]), wide.get(n, 0)) > most[n]]
    used = {name: name.removesuffix("_cost") for name in costs_of_use(roles.numbers)}
    long += [name for name, of in used.items() if not (texts.get(of) and _PIPS.fullmatch(texts[name]))]
    return {name: text for name, text in texts.items() if text and name not in long}, long


def _signed(design: Design, short: Mapping[str, str], line: list[str]) -> tuple[list[str], Mapping[str, str]]:
    """Return the line of the type, with what numbers the cards where all have room, and what stands at the foot."""
    signed = {name: short[name] for name in design.roles.footer if name in short}
    signed |= {name: kind_words(text, ()) for name, text in signed.items() if "_" in text}
    counted = [name for name in signed if signed[name].isdecimal() and name not in CREDITS]
    signed |= {n: f"#{signed[n]}" if n in _OF_ROWS else f"{label(n)} {signed[n]}" for n in counted}
    signed |= {n: f"{label(n)}: {said.upper()}" for n, said in signed.items() if _A_LETTER.fullmatch(said)}
    counts = [*line, *(signed[name] for name in counted)]
    has_room = in_line(design)[1] >= 4 * len(counted) and len(" · ".join(counts)) <= IN_A_LINE
    if line and has_room and not design.roles.corner:
        return counts, {name: signed[name] for name in signed if name not in counted}
    return line, signed


_A_LETTER = re.compile(r"[^\W\d_][+*-]?")  # What nobody knows without a label, as R and R+ of a rarity.
_OF_ROWS = ("number", "num", "nr", "no", "numero", "nummer", "numer", "n", "s", "lp")
"""What a number of each card is called, of which no more is said than that it is one."""


def _numbers(
    design: Design, deck: Deck, short: Mapping[str, str], colours: Mapping[str, str], texts: Sequence[str]
) -> tuple[Number, ...]:
    """Return the numbers of a card; what it is worth has a star where a note among its texts begins with one."""
    used = {name: int(short[name]) for name in costs_of_use(design.roles.numbers) if name in short}
    shown = [n for n in deck.places if n in short and not (n in design.quiet and short[n] == "0")]
    if any(short[name] == "0" and not {*OF_FIELDS["lives"]}.isdisjoint(name.split("_")) for name in shown):
        shown = [name for name in shown if short[name] != "0"]  # what has no life has no strength either
    if not any(deck.labels[name] or short[name] != "0" for name in shown):
        return ()  # Noughts of which nothing is said.
    noted = _has_note(texts) and any(text.endswith("*") and len(text) < 3 for text in texts)
    return tuple(
        (
            f"{of_one(deck.labels[name]) if short[name] == '1' else deck.labels[name]} {'•' * used.get(f'{name}_cost', 0)}".strip(),
            grouped(short[name], deck.language) + "*" * (noted and is_reward(name)),
            deck.signs[name],
            at if deck.packed else deck.places[name],
            "paid" if is_paid(name) else "reward" * (is_reward(name) and short[name] != "0"),
            _tokens(short[name], colours) if design.cost_letters else (),
        )
        for at, name in enumerate(shown)
    )


def grouped(number: str, language: str) -> str:
    r"""Return a number of five digits or more with a sign between thousands.

    >>> grouped("14000000", ""), grouped("-10000", "en"), grouped("2026", "de"), grouped("007123", "")
    ('14\xa0000\xa0000', '-10,000', '2026', '007123')
    """
    sign = {"en": ",", "de": ".", "it": ".", "es": ".", "pt": "."}.get(language, "\xa0")
    is_large = re.fullmatch(r"[-+−]?[1-9]\d{4,}", number)
    return re.sub(r"(?<=\d)(?=(?:\d{3})+$)", sign, number) if is_large else number


def _has_note(texts: Iterable[str]) -> bool:
    return any(re.match(r"\\?\*[^*\s]{2}", text) for text in texts)  # a * is the mark of that note


def _said(
    design: Design, fields: Mapping[str, Value], joined: tuple[str, tuple[str, ...], Actions]
) -> dict[str, Any]:
    """Return the text of a card, of a deck of long ones its notes apart from it, and the flavour, with how wide paragraphs are."""
    text, notes, actions = joined
    if not text or design.layout != "text":
        text, notes = "\n\n".join(filter(None, (text, *notes))), ()
    flavour = "\n\n".join(filter(None, (value_as_text(fields.get(name)) for name in design.roles.flavour)))
    flavour = _SOURCE.sub(lambda said: " —" + said[1].strip().replace(" ", "\xa0"), flavour)
    if not text and not design.roles.text:  # a quotation is what its card says
        text, flavour = flavour, ""
    lines = text.split("\n") if text and design.layout != "text" else []
    words = [*takewhile(_KEYWORD.fullmatch, (line.replace("**", "") for line in lines))]
    lines[: len(words)] = (f"**{line[:1].upper()}{line[1:]}**" if line else "" for line in words)
    return {
        "text": "\n".join(lines) or text,
        "actions": actions,
        "paragraphs": paragraph_widths(text),
        "notes": notes,
        "note_paragraphs": tuple(map(paragraph_widths, notes)),
        "flavour": flavour,
    }


def _tags(design: Design, fields: Mapping[str, Value]) -> dict[str, str]:
    """Return what stands in the line of the type with its name, the same fields on all cards of a deck."""
    first, lined = "".join(design.roles.text[:1]), in_line(design)[0]
    if max(len(value_as_text(fields.get(first))), dict(design.longest).get(first, 0)) < _A_TEXT:
        return {}
    names = (name for name in (design.roles.cost, *design.roles.text[1:]) if name in lined)
    values = {name: value_as_text(fields.get(name)) for name in names}
    return {
        name: re.sub(r"(?i)^(.*):\xa0(?=\1)", "", f"{_label(name, design)}:\xa0{kind_words(value, ())}")
        for name, value in values.items()
        if (FEW_WORDS.fullmatch(value) or (value and name == design.roles.cost))
        and not (value.casefold() in NO or is_yes(value))
    }


def _label(name: str, design: Design) -> str:
    return said_in(dict(design.headings).get(name) or label(name), deck_of(design).language)


def _facts(
    design: Design, fields: Mapping[str, Value], short: Mapping[str, str], tags: Mapping[str, str]
) -> tuple[list[str], list[str], list[str]]:
    """Return what stands below the headline, what a card is and what is true of it, what is too much, and a suit for the foot."""
    suit = design.roles.suit
    shown = [name for name in design.roles.subtitle if name in short and name not in EPITHETS]
    shown = [n for n in shown if short[n].casefold() not in OF_FIELDS["cards"]]  # Nobody need be told.
    letters = (name for name in shown if _A_LETTER.fullmatch(short[name]))
    short = {**short} | {name: f"{_label(name, design)}: {short[name].upper()}" for name in letters}
    suited = kind_words(short[suit], design.suits) if suit in shown else ""
    is_short = sum(name not in EPITHETS for name in design.roles.subtitle) < 3
    # In a line of three types all else keeps its place. Nobody reads a number of a colour.
    is_seen = bool(suited) and is_hex(short[suit])
    if suited and (not is_short or is_seen):
        shown.remove(suit)
    texts = {name: value_as_text(fields.get(name)) for name in design.roles.text}
    noted = _has_note(texts.values())
    named = (
        _label(name, design)
        for name, text in texts.items()
        if name not in design.worded and is_yes(text) and not (noted and text.endswith("*"))
    )
    flags, facts = [*dict.fromkeys(filter(None, named))], list[str]()
    words = [kind_words(short[name], design.suits if name == suit else ()) for name in shown]
    for kind in (*(word.removesuffix(" deck") for word in words), *tags.values()):
        if not any(other.casefold().startswith(kind.casefold().removesuffix("s") or kind) for other in facts):
            facts.append(kind)
    flags, below = (flags, []) if "" in in_line(design)[0] else ([], [DOT.join(flags)][: len(flags)])
    room = (1.25 if design.longest else 1) * IN_A_LINE - sum(len(flag) + 3 for flag in flags)
    fitting = (n for n in range(len(facts) + 1) if not n or len(" · ".join(facts[:n])) <= room)
    most = max(fitting)
    stem, *stems = (each.casefold().removesuffix("s").removesuffix("er") for each in (suited, *facts))
    is_aside = suited in facts[most:] or (suit not in shown and suited and not (is_seen or stem in stems))
    more = [fact for fact in facts[most:] if fact != suited] + below
    return [*facts[:most], *flags], more, [suited] if is_aside else []


def _as_title(headline: str, deck: Deck) -> str:
    """Return a headline as a card prints it; in a deck of small letters alone it begins with a capital one."""
    headline = of_file(headline)
    words = headline if " " in headline else re.sub("[_-]" if headline.islower() else "_", " ", headline)
    words = re.sub(r" (?=[?!:;»])", "\xa0", words)
    words = re.sub(r"(?<=[a-z]{3})(?=\d+$)", " ", words) if deck.small else words  # lupo1
    return words[:1].upper() + words[1:] if deck.small else words


def _figures(
    cost: str, corner: str, numbers: tuple[Number, ...], text: str, colours: Mapping[str, str]
) -> Values:
    """Return the cost and the numbers of a card; of a playing card what is in its corners, and how many pips it has."""
    count = 0
    if corner and (text or cost):  # it is no playing card
        cost, corner = cost or corner, ""
    if corner:
        count = int(corner) if corner.isdecimal() else int(corner.casefold() in ("a", "ace", "as"))
        numbers = tuple(number for number in numbers if number[1] not in (corner, str(count)))
    widest = max((len(number[1]) for number in numbers), default=1)
    court = by_word("courts").get(corner.casefold(), "")
    is_token = len(cost) == 1 and cost.isupper() and cost != "X"
    is_round = not is_token and (len(cost) == 1 or (len(cost) == 2 and cost.isdecimal()))
    tokens = () if is_round else _tokens(cost, colours)
    figures: Values = {"cost": cost, "round": is_round, "tokens": tokens, "numbers": numbers}
    return figures | {"corner": corner, "count": count, "widest": widest, "court": court, "shared": False}


def _hue(cost: str, field: str, language: str) -> Values:
    """Return the colour that a cost is, the symbol of what is paid and its name, if in the language; none for any other cost."""
    colour = colour_in(cost) if cost.isalpha() and len(cost) > 2 and is_colour(cost) else ""
    name = cost if language in ("", "en") else said_in(cost, language).replace(cost, "")
    return {"hue": (colour, symbol_of(label(field)), name) if colour else ()}


def _tokens(cost: str, colours: Mapping[str, str]) -> Tokens:
    if _OF_TOKENS.fullmatch(cost) is None:
        return ()
    parts = re.findall(r"\d+|[A-Z]|/", cost)
    wide = {"/": 0.5} | dict.fromkeys(colours, 1.25)
    return tuple((part, colours.get(part, ""), wide.get(part, 0.2 + 0.62 * len(part))) for part in parts)


@lru_cache(maxsize=64)
def letter_colours(design: Design, palette: tuple[tuple[str, str], ...], title: str) -> Mapping[str, str]:
    """Return the colours of letters in costs: that of the one suit whose name begins with it, of a colour, or one that is free."""
    colours = dict[str, str]()
    words = _BY_LETTER | (_OF_FIVE if {*"UB"} <= {*design.cost_letters} else {})
    for letter in dict.fromkeys(design.cost_letters + ascii_uppercase):
        suit, at = _begun(letter, design.suits), ord(letter) % FIRST_ACCENTS
        taken = {*colours.values(), *map(COLOUR_BY_WORD.get, words.values())}
        free = [colour for colour in ACCENTS[at:] + ACCENTS[:at] if colour not in taken]
        usual = COLOUR_BY_WORD[words[letter]] if letter in words else (free or ACCENTS[at:])[0]
        colours[letter] = _accent(suit, design, dict(palette), title) if suit else usual
    return colours


_BY_LETTER = {"B": "blue", "G": "green", "R": "red", "Y": "yellow"}
_OF_FIVE = {"U": "blue", "B": "black", "W": "white"}  # Where blue has the letter U, B is black.
_OF_DECK = 0.12  # So much of the colour of a scene is that of the deck or of the suit.
_TURNS = (0, 16, -16, 30, -30, 8, -8, 23)  # Degrees from the colour of a suit to those of crests.


def _digest(words: str) -> bytes:
    return hashlib.sha256(words.encode()).digest()


def _drawing(words: str, accent: str, drawn: Drawn, *, kind: str = "") -> Values:
    """Return what is drawn without a picture: thing, symbol or crest, scene, colours, numbers that vary it."""
    seed, group = tuple(byte * 100 // 256 for byte in _digest(words)), _digest(kind or accent)
    scene = drawn.scene or scenes().get(drawn.subject, "")
    second = turned(accent, (-38, -24, 24, 34)[_digest(accent)[0] % 4])
    usual = turned(accent, _TURNS[group[0] % 8] if kind else 0), mix(second, "#f6d78e", 0.55)
    people = art_data("people")
    motifs = people["motifs"].split()
    land, shine = people["lands"].get(scene if drawn.subject else "", usual)
    scenery = mix(land, accent, _OF_DECK)
    if drawn.colour and is_like(drawn.colour, scenery):
        other = "#7d6a4a" if is_like(drawn.colour, "#3d5f86") else "#3d5f86"
        scenery = darken(scenery, 0.45) if scene == "fire" else other
    thing = picture_of(drawn, scenery)
    more = (1, 2) if drawn.several and drawn.subject[:1] == "@" else ()
    shown = {
        "thing": thing,
        "others": [
            picture_of(drawn._replace(turn=drawn.turn + n, face=drawn.face + n), scenery) for n in more
        ],
        "emblem": picture_of(Drawn(drawn.emblem), scenery),
        "several": drawn.several,
        "mirrored": drawn.turn % 2 == 1,
        "scene": scene,
        "motif": scene or motifs[group[1] % len(motifs)],
    }
    return {"seed": seed, "scenery": scenery, "shine": shine, "second": second, **shown}


_SOURCE = re.compile(r"(?<=[.!?…\"”»'])\s*(?:—|–|--)([^\n\"—–]{2,32})$")  # Who says what is quoted before.

_KEYWORD = re.compile(r"(?:[^\W\d][\w'’-]*(?:[.!]|(?:,? [+-]?[\w'’-]+){0,2}))?")
"""A line of up to three words without a full stop: it is bold, alone and above a text."""


def _usual_texts(design: Design, pieces: Sequence[Piece]) -> list[tuple[int, ...]]:
    """Return how wide the paragraphs are of a text than which one in four of the deck are longer, and of one than which few are.

    They are rough, and of some of the cards: a change of one text rarely changes them, as all cards follow.
    """
    front, deck = _on_side(design, "front" if design.roles.back else None), deck_of(design)
    said = (_texts_of(front, piece.fields, deck)[0] for piece in pieces[:: len(pieces) // _MEASURED + 1])
    measured = [
        (*each["paragraphs"], *chain(*each["note_paragraphs"]), *paragraph_widths(each["flavour"]))
        for each in said
    ]
    ranked = sorted(filter(None, measured), key=lambda text: sum(text) + LETTERS_PER_BREAK * len(text))
    usual = (ranked[int(share * (len(ranked) - 0.5))] if ranked else () for share in _SHARES)
    return [tuple(-(-letters // 8) * 8 for letters in text) for text in usual]


def _placed(roles: Roles) -> Iterator[str]:
    yield from (*roles.subtitle, roles.cost, roles.corner, *roles.numbers, *roles.footer)


def own_back(component: Component, piece: Piece) -> str:
    """Return what a piece's own back shows, the "rest" of a text or its "texts", "" for a common one."""
    design = component.design
    if design is None or piece.back != piece.front:
        return ""
    roles, fields = design.roles, piece.fields
    has_texts = any(value_as_text(fields.get(name)) for name in roles.back)
    letters = sum(
        len(name) + len(text) + LETTERS_PER_BREAK * text.count("\n")
        for name in (*roles.texts, *(() if has_texts else _placed(roles)))
        if (text := value_as_text(fields.get(name)))
    )
    boxes = sum(bool(value_as_text(fields.get(name))) for name in roles.numbers)
    letters += 20 * boxes if boxes > 3 else 0  # that have room where they stand
    inner = (component.size.width - 2 * component.safe) * (component.size.height - 2 * component.safe)
    most = LETTERS_PER_MM2 * inner * (1.5 if has_texts else 1)  # in small letters, rather than on the back
    return "rest" if letters > most else "texts" * has_texts


def _accent(suit: str, design: Design, palette: Mapping[str, str], title: str) -> str:
    if is_hex(suit):  # dark enough for white letters on its bar
        shades = (darken(suit, step / 20) for step in range(20))
        return next(shade for shade in shades if contrast(darken(shade, _OF_BAR), "#ffffff") > _LEGIBLE)
    own, order = palette.get(suit) or palette.get(suit.casefold()), _turned_list(title)
    quiet = mix(order[0], ACCENTS[-1], 0.7) if design.suits else order[0]  # rather slate than like a suit
    return own or _accents(design, order).get(suit) or palette.get("accent", quiet)


def _turned_list(title: str) -> tuple[str, ...]:
    first = _digest(title)[0] % FIRST_ACCENTS
    return ACCENTS[first:] + ACCENTS[:first]


@lru_cache(maxsize=64)
def _accents(design: Design, order: tuple[str, ...]) -> Mapping[str, str]:
    words = {suit: plain_ascii(suit.replace("ß", "ss")).strip().casefold() for suit in design.suits}
    colours = {suit: COLOUR_BY_WORD[word] for suit, word in words.items() if word in COLOUR_BY_WORD}
    texts = "\n".join(card.text for card in design.cards).casefold()
    others = [suit for suit in design.suits if suit not in colours]
    for suit in others:  # as in Red Guard, and in a text: Justice (yellow)
        beside = rf"\b{re.escape(suit.casefold())}\W{{1,3}}(?:i>)?\((\w+)\)"
        named = map(COLOUR_BY_WORD.get, (*re.split("[ _]", words[suit]), *re.findall(beside, texts)))
        if colour := next((each for each in named if each and each not in colours.values()), ""):
            colours[suit] = colour
    for suit, hues in (*((suit, ()) for suit in others), *design.decks):
        taken = [channels(colour) for colour in colours.values()]
        own = [hue for hue in hues if _BLACK < luminance(hue) < _DARK and _far(hue, taken) > _APART]
        colours.setdefault(suit, (own or [max(order, key=lambda free: _far(free, taken))])[0])
    return colours


# Colours on which letters are white, those as black, and those unlike others.
_DARK, _NIGHT, _BLACK, _APART = 0.25, 0.04, 0.01, 24.0
_OF_BAR = 0.3  # How much darker a bar is in its middle,
_LEGIBLE = 3.0  # and the least contrast of large letters.


def _far(colour: str, others: Sequence[tuple[int, ...]]) -> float:
    return min((math.dist(channels(colour), other) for other in others), default=0)
