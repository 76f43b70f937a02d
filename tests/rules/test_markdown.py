"""The rules summary as Markdown: valid wherever it is pasted, its icons as pictures or as words of a sentence."""

import re
from html import unescape

import pytest
from markdown_it import MarkdownIt

from pnp.model.geometry import Size
from pnp.model.rules_document import (
    EntryTable,
    Listing,
    Paragraph,
    Picture,
    RulesDocument,
    Run,
    Section,
    Table,
    plain,
)
from pnp.rules.markdown import as_markdown, markdown_pictures
from pnp.rules.rich_text import without_icons

PARSER = MarkdownIt("commonmark").enable("table")
NAMES = {"cu": ("CU", "Computation unit"), "strength": ("strength", "Strength"), "belt": ("belt", "Belt")}


def text(written):
    return tuple(
        Run("", icon=part[1:-1]) if part[0] == "{" else Run(part)
        for part in re.split(r"(\{\w+\})", written)
        if part
    )


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Supplies 6 {cu}.", "Supplies 6 CU."),
        ("{strength} begins at 2. {strength} rises.", "Strength begins at 2. Strength rises."),
        ("The enemy and its strength {strength}.", "The enemy and its strength."),
        ("{belt} belt", "belt"),
        ("Three belts {belt} and a {cu}", "Three belts and a CU"),
        ("{belt}", "belt"),
        ("{belt} Top: a permanent.", "Top: a permanent."),
        ("One of {belt}, {cu} or {other_one}", "One of belt, CU or other one"),
    ],
)
def test_icons_are_read_as_words_of_their_sentence(written, read):
    assert plain(without_icons(text(written), NAMES)) == read


def test_markdown_is_read_as_it_was_meant(summary):
    for icons, pictures in (("images", "p"), ("words", None), ("none", None)):
        tokens = PARSER.parse(as_markdown(summary.document, pictures, icons))
        inline = [child for token in tokens if token.type == "inline" for child in token.children]
        said = "".join(child.content for child in inline if child.type == "text")
        assert re.findall(r"\*\*|\]\(|<[a-z]", said) == []
        blocks = [block for section in summary.document.sections for block in section.blocks]
        listed = sum(len(block.items) for block in blocks if isinstance(block, Listing))
        kinds = [token.type for token in tokens]
        assert kinds.count("list_item_open") >= listed
        assert kinds.count("table_open") == sum(isinstance(block, Table | EntryTable) for block in blocks)
        assert kinds.count("tr_open") == sum(
            len(b.rows if isinstance(b, Table) else b.entries) + 1
            for b in blocks
            if isinstance(b, Table | EntryTable)
        )
        headings = [tokens[n + 1].content for n, kind in enumerate(kinds) if kind == "heading_open"]
        assert headings.count(summary.document.title) == 1


def test_a_picture_of_each_icon_lies_beside_the_text(summary):
    written = as_markdown(summary.document, "p")
    assert "](p/icon-" not in written  # words unless asked for
    shown = set(re.findall(r"\]\(p/([^)]+\.svg)\)", as_markdown(summary.document, "p", "images")))
    files = markdown_pictures(summary.document)
    assert shown <= set(files)
    shown = {name for name in shown if name.startswith("icon-")}
    assert shown == {name for name in files if name.startswith("icon-")}
    if summary.game.id != "ryb":
        assert shown
    for name in shown:
        assert files[name].startswith(b'<svg width="18" height="18" xmlns="http://www.w3.org/2000/svg"')
    assert not any(name.startswith("icon-") for name in markdown_pictures(summary.document, "words"))


def test_no_word_is_said_twice_in_place_of_an_icon(summary):
    said = unescape(as_markdown(summary.document)).casefold()
    words = {word.casefold() for names in summary.document.icon_words.values() for word in names}
    assert words
    assert [word for word in words if re.search(rf"\b({re.escape(word)})s? \1s?\b", said)] == []


def test_a_part_has_no_heading_but_its_own(summary):
    for section in ("components", "end"):
        written = as_markdown(summary.part(section))
        assert re.findall(r"^#{1,2} .*", written, re.MULTILINE) == [
            f"## {summary.part(section).sections[0].title}"
        ]
        assert written.startswith(f'<a id="section-{section}"></a>')


def test_an_icon_in_a_link_leads_where_the_link_does():
    icon = Picture('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', Size(4, 4))
    section = Section("object", "Object", (Paragraph((Run("coin", icon="coin", to="x"), Run(" 2"))),))
    document = RulesDocument("Soup", "en", "", "", (section,), icons={"coin": icon})
    assert "[![coin](p/icon-coin.svg)](#x) 2" in as_markdown(document, "p", "images")
    assert "\n\n[Coin](#x) 2" in as_markdown(document, "p", "words")
    assert "\n\n2\n" in as_markdown(document, "p", "none")


def test_a_cell_that_spans_rows_is_written_in_each_of_them():
    rows = tuple(
        (text(first), text(second)) for first, second in (("a", "b"), ("", "c"), ("", "d"), ("e", ""))
    )
    table = Table((text("When"), text("What")), rows)
    written = as_markdown(RulesDocument("Soup", "en", "", "", (Section("turn", "Turn", (table,)),)))
    assert "| a | b |\n| a | c |\n| a | d |\n| e |  |\n" in written
