"""What the cards of a deck share: labels, positions of numbers, art for each card, symbols of types, and period."""

import re
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from pathlib import PurePosixPath
from typing import NamedTuple

from pnp.load.role_guesses import (
    A_FILE,
    BREAKS,
    COLOURS,
    FUNCTION_WORDS,
    KNOWN_NAMES,
    LABELS,
    MOST_SUITS,
    NAMES,
    OF_FIELDS,
    pattern,
    value_as_text,
)
from pnp.model.card_looks import USUAL_DESIGN, CardWords, Design, behind
from pnp.model.game import Value
from pnp.templates.design_art import (
    Drawn,
    animals,
    by_word,
    colour_in,
    named_in,
    of_types,
    scenes,
    subject_of,
    surely_named_in,
    symbol_of,
    time_of,
    varied,
    words_about,
)
from pnp.templates.palette import is_colour as is_hex
from pnp.text import plain_ascii

FIELD_WORDS = {name: frozenset(words) for name, words in OF_FIELDS.items()}
EPITHETS, CREDITS = FIELD_WORDS["epithets"], FIELD_WORDS["credits"]
"""Fields that say more of the headline, below it, and fields that say who made a picture: without it they are not printed."""

COLOUR_BY_WORD = {word: colour for colour, words in COLOURS.items() for word in words}
_A_WORD_OR_TWO = 40  # Below a text of fewer letters, on cards without pictures, numbers are large.
_READ = 60  # So many cards tell in which language they are.
_MOST_BACKS = 8  # So many decks have backs of their own.


class Deck(NamedTuple):
    """What the cards of a deck share.

    `scenes` are the views in which most of what they name belongs. `places` are those of the numbers, from 0 on, without the `key` in the
    corner; where all have names they are `packed`: a card has no hole where it lacks one. By headline, what is `drawn` on a card; those
    that are `plain` have no room for a picture. `marks` are the outlines of the values of the field `marked`, by which a hand of cards is sorted. The
    values of the first of `backs`, which follow it, are decks with backs of their own. More than three quarters of the cards
    have the `usual` suit, "" for none. `spelled` are the headlines by their letters alone; `small` are words in small letters.
    """

    labels: Mapping[str, str]
    language: str
    signs: Mapping[str, str]
    places: Mapping[str, int]
    packed: bool
    key: str
    drawn: Mapping[str, Drawn]
    plain: Collection[str]
    marked: str
    marks: Mapping[str, str]
    mood: str
    scenes: Sequence[str]
    headlines: Collection[str]
    spelled: Mapping[str, str]
    small: bool
    backs: Sequence[str]
    usual: str


@lru_cache(maxsize=64)
def deck_of(design: Design) -> Deck:
    """Return what the cards of a deck share."""
    # What using a number costs stands among the texts.
    key, apart = _key(design), costs_of_use(design.roles.numbers)
    numbers = [number for number in design.roles.numbers if number not in (key, *apart)]
    known = _by_kind(numbers)
    order = sorted(numbers, key=lambda name: (is_reward(name), is_paid(name), known.get(name, 0)))
    (marked, marks), language = _marks(design), language_of(design)
    drawn, plain = _drawn(design, marks, language)
    shown = (each.scene or scenes().get(each.subject, "") for each in drawn.values())
    places = Counter(filter(words_about("open_scenes").__contains__, shown))
    headlines = dict.fromkeys(card.headline for card in design.cards)
    letters = "".join(headlines)
    is_wide = bool(plain) and plain >= headlines.keys() and design.name == USUAL_DESIGN
    is_wide &= design.letters < _A_WORD_OR_TWO and len(numbers) < 7
    labels = _number_labels(numbers, design.headings, is_wide=is_wide)
    return Deck(
        labels={name: said_in(label, language) for name, label in labels.items()},
        language=language,
        signs=_number_signs(numbers),
        places={name: at for at, name in enumerate(order)},
        packed=not design.fixed and all(labels.values()),
        key=key,
        drawn=drawn,
        plain=plain,
        marked=marked,
        marks=marks,
        mood=_mood(design),
        scenes=[scene for scene, _ in places.most_common(3)],
        headlines=headlines.keys(),
        spelled={_bare(headline): headline for headline in headlines},
        small=letters == letters.lower() and not re.search(r"[(){}=;]", letters),
        backs=_backs(design),
        usual=_usual_suit(design),
    )


def _usual_suit(design: Design) -> str:
    if not design.roles.suit or design.deck:  # its decks have their own colours
        return ""
    suits = Counter(kind[-1] for kind, count in design.kinds for _ in range(count))
    return next((suit for suit, count in suits.items() if count * 4 > suits.total() * 3), "")


def _bare(words: str) -> str:
    return re.sub(r"[\W_]", "", words.casefold())


def decoded(deck: Deck, short: Mapping[str, str]) -> dict[str, str]:
    """Return values of fields, a code that joins the words of a headline as that headline: spider_man."""
    return {n: (deck.spelled.get(_bare(said)) if "_" in said else "") or said for n, said in short.items()}


# Numbers.


@lru_cache(maxsize=64)
def in_line(design: Design) -> tuple[Collection[str], int]:
    """Return what has room on nearly all cards in the line of the type, "" for what is true of a card, and the room that is left."""
    wide, roles = dict(design.longest), design.roles
    kinds = [name for name in roles.subtitle if name not in EPITHETS]
    kinds = [name for name in kinds if name != roles.suit or len(kinds) < 3]
    places = [roles.subtitle.index(name) for name in kinds]
    longest = sorted(sum(len(kind[at]) + 3 for at in places if kind[at]) for kind, _ in design.kinds) or [0]
    room, lined = IN_A_LINE - longest[-1 - len(longest) // 25], set[str]()
    brief = [name for name in roles.text[1:] if name in design.brief and _FACT.fullmatch(name)]
    priced = [roles.cost] if wide.get(roles.cost, 0) > MOST_LETTERS["number"] else []
    spare = room + IN_A_LINE // 5  # What is true of a card rarely has a fact beside it.
    for name in ("", *priced, *(name for name in brief if name in design.worded or not wide)):
        said = said_in(dict(design.headings).get(name) or label(name), language_of(design)) if name else ""
        need = wide.get(name, 0) + len(said and f"{said}: - ")
        if need <= (spare if name in brief else room) or not wide:
            lined.add(name)
            room, spare = room - need, spare - need * (name in brief)
    return lined, room


_FACT = re.compile("[a-z]{3,12}(?:_code|_name)?")
IN_A_LINE = 52  # Letters of the line below the headline; what is more stands among the texts.
MOST_LETTERS = {"line": 48, "number": 9}  # Of a field in one line, and of one in a badge or a box.


def is_reward(field: str) -> bool:
    """Say whether a number is what a card is worth, not what it costs or does."""
    return not FIELD_WORDS["rewards"].isdisjoint(field.split("_"))


def is_paid(field: str) -> bool:
    """Say whether a number is what is paid with a card, for it or by it, such as resource_energy or yield."""
    return not (FIELD_WORDS["paying"].isdisjoint(field.split("_")) or is_reward(field))


def _by_kind(numbers: Sequence[str]) -> Mapping[str, int]:
    """Return the places of numbers that a database has in the order of their letters: what attacks before what is lost."""
    own, known = [name for name in numbers if not (is_reward(name) or is_paid(name))], OF_FIELDS["by_kind"]
    is_sorted = len(own) > 3 and own[:4] == sorted(own[:4]) and {*own} <= {*known}
    return {name: known.index(name) for name in own if is_sorted}


def costs_of_use(numbers: Sequence[str]) -> list[str]:
    """Return the numbers that say what using another of them costs; beside a cost of another kind they are what a card costs."""
    costs = [name for name in numbers if name.endswith("_cost")]
    return costs if all(name.removesuffix("_cost") in numbers for name in costs) else []


def _key(design: Design) -> str:
    """Return the number that stands in the corner where others are a bar and no card has a cost, "" for none."""
    numbers = design.roles.numbers
    often = Counter(name for names, count in design.together for name in names * count)
    paid = design.roles.cost or any("cost" in each for each in {*numbers} - {*costs_of_use(numbers)})
    alone = {names[0]: count for names, count in design.together if len(names) == 1}
    least = sum(count for names, count in design.together if names) / 5
    leads = (n for n in alone if least < alone[n] < 4 * least and often[n] > 4.7 * least and not is_reward(n))
    lead = "" if paid else next(leads, "")  # in one place, though some cards have it alone
    if lead or paid or not (len(numbers) > 3 or design.layout in ("rail", "text")):
        return lead
    played = [name for name in numbers if not is_reward(name)] or numbers
    known = (name for name in OF_FIELDS["in_corners"] if name in played)
    most = max(often.values(), default=1)
    return next((name for name in known if often[name] * 4 >= most * 3), "")


# What they are called.


@lru_cache(maxsize=1024)
def label(field: str) -> str:
    """Return the name of a field as a card prints it.

    >>> [label(name) for name in ("flavour_text", "hp", "requires_dark_gt", "rp_su", "nr", "back_text")]
    ['Flavour text', 'HP', 'Requires dark over', 'RP SU', 'Nr', '']
    """
    like = behind(field)
    if _NAMELESS.fullmatch(field) or like in (*NAMES["text"], *NAMES["flavour"], field):
        return ""
    field = like or field
    parts = [_OF_CODE.get(part, part) for part in _NOT_SAID.sub("", field).split("_")]
    parts = [part for at, part in enumerate(parts) if part not in parts[:at] or len(part) < _SAID_TWICE]
    most = 2 if any(map(_is_short_for, parts)) else 0  # beside an abbreviation so many letters are another
    parts = [each.upper() if len(each) <= most or _is_short_for(each) else apart(each) for each in parts]
    words = " ".join(filter(None, parts)).replace("_", " ") or field
    return words.upper() if len(words) <= 2 and words not in ("no", "nr") else words[:1].upper() + words[1:]


_OF_CODE = dict(pair.split("=") for pair in OF_FIELDS["of_code"])  # What words of programs are to players.
_SAID_TWICE = 4  # Letters of a part of a name that is the same as one before it: effect_resource_effect.


def _is_short_for(word: str) -> bool:
    is_stat = len(word) == 2 and word in FIELD_WORDS["stats"]
    return is_stat or word in FIELD_WORDS["capitals"] or _CONSONANTS.fullmatch(word) is not None


_CONSONANTS = re.compile("(?!vs|mr|nr)[bcdfghjklmnpqrstvwxz]{2,3}")  # Letters of one word: rp_br.

_PARTS_OF_NAMES = (part for part in "_".join(KNOWN_NAMES).split("_") if len(part) > 3)
_KNOWN_WORDS, _OF_LETTERS = FIELD_WORDS["in_headings"].union(_PARTS_OF_NAMES), FIELD_WORDS["behind_letters"]


def apart(word: str) -> str:
    """Return words that a heading writes as one."""
    if parts := re.fullmatch(r"([a-z]{2,})(\d+)([a-z]*)", word):
        return " ".join(filter(None, parts.groups()))
    cuts = (at for at in range(3, len(word) - 2) if {word[:at], word[at:]} <= _KNOWN_WORDS)
    at = next(cuts, 0) or int(word[1:] in _OF_LETTERS)
    return f"{word[:at]} {word[at:]}" if at else word


def kind_words(text: str, suits: Sequence[str]) -> str:
    """Return a value of few words; what a database writes in small letters begins with a capital one.

    >>> [kind_words(text, ()) for text in ("OncePerRound", "old_sea", "McCoy Al-RasGul", "vps", "wsupport")]
    ['Once per round', 'Old sea', 'McCoy Al-RasGul', 'VPs', 'W support']
    """
    text = _BETWEEN.sub(r"\1, ", text.replace("_", " "))
    text = _HUMPS.sub(
        lambda found: found[1] + re.sub("[A-Z]", lambda hump: f" {hump[0].lower()}", found[2]), text
    )
    if any(not suit[:1].isdigit() for suit in suits):  # a number that sorts one value before the others
        text = re.sub(r"^\d[ .-]+(?=[^\W\d])", "", text)
    if text.endswith("."):  # initials keep their last dot
        text = re.sub(r"(?<=\.\w\.) |(?<!\.\w)\.(?: |$)", ", ", text).removesuffix(", ")
    if not (text.islower() and text.isascii()):
        return text
    text = _SEVERAL.sub(lambda short: short[0][:2].upper() + "s", " ".join(map(apart, text.split())))
    return text[:1].upper() + text[1:]


_SEVERAL = re.compile(r"\b(?!mr|hr|pt)[bcdfghjklmnpqrtvwxz]{2}s\b")  # vps
_HUMPS = re.compile(r"(?<![\w'’-])(?!Ma?c)([A-Za-z][a-z]+)((?:[A-Z][a-z]+)+)\b")
_BETWEEN = re.compile(r"([^\W\d])[;,](?=[^\W\d])")  # Between words that follow each other without a blank.


def language_of(design: Design) -> str:
    """Return the language of the texts of cards, "" if it is none of those whose words are known."""
    text = " ".join(card.text for card in design.cards[:_READ])
    if len(re.findall("[\u4e00-\u9fff]", text)) * 3 > len(text):
        return "zh"
    words = re.findall(r"[^\W\d_]+", text.casefold())
    often = {name: sum(word in known for word in words) for name, known in FUNCTION_WORDS.items()}
    first, second = sorted(often, key=often.__getitem__)[:-3:-1]
    is_clear = often[first] > max(1.1 * often[second], len(words) // 20)
    is_clear &= len({*words} & {*FUNCTION_WORDS[first]}) > 1  # not yes and no
    said = {word for word in words if _LABELS.get(first, {}).get(word, word).casefold() != word}
    return first if is_clear and len(said) < 2 else ""  # else texts call things as headings in English do


_LABELS = {language: dict(pair.split("=", 1) for pair in pairs) for language, pairs in LABELS.items()}


def said_in(label: str, language: str) -> str:
    """Return what a label in English is called in the language of the texts beside it, itself where that is not known.

    >>> said_in("Attack", "de"), said_in("Range max", "zh"), said_in("Spice", "de")
    ('Angriff', '距离最大', 'Spice')
    """
    known = _LABELS.get(language, {})
    parts = [known.get(word, "") for word in label.casefold().split()]
    whole = "".join(parts) if language == "zh" and all(parts) else ""
    return known.get(label.casefold(), whole) or label


def _number_labels(
    fields: Sequence[str], headings: Sequence[tuple[str, str]], *, is_wide: bool
) -> Mapping[str, str]:
    """Return the labels of numbers, the same on all cards, whole where boxes are wide; no two are alike."""
    made = dict(zip(fields, unlike(fields, _labels(fields)), strict=True)) | dict(headings)
    uses = Counter(word for whole in made.values() for word in set(whole.casefold().split()))
    labels, most, said = dict[str, str](), 13, {each.casefold() for each in made.values()}
    if any(len(whole) >= most for name, whole in made.items() if name.startswith(("left_", "right_"))):
        made = {name: re.sub(r"^([LR])(?:eft|ight)(?= \w)", r"\1", made[name]) for name in made}
    for name in fields:
        whole = re.sub("^Card (.)", lambda first: first[1].upper(), made[name])
        words = {word: uses[word.casefold()] for word in whole.split()}
        own = [word for word in words if 3 < len(word) < most and words[word] == 1]
        telling = " ".join(word for word in words if words[word] < len(fields)) or whole
        is_whole = len(whole) < most or whole.casefold().partition(" ")[2] in said
        labels[name] = whole if is_whole else (own or [telling])[0]
        labels[name] = labels[name][:1].upper() + labels[name][1:]
    # Power and Power cost, of which a narrow box has room for a word.
    pairs = {name: made.partition(" ")[::2] for name, made in labels.items() if " " in made}
    ends = {end for start, end in pairs.values() if start in labels.values()}
    brief = {n: re.sub("(?<=^.).{3,}", ".", a) + f" {b}" for n, (a, b) in pairs.items() if b in ends}
    return labels if is_wide or len({*brief.values()}) < len(brief) else labels | brief


def _number_signs(fields: Sequence[str]) -> Mapping[str, str]:
    """Return the outlines of the symbols of numbers, "" for none; of those that would have the same the shortest name has it."""
    signs: dict[str, str] = {}
    for name in sorted(fields, key=lambda name: len(label(name))):
        outline = symbol_of(label(name))
        signs[name] = "" if outline in signs.values() else outline
    return signs


def unlike(fields: Sequence[str], labels: Sequence[str]) -> list[str]:
    """Return labels with the whole name of a field where two would be alike."""
    return [
        made if not made or labels.count(made) == 1 else label(re.sub(r"_?desc$", "_text", name) + "_")
        for name, made in zip(fields, labels, strict=True)
    ]


def _labels(fields: Sequence[str]) -> list[str]:
    """Return the names of numbers that stand in one row, all of those with a first word without it, or none of them."""
    parts = [(name, *name.partition("_")[::2]) for name in fields if name[:7] != "column_"]
    starts, rests = Counter(start for _, start, rest in parts if rest), Counter(rest for *_, rest in parts)
    whole = {
        start
        for _, start, rest in parts
        if rest and (rests[rest] > 1 or (len(rest) < 3 and not _is_short_for(rest)))
    }
    shorter = {name: rest for name, start, rest in parts if starts[start] > 1 and start not in whole}
    return [label(shorter.get(name) or name) for name in fields]


_NAMELESS = re.compile(r"column_[a-z]{1,3}|line_?\d+|section|sheet|footer|paragraph(?:_?\d+)?")
"""The field of a column without a heading, or of a part of a text."""

_NOT_SAID = pattern("not_said")

# Texts of cells.

SMALL = "a-zß-öø-ÿа-я"
AN_ICON = "(?:[\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\U0001f300-\U0001faff]\ufe0f?)"
_ARROW = "[\u2190-\u21ff\u2794\u2798-\u27be]"
_CAPITALS = "[A-Z][A-Z ,.'’!?&-]{3,}"
_PARTS = {"<ICON>": AN_ICON, "<ARROW>": _ARROW, "<CAPITALS>": _CAPITALS, "<SMALL>": SMALL}


def _break(find: str) -> re.Pattern[str]:
    for name, part in _PARTS.items():
        find = find.replace(name, part)
    return re.compile(find, re.MULTILINE)


_BREAKS = (
    # What programs join is apart.
    (re.compile(r"(?<![\w{:/.])[a-z]+(?:_[a-z0-9]+)+(?![\w}:/.])"), lambda found: found[0].replace("_", " ")),
    # A star between two words is the end of a line of another program.
    (
        _break(r"((?<![\w*])\*+[^\s*][^*\n]*\*+)|(?<=[^\W\d_][<SMALL>])\\?\*(?=[^\W\d_])"),
        lambda found: found[1] or " ",
    ),
    *((_break(find), made) for _, find, made in BREAKS),
)

_MAY_BREAK = re.compile(rf"[\n{{]|^[\"“]|[a-z]\\?[_*][a-z]|[⸻—]|{AN_ICON}")


def in_parts(value: Value) -> str:
    """Return a text with its parts apart, and its icons where they belong."""
    text = value_as_text(value).replace(" · ", "\xa0· ")  # No line begins with a dot.
    for found, between in _BREAKS if _MAY_BREAK.search(text) else ():
        text = found.sub(between, text)
    return text


def apart_cards(text: str, headlines: Container[str]) -> str:
    """Return the names of cards that follow each other without a blank with commas between them."""
    parts = re.split(r"(?<=[a-z])(?=[A-Z])", text)
    return ", ".join(parts) if len(parts) > 1 and all(part in headlines for part in parts) else text


# What is drawn on a card.

_SENTENCE = pattern("sentence")


def of_file(name: str) -> str:
    """Return the words in the name of a file; anything else as it is.

    >>> of_file("icons/red-fox.png"), of_file("Red-fox")
    ('red fox', 'Red-fox')
    """
    path = PurePosixPath(name.partition(",")[0].replace("\\", "/"))
    return re.sub("[-_]", " ", path.stem) if A_FILE.fullmatch(name) else name


def naming(headline: str) -> str:
    """Return what names a thing in a headline; of one that is a sentence no word says what to draw.

    >>> naming("Keep the Rolodex Warm"), naming("That's the Spirit!"), naming("Fox!")
    ('the Rolodex Warm', '', 'Fox')
    """
    if re.fullmatch(r"\w+!", headline):
        return headline[:-1]
    return "" if _SENTENCE.search(headline) or "://" in headline else _BID.sub("", headline)


_BID = re.compile(r"^\w+ (?:(?:in|on|up|out|off) )?(?=(?:the|an?|your|all) \w)", re.IGNORECASE)
"""A verb with which a headline bids to do something: it is no name, as a castle is a keep."""


def _drawn(design: Design, badged: Iterable[str], language: str) -> tuple[dict[str, Drawn], frozenset[str]]:
    """Return what is drawn on each card, by headline: the first of its ways that no card before it has; and the cards that have no picture."""
    badges = {"", *(subject_of(value).subject for value in badged)}
    named = {card.headline: _named(card, language) for card in design.cards}
    ways = {card.headline: named[card.headline] or _by_type(card, badges) for card in design.cards}
    cards = {card.headline: card for card in design.cards}
    sure = {name for name, each in ways.items() if named[name] or (each and each[0].subject in animals())}
    drawn: dict[str, Drawn] = {}
    taken, shown, spare, persons = set[Drawn](), Counter[str](), Counter[str](), 0
    for number in range(max(map(len, ways.values()), default=0)):
        for headline, ranked in ways.items():
            each = next(iter(ranked[number:]), None)
            if headline in drawn or each is None or each in taken:
                continue
            many, most = shown[each.subject], _MOST_PERSONS if each.person else _MOST_THINGS
            if headline not in sure and spare[each.subject] >= most:
                continue
            spare[each.subject] += headline not in sure
            shown[each.subject] += 1
            if each.person:  # no two persons are the same
                drawn[headline] = each._replace(turn=many, face=persons)
                persons += 1
            else:
                taken.add(each)
                drawn[headline] = _told_apart(each, cards[headline], many)
    for headline in [each for each in cards if each in sure and each not in drawn]:
        many = shown[ways[headline][0].subject] = shown[ways[headline][0].subject] + 1
        drawn[headline] = _told_apart(ways[headline][many % len(ways[headline])], cards[headline], many)
    firsts = {_NUMBERED.sub("", headline): headline for headline in reversed(cards)}
    alike = {name: drawn.get(firsts[_NUMBERED.sub("", name)], each) for name, each in drawn.items()}
    drawn |= {name: each for name, each in alike.items() if not each.person}
    told = {name for name, each in drawn.items() if each.person and each.subject != _SOMEBODY}
    plain = _without_pictures(design, sure | told)
    return _at_home(design, {name: each for name, each in drawn.items() if name not in plain}), plain


def _without_pictures(design: Design, sure: Collection[str]) -> frozenset[str]:
    """Return the cards, by headline, of a type of which fewer than two in three have a picture that is sure, or of such a deck."""
    types = [*sorted(design.roles.subtitle, key=EPITHETS.__contains__)[::-1], design.roles.suit]
    kinds = {card.headline: "" for card in design.cards}
    for at in (types.index(name) for name in _TYPES if name in types and name not in EPITHETS):
        found = {card.headline: card.kinds[at] or "-" for card in design.cards if len(card.kinds) > at}
        if 1 < len({*found.values()}) <= len(found) / _OF_A_TYPE:
            kinds |= found
            break
    many, known = Counter(kinds.values()), Counter(kinds[headline] for headline in sure)
    shares, least = ((1, 2), 0) if 3 * len(sure) >= 2 * len(kinds) else ((2, 3), min(12, len(kinds) / 4))
    few = {kind for kind, n in many.items() if n < least or shares[1] * known[kind] < shares[0] * n}
    return frozenset(headline for headline, kind in kinds.items() if kind in few)


_NUMBERED = re.compile(r"\W*\d+$")  # Cards whose names differ in a number show the same thing.
_OF_A_TYPE = 4  # So many cards, or more, on average, of a type look alike.
_TYPES = (*NAMES["subtitle"], *NAMES["suit"])


def _told_apart(drawn: Drawn, card: CardWords, many: int) -> Drawn:
    """Return a thing with another that its headline names, as so many others have it."""
    named = named_in(naming(card.headline)) if many and not drawn.several else ()
    things = (drawn.emblem, *(each.subject for each in named if not each.person))
    emblems = (thing for thing in things if thing and thing != drawn.subject)
    return drawn._replace(face=many, turn=drawn.turn + many, emblem=next(emblems, ""))


def _at_home(design: Design, drawn: dict[str, Drawn]) -> dict[str, Drawn]:
    """Return what is drawn where it suits the deck: somebody of no trade where its things are, nothing old in a new deck or new in an old one, a grim look among horrors or of who is angry."""
    words = (" ".join((card.headline, *card.kinds, card.text)).casefold() for card in design.cards)
    grim = sum(not words_about("grim_words").isdisjoint(re.findall(r"\w+", each)) for each in words)
    mood, grim = _mood(design), grim * 8 > len(design.cards)
    famed = sum(each.subject in FAMED for each in drawn.values())
    cards = {card.headline: card for card in design.cards}
    old, new = mood == "old", mood == "new" or famed > (len(drawn) // 12 if mood == "old" else 0)
    modern = sum(time_of(each) in words_about("new_scenes") for each in drawn.values())
    stands_for = _TODAY if new else _LONG_AGO if old and modern * 12 < len(drawn) else {}
    often = Counter(filter(None, (scenes().get(each.subject) for each in drawn.values() if not each.person)))
    usual = [scene for scene, _ in often.most_common() if scene in words_about("open_scenes")]
    usual = [scene for scene in usual if not old or scene not in words_about("new_scenes")]
    usual = ["city", "night"] if new else usual[:3] or ["town"]
    places = sorted(words_about("grim_scenes")) if grim else usual
    if new:
        drawn |= {name: _of_today(cards[name], each, heroic=famed > 2) for name, each in drawn.items()}
    for headline, each in drawn.items():
        subject = stands_for.get(each.subject, each.subject)
        usual_scene = scenes()[subject]
        scene = each.scene or usual_scene
        scene = "city" if new and scene == "town" else scene
        if new and scene == "night" and each.person:  # a street, or where their tools belong, is no graveyard
            tools = scenes().get(each.emblem, "")
            scene = tools if tools in words_about("new_scenes") and each.turn % 2 == 0 else "city"
        if subject == _SOMEBODY:
            scene = places[each.face % len(places)]
        elif old and scene in words_about("new_scenes"):
            scene = "rays"
        scene = scene if scene != usual_scene else each.scene
        is_grim = grim or not words_about("fierce_words").isdisjoint(headline.casefold().split())
        drawn[headline] = each._replace(subject=subject, scene=scene, grim=is_grim and each.person)
    return drawn


def _of_today(card: CardWords, drawn: Drawn, *, heroic: bool) -> Drawn:
    """Return what is drawn as it is today; among heroes, who has only a guard's or a spy's type is one, and has the sex of a first name."""
    words = naming(card.headline).casefold().split()
    *kinds, suit = card.kinds or [""]
    if not drawn.person:
        types = [each for kind in kinds if heroic and kind != suit for each in named_in(kind)]
        if any(each.subject in FAMED for each in types) and not _is_no_person(card):
            emblem = next((each.subject for each in types if not each.person), drawn.subject)
            return Drawn(FAMED[0], emblem=emblem)  # a hero who is called as a beast or a thing is none
        word = "".join(words[-1:])
        own = subject_of(word).subject in ("", drawn.subject)  # a clock tower is a clock
        return drawn._replace(subject=(own and by_word("things_today").get(word)) or drawn.subject)
    if not heroic or drawn.several:
        return drawn
    names = by_word("names")
    first = [(text.casefold().split() or [""])[0] for text in (card.headline, *card.kinds)]
    sexes = (names.get(name) or by_word("names_of_things").get(name) for name in first)
    drawn = drawn._replace(sex=drawn.sex or next(filter(None, sexes), ""))
    trades = {each.subject for each in named_in(naming(card.headline))}
    unlikely = (*_TODAY, *_TODAY.values(), *(() if first[0] in names else ("@spy",)))
    if drawn.subject in unlikely and drawn.subject not in trades and "alter_ego" not in kinds:
        return drawn._replace(subject=FAMED[0], emblem="")
    return drawn


def _named(card: CardWords, language: str) -> list[Drawn]:
    """Return the ways to draw what the headline and the symbol of a card name."""
    several = not FIELD_WORDS["groups"].isdisjoint(card.headline.casefold().split())
    *_, name = _OWNER.split(naming(card.headline))  # the table of an artisan is none
    if name.casefold() in words_about("parts_of"):  # but the foot of a rabbit is that of one
        name = _OWNER.sub(" ", naming(card.headline))
    around = " ".join((*card.kinds, card.text)).replace(card.headline, "")
    named = [
        each._replace(several=several or each.several)
        for each in surely_named_in(name, around, first=language in _ROMANCE)
    ]
    # What both say comes first, then what the column of symbols says, then what the headline is about.
    file = bool(A_FILE.fullmatch(card.symbol))  # the name of a file says less
    symbols = [each for each in named_in(of_file(card.symbol)) if not (named and (file or each.person))]
    shown = {each.subject for each in symbols}
    both = [each for each in named if each.subject in shown]
    heads = both[:1] or [*symbols[:1], *named[:1]]
    own, name = words_about("no_heroes"), card.headline  # an aunt is none
    colours = ("" if each.subject in own else colour_in(name, each.subject) for each in heads)
    heads = [each._replace(colour=colour) for each, colour in zip(heads, colours, strict=True)]
    types = [subject_of(kind) for kind in card.kinds[:-1] if kind != card.kinds[-1]]
    is_beast = any(each.subject in animals() for each in types) and not any(each.person for each in types)
    if heads and heads[0].person and is_beast:
        return []  # a dragon that keeps watch is one
    if heads and heads[0].subject in animals() and any(map(_is_somebody, card.kinds)):
        return []  # nor is Black Cat a cat that is Felicia Hardy
    if heads and heads[0].person:  # a type says more than a name, and that somebody is a hero than a trade
        looks = [each for each in _of_types(card) if each.person and each.subject != _SOMEBODY]
        nobody = heads[0].subject == _SOMEBODY
        kept = heads[0].subject in own
        for look in [each for each in looks if nobody or (each.subject in _CREATURES and not kept)][:1]:
            keeps = any(each.subject == heads[0].emblem for each in named)
            emblem = heads[0].emblem if keeps else look.emblem  # a Walker has no boot
            heads[0] = heads[0]._replace(subject=look.subject, emblem=emblem)
        if heads[0].subject == _SOMEBODY and card.headline.split()[0].casefold() in by_word("names"):
            return []  # nobody knows what somebody looks like of whom only the name is said
    elif heads:
        made_of = {subject_of(word).subject for word in words_about("materials")}
        beside = [each.subject for each in named if not each.person and each.subject != heads[0].subject]
        # What is somebody's does not have the sign of a trade.
        trades = [] if "'s" in name else [each.emblem for each in named if each.person]
        signs = [*(by_word("signs").get(word, "") for word in name.casefold().split()), *trades]
        if heads[0].colour:  # a fox of fire is in a fire
            heads[0] = heads[0]._replace(scene=next((scenes()[each] for each in beside), ""))
            signs += [each for each in beside if each not in made_of]
        signs = [each for each in signs if each and each != heads[0].subject]
        heads[0] = heads[0]._replace(emblem="".join(signs[:1]))
    return [*heads, *varied(heads[0], named)] if heads else []


def _is_somebody(kind: str) -> bool:
    first, _, last = kind.casefold().partition(" ")
    return bool(last) and first in by_word("names")


_ROMANCE = ("fr", "it", "es", "pt")  # Languages whose names begin with what they are about.
_OWNER = re.compile(r"(?<=\w)(?:['’]s|(?<=s)['’]) ")
_ANY_BEAST = "+paw-prints"
_MOST_PERSONS, _MOST_THINGS = 6, 3  # What types or texts stand for is drawn no more often.
_TODAY = {"@guard": "@officer", "@knight": "@soldier"}
_LONG_AGO = {"@officer": "@guard", "@soldier": "@knight", "@scientist": "@monk"}
_SOMEBODY, FAMED = "@adult", ("@hero", "@villain")
"""Who stands for whom in a deck of today, and in one of castles; a person of no trade, and those who are more than it."""
_CREATURES = (*FAMED, "@goblin")  # Types that say more of a card than a trade in its name.


def _by_type(card: CardWords, badges: Collection[str]) -> list[Drawn]:
    """Return the ways to draw the persons that the types of a card name, what stands for types, or what a card speaks of that cries."""
    *kinds, suit = card.kinds or [""]
    types = tuple(kind for kind in kinds if kind and kind != suit)  # a suit speaks where there is no type
    people = () if _is_no_person(card) else _of_types(replace(card, kinds=(*types, "")) if types else card)
    # What the card has a badge of says little, and a name of somebody least.
    ranked = sorted(people, key=lambda kind: (kind.subject == _SOMEBODY, kind.subject in badges))
    known = [each._replace(several=False) for each in ranked]
    beasts = animals().difference(badges, [_ANY_BEAST])
    known += [each for each in map(subject_of, card.kinds) if each.subject in beasts]
    sure = chain(*of_types(card.kinds)[:1], known)
    others = [each._replace(colour=colour_in(card.headline)) for each in dict.fromkeys(sure)]
    things = (each for each in named_in(card.text if card.headline.endswith("!") else "") if not each.person)
    return [*others, *(way for other in others for way in varied(other))] or next(map(varied, things), [])


def _is_no_person(card: CardWords) -> bool:
    return not words_about("no_persons").isdisjoint(re.findall(r"\w+", " ".join(card.kinds).casefold()))


def _of_types(card: CardWords) -> Iterator[Drawn]:
    """Return the persons that the types of a card name."""
    *kinds, suit = card.kinds or [""]
    named = chain.from_iterable(map(named_in, (*sorted(kinds, key=suit.__eq__), suit)))
    return (each for each in named if each.person and not each.several)  # several are who it belongs to


def _marks(design: Design) -> tuple[str, Mapping[str, str]]:
    """Return the field by whose values a hand of cards is sorted, its type or its suit, and an outline for each value if all have one."""
    roles = design.roles
    fields, cards = (*roles.subtitle, roles.suit), sum(count for _, count in design.kinds)
    types = [name for name in roles.subtitle if name not in EPITHETS and name != roles.suit]
    for name in (*types, *filter(None, [roles.suit])):
        at = fields.index(name)
        values = dict.fromkeys(kind[at] for kind, _ in design.kinds if kind[at])
        without = sum(count for kind, count in design.kinds if not kind[at])
        if 2 <= len(values) <= MOST_SUITS and without * 3 <= cards and not all(map(is_colour, values)):
            outlines = list(map(symbol_of, values))
            if all(outlines) and len({*outlines}) == len(outlines):
                return name, dict(zip(values, outlines, strict=True))
    return "", {}


def _backs(design: Design) -> Sequence[str]:
    """Return the field by which cards are separate decks, and its values: by its name, or as they are black and white."""
    shades = {COLOUR_BY_WORD["black"], COLOUR_BY_WORD["white"]}
    for at, name in enumerate((*design.roles.subtitle, design.roles.suit)):
        decks = Counter(kind[at] for kind, count in design.kinds for _ in range(count))
        words = re.split(r"[\W_]", " ".join(decks).casefold())
        are_shades = len(decks) == 2 and shades <= set(map(COLOUR_BY_WORD.get, words))
        is_named = re.sub(r"^n\d+_", "", name) in FIELD_WORDS["decks"] or name == design.roles.suit == "sheet"
        bare, cards = decks.pop("", 0), decks.total()
        if (is_named or are_shades) and 1 < len(decks) <= _MOST_BACKS and bare * 10 <= cards:
            return name, *decks
    return ()


def is_colour(word: str) -> bool:
    """Say whether a word is a colour, by name or by number."""
    return plain_ascii(word).casefold() in COLOUR_BY_WORD or is_hex(word)


def _mood(design: Design) -> str:
    places = Counter(time_of(subject_of(naming(card.headline))) for card in design.cards)
    for kind, count in design.kinds:
        for word in kind:
            places[time_of(subject_of(word))] += count
    groups = map(words_about, ("old_scenes", "new_scenes"))
    old, new = (sum(places[scene] for scene in group) for group in groups)
    mood = "new" if new * 2 > old else "old"
    return mood if max(old, new * 2) * 8 >= places.total() else ""
