from io import StringIO
from pathlib import Path

import click
import pytest

from pnp.cli import options
from pnp.cli.report import MOST_LINES, as_text, progress_bar, show
from pnp.model.diagnostics import Diagnostic, Place


@pytest.fixture
def said(tmp_path):
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


def test_nothing_in_a_file_can_move_the_cursor_or_colour_the_terminal(said):
    text = said("a: \x1b[31m\x07\u2028b", 4, 3, message="got \x1b[2J", hint="write \x9bm")
    assert not {"\x1b", "\x07", "\x9b", "\u2028"} & set(text)


def test_an_annotation_is_one_line_whatever_is_in_it(capsys):
    finding = Diagnostic("PNP104", "100 %\nwrong", Place("a\n::set-env name=X,y:z%.yaml", 3, 1), "x\ry")
    show([finding], None, form="github")
    assert capsys.readouterr().out == (
        "::error file=a%0A%3A%3Aset-env name=X%2Cy%3Az%25.yaml,line=3,col=1,title=PNP104::"
        "100 %25%0Awrong (x%0Dy)\n"
    )


def flood(kinds, each):
    return [
        Diagnostic(
            f"PNP{kind:03}",
            f'deck/card-{n}, front: the text "{n}" is {n} mm too high',
            Place(f"{kind}.csv", n, 3),
            "shorten it",
            "warning" if kind == 0 else "error",
            piece=f"deck/card-{n}",
        )
        for kind in range(kinds)
        for n in range(1, each + 1)
    ]


def printed(capsys, *arguments, findings, lines=(), last=()):
    @click.command()
    @options.every_line
    def command():
        show(findings, Path("no-such-folder"), lines=lines, last=last)

    command(arguments, standalone_mode=False)
    return capsys.readouterr()


def test_one_entry_stands_for_a_kind_of_finding_and_errors_come_first(capsys):
    shown = printed(capsys, findings=flood(2, 400), last=["400 errors, 400 warnings"])
    assert shown.err == (
        '1.csv:1:3: error PNP001: deck/card-1, front: the text "1" is 1 mm too high\n'
        "  hint: shorten it\n"
        '  and 399 more, such as 1.csv:2:3: deck/card-2, front: the text "2" is 2 mm too high\n'
        '0.csv:1:3: warning PNP000: deck/card-1, front: the text "1" is 1 mm too high\n'
        "  hint: shorten it\n"
        '  and 399 more, such as 0.csv:2:3: deck/card-2, front: the text "2" is 2 mm too high\n'
        "some lines are hidden: --all prints all\n"
    )
    assert shown.out == "400 errors, 400 warnings\n"


@pytest.mark.parametrize(("kinds", "each", "files"), [(20, 9, 3), (90, 2, 300), (0, 0, 300), (300, 1, 0)])
def test_no_command_prints_more_lines_than_a_screen_has_unless_asked(capsys, kinds, each, files):
    made = [f"output/{n}.pdf" for n in range(files)]
    shown = printed(capsys, findings=flood(kinds, each), lines=made, last=["the tally"])
    assert len((shown.err + shown.out).splitlines()) <= MOST_LINES
    assert shown.out.endswith("the tally\n")
    assert shown.err.endswith("some lines are hidden: --all prints all\n")
    shown = printed(capsys, "--all", findings=flood(kinds, each), lines=made, last=["the tally"])
    assert len(shown.out.splitlines()) == files + 1
    assert shown.err.count(": error ") == (kinds - 1) * each * (kinds > 0)


class _Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_progress_bar_is_gone_when_its_work_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal sees how far the work is, in one line that the result replaces; a file and --quiet see nothing."""
    monkeypatch.setenv("COLUMNS", "60")
    shown = []
    for stream, quiet in ((_Terminal(), False), (_Terminal(), True), (StringIO(), False)):
        monkeypatch.setattr("sys.stderr", stream)
        with progress_bar(quiet=quiet) as progress:
            progress("draw\nsoup", 1, 4)
            progress("draw a soup with a name that no terminal is wide enough for", 4, 4)
        shown.append(stream.getvalue().split("\r"))
    (_, first, last, empty, rest), *nothing = shown
    assert nothing == [[""], [""]]
    assert (first[:26], first[27:30], first.split(" s  ")[1].strip()) == (
        f"[{'######':-<24}]",
        "1/4",
        "draw\\u000asoup",
    )
    assert (last[:26], len(last), empty.strip(), len(empty), rest) == (f"[{'#' * 24}]", 59, "", 59, "")
