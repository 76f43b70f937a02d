"""The plan of an import: sheet, encoding, columns, roles, ids and markup."""

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.load import role_guesses
from pnp.load.art_files import UNREAD
from pnp.load.nodes import FIELD, Findings, Key, ListNode, MapNode, Node, Problem, ScalarNode, text_node
from pnp.load.pieces import PICTURES
from pnp.load.role_guesses import KNOWN_NAMES, NAMES, OTHER_SCRIPTS, GuessedRoles, pattern, value_as_text
from pnp.load.rows.headings import (
    LEFT_OUT,
    SURELY_COPIES,
    Column,
    columns_of,
    count_column,
    field_name,
    guess_roles,
    heading_of,
    made_id,
    name_columns,
    with_ids,
)
from pnp.load.rows.imported_markup import icon_names_in, notations_in
from pnp.load.rows.read import Reading, ReadRows, Rows, rows_in, rows_of_file, rows_of_table, rows_with_fields
from pnp.load.rows.text_tables import TEXT_SUFFIXES
from pnp.load.rows.workbook import BETWEEN_SHEETS, SUFFIXES, Workbook, headings_of
from pnp.load.yaml_source import likely_encoding, parse_noting
from pnp.model.card_looks import ONE_FIELD, ROLES, USUAL_DESIGN, Roles
from pnp.model.diagnostics import CannotUse, Diagnostic, Place
from pnp.model.game import Value
from pnp.templates.design_art import symbol_names
from pnp.text import bare, suggest_argument
from pnp.typesetting.fonts import package_for

# The columns of an imported table: the field of each, its copies, pictures and ids.

_OTHER_SCRIPTS = {heading: field for field, headings in OTHER_SCRIPTS.items() for heading in headings}
_LAST_WORD = re.compile(
    "|".join(word for word in _OTHER_SCRIPTS if re.fullmatch("[\u3040-\u9fff\uac00-\ud7af]{2,}", word))
)


def _named(heading: str) -> str:
    """Return the field that a heading names; in Chinese and Japanese its last word says what it is, but for counts."""
    word = heading.strip().casefold()
    ends = (_LAST_WORD.fullmatch(word, at) for at in range(1, len(word)))
    last = next((_OTHER_SCRIPTS[found[0]] for found in ends if found), "")
    return _OTHER_SCRIPTS.get(word) or ("" if last in ("quantity", "notes") else last) or field_name(heading)


_ART = pattern("fields_of_pictures")
_PICTURE = re.compile(
    rf"[^\n]{{1,200}}(?:{'|'.join(map(re.escape, (*PICTURES, *UNREAD)))})(?:,[^\n]*)?", re.IGNORECASE
)
_CODE = re.compile(r"(?:\w+_)?(?:id|code|key|slug|sku|ref|number|nr|no|num|position|index|nickname)")


@dataclass(frozen=True, slots=True)
class Columns:
    """The field of each heading, "none" for one left out; the headings of copies, pictures, ids and headline, if any.

    `renamed` are headings that make no field by themselves, `nested` those left out because of what is in them, `filling`
    those whose cells fill gaps of another column, in so many rows.
    """

    fields: Mapping[str, str]
    copies: str = ""
    art: str = ""
    renamed: tuple[str, ...] = ()
    nested: tuple[str, ...] = ()
    unsure: bool = False
    filling: Mapping[str, int] = dataclasses.field(default_factory=dict)

    def with_fillings(self, filled: Mapping[str, tuple[str, int]]) -> "Columns":
        """Return the columns, some of which, given by their fields, fill gaps of another field: they come after its own."""
        filling = {self.heading(name): (other, rows) for name, (other, rows) in filled.items()}
        fields = {heading: field for heading, field in self.fields.items() if heading not in filling}
        fields |= {heading: other for heading, (other, _) in filling.items()}
        return replace(self, fields=fields, filling={heading: rows for heading, (_, rows) in filling.items()})

    def heading(self, field: str) -> str:
        """Return the heading of a field; the field itself where there is none."""
        return heading_of(self.fields, field) or field

    @property
    def written(self) -> dict[str, str]:
        """What `columns` of the component has to say: what the headings do not say by themselves."""
        times = Counter(self.fields.values())
        return {
            heading: field
            for heading, field in self.fields.items()
            if field != field_name(heading) or field in ("copies", "art") or times[field] > 1
        }


def heading_named(name: str, headings: Iterable[str], option: str) -> str:
    """Return the heading that somebody typed, in any case of its letters; raises CannotUse."""
    known = tuple(headings)
    same = (heading for heading in known if heading.casefold() == name.casefold())
    alike = (heading for heading in known if field_name(name) and field_name(heading) == field_name(name))
    found = next(same, None) or next(alike, None)
    if found is None:
        message = f'no column has the heading "{name}" ({option})'
        raise CannotUse(message, suggest_argument(name, known, "headings"))
    return found


def decide_columns(entries: Sequence[MapNode], said: Mapping[str, str], count: str, headline: str) -> Columns:
    """Return what the columns of a table are; `said` are fields by heading, `count` the heading of the copies, or "none".

    Raises CannotUse for a heading or a field that there cannot be.
    """
    columns = _with_own_names(columns_of(entries, _named))
    by_heading = {column.heading: column for column in columns}
    fields = {heading_named(name, by_heading, "--columns"): field for name, field in said.items()}
    for heading, field in fields.items():
        if not FIELD.fullmatch(field):
            hint = f"write {field_name(field) or 'a word of the letters a to z'}"
            raise CannotUse(f'"{field}" cannot name the field of {heading}', hint)
    nested = tuple(column.heading for column in columns if column.is_nested and column.heading not in fields)
    fields |= dict.fromkeys(nested, LEFT_OUT)
    title = heading_named(headline, by_heading, "--title") if headline else ""
    free = [column for column in columns if column.heading not in fields and column.heading != title]
    copies, unsure = next((heading for heading in fields if fields[heading] == "copies"), ""), False
    if count and count != LEFT_OUT:
        copies = heading_named(count, by_heading, "--count")
    elif not count and not copies and len(columns) > 1:
        copies, unsure = count_column(free, len(entries), strict=False)
    others = [column for column in free if column.heading != copies]
    art = next((heading for heading in fields if fields[heading] == "art"), "") or _art_of(others)
    fields |= {copies: "copies"} if copies else {}
    fields |= {art: "art"} if art else {}
    named = name_columns({column.heading: column.name for column in columns}, fields)
    renamed = tuple(each for each in named if each not in fields and named[each] != field_name(each))
    made = {heading: field or LEFT_OUT for heading, field in named.items()}
    return Columns(made, copies, art, renamed, nested, unsure)


def _with_own_names(columns: Sequence[Column]) -> list[Column]:
    """Return columns of which those of one heading have names of their own: text_2, or attack_cost of the cost after attack."""
    found: list[Column] = []
    bases = [again[1] if (again := _AGAIN.fullmatch(each.heading)) else each.heading for each in columns]
    for at, each in enumerate(columns):
        same = [n for n, base in enumerate(bases) if base == bases[at]]
        name, before = columns[same[0]].name, {bases[n - 1] if n else "" for n in same}
        is_paid = _PAID.search(name) and len(before) > 1 and not {"", bases[at]} & before
        number = f"_{same.index(at) + 1}" if at > same[0] else ""
        own = f"{found[-1].name}_{name}" if is_paid else f"{name}{number}"
        found.append(replace(each, name=own) if columns[same[0]].heading == bases[at] else each)
    return found


_AGAIN, _PAID = re.compile(r"(.+) \([A-Z]{1,2}\)"), pattern("fields_of_costs")


def _art_of(columns: Sequence[Column]) -> str:
    shown = {each.heading: sum(map(bool, map(_PICTURE.fullmatch, each.texts))) for each in columns}
    found = [each for each in columns if shown[each.heading] >= max(1, 0.6 * len(each.texts))]
    if all(column in found or not column.texts or column.whole_numbers for column in columns):
        found = [column for column in found if column.name not in NAMES["headline"]]  # it is the only name
    if len(found) == len(columns):
        found = [column for column in found if not _has_links(column)]
    named = [column for column in found if _ART.fullmatch(column.name)]
    return next((column.heading for column in sorted((*named, *found), key=_has_links)), "")


def _has_links(column: Column) -> bool:
    return any("://" in text for text in column.texts)


def id_pattern(entries: Sequence[MapNode], headline: str) -> str:
    """Return what ids are made of, given the rows with their fields: "{id}" where all have one, each another."""
    fields = dict.fromkeys(key for entry in entries for key in entry)
    for name in ("id", headline, *filter(_CODE.fullmatch, fields)):
        texts = [node.text for entry in entries if isinstance(node := entry.get(name), ScalarNode)]
        if len({made_id(text).casefold() for text in texts}) == len(entries):
            return f"{{{name}}}"
    return f"{{{headline}}}"


YAML_SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What is said about a table; what is left out is found in the table.

    `id`, `title` and `count` are headings ("none" for no count), `columns` gives headings another field, `fields` are
    the only headings to be printed, `roles` has the role of each heading that shall have another than the one guessed,
    "none" for none; `markup` the notations of the texts. Pictures are also looked for below `art_folder`. A copy that was
    edited after it was imported is written over only with `replace`.
    """

    game: str = ""
    component: str = ""
    sheet: str = ""
    id: str = ""
    title: str = ""
    count: str = ""
    columns: Mapping[str, str] = dataclasses.field(default_factory=dict)
    fields: tuple[str, ...] = ()
    roles: Mapping[str, str] = dataclasses.field(default_factory=dict)
    encoding: str = ""
    markup: tuple[str, ...] | None = None
    design: str = USUAL_DESIGN
    art_folder: Path | None = None
    replace: bool = False


@dataclass(frozen=True, slots=True)
class TablePlan:
    """How a table is read: all that is written into its component, and what is told of it.

    `entries` are its rows with their fields; sheets that are `alike` have the same headings; `found` is what is not as it should be in the cells.
    """

    entries: tuple[MapNode, ...]
    columns: Columns
    guessed: GuessedRoles
    id: str
    lists: tuple[str, ...]
    markup: tuple[str, ...] | None
    icons: tuple[str, ...]
    unknown_marks: Mapping[str, int]
    encoding: str
    sheet: str
    sheets: tuple[str, ...]
    alike: tuple[str, ...]
    left_out_rows: int
    merged_rows: str
    found: tuple[Diagnostic, ...]

    @property
    def cards(self) -> int:
        """How many are printed: a row without a number of copies is one."""
        copies = (node.value if (node := entry.get("copies")) else 1 for entry in self.entries)
        return sum(copy for copy in copies if isinstance(copy, int))

    def values(self, field: str) -> list[Value]:
        """Return the values of a field, None for a row without one."""
        return [node.value if (node := entry.get(field)) else None for entry in self.entries]


def plan_table(data: bytes, path: Path, options: ImportOptions, findings: Findings) -> TablePlan:
    """Return what becomes of a table; raises Problem for what is none, CannotUse for an option that does not fit it.

    `findings` gets what keeps YAML from being read.
    """
    label, told, place = str(path), Findings(), Place(str(path), 1, 1)
    suffix = path.suffix.lower()
    is_text = suffix in (*TEXT_SUFFIXES, ".json")
    encoding = options.encoding or (likely_encoding(data) if is_text else "")
    sheet, sheets, alike = options.sheet, tuple[str, ...](), tuple[str, ...]()
    wanted = text_node(sheet, place) if sheet else None
    if suffix in YAML_SUFFIXES:
        rows = _rows_of_yaml(data, label, wanted, findings, told)
    elif suffix in SUFFIXES:
        book = Workbook(data, label)
        sheets = book.names
        sheet, rows, alike = _rows_of_sheet(book, wanted, told)
    else:
        rows = rows_of_file(data, label, Reading(wanted, encoding=encoding, strict=False), told)
    if not rows.entries:
        raise Problem("PNP127", "there are no rows below the headings", place, "write a row for each card")
    columns = decide_columns(rows.entries, options.columns, options.count, options.title)
    columns, read, guessed, pattern = _read(rows, columns, place, options, told)
    entries = read.entries
    if suffix in YAML_SUFFIXES:
        entries = with_ids(entries, text_node(pattern, place), told)[0]
    texts = [text for entry in entries for text in _texts_of(entry)]
    notations, unknown = notations_in(texts)
    return TablePlan(
        entries=entries,
        columns=columns,
        guessed=guessed,
        id="" if pattern == "{id}" else pattern,
        lists=read.lists,
        markup=options.markup if options.markup is not None else notations,
        unknown_marks=unknown,
        icons=icon_names_in(texts, symbol_names()),
        encoding=encoding,
        sheet=sheet,
        sheets=sheets or rows.tables,
        alike=alike,
        left_out_rows=rows.left_out,
        merged_rows=read.merged,
        found=told.ordered(),
    )


def _rows_of_yaml(data: bytes, label: str, wanted: Node | None, findings: Findings, told: Findings) -> Rows:
    noted = Findings()
    node = parse_noting(data, label, noted)
    for finding in noted.ordered():  # a key that is there twice counts once
        (told if finding.code == "PNP106" else findings).add(finding)
    return rows_in(node, told, wanted) if node else Rows(())


def _read(
    rows: Rows, columns: Columns, place: Place, options: ImportOptions, told: Findings
) -> tuple[Columns, ReadRows, GuessedRoles, str]:
    mapped = tuple((Key(name, place), text_node(made, place)) for name, made in columns.fields.items())
    read = rows_with_fields(rows, Reading(columns=MapNode(mapped, place), strict=False), told)
    guessed, pattern = _roles_and_ids(read.entries, columns.fields, options)
    guessed = _without_fontless(guessed, _values(read.entries))
    filled = {} if columns.filling else _fillings(_values(read.entries), guessed)
    if filled:
        return _read(rows, columns.with_fillings(filled), place, options, told)
    are_names = not options.title and _are_named_by_ids(read.entries, guessed.roles.headline)
    if are_names or (
        "number" not in columns.fields.values() and _are_said(read.entries, "id", guessed.roles)
    ):
        name = ("title" if "name" in columns.fields.values() else "name") if are_names else "number"
        fields = {heading: name if field == "id" else field for heading, field in columns.fields.items()}
        return _read(rows, replace(columns, fields=fields), place, options, told)
    return columns, read, guessed, pattern


_NAME_AS_ID = re.compile(r"[A-Za-z]{3,}(?:[_ -][A-Za-z']+)*(?:[_ -]?\d)?")


def _are_named_by_ids(entries: Sequence[MapNode], headline: str) -> bool:
    """Say whether ids such as fire_dragon are the names of cards: the headline is a text, that of several, or has no font."""
    names, ids = (
        [node.text if isinstance(node := entry.get(field), ScalarNode) else "" for entry in entries]
        for field in (headline, "id")
    )
    words = sum(bool(_NAME_AS_ID.fullmatch(text)) for text in ids)
    if any("title" in entry for entry in entries) or len({*ids}) < len(ids) or words <= 0.8 * len(ids):
        return False
    is_name = headline == "name" or (len({*names}) == len(ids) and headline not in NAMES["text"])
    return is_fontless(names) or not is_name


_NUMBERS_SAID = pattern("numbers_said")


def _are_said(entries: Sequence[MapNode], field: str, roles: Roles) -> bool:
    """Say whether printed texts of several cards name others by what a field has, each another: go to A12, see card 7."""
    within = {roles.headline, *roles.subtitle, *roles.texts, *roles.back} - {field}
    own = [node.text.lstrip("#") if isinstance(node := row.get(field), ScalarNode) else "" for row in entries]
    nodes = ([node for key, node in row.entries if key.text in within] for row in entries)
    texts = [[text for node in each for text in _texts_of(node)] for each in nodes]
    said = [{number or code for number, code in _NUMBERS_SAID.findall(" ".join(each))} for each in texts]
    times = sum(not ({*own} - {mine}).isdisjoint(each) for mine, each in zip(own, said, strict=True))
    return len({*own}) == len(entries) and times > 2


FONTLESS = "no font has its letters"


def is_fontless(values: Sequence[Value]) -> bool:
    """Say whether most of the values of a field are in a script that no font has."""
    texts = [text for text in map(value_as_text, values) if text]
    return 2 * sum(bool(package_for(text)) for text in texts) > len(texts)


def _without_fontless(guessed: GuessedRoles, columns: Mapping[str, Sequence[Value]]) -> GuessedRoles:
    """Return the roles without fields in a script that no font has, of cards whose headline has one: a translation."""
    roles = guessed.roles
    if is_fontless(columns.get(roles.headline, ())):
        return guessed
    fields = (name for names in roles.fields.values() for name in names)
    left = {name: FONTLESS for name in fields if is_fontless(columns.get(name, ()))}
    kept = {role: [name for name in names if name not in left] for role, names in roles.fields.items()}
    return replace(guessed, roles=Roles.of(kept), left_out={**guessed.left_out, **left}) if left else guessed


_IN_LANGUAGE = pattern("in_a_language")
_LATIN = re.compile("[a-z\u00c0-\u024f]", re.IGNORECASE)


def _translations(columns: Mapping[str, Sequence[Value]]) -> dict[str, str]:
    """Return the fields that say in another language what a field before them says: title_pt beside title, or title_en."""
    first: dict[str, str] = {name: name for name in columns}
    found: dict[str, str] = {}
    for name, values in columns.items():
        words = list(filter(None, map(value_as_text, values)))
        is_text = 2 * sum(len(word) > _NO_TEXT and bool(_LATIN.search(word)) for word in words) > len(words)
        if is_text and (named := _IN_LANGUAGE.fullmatch(name)):
            original = first.setdefault(named[1], name)
            if original != name and not is_fontless(columns[original]):
                found[name] = f"a translation of {original}"
    return found


def _shares(entries: Sequence[MapNode], columns: Mapping[str, Sequence[Value]]) -> dict[str, str]:
    """Return the fields that say on each card what share of its deck, or its sheet, the copies are: 0.1 or 10%."""
    copies = [each if isinstance(each := entry.value.get("copies"), int) else 1 for entry in entries]
    sheets, deck = columns.get("sheet", [None] * len(copies)), Counter[Value]()
    for sheet, count in zip(sheets, copies, strict=True):
        deck[sheet] += count
    shares = [100 * count / max(1, deck[sheet]) for sheet, count in zip(sheets, copies, strict=True)]
    found: dict[str, str] = {}
    for name, values in columns.items():
        shown = [_SHARE.fullmatch(str(value)) for value in values]
        parts = [float(each[1]) * (1 if each[2] else 100) if each else -1.0 for each in shown]
        if len({*parts}) > 1 and all(
            abs(part - share) < 1 for part, share in zip(parts, shares, strict=True)
        ):
            found[name] = "the share of the copies"
    return found


_SHARE = re.compile(r"(\d+(?:\.\d+)?)(%?)")
_NO_TEXT = 2  # Letters of a word that may as well be a code.


def _printable_name(guessed: GuessedRoles, columns: Mapping[str, Sequence[Value]]) -> str:
    """Return a field of other names of the cards, where no font has the letters of the headline but has those; else ""."""
    if not is_fontless(columns.get(guessed.roles.headline, ())):
        return ""
    fields = (name for names in guessed.roles.fields.values() for name in names if name in columns)
    named = (name for name in fields if not {*name.split("_")}.isdisjoint(NAMES["headline"]))
    filled = (name for name in named if all(map(value_as_text, columns[name])))
    return next((name for name in filled if not is_fontless(columns[name])), "")


def _fillings(columns: Mapping[str, Sequence[Value]], guessed: GuessedRoles) -> dict[str, tuple[str, int]]:
    """Return the fields left out that have values where another lacks them, each with that other and the number of rows.

    It is a copy or a variant of that other, as cost_raw is of cost, and the same wherever both are filled.
    """
    kept = dict.fromkeys(name for names in guessed.roles.fields.values() for name in names)
    found: dict[str, tuple[str, int]] = {}
    for name, reason in guessed.left_out.items():
        for other in kept if reason not in ("empty", "not asked for") else ():
            part_of = f"_{other}_" in f"_{name}_" or guessed.copies.get(name) == other
            if not (part_of and {name, other} <= columns.keys()):
                continue
            words = (bare([*map(value_as_text, columns[each])]) for each in (name, other))
            rows = [*zip(*words, strict=True)]
            both = [word == others for word, others in rows if word and others]
            lacking = sum(bool(word) and not others for word, others in rows)
            is_same = 2 * len(both) > sum(bool(others) for _, others in rows) and sum(both) > 0.9 * len(both)
            found |= {name: (other, lacking)} if lacking and is_same else {}
    return found


def _roles_and_ids(
    entries: Sequence[MapNode], fields_by_heading: Mapping[str, str], options: ImportOptions
) -> tuple[GuessedRoles, str]:
    kept = {heading: field for heading, field in fields_by_heading.items() if field != LEFT_OUT}

    def field(heading: str, option: str) -> str:
        return kept[heading_named(heading, kept, option)]

    title = options.title and field(options.title, "--title")
    shown = [field(name, "--fields") for name in options.fields]
    values = _values(entries)
    unread = {**_translations(values), **_shares(entries, values)}
    unread = {name: why for name, why in unread.items() if name not in (*shown, title)}
    read = {name: each for name, each in values.items() if name not in unread}
    guessed = guess_roles(read, headline=title, shown=shown)
    if not title and (name := _printable_name(guessed, values)):
        guessed = guess_roles(read, headline=name, shown=shown)
    left_out = {**guessed.left_out, **unread}
    guessed = replace(guessed, roles=_by_names(guessed.roles, entries), left_out=left_out)
    unused = [name for name, why in left_out.items() if why in ("codes", "not for players")]
    codes = ((heading, name) for heading, name in kept.items() if name in unused)
    told = (each for each, name in codes if not shown and _are_said(entries, name, guessed.roles))
    said = dict.fromkeys(told, "footer")
    guessed = _with_roles(guessed, {**said, **options.roles}, fields_by_heading)
    usual = guessed.roles.headline or next(iter(kept.values()), "id")
    made_of = f"{{{field(options.id, '--id')}}}" if options.id else id_pattern(entries, usual)
    if "id" in kept.values() and "id" not in (made_of[1:-1], *guessed.roles.texts):
        guessed = replace(guessed, left_out={**guessed.left_out, "id": "ids, but not used"})
    return guessed, made_of


def _by_names(roles: Roles, entries: Sequence[MapNode]) -> Roles:
    """Return roles with the headline for a suit, where there is none and a few names make up half of the cards."""
    names = Counter[Value]()
    for entry in entries:
        copies = each.value if (each := entry.get("copies")) else 1
        names[entry.value.get(roles.headline)] += copies if isinstance(copies, int) else 1
    often = [count for count in names.values() if count >= role_guesses.OFTEN]
    are_suits = 1 < len(often) <= role_guesses.MOST_SUITS and 2 * sum(often) >= names.total()
    return replace(roles, suit=roles.headline) if are_suits and not (roles.suit or roles.corner) else roles


def _with_roles(
    guessed: GuessedRoles, roles: Mapping[str, str], fields_by_heading: Mapping[str, str]
) -> GuessedRoles:
    if not roles:
        return guessed
    names = {name: heading_named(name, fields_by_heading, "roles") for name in roles}
    said = {fields_by_heading[names[name]]: role for name, role in roles.items()}
    fields: dict[str, list[str]] = {}
    for role in ROLES:
        named = [name for name, wanted in said.items() if wanted == role]
        is_kept = {name for name in said if role == "subtitle" and said[name] == "suit"}
        others = [name for name in guessed.roles.fields.get(role, ()) if name in is_kept or name not in said]
        fields[role] = named + others if role in ONE_FIELD else others + named
    kept = {name: reason for name, reason in guessed.reasons.items() if name not in said}
    left_out = {name: why for name, why in guessed.left_out.items() if said.get(name, LEFT_OUT) == LEFT_OUT}
    left_out |= dict.fromkeys((name for name, role in said.items() if role == LEFT_OUT), "left out")
    copies = {name: other for name, other in guessed.copies.items() if name not in said}
    return GuessedRoles(Roles.of(fields), kept, left_out, copies)


def _rows_of_sheet(book: Workbook, wanted: Node | None, told: Findings) -> tuple[str, Rows, tuple[str, ...]]:
    """Return the sheet that is wanted or the likeliest, with those that are of its deck; its rows; all like it."""
    names = book.names if wanted is None and book.names else (book.chosen(wanted),)
    tables: list[tuple[str, Rows, Findings]] = []
    headings: dict[str, set[str]] = {}
    for name in names:
        noted = Findings()
        try:
            table = book.table(name, noted)
            tables.append((name, rows_of_table(table, Reading(strict=False), noted), noted))
            headings[name] = {*filter(None, headings_of(table))}
        except Problem:
            if name == names[-1] and not tables:
                raise
    most = max((len(rows.entries) for _, rows, _ in tables), default=0)
    name, rows, noted = min(tables, key=lambda table: _unlikely(table, most))
    alike = tuple(other for other, each in headings.items() if _are_alike(each, headings[name]))
    states = {other for other in alike if _LEFT_ASIDE.search(other) or _STATE.search(other)}
    decks = [each[:2] for each in tables if each[0] in {*alike} - states]  # no state of these cards
    before = {part: (rows, *(each for _, each in decks[:at])) for at, (part, _) in enumerate(decks)}
    deck = [
        part for part, read in decks if part == name or all(_are_others(read, one) for one in before[part])
    ]
    if deck[1:] and name in deck:
        name, noted = BETWEEN_SHEETS.join(deck), Findings()
        rows = rows_of_table(book.table(name, noted), Reading(strict=False), noted)
    for finding in noted.ordered():
        told.add(finding)
    return ("" if wanted is None and name == book.names[0] else name), rows, alike if len(alike) > 1 else ()


def _are_alike(headings: set[str], others: set[str]) -> bool:
    """Say whether sheets have the same headings, but for a few that all tables of cards have."""
    unlike = {*map(field_name, headings ^ others)}
    less, more = sorted((headings, others), key=len)
    if less <= more and len(less) >= _FEW and not {*map(field_name, less)}.isdisjoint(SURELY_COPIES):
        return True  # both are printed; one has more of its own
    return 3 * len(less & more) >= 2 * len(less | more) and unlike <= KNOWN_NAMES


def _are_others(one: Rows, other: Rows) -> bool:
    """Say whether rows go on with others, and are no older or newer state of them: nearly all have names, and few the same."""
    texts = [_texts_by_heading(rows) for rows in (one, other)]
    shared = [each for each in texts[0] if each in texts[1]]
    shared = [each for each in shared if field_name(each) in NAMES["headline"]] or shared
    most = max(shared, key=lambda each: sum(len({*by[each]}) for by in texts), default="")
    (first, names), (second, others) = (({*by.get(most, ())}, by.get(most, ())) for by in texts)
    are_named = 3 * len(names) >= 2 * len(one.entries) and 3 * len(others) >= 2 * len(other.entries)
    are_other = 3 * len(first & second) <= min(len(first), len(second))
    return are_named and are_other and not _is_translated(one, other)


def _is_translated(one: Rows, other: Rows) -> bool:
    """Say whether rows say in another language what others say: each shares its numbers with the one in its place."""
    cells = ([{*map(str, row.value.values())} for row in rows.entries] for rows in (one, other))
    shared = [tuple(sorted(mine & its)) for mine, its in zip(*cells, strict=False)]
    are_same = 10 * sum(len(each) > 1 for each in shared) > 9 * len(shared)
    return len(one.entries) == len(other.entries) and are_same and 3 * len({*shared}) > len(shared)


def _texts_by_heading(rows: Rows) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = {}
    for entry in rows.entries:
        for key, node in entry.entries:
            if isinstance(node, ScalarNode) and isinstance(node.value, str):
                texts.setdefault(key.text.strip().casefold(), []).append(node.text.casefold())
    return texts


def _unlikely(table: tuple[str, Rows, Findings], most: int) -> tuple[bool, ...]:
    """Return what speaks against a sheet, the strongest first, given how many rows the longest has."""
    name, rows, _ = table
    headings = {key.casefold() for entry in rows.entries for key in entry}
    fields, foreign = {*map(field_name, headings)}, not headings.isdisjoint(_OTHER_SCRIPTS)
    unknown = fields.isdisjoint(KNOWN_NAMES) and not foreign
    bare = fields.isdisjoint((*NAMES["headline"], *NAMES["text"])) and not foreign
    called = "" if _LEFT_ASIDE.search(name) else name
    named = _OF_CARDS.fullmatch(called) is not None
    few, short = not called or len(rows.entries) < _FEW, len(rows.entries) * _SHORT < most
    of_cards = any(map(_OF_CARDS.search, (called, *headings)))
    return (len(headings) < 2, unknown and not named, few, not named, bare, short, not of_cards)


_FEW, _SHORT = 4, 6  # Rows that a sheet of cards has at least; so many times fewer than the longest.
_LEFT_ASIDE, _STATE = map(pattern, ("sheets_left_aside", "sheets_of_a_state"))
_OF_CARDS = pattern("sheets_of_cards")
"""What a sheet of cards is called, if it is not the first, or what is in its name."""

_OF_PNP = ("id", "copies", "art")


def _values(entries: Sequence[MapNode]) -> dict[str, list[Value]]:
    names = dict.fromkeys(key for entry in entries for key in entry if key not in _OF_PNP)
    nodes = {name: [entry.get(name) for entry in entries] for name in names}
    return {name: [node.value if node else None for node in column] for name, column in nodes.items()}


def _texts_of(node: Node) -> Iterator[str]:
    if isinstance(node, MapNode):
        for key, value in node.entries:
            yield from () if key.text in _OF_PNP else _texts_of(value)
    elif isinstance(node, ListNode):
        for item in node.items:
            yield from _texts_of(item)
    elif isinstance(node, ScalarNode) and isinstance(node.value, str):
        yield node.text
