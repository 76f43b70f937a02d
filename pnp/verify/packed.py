"""Files that several components share: which components a manifest says are in them, and how it reads for the whole."""

import re
from collections.abc import Collection, Mapping
from typing import Any

_NAME = re.compile(r"packed-[a-z0-9_+-]+")
"""What a file of shared sheets is called; a component's id has no hyphen."""


def packs_in(
    manifest: Mapping[str, Any], paper: str, components: Collection[str]
) -> dict[str, tuple[str, ...]]:
    """Return the packs printed on `paper`, each with those of the `components` that are in it, in their order.

    A manifest that somebody edited says less than it should; what it leaves out is missed elsewhere.
    """
    found: dict[str, set[str]] = {}
    for sheet in manifest.get("sheets", ()):
        name = sheet.get("component")
        if sheet.get("paper") == paper and isinstance(name, str) and _NAME.fullmatch(name):
            found.setdefault(name, set()).update(_parts(sheet))
    return {
        name: tuple(component for component in components if component in parts)
        for name, parts in sorted(found.items())
    }


def _parts(sheet: Mapping[str, Any]) -> set[str]:
    try:
        return {place["piece"].partition("/")[0] for place in sheet["placements"]}
    except (KeyError, TypeError, AttributeError):
        return set()


def as_one(manifest: Mapping[str, Any], name: str, components: Collection[str]) -> dict[str, Any]:
    """Return the manifest with the pieces of these components as the pack `name` calls them: "orders/bench"."""
    pieces = [
        {**entry, "component": name, "id": f"{entry['component']}/{entry['id']}"}
        for entry in manifest.get("pieces", ())
        if "id" in entry and entry["component"] in components
    ]
    return {"pieces": pieces, "sheets": manifest.get("sheets", ())}
