"""game.yaml: the settings of a game, and the values that replace them for one build."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pnp.load.effect_text import WORDING, Wording, read_wording
from pnp.load.keys import (
    COLOUR,
    MAPPING,
    TEXT,
    TEXTS,
    FileKey,
    FlagKey,
    NumberKey,
    TextKey,
    WholeKey,
    either,
    map_of,
    mapping,
)
from pnp.load.nodes import (
    FIELD,
    Findings,
    Key,
    MapNode,
    Node,
    ScalarNode,
    colour_of,
    items_of,
    read_palette,
    with_values,
)
from pnp.load.project import GameFolder
from pnp.load.translation import Words
from pnp.model.card_looks import USUAL_STYLES, TextStyle
from pnp.model.diagnostics import Place
from pnp.model.game import Component, Game, Theme
from pnp.model.limits import USUAL_LIMITS, GameLimits, raisable, table
from pnp.text import suggest

PLAIN_TEXTS = (
    TextKey("title", "The name of the game."),
    TextKey("version", "The version of the game, printed on every sheet."),
    TextKey(
        "language",
        "The language of the cards, such as en, de, fr, en-GB.",
        {"type": "string", "pattern": r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"},
    ),
    TextKey("credits", "Who made the game."),
    TextKey("notice", "A line about rights, printed on the sheets."),
    TextKey("licence", "The licence of the game, such as CC BY 4.0."),
    TextKey("licence_url", "The web address of the licence."),
)
TITLE_ON_BACKS = FlagKey(
    "title_on_backs", "false: the backs of a design do not bear the title.", default=True
)
THEME_PALETTE = FileKey("palette", "Colours that replace those of the same names.", map_of(COLOUR))
THEME_LOOKS = (
    NumberKey(
        "lighten", "How much white to mix into pictures and icons.", (0, 1), hint="write 0.5 for half white"
    ),
    FlagKey("greyscale", "true: print without colours."),
    NumberKey("smallest_text", "The smallest text, in points.", (7, 24), hint="write 9 for 9 pt"),
)
THEME = (THEME_PALETTE, *THEME_LOOKS)
STYLE_COLOUR = TextKey("colour", "A colour, or a name of the palette.")
STYLE_FONT = TextKey("font", "A role of fonts, or a family.")
STYLE_SIZE = NumberKey(
    "size",
    "The size relative to the letters around it.",
    (0.5, 4),
    default=1.0,
    hint="write 1.5 for letters half as large again as those around",
)
STYLE_FLAGS = (
    FlagKey("bold", "true: bold letters."),
    FlagKey("italic", "true: italic letters."),
    FlagKey("underline", "true: underlined letters."),
    FlagKey("strike", "true: letters struck through."),
)
STYLE = (STYLE_COLOUR, STYLE_FONT, STYLE_SIZE, *STYLE_FLAGS)

LIMITS = {
    name: WholeKey(name, f"{limit.what[0].upper()}{limit.what[1:]}.", limit.value, limit.most)
    for name, limit in raisable().items()
}
SOURCE = tuple(map(TextKey, ("title", "where", "url", "gives")))

KEYS = (
    *PLAIN_TEXTS,
    TITLE_ON_BACKS,
    FileKey("palette", "Colours by name; in a template, palette.NAME.", map_of(COLOUR)),
    FileKey(
        "fonts",
        "Font families by role, such as {title: Fredoka One, body: [Lato, Noto Sans Hebrew]}.",
        map_of(TEXTS),
    ),
    FileKey("styles", "Named styles for words in [brackets]{.name}.", map_of(mapping(STYLE))),
    FileKey("themes", "Other looks of the same game.", map_of(mapping(THEME))),
    FileKey("facts", "Numbers and words for rules and claims.", MAPPING),
    FileKey("sources", "Where facts come from, by id.", map_of(either(TEXT, mapping(SOURCE)))),
    FileKey("wording", "Phrases for effects.", mapping(WORDING)),
    TextKey("engine", "The rules engine for the game."),
    FileKey("limits", "Higher limits for this game, by name.", mapping(LIMITS.values())),
)

# Values that replace those of a game's files for one build, such as a player's name.

SETTABLE = ("copies", "front", "back", "extra", "art")
"""The keys of a piece that an override may set although they are not written; of all others, those that are."""


@dataclass(frozen=True, slots=True)
class Override:
    """A value for a field of a component or a piece; without a component, for a key such as "facts.rounds"."""

    component: str
    piece: str
    field: str
    node: ScalarNode


def override_keys(section: MapNode, overrides: Sequence[Override]) -> MapNode:
    """Return what game.yaml says with the values meant for it."""
    for override in overrides:
        if not override.component:
            section = _with_value(section, override.field.split("."), override.node)
    return section


def _with_value(section: MapNode, path: Sequence[str], node: ScalarNode) -> MapNode:
    key, *inner = path
    old = section.get(key)
    value = _with_value(old, inner, node) if inner and isinstance(old, MapNode) else node
    if key not in section:
        return MapNode((*section.entries, (Key(key, node.place), value)), section.place)
    return with_values(section, lambda kept, name: value if name == key else kept)


def override_values(
    overrides: Sequence[Override], piece: str | None, written: Collection[str]
) -> dict[str, ScalarNode]:
    """Return the values meant for a piece by field, its own before its component's, if `written` has them."""
    meant = [each for each in overrides if each.piece in ("", piece)]
    meant.sort(key=lambda each: each.piece)
    known = {*written, *SETTABLE}
    return {override.field: override.node for override in meant if override.field in known}


# game.yaml.


@dataclass(frozen=True, slots=True)
class Header:
    """What game.yaml says: the game, without its components, and what its components are read with.

    `sources` is None when the game lists none; `wording` None when it cannot be read.
    """

    game: Game
    sources: frozenset[str] | None = None
    wording: Wording | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """The game's folder, what its game.yaml says, where findings go, and the components read before this one.

    `unread` names the components that are there but could not be read: what is wrong with them has been said.
    `overrides` take the place of what the files say. `words` are the translations of the components.
    """

    folder: GameFolder
    header: Header
    findings: Findings
    siblings: Mapping[str, Component] = field(default_factory=dict)
    unread: frozenset[str] = frozenset()
    overrides: tuple[Override, ...] = ()
    words: Mapping[str, Words] = field(default_factory=dict)


def read_header(node: Node | None, game: Game, findings: Findings) -> Header:
    """Return what game.yaml says as far as it can be read; `game` is one of which nothing is known but its id."""
    section = findings.want_map(node, "game.yaml")
    if section is None:
        return Header(game)
    findings.check_keys(section, KEYS, "game.yaml")
    palette = findings.want_map(section.get("palette"), "palette")
    for key, _ in palette.entries if palette else ():
        if not FIELD.fullmatch(key.text):
            fixed = re.sub(r"\W", "_", key.text, flags=re.ASCII)
            findings.error("PNP112", f'"{key.text}" cannot name a colour', key.place, hint=f"write {fixed}")
    facts = findings.want_map(section.get("facts"), "facts")
    engine = section.get("engine")
    fonts, places = read_fonts(section.get("fonts"), findings)
    texts: dict[str, Any] = {}
    findings.require(section, "title", "the game", example="Name of the Game")
    for name in PLAIN_TEXTS:
        node = section.get(name)
        if node is None or (isinstance(node, ScalarNode) and node.value is None):
            continue
        text = findings.want_text(node, name)
        if text is None:
            continue
        if name == "language" and not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*", text):
            message = f'"{text}" is not a language code'
            findings.error("PNP112", message, node.place, hint="write en, de, fr, en-GB ...")
            continue
        texts[name] = text.strip()
    game = replace(
        game,
        place=section.key_place("title"),
        palette=read_palette(palette, findings) if palette else {},
        fonts={role: first for role, (first, *_) in fonts.items()},
        font_places=places,
        fallback_fonts={role: tuple(others) for role, (_, *others) in fonts.items() if others},
        styles=_styles(section.get("styles"), tuple(palette or ()), findings),
        themes=_themes(section.get("themes"), tuple(palette or ()), findings),
        facts=facts.value if facts else {},
        engine=findings.want_text(engine, "engine") or "",
        engine_place=engine.place if engine else None,
        limits=_limits(section.get("limits"), findings),
        title_on_backs=TITLE_ON_BACKS.read(section, findings),
        **texts,
    )
    # Without phrases, effects are told that they have none.
    wording = findings.want_map(section.get("wording") or MapNode((), section.place), "wording")
    sources = _sources(section.get("sources"), findings)
    return Header(game, sources, read_wording(wording, findings) if wording else None)


def read_fonts(node: Node | None, findings: Findings) -> tuple[dict[str, list[str]], dict[str, Place]]:
    """Return the families of each role, and where each family is written; of a list the first has the most of the letters."""
    families: dict[str, list[str]] = {}
    places: dict[str, Place] = {}
    for key, value in findings.entries(node, "fonts"):
        named = items_of(value)
        texts = [family for item in named if (family := findings.want_text(item, key.text))]
        places |= {str(item.value): item.place for item in named if isinstance(item, ScalarNode)}
        if texts:
            families[key.text] = texts
        elif not named:
            hint = "write a family, or a list of families"
            findings.wrong_value(value, f"{key.text} must name a font", hint=hint)
    return families, places


def _themes(node: Node | None, known: tuple[str, ...], findings: Findings) -> dict[str, Theme]:
    themes: dict[str, Theme] = {}
    written = findings.entries(node, "themes")
    if len(written) > USUAL_LIMITS.themes:
        message = f"{len(written):,} themes; the limit is {USUAL_LIMITS.themes}"
        findings.error("PNP475", message, written[USUAL_LIMITS.themes][0].place, hint="delete some")
    for key, value in written[: USUAL_LIMITS.themes]:
        theme = findings.want_map(value, f"theme {key.text}")
        if theme is None:
            continue
        findings.check_keys(theme, THEME, f"theme {key.text}")
        palette = findings.want_map(theme.get(THEME_PALETTE), THEME_PALETTE)
        for name, _ in palette.entries if palette else ():
            if name.text not in known:
                _no_colour(name, known, findings)
        colours = read_palette(palette, findings) if palette else {}
        looks: dict[str, Any] = {str(look): look.read(theme, findings) for look in THEME_LOOKS}
        themes[key.text] = Theme(key.text, colours, **looks)
    return themes


def _no_colour(name: Key | ScalarNode, known: Collection[str], findings: Findings) -> None:
    findings.unknown("PNP118", f'the palette has no colour "{name.text}"', name, known, "colours")


def _styles(node: Node | None, colours: Collection[str], findings: Findings) -> dict[str, TextStyle]:
    styles: dict[str, TextStyle] = {}
    for key, value in findings.entries(node, "styles"):
        usual = key.text in USUAL_STYLES
        if usual or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", key.text):
            why = "every game has that one" if usual else "letters, digits, _ and - make a name"
            message = f'"{key.text}" cannot name a style: {why}'
            findings.error("PNP112", message, key.place, hint="give it another name")
        section = findings.want_map(value, f"style {key.text}")
        if section is not None:
            findings.check_keys(section, STYLE, f"style {key.text}")
            styles[key.text] = TextStyle(
                STYLE_FONT.read(section, findings) or "",
                _style_colour(section.get(STYLE_COLOUR), colours, findings),
                STYLE_SIZE.read(section, findings),
                **{str(flag): flag.read(section, findings) for flag in STYLE_FLAGS},
            )
    return styles


def _style_colour(node: Node | None, colours: Collection[str], findings: Findings) -> str:
    if isinstance(node, ScalarNode) and node.text in colours:
        return findings.want_text(node, STYLE_COLOUR) or ""
    if isinstance(node, ScalarNode) and re.fullmatch(r"[A-Za-z]\w*", node.text):
        _no_colour(node, colours, findings)
        return ""
    return findings.attempt(colour_of, node, STYLE_COLOUR) or ""


def _sources(node: Node | None, findings: Findings) -> frozenset[str] | None:
    section = findings.want_map(node, "sources")
    if section is None:
        return None
    for key, value in section.entries:
        if isinstance(value, MapNode):
            findings.check_keys(value, SOURCE, f"source {key.text}")
            for name, text in value.entries:
                findings.want_text(text, name.text)
        else:
            findings.want_text(value, f"source {key.text}")
    return frozenset(section)


def _limits(node: Node | None, findings: Findings) -> GameLimits:
    """Return the limits of a game: the usual ones, but for those it raises. None can be made lower."""
    all_names = {limit.name for limit in table()}
    raised: dict[str, int] = {}
    for key, value in findings.entries(node, "limits"):
        if key.text not in LIMITS:
            fixed = key.text in all_names
            message = f"the limit {key.text} cannot be raised" if fixed else f'there is no limit "{key.text}"'
            hint = "no game needs more; delete it" if fixed else suggest(key.text, LIMITS, what="limits")
            findings.error("PNP103", message, key.place, hint=hint)
        elif (number := LIMITS[key.text].parsed(value, findings)) is not None:
            raised[key.text] = number
    return replace(USUAL_LIMITS, **raised)
