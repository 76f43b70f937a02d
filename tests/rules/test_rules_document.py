"""The rules summaries of the games: every piece once in every format, links that lead somewhere, a PDF for everybody."""

import io
import re
from collections import Counter
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest

from pnp.model.rules_document import CardNotes, EntryTable, Figure, entries_in, plain, runs_in, shown_in
from pnp.rules.document import EDITIONS, RULEBOOK, card_blocks, edition
from pnp.rules.markdown import as_markdown
from pnp.rules.pdf import as_pdf
from pnp.rules.rich_text import component_anchor, piece_anchor


def pieces_of(game):
    cards = [
        piece_anchor(component, piece)
        for component in game.components
        for piece in component.pieces
        if component.kind.by_piece
    ]
    return Counter(cards + [component_anchor(component) for component in game.components])


def test_the_rules_of_the_game_are_whole(summary):
    assert summary.rules.diagnostics == ()


def test_every_piece_is_once_in_the_markdown(summary):
    anchors = re.findall(r'<a id="((?:card|component)-[^"]+)"></a>', as_markdown(summary.document))
    assert Counter(anchors) == pieces_of(summary.game)


def test_every_piece_is_once_in_the_html_and_every_link_leads_somewhere(summary):
    page = summary.html
    assert Counter(
        re.findall(
            r'<(?:article|tr|figure) class="(?:part|entry|entry-row|entry-picture)" id="([^"]+)"', page
        )
    ) == pieces_of(summary.game)
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(re.findall(r'\bid="([^"]+)"', page))
    named = re.findall(r'<[^<>]*?\sid="([^"]+)"', page)
    assert len(set(named)) == len(named)


def test_the_charts_that_the_rules_name_are_there(summary):
    wanted = [
        (f"chart-{component.id}-{field.replace('.', '-')}", f"{component.title}: {title}")
        for component in summary.game.components
        for title, field in (summary.rules.rules.cards.get(component.id, CardNotes()).charts or {}).items()
    ]
    assert re.findall(r'<figure id="([^"]+)"', summary.html) == [anchor for anchor, _ in wanted]
    for _, title in wanted:
        assert f'aria-label="{title}. ' in summary.html
    if summary.game.id == "yogire":
        assert 'aria-label="Cards: Cost of the permanent. 0: 14, 1: 24, 2: 15"' in summary.html
    if summary.game.id == "yes_broccoli":
        assert 'aria-label="Food cards: Points. −8: 2, −6: 2, −4: 2, −2: 2, 1: 3, ' in summary.html


def test_an_example_of_play_shows_the_cards_it_names_or_figures_of_what_was_played(summary):
    (example,) = [section for section in summary.document.sections if section.id == "example"]
    figures = [block for block in example.blocks if isinstance(block, Figure)]
    shown = [each for block in example.blocks for each in shown_in(block)]
    played = {name.replace("/", "-") for each in figures for one in each.things for name in one.pieces}
    assert len(played or shown) >= 2
    for figure, thing in ((each, thing) for each in figures for thing in each.things if not thing.part):
        size = summary.drawings.pictures[summary.drawings.shown[thing.pieces[0]]].size
        assert thing.at[0] + thing.scale * size.width / 2 <= figure.size.width, "a card is cut off"
        assert thing.scale * size.height <= figure.size.height, "a card is cut off"
    for each in shown:
        assert f'<use href="#p-{each.picture}"/>' in summary.html
    named = set(filter(None, (run.to for run in runs_in(example))))
    assert "*" not in "".join(run.words for run in runs_in(example))
    assert not figures or ({f"card-{name}" for name in played} & named and "torn-" in summary.html)


def test_the_rulebook_has_what_is_needed_at_the_table_and_the_reference_the_rest(summary):
    rulebook, reference = (edition(summary.document, name) for name in ("rulebook", "reference"))
    assert [section.id for section in summary.document.sections if section.id not in RULEBOOK] == [
        section.id for section in reference.sections if section.id != "gaps"
    ]
    assert rulebook.sections[0].id == "object"
    assert not {"cards", "rulings", "statistics", "index"} & {section.id for section in rulebook.sections}
    shown = {entry.anchor: entry for entry in entries_in(summary.part("cards").sections[0].blocks)}
    assert len({each.picture for each in rulebook.cover}) == 4
    assert len({rulebook.pictures[each.picture].size for each in rulebook.cover}) == 1
    assert reference.cover == ()
    assert shown


@pytest.mark.long
def test_the_rulebook_fills_a_fold_or_two_and_the_reference_is_short(summary):
    pages = {}
    for name in EDITIONS:
        with pypdfium2.PdfDocument(
            as_pdf(edition(summary.document, name), summary.game, summary.fonts)
        ) as pdf:
            pages[name] = len(pdf)
            assert name == "reference" or "Tuck box" not in pdf[0].get_textpage().get_text_bounded()
    small = summary.game.id in ("yes_broccoli", "ryb")
    assert pages["rulebook"] <= (4 if small else 6)
    assert pages["reference"] <= (16 if summary.game.id in ("yoggity", "yogire") else 12)


def test_two_sided_aids_show_both_sides(summary):
    backs = {entry.anchor for entry in entries_in(summary.part("cards").sections[0].blocks) if entry.back}
    aids = {
        piece_anchor(component, piece)
        for component in summary.game.components
        for piece in component.pieces
        if component.id in ("aids", "variable")
    }
    assert aids <= backs
    assert len(backs) < 0.5 * sum(len(component.pieces) for component in summary.game.components)


def test_pieces_that_are_much_alike_share_a_grid_or_a_table(summary):
    if summary.game.id != "ryb":
        return
    rules = summary.rules.rules
    notes = rules.cards["cards"]
    (grid,) = (b for b in card_blocks(summary.game, rules, summary.drawings) if getattr(b, "columns", 0) == 7)
    assert [shown.title for shown in grid.items[5:9]] == ["Purple 6", "Black 6", "Red 9", "Yellow 9"]
    rules = replace(rules, cards={"cards": replace(notes, columns=0)})
    (goals,) = (b for b in card_blocks(summary.game, rules, summary.drawings) if isinstance(b, EntryTable))
    assert len(goals.entries) == 35 == len(grid.items)
    caption, head, rows = goals.columns()
    assert (caption, *head[:2], plain(rows[0][0])) == ("1 copy of each", "Target", "Points", "6")


def test_the_html_needs_nothing_but_itself(summary):
    outside = r'(?:src|href)="(?!#)[^"]*"|url\((?!#|data:)[^)]*\)|<script|@import'
    assert re.findall(outside, summary.html) == []


@pytest.mark.long
def test_every_piece_is_once_in_the_pdf_with_a_bookmark_and_a_name(summary):
    (cards,) = summary.part("cards").sections
    entries = Counter(entry.title for entry in entries_in(cards.blocks))
    with pikepdf.open(io.BytesIO(summary.pdf)) as pdf:
        with pdf.open_outline() as outline:
            chapters = {item.title: item.children for item in outline.root}
        names = [str(name) for name, _ in pikepdf.NameTree(pdf.Root.Names.Dests).items()]
    listed = [item.title for item in chapters["Components"]]
    assert sorted(listed[: len(summary.game.components)]) == sorted(
        part.title for part in summary.game.components
    )
    headings = chapters["Every card and piece"]
    assert Counter(item.title for heading in headings for item in heading.children) == entries
    named = {name for name in names if name.startswith("card-")}
    assert set() < named <= set(pieces_of(summary.game))  # alike pieces share an entry


def test_the_pdf_is_tagged_named_and_embeds_its_fonts(summary):
    with pikepdf.open(io.BytesIO(summary.pdf)) as pdf:
        assert dict(pdf.Root.MarkInfo) == {"/Marked": True}, "Poppler takes /Suspects for a fault"
        assert "/StructTreeRoot" in pdf.Root
        assert str(pdf.Root.Lang).startswith(summary.game.language)
        assert str(pdf.docinfo.Title) == f"{summary.game.title} – rules summary"
        with pdf.open_metadata() as xmp:
            assert xmp["pdfuaid:part"] == "1"
        dictionaries = [each for each in pdf.objects if isinstance(each, pikepdf.Dictionary)]
        fonts = [set(each.keys()) for each in dictionaries if each.get("/Type") == "/FontDescriptor"]
    assert fonts
    assert all(font & {"/FontFile", "/FontFile2", "/FontFile3"} for font in fonts)


def test_the_pictures_of_the_pdf_are_vectors(summary):
    with pikepdf.open(io.BytesIO(summary.pdf)) as pdf:
        kinds = [each.get("/Subtype") for each in pdf.objects if isinstance(each, pikepdf.Stream)]
    assert "/Image" not in kinds


@pytest.mark.long
def test_the_same_data_give_the_same_bytes_on_a5_pages_or_half_a_letter(summary):
    part = summary.part("components", "costs")
    a5, again, half = (
        as_pdf(part, summary.game, summary.fonts, paper=each) for each in ("a5", "a5", "half-letter")
    )
    assert a5 == again
    assert page_size(a5) == (148.0, 210.0)
    assert page_size(half) == (139.7, 215.9)


def page_size(pdf):
    with pypdfium2.PdfDocument(pdf) as document:
        return tuple(round(length / 72 * 25.4, 1) for length in document[0].get_size())


def test_a_part_of_the_document_has_no_link_out_of_it(summary):
    for section in summary.document.sections:
        text = as_markdown(summary.part(section.id))
        assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(re.findall(r'<a id="([^"]+)"', text))
