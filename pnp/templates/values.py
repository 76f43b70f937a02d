"""The values of every template: the data of the card and the measures of its face, read-only.

A mapping handed to Jinja as it is would answer `piece.items` with a method; a proxy answers only with fields.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NoReturn, TypeGuard

from jinja2 import StrictUndefined, Undefined, UndefinedError
from jinja2.exceptions import SecurityError

from pnp.model.game import Component, Game, Space
from pnp.model.geometry import Point, Segment
from pnp.model.line_styles import NET_CUT, NET_FOLD, NET_FOLD_UNDER, LineStyle
from pnp.model.nets import TICK_MM, Flap, Net, Panel, fold_marks
from pnp.templates.palette import grey
from pnp.text import decimal, near_names, nearest

FUNCTIONS = (
    *("fit", "line", "icon", "picture", "has_picture"),
    *("goes_on_behind", "figure", "high_of", "size_tries"),
)
"""The functions that draw, and tell, for a side of a piece: methods of TemplateApi."""

NAMES = (
    *("game", "component", "piece", "face", "palette", "theme", "language", "smallest", "boldest"),
    *("card", "behind", "continues", *FUNCTIONS, "_"),
)
"""What every template is given."""

Values = dict[str, object]
_SINGLE = frozenset({str, int, float, bool, type(None)})


class FieldProxy:
    """Fields by attribute or key, which knows whether it was read: a back that asks nothing of its card is every card's."""

    __slots__ = ("_fields", "_groups", "_kind", "_was_read")

    def __init__(self, kind: str, fields: Mapping[str, object]) -> None:
        self._kind = kind
        self._fields = fields
        self._groups: dict[str, object] = {}
        self._was_read = False

    def __getattr__(self, name: str) -> object:
        """Return a field; AttributeError when there is none."""
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __getitem__(self, name: str) -> object:
        """Return a field; KeyError when there is none."""
        self._was_read = True
        value = self._fields[name]
        if type(value) in _SINGLE:
            return value
        if name not in self._groups:
            self._groups[name] = wrapped(value, f"{self._kind}.{name}")
        return self._groups[name]

    def __contains__(self, name: object) -> bool:
        """Say whether there is such a field."""
        self._was_read = True
        return name in self._fields

    def __iter__(self) -> Iterator[str]:
        """Yield the names of the fields."""
        self._was_read = True
        return iter(self._fields)

    def __len__(self) -> int:
        """Return the number of fields."""
        self._was_read = True
        return len(self._fields)

    def __str__(self) -> str:
        """Refuse to be printed: what Python would print is an address, another one on every run."""
        first = next(iter(self._fields), "name")
        raise TypeError(f"{self._kind} is a group of values; write one of them, such as {self._kind}.{first}")

    __html__ = __repr__ = __str__


# Functions, not methods: a method would hide a field of its name.


def fields_of(proxy: FieldProxy) -> Mapping[str, object]:
    """Return the fields themselves."""
    return proxy._fields


def was_read(proxy: FieldProxy) -> bool:
    """Say whether anything was asked of the fields."""
    return proxy._was_read  # noqa: SLF001


def wrapped(value: object, kind: str) -> object:
    """Return mappings as proxies, inside tuples too; anything else as it is."""
    if isinstance(value, tuple):
        is_flat = _SINGLE.issuperset(map(type, value))
        return value if is_flat else tuple(wrapped(item, f"{kind} entry") for item in value)
    return FieldProxy(kind, value) if isinstance(value, Mapping) else value


class MissingField(UndefinedError):
    """A template asked for something that is not there; `hint` names what is near."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class Missing(StrictUndefined):
    """Jinja's undefined value, with a message for people instead of for programmers."""

    def _fail_with_undefined_error(self, *_args: object, **_kwargs: object) -> NoReturn:
        if self._undefined_exception is SecurityError:
            raise SecurityError(str(self._undefined_message))
        raise missing_field(self._undefined_obj, str(self._undefined_name))


for _name in {
    name
    for each in (Undefined, StrictUndefined)
    for name, method in vars(each).items()
    if method is Undefined._fail_with_undefined_error  # noqa: SLF001 - what is this method by other names
}:
    setattr(Missing, _name, Missing._fail_with_undefined_error)  # noqa: SLF001


def missing_field(owner: object, name: str) -> MissingField:
    """Return the error for a field `name` that `owner` does not have."""
    if isinstance(owner, FieldProxy):
        have = list(owner)
        near = near_names(name, have, cutoff=0.5) or sorted(have)[:12]
        kind = owner._kind  # noqa: SLF001
        hint = "it has " + (", ".join(near) if near else "none")
        return MissingField(f'{kind} has no field "{name}"', hint)
    if isinstance(owner, tuple | list):
        return MissingField(f"the list has no entry {name}", f"it has {len(owner)}, counted from 0")
    if isinstance(owner, str | int | float):
        return MissingField(f'"{owner}" has no field "{name}"', "it is a single value, not a group")
    meant = nearest(name, NAMES)
    names = f"did you mean {meant}?" if meant else f"a template has {', '.join(NAMES)}"
    return MissingField(f'there is no "{name}"', names)


def colours(game: Game, theme: str) -> Mapping[str, str]:
    """Return the game's colours, under the theme of that name when it has one."""
    if theme not in game.themes:
        return game.palette
    look = game.themes[theme]
    palette = {**game.palette, **look.palette}
    return {name: grey(colour) for name, colour in palette.items()} if look.greyscale else palette


def face_values(component: Component) -> Values:
    """Return the sizes and boxes of a face in mm, from the top-left corner of the trim, and the shape of the piece.

    `outline`: {path, kind, edges}; `net`: {cut, folds, fold_marks, tabs, flaps, labels, slits, panels}; `board`: {spaces, space}; `folds`: {path, ticks, length}. A panel of a
    four-sided die has corners with an id each.
    """
    width, height, bleed, safe = component.size.width, component.size.height, component.bleed, component.safe
    edges = component.cut.edges if component.cut.kind == "polygon" else ()
    values: Values = {
        "width": width,
        "height": height,
        "bleed": bleed,
        "safe": safe,
        "corner": component.corner,
        "bleed_box": _box(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed),
        "trim_box": _box(0, 0, width, height),
        "safe_box": _box(safe, safe, width - 2 * safe, height - 2 * safe),
        "outline": {
            "path": path(component.cut.points),
            "kind": component.cut.kind,
            "edges": tuple(_edge(*edge) for edge in edges),
        },
    }
    values["folds"] = tuple(_fold(fold, bleed) for fold in component.folds)
    if component.net is not None:
        values["net"] = _net(component.net, bleed)
    if component.board is not None:
        spaces = {space.id: _space(space) for space in component.board.spaces}
        values["board"] = {"spaces": tuple(spaces.values()), "space": spaces}
    return values


def _fold(fold: Segment, bleed: float) -> Values:
    start, end = fold
    length, tick = math.dist(start, end), min(TICK_MM, bleed)
    dx, dy = (end[0] - start[0]) / length * tick, (end[1] - start[1]) / length * tick
    before, after = (start[0] - dx, start[1] - dy), (end[0] + dx, end[1] + dy)
    ticks = path((before, start), closed=False) + path((end, after), closed=False)
    return {"path": path(fold, closed=False), "ticks": ticks, "length": length}


def _box(x: float, y: float, width: float, height: float) -> Values:
    return {"x": x, "y": y, "width": width, "height": height}


def path(points: Sequence[Point], *, closed: bool = True) -> str:
    """Return the corners as the `d` of an SVG path."""
    return "M" + "L".join(f"{decimal(x)} {decimal(y)}" for x, y in points) + ("Z" if closed else "")


def _frame(x: float, y: float, angle: float) -> Values:
    return {"transform": f"translate({decimal(x)} {decimal(y)}) rotate({decimal(angle)})"}


def _edge(start: Point, end: Point) -> Values:
    (x1, y1), (x2, y2) = start, end
    angle = math.degrees(math.atan2(y2 - y1, x2 - x1))
    frame = _frame((x1 + x2) / 2, (y1 + y2) / 2, angle)
    return {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "length": math.hypot(x2 - x1, y2 - y1), **frame}


def _net(net: Net, bleed: float) -> Values:
    return {
        "cut": path(net.cut),
        "fold_marks": {
            kind: tuple(path(line, closed=False) for line in lines)
            for kind, lines in fold_marks(net, bleed=bleed).items()
        },
        "folds": tuple(path(fold, closed=False) for fold in net.folds),
        "tabs": tuple(path(tab) for tab in net.tabs),
        "flaps": tuple(path(flap.points) for flap in net.flaps),
        "labels": tuple(_label(flap) for flap in (*(Flap(tab, "glue") for tab in net.tabs), *net.flaps)),
        "slits": tuple(path(slit, closed=False) for slit in net.slits),
        "panels": tuple(_panel(panel) for panel in net.panels),
        "lines": {"cut": _line(NET_CUT), "fold": _line(NET_FOLD), "under_fold": _line(NET_FOLD_UNDER)},
    }


def _line(style: LineStyle) -> Values:
    grey = f"{round(255 * style.grey):02x}"
    return {"width": style.width, "colour": f"#{grey * 3}", "dashes": style.dashes}


def _label(flap: Flap) -> Values:
    (x1, y1), (x2, y2) = flap.fold
    angle = math.degrees(math.atan2(y2 - y1, x2 - x1))
    xs, ys = zip(*flap.points, strict=True)
    depth = max(abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) for x, y in flap.points) / math.dist(
        *flap.fold
    )
    upright = (angle + 90) % 180 - 90  # no text stands on its head
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    return {"text": flap.label, "length": math.dist(*flap.fold), "depth": depth, **_frame(*middle, upright)}


def _panel(panel: Panel) -> Values:
    (x, y), inner = panel.centre, panel.inner_size
    corners = (_corner(name, point, panel) for name, point in zip(panel.corners, panel.points, strict=False))
    return {
        "id": panel.id,
        "path": path(panel.points),
        **_box(x, y, panel.width, panel.height),
        **_frame(x, y, panel.angle),
        "inner_box": _box(-inner.width / 2, -inner.height / 2, inner.width, inner.height),
        "corners": tuple(corners),
    }


def _corner(name: str, point: Point, panel: Panel) -> Values:
    (x, y), (middle_x, middle_y) = point, panel.centre
    angle = math.degrees(math.atan2(middle_y - y, middle_x - x)) - 90
    return {"id": name, "x": x, "y": y, **_frame(x, y, angle)}


def _space(space: Space) -> Values:
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


# Arguments of template functions, checked: numbers, boxes and words.

Box = tuple[float, float, float, float]


def as_box(value: object) -> Box:
    """Return (x, y, width, height) in mm, also of a box such as face.safe_box; raises ValueError for anything else.

    >>> as_box([5, 5, 53, 20])
    (5.0, 5.0, 53.0, 20.0)
    """
    parts = value if isinstance(value, list | tuple) else ()
    if isinstance(value, FieldProxy):
        parts = tuple(value[side] for side in ("x", "y", "width", "height") if side in value)
    if len(parts) != 4 or not all(_is_number(part) for part in parts):
        raise ValueError(f"a box is four numbers in mm, (x, y, width, height); got {shown(value)}")
    x, y, width, height = (float(part) for part in parts)
    if width < 0 or height < 0:
        raise ValueError(f"a box cannot be {width:g} mm wide and {height:g} mm high")
    return (x, y, width, height)


def number(name: str, value: object) -> float:
    """Return a number; raises ValueError, naming the option, for anything else."""
    if not _is_number(value):
        raise ValueError(f"{name} is a number; got {shown(value)}")
    return float(value)


def positive(name: str, value: object) -> float:
    """Return a number above zero; raises ValueError, naming the option, for anything else."""
    given = number(name, value)
    if given <= 0:
        raise ValueError(f"{name} is a number above 0; got {shown(value)}")
    return given


def one_of(name: str, value: object, allowed: Collection[str]) -> str:
    """Return a word out of `allowed`; raises ValueError, naming the option and the words, for any other."""
    if not isinstance(value, str) or value not in allowed:
        *most, last = (f'"{option}"' for option in allowed)
        raise ValueError(f"{name} is {', '.join(most)} or {last}; got {shown(value)}")
    return value


def shown(value: object) -> str:
    """Return a value the way a template writes it, shortened; raises what is due when it is not there at all."""
    if isinstance(value, FieldProxy):
        return "a group of values"
    if isinstance(value, str):
        return shortened(f'"{value}"')
    return shortened(str(value) if _is_plain(value) else type(value).__name__)


def shortened(text: str) -> str:
    """Return a text with its end left out when it is long."""
    return text if len(text) <= 40 else text[:37] + "..."


def _is_plain(value: object) -> bool:
    if isinstance(value, Undefined):
        str(value)  # raises, naming the field
    if isinstance(value, list | tuple):
        return all(_is_plain(item) for item in value)
    return value is None or isinstance(value, bool | int | float | str)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6
