"""The form of a card says what its fields may be; new values become changes of files that are looked at before they are written."""

from dataclasses import replace
from pathlib import Path

import pytest
from load_cases import make_project

from pnp.edit.card_change import changed_card, check_change
from pnp.edit.card_form import card_form
from pnp.edit.component_rows import AddedRow, changed_rows
from pnp.edit.undo import EditHistory, FileChange
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.diagnostics import CannotEdit, CannotWrite, UnknownName

ROOT = Path(__file__).parents[2]
CARDS = """\
kind: cards
front: front.svg.j2
fields:
  price: {type: integer, from: 1, to: 9}
  colour: {one_of: [red, green]}
  rare: boolean
  tags: list
  text: text
  size: text
  label: text
tables:
  sizes: {red: small, green: large}
defaults:
  text: {text: "A fruit of {{ facts.players.to }} players here.", claim: A1}
  size: {table: sizes, by: colour}
  label: "{name} ({size})"
pieces:
  - {id: pear, name: Pear, price: 3, colour: green, rare: yes, tags: [sweet]}
  - id: plum
    name: Plum   # not the tree
    price: 4
    colour: red
    text: Its own words.
  - for: {colour: [red, green]}
    id: "fig-{colour}"
    name: Fig
    price: 1
"""


@pytest.fixture
def fruit(tmp_path):
    project = make_project(tmp_path)
    (tmp_path / "card_data/fruit/fruit.yaml").write_text(CARDS, encoding="utf-8")
    return project


def values(form):
    return {each.name: (each.value, each.shown, each.origin) for each in form.fields}


def test_a_form_says_where_values_come_from_and_what_they_may_be(fruit):
    form = card_form(fruit, "fruit", "fruit", "pear")
    assert values(form) == {
        "id": ("pear", "pear", "card"),
        "name": ("Pear", "Pear", "card"),
        "price": (3, 3, "card"),
        "colour": ("green", "green", "card"),
        "rare": ("yes", True, "card"),
        "tags": (("sweet",), ("sweet",), "card"),
        "text": ("A fruit of {{ facts.players.to }} players here.",) * 2 + ("default",),
        "text.claim": ("A1", "A1", "default"),
        "size": ("large", "large", "table"),
        "label": ("{name} ({size})", "Pear (large)", "default"),
        "copies": (None, None, "unwritten"),
        "art": (None, None, "unwritten"),
    }
    price, colour = form.field("price").limits, form.field("colour").limits
    assert (price.kind, price.low, price.high) == ("integer", 1, 9)
    assert (colour.one_of, colour.known) == (("red", "green"), ("green", "red"))
    assert form.field("size").shared == ("fig-green",)
    assert form.field("art").limits.known == ("linked.svg", "pear.svg")
    assert form.field("copies").limits.high == 999
    fig = card_form(fruit, "fruit", "fruit", "fig-red")
    assert fig.makes == ("fig-green",)
    refused = {each.name: each.refused for each in fig.fields if each.refused}
    assert "one line makes this card and others" in refused["colour"]
    effect = card_form(find_project(ROOT), "yogire", "cards", "YG01").field("permanent_text")
    assert effect.refused == "its text is generated from an effect"
    assert "know the card by its id" in refused["id"]
    with pytest.raises(UnknownName, match='no card "pair"') as error:
        card_form(fruit, "fruit", "fruit", "pair")
    assert error.value.hint == "did you mean pear?"
    for component in ("fruits", "../fruit/fruit", "..\\fruit"):
        with pytest.raises(UnknownName, match="fruit has no component"):
            card_form(fruit, "fruit", component, "pear")


@pytest.mark.parametrize(
    ("piece", "new", "lines"),
    [
        ("pear", {"price": 5, "rare": False},
         ["  - {id: pear, name: Pear, price: 5, colour: green, rare: no, tags: [sweet]}"]),
        ("pear", {"tags": ["sweet", "new"]},
         ["  - {id: pear, name: Pear, price: 3, colour: green, rare: yes, tags: [sweet, new]}"]),
        ("plum", {"name": "Plum: blue"}, ['    name: "Plum: blue"   # not the tree']),
        ("plum", {"copies": 2}, ["    copies: 2"]),
        ("plum", {"text": None}, []),
        ("plum", {"label": "My own"}, ["    label: My own"]),
        ("pear", {"size": "huge"}, ["  sizes: {red: small, green: huge}"]),
        ("fig-red", {"name": "Date"}, ["    name: Date"]),
    ],
)  # fmt: skip
def test_a_new_value_changes_one_line_and_one_field(fruit, piece, new, lines):
    change = changed_card(fruit, "fruit", "fruit", piece, new)
    [file] = change.files
    assert [each.text for each in file.diff if each.kind == "in"] == lines
    assert check_change(change, ()).findings == ()
    form = card_form(change.project, "fruit", "fruit", piece)
    for name, value in new.items():
        assert form.field(name).shown == (tuple(value) if isinstance(value, list) else value) or value is None
    assert file.path.read_bytes() == file.before  # nothing is written yet


def test_a_default_is_changed_for_all_when_asked(fruit):
    change = changed_card(fruit, "fruit", "fruit", "pear", {"label": "{name}!"}, everywhere=["label"])
    assert [each.text for each in change.files[0].diff if each.kind == "in"] == ['  label: "{name}!"']
    game = load_game(change.project, "fruit").game
    labels = [piece.fields["label"] for piece in game.components[0].pieces]
    assert labels == ["Pear!", "Plum!", "Fig!", "Fig!"]


@pytest.mark.parametrize(
    ("new", "field", "words", "hint"),
    [
        ({"price": 12}, "price", "price goes from 1 to 9, got 12", "write 9"),
        ({"price": "four"}, "price", "price must be a whole number", "write digits, such as 1"),
        ({"colour": "gren"}, "colour", "colour is red or green", 'did you mean "green"?'),
        ({"copies": 1000}, "copies", "copies must be 0 to 999", "write 999"),
        ({"art": "pare.svg"}, "art", 'no picture "pare.svg"', 'did you mean "pear.svg"?'),
    ],
)
def test_what_is_wrong_with_a_value_is_said_at_its_field(fruit, new, field, words, hint):
    change = changed_card(fruit, "fruit", "fruit", "pear", new)
    found = [
        (each.field, each.finding.hint)
        for each in check_change(change, ()).findings
        if words in each.finding.message
    ]
    assert found == [(field, hint)]


@pytest.mark.parametrize(
    ("piece", "new", "words"),
    [
        ("pear", {"id": "pair"}, "id cannot be changed here: rules, claims"),
        ("fig-red", {"colour": "blue"}, "one line makes this card"),
        ("pear", {"prize": 2}, 'pear has no field "prize"'),
        ("pear", {"price": {"a": 1}}, "not a single value"),
    ],
)
def test_what_cannot_be_changed_here_is_refused(fruit, piece, new, words):
    with pytest.raises(CannotEdit, match=words):
        changed_card(fruit, "fruit", "fruit", piece, new)


def test_one_of_several_cards_of_an_entry_is_not_taken_out(fruit):
    with pytest.raises(CannotEdit, match="one of several cards"):
        changed_rows(fruit, "fruit", "fruit", remove=["fig-red"])
    change, added = changed_rows(fruit, "fruit", "fruit", add=[AddedRow("plum", "plum", {"id": "Pear"})])
    assert (change.what, added) == ("1 card added", ("Pear-2",))  # there is a pear


def test_rows_are_changed_and_their_ids_told(tmp_path):
    project = make_project(tmp_path)
    folder = tmp_path / "card_data/fruit"
    (folder / "fruit.yaml").write_text("kind: cards\nfront: front.svg.j2\nrows: deck.csv\n", encoding="utf-8")
    (folder / "deck.csv").write_bytes(b"Name;Tags;Rare Fruit\r\nPear;a|b;x\r\nPlum;;\r\n")
    form = card_form(project, "fruit", "fruit", "pear")
    assert values(form)["rare_fruit"] == ("x", "x", "card")
    assert form.field("id").refused == "the id is made from name"
    change = changed_card(project, "fruit", "fruit", "plum", {"tags": ["c", "d"], "name": "Date"})
    assert change.files[0].after == b"Name;Tags;Rare Fruit\r\nPear;a|b;x\r\nDate;c|d;\r\n"
    assert change.piece == "date"
    [file] = changed_card(project, "fruit", "fruit", "plum", {"art": "plum.png"}).files
    assert file.after == b"Name;Tags;Rare Fruit;Art\r\nPear;a|b;x\r\nPlum;;;plum.png\r\n"


def test_a_translation_is_changed_in_its_own_file(fruit, tmp_path):
    words = tmp_path / "card_data/fruit/i18n/fr/fruit.yaml"
    words.parent.mkdir(parents=True)
    words.write_text('# en\n"Pear": Poire  # oui\n', encoding="utf-8")
    french = replace(fruit, language="fr")
    assert values(card_form(french, "fruit", "fruit", "pear"))["name"] == ("Poire", "Poire", "translation")
    [file] = changed_card(french, "fruit", "fruit", "pear", {"name": "Poirette"}).files
    assert (file.path, file.after) == (words, b'# en\n"Pear": Poirette  # oui\n')


def test_nothing_is_written_over_a_file_that_changed_meanwhile(fruit):
    history = EditHistory(fruit.root)
    change = changed_card(fruit, "fruit", "fruit", "pear", {"price": 5})
    [file] = change.files
    new = FileChange(fruit.root / "new.txt", None, b"new")
    file.path.write_bytes(file.before + b"# by somebody else\n")
    with pytest.raises(CannotEdit, match=r"fruit\.yaml has changed meanwhile"):
        history.write(change.what, [new, *change.files])
    assert not new.path.exists()
    file.path.write_bytes(file.before)
    history.write(change.what, change.files)
    file.path.write_bytes(file.after + b"# by somebody else\n")
    with pytest.raises(CannotEdit, match="has changed meanwhile"):
        history.undo()
    assert history.next_undo == "Pear: price"
    file.path.unlink()
    with pytest.raises(CannotEdit, match=r"fruit\.yaml is gone meanwhile"):
        history.undo()


def test_when_one_file_cannot_be_written_none_is(fruit):
    change = changed_card(fruit, "fruit", "fruit", "pear", {"price": 5})
    (fruit.root / "in_the_way").write_text("", encoding="utf-8")
    bad = FileChange(fruit.root / "in_the_way/new.txt", None, b"new")
    with pytest.raises((CannotWrite, CannotEdit)):
        EditHistory(fruit.root).write("two", [*change.files, bad])
    assert change.files[0].path.read_bytes() == change.files[0].before
    outside = FileChange(fruit.root.parent / "outside.txt", None, b"new")
    with pytest.raises(CannotEdit, match="outside of"):
        EditHistory(fruit.root).write("out", [outside])
