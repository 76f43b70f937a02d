"""The command line: its help, and what happens at its edge, where nothing is a traceback."""

import os
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_game import ROOT, change, contents, in_a_process

from pnp.__main__ import run
from pnp.build import pipeline
from pnp.cli.app import COMMANDS

WORDS = st.sampled_from([
    "build", "check", "list", "verify", "soup", "soap", "a4", "food", "leek", "low-ink", "json", "text", "gutterfold", "typst",
    "0", "-1", "--", "-h", "-q", "--help", "--version", "--paper", "--backs", "--component", "--only", "--theme", "--jobs",
    "--out", "--format", "--pieces", "--no-svg", "--renderer",
])  # fmt: skip
# No dot and no slash: a word after --out must stay below the working directory.
JUNK = st.text(st.characters(exclude_characters="./\\\0", exclude_categories=["Cs"]), max_size=8)


@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(WORDS | JUNK, max_size=6))
def test_any_command_line_ends_with_a_status_and_no_traceback(soup, capfd, arguments):
    capfd.readouterr()
    status = run(arguments)
    said = capfd.readouterr()
    assert status in {0, 1, 2}
    assert "Traceback" not in said.out + said.err
    if status == 2:
        assert said.err, "who cannot run says why"


def test_an_empty_folder_is_told_the_way_out(tmp_path, monkeypatch, pnp):
    monkeypatch.chdir(tmp_path)
    for command in ("build", "check", "list", "verify"):
        outcome = pnp(command)
        assert (outcome.status, outcome.out) == (2, "")
        assert outcome.err.startswith(
            f"pnp: there is no card_data folder in {tmp_path} or in any folder above it\n"
        )
        assert "hint: go to the folder of your game" in outcome.err
        assert {"yes_broccoli,", "yogire"} <= set(outcome.err.split())
    assert list(tmp_path.iterdir()) == []


def test_a_shipped_game_is_built_in_an_empty_folder_when_it_is_named(tmp_path, monkeypatch, pnp):
    monkeypatch.chdir(tmp_path)
    outcome = pnp("build yes_broccoli --only apple --paper a4")
    assert outcome.status == 0
    assert outcome.out.startswith("output/yes_broccoli/selection/a4/print.pdf: 1 sheet")


def test_ctrl_c_stops_with_a_sentence(soup, pnp, monkeypatch):
    def interrupted(*args, **options):
        raise KeyboardInterrupt

    pnp("build --paper a4")
    before = contents(soup / "output")
    monkeypatch.setattr(pipeline, "render", interrupted)
    outcome = pnp("build")
    assert (outcome.status, outcome.out) == (130, "")
    assert outcome.err == "pnp: stopped; no file is left half-written\n"
    assert contents(soup / "output") == before


def test_a_folder_that_cannot_be_written_is_said_with_the_way_out(soup, pnp):
    (soup / "file").write_text("in the way")
    outcome = pnp("build --out file/below")
    assert outcome.status == 2
    assert "file is a file; move it away or choose another folder with --out" in outcome.err
    assert pnp("build --out file").status == 2


@pytest.mark.skipif(os.name == "nt", reason="pipes close differently there")
@pytest.mark.parametrize("arguments", [("list", "--pieces"), ("list", "--format", "json"), ("--help",)])
def test_a_reader_that_has_seen_enough_is_no_error(arguments, soup):
    reading, writing = os.pipe()
    os.close(reading)
    done = started(arguments, soup, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def started(arguments, cwd, **streams):
    return subprocess.run(
        [sys.executable, "-m", "pnp", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
        timeout=60,
        **streams,
    )


@pytest.mark.long
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device there")  # noqa: PTH110
@pytest.mark.parametrize("arguments", [["list", "nosuch"], ["list", "--nosuch"], ["check"]])
def test_errors_that_cannot_be_told_are_status_2(arguments, soup):
    change(soup / "card_data/soup/food.yaml", "copies: 2", "copies: two")
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        assert started(arguments, soup, stdout=subprocess.DEVNULL, stderr=full).returncode == 2
    reading, writing = os.pipe()
    os.close(reading)
    assert started(arguments, soup, stdout=subprocess.DEVNULL, stderr=writing).returncode == 2
    os.close(writing)


@pytest.mark.long
def test_ctrl_c_while_pnp_is_loaded_is_no_traceback(soup):
    code = "import sys, os, signal\n"
    code += "class Stop:\n    def find_spec(self, name, path=None, target=None):\n"
    code += "        if name == 'click': os.kill(os.getpid(), signal.SIGINT)\n"
    code += "sys.meta_path.insert(0, Stop())"
    outcome = in_a_process(soup, "list", code=code)
    assert (outcome.status, outcome.out) == (130, "")
    assert outcome.err == "pnp: stopped; no file is left half-written\n"


FULL = """
import resource
from pnp.export import pdf_objects
def save(*given, whole=pdf_objects.save_pdf):
    resource.setrlimit(resource.RLIMIT_FSIZE, ({0}, {0}))
    return whole(*given)
pdf_objects.save_pdf = save
"""


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
@pytest.mark.parametrize("room", [100, 8_000])
def test_a_full_disk_ends_a_build_in_a_sentence_and_leaves_the_old_files_whole(soup, room):
    line = ("build", "-q", "--paper", "a4", "--no-svg", "--no-cache")
    assert run(line) == 0
    before = contents(soup / "output")
    change(soup / "templates/soup/food.svg.j2", "31.5", "30")
    outcome = in_a_process(soup, *line, code=FULL.format(room))
    assert outcome.status == 2
    assert "cannot be written: File too large\n  hint: free some space" in outcome.err
    after = contents(soup / "output")
    assert after.keys() == before.keys()
    assert after["soup/a4/food.pdf"] == before["soup/a4/food.pdf"]


HEAVY = {"typst", "pikepdf", "reportlab", "jinja2", "uharfbuzz", "yaml", "PIL", "pypdfium2", "svgwrite"}  # fmt: skip


WATCH = "import atexit, sys\natexit.register(lambda: print('LOADED', *sys.modules))"


def loaded_by(tmp_path, *arguments):
    outcome = in_a_process(tmp_path, *arguments, code=WATCH)
    said, _, loaded = outcome.out.rpartition("LOADED ")
    assert (outcome.status, bool(said)) == (0, True)
    return said, HEAVY & {name.partition(".")[0] for name in loaded.split()}


def test_help_names_every_command_and_loads_no_heavy_library(tmp_path):
    said, loaded = loaded_by(tmp_path, "--help")
    assert all(f"  {name} " in said for name in COMMANDS)
    assert loaded == set()


def test_help_of_a_command_loads_no_heavy_library(tmp_path):
    code = (
        f"import sys\nfrom pnp.__main__ import run\nfor name in {[*COMMANDS]}:\n    run([name, '--help'])\n"
    )
    code += f"    print('LOADED', name, *({HEAVY} & {{*sys.modules}}))\n"
    said = in_a_process(tmp_path, "--version", code=code).out
    assert [line for line in said.splitlines() if "LOADED" in line] == [f"LOADED {name}" for name in COMMANDS]


@pytest.mark.long
def test_a_check_without_faces_draws_nothing():
    _, loaded = loaded_by(ROOT, "check", "yogire", "--no-faces")
    assert {"yaml"} <= loaded <= {"yaml", "jinja2"}  # claims are expressions


@pytest.mark.long
@pytest.mark.parametrize("command", ["check", "list"])
def test_where_nothing_has_changed_neither_games_nor_workers_are_loaded(soup, command):
    in_a_process(soup, command)
    loaded = in_a_process(soup, command, code=WATCH).out.rpartition("LOADED ")[2].split()
    assert "pnp.build.build_cache" in loaded
    assert not {"pnp.model.game", "pnp.load.game_yaml", "pnp.workers.tasks", "concurrent.futures"} & {*loaded}


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
    assert 'a name with spaces in quotes, such as "my cards.xlsx"' in pnp("import my cards.xlsx").err


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
