"""Where the templates and card data that come with pnp are: inside the wheel, or beside the package in a checkout."""

from pathlib import Path

import pnp


def bundled(kind: str) -> Path:
    """Return the shipped folder of that kind ("templates" or "card_data"), whether or not it is there."""
    package = Path(pnp.__file__).resolve().parent
    shipped = package / "_bundled" / kind
    return shipped if shipped.is_dir() else package.parent / kind
