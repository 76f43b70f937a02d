"""A printer's own margin decides how much a sheet holds: maps of pages with a narrow, the usual and a wide one."""

from dataclasses import replace
from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st
from maps import bounds, caption_box, soup, stroke_box

from pnp.build.options import BuildOptions
from pnp.impose.furniture import SheetContext
from pnp.impose.plan import plan
from pnp.model.calibration import Printer
from pnp.model.geometry import Size
from pnp.model.papers import PAPERS


def on_a4(made: SimpleNamespace, margin: float, backs: str = "none"):
    paper = replace(PAPERS["a4"], unprintable=margin)
    return plan(SheetContext(made.game, made.component, made.deck, paper), backs=backs)


def test_what_has_no_room_is_measured_with_the_margin():
    (finding,) = on_a4(soup("a", size=Size(190, 280)), 12).diagnostics
    assert "of which a printer reaches 186 × 273 mm" in finding.message
    assert finding.hint == "print it with --paper legal, a3, tabloid, arch_b or sra3, or write a smaller size"


@given(st.floats(0, 20), st.sampled_from(["long-edge", "gutterfold"]))
def test_marks_and_words_keep_within_every_margin(margin, backs):
    for sheet in on_a4(soup("a*9 b*7"), margin, backs).sheets:
        drawn = [stroke_box(stroke) for stroke in sheet.strokes if not stroke.halo]
        within = bounds([*drawn, *map(caption_box, sheet.captions), *(p.trim for p in sheet.placements)])
        assert within.x >= margin - 1e-6
        assert within.y >= margin - 1e-6
        assert within.right <= sheet.size.width - margin + 1e-6
        assert within.bottom <= sheet.size.height - margin + 1e-6


def test_the_margin_is_the_one_asked_for_or_the_printers_or_the_usual_one():
    def margins(**options) -> set[float]:
        return {paper.unprintable for paper in BuildOptions(**options).papers}

    office = Printer("office", margin=4.2)
    assert margins() == margins(printer=Printer("old")) == {6.35}
    assert margins(printer=office) == {4.2}
    assert margins(printer=office, margin=0) == {0}
    assert {
        paper.unprintable for paper in replace(BuildOptions(printer=office), papers=(PAPERS["a3"],)).papers
    } == {4.2}
