"""Whatever a user puts where, loading ends with a game or with findings, never with a traceback."""

import json
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from load_cases import load_text

from pnp.load import effect_text, header
from pnp.load.component import COMMON_KEYS, RECTANGLE_KEYS
from pnp.load.rows import headings
from pnp.model.diagnostics import has_errors

TEXTS = ("red", "1..3", "9..1", "{color}", "{a}-{b}", "none", "front.svg.j2", "../x", "3mm", "poker", "stated", "cards",
         "fruit.csv", "pear.svg", "#fff")  # fmt: skip
WORDS = st.sampled_from((*TEXTS, "63mm x 88mm", "", "draw", "{n|a|{n} b}", "{n|a}", "{", "é", "a b", "id"))
FILE_KEYS = (*header.KEYS, *COMMON_KEYS, *RECTANGLE_KEYS, *headings.RESERVED, *effect_text.WORDING)
OTHER_KEYS = ("table", "by", "words", "pointer", "where", "color", "a", "b", "1", "draw", "n", "", "x y")
KEYS = st.sampled_from(FILE_KEYS + OTHER_KEYS)
VALUES = st.recursive(
    st.one_of(WORDS, st.integers(-5, 1200), st.booleans(), st.none(), st.just(0.5)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=5)),
    max_leaves=12,
)
PIECES = st.lists(
    st.fixed_dictionaries(
        {"id": WORDS}, optional={"for": VALUES, "copies": VALUES, "a": VALUES, "b": VALUES}
    ),
    max_size=3,
)
COMPONENTS = st.fixed_dictionaries(
    {"kind": st.just("cards"), "front": st.just("front.svg.j2")},
    optional={
        "pieces": PIECES,
        "defaults": st.dictionaries(KEYS, VALUES, max_size=3),
        "tables": st.dictionaries(KEYS, VALUES, max_size=3),
        "size": VALUES,
        "rows": VALUES,
    },
)


def ends_well(text: str, *, file: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        loaded = load_text(Path(folder) / "p", text, file=file)
    assert (loaded.game is None) == has_errors(loaded.diagnostics)
    for finding in loaded.diagnostics:
        assert finding.hint
        assert finding.game == "fruit"
        assert finding.place.file.startswith("card_data/fruit/")


@settings(deadline=None, max_examples=40)
@given(COMPONENTS)
def test_any_component_ends_well(data):
    ends_well(json.dumps(data, ensure_ascii=False), file="fruit.yaml")


@settings(deadline=None, max_examples=40)
@given(st.dictionaries(KEYS, VALUES, max_size=6))
def test_any_game_yaml_ends_well(data):
    ends_well(json.dumps({"title": "Fruit", **data}, ensure_ascii=False), file="game.yaml")


@settings(deadline=None, max_examples=40)
@given(st.lists(st.lists(st.one_of(WORDS, KEYS), max_size=4), max_size=4))
def test_any_rows_end_well(rows):
    ends_well("\n".join(",".join(row) for row in [["id", "a", "copies"], *rows]), file="fruit.csv")
