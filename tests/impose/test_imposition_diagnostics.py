from maps import PLACE, planned, soup

from pnp.model.codes import SHEETS as CODES
from pnp.model.geometry import Size


def found(size: Size, paper: str = "a4", backs: str = "long-edge"):
    plan = planned(soup("leek", size=size), paper, backs)
    for finding in plan.diagnostics:
        assert finding.code in CODES
        assert finding.place == PLACE
        assert finding.game == "soup"
    return plan


def said(plan) -> list[tuple[str, str, str, str | None]]:
    return [(d.code, d.severity, d.message, d.hint) for d in plan.diagnostics]


def test_a_card_larger_than_the_paper_is_an_error_with_both_sizes():
    plan = found(Size(250, 400))
    assert plan.sheets == ()
    assert said(plan) == [
        (
            "PNP402",
            "error",
            "Food: 250 × 400 mm is larger than A4 (210 × 297 mm, of which a printer reaches 197.3 × 284.3 mm)",
            "print it with --paper a3, tabloid, arch_b or sra3, or write a smaller size",
        )
    ]


def test_a_card_that_does_not_fit_twice_cannot_be_folded():
    plan = found(Size(150, 150), backs="gutterfold")
    assert plan.sheets == ()
    assert said(plan) == [
        (
            "PNP403",
            "error",
            "Food: 150 × 150 mm does not fit twice beside a fold on A4 (210 × 297 mm)",
            "print it with --paper legal, a3, tabloid, arch_b or sra3, or print with --backs long-edge",
        )
    ]


def test_a_card_that_fills_the_paper_says_what_is_missing():
    plan = found(Size(197, 284))
    assert len(plan.sheets) == 2
    assert [sheet.captions for sheet in plan.sheets] == [(), ()]
    assert said(plan) == [
        (
            "PNP404",
            "warning",
            "Food on A4: there is no room for the footer and the ruler",
            "check the size with a ruler after printing, or print on another paper",
        ),
        (
            "PNP405",
            "warning",
            "Food on A4: there is no room for crop marks on any side",
            "cut where the bleed ends, or print on another paper",
        ),
    ]
