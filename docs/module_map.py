"""The layers of pnp and all its modules, for the pages that list them: made from the code, so that they cannot be wrong."""  # noqa: INP001

import ast
from collections.abc import Callable, Mapping
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "pnp"

LAYERS = [
    "pnp",
    "text",
    "plugins",
    "escaping",
    "model",
    "files",
    "cache",
    "printers",
    "workers",
    "load",
    "claims",
    "engine",
    "typesetting",
    "svg",
    "templates",
    "checks",
    "render",
    "convert",
    "impose",
    "export",
    "verify",
    "rules",
    "approval",
    "schema",
    "edit",
    "art",
    "build",
    "preflight",
    "shops",
    "history",
    "batch",
    "watch",
    "start",
    "data_deck",
    "studio",
    "cli",
    "__main__",
]
"""From low to high: a layer may import those before it. "pnp" is the package itself, which names its version."""


def purpose(path: Path) -> str:
    """Return the first sentence of a module, or of a package."""
    file = path / "__init__.py" if path.is_dir() else path
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split()).replace("|", "\\|")


def layer_path(layer: str) -> Path:
    """Return the folder or the file of a layer."""
    return folder if (folder := PACKAGE / layer).is_dir() else PACKAGE / f"{layer}.py"


def layers() -> str:
    """Return a table of the layers, the highest first."""
    paths = [layer_path(layer) for layer in reversed(LAYERS) if layer not in {"pnp", "__main__"}]
    rows = [f"| `pnp/{path.name}` | {purpose(path)} |" for path in paths]
    return "\n".join(["| layer | what it is for |", "|---|---|", *rows])


def modules() -> str:
    """Return a table for each layer with its modules, the highest layer first."""
    parts = []
    for layer in reversed(LAYERS):
        folder = PACKAGE / layer
        if folder.is_dir():
            files = sorted(path for path in folder.rglob("*.py") if path.read_text(encoding="utf-8").strip())
            names = [
                (path.parent if path.stem == "__init__" else path)
                for path in files
                if path.parent != folder or path.stem != "__init__"
            ]
            rows = [f"| `{path.relative_to(folder).as_posix()}` | {purpose(path)} |" for path in names]
            parts.append(
                "\n".join(
                    [
                        f"## `pnp/{layer}`",
                        "",
                        purpose(folder),
                        "",
                        "| module | what it is for |",
                        "|---|---|",
                        *rows,
                    ]
                )
            )
    single = [
        layer_path(layer) for layer in reversed(LAYERS) if layer != "pnp" and not (PACKAGE / layer).is_dir()
    ]
    rows = [f"| `{path.name}` | {purpose(path)} |" for path in single]
    parts.append("\n".join(["## `pnp`", "", "| module | what it is for |", "|---|---|", *rows]))
    return "\n\n".join(parts)


MAPS: Mapping[str, Callable[[], str]] = {"the layers": layers, "every module": modules}
"""Name -> what makes it."""
