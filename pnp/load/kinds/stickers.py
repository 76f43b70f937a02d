"""The kind `stickers`: round pieces printed on sheets of labels, or on plain sticker paper to cut."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from pnp.load.component import ROUND_KEYS, Form, Reader, read_disc
from pnp.load.header import Context
from pnp.load.kinds.flat import GAP_MM, ROUND_SAFE_MM
from pnp.load.nodes import Findings, ListNode, MapNode, Node, Problem, ScalarNode, text_of, whole_of
from pnp.load.sizes import want_length
from pnp.model.diagnostics import Diagnostic, Place, Severity
from pnp.model.game import LabelSheet
from pnp.model.kinds import Kind
from pnp.model.papers import PAPERS, Paper
from pnp.text import suggest

BLEED_MM = 1.5
"""Labels are cut before they are printed and printers feed to a millimetre or so: the drawing must reach beyond."""


def read_stickers(section: MapNode, context: Context) -> Form:
    """Return what a sticker is like, and the labels it is printed on."""
    findings = context.findings
    form = read_disc(section, findings, gap=GAP_MM, bleed=BLEED_MM, safe=ROUND_SAFE_MM, example="19mm")
    labels = _labels(section, form.size.width if form.size else None, findings)
    _refuse_back(section.get("back"), findings)

    def inspect(nodes: Mapping[str, Node | None], findings: Findings) -> None:
        _refuse_back(nodes.get("back"), findings)

    return replace(form, labels=labels, inspect=inspect)


STICKERS = Reader(
    Kind(
        name="stickers",
        one="sticker",
        many="stickers",
        rank=3,
        stock="label",
        stock_text="Label paper.",
        layout="labels",
    ),
    ("labels", "label_sheets", *ROUND_KEYS),
    read_stickers,
)


def _refuse_back(node: Node | None, findings: Findings) -> None:
    if node is not None and not (isinstance(node, ScalarNode) and node.text == "none"):
        hint = "delete it, or write kind: discs for pieces with two sides"
        findings.error("PNP138", "stickers have no back to print on", node.place, hint=hint)


def _labels(section: MapNode, diameter: float | None, findings: Findings) -> tuple[LabelSheet, ...]:
    """Return the label sheets that `labels` names, one for each paper."""
    own = read_own_labels(section.get("label_sheets"), findings)
    written = set(Findings().want_map(section.get("label_sheets"), "label_sheets") or ())
    node = section.get("labels")
    items = node.items if isinstance(node, ListNode) else (node,) if node else ()
    chosen: dict[str, LabelSheet] = {}
    for item in items:
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
            _check_size(sheet, diameter, item.place, findings)
    return tuple(chosen.values())


def _check_size(sheet: LabelSheet, diameter: float | None, place: Place, findings: Findings) -> None:
    """Warn of labels smaller than the stickers; where stickers would even lie on one another it is an error."""
    if diameter is None or diameter <= sheet.diameter:
        return
    apart = min(sheet.dx if sheet.columns > 1 else diameter, sheet.dy if sheet.rows > 1 else diameter)
    message = f"the labels of {sheet.title} are {sheet.diameter:.4g} mm wide, the stickers {diameter:.4g} mm"
    hint = f"write diameter: {round(sheet.diameter, 3):g}mm, or choose a sheet with larger labels"
    severity: Severity = "error" if diameter > apart else "warning"
    findings.add(Diagnostic("PNP136", message, place, hint, severity))


# Sheets of round labels that are sold by the pack, by their order numbers.
#
# Sources: the template data of gLabels (Debian package glabels-data, its own licence is of the MIT kind), which gives
# diameter, first label and pitch of each; the margins on the far sides were worked out from them and from the paper.
# gLabels rounds inches to thousandths: OL5275 is listed as 0.656 and 0.813. Here they are the sixteenths and
# thirty-seconds which that rounds, with which every sheet is symmetric to the micrometre.
#
# Left out although gLabels has them: Avery 5194 and 5294, which are not symmetric as listed, and the Begalabel O-100.

INCH = 25.4
Numbers = tuple[float, int, int, float, float, float, float]
"""Diameter, columns, rows, x and y of the first label's box, pitch across and down."""

_LETTER: Mapping[str, tuple[str, Numbers]] = {  # in inches
    "OL32": ("OnlineLabels OL32", (0.5, 11, 14, 0.25, 0.375, 0.75, 0.75)),
    "OL5275": ("OnlineLabels OL5275", (0.75, 9, 12, 0.625, 0.65625, 0.8125, 0.8125)),
    "OL1245": ("OnlineLabels OL1245", (0.875, 8, 10, 0.3125, 0.5625, 1.0, 1.0)),
    "OL1025": ("OnlineLabels OL1025", (1.0, 7, 9, 0.375, 0.5, 1.125, 1.125)),
    "OL3012": ("OnlineLabels OL3012", (1.25, 6, 8, 0.34375, 0.28125, 1.3125, 1.3125)),
    "8293": ("Avery 8293", (1.5, 4, 5, 0.5, 0.75, 2.0, 2.0)),
    "OL5375": ("OnlineLabels OL5375", (2.0, 4, 5, 0.15625, 0.375, 2.0625, 2.0625)),
}
_A4: Mapping[str, tuple[str, Numbers]] = {  # in mm
    "1818K": ("Rayfilm 1818K", (18, 10, 15, 6, 6.5, 20, 19)),
    "6500020x": ("Endisch 6500020x", (20, 8, 12, 16.25, 14.75, 22.5, 22.5)),
    "6500024x": ("Endisch 6500024x", (24, 7, 10, 12, 15, 27, 27)),
    "2525K": ("Rayfilm 2525K", (25, 7, 10, 8.5, 10, 28, 28)),
    "6500030x": ("Endisch 6500030x", (30, 6, 8, 8.75, 19.75, 32.5, 32.5)),
    "6500040x": ("Endisch 6500040x", (40, 4, 6, 16, 13.5, 46, 46)),
}
_ALSO_SOLD_AS = {"SL115": "OL5275", "SL114": "OL1025", "3274.2": "8293", "3112": "8293", "GB3019": "6500040x"}


def _sheet(name: str, title: str, paper: str, numbers: Numbers, unit: float) -> LabelSheet:
    diameter, columns, rows, *lengths = numbers
    return LabelSheet(name, title, paper, diameter * unit, columns, rows, *(each * unit for each in lengths))


LABEL_SHEETS: Mapping[str, LabelSheet] = MappingProxyType(
    {
        **{name: _sheet(name, title, "letter", each, INCH) for name, (title, each) in _LETTER.items()},
        **{name: _sheet(name, title, "a4", each, 1.0) for name, (title, each) in _A4.items()},
    }
)
"""The sheets by name, the smaller labels first on each paper. Lengths in mm."""


def squeezed(name: str) -> str:
    """Return a name without what people write differently: case, blanks, hyphens.

    >>> squeezed("OL-5275 ")
    'ol5275'
    """
    return "".join(letter for letter in name.casefold() if letter.isalnum() or letter == ".")


def find_label_sheet(name: str, own: Mapping[str, LabelSheet]) -> LabelSheet | None:
    """Return the sheet of that name, with or without its maker's, the designer's own ones first; None if there is none.

    >>> find_label_sheet("endisch 65000 20X", {}).title
    'Endisch 6500020x'
    """
    wanted = squeezed(name)
    names = {squeezed(sheet.title): sheet for sheet in LABEL_SHEETS.values()}
    names |= {squeezed(alias): LABEL_SHEETS[known] for alias, known in _ALSO_SOLD_AS.items()}
    for known in (LABEL_SHEETS, own):
        names |= {squeezed(key): sheet for key, sheet in known.items()}
    return names.get(wanted)


def free_margins(sheet: LabelSheet, width: float, height: float) -> tuple[float, float, float, float]:
    """Return what a sheet leaves free of a paper of that size in mm: left, top, right, bottom.

    >>> [round(free, 6) for free in free_margins(LABEL_SHEETS["OL1025"], 215.9, 279.4)]
    [9.525, 12.7, 9.525, 12.7]
    """
    right = width - sheet.x - (sheet.columns - 1) * sheet.dx - sheet.diameter
    bottom = height - sheet.y - (sheet.rows - 1) * sheet.dy - sheet.diameter
    return (sheet.x, sheet.y, right, bottom)


# Label sheets that a designer measured: `label_sheets` of a component, checked against their paper.

SHEET_KEYS = ("paper", "diameter", "columns", "rows", "x", "y", "dx", "dy")

SYMMETRIC_MM = 0.25
"""How far the margins of the two sides may differ: less than that is what measuring with a ruler costs."""

MOST_LABELS = 100  # in a row or column: 5 mm labels on the longest paper
LONGEST_MM = 500.0


def read_own_labels(node: Node | None, findings: Findings) -> Mapping[str, LabelSheet]:
    """Return the sheets of `label_sheets` by name; one with a mistake is there too, as far as it can be read."""
    entries = findings.entries(node, "label_sheets")
    read = (_own_sheet(key.text, value, findings) for key, value in entries)
    return {sheet.name: sheet for sheet in read if sheet is not None}


def _own_sheet(name: str, node: Node, findings: Findings) -> LabelSheet | None:
    what = f"label sheet {name}"
    section = findings.want_map(node, what)
    if section is None:
        return None
    findings.check_keys(section, SHEET_KEYS, what)
    paper = findings.attempt(_paper, findings.require(section, "paper", what, example="a4"))
    columns, rows = (
        findings.attempt(whole_of, findings.require(section, key, what, example="9"), key, 1, MOST_LABELS)
        for key in ("columns", "rows")
    )
    last = "dy" if "dy" in section else "dx"
    diameter = want_length(section, "diameter", what, findings, least=5, most=LONGEST_MM, example="19mm")
    x, y, dx, dy = (
        want_length(section, key, what, findings, least=0, most=LONGEST_MM, example=example)
        for key, example in (("x", "15mm"), ("y", "15mm"), ("dx", "22mm"), (last, "22mm"))
    )
    if paper is None or columns is None or rows is None or diameter is None:
        return None
    if x is None or y is None or dx is None or dy is None:
        return None
    sheet = LabelSheet(name, name, paper.name, diameter, columns, rows, x, y, dx, dy)
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


def _faults(sheet: LabelSheet, paper: Paper) -> Iterator[tuple[str, str, str, str]]:
    """Yield what is wrong with a sheet: code, message, the key to blame, and what to write."""
    left, top, right, bottom = free_margins(sheet, paper.size.width, paper.size.height)
    for key, line, count, pitch, start, end, (first, last) in (
        ("x", "columns", sheet.columns, sheet.dx, left, right, ("left", "right")),
        ("y", "rows", sheet.rows, sheet.dy, top, bottom, ("top", "bottom")),
    ):
        if count > 1 and pitch < sheet.diameter:
            message = f"has labels of {_mm(sheet.diameter)} that lie on one another, {_mm(pitch)} apart"
            hint = f"write d{key}: {_mm(sheet.diameter)} or more: it runs from centre to centre"
            yield "PNP135", message, f"d{key}", hint
        elif end < 0:
            room = max(1, count + math.floor(end / pitch)) if count > 1 else 1
            message = f"does not lie on {paper.title}: its {line} end {_mm(-end)} beyond the {last} edge"
            hint = f"write {line}: {room}, or measure {key} and d{key} again"
            yield "PNP135", message, line, hint
        elif abs(start - end) > SYMMETRIC_MM:
            message = f"is not symmetric: {_mm(start)} are free at the {first}, {_mm(end)} at the {last}"
            hint = f"write {key}: {_mm((start + end) / 2)}, or measure {key} and d{key} again"
            yield "PNP134", message, key, hint


def _mm(length: float) -> str:
    return f"{round(length, 3):g}mm"
