"""game.yaml: the settings of a whole game."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pnp.load.effect_text import Wording, read_wording
from pnp.load.nodes import FIELD, Findings, ListNode, MapNode, Node, ScalarNode, read_palette, whole_of
from pnp.load.overrides import Override
from pnp.load.project import GameFolder
from pnp.load.text_styles import read_styles
from pnp.load.translation import Words
from pnp.model.diagnostics import Place
from pnp.model.game import Component, Game, Theme
from pnp.model.limits import USUAL_LIMITS, GameLimits, raisable, table
from pnp.text import suggest

TEXTS = ("title", "version", "language", "credits", "notice", "licence", "licence_url")
KEYS = (*TEXTS, "palette", "fonts", "styles", "themes", "facts", "sources", "wording", "engine", "limits")
THEME_KEYS = ("palette", "lighten", "greyscale", "smallest_text")
TEXT_PT = (7, 24)
"""The least and the most that a theme may ask of its smallest text."""


@dataclass(frozen=True, slots=True)
class Header:
    """What game.yaml says: the game, without its components, and what its components are read with.

    `sources` is None when the game lists none; `wording` None when it cannot be read.
    """

    game: Game
    sources: frozenset[str] | None = None
    wording: Wording | None = None


def read_header(node: Node | None, game: Game, findings: Findings) -> Header:
    """Return what game.yaml says as far as it can be read; `game` is one of which nothing is known but its id."""
    section = findings.want_map(node, "game.yaml")
    if section is None:
        return Header(game)
    findings.check_keys(section, KEYS, "game.yaml")
    palette = findings.want_map(section.get("palette"), "palette")
    facts = findings.want_map(section.get("facts"), "facts")
    engine = section.get("engine")
    fonts = read_fonts(section.get("fonts"), findings)
    game = replace(
        game,
        place=section.key_place("title"),
        palette=_palette(palette, findings),
        fonts={role: first for role, (first, *_) in fonts.items()},
        font_places=_font_places(section.get("fonts")),
        fallback_fonts={role: tuple(others) for role, (_, *others) in fonts.items() if others},
        styles=read_styles(section.get("styles"), tuple(palette or ()), findings),
        themes=_themes(section.get("themes"), tuple(palette or ()), findings),
        facts=facts.value if facts else {},
        engine=findings.want_text(engine, "engine") or "",
        engine_place=engine.place if engine else None,
        limits=_limits(section.get("limits"), findings),
        **_texts(section, findings),
    )
    return Header(game, _sources(section.get("sources"), findings), _wording(section, findings))


def _wording(section: MapNode, findings: Findings) -> Wording | None:
    """Return the wording; one without phrases when none is written, so that effects are told that they have none."""
    if "wording" not in section:
        return read_wording(MapNode((), section.place), findings)
    wording = findings.want_map(section.get("wording"), "wording")
    return read_wording(wording, findings) if wording else None


def _texts(section: MapNode, findings: Findings) -> dict[str, Any]:
    """Return the plain texts that are written; the title must be."""
    texts: dict[str, Any] = {}
    findings.require(section, "title", "the game", example="Name of the Game")
    for key in TEXTS:
        node = section.get(key)
        if node is None or (isinstance(node, ScalarNode) and node.value is None):
            continue
        text = findings.want_text(node, key)
        if text is None:
            continue
        if key == "language" and not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*", text):
            message = f'"{text}" is not a language code'
            findings.error("PNP112", message, node.place, hint="write en, de, fr, en-GB ...")
            continue
        texts[key] = text.strip()
    return texts


def _palette(section: MapNode | None, findings: Findings) -> dict[str, str]:
    for key, _ in section.entries if section else ():
        if not FIELD.fullmatch(key.text):
            fixed = re.sub(r"\W", "_", key.text, flags=re.ASCII)
            findings.error("PNP112", f'"{key.text}" cannot name a colour', key.place, hint=f"write {fixed}")
    return read_palette(section, findings) if section else {}


def read_fonts(node: Node | None, findings: Findings) -> dict[str, list[str]]:
    """Return the families of each role: one, or a list of which the first has the most of the letters."""
    families: dict[str, list[str]] = {}
    for key, value in findings.entries(node, "fonts"):
        named = value.items if isinstance(value, ListNode) else (value,)
        found = [family for each in named if (family := findings.want_text(each, key.text))]
        if found:
            families[key.text] = found
        elif isinstance(value, ListNode) and not named:
            findings.wrong_value(
                value, f"{key.text} must name a font", hint="write a family, or a list of families"
            )
    return families


def _font_places(node: Node | None) -> dict[str, Place]:
    """Return where each family is written."""
    written = [value for _, value in node.entries] if isinstance(node, MapNode) else []
    named = (each for value in written for each in (value.items if isinstance(value, ListNode) else (value,)))
    return {str(each.value): each.place for each in named if isinstance(each, ScalarNode)}


def _themes(node: Node | None, known: tuple[str, ...], findings: Findings) -> dict[str, Theme]:
    """Return the themes; each may only replace colours that the palette has."""
    themes: dict[str, Theme] = {}
    written = findings.entries(node, "themes")
    if len(written) > USUAL_LIMITS.themes:
        message = f"{len(written):,} themes; the limit is {USUAL_LIMITS.themes}"
        findings.error("PNP475", message, written[USUAL_LIMITS.themes][0].place, hint="delete some")
    for key, value in written[: USUAL_LIMITS.themes]:
        theme = findings.want_map(value, f"theme {key.text}")
        if theme is None:
            continue
        findings.check_keys(theme, THEME_KEYS, f"theme {key.text}")
        palette = findings.want_map(theme.get("palette"), "palette")
        for name, _ in palette.entries if palette else ():
            if name.text not in known:
                message = f'the palette has no colour "{name.text}"'
                findings.error("PNP118", message, name.place, hint=suggest(name.text, known, what="colours"))
        own = read_palette(palette, findings) if palette else {}
        themes[key.text] = Theme(
            key.text,
            own,
            findings.want_number(
                theme.get("lighten"), "lighten", (0, 1), default=0.0, hint="write 0.5 for half white"
            ),
            greyscale=findings.want_flag(theme.get("greyscale"), "greyscale", default=False),
            smallest_text=findings.want_number(
                theme.get("smallest_text"), "smallest_text", TEXT_PT, default=0.0, hint="write 9 for 9 pt"
            ),
        )
    return themes


def _sources(node: Node | None, findings: Findings) -> frozenset[str] | None:
    section = findings.want_map(node, "sources")
    if section is None:
        return None
    for key, value in section.entries:
        if isinstance(value, MapNode):
            findings.check_keys(value, ("title", "where", "url", "gives"), f"source {key.text}")
            for name, text in value.entries:
                findings.want_text(text, name.text)
        else:
            findings.want_text(value, f"source {key.text}")
    return frozenset(section)


# What every component of a game is read with.


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


def _limits(node: Node | None, findings: Findings) -> GameLimits:
    """Return the limits of a game: the usual ones, but for those it raises. None can be made lower."""
    known, all_names = raisable(), {each.name for each in table()}
    raised: dict[str, int] = {}
    for key, value in findings.entries(node, "limits"):
        limit = known.get(key.text)
        if limit is None:
            fixed = key.text in all_names
            message = f"the limit {key.text} cannot be raised" if fixed else f'there is no limit "{key.text}"'
            hint = "no game needs more; delete it" if fixed else suggest(key.text, known, what="limits")
            findings.error("PNP103", message, key.place, hint=hint)
        elif (number := findings.attempt(whole_of, value, key.text, limit.value, limit.most)) is not None:
            raised[key.text] = number
    return replace(USUAL_LIMITS, **raised)
