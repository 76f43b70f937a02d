"""Where the cache lies: the user's cache folder, as each system has it."""

import os
from pathlib import Path

VARIABLE = "PNP_CACHE_DIR"
"""An environment variable that names another folder, for a build server or a test."""


def cache_folder() -> Path:
    """Return the folder of the cache; it need not exist."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_cache_path  # noqa: PLC0415 - most tests name their folder

    return user_cache_path("pnp", appauthor=False)
