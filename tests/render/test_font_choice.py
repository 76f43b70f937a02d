"""The font of each letter, drawn as family(letters); a bold one as family-700(letters)."""

import pytest
from workbench import a_component, a_game, drawn, fonts, the_finding

from pnp.typesetting.font_choice import boldest_weights, choose_fonts
from pnp.typesetting.fonts import Style
from pnp.typesetting.markup import parse


def choice(text: str, *families: str, style: Style = Style()):  # noqa: B008 - frozen
    first, *others = families
    game = a_game(a_component(), fonts={"body": first}, fallback_fonts={"body": tuple(others)})
    return choose_fonts(parse(text), game, fonts(), "body", style)


def shown(chosen) -> str:
    files = chosen.files
    names = [(run.text, files[run.bold, run.italic, run.style.font]) for line in chosen.lines for run in line]
    return " ".join(f"{font.family}{_weight(font.style)}({text})" for text, font in names)


def _weight(style: Style) -> str:
    return "" if style == Style() else f"-{style}"


def told(chosen) -> list[str]:
    return [f"{fault.code} {fault.message}" for fault in chosen.faults]


def test_each_letter_is_in_the_first_family_that_has_it():
    chosen = choice("Ares Άρης!", "Fredoka One", "Source Sans Pro")
    assert shown(chosen) == "Fredoka One(Ares ) Source Sans Pro(Άρης) Fredoka One(!)"
    assert told(chosen) == []


def test_a_letter_that_no_family_has_is_told_with_all_of_them():
    assert told(choice("α↯", "Fredoka One", "Source Sans Pro")) == [
        'PNP307 the fonts "Fredoka One" and "Source Sans Pro" have no glyph for "↯" (U+21AF)'
    ]


def test_bold_words_of_a_family_without_bold_are_set_in_what_it_has_and_said():
    chosen = choice("Pay **two**", "Fredoka One")
    assert shown(chosen) == "Fredoka One(Pay ) Fredoka One(two)"
    assert told(chosen) == ['PNP420 the font "Fredoka One" has no bold; its 400 is used']


def test_a_weight_that_the_template_asks_for_must_be_there():
    chosen = choice("a", "Fredoka One", style=Style(700))
    assert chosen.files == {}
    assert told(chosen) == ['PNP306 the font "Fredoka One" has no style 700']


def test_a_family_that_is_misspelt_in_the_list_is_told():
    chosen = choice("a", "Lato", "Sorce Sans Pro")
    assert told(chosen) == ['PNP306 there is no font "Sorce Sans Pro"']
    assert shown(chosen) == "Lato(a)"


def test_what_a_font_lacks_is_said_once_of_game_yaml(tmp_path):
    found = drawn(
        tmp_path,
        '{{ fit("**a**", (5, 5, 50, 9)) }}\n{{ fit("**b**", (5, 25, 50, 9)) }}',
        fonts={"body": "Fredoka One"},
    )
    finding = the_finding(found)
    assert (finding.code, finding.severity, finding.place.file) == (
        "PNP420",
        "warning",
        "card_data/g/game.yaml",
    )


@pytest.mark.parametrize("font", ["body", "Fredoka One"])
def test_a_family_named_outright_has_the_same_ones_to_stand_in(tmp_path, font):
    found = drawn(
        tmp_path,
        f'{{{{ fit("aα", (5, 5, 50, 9), font="{font}") }}}}',
        fonts={"body": "Fredoka One"},
        fallback_fonts={"body": ("Source Sans Pro",)},
    )
    assert found.diagnostics == ()
    (face,) = found.deck.faces.values()
    assert ">a</text>" in face.svg
    assert 'font-family="Source Sans Pro" font-size="3.175" fill="#000000">α</text>' in face.svg


def test_the_boldest_weight_of_a_role_is_one_that_its_font_has():
    game = a_game(a_component(), fonts={"title": "Fredoka One"})
    assert boldest_weights(game, fonts()) == {"title": 400, "body": 700}
