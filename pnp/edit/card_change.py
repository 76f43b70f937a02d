"""New values of a card as changes of files, nothing of which is written yet, and what pnp would say of them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from pnp.edit.card_form import CardForm, form_of
from pnp.edit.card_source import Card, ComponentSource, component_source
from pnp.edit.card_writer import CardWriter
from pnp.edit.file_change import FileChange
from pnp.load.game import load_game
from pnp.load.nodes import ScalarNode
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.errors import CannotEdit, PnpError
from pnp.model.game import Value
from pnp.text import counted, listed, suggest


@dataclass(frozen=True, slots=True)
class FieldFinding:
    """What pnp says of a change; `field` is the one it is about, "" for none in particular."""

    field: str
    finding: Diagnostic


@dataclass(frozen=True, slots=True)
class CardChange:
    """What becomes of the files of a game when a card gets new values, or is added or taken out.

    `what` says it in a few words; `findings` are those that the change brings, `project` reads the game as it would be.
    `piece` is the id that the card has then, "" when it is gone.
    """

    what: str
    files: tuple[FileChange, ...]
    findings: tuple[FieldFinding, ...]
    project: Project
    piece: str


def changed_card(
    project: Project,
    game: str,
    component: str,
    piece: str,
    values: Mapping[str, Value],
    *,
    everywhere: Collection[str] = (),
) -> CardChange:
    """Return the change that gives fields of a card new values, None for what is written no more.

    A value of the defaults becomes the card's own, unless the field is in `everywhere`: then the default is changed.
    Raises UnknownName, CannotEdit.
    """
    source = component_source(project, game, component)
    card = source.card(piece)
    form = form_of(source, card, project)
    writer = CardWriter(source, card)
    for name, value in values.items():
        field = form.field(name)
        if field is None:
            names = [each.name for each in form.fields]
            raise CannotEdit(f'{piece} has no field "{name}"', suggest(name, names, what="fields"))
        writer.set(field, tuple(value) if isinstance(value, list) else value, everywhere=name in everywhere)
    what = f"{piece}: {listed(list(values))}"
    return _change(project, source, card, what, writer.changes)


def copied_card(project: Project, game: str, component: str, piece: str, new: str) -> CardChange:
    """Return the change that puts a copy of a card, with the id `new`, behind it; raises UnknownName, CannotEdit."""
    source = component_source(project, game, component)
    card = source.card(piece)
    if any(each.id.casefold() == new.casefold() for each in source.cards):
        raise CannotEdit(f'{component} has a card "{new}" already', "choose another id")
    _refuse_no_entry_of_its_own(source, card)
    writer = CardWriter(source, card)
    writer.copy(new)
    return _change(project, source, replace(card, id=new), f"{piece} copied as {new}", writer.changes)


def removed_card(project: Project, game: str, component: str, piece: str) -> CardChange:
    """Return the change that takes a card out, with all its copies; raises UnknownName, CannotEdit."""
    source = component_source(project, game, component)
    card = source.card(piece)
    _refuse_no_entry_of_its_own(source, card)
    writer = CardWriter(source, card)
    writer.remove()
    copies = card.fields.get("copies")
    number = copies.value if isinstance(copies, ScalarNode) and isinstance(copies.value, int) else 1
    what = f"{piece} taken out ({counted(number, 'copy', 'copies')})"
    return _change(project, source, card, what, writer.changes)


def _refuse_no_entry_of_its_own(source: ComponentSource, card: Card) -> None:
    if source.rows is not None:
        raise CannotEdit("the card is a row of a table", f"add or delete the row in {source.rows.path.name}")
    if card.variables:
        place = card.entry.place
        raise CannotEdit(
            f"{card.id} is one of several cards that one entry makes", f"{place.file} {place.spot}"
        )


def _change(
    project: Project, source: ComponentSource, card: Card, what: str, files: Sequence[FileChange]
) -> CardChange:
    """Return a change with what it would bring: the game is read as it would be."""
    unsaved = tuple((each.path, each.after) for each in files if each.after is not None)
    kept = tuple(each for each in project.unsaved if each[0] not in {path for path, _ in unsaved})
    changed = replace(project, unsaved=(*kept, *unsaved))
    if not files:
        return CardChange(what, (), (), project, card.id)
    game = source.folder.id
    known = {_apart_from_line(each) for each in load_game(project, game).diagnostics}
    new = [each for each in load_game(changed, game).diagnostics if _apart_from_line(each) not in known]
    form = _form_then(changed, source, card)
    findings = tuple(FieldFinding(_field_of(each, form), each) for each in new)
    return CardChange(what, tuple(files), findings, changed, form.piece if form else "")


def _apart_from_line(finding: Diagnostic) -> Diagnostic:
    """Return a finding as it is wherever it moves to in its file."""
    return replace(finding, place=Place(finding.place.file, 0, 0) if finding.place else None)


def _form_then(project: Project, source: ComponentSource, card: Card) -> CardForm | None:
    """Return the form of a card after a change; its id may be made of a value that has changed."""
    try:
        then = component_source(project, source.folder.id, source.path.stem)
    except PnpError:
        return None
    found = next((each for each in then.cards if each.id == card.id), None)
    if found is None and len(then.cards) == len(source.cards):
        found = next(
            (new for new, old in zip(then.cards, source.cards, strict=True) if old.id == card.id), None
        )
    return form_of(then, found, project) if found else None


def _field_of(finding: Diagnostic, form: CardForm | None) -> str:
    """Return the field that a finding is about, "" for none."""
    place = finding.place
    if form is None or place is None:
        return ""
    for each in form.fields:
        if each.place is None or each.place.file != place.file:
            continue
        if (each.place.line, each.place.column) == (place.line, place.column):
            return each.name
    about = [each for each in form.fields if finding.message.startswith((f"{each.name} ", f'"{each.name}"'))]
    mine = finding.piece in (None, form.piece, f"{form.component}/{form.piece}")
    return about[0].name if about and mine else ""
