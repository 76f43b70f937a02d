"""Decks from Python data: dictionaries, dataclasses or rows of a data frame become cards, without any files."""

import math
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass, is_dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Self
from weakref import finalize

import yaml

from pnp.build.build_cache import open_cache
from pnp.build.games import build_games, check_games
from pnp.build.options import BuildOptions
from pnp.build.pipeline import BuildContext, fonts_of
from pnp.build.result import BuildResult
from pnp.escaping import json_text
from pnp.files import read_bytes, read_text, real_path, temporary_folder, write
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.diagnostics import CannotUse, Diagnostic, UnknownName
from pnp.model.face import FRONT, Side
from pnp.model.game import Component, Game
from pnp.render.faces import Rendered, render
from pnp.shops.export_games import export_games
from pnp.shops.print_shops import DPI
from pnp.shops.shop_files import ExportOptions
from pnp.start.table_guesses import ImportOptions
from pnp.start.table_import import import_table
from pnp.text import suggest_argument

COMPONENT = "cards"
LARGEST_PICTURE = 200_000_000  # Bytes of a PNG: more than any card has.


@dataclass(frozen=True, slots=True)
class CardFace:
    """One side of a card: `svg` is the drawing in mm, its bleed included, with its trim from (0, 0)."""

    deck: "Deck"
    card: str
    side: Side
    svg: str

    def png(self, dpi: float = DPI, *, bleed: bool = False) -> bytes:
        """Return the picture as PNG at so many pixels to the inch, up to the trim or with its bleed."""
        return self.deck.picture(self.card, self.side, round(dpi), bleed=bleed)


class Deck:
    """A deck of cards made of data.

    `cards` are mappings, dataclasses, or a data frame; their keys are the headings of a table. What is not said is found in
    them, as `pnp import` does: the title, the cost, the number of copies. `design` is one of the designs that come with pnp;
    `template` is the text of a template of your own in its place, and `back` one for the backs. `size` is such as "poker" or
    "70mm x 120mm", `art` a folder with the pictures that cards name.

    The cards are kept in a folder that is removed with the deck, or at the end of a `with` block. Raises CannotUse for data
    that make no cards.
    """

    def __init__(
        self,
        cards: Iterable[Any],
        *,
        title: str = "Cards",
        design: str = "",
        size: str = "",
        template: str = "",
        back: str = "",
        art: Path | None = None,
    ) -> None:
        stack = ExitStack()
        root = real_path(Path(stack.enter_context(temporary_folder("deck"))))
        self._close = finalize(self, stack.close)
        table = root / f"{COMPONENT}.json"
        records = cards.to_dict("records") if hasattr(cards, "to_dict") else cards
        write(table, json_text([*map(_row, records)]).encode())
        options = ImportOptions(game=title, component=COMPONENT, art_folder=art)
        made = import_table(table, here=root, options=replace(options, design=design) if design else options)
        _refuse_errors(made.diagnostics)
        self._game, self._project = made.game, find_project(made.root)
        self.decided = made.decided
        _change(root / "card_data" / made.game, title, size, {"front": template, "back": back})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of the cards, in the order of the data."""
        return tuple(piece.id for piece in self._component.pieces)

    def check(self) -> tuple[Diagnostic, ...]:
        """Return what is wrong with the cards, and what should be known of them."""
        (result,) = check_games(self._project, (self._game,))
        return result.diagnostics

    def build(self, out: Path | str, options: BuildOptions | None = None) -> BuildResult:
        """Write the sheets and print.pdf of each paper into a folder of `out`. Raises CannotRender and CannotWrite."""
        chosen = replace(options or BuildOptions(rules=False), out=Path(out))
        (result,) = build_games(self._project, (self._game,), chosen)
        return result

    def face(self, card: str, side: Side = FRONT) -> CardFace:
        """Return a side of a card. Raises UnknownName for one that is not there, CannotUse for one that cannot be drawn."""
        deck = self._rendered.deck
        keys = deck.fronts if side == FRONT else deck.backs
        if card not in keys:
            raise UnknownName(f'there is no {side} of "{card}"', suggest_argument(card, tuple(keys), "cards"))
        return CardFace(self, card, side, deck.faces[keys[card]].svg)

    def picture(self, card: str, side: Side, dpi: int, *, bleed: bool) -> bytes:
        """Return a side of a card as PNG."""
        with temporary_folder("png") as out:
            options = ExportOptions(
                only=f"{COMPONENT}/{card}", dpi=dpi, bleed=bleed, out=real_path(Path(out))
            )
            (result,) = export_games(self._project, "png", (self._game,), options)
            folder = (result.folder or Path(out)) / COMPONENT
            own, common = folder / f"{card}.{side}.png", folder / f"{side}.png"
            return read_bytes(own if own.is_file() else common, limit=LARGEST_PICTURE)

    @cached_property
    def _read(self) -> Game:
        loaded = load_game(self._project, self._game)
        if loaded.game is None:
            _refuse_errors(loaded.diagnostics)
        assert loaded.game is not None
        return loaded.game

    @property
    def _component(self) -> Component:
        return next(component for component in self._read.components if component.id == COMPONENT)

    @cached_property
    def _rendered(self) -> Rendered:
        with open_cache(wanted=True) as store:
            context = BuildContext(self._project, fonts_of(self._project), cache=store)
            rendered = render(self._component, context.rendering(self._read))
        _refuse_errors(rendered.diagnostics)
        return rendered


def _refuse_errors(found: Iterable[Diagnostic]) -> None:
    for finding in found:
        if finding.severity == "error":
            raise CannotUse(str(finding) if finding.piece else finding.message, finding.hint)


def _row(card: Any) -> dict[str, Any]:
    values = asdict(card) if is_dataclass(card) and not isinstance(card, type) else card
    if not isinstance(values, Mapping):
        raise CannotUse(
            f"a card is {type(card).__name__}, not names with values", "give a dict or a dataclass"
        )
    return {str(name): _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return None if math.isnan(value) else value
    return value if isinstance(value, str | int | list | dict | None) else str(value)


def _change(folder: Path, title: str, size: str, templates: Mapping[str, str]) -> None:
    game, component = folder / "game.yaml", folder / f"{COMPONENT}.yaml"
    write(game, yaml.safe_dump({"title": title}, allow_unicode=True).encode())
    keys = yaml.safe_load(read_text(component))
    if size:
        keys["size"] = size
    for side, text in templates.items():
        if text:
            path = folder.parent.parent / "templates" / folder.name / f"{COMPONENT}-{side}.svg.j2"
            write(path, text.encode())
            keys[side] = path.name
    if templates["front"]:
        del keys["design"], keys["roles"]
    write(component, yaml.safe_dump(keys, allow_unicode=True, sort_keys=False).encode())
