"""What every template is given: the data of the card, the boxes of the face, and the functions that draw."""

from collections.abc import Mapping

from pnp.model.face import Side
from pnp.model.game import Component, Game, Piece, Theme
from pnp.render.pen import Pen
from pnp.render.record import Record, Watched
from pnp.render.shapes import shape_values


def colours(game: Game, theme: str) -> Mapping[str, str]:
    """Return the game's colours, under the theme of that name when it has one."""
    chosen: Theme | None = game.themes.get(theme)
    return game.palette if chosen is None else {**game.palette, **chosen.palette}


def values(
    piece: Piece, side: Side, *, component: Component, game: Game, theme: str, pen: Pen
) -> dict[str, object]:
    """Return the names a template may use on one side of a piece, with their values."""
    about = {"title": game.title, "credits": game.credits, "notice": game.notice, "version": game.version}
    own = {**piece.fields, "id": piece.id, "name": piece.name, "copies": piece.copies}
    art = piece.fields.get("art")

    def picture(slot: object, *args: object, **options: object) -> object:
        return pen.picture(art if art is not None and slot == piece.id else slot, *args, **options)  # type: ignore[arg-type]

    return {
        "game": Record("game", {"id": game.id, **about, "facts": game.facts}),
        "component": Record("component", {"id": component.id, "title": component.title}),
        "piece": Watched("piece", own),
        "face": Record("face", {"side": side, **_measures(component), **shape_values(component)}),
        "palette": Record("palette", colours(game, theme)),
        "theme": theme,
        "fit": pen.fit,
        "line": pen.line,
        "icon": pen.icon,
        "picture": picture,
    }


def _measures(component: Component) -> Mapping[str, object]:
    """Return the sizes and boxes of a face in mm, from the top-left corner of the trim."""
    width, height, bleed, safe = component.size.width, component.size.height, component.bleed, component.safe
    return {
        "width": width,
        "height": height,
        "bleed": bleed,
        "safe": safe,
        "corner": component.corner,
        "bleed_box": _box(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed),
        "trim_box": _box(0, 0, width, height),
        "safe_box": _box(safe, safe, width - 2 * safe, height - 2 * safe),
    }


def _box(x: float, y: float, width: float, height: float) -> Mapping[str, float]:
    return {"x": x, "y": y, "width": width, "height": height}
