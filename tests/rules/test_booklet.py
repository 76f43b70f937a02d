"""The booklet: pages in the order of folded sheets, beside the fold, each of them once."""

import io

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pnp
from pnp.rules.pdf import booklet, spreads

A5, HALF_LETTER = (148.0, 210.0), (139.7, 215.9)


def numbered(count, size):
    pdf = pikepdf.new()
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
    )
    for number in range(1, count + 1):
        page = pdf.add_blank_page(page_size=[side * 72 / 25.4 for side in size])
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
        page.Contents = pdf.make_stream(b"BT /F 12 Tf 20 20 Td (page %d) Tj ET" % number)
    out = io.BytesIO()
    pdf.save(out, deterministic_id=True)
    return out.getvalue()


def halves(pdf):
    with pypdfium2.PdfDocument(pdf) as document:
        sizes = {tuple(round(side / 72 * 25.4, 1) for side in page.get_size()) for page in document}
        read = [
            tuple(
                page.get_textpage().get_text_bounded(left=left, right=left + page.get_width() / 2).strip()
                for left in (0, page.get_width() / 2)
            )
            for page in document
        ]
    return read, sizes


@pytest.mark.parametrize(
    ("paper", "size", "sheet"), [("a4", A5, (297.0, 210.0)), ("letter", HALF_LETTER, (279.4, 215.9))]
)
def test_the_pages_lie_as_folded_sheets_need_them(paper, size, sheet):
    read, sizes = halves(booklet(numbered(6, size), paper))
    assert sizes == {sheet}
    assert read == [("", "page 1"), ("page 2", ""), ("page 6", "page 3"), ("page 4", "page 5")]


def test_pages_that_are_too_wide_are_made_smaller():
    read, sizes = halves(booklet(numbered(4, A5), "letter"))
    assert sizes == {(279.4, 215.9)}
    assert read == [("page 4", "page 1"), ("page 2", "page 3")]
    with pikepdf.open(io.BytesIO(booklet(numbered(1, A5), "letter"))) as pdf:
        assert pdf.pages[0].Contents.read_bytes().startswith(b"q 0.943919 0 0 0.943919 ")


@given(st.integers(1, 60))
def test_folded_sheets_are_read_from_the_first_page_to_the_last(pages):
    sides = list(spreads(pages))
    fronts, backs = sides[::2], sides[1::2]
    leaves = list(zip(fronts, backs, strict=True))
    read = [page for front, back in leaves for page in (front[1], back[0])]
    read += [page for front, back in reversed(leaves) for page in (back[1], front[0])]
    assert read[:pages] == list(range(pages))
    assert set(read[pages:]) <= {None}
    assert len(read) < pages + 4


@pytest.mark.parametrize(
    ("turn", "wish", "rotated", "read"),
    [
        ("long-edge", "/DuplexFlipLongEdge", [0, 180], [("", "page 1"), ("page 2", "page 3")]),
        ("short-edge", "/DuplexFlipShortEdge", [0, 0], [("", "page 1"), ("page 2", "page 3")]),
        ("none", "/Simplex", [0, 0], [("page 1", "page 2"), ("page 3", "")]),
    ],
)
def test_backs_are_turned_as_the_printer_turns_them(turn, wish, rotated, read):
    """Over the long edge as cards are, a back must be upside down; on one side, pages follow each other."""
    pages = numbered(3, A5)
    made = booklet(pages, "a4", turn)
    assert made == booklet(pages, "a4", turn)
    assert halves(made)[0] == read
    with pikepdf.open(io.BytesIO(made)) as pdf:
        wishes = pdf.Root.ViewerPreferences
        assert (wishes.Duplex, wishes.PrintScaling) == (wish, "/None")
        assert [int(page.get("/Rotate", 0)) for page in pdf.pages] == rotated


RULEBOOK_PAGES = {
    "yes_broccoli": {"": 4, "fr": 4, "ja": 4},
    "ryb": {"": 4},
    "yogire": {"": 6, "fr": 6},
    "yoggity": {"": 6},
    "ingeniators": {"": 6},
}


@pytest.mark.long
@pytest.mark.parametrize(("game", "pages"), RULEBOOK_PAGES.items())
def test_a_rulebook_is_as_short_as_it_was_made(game, pages, tmp_path):
    """A sentence too many would begin another page, and another sheet of the booklet."""
    typeset = {}
    for language in pages:
        made = pnp.write_rules(pnp.open_project((game,), language), game, tmp_path / "rules.pdf")
        assert not made.diagnostics
        with pikepdf.open(tmp_path / "rules.pdf") as pdf:
            typeset[language] = len(pdf.pages)
    assert typeset == pages
