"""pnp turns the YAML of a game into paper: what `import pnp` offers is the public API, described in docs/api.md.

Nothing here prints or exits. Each name is loaded when it is first used, from the module that __init__.pyi imports it from.
The command line is built on the same functions.
"""

from importlib import import_module
from pkgutil import get_data

__version__ = "0.1.0"

_LINES = map(str.split, (get_data("pnp", "__init__.pyi") or b"").decode().splitlines())
# The lines are of the form: from module import name as name.
_MODULE_OF = {words[3]: words[1] for words in _LINES if words[:1] == ["from"]}
__all__ = ["__version__", *_MODULE_OF]  # noqa: PLE0604 - all are strings


def __getattr__(name: str) -> object:
    """Load a name of the API when it is first used."""
    if name not in _MODULE_OF:
        message = f"module 'pnp' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_MODULE_OF[name]), name)
