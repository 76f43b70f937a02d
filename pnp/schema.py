"""JSON Schemas of the game files for editors: their names, and the project files they apply to."""

from collections.abc import Callable, Mapping
from pathlib import Path

from pnp.claims.claims_file import KEYS as CLAIMS
from pnp.escaping import json_text
from pnp.files import write
from pnp.load.art_files import CREDITS_SCHEMA, PLACEMENT
from pnp.load.game_yaml import KEYS as GAME
from pnp.load.keys import Schema, map_of, mapping
from pnp.load.kinds import KIND, READERS
from pnp.model.diagnostics import UnknownName
from pnp.rules.rules_file import KEYS as RULES
from pnp.text import suggest_argument

DIALECT = "http://json-schema.org/draft-07/schema#"
"""What the YAML plug-ins of editors read."""

SCHEMA_FOLDER = "schemas"  # Where the files lie in a project.


def _component() -> Schema:
    """Return the schema of a component's file; which keys it may have depends on its kind."""
    return {
        "type": "object",
        "properties": {"kind": KIND.described},
        "required": ["kind"],
        "oneOf": [{"required": ["pieces"]}, {"required": ["rows"]}],
        "allOf": [
            {"if": {"properties": {"kind": {"const": kind}}}, "then": reader.schema}
            for kind, reader in READERS.items()
        ],
    }


SCHEMAS: Mapping[str, Callable[[], Schema]] = {
    "component": _component,
    "game": lambda: mapping(GAME, required=["title"]),
    "claims": lambda: mapping(CLAIMS),
    "rules": lambda: mapping(RULES),
    "credits": lambda: CREDITS_SCHEMA,
    "placement": lambda: map_of(mapping(PLACEMENT)),
}
_OF_ART = ("credits", "placement")


def schema_for(path: str) -> str | None:
    """Return the name of the schema for a file of a project, such as "card_data/soup/game.yaml"; None for other files."""
    *folders, name = path.split("/")
    stem = name.removesuffix(".yaml")
    if folders[:1] != ["card_data"] or stem in (name, "approved"):
        return None
    if folders[2:] == ["art"]:
        return stem if stem in _OF_ART else None
    return (stem if stem in SCHEMAS and stem not in _OF_ART else "component") if len(folders) == 2 else None


def schema_of(name: str) -> Schema:
    """Return the JSON Schema (draft 7) of the files of that name, one of SCHEMAS. Raises UnknownName."""
    if name not in SCHEMAS:
        hint = suggest_argument(name, tuple(SCHEMAS), "schemas")
        raise UnknownName(f'there is no schema "{name}"', hint)
    return {"$schema": DIALECT, "title": f"pnp: {name}", **SCHEMAS[name]()}


def schema_text(name: str) -> str:
    """Return the schema as JSON, the same for the same pnp."""
    return json_text(schema_of(name), indent=1) + "\n"


def write_schemas(folder: Path, *, root: Path | None = None) -> tuple[Path, ...]:
    """Write every schema into a folder and return the files; no link in it leads out of `root`. Raises CannotWrite."""
    paths = tuple(folder / f"{name}.schema.json" for name in SCHEMAS)
    for name, path in zip(SCHEMAS, paths, strict=True):
        write(path, schema_text(name).encode(), root=root)
    return paths
