"""The form of a card, and a change of it, as plain values for JSON."""

from collections.abc import Iterable

from pnp.edit.card_change import CardChange, FieldFinding
from pnp.edit.card_form import CardField, CardForm
from pnp.edit.history import EditHistory
from pnp.studio.content import Json, finding_content, plain


def form_content(form: CardForm) -> Json:
    """Return the form of a card."""
    return {
        "component": form.component,
        "piece": form.piece,
        "file": form.file,
        "line": form.place.line,
        "makes": list(form.makes),
        "icons": list(form.icons),
        "fields": [_field(each) for each in form.fields],
    }


def _field(field: CardField) -> Json:
    limits, place = field.limits, field.place
    return {
        "name": field.name,
        "kind": field.kind,
        "value": plain(field.value),
        "shown": plain(field.shown),
        "origin": field.origin,
        "becomes_own": field.becomes_own,
        "file": place.file if place else None,
        "line": place.line if place else None,
        "cell": place.cell if place else "",
        "low": limits.low,
        "high": limits.high,
        "longest": limits.longest,
        "one_of": plain(limits.one_of),
        "known": plain(limits.known),
        "names": limits.names,
        "required": limits.required,
        "long": limits.is_long,
        "shared": list(field.shared),
        "refused": field.refused,
        "instead": field.instead,
    }


def change_content(change: CardChange, found: Iterable[FieldFinding]) -> Json:
    """Return what a change does to files, and what was found of it."""
    return {
        "what": change.what,
        "piece": change.piece,
        "findings": [finding_content(each.finding) | {"field": each.field} for each in found],
        "files": [
            {
                "name": each.path.relative_to(change.project.root).as_posix(),
                "lines": [
                    {"kind": line.kind, "text": line.text, "number": line.number} for line in each.diff
                ],
            }
            for each in change.files
        ],
    }


def history_content(history: EditHistory) -> Json:
    """Return what can be undone and done again."""
    return {"undo": history.next_undo, "redo": history.next_redo}
