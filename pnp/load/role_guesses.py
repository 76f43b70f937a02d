"""The role of each field of a table, guessed from its name and values."""

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pnp.files import read_package
from pnp.model.card_looks import ROLES, Roles, behind, is_quiet, paired
from pnp.model.game import Value
from pnp.text import are_alike, are_of, bare, counted, is_joined, is_within, letters_of, without_brackets

_TABLE_WORDS = json.loads(read_package("pnp.load", "table_words.json"))


def table_words(part: str) -> dict[str, tuple[str, ...]]:
    """Return the words of a part of table_words.json, by name."""
    return {name: tuple(each.split()) for name, each in _TABLE_WORDS[part].items()}


def pattern(name: str) -> re.Pattern[str]:
    """Return one of the patterns of table_words.json, of names of fields or of what stands in cells."""
    return re.compile(_TABLE_WORDS["patterns"][name])


def patterns(names: str) -> Iterator[re.Pattern[str]]:
    """Return several of these patterns."""
    return map(pattern, names.split())


DONE: Mapping[str, str] = _TABLE_WORDS["done"]  # What was done to a cell, by the code of the finding.
BREAKS = _TABLE_WORDS["breaks"]  # Of each why, what is found in a text, and what is made of it.
NAMES = table_words("roles")  # Names of fields by role, the surest first.
KNOWN_NAMES = frozenset(name for names in NAMES.values() for name in names)
_PARTS = ("other_scripts", "colours", "of_fields", "function_words", "labels")
OTHER_SCRIPTS, COLOURS, OF_FIELDS, FUNCTION_WORDS, LABELS = map(table_words, _PARTS)
"""Headings in scripts of which no field name can be spelled, by field; words for colours; for kinds of fields; the commonest words of languages, and their names of numbers (attack=Angriff)."""

_STATS = frozenset(pair.partition("=")[0] for pairs in LABELS.values() for pair in pairs)
KNOWN_NUMBERS = _STATS.union(KNOWN_NAMES, *(OF_FIELDS[kind] for kind in ("rewards", "paying", "stats")))

TECHNICAL = re.compile("|".join(table_words("for_programs")["fields"]))
"""Names of fields that are for those who make a game, not for those who play it."""

_CODE, _SET_CODE, _REFERENCES, _KEYS, _TOKENS, _SNAKE, _CAMEL, _PASCAL, A_FILE = patterns(
    "code code_of_a_set references_to_rows keys_of_programs tokens_of_programs snake camel pascal file"
)
_NUMBER, _SEVERAL, _RATIO, _FRACTION, _GAINS, _NUMBERED, _WORD, _WORDS, _A_NAME = patterns(
    "number several_numbers ratio fraction gains numbered word words a_name"
)
_NAMING, _ICONS, _KINDS, _COST, _NOTES, _PLAIN, _TWICE, _CONSONANTS = patterns(
    "names_of_names fields_of_icons fields_of_kinds fields_of_costs notes fields_of_copies heading_again abbreviation"
)
FEW_WORDS, _ASKS, _STOP, _LABEL, _FOR_MAKERS = patterns("few_words asks stop label_of_makers notes_of_makers")
_OF_LAYOUTS, _OF_TYPE, _A_BACK = patterns("layouts fields_of_types picture_of_a_back")
_A_LETTER, _OF_STATES, _WRONG, _AMOUNT = patterns("one_letter states wrong_answers amount_and_icon")
_COUNTS_ROWS = tuple(table_words("for_programs")["counts"])  # Short headings of what counts the rows.

_SAME = "the same on nearly all cards"
_WORKED_OUT = "results of formulas"  # A ratio, and beside one any number with a fraction.
_DASHED = (re.compile("_"), re.compile("_|^[a-z]+(?:-[a-z]+)+$"))  # What codes have that differ on each card.

_SAYS = re.compile(rf"{_STOP.pattern}|^[^\w$]*[\u2190-\U0001faff][^\w$]*$")  # A sentence, or icons alone.

YES, NO = map(frozenset, table_words("answers").values())
_FLAGS, _BITS = (YES | NO) - {"0", "1", "-"}, {"0", "1"}

SHORT, LINE, LONG, _SAYING, LONGEST_NUMBER = 6, 40, 60, 200, 8
"""Letters: of a value that a small box holds, a line holds, that is a text, that can be all a card says; digits."""

MOST: Mapping[str, int] = {"subtitle": 5, "numbers": 12, "text": 10, "flavour": 2, "back": 6, "footer": 3}
"""Fields of a role; a card has no room for more."""

MOST_SUITS, _MOST_GROUPS, FEW_ROWS, MOST_SAME, MOST_READ, OFTEN = 16, 8, 8, 3, 40, 3
"""Texts, of which fewer are no column that repeats other rows, and that tell whether one does; cards of a name that is a suit."""

MOST_UNKNOWN, MOST_FIGURES = 6, 4  # Numbers, abbreviated ones and those of a card with a corner.
NO_CORNERS = 7  # The last names of a corner, which are one only where cards have a suit.
_COLOURS = ("color", "colour", "couleur", "farbe", "colore")
HUES, _SEVERAL_KINDS, _LESS, _FIGURE = patterns("fields_of_hues several_kinds less_than_none figure")
TEXTS_OF_VALUES = 6  # Short values that are printed as lines of the text, at most.


@dataclass(frozen=True, slots=True)
class GuessedRoles:
    """The roles of a table's fields, why each field has its role, why others have none, and of which field some are a copy."""

    roles: Roles
    reasons: Mapping[str, str]
    left_out: Mapping[str, str]
    copies: Mapping[str, str]


def roles_of(figures: Mapping[str, Sequence[Value]], headline: str, shown: Collection[str]) -> GuessedRoles:
    """Return the roles of fields of one side from their values, as guess_roles does for both."""
    return _Ranking({name: _Figures(name, each) for name, each in figures.items()}, headline, shown).guess()


def value_as_text(value: Value) -> str:
    """Return a value as it is printed: the items of a list with commas, yes and no as words."""
    if isinstance(value, str):
        return value if value == value.strip() else value.strip()  # the same object: it knows its field
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        items = [text for text in map(value_as_text, value) if text]
        longest = max(map(len, items), default=0)
        are_sentences = longest > 2 * LINE or any(map(_STOP.search, items))
        return ("\n" if are_sentences else " · " if longest > LINE else ", ").join(items)
    return "" if isinstance(value, Mapping) else str(value)


class _Figures:
    def __init__(self, name: str, values: Sequence[Value]) -> None:
        self.name = name
        self.words = [without_brackets(value_as_text(value)) for value in values]
        self.filled = [word for word in self.words if word]
        self.distinct = {word.casefold() for word in self.filled}
        self.flags, self.listed = self.distinct <= _FLAGS, any(isinstance(value, tuple) for value in values)

    @cached_property
    def mean(self) -> float:
        return sum(map(letters_of, self.filled)) / max(1, len(self.filled))

    @cached_property
    def longest(self) -> int:
        return max(map(letters_of, self.filled), default=0)

    def share(self, test: Callable[[str], object]) -> float:
        """Return how many of the values pass a test, from 0 to 1."""
        return sum(bool(test(word)) for word in self.filled) / max(1, len(self.filled))

    @cached_property
    def numeric(self) -> bool:
        return self.share(_NUMBER.fullmatch) > 0.7

    @property
    def numbers_rows(self) -> bool:
        """Whether it is 1, 2, 3 and so on, from the first card to the last, or begins anew in a few parts of the table."""
        pairs = zip(["0", *self.filled], self.filled, strict=False)
        steps = sum(own.isdecimal() and old.isdecimal() and int(own) == int(old) + 1 for old, own in pairs)
        enough = max(FEW_ROWS, len(self.words) // 2)
        return len(self.filled) > enough and steps >= 0.95 * len(self.filled)

    @property
    def heads_blocks(self) -> bool:
        """Whether few rows have it, each another: what stands above a block of rows in a column without a name."""
        is_rare = 0 < 3 * len(self.filled) <= len(self.words) > FEW_ROWS and self.name.startswith("column_")
        return is_rare and self.longest <= LINE and self.variety == 1 and not self.numeric

    @property
    def counts_up(self) -> bool:
        """Whether it is 01, 02 and so on, also with letters: signs of one length in their order, most with digits."""
        alike = len({len(word) for word in self.filled}) == 1 and self.longest <= SHORT
        is_plain = all(word.isdecimal() and word[0] != "0" for word in self.filled)
        ordered = alike and not is_plain and self.filled == sorted(self.filled)
        return ordered and self.share(re.compile("[0-9]").search) > 0.9

    @property
    def is_saying(self) -> bool:
        """Whether each card has a text of its own that a headline has room for: a question, a task."""
        is_long = self.variety > 0.3 and not self.numeric and self.longest > LINE / 2
        return is_long and self.share(lambda word: len(word) <= _SAYING) > 0.9

    @property
    def is_everywhere(self) -> bool:
        """Whether nearly all cards have it, and the same; not a number or a mark that a few cards have another of."""
        count, least = len(self.filled), 0.5 if self.distinct <= NO else 0.9
        if count <= max(FEW_ROWS // 2, least * len(self.words)):
            return False
        most, times = Counter(self.filled).most_common(1)[0]
        is_telling = len(self.distinct) > 1 and (self.numeric or most.casefold() in NO)
        return times > 0.85 * count and not is_telling

    def goes_with(self, other: "_Figures") -> bool:
        """Whether each of its words stands beside one word of another field, and that beside no other, as leader beside leadership."""
        pairs = {*zip(self.words, other.words, strict=True)}
        same = len(pairs) == len({*self.words}) == len({*other.words}) < len(self.words)
        return not self.numeric and (same or are_alike(self.bare, other.bare, same=0.8))

    @cached_property
    def bare(self) -> list[str]:
        return bare(self.words)

    @cached_property
    def spaced(self) -> float:
        return self.share(lambda word: " " in word)

    @cached_property
    def variety(self) -> float:
        return len(self.distinct) / max(1, len(self.filled))


class _Ranking:
    """Gives each field a role, the surest first, until there is none left without one."""

    def __init__(self, figures: Mapping[str, _Figures], headline: str, shown: Collection[str]) -> None:
        self._all = figures
        self._open = dict(figures)
        self._said = headline
        self._shown = shown
        self._given: dict[str, list[str]] = {role: [] for role in ROLES}
        self._reasons: dict[str, str] = {}
        self._left: dict[str, str] = {}
        self._copies: dict[str, str] = {}
        numbers = [each for each in figures.values() if each.numeric and not each.distinct <= _BITS]
        for name, each in figures.items():  # 1 is a mark, but not among what is paid, of which a few are 2
            is_known = not {name, *name.split("_")}.isdisjoint(KNOWN_NUMBERS)
            beside = (is_quiet(one.words) or one.name.split("_")[0] == name.split("_")[0] for one in numbers)
            each.flags |= each.distinct == _BITS and not is_known and not any(beside)
        self._rows = max((len(figure.words) for figure in figures.values()), default=1)

    def guess(self) -> GuessedRoles:
        self._leave_out()
        self._headline()
        for name in [name for name in self._open if self._shown and name not in self._shown]:
            self._leave(name, "not asked for")
        self._copies_of_columns()
        for name in [name for name in self._open if behind(name)]:
            if not self._all[name].numeric or f"front_{behind(name)}" in self._all:
                self._give(name, "back", "for the other side")
        icons = [name for name in self._open if _ICONS.fullmatch(name)]
        self._first("symbol", icons, lambda each: each.share(_WORDS.fullmatch) > 0.8, "names of icons")
        for name in [n for n in icons if n in self._open and self._all[n].share(_A_NAME.fullmatch) > 0.8]:
            self._leave(name, "for the picture")
        brief = re.compile(f".{{,{LINE // 2}}}").fullmatch
        self._by_name("cost", lambda one: one.mean <= LINE / 4 and one.share(brief) > 0.9)
        costs = [name for name, each in self._open.items() if each.numeric and _COST.search(name)]
        if len(costs) == 1 and not self._given["cost"]:
            self._give(costs[0], "cost", "its heading")
        self._by_name("flavour", lambda each: not each.numeric)
        says = _SAYS.search
        self._by_name("text", lambda one: not one.numeric and (one.mean > SHORT or one.share(says) > 0.5))
        self._notes()
        self._suit()
        # A playing card; where there are no suits, a value is nothing for its corners.
        figures = sum(each.numeric for each in self._open.values())
        if figures <= MOST_FIGURES and not (self._given["text"] or self._given["flavour"]):
            corners = NAMES["corner"][: None if self._given["suit"] else -NO_CORNERS]
            enough, least = 0.7 * self._rows, _LESS.match  # No rank is below 0.
            fits = [n for n, one in self._open.items() if one.longest <= SHORT + 1 and not one.share(least)]
            self._first("corner", corners, lambda one: one.name in fits and len(one.filled) > enough)
        self._by_name("subtitle", lambda each: not each.numeric and not each.flags and each.mean <= LINE)
        self._by_name("footer", lambda each: not each.numeric and each.mean <= LINE)
        self._sign()
        self._by_values()
        if not self._given["headline"] and self._left:  # better than a card that says nothing
            left, bare = self._left, ("empty", "addresses")
            share = {name: self._all[name].share(_A_BACK.search) > 0.5 for name in left}
            name = min(left, key=lambda name: (left[name] in bare, share[name], self._all[name].mean))
            del left[name]
            self._give(name, "headline", "there is no other")
        self._in_order("text")
        self._answers()
        return GuessedRoles(Roles.of(self._given), self._reasons, self._left, self._copies)

    def _sign(self) -> None:
        """Put at the foot what numbers the cards, and a suit of nearly all of them where another has colours."""
        for name, each in list(self._open.items()):
            if each.numbers_rows or self._is_serial(each):
                self._give(name, "footer", "it numbers the cards")
            elif self._given["suit"] and _stem(name) in NAMES["suit"] and each.is_everywhere:
                self._give(name, "footer", "few cards have another")

    def _answers(self) -> None:
        """Put answers on the other side of cards that ask something."""
        asking = (*self._given["headline"], *self._given["text"])
        named, values = OF_FIELDS["questions"], self._all
        asked = any(name in named or values[name].share(_ASKS.search) > 0.5 for name in asking)
        for role in ("text", "numbers", "subtitle", "footer") if asked else ():
            known = [n for n in self._given[role] if n in OF_FIELDS["answers"] or _WRONG.match(n)]
            found = [name for name in known if 2 * len(values[name].filled) > self._rows]  # Of most cards.
            self._given[role] = [name for name in self._given[role] if name not in found]
            self._given["back"] += found
            self._reasons |= dict.fromkeys(found, "the answer")
        answers = [name for name in self._given["back"] if self._reasons[name] == "the answer"]
        last = {name: (bool(_WRONG.match(name)), values[name].mean > LINE) for name in answers}
        self._given["back"].sort(key=lambda name: last.get(name, (False, False)))

    def _in_order(self, role: str) -> None:
        names = self._given[role]
        sure = [name for name in names if self._reasons[name] in ("its heading", "long")]
        usual = [name for name in sure if 2 * len(self._all[name].filled) > self._rows]
        asked = any(self._all[name].share(_ASKS.search) > 0.5 for name in self._given["headline"])
        first = [] if asked else (usual or sure or names)[:1]  # no answer before those to choose from
        first = [name for name in first if name not in paired(names).values()]
        order = {name: at for at, name in enumerate(self._all)}
        series = {_NUMBERED.sub("", name): order[name] for name in reversed(order)}  # not torn by others
        names.sort(key=lambda name: (name not in first, series[_NUMBERED.sub("", name)], order[name]))

    def _give(self, name: str, role: str, reason: str) -> None:
        if len(self._given[role]) >= MOST.get(role, 1):
            self._leave(name, "no more room")
            return
        self._given[role].append(name)
        self._reasons[name] = reason
        self._open.pop(name, None)

    def _leave(self, name: str, reason: str) -> None:
        self._left[name] = reason
        self._open.pop(name, None)

    def _leave_out(self) -> None:
        sizes = [name for name, each in self._open.items() if name.endswith("_size") and each.numeric]
        for name, each in list(self._open.items()):
            if not each.filled:
                self._leave(name, "empty")
            elif name in sizes[: len(sizes) if sizes[1:] else 0] and name not in self._shown:
                self._leave(name, "not for players")  # of letters: title_size beside text_size
            elif name == "key" and each.variety == 1 and name not in self._shown and not self._is_name(name):
                self._leave(name, "codes")
            elif name in (*self._shown, self._said) or self._is_name(name):
                continue
            elif name == "prompt" and {*NAMES["text"]}.isdisjoint(self._all.keys() - {name}):
                continue  # it is none for a picture
            elif f"front_{behind(name)}" not in self._all and (reason := self._unused(each)):
                self._leave(name, reason)
        self._leave_out_numbers()
        for name in [name for name in self._open if f"front_{behind(name)}" in self._left]:
            self._leave(name, self._left[f"front_{behind(name)}"])

    def _unused(self, each: _Figures) -> str:
        """Return why a field is not for players, also if it is one of several: action_1 to action_6, or marks of the same few kinds."""
        stem = _NUMBERED.sub("", each.name)
        like = [name for name in self._all if stem != each.name and _NUMBERED.sub("", name) == stem]
        marks = (one for one in self._all.values() if not one.numeric and not one.flags and each.mean < 3)
        is_one = len(like) > 2 or sum(each.distinct <= other.distinct for other in marks) > 2
        is_bare = each.heads_blocks and all(name.startswith("column_") for name in self._all)
        return "" if ((reason := _technical(each)) == _SAME and is_one) or is_bare else reason

    def _leave_out_numbers(self) -> None:
        """Leave out numbers of unknown names: mostly 0 beside those for programs, or abbreviated in a table of many."""
        codes = sum(self._left[name] == "codes" and self._all[name].numeric for name in self._left)
        numbers = [name for name, each in self._open.items() if each.numeric and not each.numbers_rows]
        # Those that players know, such as attack or mana_cost.
        known = [name for name in numbers if _COST.search(name) or {name, *name.split("_")} & KNOWN_NUMBERS]
        letters = [name for name in numbers if len(name) == 1]  # of colours: r, g, b
        known += letters if len(letters) > 2 else []
        for name in numbers:
            if name in (*known, *self._shown, self._said):
                continue
            if known and codes > 2 and is_quiet(self._all[name].words):
                self._leave(name, "codes")
            elif _WORKED_OUT in self._left.values() and self._all[name].share(_FRACTION.fullmatch) > 0.2:
                self._leave(name, _WORKED_OUT)
            elif known and len(numbers) > MOST_UNKNOWN and all(map(_CONSONANTS.fullmatch, name.split("_"))):
                self._leave(name, "numbers without a known name, of many")

    def _is_name(self, name: str) -> bool:
        """Say whether cards are named by their keys alone: {"ember_fox": {"cost": 2}, "owl": {"cost": 3}}, or by files."""
        usual = {other for other in self._all if 2 * len(self._all[other].filled) > self._rows}
        if name == "key" and (self._all[name].variety > 0.2 or usual.isdisjoint(NAMES["text"])):
            is_number = self._all[name].numeric and any(map(_NAMING.search, usual))
            return not is_number and self._all.keys().isdisjoint(NAMES["headline"])
        is_file = name in NAMES["headline"] and self._all[name].share(A_FILE.fullmatch) > 0.5
        return is_file and all(each.numeric for each in self._all.values() if each.name != name)

    def _headline(self) -> None:
        said = self._said or next(filter(self._is_name, self._open), "")
        if not said and all(column.numeric or column.flags for column in self._open.values()):
            signs = [n for n, one in self._all.items() if not (one.numeric or one.spaced)]
            signs = [*NAMES["headline"], *(n for n in signs if len(self._all[n].distinct) == self._rows)]
            said = next((name for name in signs if self._left.get(name) in ("codes", "not for players")), "")
            self._left.pop(said, None)
        if said:
            self._give(said, "headline", "as asked" if self._said else "its heading")
        if said or not self._open:
            return
        named = [name for name in NAMES["headline"] if name in self._open and not self._open[name].numeric]
        wordy = self._wordy()
        if not {"suit", "palo"}.isdisjoint(self._open):
            wordy = [name for name in wordy if name not in NAMES["corner"]] or wordy
            named = [name for name in named if name not in NAMES["corner"]]
        scores = {name: self._title_score(self._open[name], named) for name in (*named, *wordy)}
        shortest = min(self._open.values(), key=lambda x: (x.numeric or x.flags, not x.numeric and x.mean))
        best = max(scores, key=scores.__getitem__, default=shortest.name)
        found, sayings = self._all[best], [each for each in self._open.values() if each.is_saying]
        is_rare = 2 * len(found.filled) < max([self._rows, *(1.4 * len(each.filled) for each in sayings)])
        is_kind = (found.variety < 0.3 and self._rows > FEW_ROWS) or found.share(_CODE.fullmatch) == 1
        is_weak = is_kind and ((len(self._open) < 4 and len(sayings) == 1) or found.is_everywhere)
        asking = [each for each in sayings if each.share(_ASKS.search) > 0.5]
        is_asked = bool(asking) and asking[0].name in OF_FIELDS["questions"]
        is_asked |= is_kind or not scores or best[:7] == "column_"
        if sayings and best not in named and (is_rare or is_weak or _ICONS.fullmatch(best)):
            best = sayings[0].name
        elif asking and best not in named and is_asked:
            best = asking[0].name
        self._give(best, "headline", "its heading" if best in named else "short, and different on each card")
        for name in [n for n in NAMES["headline"] if n in self._open and self._open[n].is_everywhere]:
            self._leave(name, _SAME)

    def _wordy(self) -> list[str]:
        """Return the fields whose words may name cards, but no kind beside the things of that kind: attack, red light."""
        series = Counter(_NUMBERED.sub("", name) for name in self._open if not _NAMING.search(name))
        names = [
            name
            for name, one in self._open.items()
            if not (one.numeric or one.flags or behind(name) or _ICONS.fullmatch(name) or len(name) == 1)
            and (1 < one.mean <= LINE and one.longest <= 3 * LINE)
            and (name not in NAMES["text"] or self._is_named_text(one))
            and series[_NUMBERED.sub("", name)] in (0, 1, len(self._open))  # not an answer of four
        ]
        names = [name for name in names if not self._open[name].is_everywhere] or names
        short = [self._open[name].words for name in names if self._open[name].mean <= LINE / 2]
        known = [n for n in names if n in NAMES["subtitle"]]
        return [n for n in names if n not in known or not any(are_of(w, self._open[n].words) for w in short)]

    def _is_named_text(self, each: _Figures) -> bool:
        longer = (other.mean for other in self._open.values() if not other.numeric)
        # Not an answer beside a question.
        is_plain = each.name in {"text", "texto", "texte", "testo", "tekst"}
        return is_plain and each.variety > 0.9 and each.mean < LINE and max(longer) > 2 * each.mean

    def _title_score(self, each: _Figures, named: Sequence[str]) -> float:
        by_name = 2.5 - 0.1 * named.index(each.name) if each.name in named else 0.0
        if each.name not in named and _NAMING.search(each.name):
            by_name += 1.4 if each.name == next(filter(_NAMING.search, self._open)) else 0.8
        elif each.name not in named and any(  # left_label beside right_label
            other != each.name and other.endswith(f"_{each.name.rpartition('_')[2]}") for other in self._open
        ):
            by_name -= 2.0
        words = (name for name in self._open if not self._open[name].numeric)
        is_likely = each.name in NAMES["subtitle"] if each.variety < 0.3 else each.name == next(words)
        first = 0.6 if is_likely else 0.0
        if 2 * len(each.filled) < self._rows or (len(each.distinct) == 1 and self._rows > 2):
            first -= 1.5
        first -= 1.5 * (each.share(_GAINS.search) > 0.3 or (each.listed and each.name not in named))
        by_name += first + 1.5 * each.variety + 0.5 * each.spaced
        return by_name + len(each.filled) / max(1, self._rows)

    def _copies_of_columns(self) -> None:
        """Leave out fields that say the same as the headline or as a field before them, in other letters; the key comes last."""
        known = {name: self._all[name].bare for name in self._given["headline"]}
        for name in [name for name in self._open if f"{name}_name" in self._open and name not in self._shown]:
            if self._all[name].goes_with(self._all[f"{name}_name"]):
                self._leave(name, f"a copy of {name}_name")
        for name, each in sorted(self._open.items(), key=lambda item: item[0] == "key"):
            label = self._labelled(each) if name not in self._shown else ""
            plain = _PLAIN.sub("", name)
            if label or (plain != name and plain in self._all):
                equal = not label and are_alike(each.bare, self._all[plain].bare, same=0.8)
                kind = "a label" if label else "a copy" if equal else "other words"
                self._leave(name, f"{kind} of {label or plain}")
                self._copies |= {name: plain} if equal else {}
                continue
            words = each.bare if name != "key" else [word.removesuffix("s") for word in each.bare]
            if each.mean > LONG and name not in self._shown and (said := self._said_elsewhere(each, words)):
                self._leave(name, said)
                continue
            series, first, least = name.split("_")[:-1], _TWICE.sub("", name), 1.0 if each.numeric else 0.9
            same = (  # Of a series such as rp_br and rp_fr two may be alike by chance.
                other
                for other, others in known.items()
                if not (each.numeric and (name in KNOWN_NAMES or series == other.split("_")[:-1] != []))
                if are_alike(words, others, same=least)
                or (other == first and each.goes_with(self._all[other]))
            )
            original = next(same, None) if len(each.distinct) > 2 - (name == "key") else None
            if original is not None and name not in self._shown:
                pairs = zip(words, known[original], strict=True)
                unlike = sum(bool(word and other) and word != other for word, other in pairs)
                but = f", but not on {counted(unlike, 'card')}" * bool(unlike)
                self._leave(name, f"a copy of {original}{but}")
                self._copies[name] = original
            known[name] = words

    def _said_elsewhere(self, each: _Figures, words: Sequence[str]) -> str:
        """Say that a text holds another, with the headline of each card, or is made of other rows; "" for neither."""
        headline = self._given["headline"]
        texts = [name for name, other in self._open.items() if LONG / 2 < other.mean < each.mean]
        within = [n for n in (*headline, *texts) if is_within(self._all[n].bare, words)]
        if within[1:] and within[0] in headline:
            return f"it repeats {max(within[1:], key=lambda name: self._all[name].mean)}"
        return "other cards say it" * self._is_made_of_other_rows(each.name)

    def _is_made_of_other_rows(self, name: str) -> bool:
        """Say whether a formula has joined each text of cells of another row, of which one is long."""
        others = [self._all[other].bare for other in (*self._given["headline"], *self._open) if other != name]
        rows = [sorted(filter(None, row), key=len, reverse=True) for row in zip(*others, strict=True)]
        filled = [(own, text) for own, text in enumerate(self._all[name].bare) if text]
        texts, missed = filled[:MOST_READ], 0
        for own, text in texts:
            missed += not any(is_joined(row, text) for at, row in enumerate(rows) if at != own)
            if missed * 10 > len(texts):
                break
        return missed * 10 <= len(texts) and len({text for _, text in texts}) > MOST_SAME

    def _labelled(self, each: _Figures) -> str:
        plain = [_LABEL.sub("", word) for word in each.words]
        if plain == each.words or each.numeric:
            return ""
        others = (name for name in self._all if name != each.name and len(self._all[name].distinct) > 1)
        return next((name for name in others if are_alike(bare(plain), self._all[name].bare)), "")

    def _first(
        self, role: str, names: Sequence[str], fits: Callable[[_Figures], bool], reason: str = "its heading"
    ) -> None:
        if name := next((name for name in names if name in self._open and fits(self._open[name])), None):
            self._give(name, role, reason)

    def _by_name(self, role: str, fits: Callable[[_Figures], bool]) -> None:
        does = (len(self._open[name].filled) for name in OF_FIELDS["effects"] if name in self._open)
        is_told = role == "flavour" and 2 * max(does, default=0) > self._rows  # An effect says what cards do.
        more = [name for name in OF_FIELDS["descriptions"] if is_told and name in self._open]
        names = [*NAMES[role], *(name for name in more if self._open[name].share(_FIGURE.search) < 0.2)]
        order = {known: number for number, known in enumerate(names)}
        named = [name for name in self._open if name in order or _stem(name) in order]
        if role in ("text", "flavour"):  # description_template, but not ability_type
            parts = {name: set(name.split("_")) for name in self._open if name not in named}
            types = {*NAMES["subtitle"]}
            named += [name for name in parts if parts[name] & order.keys() and not parts[name] & types]
        for name in sorted(named, key=lambda name: order.get(name, order.get(_stem(name), len(order)))):
            if fits(self._open[name]) and len(self._given[role]) < MOST.get(role, 1):
                self._give(name, role, "its heading")

    def _notes(self) -> None:
        """Make notes the text where nothing else is one: what a card does stands there."""
        told = sum(one.mean for one in self._open.values() if one.mean > 2 * SHORT and not one.numeric)
        notes = [name for name in self._left if _NOTES.fullmatch(name) and self._all[name].mean > 2 * SHORT]
        notes = [name for name in notes if self._all[name].share(_FOR_MAKERS.search) < 0.1]
        for name in notes if not (told > LONG / 2 or self._given["text"]) else ():
            if 2 * len(self._all[name].filled) > self._rows:
                del self._left[name]
                self._give(name, "text", "nothing else says what a card does")

    def _suit(self, last: Sequence[str] = ()) -> None:
        """Choose the field whose values have colours: one of few values, of which the cards have some each."""
        codes = [name for name in OF_FIELDS["counted_kinds"] if self._left.get(name) == "codes"]
        recur = [name for name in self._given["subtitle"] if 3 * self._all[name].variety <= 1]
        choice, kinds = [*self._open, *self._given["headline"], *codes, *recur], NAMES["subtitle"]
        suits = [n for s in NAMES["suit"] for n in choice if s in (n, _stem(n)) or n.startswith(f"{s}_")]
        types = [name for name in choice if _OF_TYPE.match(name) or name.rstrip("2") in kinds]
        ranked = [name for name in (*suits, *kinds, *types, *recur) if name in choice]
        counted = [name for name in OF_FIELDS["counted_kinds"] if name in choice]
        few = bool(ranked or counted) and all(self._parts_few(self._all[name]) for name in ranked)
        others = (name for name in self._open if few and name not in {*counted, *NAMES["footer"]})
        ranked += [name for name in (*others, *last) if self._groups(self._all[name])] + counted
        # Those that most cards have come first, but not the same; numbers that part the cards, as eras, come last.
        for each in sorted(map(self._all.__getitem__, ranked), key=self._parts_few):
            name = each.name
            is_even = len(each.words) == len(each.filled) >= 3 * len(each.distinct) <= 3 * SHORT
            if (
                2 <= len(each.distinct) <= MOST_SUITS
                and each.mean <= LINE
                and not each.flags
                and (not each.numeric or (name in OF_FIELDS["counted_kinds"] and is_even))
                and (each.variety < 0.8 or name in _COLOURS or len(each.words) < FEW_ROWS)
            ):
                self._given["suit"].append(name)
                self._reasons[name] = "few values: each has its colour"
                if name in {*self._open, *last} - {*self._given["footer"]} and not each.numeric:
                    self._given["subtitle"].append(name)
                    self._open.pop(name, None)
                return

    def _groups(self, each: _Figures) -> bool:
        """Say whether a field parts all cards into a few groups of several, in words: a department, a faction."""
        counts = Counter([""] if each.numeric else each.words)
        return "" not in counts and min(counts.values()) > 1 < len(counts) <= _MOST_GROUPS

    def _parts_few(self, each: _Figures) -> bool:
        """Say whether few cards have a field, or nearly all the same value of it; of a kind, more than two in three."""
        most = max(Counter(each.filled).values(), default=0)
        is_alike = each.name not in NAMES["suit"] and 3 * most > 2 * len(each.filled)
        are_several = each.name in NAMES["subtitle"] and each.share(_SEVERAL_KINDS.search) > 0.1
        return is_alike or are_several or 2 * len(each.filled) < self._rows or each.is_everywhere

    def _is_serial(self, each: _Figures) -> bool:
        """Say whether nearly every headline has a whole number of its own; the copies of a card share theirs."""
        headlines = [self._all[name].words for name in self._given["headline"]]
        cards = {*zip(*headlines, each.words, strict=True)} if headlines else set()
        titles, numbers = (len({*row}) for row in zip(*cards, strict=True)) if len(cards) else (0, 0)
        is_counted = each.share(str.isdecimal) == 1 and len(each.filled) == len(each.words)
        is_counted &= each.name in NAMES["subtitle"] or len(each.words) > titles
        return is_counted and titles > FEW_ROWS and len(cards) < 1.1 * titles and numbers > 0.9 * titles

    def _by_values(self) -> None:
        lines, alike = 0, Counter(_NUMBERED.sub("", name) for name in self._open)
        series = {_NUMBERED.sub("", name) for name in self._given["text"]}
        order = list(self._open.items())
        if sum(each.numeric for each in self._open.values()) > MOST["numbers"]:
            order.sort(key=lambda item: item[0] not in _STATS)
        for name, each in order:
            if each.flags or each.mean > LONG / 2:
                self._give(name, "text", "yes or no" if each.flags else "long")
            elif 1 < each.mean < 3.5 and each.share(_SET_CODE.fullmatch) > 0.8 and each.variety < 0.3:
                self._give(name, "footer", "signs of sets")
            elif each.share(lambda word: len(word) <= SHORT + 2 and not _SEVERAL.fullmatch(word)) >= (
                0.9 if each.numeric else 1
            ) and (each.numeric or each.mean <= 3 or not each.share(_WORDS.fullmatch)):
                self._give(name, "numbers", "short")
            elif (
                len(self._given["subtitle"]) < 3
                and alike[_NUMBERED.sub("", name)] == 1
                and each.mean <= (LINE if name == "key" else LINE / 2)
                and (each.variety < 0.5 or name in NAMES["headline"])
                and (each.share(_WORDS.fullmatch) > 0.7 or name == "key")
            ):
                self._give(name, "subtitle", "a few words that recur")
            elif any(is_within(each.bare, self._all[title].bare) for title in self._given["headline"]):
                self._leave(name, "part of the headline")
            elif (name != "key" and lines < TEXTS_OF_VALUES) or _NUMBERED.sub("", name) in series:
                lines += _NUMBERED.sub("", name) not in series
                series.add(_NUMBERED.sub("", name))
                self._give(name, "text", "a few words")
            else:
                self._make_room(each)
        signed = [name for name in self._given["footer"] if _stem(name) not in OF_FIELDS["credits"]]
        if not self._given["suit"]:
            self._suit(self._given["symbol"] or signed)

    def _make_room(self, each: _Figures) -> None:
        """Print a field in the place of a text with less than half its letters, if there is one that is no part of a series."""
        alike = Counter(re.sub(r"\d+", "", name) for name in self._all)
        few = [name for name in self._given["text"] if self._reasons[name] == "a few words"]
        texts = [name for name in few if alike[re.sub(r"\d+", "", name)] == 1]
        least = min(texts, key=lambda name: self._all[name].mean, default=each.name)
        if 2 * self._all[least].mean < each.mean:
            self._given["text"].remove(least)
            self._give(each.name, "text", "a few words")
        self._leave(least if each.name in self._given["text"] else each.name, "no more room")


_FOR_MAKERS_BY_VALUE = [(re.compile(values), why) for why, values in _TABLE_WORDS["left_out"].items()]


def _technical(each: _Figures) -> str:
    """Return why a field is not for players, "" if it may be."""
    words = [word for word in each.filled if len(word) > LONGEST_NUMBER or not word.isdigit()]
    for pattern, reason in _FOR_MAKERS_BY_VALUE:
        if sum(bool(pattern.fullmatch(word)) for word in words) > 0.6 * max(1, len(words)):
            is_hue = HUES.fullmatch(each.name) and reason == "for screens"
            return "the colours of the cards" if is_hue else reason
    is_other = _stem(each.name) != each.name and len(each.distinct) <= MOST_SUITS
    are_words = each.share(lambda word: _WORD.fullmatch(word) or _SNAKE.fullmatch(word)) > 0.8
    is_other |= each.variety < 0.5 and re.fullmatch(f"(?:{_KINDS.pattern})_id", each.name) is not None
    is_kind = (each.name in ("size", "position") or is_other) and are_words
    is_kind |= each.name == "size" and each.share(re.compile("[1-9]").fullmatch) == 1
    is_kind |= each.name in ("dx", "left", "right", "top", "bottom") and each.spaced > 0.3
    # Nobody has called it a number of cards, or only in the short words that spreadsheets have for it.
    is_bare = (each.name.startswith("column_") or each.name in _COUNTS_ROWS) and each.numbers_rows
    if is_bare or (TECHNICAL.fullmatch(each.name) and not is_kind):
        return "not for players"
    if (like := behind(each.name)) and each.mean <= LONG / 2:
        is_alone = like == each.name and each.variety > 0.3 and each.mean > SHORT
        if not (is_alone or any(like in NAMES[role] for role in ("headline", "subtitle", "text", "flavour"))):
            return "for the other side"
    stem = each.name.removeprefix("card_")
    named = stem in KNOWN_NAMES and stem not in NAMES["footer"]
    named = named and not (each.name in NAMES["text"] and each.share(_SNAKE.fullmatch) > 0.8)
    named |= each.name == "key" and 1 < len(each.distinct) <= MOST_SUITS
    if not named and each.is_everywhere:
        return _SAME
    if _are_codes(each, named=named, is_kind=is_kind):
        return "codes"
    paths = [word.partition("/")[0] for word in words if re.fullmatch(r"[^\W\d][^\s/]*(?:/[^\s/]+)+", word)]
    (first, *known), items = each.name.split("_"), {*re.findall(r"\w+", " ".join(each.distinct))}
    is_spelt = len(known) > 2 and not each.numeric and first not in KNOWN_NAMES and items <= {*known}
    why = {
        "files": len(paths) == len(words) and len({*paths}) == 1,
        "headings of rows": each.heads_blocks,
        "for programs": is_spelt,  # path_sea_sky_fog
        "states of the table": each.name == "sheet" and each.share(_OF_STATES.search) > 0.5,
        _WORKED_OUT: each.share(_RATIO.fullmatch) > 0.2,
    }
    return next((reason for reason, is_so in why.items() if is_so), "")


def _are_codes(each: _Figures, *, named: bool, is_kind: bool) -> bool:
    """Say whether values are for programs, given whether the name of their field is known, or that of a kind."""
    is_counted = each.share(str.isdecimal) > 0.9 and len({len(word) for word in each.filled}) > 1
    differs = each.variety > 0.9 and not _ICONS.fullmatch(each.name)
    dashed, signs = _DASHED[differs].search, [n for n in each.distinct if "_" in n]
    is_dashed = each.share(dashed) > 0.3 or 2 * len(signs) > len(each.distinct)
    with_dashes = is_dashed and not (each.spaced or named or each.share(_AMOUNT.match) > 0.5)
    is_code = each.share(_CODE.fullmatch) > 0.9 or (each.counts_up and not named)
    # guard.mara|!third, GET_GOLD ALL 2
    is_program = each.share(_TOKENS.fullmatch) == 1 and each.share(re.compile(r"\.[a-z]").search) > 0.3
    is_program |= each.share(_KEYS.fullmatch) == 1 and each.share(re.compile(":").search) > 0.3
    is_program |= len(each.words) > FEW_ROWS and each.numeric and _KINDS.fullmatch(each.name) is not None
    is_program |= not named and each.share(_CAMEL.fullmatch) == 1
    is_program |= not named and each.variety > 0.5 and each.share(_PASCAL.fullmatch) > 0.8
    is_program |= each.share(_OF_LAYOUTS.fullmatch) > 0.3
    is_upper = each.share(str.isupper) == 1 and "_" in "".join(each.filled)
    is_program |= is_upper and (each.spaced > 0.8 or not named)
    is_of_set = _stem(each.name) in NAMES["footer"] and not each.share(str.isdecimal)
    is_program |= is_of_set and each.share(_A_LETTER.fullmatch) > 0.9  # C, U and R of a rarity
    differs |= is_of_set
    is_deck = is_kind and len(each.distinct) > 1 and each.share(_SNAKE.fullmatch) > 0.5  # sun_folk, old_sea
    is_program |= with_dashes or (each.share(_REFERENCES.fullmatch) > 0.9 and not named)
    return not is_deck and (is_program or (differs and len(each.filled) > 3 and is_code and not is_counted))


def _stem(name: str) -> str:
    """Return a name without what databases add to it."""
    return re.sub(r"^card_(?=.)|(?<=.)_(?:code|name|text)$", "", name)
