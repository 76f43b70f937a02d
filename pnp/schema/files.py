"""The schemas as files, for editors: what each is called, and which files of a project it is for."""

from collections.abc import Callable, Mapping
from pathlib import Path

from pnp.claims.load import CLAIM, NUMBERS, RULING
from pnp.claims.load import KEYS as CLAIMS_KEYS
from pnp.escaping import json_text
from pnp.files import write
from pnp.load.art_credits import KEYS as CREDIT_KEYS
from pnp.load.art_placement import KEYS as PLACEMENT_KEYS
from pnp.load.effect_text import FORMATS, PARTS
from pnp.load.header import KEYS as GAME_KEYS
from pnp.load.header import TEXT_PT, TEXTS, THEME_KEYS
from pnp.load.pieces import KINDS as PROVENANCES
from pnp.load.text_styles import FLAGS, SIZES
from pnp.load.text_styles import KEYS as STYLE_KEYS
from pnp.model.errors import UnknownName
from pnp.model.limits import raisable
from pnp.model.placement import FITS, ROTATIONS, ZOOMS
from pnp.rules.load import BLOCKS, QUESTION, SECTIONS, TABLE_KEYS
from pnp.rules.load import KEYS as RULES_KEYS
from pnp.schema.components import component_schema
from pnp.schema.values import (
    ANYTHING,
    COLOUR,
    FLAG,
    IDS,
    TEXT,
    Schema,
    described,
    list_of,
    map_of,
    mapping,
    number,
    one_of,
    whole,
)
from pnp.text import suggest_argument

THEME: dict[str, Schema] = {
    "palette": described(map_of(COLOUR), "Colours that replace those of the same names."),
    "lighten": described(number(0, 1), "How much white is mixed into pictures and icons."),
    "greyscale": described(FLAG, "true: nothing has a colour."),
    "smallest_text": described(number(*TEXT_PT), "No text is smaller than this, in points."),
}
FLAG_WORDS = ("bold letters", "italic letters", "a line below them", "a line through them")
STYLE: dict[str, Schema] = {
    "colour": described(TEXT, "A colour, or a name of the palette."),
    "font": described(TEXT, "A role of fonts, or a family."),
    "size": described(number(*SIZES), "In sizes of the letters around it."),
    **{flag: described(FLAG, f"true: {word}.") for flag, word in zip(FLAGS, FLAG_WORDS, strict=True)},
}
LIMITS: dict[str, Schema] = {
    name: described(whole(limit.value, limit.most), f"{limit.what[0].upper()}{limit.what[1:]}.")
    for name, limit in raisable().items()
}
GAME: dict[str, Schema] = {
    **dict.fromkeys(TEXTS, TEXT),
    "title": described(TEXT, "The name of the game."),
    "version": described(TEXT, "Printed on every sheet."),
    "language": described(
        {"type": "string", "pattern": r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"}, "Such as en, de, fr, en-GB."
    ),
    "credits": described(TEXT, "Who made the game."),
    "notice": described(TEXT, "A line about rights, printed on the sheets."),
    "licence": described(TEXT, "The licence of the game, such as CC BY 4.0."),
    "licence_url": described(TEXT, "Where the licence can be read."),
    "palette": described(map_of(COLOUR), "Colours by name; a template says palette.NAME."),
    "fonts": described(
        map_of({"anyOf": [TEXT, list_of(TEXT)]}),
        "Font families by role, such as {title: Fredoka One, body: [Lato, Noto Sans Hebrew]}.",
    ),
    "styles": described(map_of(mapping(STYLE)), "How words look that a text puts into [brackets]{.name}."),
    "themes": described(map_of(mapping(THEME)), "Other looks of the same game."),
    "facts": described({"type": "object"}, "Numbers and words that rules and claims speak of."),
    "sources": described({"type": "object"}, "Where facts come from, by id."),
    "wording": described(
        mapping({**dict.fromkeys(PARTS, map_of(TEXT)), **dict.fromkeys(FORMATS, TEXT)}),
        "Phrases for effects.",
    ),
    "engine": described(TEXT, "The rules engine that knows the game."),
    "limits": described(
        mapping(LIMITS), "Limits that the game raises: [which there are](security.md#limits)."
    ),
}
CLAIM_SCHEMAS: dict[str, Schema] = {
    **dict.fromkeys(CLAIM, TEXT),
    "says": described(TEXT, "The promise, in your own words."),
    "where": described(TEXT, "The heading in the rulebook."),
    "source": one_of(PROVENANCES),
    "test": described(
        {"anyOf": [TEXT, list_of(TEXT)]}, "An expression that must be true, such as count(cards) == 54."
    ),
    "judged": described(TEXT, "Why nothing printed can break it, in place of a test."),
    "dropped": described(TEXT, "Why it no longer holds, in place of a test."),
}
TABLE: dict[str, Schema] = {
    **dict.fromkeys(TABLE_KEYS, ANYTHING),
    "columns": map_of(ANYTHING),
    "by": TEXT,
    "rows": {"type": "array"},
}
SENTENCE: Schema = {"anyOf": [TEXT, mapping({"text": TEXT, "claim": IDS}, required=["text"])]}
BLOCK: dict[str, Schema] = {
    "heading": described(SENTENCE, "A heading within the section."),
    "steps": described(list_of(SENTENCE), "A numbered list."),
    "points": described(list_of(SENTENCE), "A list with bullets."),
    "table": described(mapping(TABLE), "A table: head and rows, or a row for each piece (of)."),
    "players": described(map_of(SENTENCE), "A row for each number of players."),
}
A_BLOCK: Schema = {"anyOf": [SENTENCE, mapping({**BLOCK, "claim": IDS})]}
SECTION: Schema = {"anyOf": [A_BLOCK, list_of(A_BLOCK)]}
QUESTIONS: dict[str, Schema] = {
    **dict.fromkeys(QUESTION, SENTENCE),
    "id": TEXT,
    "cards": {"anyOf": [TEXT, list_of(TEXT)]},
}
RULES: dict[str, Schema] = {
    **dict.fromkeys(SECTIONS, SECTION),
    "params": described({"type": "object"}, "Numbers of the rules that no card shows."),
    "questions": described(list_of(mapping(QUESTIONS, required=["id"])), "Questions and answers."),
    "cards": described(map_of({"type": "object"}), "What the appendix says of the pieces of a component."),
    "glossary": described({"type": "object"}, "Words and what they mean."),
}
PLACEMENT: dict[str, Schema] = {
    "focus": described(
        {**list_of(number(0, 1)), "minItems": 2, "maxItems": 2},
        "The point in the middle of the box: how far across the picture and how far down it, each from 0 to 1.",
    ),
    "zoom": described(number(*ZOOMS), "How many times as large as the fit asks."),
    "rotation": described(number(*ROTATIONS), "In degrees, clockwise."),
    "fit": described(one_of(FITS), "In place of what the template asks."),
}


RULINGS: dict[str, Schema] = {
    **dict.fromkeys(RULING, TEXT),
    "about": described({"anyOf": [TEXT, list_of(TEXT)]}, "The claims that it settles."),
}
CLAIMS: dict[str, Schema] = {
    "complete": described(FLAG, "true: every text names its claims, and every claim is printed."),
    "numbers": list_of(mapping(dict.fromkeys(NUMBERS, TEXT), required=["reason"])),
    "claims": list_of(mapping(CLAIM_SCHEMAS, required=["id", "says"])),
    "rulings": list_of(mapping(RULINGS, required=["id"])),
}


def game_schema() -> Schema:
    """Return the schema of game.yaml."""
    return mapping(GAME, required=["title"])


def claims_schema() -> Schema:
    """Return the schema of claims.yaml."""
    return mapping(CLAIMS)


def rules_schema() -> Schema:
    """Return the schema of rules.yaml."""
    return mapping(RULES)


def credits_schema() -> Schema:
    """Return the schema of art/credits.yaml."""
    return map_of(
        {
            "anyOf": [
                TEXT,
                {"type": "null"},
                mapping(dict.fromkeys(CREDIT_KEYS, ANYTHING)),
            ]
        }
    )


def placement_schema() -> Schema:
    """Return the schema of art/placement.yaml."""
    return map_of(mapping(PLACEMENT))


def uncovered() -> tuple[str, ...]:
    """Return the keys that the loader knows and no schema describes, or the other way round."""
    pairs = {
        "game": (GAME_KEYS, GAME),
        "theme": (THEME_KEYS, THEME),
        "style": (STYLE_KEYS, STYLE),
        "claims": (CLAIMS_KEYS, CLAIMS),
        "claim": (CLAIM, CLAIM_SCHEMAS),
        "rules": (RULES_KEYS, RULES),
        "table": (TABLE_KEYS, TABLE),
        "block": (BLOCKS, BLOCK),
        "question": (QUESTION, QUESTIONS),
        "placement": (PLACEMENT_KEYS, PLACEMENT),
    }
    return tuple(
        f"{what} {key}"
        for what, (known, described_keys) in pairs.items()
        for key in sorted({*known} ^ {*described_keys})
    )


DIALECT = "http://json-schema.org/draft-07/schema#"
"""What the YAML plug-ins of editors read."""

SCHEMAS: Mapping[str, Callable[[], Schema]] = {
    "component": component_schema,
    "game": game_schema,
    "claims": claims_schema,
    "rules": rules_schema,
    "credits": credits_schema,
    "placement": placement_schema,
}
_OF_ART = ("credits", "placement")
SCHEMA_FOLDER = "schemas"
"""Where the files lie in a project."""


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
