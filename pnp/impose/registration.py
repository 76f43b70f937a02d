"""Sheets for cutting machines: pieces keep clear of the registration marks, and fewer may fit."""

from collections.abc import Sequence
from dataclasses import replace

from pnp.impose.grid import ClipArea, Layout, Registration
from pnp.impose.layouts import lay_out
from pnp.model.game import Component
from pnp.model.geometry import Rect, Size
from pnp.model.machines import CuttingMachine, RegistrationPattern
from pnp.model.papers import PAPERS, Paper
from pnp.text import listed

ARM_STEP = 0.5  # mm by which arms are made longer as long as there is room


def machine_layout(
    component: Component, paper: Paper, machine: CuttingMachine, *, copies: int = 1
) -> Layout | None:
    """Return the places that one sheet of `paper` has for the machine, with its marks, or None where not one fits."""
    if machine.pattern is None or _is_page(component, paper):
        return None
    pattern = machine.pattern
    whole = prepared(component, machine)
    near = pattern.inset + machine.bleed
    far = (
        pattern.inset + pattern.shortest + pattern.clear + machine.bleed
    )  # beside the marks, never between them
    found: list[Layout] = []
    for margin in (near, far):
        layout = lay_out(whole, replace(paper, unprintable=margin, sheet=None), copies=copies)
        if layout is not None:
            clear = pattern.kept_clear(layout.page, pattern.shortest)
            kept = [
                number for number in range(len(layout.positions)) if _is_clear(layout, number, clear, machine)
            ]
            if kept:
                found.append(_registered(layout, kept, machine, pattern))
    return max(found, key=lambda each: len(each.positions), default=None)


def no_room_between_marks(component: Component, paper: Paper, machine: CuttingMachine) -> tuple[str, str]:
    """Return what is wrong with a component that has no place on a sheet for the machine, and what to do."""
    size = component.size
    on_paper = f"{paper.title} ({paper.size.width:.4g} × {paper.size.height:.4g} mm)"
    fact = f"{size.width:.4g} × {size.height:.4g} mm does not fit between the marks of {machine.title} on {on_paper}"
    papers = (each for each in PAPERS.values() if each.sheet is None)
    others = [each.name for each in papers if machine_layout(component, each, machine)]
    hint = f"print it with --paper {listed(others, 'or')}, or " if others else ""
    return fact, f"{hint}cut it by hand"


def places_lost(component: Component, paper: Paper, machine: CuttingMachine) -> str:
    """Return the words about how many pieces fewer a sheet has room for: "8 on a sheet, 9 without marks", or ""."""
    marked, plain = machine_layout(component, paper, machine), lay_out(component, paper)
    if not marked or not plain or len(marked.positions) >= len(plain.positions):
        return ""
    return f"{len(marked.positions)} on a sheet, {len(plain.positions)} without marks"


def prepared(component: Component, machine: CuttingMachine) -> Component:
    """Return the component as it is laid out for a machine: cards that would touch keep apart, labels are cut out."""
    touching = component.gap is None and component.cut.kind == "rectangle"
    return replace(component, labels=(), gap=machine.gap if touching else component.gap)


def _is_page(component: Component, paper: Paper) -> bool:
    return any(component.size.is_like(way, within=1.0) for way in paper.size.either_way)


def _is_clear(layout: Layout, number: int, clear: Sequence[Rect], machine: CuttingMachine) -> bool:
    """Say whether a place keeps away from the marks, and all that may show of the bleed around it."""
    around = [machine.bleed] * 4
    trim = layout.positions[number].trim.grown(*around)
    seen = layout.clip_area(number, bleed=machine.bleed, shown=layout.bounds.grown(*around)).clip
    return not any(box.overlaps(each) for box in (trim, seen) for each in clear)


def _registered(
    layout: Layout, kept: Sequence[int], machine: CuttingMachine, pattern: RegistrationPattern
) -> Layout:
    """Return a layout with these of its places alone, and with marks as long as they leave room for."""

    def clip_area(number: int, *, bleed: float, shown: Rect) -> ClipArea:
        """Show what the same place shows in the whole layout."""
        return layout.clip_area(kept[number], bleed=min(bleed, machine.bleed), shown=shown)

    arm = _longest_arm(layout, kept, machine, pattern)
    return replace(
        layout,
        positions=tuple(layout.positions[number] for number in kept),
        clip_area=clip_area,
        outer_bleed=min(layout.outer_bleed, machine.bleed),
        cut_xs=(),
        cut_ys=(),
        slanted_cuts=(),
        contours=(),
        registration=Registration(
            machine.title, pattern.strokes(layout.page, arm), pattern.kept_clear(layout.page, arm)
        ),
    )


def _longest_arm(
    layout: Layout, kept: Sequence[int], machine: CuttingMachine, pattern: RegistrationPattern
) -> float:
    page: Size = layout.page
    arm = pattern.shortest
    while arm + ARM_STEP <= pattern.longest:
        clear = pattern.kept_clear(page, arm + ARM_STEP)
        meet = any(one.overlaps(other) for one in clear for other in clear if one is not other)
        if meet or not all(_is_clear(layout, number, clear, machine) for number in kept):
            break
        arm += ARM_STEP
    return arm
