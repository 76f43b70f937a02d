"""Help is there at once: none of the libraries that do the work are loaded for it."""

import subprocess
import sys

import pytest

HEAVY = {
    "typst",
    "pikepdf",
    "reportlab",
    "jinja2",
    "uharfbuzz",
    "yaml",
    "rich",
    "PIL",
    "pypdfium2",
    "svgwrite",
}


def loaded_by(arguments):
    """The heavy libraries in memory after a command has run in a process of its own."""
    code = (
        f"import sys; from pnp.__main__ import run; run({arguments!r}); print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout  # the command has said something
    return HEAVY & {name.partition(".")[0] for name in done.stderr.split()}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["build", "--help"], ["verify", "--help"]])
def test_help_loads_no_heavy_library(arguments):
    assert loaded_by(arguments) == set()


def test_a_command_that_works_loads_what_it_needs():
    assert "yaml" in loaded_by(["list", "yogire"])


@pytest.mark.long
def test_a_check_without_faces_draws_nothing():
    assert loaded_by(["check", "yogire", "--no-faces"]) <= {"yaml", "jinja2"}  # claims are expressions
