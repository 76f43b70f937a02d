"""The stages stand apart: only pnp.cli joins them, and the model knows none of them."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
STAGES = ("load", "render", "convert", "impose", "export", "verify", "engine", "cache")
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted((ROOT / "pnp").rglob("*.py"))
}
MAY_IMPORT = {
    "pnp": set(),
    "model": {"model"},
    **{stage: {"model", stage} for stage in STAGES},
    "cli": {"pnp", "model", "cli", *STAGES},
    "__main__": {"cli", "model"},
}


def ours(module: str) -> list[str]:
    """The modules of pnp that a module imports, wherever in the file, names resolved to modules."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            names += [
                whole if (whole := f"{node.module}.{alias.name}") in MODULES else node.module
                for alias in node.names
            ]
    return [name for name in names if name.split(".")[0] == "pnp"]


def room(module: str) -> str:
    """pnp.load.game is in the room "load"; pnp itself is the room "pnp"."""
    return module.split(".")[1] if "." in module else "pnp"


@pytest.mark.parametrize("module", MODULES)
def test_a_stage_imports_the_model_and_itself_only(module):
    strangers = [
        name for name in ours(module) if room(name) not in MAY_IMPORT[room(module)] | own_data(module)
    ]
    assert strangers == [], f"{module} reaches into {strangers}"


def own_data(module: str) -> set[str]:
    # The folder of the package is where the shipped data and the sources lie; nothing of it is called.
    return {"pnp"} if module in {"pnp.load.resources", "pnp.cache.program"} else set()


def test_every_room_has_its_rule():
    assert {room(module) for module in MODULES} == set(MAY_IMPORT)


def test_no_module_imports_itself_in_a_circle():
    seen: dict[str, bool] = {}  # module -> whether all it imports has been followed

    def follow(module: str, path: tuple[str, ...]) -> None:
        assert seen.get(module) is not False, f"a circle: {' -> '.join((*path, module))}"
        if module not in seen:
            seen[module] = False
            for name in ours(module):
                if name != "pnp":
                    follow(name, (*path, module))
            seen[module] = True

    for module in MODULES:
        follow(module, ())


def test_the_docstring_of_the_package_names_the_stages_in_order():
    lines = (ast.get_docstring(ast.parse(MODULES["pnp"].read_text())) or "").splitlines()
    named = [line.rpartition("(pnp.")[2].rstrip(")") for line in lines if "(pnp." in line]
    assert sorted(named) == sorted(STAGES)
    assert named[0] == "load"
    assert named[-3:] == ["verify", "engine", "cache"]
