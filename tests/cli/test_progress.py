import io
import sys

from pnp.build.result import stepping
from pnp.cli.report import progress_bar


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown(stream, monkeypatch, *, quiet=False):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", stream)
    with progress_bar(quiet=quiet) as progress:
        step = stepping(progress, 2)
        step("draw soup/food")
        step("write soup/food")
    return stream.getvalue()


def test_a_terminal_sees_a_bar(monkeypatch):
    bar = shown(Terminal(), monkeypatch)
    assert "write soup/food" in bar
    assert "2/2" in bar


def test_a_file_and_a_quiet_terminal_see_nothing(monkeypatch):
    assert shown(io.StringIO(), monkeypatch) == ""
    assert shown(Terminal(), monkeypatch, quiet=True) == ""
