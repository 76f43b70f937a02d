"""The structure of pnp: layers from low to high, no cycle of imports, modules and functions of a readable size."""

import ast
import re
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from docs_pages import LAYERS

ROOT = Path(__file__).parent.parent
SOURCES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted((ROOT / "pnp").rglob("*.py"))
}
LINES_IN_A_MODULE = 700
LINES_IN_A_FUNCTION = 50
VAGUE = {"utils", "util", "helpers", "helper", "manager", "common", "misc", "core", "base", "handler"}


@cache
def trees() -> dict[str, ast.Module]:
    return {module: ast.parse(path.read_text(encoding="utf-8")) for module, path in SOURCES.items()}


@cache
def nodes() -> dict[str, tuple[ast.AST, ...]]:
    return {module: tuple(ast.walk(tree)) for module, tree in trees().items()}


@cache
def imported(module: str) -> set[str]:
    names = set()
    for node in nodes()[module]:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            wholes = (f"{node.module}.{alias.name}" for alias in node.names)
            names |= {whole if whole in SOURCES else str(node.module) for whole in wholes}
    return names & SOURCES.keys()


def layer(module: str) -> int:
    """pnp.load.game is in the layer "load"; pnp itself is in the layer "pnp"."""
    return LAYERS.index(module.split(".")[1] if "." in module else "pnp")


def test_a_layer_imports_only_what_is_below_it():
    upward = [
        f"{module} imports {name}"
        for module in SOURCES
        if module != "pnp"
        for name in sorted(imported(module))
        if layer(name) > layer(module)
    ]
    assert upward == []


def test_no_module_imports_itself_in_a_cycle():
    graph = {module: imported(module) - {"pnp"} for module in SOURCES if module != "pnp"}
    TopologicalSorter(graph).prepare()


def test_modules_and_functions_are_of_a_readable_size():
    long = [
        module
        for module, path in SOURCES.items()
        if len(path.read_text(encoding="utf-8").splitlines()) > LINES_IN_A_MODULE
    ]
    long += [
        f"{module}.{node.name}"
        for module, found in nodes().items()
        for node in found
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and length(node) > LINES_IN_A_FUNCTION
    ]
    assert long == []


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return function.end_lineno - function.lineno + 1


def test_every_module_says_in_one_sentence_what_it_is_and_has_a_name_that_tells():
    for module, tree in trees().items():
        first = (ast.get_docstring(tree) or "").split("\n\n")[0]
        assert not tree.body or first.endswith((".", ":")), f"{module} opens with {first!r}"
        assert module.rpartition(".")[2] not in VAGUE


def test_no_module_keeps_state_that_changes():
    assert [
        module for module, found in nodes().items() if any(isinstance(node, ast.Global) for node in found)
    ] == []


def test_no_module_defines_a_name_twice():
    """Of two constants with one name, the first is lost without a word."""
    twice = [
        f"{module}.{name}"
        for module, tree in trees().items()
        for name, count in Counter(constants_of(tree)).items()
        if count > 1
    ]
    assert twice == []


def test_where_to_change_what_names_modules_and_what_is_in_them():
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Where to change what")[2]
    places = re.findall(r"`(pnp/[\w/]+\.py): (\w+)`", table)
    missing = [f"{path}: {name}" for path, name in places if name not in defined_in(ROOT / path)]
    assert len(places) > 15
    assert missing == []


def constants_of(tree: ast.Module) -> list[str]:
    return [
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    ]


def defined_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8") if path.exists() else "")
    blocks = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return blocks | {*constants_of(tree)}


FILE_CALLS = {
    "os": "open fdopen replace rename renames remove unlink mkdir makedirs rmdir removedirs link symlink truncate chmod",
    "shutil": "copyfile copy copy2 copytree move rmtree make_archive unpack_archive",
    "tempfile": "TemporaryFile NamedTemporaryFile SpooledTemporaryFile TemporaryDirectory mkstemp mkdtemp mktemp",
    "io": "open FileIO",
    "codecs": "open",
    "sqlite3": "connect",
}
PATH_METHODS = {
    *("open", "read_text", "read_bytes", "write_text", "write_bytes", "touch", "mkdir", "rmdir", "unlink"),
    *("rename", "chmod", "symlink_to", "hardlink_to", "from_file_path", "extractall"),
}
NOT_PATHS = {
    *("files", "archive", "Image", "tarfile", "state", "self._state", "webbrowser"),
    *("stream", "each", "own.obj.Contents"),
}
"""Values with such methods that are no paths: the door itself, pictures, archives, the state of a watched game, browsers, streams of PDFs."""

PATHS_OF_LIBRARIES = {
    "pnp.workers.start:os.fdopen": "pipes to a worker",
    "pnp.workers.start:os.open": "the null device, in place of every open file that a copy of this process had",
    "pnp.workers.worker:os.fdopen": "the pipes of a worker",
    "pnp.workers.worker:os.open": "the null device, in place of standard input and output",
    "pnp.cache:connect": "SQLite locks its file and keeps others beside it",
    "pnp.verify.comparison:Pdf.open": "an hour of sheets is mapped into memory, after its size was looked at",
}
"""Calls outside of the door that are given a path or open a file, and why they must be."""


def test_only_the_door_opens_writes_and_removes_files():
    found = {
        f"{module}:{ast.unparse(node.func).removeprefix('sqlite3.')}"
        for module, found in nodes().items()
        if module != "pnp.files" and not module.startswith("pnp.files.")
        for node in found
        if isinstance(node, ast.Call) and opens_a_file(node)
    }
    assert found == PATHS_OF_LIBRARIES.keys()


def test_nothing_of_the_door_goes_by_another_name():
    """An import such as `from os import replace` would hide a call from the test above."""
    hidden = [
        f"{module}: {alias.name}"
        for module, found in nodes().items()
        if not module.startswith("pnp.files")
        for node in found
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in FILE_CALLS.get(str(node.module), "").split()
        and f"{node.module}.{alias.name}"
        != "tempfile.TemporaryDirectory"  # the type of what the door returns
    ]
    assert hidden == []


def opens_a_file(call: ast.Call) -> bool:
    """Say whether a call opens, writes, renames or removes a file, as far as its words tell."""
    if not isinstance(call.func, ast.Attribute):
        return isinstance(call.func, ast.Name) and call.func.id in {"open", "TemporaryDirectory"}
    name, owner = call.func.attr, ast.unparse(call.func.value)
    if owner in FILE_CALLS:
        return name in FILE_CALLS[owner].split()
    if owner == "Pdf" and name == "open":
        opened = ast.unparse(call.args[0])
        return not opened.startswith("io.BytesIO(") and opened != "file"
    one_argument = len(call.args) == 1 and not call.keywords  # of a text, two are replaced
    is_of_path = name in PATH_METHODS or (name == "replace" and one_argument)
    return is_of_path and owner not in NOT_PATHS


def test_pdfium_is_used_by_one_thread_at_a_time():
    """Two threads in it end the program. A verification has but one, and keeps its files open."""
    unlocked = []
    for name, found in (
        (name, found) for name, found in nodes().items() if not name.startswith("pnp.verify.")
    ):
        calls = [node for node in found if isinstance(node, ast.Call)]
        opened = [node for node in calls if ast.unparse(node.func) == "pypdfium2.PdfDocument"]
        guarded = {
            id(inner)
            for block in found
            if opened
            and isinstance(block, ast.With)
            and any("PDFIUM" in ast.unparse(item) for item in block.items)
            for inner in ast.walk(block)
        }
        unlocked += [f"{name}:{node.lineno}" for node in opened if id(node) not in guarded]
    assert unlocked == []
