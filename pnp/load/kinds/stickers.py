"""The kind `stickers`: round pieces printed on sheets of labels, or on plain sticker paper to cut."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pnp.load.component import ROUND_KEYS, Form, Reader
from pnp.load.game_yaml import Context
from pnp.load.keys import TEXTS, FileKey, LengthKey, TextKey, WholeKey, map_of, mapping
from pnp.load.kinds.flat import read_disc
from pnp.load.nodes import Findings, MapNode, Node, Problem, ScalarNode, items_of, text_of
from pnp.model.diagnostics import Diagnostic, Severity
from pnp.model.game import Kind
from pnp.model.geometry import Size
from pnp.model.papers import LABEL_SHEETS, PAPERS, BoughtSheet, Paper, free_margins, names_of, squeezed
from pnp.text import suggest

BLEED_MM = 1.5  # Labels are cut before and printers feed to a millimetre: art must reach beyond.
LONGEST_MM = 500.0
LABEL_DIAMETER = LengthKey("diameter", least=5.0, most=LONGEST_MM, example="19mm")
COLUMNS, ROWS = (WholeKey(name, "", 1, 100) for name in ("columns", "rows"))
"""As many 5 mm labels as there is room for on the longest paper."""

LEFT, TOP = (LengthKey(name, most=LONGEST_MM, example="15mm") for name in ("x", "y"))
ACROSS, DOWN = (LengthKey(name, most=LONGEST_MM, example="22mm") for name in ("dx", "dy"))
SHEET_KEYS = (TextKey("paper"), LABEL_DIAMETER, COLUMNS, ROWS, LEFT, TOP, ACROSS, DOWN)


def _read_stickers(section: MapNode, context: Context) -> Form:
    findings = context.findings
    form = read_disc(section, findings, BLEED_MM, "19mm")
    diameter = form.size.width if form.size else None
    written = {
        key.text: _own_sheet(key.text, value, findings)
        for key, value in findings.entries(section.get("label_sheets"), "label_sheets")
    }
    own = {name: sheet for name, sheet in written.items() if sheet is not None}
    node = section.get("labels")
    chosen: dict[str, BoughtSheet] = {}
    for item in items_of(node):
        name = findings.want_text(item, "labels")
        sheet = find_label_sheet(name, own) if name is not None else None
        if name is None or (sheet is None and name in written):  # its own mistakes are reported
            continue
        if sheet is None:
            hint = suggest(name, {*LABEL_SHEETS, *own}, what="label sheets")
            findings.error("PNP133", f'there is no label sheet "{name}"', item.place, hint=hint)
        elif sheet.paper in chosen:
            first = chosen[sheet.paper].title
            message = f"{first} and {sheet.title} are both {PAPERS[sheet.paper].title}: only one can be used"
            findings.error("PNP137", message, item.place, hint="delete one of the two")
        else:
            chosen[sheet.paper] = sheet
            if diameter is not None and diameter > sheet.diameter:
                sizes = f"{sheet.diameter:.4g} mm wide, the stickers {diameter:.4g} mm"
                hint = f"write diameter: {round(sheet.diameter, 3):g}mm, or choose a sheet with larger labels"
                # Where stickers would even lie on one another it is an error.
                across = sheet.dx if sheet.columns > 1 else diameter
                apart = min(across, sheet.dy if sheet.rows > 1 else diameter)
                severity: Severity = "error" if diameter > apart else "warning"
                message = f"the labels of {sheet.title} are {sizes}"
                findings.add(Diagnostic("PNP136", message, item.place, hint, severity))
    _refuse_back(section.get("back"), findings)
    return replace(
        form,
        labels=tuple(chosen.values()),
        inspect=lambda nodes, findings: _refuse_back(nodes.get("back"), findings),
    )


STICKERS = Reader(
    Kind(name="stickers", one="sticker", many="stickers", rank=3, stock="label", layout="labels"),
    (
        FileKey("labels", f"Label sheets: {', '.join(LABEL_SHEETS)}.", TEXTS),
        FileKey("label_sheets", "Label sheets of your own, measured.", map_of(mapping(SHEET_KEYS))),
        *ROUND_KEYS,
    ),
    _read_stickers,
    needs=("diameter",),
)


def _refuse_back(node: Node | None, findings: Findings) -> None:
    if node is not None and not (isinstance(node, ScalarNode) and node.text == "none"):
        hint = "delete it, or write kind: discs for pieces with two sides"
        findings.error("PNP138", "stickers have no back to print on", node.place, hint=hint)


def find_label_sheet(name: str, own: Mapping[str, BoughtSheet]) -> BoughtSheet | None:
    """Return the sheet of that name, with or without its maker's, the designer's own ones first; None if there is none.

    >>> find_label_sheet("endisch 65000 20X", {}).title
    'Endisch 6500020x'
    """
    names = names_of(LABEL_SHEETS) | {squeezed(key): sheet for key, sheet in own.items()}
    return names.get(squeezed(name))


# Label sheets that a designer measured: `label_sheets` of a component, checked against their paper.


SYMMETRIC_MM = 0.25  # How far margins of two sides may differ: less than a ruler's error.


def _own_sheet(name: str, node: Node, findings: Findings) -> BoughtSheet | None:
    """Return a sheet, also one with a mistake, as far as it can be read."""
    what = f"label sheet {name}"
    section = findings.want_map(node, what)
    if section is None:
        return None
    findings.check_keys(section, SHEET_KEYS, what)
    paper = findings.attempt(_paper, findings.require(section, "paper", what, example="a4"))
    counts = [key.want(section, what, findings, example="9") for key in (COLUMNS, ROWS)]
    lengths = (LABEL_DIAMETER, LEFT, TOP, ACROSS, DOWN if DOWN in section else ACROSS)
    diameter, *places = (key.want(section, what, findings) for key in lengths)
    numbers: list[Any] = [*counts, *places]
    if paper is None or diameter is None or None in numbers:
        return None
    sheet = BoughtSheet(name, name, paper.name, Size(diameter, diameter), *numbers)
    for code, message, key, hint in _faults(sheet, paper):
        findings.error(code, f'label sheet "{name}" {message}', section.value_place(key), hint=hint)
    return sheet


def _paper(node: Node) -> Paper:
    text = text_of(node, "paper")
    paper = PAPERS.get(text.strip().casefold().replace(" ", "_").replace("-", "_"))
    if paper is None:
        hint = suggest(text, PAPERS, what="papers")
        raise Problem("PNP114", f'there is no paper called "{text}"', node.place, hint)
    return paper


def _faults(sheet: BoughtSheet, paper: Paper) -> Iterator[tuple[str, str, str, str]]:
    left, top, right, bottom = free_margins(sheet, paper.size.width, paper.size.height)
    for key, line, count, pitch, start, end, (first, last) in (
        ("x", "columns", sheet.columns, sheet.dx, left, right, ("left", "right")),
        ("y", "rows", sheet.rows, sheet.dy, top, bottom, ("top", "bottom")),
    ):
        if count > 1 and pitch < sheet.diameter:
            message = f"has labels of {_mm(sheet.diameter)} that overlap, {_mm(pitch)} apart"
            hint = f"write d{key}: {_mm(sheet.diameter)} or more: it runs from centre to centre"
            yield "PNP135", message, f"d{key}", hint
        elif end < 0:
            room = max(1, count + math.floor(end / pitch)) if count > 1 else 1
            message = f"does not fit on {paper.title}: its {line} end {_mm(-end)} beyond the {last} edge"
            hint = f"write {line}: {room}, or measure {key} and d{key} again"
            yield "PNP135", message, line, hint
        elif abs(start - end) > SYMMETRIC_MM:
            message = f"is not symmetric: {_mm(start)} are free at the {first}, {_mm(end)} at the {last}"
            hint = f"write {key}: {_mm((start + end) / 2)}, or measure {key} and d{key} again"
            yield "PNP134", message, key, hint


def _mm(length: float) -> str:
    return f"{round(length, 3):g}mm"
