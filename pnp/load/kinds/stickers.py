"""The kind `stickers`: round pieces printed on sheets of labels, or on plain sticker paper to cut."""

from collections.abc import Mapping
from dataclasses import replace

from pnp.load.component import ROUND_KEYS, Form, read_disc
from pnp.load.header import Context
from pnp.load.kinds.discs import GAP_MM, SAFE_MM
from pnp.load.label_sheets import LABEL_SHEETS, find_label_sheet, read_own_labels
from pnp.load.schema import Findings, want_map, want_text
from pnp.load.yaml_nodes import ListNode, MapNode, Node, ScalarNode
from pnp.model.diagnostics import Diagnostic, Place, Severity
from pnp.model.game import LabelSheet
from pnp.model.kinds import Kind
from pnp.model.sheet import PAPERS
from pnp.text import suggest

KIND = Kind(
    name="stickers",
    one="sticker",
    many="stickers",
    rank=3,
    stock="Label paper.",
    assembly="Peel, and stick them on discs; on plain paper, cut and glue.",
    layout="labels",
)
KEYS = ("labels", "label_sheets", *ROUND_KEYS)

BLEED_MM = 1.5
"""Labels are cut before they are printed and printers feed to a millimetre or so: the drawing must reach beyond."""


def read_stickers(section: MapNode, context: Context) -> Form:
    """Return what a sticker is like, and the labels it is printed on."""
    findings = context.findings
    form = read_disc(section, findings, gap=GAP_MM, bleed=BLEED_MM, safe=SAFE_MM, example="19mm")
    labels = _labels(section, form.size.width if form.size else None, findings)
    _refuse_back(section.get("back"), findings)
    return replace(form, labels=labels, inspect=_inspect)


def _inspect(nodes: Mapping[str, Node | None], findings: Findings) -> None:
    _refuse_back(nodes.get("back"), findings)


def _refuse_back(node: Node | None, findings: Findings) -> None:
    if node is not None and not (isinstance(node, ScalarNode) and node.text == "none"):
        hint = "delete it, or write kind: discs for pieces with two sides"
        findings.error("PNP138", "stickers have no back to print on", node.place, hint=hint)


def _labels(section: MapNode, diameter: float | None, findings: Findings) -> tuple[LabelSheet, ...]:
    """Return the label sheets that `labels` names, one for each paper."""
    own = read_own_labels(section.get("label_sheets"), findings)
    written = set(want_map(section.get("label_sheets"), "label_sheets", Findings()) or ())
    node = section.get("labels")
    items = node.items if isinstance(node, ListNode) else (node,) if node else ()
    chosen: dict[str, LabelSheet] = {}
    for item in items:
        name = want_text(item, "labels", findings)
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
