"""The README keeps its word: its commands run, and the list of commands is complete."""

import re
import shlex
from pathlib import Path

import pytest

from pnp.__main__ import run
from pnp.cli.app import COMMANDS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMAND_LINE = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
DRAWING_COMMANDS = {"build", "pages", "verify", "approve", "release", "diff", "art", "export"}
WITH_OUT = {"build", "pages", "verify", "release", "export"}
MAKE, TABLE, PNP = (
    block.splitlines() for block in re.findall(r"```sh\n(.*?)```", README + COMMAND_LINE, re.DOTALL)
)


def test_there_are_two_commands_and_make_knows_them():
    assert MAKE == ["make print", "make test"]
    rules = (ROOT / "Makefile").read_text(encoding="utf-8")
    for line in MAKE:
        assert re.search(rf"^{line.split()[1]}:", rules, re.MULTILINE)
    assert "make test" in (ROOT / ".ci/run").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.usefixtures("shipped_games")
def test_the_commands_run_one_after_the_other(monkeypatch, food_and_box, tmp_path, capfd):
    for line in PNP:
        command, *arguments = shlex.split(line)
        assert command == "pnp"
        draws = arguments[0] in DRAWING_COMMANDS
        monkeypatch.chdir(food_and_box if draws and "yes_broccoli" in arguments else ROOT)
        if arguments[0] in {"calibrate", "new"}:  # they write to the working directory
            monkeypatch.chdir(tmp_path)
        if arguments[0] == "import":
            monkeypatch.chdir(tmp_path)
            (tmp_path / arguments[1]).write_text("Name,Qty\nFox,2\n", encoding="utf-8")
        if arguments[0] in {
            "watch",
            "studio",
            "play",
        }:  # they have no end; tests/cli/test_watch.py, tests/studio and tests/engine run them
            arguments = [arguments[0], "--help"]
        out = ["--out", str(tmp_path)] if arguments[0] in WITH_OUT else []
        if arguments[0] == "batch":
            monkeypatch.chdir(food_and_box)
            (food_and_box / arguments[1]).write_text("name,game.title\nzoe,Yes! Zoe!\n", encoding="utf-8")
            out = ["--out", str(tmp_path / "batch"), "--workers", "1", "--paper", "a4", "--no-rules"]
        if "--only" in arguments:
            out = ["--out", str(tmp_path / "one")]
        if arguments[:2] == ["diff", "v1"]:  # the release that was made the line before
            arguments[1] = str(tmp_path / "v1")
        if arguments[0] == "preflight":
            arguments[1] = str(tmp_path / Path(arguments[1]).relative_to("output"))
        capfd.readouterr()
        assert run([*arguments, *out]) == 0, line
        if arguments == ["check"]:
            assert capfd.readouterr().err == "", "every shipped game is in order"
    assert (tmp_path / "one/yes_broccoli/selection/a4/food.pdf").is_file()
    assert (tmp_path / "batch/zoe/yes_broccoli/a4/food.pdf").is_file()


def test_a_table_becomes_cards_as_it_says():
    assert set(TABLE) <= {*PNP, "pnp build"}


def test_every_command_is_shown_and_explained():
    for command in COMMANDS:
        assert any(line.startswith(f"pnp {command}") for line in PNP)
        assert f"\n- `{command}` " in COMMAND_LINE


@pytest.mark.parametrize("picture", re.findall(r"!\[.+?\]\((.+?)\)", README))
def test_pictures_are_there_and_small(picture):
    assert (ROOT / picture).stat().st_size < 300_000
