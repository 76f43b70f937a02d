"""A game in another language: which texts are translated, which are missing, out of date or for nothing, and where."""

from dataclasses import replace

import pytest
from load_cases import make_project

from pnp.load.game import load_game
from pnp.load.strings import game_texts, write_texts
from pnp.load.translation_files import font_folders
from pnp.model.diagnostics import UnknownName

FRUIT = """\
kind: cards
title: Fruit cards
front: front.svg.j2
back: back.svg.j2
tables:
  moments: {early: At once, late: Later}
defaults:
  moment: {table: moments, by: when}
pieces:
  - {id: pear, name: Pear, when: early, color: green, text: "Draw 2 cards."}
  - {id: apple, name: Apple, when: late, color: red, text: "Order an order."}
"""
FRENCH = """\
"Fruit cards": Cartes Fruit
"Pear": Poire
"Apple": Pomme
"At once": Tout de suite
"Later": Plus tard
"Draw 2 cards.": "Piochez : 2 cartes !"
"Order an order.": Commandez.
"""


@pytest.fixture
def project(tmp_path):
    made = make_project(tmp_path / "p")
    (made.root / "card_data/fruit/fruit.yaml").write_text(FRUIT, encoding="utf-8")
    (made.root / "card_data/fruit/game.yaml").write_text("title: Fruit\n", encoding="utf-8")
    (made.root / "card_data/fruit/i18n/fr").mkdir(parents=True)
    return replace(made, language="fr")


def written(project, **files: str):
    for name, text in files.items():
        path = project.root / "card_data/fruit/i18n/fr" / name.replace("_", ".")
        path.write_text(text, encoding="utf-8")
    return load_game(project, "fruit")


def told(loaded, *codes: str) -> list[tuple[str, str, int]]:
    found = [each for each in loaded.diagnostics if each.code in codes or not codes]
    return [(each.code, each.message, each.place.line) for each in found]


def test_texts_are_translated_and_the_words_of_the_program_stay(project):
    loaded = written(project, fruit_yaml=FRENCH)
    (fruit,) = loaded.game.components
    pear, _ = fruit.pieces
    assert (loaded.game.language, fruit.title, pear.id, pear.name) == ("fr", "Cartes Fruit", "pear", "Poire")
    assert (pear.fields["moment"], pear.fields["color"]) == ("Tout de suite", "green")
    assert (
        pear.fields["text"] == "Piochez\u00a0: 2 cartes\u00a0!"
    )  # the spaces that French has before : and !
    place = pear.places["text"]
    assert (place.file, place.line) == ("card_data/fruit/i18n/fr/fruit.yaml", 6)


def test_what_is_missing_is_counted_and_stays_as_it_was_written(project):
    loaded = written(project, fruit_yaml=FRENCH.replace('"Pear": Poire\n', '"Pear":\n'))
    message = '1 text of fruit.yaml not translated to fr: "Pear"'
    assert ("PNP470", message, 10) in told(loaded, "PNP470")
    assert loaded.game.components[0].pieces[0].name == "Pear"


def test_a_text_that_has_changed_is_not_printed_in_its_old_translation(project):
    loaded = written(project, fruit_yaml=FRENCH.replace("Draw 2", "Draw 3"))
    message = '"Draw 3 cards." reads "Draw 2 cards." now, and its translation was written before'
    assert told(loaded, "PNP471", "PNP472") == [("PNP471", message, 6)]
    assert loaded.game.components[0].pieces[0].fields["text"] == "Draw 2 cards."


def test_one_text_may_have_several_translations(project):
    french = FRENCH.replace('"Pear": Poire', '"Pear": {pear.text: Non, pear: La poire, else: Poire}')
    loaded = written(project, fruit_yaml=french)
    assert loaded.game.components[0].pieces[0].name == "La poire"
    assert told(loaded, "PNP473") == []


def test_rows_of_a_table_of_pieces_are_translated(project):
    folder = project.root / "card_data/fruit"
    (folder / "fruit.csv").write_text("id,name\npear,Pear\n", encoding="utf-8")
    (folder / "fruit.yaml").write_text(
        "kind: cards\nfront: front.svg.j2\nrows: fruit.csv\n", encoding="utf-8"
    )
    loaded = written(project, fruit_yaml='"Pear": Poire\n')
    assert loaded.game.components[0].pieces[0].name == "Poire"
    assert told(loaded, "PNP472") == []


def test_words_in_templates_are_texts_too(project):
    (project.root / "templates/fruit/front.svg.j2").write_text(
        '{{ _("Price") }}{{ _(\'a "b"\') }}', encoding="utf-8"
    )
    loaded = written(project, **{"other-words_yaml": '"Price": Prix\n'})
    assert loaded.game.speech.said("Price") == "Prix"
    assert [said for code, said, _ in told(loaded, "PNP470") if "other-words" in said] == [
        '1 text of other-words.yaml not translated to fr: "a "b""'
    ]


def test_fonts_of_a_language_are_looked_for_in_its_folder(project):
    assert font_folders(replace(project, language="")) == (project.fonts,)
    own = project.root / "card_data/fruit/i18n/fr/fonts"
    own.mkdir()
    assert font_folders(project) == (project.fonts, own)
    (project.root.parent / "it/fonts").mkdir(parents=True)
    (own.parents[1] / "it").symlink_to(project.root.parent / "it")
    assert font_folders(replace(project, language="it")) == (project.fonts,)


def test_lists_and_numbers_are_said_as_the_language_says_them(project):
    ways = "fonts: {title: Lato}\nand: ' ou '\n"
    game = written(project, **{"fonts-and-numbers_yaml": ways}).game
    assert (game.fonts["title"], game.speech.listed(["a", "b"]), game.speech.decimal) == (
        "Lato",
        "a ou b",
        ",",
    )


def test_the_language_nobody_speaks_needs_no_files(project):
    game = load_game(replace(project, language="pseudo"), "fruit").game
    pear = game.components[0].pieces[0]
    assert (pear.name, pear.fields["color"]) == ("[Péàr ~]", "green")
    assert pear.fields["text"] == "[Dràw 2 çàrds. ~]"


def test_a_language_without_files_is_unknown(project):
    with pytest.raises(UnknownName, match='fruit has no language "de"'):
        load_game(replace(project, language="de"), "fruit")


def test_what_is_no_text_is_refused(project):
    loaded = written(project, fruit_yaml='"Pear": [a]\n"Apple": Pomme\n"Apple ": Poire\n')
    assert [code for code, _, _ in told(loaded, "PNP473")] == ["PNP473", "PNP473"]


def test_a_new_language_is_written_out_to_fill_in(project):
    german = replace(project, language="de")
    paths = write_texts(german, game_texts(german, "fruit"))
    assert [path.name for path in paths][:2] == ["game.yaml", "fruit.yaml"]
    text = paths[1].read_text(encoding="utf-8")
    assert '"Draw 2 cards.":\n' in text
    paths[1].write_text(text.replace('"Pear":', '"Pear": Birne'), encoding="utf-8")
    found = game_texts(german, "fruit")
    assert [each.translation for each in found.texts if each.state == "translated"] == ["Birne"]
    assert write_texts(german, found)[1].read_text(encoding="utf-8").count("Draw 2") == 1  # nothing twice


def test_the_list_says_what_has_changed(project):
    written(project, fruit_yaml=FRENCH.replace("Draw 2", "Draw 3"))
    found = game_texts(project, "fruit")
    (changed,) = [each for each in found.texts if each.state == "changed"]
    assert (changed.text, changed.before) == ("Draw 2 cards.", "Draw 3 cards.")
    assert '# was "Draw 3 cards.": "Piochez : 2 cartes !"\n"Draw 2 cards.":\n' in found.as_yaml()
