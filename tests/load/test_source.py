"""Bytes become nodes with places, whatever the bytes are."""

import time

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.load import yaml_source
from pnp.load.nodes import ListNode, MapNode, ScalarNode
from pnp.load.yaml_source import parse


def value(text: str):
    node, diagnostics = parse(text.encode(), "f.yaml")
    assert diagnostics == ()
    return node.value


def codes(data: bytes) -> list[str]:
    return [finding.code for finding in parse(data, "f.yaml")[1]]


def places(node, text: str) -> list[str]:
    """Return what the place of each key and value underlines, in order, first lines only."""
    lines = text.split("\n")

    def cut(place):
        return lines[place.line - 1][place.column - 1 :][: place.length]

    match node:
        case ScalarNode():
            return [cut(node.place)]
        case ListNode():
            return [cut(node.place), *(p for item in node.items for p in places(item, text))]
        case MapNode():
            inner = [p for key, item in node.entries for p in (cut(key.place), *places(item, text))]
            return [cut(node.place), *inner]


def test_every_key_and_value_knows_where_it_is_written():
    text = "títle: Pear tree\npieces:\n  - {id: 'a b', n: 12}\n  - |\n    long\n    text\n"
    assert places(parse(text.encode(), "f")[0], text) == [
        "títle: Pear tree",
        "títle",
        "Pear tree",
        "pieces",
        "- {id: 'a b', n: 12}",
        "{id: 'a b', n: 12}",
        "id",
        "'a b'",
        "n",
        "12",
        "|",
    ]


def test_numbers_truths_and_nothing_are_what_they_look_like():
    assert value("[12, -3, +4, 0.5, -1.25, .5, true, False, null, ~, '']") == (
        *(12, -3, 4, 0.5, -1.25, 0.5, True, False, None, None, ""),
    )
    assert value("'12'") == "12"


def test_a_byte_order_mark_and_windows_line_ends_change_no_place():
    node, diagnostics = parse(b"\xef\xbb\xbfa: 1\r\nb: x\r\n", "f")
    assert diagnostics == ()
    assert node.value == {"a": 1, "b": "x"}
    assert [(key.place.line, key.place.column) for key, _ in node.entries] == [(1, 1), (2, 1)]
    assert node.get("b").place.length == 1


def test_a_mapping_takes_up_what_others_say_and_it_does_not():
    text = "a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc: {y: 5, <<: [*a, *b]}\nd: {<<: *b, z: 6}"
    read = value(text)
    assert (read["c"], read["d"]) == ({"y": 5, "x": 1, "z": 4}, {"z": 6, "y": 3})


BILLION = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
MERGED = f"- &a {{{', '.join(f'a{n}: 1' for n in range(9_000))}}}\n" + "- {<<: *a}\n" * 9_000
DEEP = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 200))


@pytest.mark.parametrize(
    "text",
    [
        *(BILLION, DEEP, MERGED, "[" * 100_000, "- " * 50_000, "{a: " * 20_000),
        *("a: &a\n  b: *a", "[&a [*a]]", "a: &a {<<: *a}"),
    ],
    ids=lambda text: text[:12],
)
def test_bombs_are_refused_at_once(text):
    start = time.process_time()
    assert "PNP108" in codes(text.encode())
    assert time.process_time() - start < 4


def test_a_text_longer_than_a_booklet_is_refused():
    assert codes(b"a: " + b"x" * 20_000) == []
    assert codes(b"a: " + b"x" * 20_001) == ["PNP108"]


def test_many_values_are_refused_before_they_are_all_built(monkeypatch):
    monkeypatch.setattr(yaml_source, "MAX_NODES", 5_000)
    assert codes(b"[" + b"1," * 4_000 + b"1]") == []
    assert codes(b"[" + b"1," * 5_500 + b"1]") == ["PNP108"]


def test_the_reader_in_python_says_the_same_as_the_one_in_c(monkeypatch):
    texts = (
        b"a:\n\t- b",
        b"a: 'x",
        b"a: b: c",
        b"a: @x",
        b"a: [1",
        b'a: "\\q"',
        b"a: - b",
        b"a: 'x' y",
        b"- a\nb: 1",
    )

    def messages():
        return [[finding.message for finding in parse(text, "f")[1]] for text in texts]

    in_c = messages()
    monkeypatch.setattr(yaml_source, "LOADER", yaml.SafeLoader)
    assert messages() == in_c


def holds(node) -> bool:
    match node:
        case ScalarNode():
            return node.place.line >= 1 and node.place.column >= 1 and node.place.length >= 1
        case ListNode():
            return len(node.items) == len(node.value) and all(map(holds, node.items))
        case MapNode():
            return len(node.entries) == len(node.value) and all(holds(item) for _, item in node.entries)


WORDS = ("a", "b: ", "1", "~", "é", "'", '"', "\\", "#", "%")
STRUCTURE = ("- ", "{", "}", "[", "]", ", ", "&x ", "*x", "!t ", "|\n", ">", "? ", "<<: ", "---\n", "...\n")
SPACE = ("\n", "\n  ", "\n    ", "\t", "\u2028", "\r\n")
YAML_LIKE = st.lists(st.sampled_from(WORDS + STRUCTURE + SPACE), max_size=25).map("".join)


@settings(deadline=None)
@given(YAML_LIKE)
def test_nothing_like_yaml_raises_and_what_is_wrong_lies_in_the_file(text):
    node, diagnostics = parse(text.encode(), "f")
    assert node is None or holds(node)
    lines = text.count("\n") + text.count("\u2028") + 1
    assert all(1 <= d.place.line <= lines and d.place.column >= 1 and d.hint for d in diagnostics)


def test_a_colour_without_quotes_in_brackets_is_told():
    (finding,) = parse(b'title: Pond\npalette: {ink: "#22303c", leaf: #2d7d46}\nfonts: {}\n', "f")[1]
    assert (finding.place.line, finding.message) == (2, "what opens here is not closed properly")
    assert "a colour" in finding.hint
