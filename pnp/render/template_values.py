"""What every template is given: the data of the card, the boxes of the face, and the functions that draw."""

import math
from collections.abc import Mapping, Sequence

from pnp.model.game import Board, Component, Game, Space
from pnp.model.geometry import Outline, Point, Segment
from pnp.model.nets import Net, Panel
from pnp.render.context import RenderContext
from pnp.render.field_proxy import FieldProxy
from pnp.render.template_api import TemplateApi
from pnp.text import decimal

# What a template is told about the shape of a piece: its outline and edges, its net, its board.

Values = dict[str, object]


def shape_values(component: Component) -> Values:
    """Return the values that a template of this component has beside those of every face.

    `outline`: {path, kind, edges}; `net`: {cut, folds, tabs, slits, panels}; `board`: {spaces, space}. A panel of a
    four-sided die has corners with an id each.
    """
    values: Values = {"outline": _outline(component.cut)}
    if component.net is not None:
        values["net"] = _net(component.net)
    if component.board is not None:
        values["board"] = _board(component.board)
    return values


def path(points: Sequence[Point], *, closed: bool = True) -> str:
    """Return the corners as the `d` of an SVG path."""
    return "M" + "L".join(f"{decimal(x)} {decimal(y)}" for x, y in points) + ("Z" if closed else "")


def _outline(outline: Outline) -> Mapping[str, object]:
    edges = outline.edges if outline.kind == "polygon" else ()
    return {
        "path": path(outline.points),
        "kind": outline.kind,
        "edges": tuple(_edge(*edge) for edge in edges),
    }


def _edge(start: Point, end: Point) -> Mapping[str, object]:
    """Return an edge with its own frame: origin at its middle, x along it clockwise, y into the piece."""
    (x1, y1), (x2, y2) = start, end
    angle = math.degrees(math.atan2(y2 - y1, x2 - x1))
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    return {
        "x1": x1,
        "y1": y1,
        "x2": x2,
        "y2": y2,
        "length": math.hypot(x2 - x1, y2 - y1),
        "transform": f"translate({decimal(middle[0])} {decimal(middle[1])}) rotate({decimal(angle)})",
    }


def _net(net: Net) -> Mapping[str, object]:
    return {
        "cut": path(net.cut),
        "folds": tuple(_fold(fold) for fold in net.folds),
        "tabs": tuple(path(tab) for tab in net.tabs),
        "slits": tuple(path(slit, closed=False) for slit in net.slits),
        "panels": tuple(_panel(panel) for panel in net.panels),
    }


def _fold(fold: Segment) -> str:
    return path(fold, closed=False)


def _panel(panel: Panel) -> Mapping[str, object]:
    x, y = panel.centre
    return {
        "id": panel.id,
        "path": path(panel.points),
        "x": x,
        "y": y,
        "width": panel.width,
        "height": panel.height,
        "transform": f"translate({decimal(x)} {decimal(y)}) rotate({decimal(panel.angle)})",
        "corners": tuple(
            _corner(name, point, panel) for name, point in zip(panel.corners, panel.points, strict=False)
        ),
    }


def _corner(name: str, point: Point, panel: Panel) -> Mapping[str, object]:
    """Return a corner that has a name, with its own frame: origin at the corner, y to the middle of the panel."""
    (x, y), (middle_x, middle_y) = point, panel.centre
    angle = math.degrees(math.atan2(middle_y - y, middle_x - x)) - 90
    return {
        "id": name,
        "x": x,
        "y": y,
        "transform": f"translate({decimal(x)} {decimal(y)}) rotate({decimal(angle)})",
    }


def _board(board: Board) -> Mapping[str, object]:
    spaces = tuple(_space(space) for space in board.spaces)
    return {
        "spaces": spaces,
        "space": {space.id: values for space, values in zip(board.spaces, spaces, strict=True)},
    }


def _space(space: Space) -> Mapping[str, object]:
    xs, ys = zip(*space.points, strict=True)
    return {
        **space.fields,
        "id": space.id,
        "path": path(space.points),
        "x": space.centre[0],
        "y": space.centre[1],
        "left": min(xs),
        "top": min(ys),
        "width": max(xs) - min(xs),
        "height": max(ys) - min(ys),
        "points": tuple({"x": x, "y": y} for x, y in space.points),
        "neighbours": space.neighbours,
    }


def colours(game: Game, theme: str) -> Mapping[str, str]:
    """Return the game's colours, under the theme of that name when it has one."""
    return {**game.palette, **(game.themes[theme].palette if theme in game.themes else {})}


def values(component: Component, context: RenderContext, api: TemplateApi) -> Values:
    """Return the names a template may use on one side of a piece, with their values."""
    game, piece, side = context.game, api.report.piece, api.report.side
    about = {"title": game.title, "credits": game.credits, "notice": game.notice, "version": game.version}
    own = {**piece.fields, "id": piece.id, "name": piece.name, "copies": piece.copies}
    return {
        "game": FieldProxy("game", {"id": game.id, **about, "facts": game.facts}),
        "component": FieldProxy("component", {"id": component.id, "title": component.title}),
        "piece": FieldProxy("piece", own),
        "face": FieldProxy("face", {"side": side, **_measures(component), **shape_values(component)}),
        "palette": FieldProxy("palette", colours(game, context.theme)),
        "theme": context.theme,
        "fit": api.fit,
        "line": api.line,
        "icon": api.icon,
        "picture": api.picture,
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
