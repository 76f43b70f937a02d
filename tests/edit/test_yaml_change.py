"""One value of a YAML file is changed, added or taken out; everything else stays, byte by byte."""

from pathlib import Path

import pytest
from load_cases import read_cases

from pnp.edit.row_change import RowThen, with_entries
from pnp.edit.yaml_change import (
    ScalarSpan,
    YamlText,
    read_yaml_text,
    span_at,
    values_of,
    with_value,
    without_value,
)
from pnp.load.yaml_source import parse
from pnp.model.diagnostics import CannotEdit

ROOT = Path(__file__).parents[2]
CARDS = """\
# Fruit.
kind: cards   # of the usual size
pieces:
  - {id: pear, name: Pear,   copies: 2, tags: [red, green]}  # the first
  - id: plum
    name: "Plum \\u00e9"
    # how it tastes
    text: |  # several lines
      Sweet.

      Sour.

    tags:
    - blue
    - "dark red"   # not black
    note: 'it''s
      wrapped over
      lines'
    long: >-
      These words stand on
      lines of their own.

      And these.
    empty:
    same: &fig {text: Fig, claim: A1}
  - {id: fig, same: *fig}
"""


def read(text: str) -> YamlText:
    return read_yaml_text(text.encode(), "fruit.yaml")


def changed_lines(before: str, after: str) -> list[str]:
    old, new = before.splitlines(), after.splitlines()
    while old and new and old[0] == new[0]:
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    return [*(f"-{line}" for line in old), *(f"+{line}" for line in new)]


PLUM = ("pieces", 1)


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        (("pieces", 0, "copies"), 12, "  - {id: pear, name: Pear,   copies: 12, tags: [red, green]}  # the first"),
        (("pieces", 0, "name"), "A, b", '  - {id: pear, name: "A, b",   copies: 2, tags: [red, green]}  # the first'),
        (("pieces", 0, "name"), "yes", '  - {id: pear, name: "yes",   copies: 2, tags: [red, green]}  # the first'),
        (("kind",), "tiles", "kind: tiles   # of the usual size"),
        (("kind",), "a: b", 'kind: "a: b"   # of the usual size'),
        ((*PLUM, "name"), "Plum é!", '    name: "Plum \\u00e9!"'),
        ((*PLUM, "name"), 'Plum "x"\\', '    name: "Plum \\"x\\"\\\\"'),
        ((*PLUM, "text"), "Sweet.\n\nBitter.\n", "      Bitter."),
        ((*PLUM, "text"), "Sweet.\n\nSour", "    text: |-  # several lines"),
        ((*PLUM, "note"), "it's wrapped under lines", "      wrapped under"),
        ((*PLUM, "note"), "it's wraped over lines", "      wraped over"),
        ((*PLUM, "long"), "These words stand on lines of their own.\nAnd those.", "      And those."),
        ((*PLUM, "empty"), "full", "    empty: full"),
        ((*PLUM, "tags", 1), "light red", '    - "light red"   # not black'),
        ((*PLUM, "same", "text"), "Date", "    same: &fig {text: Date, claim: A1}"),
    ],
)  # fmt: skip
def test_one_line_changes_and_changes_back(path, value, line):
    before = read(CARDS)
    after = with_value(before, path, value)
    assert "+" + line in changed_lines(CARDS, after.text)
    assert parse(after.data, "f")[1] == ()
    back = with_value(after, path, span_at(before.top, path).value)
    if value not in ("A, b", "yes", "a: b", 'Plum "x"\\', "full"):  # quotes that were needed once stay
        assert back.data == before.data


@pytest.mark.parametrize(
    ("path", "value", "lines"),
    [
        (
            ("pieces", 0, "tags"),
            ("red", "green", "blue"),
            ["-  - {id: pear, name: Pear,   copies: 2, tags: [red, green]}  # the first",
             "+  - {id: pear, name: Pear,   copies: 2, tags: [red, green, blue]}  # the first"],
        ),
        ((*PLUM, "tags"), ("blue",), ['-    - "dark red"   # not black']),
        ((*PLUM, "tags"), ("dark red",), ["-    - blue"]),
        ((*PLUM, "tags"), ("blue", "x y", "dark red"), ["+    - x y"]),
        ((*PLUM, "tags"), (), ["-    tags:", "-    - blue", '-    - "dark red"   # not black', "+    tags: []   # not black"]),
        ((*PLUM, "copies"), 3, ["+    copies: 3"]),
        ((*PLUM, "words"), "one\ntwo", ["+    words: |-", "+      one", "+      two"]),
        (("pieces", 2, "icons"), ("a", "b"),
         ["-  - {id: fig, same: *fig}", '+  - {id: fig, icons: ["a", "b"], same: *fig}']),
    ],
)  # fmt: skip
def test_lists_and_new_keys(path, value, lines):
    before = read(CARDS)
    after = with_value(before, path, value, ("id", "name"))
    assert changed_lines(CARDS, after.text) == lines
    old = span_at(before.top, path)
    back = without_value(after, path) if old is None else None
    assert back is None or back.data == before.data


@pytest.mark.parametrize(
    ("path", "lines"),
    [
        ((*PLUM, "name"), ['-    name: "Plum \\u00e9"']),
        ((*PLUM, "id"), ["-  - id: plum", '-    name: "Plum \\u00e9"', '+  - name: "Plum \\u00e9"']),
        ((*PLUM, "empty"), ["-    empty:"]),
        (("pieces", 2), ["-  - {id: fig, same: *fig}"]),
    ],
)
def test_keys_and_entries_are_taken_out(path, lines):
    assert changed_lines(CARDS, without_value(read(CARDS), path).text) == lines


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda file: with_value(file, ("pieces", 2, "same"), "Date"), r"\*fig stands for this value"),
        (lambda file: with_value(file, ("pieces", 2, "same", "text"), "Date"), r"\*fig stands for"),
        (
            lambda file: without_value(file, (*PLUM, "same")),
            "without changing something else",
        ),  # others use &fig
        (lambda file: with_value(file, PLUM, "plum"), "not a single value"),
        (lambda _: read("a: [b"), "the file is not YAML on line"),
        (lambda _: read_yaml_text(b"a: \xff", "fruit.yaml"), "byte 0xff is not UTF-8"),
    ],
)
def test_what_cannot_be_done_is_refused(change, words):
    with pytest.raises(CannotEdit, match=words):
        change(read(CARDS))


def with_copy(file, path, values):
    *top, number = path
    size = len(span_at(file.top, top).values)
    rows = [
        *map(RowThen, range(number + 1)),
        RowThen(number, values, is_copy=True),
        *map(RowThen, range(number + 1, size)),
    ]
    return with_entries(file, tuple(top), rows)


def test_a_copy_of_an_entry():
    after = with_copy(read(CARDS.replace("&fig ", "").replace("*fig", "no")), PLUM, {"id": "prune"})
    assert after.text.count('    - "dark red"   # not black') == 2
    assert "  - id: prune\n" in after.text
    with pytest.raises(CannotEdit, match="anchor"):
        with_copy(read(CARDS), PLUM, {"id": "prune"})


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_the_mark_at_the_beginning_stay(line_end, mark):
    data = mark + CARDS.replace("\n", line_end).encode()
    before = read_yaml_text(data, "fruit.yaml")
    for path, value in (
        ((*PLUM, "text"), "One.\n\nTwo.\nThree.\n"),
        ((*PLUM, "copies"), 2),
        ((*PLUM, "tags"), ("x",)),
    ):
        after = with_value(before, path, value).data
        assert after.startswith(mark + b"# Fruit.")
        assert after.count(b"\n") == after.count(line_end.encode())
        assert parse(after, "f")[1] == ()


def sources() -> list[bytes]:
    files = sorted((ROOT / "card_data").rglob("*.yaml"))
    games = [path.read_bytes() for path in files if path.name not in ("approved.yaml", "claims.yaml")]
    cases = [case for path in sorted((ROOT / "tests/load/cases").glob("*.yaml")) for case in read_cases(path)]
    return [*games, *(case.text.encode() for case in cases if case.file.endswith(".yaml"))]


def test_any_value_of_any_file_is_changed_and_changed_back():
    tried = 0
    for number, data in enumerate(sources()):
        try:
            before = read_yaml_text(data, "f")
        except CannotEdit:  # a case of what is no YAML
            continue
        scalars = [path for path, span in values_of(before.top) if path and isinstance(span, ScalarSpan)]
        for path in scalars[number % 5 :: max(7, len(scalars) // 3)]:
            old = span_at(before.top, path).value
            new = old + 1 if type(old) in (int, float) else f"{old} more" if isinstance(old, str) else "more"
            after = with_value(before, path, new)
            assert after.data != data
            back = with_value(after, path, old)
            assert span_at(back.top, path).value == old
            if isinstance(old, str):
                assert back.data == data
            tried += 1
    assert tried > 200
