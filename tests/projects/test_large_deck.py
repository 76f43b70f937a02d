"""A deck comes out the same from a CSV, a JSON and an XLSX file, and one changed row is one card drawn anew."""

import hashlib

import pytest
from large_deck import CARDS, COPIES, FORMS, as_xlsx, deck, write_project

import pnp


def built(root, form, cards):
    write_project(root, cards, form)
    return rebuilt(root)


def rebuilt(root):
    options = pnp.BuildOptions(papers=(pnp.find_paper("a4"),), svg=False, rules=False, workers=1)
    (result,) = pnp.build_games(pnp.find_project(root), [], options)
    assert not pnp.has_errors(result.diagnostics), result.diagnostics[:3]
    return result


def digests(root):
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted((root / "output/large/a4").glob("*.pdf"))
    }


@pytest.mark.long
def test_every_form_gives_the_same_bytes(tmp_path):
    found = []
    for form in FORMS:
        built(tmp_path / form, form, deck(12))
        found.append(digests(tmp_path / form))
    assert found[0] == found[1] == found[2]
    assert "deck.pdf" in found[0]


def test_a_changed_row_of_a_workbook_is_the_only_card_drawn_anew(tmp_path):
    cards = deck(10)
    assert built(tmp_path, "xlsx", cards).count.drawn == 11  # a back is among them
    name, cost, *rest = cards[7]
    cards[7] = (name, cost + 1, *rest)
    (tmp_path / "card_data/large/deck.xlsx").write_bytes(as_xlsx(cards))
    assert rebuilt(tmp_path).count.drawn == 1


def test_the_deck_has_the_numbers_it_says():
    cards = deck()
    assert (len(cards), sum(card[-1] for card in cards)) == (CARDS, COPIES)
    assert len({card[0] for card in cards}) == CARDS


@pytest.mark.slow
def test_the_whole_deck_is_the_same_in_every_form(tmp_path):
    found = []
    for form in FORMS:
        result = built(tmp_path / form, form, deck())
        found.append(digests(tmp_path / form))
        assert result.count.faces == CARDS + 1
    assert found[0] == found[1] == found[2]
