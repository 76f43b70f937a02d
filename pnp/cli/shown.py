"""How a path is shown to the person who will type it."""

from pathlib import Path


def shown(path: Path) -> str:
    """Return the path as one would type it here."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)
