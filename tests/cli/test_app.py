import pytest
from small_game import ROOT, in_a_process

from pnp.cli.app import COMMANDS

HEAVY = {"typst", "pikepdf", "reportlab", "jinja2", "uharfbuzz", "yaml", "PIL", "pypdfium2", "svgwrite"}  # fmt: skip


def loaded_by(tmp_path, *arguments):
    """What a command prints in a process of its own, and the heavy libraries in memory after it."""
    watch = "import atexit, sys\natexit.register(lambda: print('LOADED', *sys.modules))"
    outcome = in_a_process(tmp_path, *arguments, code=watch)
    said, _, loaded = outcome.out.rpartition("LOADED ")
    assert (outcome.status, bool(said)) == (0, True)
    return said, HEAVY & {name.partition(".")[0] for name in loaded.split()}


def test_help_names_every_command_and_loads_no_heavy_library(tmp_path):
    said, loaded = loaded_by(tmp_path, "--help")
    assert all(f"  {name} " in said for name in COMMANDS)
    assert loaded == set()


def test_help_of_a_command_loads_no_heavy_library(tmp_path):
    light = [
        name for name in COMMANDS if name not in ("new", "import")
    ]  # whose help lists templates and designs
    code = f"import sys\nfrom pnp.__main__ import run\nfor name in {light}:\n    run([name, '--help'])\n"
    code += f"    print('LOADED', name, *({HEAVY} & {{*sys.modules}}))\n"
    said = in_a_process(tmp_path, "--version", code=code).out
    assert [line for line in said.splitlines() if "LOADED" in line] == [f"LOADED {name}" for name in light]


@pytest.mark.long
def test_a_check_without_faces_draws_nothing():
    _, loaded = loaded_by(ROOT, "check", "yogire", "--no-faces")
    assert {"yaml"} <= loaded <= {"yaml", "jinja2"}  # claims are expressions


@pytest.mark.parametrize("line", ["", "--help", "-h"])
def test_pnp_alone_is_a_call_for_help(line, pnp):
    outcome = pnp(line)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("Usage: pnp [OPTIONS] ")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_opens_with_its_line_and_has_an_example(name, pnp):
    outcome = pnp(f"{name} --help")
    assert outcome.status == 0
    assert COMMANDS[name] in outcome.out
    assert f"Example: pnp {name}" in outcome.out or f"&& pnp {name}" in outcome.out


def test_help_fits_a_screen_and_no_line_is_broken(pnp):
    lines = pnp("--help").out.splitlines()
    assert len(lines) <= 60
    for name, text in COMMANDS.items():
        assert any(line.split() == [name, *text.split()] for line in lines), name


@pytest.mark.parametrize(
    ("shell", "path"), [("bash", ".local/share/bash-completion/completions/pnp"), ("zsh", ".zfunc/_pnp")]
)
def test_completion_is_written_where_the_shell_looks(shell, path, pnp, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    outcome = pnp("completion --install")
    assert (outcome.status, outcome.err) == (0, "")
    assert (tmp_path / path).read_text("utf-8") == pnp("completion").out
    assert "_PNP_COMPLETE" in (tmp_path / path).read_text("utf-8")


def test_completion_for_an_unknown_shell_names_those_it_knows(pnp, monkeypatch):
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    assert pnp("completion").err.endswith("Say which shell: bash, fish, zsh.\n")


def test_a_command_misspelt_is_told_its_right_name(pnp):
    outcome = pnp("biuld")
    assert (outcome.status, outcome.out) == (2, "")
    assert 'There is no command "biuld". Did you mean build?' in outcome.err
    assert f"The commands are {', '.join(COMMANDS)}." in pnp("zzz").err


def test_the_version_is_said(pnp):
    assert pnp("--version").out == "pnp, version 0.1.0\n"


@pytest.mark.parametrize(
    ("words", "found"), [("bu", "build"), ("build --theme low --pap", "--paper"), ("zzz --pap", "")]
)
def test_a_shell_completes_commands_and_options(tmp_path, words, found):
    asked = {"COMP_WORDS": f"pnp {words}", "COMP_CWORD": str(len(words.split()))}
    outcome = in_a_process(tmp_path, _PNP_COMPLETE="bash_complete", **asked)
    assert {line.partition(",")[2] for line in outcome.out.splitlines()} <= {found, ""}
    assert found in outcome.out
    assert outcome.err == ""
    assert "complete -o nosort -F" in in_a_process(tmp_path, _PNP_COMPLETE="bash_source").out
