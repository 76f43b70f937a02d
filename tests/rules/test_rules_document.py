"""The rules summaries of the games: every piece once in every format, links that lead somewhere, a PDF for everybody."""

import io
import re
from collections import Counter
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from pnp.build.rules_document import as_html, as_markdown, as_pdf, booklet
from pnp.claims.stats import distributions
from pnp.load.game import load_game
from pnp.load.project import find_project, game_ids
from pnp.model.rules import Entry
from pnp.rules import document
from pnp.rules.document import only
from pnp.rules.load import load_rules

PROJECT = find_project(Path(__file__).parent)
GAMES = game_ids(PROJECT)


@pytest.fixture(scope="module", params=GAMES)
def made(request):
    game = load_game(PROJECT, request.param).game
    assert game is not None
    rules = load_rules(PROJECT, game)
    assert rules.diagnostics == ()
    return game, booklet(PROJECT, game, rules.rules, rules.rules.questions)


@pytest.fixture(scope="module")
def pdf(made):
    _, book = made
    return as_pdf(only(book.document, ()), book, "a5")


def pieces_of(game):
    """The anchor of every piece that has an entry of its own, and of every component."""
    cards = [
        document.of_piece(component, piece)
        for component in game.components
        for piece in component.pieces
        if component.kind.by_piece
    ]
    return Counter(cards + [document.of_component(component) for component in game.components])


def test_every_piece_is_once_in_the_markdown(made):
    game, book = made
    text = as_markdown(only(book.document, ()), book, None)
    assert Counter(re.findall(r'<a id="((?:card|component)-[^"]+)"></a>', text)) == pieces_of(game)


def test_every_piece_is_once_in_the_html_and_every_link_leads_somewhere(made):
    game, book = made
    page = as_html(only(book.document, ()), book)
    assert Counter(re.findall(r'<article class="(?:part|entry)" id="([^"]+)"', page)) == pieces_of(game)
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(re.findall(r'\bid="([^"]+)"', page))
    named = re.findall(r'<(?:section|article|symbol) [^>]*?\bid="([^"]+)"', page)
    assert len(set(named)) == len(named)


def test_every_chart_of_the_decks_is_there(made):
    game, book = made
    wanted = [
        f"chart-{table.component}-{table.field.replace('.', '-')}"
        for component in game.components
        for table in distributions(component)
    ]
    page = as_html(only(book.document, ("statistics",)), book)
    assert re.findall(r'<figure id="([^"]+)"', page) == wanted
    assert wanted == [] or "Lato" in page.partition("</style>")[0]
    if game.id == "yogire":
        assert 'aria-label="Cards: permanent cost. 0: 14, 1: 24, 2: 15"' in page


def test_the_html_needs_nothing_but_itself(made):
    _, book = made
    page = as_html(only(book.document, ()), book)
    assert re.findall(r'(?:src|href)="(?!#)[^"]*"|url\((?!#|data:)[^)]*\)|<script|@import', page) == []


def test_every_piece_is_once_in_the_pdf_with_a_bookmark_and_a_name(made, pdf):
    game, book = made
    entries = Counter(entry.title for entry in blocks_of(book, "cards") if isinstance(entry, Entry))
    with pikepdf.open(io.BytesIO(pdf)) as document:
        with document.open_outline() as outline:
            chapters = {item.title: item.children for item in outline.root}
        names = [str(name) for name, _ in pikepdf.NameTree(document.Root.Names.Dests).items()]
    assert [item.title for item in chapters["Components"]] == [part.title for part in game.components]
    headings = chapters["Every card and piece"]
    assert Counter(item.title for heading in headings for item in heading.children) == entries
    assert set(pieces_of(game)) <= set(names)


def blocks_of(book, section):
    (found,) = [each for each in book.document.sections if each.id == section]
    return found.blocks


def test_the_pdf_is_tagged_named_and_embeds_its_fonts(made, pdf):
    game, _ = made
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert document.Root.MarkInfo.Marked
        assert "/StructTreeRoot" in document.Root
        assert str(document.Root.Lang).startswith(game.language)
        assert str(document.docinfo.Title) == f"{game.title} – rules summary"
        with document.open_metadata() as xmp:
            assert xmp["pdfuaid:part"] == "1"
        fonts = list(fonts_in(document))
    assert fonts
    assert all(any(key in font for key in ("/FontFile", "/FontFile2", "/FontFile3")) for font in fonts)


def fonts_in(document):
    """The descriptor of every font in the file."""
    for thing in document.objects:
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor":
            yield thing


def test_the_pictures_of_the_pdf_are_vectors(pdf):
    with pikepdf.open(io.BytesIO(pdf)) as document:
        kinds = [t.get("/Subtype") for t in document.objects if isinstance(t, pikepdf.Stream)]
    assert "/Image" not in kinds


def test_the_same_data_give_the_same_bytes(made, pdf):
    _, book = made
    assert as_pdf(only(book.document, ()), book, "a5") == pdf


def test_the_pages_are_a5_or_half_a_letter(made):
    _, book = made
    short = only(book.document, ("components",))
    sizes = {paper: page_size(as_pdf(short, book, paper)) for paper in ("a5", "half-letter")}
    assert sizes == {"a5": (148.0, 210.0), "half-letter": (139.7, 215.9)}


def page_size(pdf):
    with pypdfium2.PdfDocument(pdf) as document:
        return tuple(round(length / 72 * 25.4, 1) for length in document[0].get_size())


def test_a_part_of_the_document_has_no_link_out_of_it(made):
    _, book = made
    for section in book.document.sections:
        page = as_html(only(book.document, (section.id,)), book)
        assert set(re.findall(r'<a href="#([^"]+)"', page)) <= set(re.findall(r'\bid="([^"]+)"', page))
