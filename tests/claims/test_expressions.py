"""What expressions come to, what they say when they fail, and that nothing in them reaches Python or runs for ever."""

import re
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from soup import load_soup

from pnp.claims.expressions import ExpressionError, Expressions
from pnp.claims.functions import FUNCTIONS
from pnp.claims.selections import Data
from pnp.load.nodes import place_within
from pnp.load.yaml_source import parse
from pnp.model.limits import GameLimits

EXAMPLES = [
    (name, *(part.strip() for part in f"{line.strip()[2:]}#".split("#")[:2]))
    for name, function in FUNCTIONS.items()
    for line in (function.call.__doc__ or "").splitlines()
    if line.strip().startswith("> ")
]


@pytest.fixture(scope="module")
def soup(tmp_path_factory):
    game = load_soup(tmp_path_factory.mktemp("expressions"))
    return Expressions(Data(game, {"rounds": 8}))


@pytest.mark.parametrize(("name", "example", "remark"), EXAMPLES)
def test_an_example_of_a_function_finds_what_its_remark_says(soup, name, example, remark):
    tested = soup.test(example)
    assert tested.errors == []
    assert "; ".join(finding.says for finding in tested.findings) == remark
    assert re.search(rf"\b{name}\b", example)


def test_every_function_shows_a_test_that_passes_and_one_that_fails():
    shown = {(name, bool(remark)) for name, _, remark in EXAMPLES}
    assert shown == {(name, broken) for name in FUNCTIONS.keys() - {"card"} for broken in (False, True)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("count(food) + 2 * 3", 12),
        ("-facts.hand", -3),
        ("7 // 2 - 7 % 4 + 2 ** 3 + 1 / 2", 8.5),
        ("facts.players.from", 2),
        ("facts['hand'] + params.rounds", 11),
        ("facts.meals[1]", "dinner"),
        ("food.leek.value", 3),
        ("spoons['red-1'].box.price", 4),
        ("food.reference.name", "Reference"),
        ("food|where(color='red')|count", 4),
        ("count(pieces)", 12),
        ("'a' ~ 1 ~ 'b'", "a1b"),
        ("'many' if count(food) > 5 else 'few'", "many"),
        ("1 if not true and false or true else 2", 1),
        ("2 in [1, 2] and 3 not in [1, 2]", True),
        ("true == 1", False),
        ("count(food) == count(food, color='red') + 2", True),
        ("1 < 2 < 3 != 4", True),
        ("length([1, 2, 3])", 3),
        ("count(food|where(id='reference')|extras)", 1),
        ("count(food|extras|where(id='reference'))", 1),
        ("count((food + tools)|extras)", 9),
        ("count((food|extras) + tools)", 9),
        ("count(pieces|extras)", 13),
    ],
)
def test_an_expression_has_a_value(soup, text, value):
    assert soup.value(text) == value


@pytest.mark.parametrize(
    ("text", "kind", "word", "message", "hint"),
    [
        ("count(fodo)", "name", "fodo", 'there is no component "fodo"', 'did you mean "food"?'),
        ("cuont(food)", "syntax", "cuont", 'there is no function "cuont"', 'did you mean "count"?'),
        ("count == 3", "syntax", "count", "count is a function", "write count(...)"),
        ("food.lek.value", "name", "lek", 'food has no piece "lek"', 'did you mean "leek"?'),
        ("food.leek.vale", "field", "vale", 'food.leek has no field "vale"', 'did you mean "value"?'),
        ("count(food, colr=1)", "field", "colr", 'no piece of food has a field "colr"', 'did you mean "color"?'),
        ("sum(food, 'valeu')", "field", "valeu", 'no piece of food has a field "valeu"', 'did you mean "value"?'),
        ("1 + facts.hnad", "fact", "hnad", 'facts has no fact "hnad"', 'did you mean "hand"?'),
        ("facts.players.too", "fact", "too", 'facts.players has no fact "too"', 'did you mean "to"?'),
        ("params.round", "fact", "round", 'params has no fact "round"', 'did you mean "rounds"?'),
        ("food.spaces", "name", "food", "food has no spaces", "there are no boards here"),
        ("this.value", "context", "this", '"this" has no meaning here', None),
        ("sum(food, 'name')", "value", "name", "name of leek is Leek, which is not a number", None),
        ("sum(food, 'value', color='blue')", "value", "value", "no piece of food has a value", None),
        ("count(3)", "syntax", "count", "count takes pieces for pieces, not 3", "write count(food) == 6"),
        ("unique(food, 3)", "syntax", "unique", "unique takes a name in quotes for by, not 3", None),
        ("count()", "syntax", "count", 'count: missing a required argument: "pieces"', None),
        ("count(food", "syntax", "d", "the expression is incomplete", None),
        ("count(food) = 3", "syntax", "=", '"=" is not expected here', None),
        ("count(food) 3", "syntax", "3", '"3" is not expected here', None),
        ("", "syntax", "", "the expression is incomplete", None),
        ("count(food)?", "syntax", "?", 'unexpected char "?"', None),
        ("not count(food)", "syntax", "count(food)", "count(food) is 6, neither true nor false", None),
        ("'a' < 2", "value", "'a' < 2", '"a" is not a number to compare', None),
        ("1 + 'a'", "value", "1 + 'a'", '"a" is not a number to compute with', None),
        ("1 / 0", "value", "1 / 0", "this cannot be computed", None),
        ("2 in 3", "value", "2 in 3", "3 is not a list to look in", None),
        ("facts.meals[2]", "value", "2", 'there is no "2" in lunch, dinner', None),
        ("between(3, 1)", "value", "between(3, 1)", "from 3 to 1 is reversed", "write 1, 3"),
        ("combinations(food, value=between(1, 99999))", "limit", None, "this makes 0 combinations", None),
    ],
)  # fmt: skip
def test_a_mistake_is_told_at_its_place(soup, text, kind, word, message, hint):
    with pytest.raises(ExpressionError) as caught:
        soup.value(text)
    error = caught.value
    assert (error.kind, str(error)[: len(message)]) == (kind, message)
    assert word is None or text[error.at : error.at + error.length] == word
    assert error.hint == hint or hint is None
    assert error.hint


def test_each_part_of_a_test_is_tried(soup):
    tested = soup.test("count(food) == 5 and count(fodo) == 1 and facts.hand == 4 and unique(food, 'color')")
    assert [each.says for each in tested.findings] == [
        "count(food) is 6, not 5",
        "facts.hand is 3, not 4",
        "carrot and pepper have the same color: red",
    ]
    assert tested.findings[0].pieces == ("leek", "carrot", "pepper")
    assert [str(error) for error in tested.errors] == ['there is no component "fodo"']


@pytest.mark.parametrize(
    ("test", "says"),
    [
        ("5 <= count(food) < 6", "count(food) is 6, not less than 6"),
        ("7 <= count(food)", "count(food) is 6, not at least 7"),
        ("count(food) != 6", "count(food) is 6, not anything else"),
        ("facts.hand in [1, 2]", "facts.hand is 3, not one of 1, 2"),
        ("facts.hand not in [3]", "facts.hand is 3, not none of 3"),
        ("list(food, 'name') == ['a']", "list(food, 'name') is Leek, Carrot, Pepper, not a"),
        ("tally(food, 'color') == dict(a=1, b=1, c=1, d=1, red=1)", "tally(food, 'color'): green is 2 and not listed; red is 4, not 1; there is no a; there is no b; there is no c; there is no d"),
        ("tally(food, 'color') == dict(a=1, b=1, c=1, d=1, e=1, f=1, red=4, green=2)", "tally(food, 'color'): there is no a; there is no b; there is no c; there is no d; there is no e; there is no f"),
        ("tally(food, 'color') == dict(a=1, b=1, c=1, d=1, e=1, f=1, g=1)", "tally(food, 'color'): green is 2 and not listed; red is 4 and not listed; there is no a; there is no b; there is no c; there is no d; and 3 more"),
        ("not unique(food, 'name')", "not unique(food, 'name') is false"),
        ("count(food) == 2 * facts.players.from", "count(food) is 6, not 4 (2 * facts.players.from)"),
        ("values(food, 'color') == dict(leek='green')", "values(food, 'color'): carrot is red and not listed; pepper is red and not listed"),
    ],
)  # fmt: skip
def test_a_failing_test_shows_both_sides(soup, test, says):
    assert [finding.says for finding in soup.test(test).findings] == [says]


BOMBS = {
    "a product of huge factors": "1" + " * 1000000000" * 700,
    "a power of a power": "9 ** 9 ** 9 ** 9",
    "a power": "10 ** 1000000",
    "a long number": "9" * 5000,
    "infinity": "1e400",
    "brackets": "(" * 3000 + "1" + ")" * 3000,
    "a long list of lists": "[" * 500 + "]" * 500,
    "many pieces": " + ".join(["count(pieces + pieces)"] * 1000),
    "a repeated text": "'a' * 100000000",
    "a joined text": " ~ ".join(["'" + "a" * 900 + "'"] * 22),
    "a range": "range(1000000000)",
    "a huge range": "count(food, value=between(0, 1e15))",
    "calls in calls": "count(" * 400 + "food" + ")" * 400,
    "a chain of not": "not " * 3000 + "true",
    "a chain of minus": "-" * 3000 + "1",
    "a chain of filters": "food" + "|distinct" * 2000,
    "a division": "1 // 0 + 5 % 0",
    "a root": "(-8) ** 0.5",
    "a long sum": " + ".join(["1"] * 900),
    "a long chain of and": " and ".join(["true"] * 500),
    "openings": "{{ " * 6000,
}


@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS.keys())
def test_a_bomb_ends_in_a_sentence_or_a_value_at_once(soup, text):
    start = time.perf_counter()
    tested = soup.test(text)
    said, _ = soup.sentence(f"{{{{ {text} }}}}")
    assert time.perf_counter() - start < 2
    assert all(str(error) and error.hint for error in tested.errors)
    assert tested.errors
    assert len(said) < 30_000


@pytest.mark.parametrize(
    "text",
    ["food.__class__", "''.__class__.__mro__", "facts.__init__", "food|attr('items')", "food['__class__']",
     "'{0.__class__}'.format(food)", "'%s' % food", "count.__globals__", "food.items()", "self", "range(3)", "lipsum()",
     "cycler", "namespace(a=1)", "facts|map('upper')", "food is defined", "food[0:1]", "count(*food)", "count(**facts)",
     "food.leek.items", "dict.fromkeys"],
)  # fmt: skip
def test_nothing_of_python_or_of_jinja_s_own_is_reached(soup, text):
    with pytest.raises(ExpressionError):
        soup.value(text)


def test_a_sentence_says_values_as_a_reader_wants_them(soup):
    said, errors = soup.sentence(
        "{{ count(food) }} foods, {{ facts.hand|plural('card', 'cards') }}, {{ 0 - 2 }}; {{ facts.meals }}."
        " {{card(food.leek)}}"
    )
    assert errors == ()
    assert said == "6 foods, 3 cards, −2; lunch and dinner. [[card food/leek]]"


def test_a_sentence_knows_its_piece_and_the_number_of_players(soup):
    known = Expressions(soup.data, {"this": {"id": "leek", "value": 3}, "players": 2})
    assert known.sentence("{{ this.value * players }} {{ card(food[this.id]) }}") == (
        "6 [[card food/leek]]",
        (),
    )


def test_the_mistakes_of_a_sentence_are_placed_in_it(soup):
    text = "a {{ count(fodo) }} b {{ facts.players }} c {{ food }} d {{ count(food"
    said, errors = soup.sentence(text)
    assert said == "a  b  c  d {{ count(food"
    assert [text[each.at : each.at + each.length] for each in errors] == [
        "fodo",
        "facts.players",
        "food",
        "{{",
    ]
    assert [each.kind for each in errors] == ["name", "fact", "value", "syntax"]


ALPHABET = st.sampled_from(
    [*"()[]{}|.,~+-*/%<>=!'\" 0123456789", "food", "count", "facts", "'value'", "where", "and", "not", "if", "else",
     "in", "dict", "players", "color=", "**", "==", "sum", "tally", "none", "true", "is", "for", "__class__", "1e9"]
)  # fmt: skip


@given(st.lists(ALPHABET, max_size=25))
def test_any_text_ends_in_a_value_or_an_error_inside_it(soup, parts):
    text = "".join(parts)
    tested = soup.test(text)
    assert all(0 <= error.at <= len(text) and error.length > 0 for error in tested.errors)
    soup.sentence(f"{{{{{text}}}}}")


@pytest.mark.parametrize(
    "written",
    ["a: count(fodo)", "a: 'x ''y'' count(fodo)'", 'a: "x \\"y\\" count(fodo)"', "a: >-\n  x\n  count(fodo)",
     "a: |\n  x y\n  count(fodo)", "- x y z\n- a: x y\n     count(fodo)", "[x, {a: count(fodo)}]"],
)  # fmt: skip
def test_a_place_in_a_text_is_found_in_the_file(written):
    node, _ = parse(written.encode(), "f.yaml")
    lines = written.splitlines()

    def texts(each):
        if hasattr(each, "items"):
            return [text for item in each.items for text in texts(item)]
        return (
            [text for _, item in each.entries for text in texts(item)] if hasattr(each, "entries") else [each]
        )

    (text,) = (each for each in texts(node) if "fodo" in each.text)
    place = place_within(text, lines, text.text.index("fodo"), 4)
    assert lines[place.line - 1][place.column - 1 :][:4] == "fodo"


def test_what_all_expressions_of_a_game_look_at_is_counted(soup):
    game = replace(soup.data.game, limits=GameLimits(claim_looks=20))
    known = Expressions(Data(game))
    outcomes = [known.test("count(food) > 0") for _ in range(20)]
    assert not outcomes[0].errors
    assert "limits: {claim_looks: 100}" in outcomes[-1].errors[0].hint
