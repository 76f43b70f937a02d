from pathlib import Path
from types import SimpleNamespace

import pytest

from pnp.build.verification import piece_counts
from pnp.cli.report import as_text, show
from pnp.files import MAX_TEXT_BYTES
from pnp.load.kinds import KINDS
from pnp.model.diagnostics import Diagnostic, Place


@pytest.fixture
def said(tmp_path):
    """Say something of a place in a file of one line."""

    def call(line, column, length=1, *, message="wrong", **about):
        (tmp_path / "food.yaml").write_text(line, encoding="utf-8")
        place = Place("food.yaml", 1, column, length)
        return as_text(Diagnostic("PNP104", message, place, **about), tmp_path)

    return call


def picture(text):
    return "\n".join(line[6:] for line in text.splitlines()[1:])


def test_the_caret_stands_under_the_value(said):
    assert said("copies: four", 9, 4, hint="write 4") == (
        "food.yaml:1:9: error PNP104: wrong\n  1 | copies: four\n    |         ^^^^\n  hint: write 4"
    )


def test_the_caret_counts_columns_of_the_terminal_not_letters(said):
    assert picture(said("東京: four", 5, 4)) == "東京: four\n      ^^^^"
    assert (
        picture(said("cafe\N{COMBINING ACUTE ACCENT}: no", 8, 2))
        == "cafe\N{COMBINING ACUTE ACCENT}: no\n      ^^"
    )


def test_a_caret_past_the_end_of_the_line_stands_at_its_end(said):
    assert picture(said("title:", 99, 5)) == "title:\n      ^"


def test_a_long_line_is_shown_around_the_caret(said):
    shown, caret = picture(said("x" * 300 + "four" + "y" * 300, 301, 4)).splitlines()
    assert len(shown) == 110
    assert shown[caret.index("^") :].startswith("foury")


def test_nothing_in_a_file_can_move_the_cursor_or_colour_the_terminal(said):
    text = said("a: \x1b[31m\x07\u2028b", 4, 3, message="got \x1b[2J", hint="write \x9bm")
    assert not {"\x1b", "\x07", "\x9b", "\u2028"} & set(text)


def test_a_finding_without_a_place_has_no_excerpt():
    assert as_text(Diagnostic("PNP550", "gone", severity="warning"), None) == "warning PNP550: gone"


def test_a_file_that_cannot_be_read_has_no_excerpt(tmp_path):
    finding = Diagnostic("PNP104", "wrong", Place("gone.yaml", 3, 1))
    assert as_text(finding, tmp_path) == "gone.yaml:3:1: error PNP104: wrong"


@pytest.mark.parametrize("file", ["../secret.yaml", "linked.yaml", "key.pem", "leek.png"])
def test_no_line_is_shown_of_what_is_no_text_of_the_project(tmp_path, file):
    root = tmp_path / "project"
    root.mkdir()
    (tmp_path / "secret.yaml").write_text("password: pear\n")
    (root / "linked.yaml").symlink_to(tmp_path / "secret.yaml")
    for name in ("key.pem", "leek.png"):
        (root / name).write_text("password: pear\n")
    assert "pear" not in as_text(Diagnostic("PNP116", "refused", Place(file, 1, 1)), root)


def test_a_file_beyond_the_limit_is_not_read_for_its_line(tmp_path, monkeypatch):
    with (tmp_path / "leek.svg").open("wb") as stream:
        stream.truncate(MAX_TEXT_BYTES + 1)
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("opened"))
    assert as_text(Diagnostic("PNP310", "refused", Place("leek.svg", 1, 1)), tmp_path).count("\n") == 0


def test_an_annotation_is_one_line_whatever_is_in_it(capsys):
    finding = Diagnostic("PNP104", "100 %\nwrong", Place("a.yaml", 3, 1), "x\ry")
    show([finding], None, form="github")
    assert (
        capsys.readouterr().out == "::error file=a.yaml,line=3,col=1,title=PNP104::100 %25%0Awrong (x%0Dy)\n"
    )


@pytest.mark.parametrize(
    ("counts", "words"), [({"cards": 1}, "1 card"), ({"cards": 2, "dice": 1}, "2 cards, 1 die")]
)
def test_things_are_counted_by_kind(counts, words):
    components = [SimpleNamespace(kind=KINDS[kind], copies=count) for kind, count in counts.items()]
    assert piece_counts(SimpleNamespace(components=components)) == words
