"""pnp turns the YAML of a game into paper: what `import pnp` offers is the public API, described in docs/api.md.

Nothing here prints or exits. Each name is loaded when it is first used, from the module that __init__.pyi imports it from.
The command line is built on the same functions.
"""

import ast
from importlib import import_module
from pkgutil import get_data

__version__ = "0.1.0"

_MODULE_OF = {
    alias.name: statement.module
    for statement in ast.parse(get_data("pnp", "__init__.pyi") or b"").body
    if isinstance(statement, ast.ImportFrom)
    for alias in statement.names
}
__all__ = ["__version__", *_MODULE_OF]  # noqa: PLE0604 - all are strings


def __getattr__(name: str) -> object:
    """Load a name of the API when it is first used."""
    if name not in _MODULE_OF:
        message = f"module 'pnp' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_MODULE_OF[name]), name)
