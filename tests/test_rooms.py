"""Small rooms: no file and no function of pnp outgrows what one reads at a glance."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "pnp").rglob("*.py"))
NAMES = [path.relative_to(ROOT).as_posix() for path in FILES]
LINES_IN_A_FILE = 300
LINES_IN_A_FUNCTION = 40
VAGUE = {"utils", "util", "helpers", "helper", "manager", "common", "misc", "core", "base", "handler"}


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_file_and_its_functions_stay_small(path):
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LINES_IN_A_FILE
    long = {
        node.name: lines
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        # Decorators and the docstring are not what one has to hold in mind.
        and (lines := length(node)) > LINES_IN_A_FUNCTION
    }
    assert long == {}


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    body = function.body[1:] if ast.get_docstring(function) else function.body
    signature = function.body[0].lineno - function.lineno
    return signature + (function.end_lineno - body[0].lineno + 1 if body else 0)


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_module_says_in_one_sentence_what_it_is(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if path.name == "__init__.py" and not tree.body:
        return
    first = (ast.get_docstring(tree) or "").split("\n\n")[0]
    assert first.endswith((".", ":")), f"{path} opens with {first!r}"


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_no_module_has_a_name_that_fits_anything(path):
    assert path.stem not in VAGUE


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_no_module_keeps_state_that_changes(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert [node.names for node in ast.walk(tree) if isinstance(node, ast.Global)] == []
