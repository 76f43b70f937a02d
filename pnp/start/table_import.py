"""`pnp import`: make a component that reads a spreadsheet, and a game around it."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from textwrap import wrap

import yaml

from pnp.files import (
    MAX_TEXT_BYTES,
    is_device,
    is_file,
    is_within,
    read_brought,
    read_bytes,
    rewrite,
    walk,
    write,
)
from pnp.load.game import NOT_COMPONENTS, OTHER_PDFS, load_game
from pnp.load.nodes import Findings, MapNode, Node, Problem, ScalarNode, with_values
from pnp.load.pieces import picture_name
from pnp.load.project import Project, find_project, game_ids, read_given
from pnp.load.role_guesses import DONE, NAMES, GuessedRoles, pattern, value_as_text
from pnp.load.rows.headings import RESERVED, field_name
from pnp.load.rows.imported_markup import token_icon
from pnp.load.rows.read import SUFFIXES, UNREADABLE, converted_texts, rows_left_out
from pnp.load.rows.workbook import BETWEEN_SHEETS
from pnp.load.rows.workbook import SUFFIXES as WITH_SHEETS
from pnp.load.yaml_source import encoding_mark, likely_encoding, parse_noting
from pnp.model.card_looks import DESIGNS, ONE_FIELD, quiet_ones
from pnp.model.diagnostics import CannotUse, CannotWrite, Diagnostic, ProjectNotFound, has_errors
from pnp.model.game import Component, Value
from pnp.model.limits import USUAL_LIMITS
from pnp.start.table_guesses import FONTLESS, YAML_SUFFIXES, ImportOptions, TablePlan, is_fontless, plan_table
from pnp.templates.design_art import letters_outline, symbol_icon, symbol_names, symbol_outline
from pnp.templates.design_deck import CREDITS, of_file
from pnp.templates.design_values import letter_colours
from pnp.text import counted, listed, one_line, slug
from pnp.typesetting.fonts import package_for
from pnp.typesetting.markup import emoji_name


@dataclass(frozen=True, slots=True)
class ImportedTable:
    """What came of a table: the files that were written, below `root`, and in sentences what was decided.

    With an error in `diagnostics`, which name the table itself, nothing was written. `plan` is what was made of the table
    of a new component.
    """

    root: Path
    game: str
    component: str
    files: tuple[Path, ...]
    decided: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    plan: TablePlan | None = None


class EditedCopy(CannotWrite):
    """The copy that a game has of a table was edited after the import, which would write over the edits."""


@dataclass(frozen=True, slots=True)
class _Source:
    """A table on the way into a game: where it comes from, its bytes, and what it will be called there."""

    path: Path
    data: bytes
    component: str
    game: str
    title: str

    @property
    def is_yaml(self) -> bool:
        """Whether its rows are written into the component, since YAML beside it would be one itself."""
        return self.path.suffix.lower() in YAML_SUFFIXES

    @property
    def name(self) -> str:
        """The name of the copy in the game's folder."""
        return self.component + self.path.suffix.lower()


def import_table(table: Path, *, here: Path, options: ImportOptions | None = None) -> ImportedTable:
    """Make a component of cards that reads `table` in the project around `here`, or in a new one there.

    Without a name, the game is the only one there is, or is called as the table. A component that reads the table
    already is kept, and its copy of the table brought up to date; nothing else that is there is written over. Raises
    CannotUse, CannotWrite, and EditedCopy where the copy has edits that would be lost.
    """
    options = options or ImportOptions()
    try:
        project: Project | None = find_project(here)
    except ProjectNotFound:
        project = None
    root, games = (project.root, game_ids(project)) if project else (here, ())
    title = title_of(table.stem) or "Cards"
    game = _id(options.game or (games[0] if len(games) == 1 else title), "game", options.game)
    component = _id(options.component or title, "component", options.component)
    component = f"{component}_cards" if component in {*NOT_COMPONENTS, *OTHER_PDFS} else component
    source = _Source(table, _bytes(table), component, game, title)
    findings, refused = Findings(), partial(ImportedTable, root, game, component, (), ())
    try:
        plan = plan_table(source.data, table, options, findings)
    except Problem as problem:
        if not has_errors(findings.ordered()):
            findings.add(problem.finding)
        return refused(findings.ordered())
    if project is not None and (reading := _sheet_read(root, source)) is not None:
        if options.sheet and _sheet(plan, plan.sheet) != _sheet(plan, reading):
            taken = f'reads the sheet "{_sheet(plan, reading)}"'
            message = f"{source.component}.yaml is there already, and {taken}"
            raise CannotWrite(message, "choose another name with --component")
        return _updated(project, source, plan, options)
    if has_errors(findings.ordered()):
        return refused(findings.ordered())
    return replace(_new(root, source, plan, options), plan=plan)


_SMALL_WORD = pattern("small_words")
_LONGEST_INITIALS = 4


def title_of(stem: str) -> str:
    """Return the title of what is called as a file without its ending.

    >>> title_of("lcg-core"), title_of("return_of_the_king (2)"), title_of("MyDeck FINAL")
    ('LCG Core', 'Return of the King', 'MyDeck Final')
    """
    words = re.sub(r"[_\-.,+()\s]+", " ", re.sub(r"[ _]?\(\d+\)$", "", stem)).split()
    return " ".join(_titled(word, number) for number, word in enumerate(words))


def _titled(word: str, number: int) -> str:
    word = word.lower() if word.isupper() and len(word) > _LONGEST_INITIALS else word
    if not word.islower() or (number and _SMALL_WORD.fullmatch(word)):
        return word
    are_initials = word.isascii() and word.isalpha() and not set(word) & set("aeiouy")
    return word.upper() if are_initials else word.capitalize()


def _id(name: str, what: str, said: str) -> str:
    made = slug(name)
    if made and not is_device(made):
        return made
    if said:
        raise CannotUse(f'"{name}" cannot name a {what}', f"write --{what} and a name in letters a to z")
    return "cards"


def _bytes(table: Path) -> bytes:
    suffix = table.suffix.lower()
    if suffix in UNREADABLE:
        raise CannotUse(f"{table.name} cannot be read", f"save it as {table.stem}.xlsx in the spreadsheet")
    if suffix not in (*SUFFIXES, *YAML_SUFFIXES):
        kinds = ", ".join((*SUFFIXES, *YAML_SUFFIXES))
        raise CannotUse(f"{table} is not a table", f"name a file that ends in one of {kinds}")
    data = read_given(table, "name an existing spreadsheet")
    is_text = encoding_mark(data)[0] or likely_encoding(data).startswith("utf-16") or suffix in WITH_SHEETS
    if data.startswith(b"%PDF") or (not is_text and data[:_BEGINNING].count(0) > _FEW_ZEROS):
        hint = "save the table itself, as .csv or .xlsx; a workbook has to be called so"
        raise CannotUse(f"{table.name} is not a table", hint)
    return data


_BEGINNING, _FEW_ZEROS = 4_000, 8  # Bytes at the beginning of a file, of which in a text hardly any is 0.


# A table that is new.


def _new(root: Path, source: _Source, plan: TablePlan, options: ImportOptions) -> ImportedTable:
    folder = root / "card_data" / source.game
    pictures, told = _pictures(source, plan, options)
    if plan.columns.art and not pictures:
        # None is there yet: the cells still say whose a picture is that is added later.
        name = field_name(plan.columns.art) or "art"
        name = f"{name}_file" if name in RESERVED else name
        fields = {**plan.columns.fields, plan.columns.art: name}
        columns, guessed = replace(plan.columns, fields=fields), _by_files(plan, name)
        names = {"art": name}
        rows = (
            [(replace(key, text=names.get(key.text, key.text)), each) for key, each in row.entries]
            for row in plan.entries
        )
        entries = tuple(
            MapNode(tuple(row), entry.place) for row, entry in zip(rows, plan.entries, strict=True)
        )
        plan = replace(plan, columns=columns, guessed=guessed, entries=entries)
    if source.is_yaml:  # it has no other place where a picture could be left out

        def kept(node: Node, name: str) -> Node | None:
            return node if name != "art" or picture_name(str(node.value)) in pictures else None

        entries = tuple(with_values(entry, kept) for entry in plan.entries)
        if plan.markup is not None:
            entries = converted_texts(entries, plan.markup, plan.icons.__contains__)
        plan = replace(plan, entries=entries)
    text = _component_yaml(plan, source, options.design)
    files = {} if source.is_yaml else {source.name: source.data}
    files[f"{source.component}.yaml"] = text.encode()
    for each, content in files.items():
        is_other = is_file(folder / each) and read_brought(folder / each, limit=len(content) + 1) != content
        if is_other:  # and not what a command that was killed has written
            hint = "choose another name with --component, or edit the existing file"
            raise CannotWrite(f"{folder / each} exists already", hint)
    if not (folder / "game.yaml").exists():
        files["game.yaml"] = _game_yaml(source, options.game).encode()
    _write_pictures(folder, pictures, root)
    for each, content in sorted(files.items(), key=lambda file: file[0] != "game.yaml"):  # it makes a game
        if not (folder / each).exists():
            write(folder / each, content, root=root)
    decided = (*plan_summary(plan), *told, *_write_icons(plan, source.game, root), *cell_summary(plan.found))
    decided += tuple(_doubts(plan))
    made = tuple(folder / file for file in files)
    return ImportedTable(root, source.game, source.component, made, decided, ())


def _by_files(plan: TablePlan, field: str) -> GuessedRoles:
    """Return the roles of a table whose pictures are not there; the words in their names, if any, say what is drawn."""
    guessed, names = plan.guessed, [of_file(str(value)) for value in plan.values("art") if value]
    words = {re.sub(r"\W*\d+$", "", name) for name in names}
    if guessed.roles.symbol or 2 * len([*filter(_WORDS.fullmatch, words)]) < len(names):
        return guessed
    roles = replace(guessed.roles, symbol=field)
    return replace(guessed, roles=roles, reasons={**guessed.reasons, field: "named for what is in them"})


_WORDS = re.compile(r"[^\W\d_]{3,}(?: [^\W\d_]+){0,3}")


def _write_icons(plan: TablePlan, game: str, root: Path) -> list[str]:
    folder = root / "templates" / game
    outlines = ((name, symbol_outline(symbol_names().get(name, ""))) for name in plan.icons)
    icons = {name: path for name, path in outlines if path}
    drawn = Counter(icons.values())
    files = {
        name: folder / f"{f'icons/{name}' if name.isascii() else emoji_name(name)}.svg"
        for name, path in icons.items()
        if name.isascii() or drawn[path] == 1  # two emoji stay two
    }
    drawings = {name: symbol_icon(icons[name]) for name in files} | _tokens(plan, game, root)
    words = [name for name in plan.icons if name.isalpha() and name.isascii() and name not in icons]
    first = Counter(name[0] for name in words)
    letters = {name: letters_outline(name[: min(first[name[0]], 2)].title()) for name in words}
    drawings |= {name: _LETTERS_ICON.format("currentColor", path) for name, path in letters.items() if path}
    files |= {name: folder / f"icons/{name}.svg" for name in drawings if name not in files}
    new = [name for name, path in files.items() if not is_file(path)]
    for name in new:
        write(files[name], drawings[name].encode(), root=root)
    return _wrapped(f"icons in templates/{game}, to be replaced by yours:", new)


def _tokens(plan: TablePlan, game: str, root: Path) -> dict[str, str]:
    """Return the drawings of the tokens in texts, by their names, in the colours that the letters have in costs."""
    names = [name for name in plan.icons if name.startswith(token_icon(""))]
    loaded = load_game(find_project(root), game).game if names else None
    designs = [component.design for component in loaded.components if component.design] if loaded else []
    if loaded is None or not designs:
        return {}
    colours = letter_colours(designs[-1], tuple(loaded.palette.items()), loaded.title)
    drawings: dict[str, str] = {}
    for name in names:
        letters = name.removeprefix(token_icon("")).upper().replace("-", "/")
        colour = next((colours[letter] for letter in reversed(letters) if letter in colours), _NO_LETTER)
        drawings[name] = _LETTERS_ICON.format(colour, letters_outline(letters))
    return drawings


_NO_LETTER = "#6b7280"  # The colour of a token of digits.
_LETTERS_ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11.5" fill="{}"/>'
    '<path fill="#ffffff" d="{}"/></svg>\n'
)


def _pictures(
    source: _Source, plan: TablePlan, options: ImportOptions
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    names = [node.text for entry in plan.entries if isinstance(node := entry.get("art"), ScalarNode)]
    if not names:
        return {}, ()
    found, missing = find_pictures(names, source.path, options.art_folder)
    heading = plan.columns.art
    if not found:
        return found, (shortened(f"none of the pictures named in {heading} was found (--art-folder)"),)
    lack = f", {len(missing)} not found: {', '.join(missing)}" if missing else ""
    return found, (shortened(f"{counted(len(found), 'picture')} of {heading} copied into art/{lack}"),)


def _write_pictures(folder: Path, pictures: Mapping[str, bytes], root: Path) -> None:
    for name, data in pictures.items():
        if not is_file(folder / "art" / name):
            write(folder / "art" / name, data, root=root)


# A newer file of a table that is there.


def _sheet_read(root: Path, source: _Source) -> str | None:
    """Return the sheet that the component reads in its copy of the table, "" for the usual; None if it reads no copy."""
    folder = root / "card_data" / source.game
    path = folder / f"{source.component}.yaml"
    if source.is_yaml or not is_file(path) or not is_file(folder / source.name):
        return None
    node = parse_noting(read_bytes(path, limit=MAX_TEXT_BYTES), str(path), Findings())
    if not isinstance(node, MapNode) or node.value.get("rows") != source.name:
        return None
    return str(node.value.get("sheet", ""))


def _sheet(plan: TablePlan, name: str) -> str:
    return name or next(iter(plan.sheets), "")


_MADE = re.compile(rb"(?m)^(# Made of .+ by pnp import)\b[^\r\n]*")


def _copied(data: bytes) -> str:
    """Return how the first line of a component ends: by it an import sees whether its copy was edited meanwhile.

    The ends of lines do not count, which version control may change.
    """
    lines = data.replace(b"\r\n", b"\n")
    return f"; checksum of its copy: {hashlib.sha256(lines).hexdigest()[:16]}"


def _refuse_edited(copy: Path, component: Path, source: _Source) -> None:
    now = _copied(read_bytes(copy, limit=MAX_TEXT_BYTES))
    if now == _copied(source.data) or now.encode() in read_bytes(component, limit=MAX_TEXT_BYTES):
        return
    hint = "add --replace to lose the edits, or --component and a name to import it beside"
    raise EditedCopy(f"{copy.name} in card_data/{source.game} was edited after it was imported", hint)


def _updated(project: Project, source: _Source, plan: TablePlan, options: ImportOptions) -> ImportedTable:
    folder = project.root / "card_data" / source.game
    copy, component = folder / source.name, folder / f"{source.component}.yaml"
    if not options.replace:
        _refuse_edited(copy, component, source)
    old = load_game(project, source.game)
    new = load_game(replace(project, unsaved=(*project.unsaved, (copy, source.data))), source.game)
    wrong = (finding for finding in new.diagnostics if finding.severity == "error")
    errors = tuple(finding for finding in wrong if finding not in old.diagnostics)
    if has_errors(errors):
        return ImportedTable(project.root, source.game, source.component, (), (), errors)
    components = (
        [each for each in (loaded.game.components if loaded.game else ()) if each.id == source.component]
        for loaded in (old, new)
    )
    before, after = (next(iter(each), None) for each in components)
    pictures, lines = _pictures(source, plan, options)
    _write_pictures(folder, pictures, project.root)
    rewrite(copy, source.data, root=project.root)
    now = rb"\1" + _copied(source.data).encode()
    text = _MADE.sub(now, read_bytes(component, limit=MAX_TEXT_BYTES), count=1)
    rewrite(component, text, root=project.root)
    late = [f"--{name}" for name in _FOR_NEW if getattr(options, name) != getattr(ImportOptions(), name)]
    kept = f"{component.name} stays as it is" + (f"; delete it first to use {listed(late)}" if late else "")
    icons = _write_icons(plan, source.game, project.root)
    decided = (kept, *_changes(before, after), *lines, *icons, *cell_summary(plan.found))
    return ImportedTable(project.root, source.game, source.component, (copy,), decided, ())


# What is said once, in the component.
_FOR_NEW = ("id", "title", "count", "columns", "fields", "markup", "design")


def _changes(before: Component | None, after: Component | None) -> tuple[str, ...]:
    old, new = ({piece.id: piece for piece in each.pieces} if each else {} for each in (before, after))
    came = [new[name] for name in new if name not in old]
    went = [old[name] for name in old if name not in new]
    both = ((piece, old[name]) for name, piece in new.items() if name in old)
    changed = [now for now, was in both if (now.copies, now.fields) != (was.copies, was.fields)]
    lines: list[str] = []
    for verb, pieces in (("came", came), ("went", went), ("changed", changed)):
        lines += _wrapped(f"{counted(len(pieces), 'card')} {verb}:", [piece.name for piece in pieces])
    lines = lines or ["no card has changed"]
    named = (
        [(*piece.fields, *["copies"] * (piece.copies != 1)) for piece in each.values()] for each in (old, new)
    )
    known, fields = (dict.fromkeys(name for names in each for name in names) for each in named)
    for said, names in (
        ("no longer in the table, see roles and columns", known.keys() - fields.keys()),
        ("printed when roles names them", fields.keys() - known.keys() - {"copies"}),
    ):
        found = [name for name in (*known, *fields) if name in names]
        lines += _wrapped(f"{said}:", found) if old and new else []
    return tuple(lines)


MOST_FILES, MOST_FOLDERS = 20_000, 500
"""That are looked through below a folder which somebody names; and folders below that of the table."""


def find_pictures(
    names: Iterable[str], table: Path, folder: Path | None
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Return the pictures that cells name, by the name they have in the art folder, and the names of those not found.

    They lie where the cell says, beside the table, in folders beside it and in those, or anywhere below `folder`. A file that
    is no picture counts as not found.
    """
    below = (Path(top) / name for top, _, names in walk(folder) for name in names) if folder else ()
    known = {path.name.casefold(): path for path in islice(below, MOST_FILES)}
    folders = (path for places in ("*/", "*/*/") for path in sorted(table.parent.glob(places)))
    beside = [table.parent, *islice(folders, MOST_FOLDERS)]
    found: dict[str, bytes] = {}
    missing: dict[str, None] = {}
    for written in dict.fromkeys(names):
        name = picture_name(written)
        if name in found:
            continue
        written_there = table.parent / written.partition(",")[0].replace("\\", "/")
        places = [written_there, *(folder / name for folder in beside)]
        path = known.get(name.casefold()) or next(
            (place for place in places if is_file(place) and is_within(place, table.parent)), None
        )
        data = _picture(path) if name and path else None
        if data is None:
            missing[name or written] = None
        else:
            found[name] = data
    return found, tuple(missing)


def _picture(path: Path) -> bytes | None:
    from pnp.art.add import import_picture  # noqa: PLC0415 - only who has pictures waits for all that draws
    from pnp.svg.images import UnsafeDrawing  # noqa: PLC0415

    try:
        return import_picture(read_bytes(path, limit=USUAL_LIMITS.picture_bytes), keep_png=True).data
    except (OSError, UnsafeDrawing):
        return None


# The component that reads an imported table, as YAML with comments and as lines for a terminal.

WIDTH = 78  # Letters of a line on a terminal.
_EXAMPLES = 2
_CELLS = re.compile(r"\b[A-Z]{1,3}\d+\b|\d+")  # What differs in messages of one kind.


def _component_yaml(plan: TablePlan, source: _Source, design: str) -> str:
    copy = "" if source.is_yaml else source.name
    told = f"# The cards are in {copy}: change them there. This file says how to read and print them."
    lines = [
        f"# Made of {one_line(source.path.name)} by pnp import{_copied(source.data) if copy else '.'}",
        *([told] if copy else []),
        "kind: cards",
        f"title: {_word(source.title)}",
        "size: standard   # or poker, tarot, 70mm x 120mm ...",
        f"design: {_word(design)}   # or {', '.join(each for each in DESIGNS if each != design)}",
        f"# front: {source.component}.svg.j2   # your own template instead of the design",
        *([f"rows: {copy}"] if copy else []),
        "strict: false   # what cannot be read is left out, with a warning",
    ]
    if copy:
        lines += [f"sheet: {_word(plan.sheet)}"] if plan.sheet else []
        lines += [f"encoding: {_word(plan.encoding)}"] if plan.encoding else []
        lines += [f'id: "{plan.id}"'] if plan.id else []
        lines += _columns(plan.columns.written)
        lines += _unnamed(plan)
        if plan.markup is not None:
            lines += [f"markup: [{', '.join(plan.markup)}]   # how the texts of the table are marked"]
    lines += ["roles:   # what is printed, and where: a field without a role is not printed"]
    for role, names in plan.guessed.roles.fields.items():
        written = names[0] if role in ONE_FIELD else f"[{', '.join(names)}]"
        reasons = dict.fromkeys(plan.guessed.reasons[name] for name in names if name in plan.guessed.reasons)
        lines.append(f"  {role}: {written}   # {'; '.join(reasons)}".rstrip(" #"))
    lines += [f"# {line}" for line in _wrapped("Not printed:", _grouped(plan.guessed.left_out), 110, 20)]
    if not copy:
        pieces = [{key: _plain(value) for key, value in entry.value.items()} for entry in plan.entries]
        text = yaml.dump(pieces, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=100)
        lines += ["pieces:", "".join(f"  {line}\n" for line in text.splitlines())]
    return "\n".join(lines).rstrip() + "\n"


def _columns(fields: Mapping[str, str]) -> Iterator[str]:
    if fields:
        yield "columns:"
    for heading, made in fields.items():
        key = _word(heading)
        yield f"  {key}: {made}" if len(key) < WIDTH else f"  ? {key}\n  : {made}"


def _unnamed(plan: TablePlan) -> list[str]:
    """Return places for the labels of numbers whose columns have no headings."""
    heading, numbers = plan.columns.heading, plan.guessed.roles.numbers
    fields = [name for name in numbers if name.startswith("column_") and heading(name).isascii()]
    told = "# Cards cannot label these numbers: write their names for label_..., here and in roles."
    lines = [told, *([] if plan.columns.written else ["# columns:"])]
    for name in fields:
        shown = [*dict.fromkeys(value_as_text(value) for value in plan.values(name) if value is not None)]
        lines.append(f"#   {heading(name)}: label_{name[7:]}   # {', '.join(shown[:3])}")
    return lines if len(fields) > 1 else []


def plan_summary(plan: TablePlan) -> tuple[str, ...]:
    """Return what was decided, in lines that a terminal shows unbroken."""
    columns = plan.columns
    heading = columns.heading
    made_of = f"ids are made from {_shown(heading(plan.id.strip('{}')))}" if plan.id else "ids are written"
    lines = [f"{counted(plan.cards, 'card')} in {counted(len(plan.entries), 'row')}; {made_of}"]
    if all(name.startswith("column ") for name in columns.fields):
        lines.append("no line of headings: the first is a card, columns are called by letters")
    if columns.copies:
        none = sum(entry.value.get("copies") == 0 for entry in plan.entries)
        unsure = " (--count none: they are not)" * columns.unsure
        unprinted = f"; {counted(none, 'row')} with 0 copies: not printed" * bool(none)
        lines.append(f"copies are in {_shown(columns.copies)}{unsure}{unprinted}")
    roles = plan.guessed.roles
    limits = dict.fromkeys(CREDITS, " (only beside a picture of yours)")
    if roles.corner and not roles.text:
        limits |= dict.fromkeys(roles.footer, " (not on playing cards)")
    for role, names in roles.fields.items():
        same = role == "suit" and names[0] in (*roles.subtitle, roles.headline)
        of_table = [name for name in names if role != "back" or name in columns.fields.values()]
        shown = [_shown(heading(name)) + limits.get(name, "") * (role == "footer") for name in of_table]
        shown += ["its values have colours"] if same else []
        lines += _wrapped(f"{role + ':':<10}", shown)
    lines += _wrapped("not printed:", _grouped(plan.guessed.left_out, heading), most=5)
    nested = [_shown(heading) for heading in columns.nested]
    lines += _wrapped("left out, as there are lists or mappings in it:", nested)
    for each, count in columns.filling.items():
        kept = _shown(heading(columns.fields[each]))
        lines.append(shortened(f"{kept} takes the value of {_shown(each)} in {counted(count, 'row')}"))
    numbers = {name: list(map(value_as_text, plan.values(name))) for name in roles.numbers}
    lines += _wrapped("no 0 is printed, as most are 0:", [*map(_shown, map(heading, quiet_ones(numbers)))])
    renamed = [f"{_shown(heading)} ({columns.fields[heading]})" for heading in columns.renamed]
    lines += _wrapped("fields with names of their own:", renamed)
    lines += _wrapped("lists:", [_shown(heading(name)) for name in plan.lists])
    lines += filter(None, [plan.merged_rows])
    lines += [rows_left_out(plan.left_out_rows)] if plan.left_out_rows else []
    but = "but for some letters" if plan.encoding == "utf-8" else "not UTF-8"
    lines += [f"the text is {plan.encoding}, {but} (--encoding)"] if plan.encoding else []
    if len(plan.sheets) > 1:
        taken = plan.sheet or plan.sheets[0]
        parts = (taken, *taken.split(BETWEEN_SHEETS))
        sheets = [(_shown(sheet) or "all others") + " (taken)" * (sheet in parts) for sheet in plan.sheets]
        lines += _wrapped("sheets (--sheet):", sheets)
        if plan.alike and len(parts) <= len(plan.alike):
            joined = BETWEEN_SHEETS.join(plan.alike)
            lines.append(f'those with the same columns, as one deck: --sheet "{joined}"')  # not shortened
    lines += _marks_told(plan)
    lines += [f"fonts: {package}"] if (package := _package(plan)) else []
    return tuple(lines)


def _package(plan: TablePlan) -> str:
    lettered = [name for names in plan.guessed.roles.fields.values() for name in names]
    lettered += [name for name, reason in plan.guessed.left_out.items() if reason == FONTLESS]
    return package_for("".join(str(plan.values(name)) for name in lettered))


def _doubts(plan: TablePlan) -> Iterator[str]:
    """Say what keeps cards from being played as they are, and what to do about it."""
    left_out, roles = plan.guessed.left_out, plan.guessed.roles
    missing = [
        _shown(plan.columns.heading(name))
        for name, reason in left_out.items()
        for role in ("headline", "text")
        if reason == FONTLESS and name in NAMES[role]
        if not any(name in field for field in roles.fields.get(role, ()))  # as in name_en
    ]
    unreadable = is_fontless(plan.values(roles.headline)) and not missing
    missing += [_shown(plan.columns.heading(roles.headline))] * unreadable
    if missing:
        fonts = _package(plan).partition(" for ")[0] or "install the fonts"
        yield f"not playable yet, without {' and '.join(missing)}: {fonts}, import again"
    elif "addresses" in left_out.values() and not {*roles.fields} - {"headline"}:
        yield "not playable yet, with addresses alone: save the pictures, and name their files"
    if plan.sheets[:1] == ("",):
        yield shortened(f"not in this deck: {listed(plan.sheets[1:])}; import each with --sheet")
    fields = plan.columns.fields.values()
    if _unnamed(plan):
        yield "numbers without headings have no labels on the cards: name them in columns"
    if shifted := _shifted_rows(plan):
        told = "words and numbers are in each other's columns: a cell too few?"
        yield shortened(f"{', '.join(shifted)}: {told}")
    unnamed = sum(field.startswith("column_") for field in fields)
    if _UNNAMED <= unnamed < len(fields) and "" in map(value_as_text, plan.values(roles.headline)):
        yield "there may be several tables on the sheet: give the cards one of their own"


def _shifted_rows(plan: TablePlan) -> list[str]:
    """Return the few rows that have a number in a column of words, and words in one of numbers, by their first cells."""
    odd: dict[bool, set[int]] = {True: set(), False: set()}
    for field in {*plan.columns.fields.values()}:
        values = enumerate(plan.values(field))
        kinds = {at: isinstance(value, int | float) for at, value in values if value not in (None, "")}
        numbers, most = sum(kinds.values()), 0.9 * len(kinds)
        if len(kinds) >= _ENOUGH and not len(kinds) - most < numbers < most:
            odd[numbers >= most] |= {at for at, kind in kinds.items() if kind is not (numbers >= most)}
    rows = sorted(odd[True] & odd[False])
    few = len(rows) <= 0.1 * len(plan.entries)
    places = [plan.entries[at].place for at in rows[: _EXAMPLES * few]]
    return [place.cell or f"line {place.line}" for place in places]


_ENOUGH = 8  # Cells of a column that tell what is in it.
_UNNAMED = 3  # Columns without a heading, as beside and below a table there are others.


def _marks_told(plan: TablePlan) -> Iterator[str]:
    if plan.markup is not None:
        yield f"marks in texts: {', '.join(plan.markup) or 'none'} (--markup)"
    for told, is_around in (
        ("printed as they stand:", False),
        ("left out, but not what they are around:", True),
    ):
        tags = [tag for tag in plan.unknown_marks if tag.endswith("…") is is_around]
        counts = [f"{one_line(tag.rstrip('…'))} ({plan.unknown_marks[tag]})" for tag in tags]
        yield from _wrapped(told, counts)


def cell_summary(found: Iterable[Diagnostic]) -> Iterator[str]:
    """Yield a line for each kind of what is not as it should be in cells, with the first of them."""
    kinds: dict[tuple[str, str], list[Diagnostic]] = {}
    for finding in found:
        kind = "" if finding.code in DONE else _CELLS.sub("", finding.message)[:12]
        kinds.setdefault((finding.code, kind), []).append(finding)
    for same in kinds.values():
        where = [finding.place.cell or f"line {finding.place.line}" for finding in same if finding.place]
        more = f" (and {len(where) - _EXAMPLES} more)" if len(where) > _EXAMPLES else ""
        is_text = same[0].message.startswith('"')  # "1-Feb" is printed as it stands
        told = (not is_text and DONE.get(same[0].code)) or one_line(same[0].message)
        yield shortened(f"{', '.join(where[:_EXAMPLES])}{more}: {told}")


def shortened(line: str) -> str:
    """Return a line that is no longer than a terminal shows."""
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…"


def _shown(heading: str) -> str:
    plain = one_line(heading)
    return plain if len(plain) <= 32 else f"{plain[:31]}…"


def _grouped(reasons: Mapping[str, str], heading: object = None) -> list[str]:
    groups: dict[str, list[str]] = {}
    for name, reason in sorted(reasons.items(), key=lambda item: item[1] != FONTLESS):
        groups.setdefault(reason, []).append(_shown(heading(name)) if callable(heading) else name)
    return [part for reason, names in groups.items() for part in (*names[:-1], f"{names[-1]} ({reason})")]


def _wrapped(start: str, parts: Sequence[str], width: int = WIDTH, most: int = 2) -> list[str]:
    if not parts:
        return []
    for count in range(min(len(parts), width), 0, -1):
        more = f" and {len(parts) - count} more" if count < len(parts) else ""
        text = f"{start} {', '.join(parts[:count])}{more}"
        lines = wrap(text, width, subsequent_indent="  ", break_on_hyphens=False)
        if len(lines) <= most:
            break
    return lines


def _word(text: str) -> str:
    style = '"' if not text.isprintable() else None
    dumped = yaml.safe_dump(text, allow_unicode=True, width=100_000, default_style=style)
    return dumped.removesuffix("...\n").strip()


def _game_yaml(source: _Source, game: str) -> str:
    """Return the game around a table, if there is none yet; the name of a file is none for the backs of cards."""
    title = title_of(game) if game and slug(game) != slug(source.title) else source.title
    lines = [f"title: {_word(title)}"]
    lines += [] if game else ["title_on_backs: false   # true: the backs bear the title, not only the sheets"]
    lines += ["# fonts: {title: Manrope, body: Source Sans Pro}", '# palette: {accent: "#2f4b7c"}']
    return "\n".join(lines) + "\n"


def _plain(value: Value) -> object:
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, str):
        return value.strip()
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as such."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)
