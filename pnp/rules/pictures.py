"""The pictures of a rules summary: pieces cut to their outline, figures, charts of decks, icons, and fonts for them."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count
from operator import mul
from pathlib import Path

from pnp.cache import digest
from pnp.claims.deck_statistics import Distribution, distributions
from pnp.export.charts import FONT, bar_chart
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Face
from pnp.model.game import Component, Game
from pnp.model.geometry import Outline, Size, mirrored
from pnp.model.rules_document import Block, CardNotes, Chart, Figure, Picture, Term, Thing
from pnp.render.faces import Rendered
from pnp.svg.images import UnsafeDrawing
from pnp.templates.context import RenderContext
from pnp.templates.sources import Icons
from pnp.text import decimal
from pnp.typesetting.fonts import Style

_ROOT = re.compile(r"""^.*?<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>(.*)</svg>\s*$""", re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")
_PRINT = re.compile(
    r"""<text\b[^>]*\bfont-size="([\d.]+)"[^>]*>.*?</text>|<use\b[^>]*\bwidth="([\d.]+)"[^>]*/>""", re.DOTALL
)
_ID = re.compile(r"""\sid=["']([^"']*)["']""")
_REFERENCE = re.compile(r"""(\bhref=["']#|\burl\(\s*['"]?#)""")


@dataclass(frozen=True, slots=True)
class Drawings:
    """The pictures of a game by key, each once; `shown` says which one a piece shows, by component/piece.

    `behind` are those of all backs, `backs` those of the backs that no other piece has.

    `fonts` are the files that they need, `diagnostics` what was found while drawing.
    """

    pictures: dict[str, Picture]
    shown: Mapping[str, str]
    behind: Mapping[str, str]
    backs: Mapping[str, str]
    fonts: tuple[Path, ...]
    diagnostics: tuple[Diagnostic, ...]


def draw_pictures(context: RenderContext, rendered: Iterable[tuple[Component, Rendered]]) -> Drawings:
    """Return a picture of every piece that could be rendered."""
    pictures: dict[str, Picture] = {}
    shown: dict[str, str] = {}
    behind: dict[str, str] = {}
    backs: dict[str, str] = {}
    for_charts = (context.sources.fonts.find(FONT, Style(weight)) for weight in (400, 700))
    fonts = {file.path for file in for_charts if file}
    found = [*context.unusable_fonts()]
    for component, drawn in rendered:
        deck = drawn.deck
        fonts.update(drawn.fonts)
        found += drawn.diagnostics
        alike = Counter(deck.backs.values())
        sides = ((deck.fronts, shown, component.cut), (deck.backs, behind, mirrored(component.cut)))
        for faces, keys, cut in sides:
            for piece in component.pieces:
                if piece.id not in faces:
                    continue
                face = deck.faces[faces[piece.id]]
                # The same drawing is cut by another outline in another component.
                key = f"{component.id}-{faces[piece.id][:16]}"
                keys[f"{component.id}/{piece.id}"] = key
                if keys is behind and alike[faces[piece.id]] == 1:
                    backs[f"{component.id}/{piece.id}"] = key
                if key not in pictures:
                    pictures[key] = Picture(_cut(face, cut, key), face.trim)
    return Drawings(pictures, shown, behind, backs, tuple(sorted(fonts)), tuple(found))


EDGE = 0.5  # In mm: half of the line around a picture lies on it.


def _cut(face: Face, outline: Outline, key: str) -> str:
    """Return the SVG of a face without its bleed, with a thin line around it: white pieces are seen on white pages."""
    width, height = decimal(face.trim.width), decimal(face.trim.height)
    shape = shape_of(outline)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}"><defs><clipPath id="cut-{key}">{shape}/></clipPath></defs>'
        f'<g clip-path="url(#cut-{key})">{inside(face.svg)}{shape} fill="none" stroke="#8c8c8c" stroke-width="{EDGE}"/></g></svg>'
    )


def shape_of(outline: Outline) -> str:
    """Return the beginning of an SVG element with that outline, to be closed."""
    if outline.kind != "rectangle":
        points = " ".join(f"{decimal(x)},{decimal(y)}" for x, y in outline.points)
        return f'<polygon points="{points}"'
    size, corner = outline.size, decimal(outline.radius)
    return f'<rect width="{decimal(size.width)}" height="{decimal(size.height)}" rx="{corner}"'


CHART_WIDTH = 76.0  # In mm: two charts stand beside each other on a small page.


def draw_charts(
    game: Game, notes: Mapping[str, CardNotes], glossary: Sequence[Term] = ()
) -> tuple[tuple[Chart, ...], dict[str, Picture]]:
    """Return the charts of the decks, and their drawings by key.

    A component whose notes name charts has these; any other has one of each field whose values can be counted.
    """
    words = {term.icon: term.word or term.title for term in glossary if term.icon}
    charts: list[Chart] = []
    pictures: dict[str, Picture] = {}
    for component in game.components:
        for title, table in _chart_tables(component, notes.get(component.id, CardNotes())):
            key = f"chart-{component.id}-{table.field.replace('.', '-')}"
            rows = tuple((words.get(value, _in_words(value)), count) for value, count in table.rows)
            whole = f"{component.title}: {title}"
            face = bar_chart(
                whole,
                rows,
                table.totals(component.kind.one, component.kind.many, game.speech),
                width=CHART_WIDTH,
            )
            pictures[key] = Picture(face.svg, face.trim)
            numbers = ", ".join(f"{label}: {count}" for label, count in rows)
            charts.append(Chart(key, whole, key, numbers))
    return tuple(charts), pictures


def _in_words(value: str) -> str:
    """Return a value as readers know it, a number below zero with a minus sign."""
    return re.sub(r"^-(?=\d)", "−", value.replace("_", " "))


def _chart_tables(component: Component, notes: CardNotes) -> Iterator[tuple[str, Distribution]]:
    tables = {table.field: table for table in distributions(component, texts=notes.charts is not None)}
    if notes.charts is None:
        for field, table in tables.items():
            yield field.replace(".", " ").replace("_", " "), table
        return
    for title, field in notes.charts.items():
        if field in tables:
            yield title, tables[field]


def icon_pictures(names: Iterable[str], icons: Icons) -> tuple[Mapping[str, Picture], set[Path]]:
    """Return the pictures of the icons that are there and sound, and the fonts they need; the others stay words."""
    pictures: dict[str, Picture] = {}
    fonts: set[Path] = set()
    for name in sorted(names):
        path = icons.find(name)
        try:
            drawing = icons.read(path) if path else None
        except UnsafeDrawing:
            continue
        if drawing is not None:
            view = " ".join(f"{number:g}" for number in (drawing.view.x, drawing.view.y))
            view += f" {drawing.view.width:g} {drawing.view.height:g}"
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{drawing.inner}</svg>'
            pictures[name] = Picture(svg, Size(4, 4))
            fonts |= {font.path for font in drawing.fonts}
    return pictures, fonts


def inside(svg: str) -> str:
    """Return what stands between the outermost tags of an SVG.

    >>> inside('<svg viewBox="0 0 1 1"><g/></svg>')
    '<g/>'
    """
    match = _ROOT.match(svg)
    return match[1] if match else ""


def view_box(svg: str) -> str:
    """Return the view box of an SVG as it is written.

    >>> view_box('<svg viewBox="0 0 63 88"/>')
    '0 0 63 88'
    """
    return svg.partition('viewBox="')[2].partition('"')[0]


def with_own_ids(svg: str, name: str) -> str:
    """Return a drawing whose ids are its own also where another drawing with the same parts stands in the page.

    What is in a drawing twice, such as a picture, has its ids once.

    >>> with_own_ids('<svg><g id="a"/><g id="a"/><use href="#a"/></svg>', "b")
    '<svg><g id="b-a"/><g/><use href="#b-a"/></svg>'
    """
    return _with_open_ids(svg).replace("\0", name)


@lru_cache(256)
def _with_open_ids(svg: str) -> str:
    seen: set[str] = set()

    def open_id(found: re.Match[str]) -> str:
        if found[1] in seen:
            return ""
        seen.add(found[1])
        return f' id="\0-{found[1]}"'

    return _TAG.sub(lambda tag: _ID.sub(open_id, _REFERENCE.sub("\\1\0-", tag[0])), svg)


MOST_IN_STACK = 4
SMALL_PRINT = 4.0  # In mm: letters and icons of this size and larger stay in a plain picture of a piece.
UNDER = 1.2  # In mm: how far a card of a stack shows below the one on it.


def draw_figure(figure: Figure, game: Game, drawings: Drawings, key: str) -> Picture:
    """Return the drawing of a figure; a piece that could not be drawn is left out."""
    outlines = {component.id: component.cut for component in game.components}
    line = figure.size.width / 118 * 0.3
    sides = figure.size.width, figure.size.height
    number = count()
    parts = []
    for thing in figure.things:
        for place, name in enumerate(thing.pieces):
            shown = (drawings.behind if thing.back else drawings.shown).get(name)
            if shown is None:
                continue
            picture = drawings.pictures[shown]
            across, down = (thing.at[axis] + place * thing.step[axis] for axis in (0, 1))
            shape = shape_of(outlines[name.partition("/")[0]])
            drawn = _on_its_stack(picture, thing, f"{key}-{next(number)}", shape)
            if thing.part and shape.startswith("<rect"):
                drawn = _torn(drawn, thing, picture.size, max(1.0, figure.size.width / 118) / thing.scale)
            turned = f" rotate({decimal(thing.turn)})" if thing.turn else ""
            turned += f" scale({decimal(thing.scale)})" if thing.scale != 1 else ""
            faint = ' opacity="0.4"' if thing.faint else ""
            parts.append(
                f'<g transform="translate({decimal(across)} {decimal(down)}){turned}"{faint}>{drawn}</g>'
            )
    for label in figure.labels:
        if label.to:
            x, y, end_x, end_y = map(decimal, map(mul, (*label.at, *label.to), sides * 2))
            parts.append(
                f'<path d="M{x} {y}L{end_x} {end_y}" stroke="#ffffff" stroke-width="{line * 3:.2f}"/>'
                f'<path d="M{x} {y}L{end_x} {end_y}" stroke="#23202b" stroke-width="{line:.2f}"/>'
                f'<circle cx="{end_x}" cy="{end_y}" r="{line * 2.4:.2f}" fill="#23202b" stroke="#ffffff" stroke-width="{line:.2f}"/>'
            )
    parts += (_arrow(ends, line) for ends in figure.arrows)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {" ".join(map(decimal, sides))}">{"".join(parts)}</svg>'
    return Picture(svg, figure.size)


def _arrow(ends: Sequence[float], line: float) -> str:
    """Return an arrow; one by way of a point bends there."""
    (*way, x, y), (end_x, end_y) = ends[:-2], ends[-2:]
    length, turn = math.hypot(end_x - x, end_y - y), math.degrees(math.atan2(end_y - y, end_x - x))
    head, half = 9 * line, 2 * line
    shape = f"M0 {-half:.2f}H{length - head:.2f}V{-3 * half:.2f}L{length:.2f} 0L{length - head:.2f} {3 * half:.2f}V{half:.2f}H0Z"
    first = "M{} {}L{} {}".format(*map(decimal, (*way, x, y))) if way else ""
    bend = (
        f'<path d="{first}" stroke="#23202b" stroke-width="{2 * half:.2f}" stroke-linecap="round"/>'
        if way
        else ""
    )
    return f'{bend}<path transform="translate({decimal(x)} {decimal(y)}) rotate({turn:.2f})" d="{shape}" fill="#23202b"/>'


def _on_its_stack(picture: Picture, thing: Thing, key: str, shape: str) -> str:
    width, height = thing.part[2:] or (picture.size.width, picture.size.height)
    x, y, wide, high = (decimal(length) for length in (-width / 2, -height / 2, width, height))
    box = f'x="{x}" y="{y}" width="{wide}" height="{high}"'
    under = [
        f'{shape} transform="translate({n * UNDER - width / 2:.2f} {n * UNDER - height / 2:.2f})" '
        f'fill="#ffffff" stroke="#8c8c8c" stroke-width="{EDGE / 2}"/>'
        for n in range(min(thing.stack, MOST_IN_STACK) - 1, 0, -1)
    ]
    own = with_own_ids(picture.svg, key)
    shows = " ".join(map(decimal, thing.part)) if thing.part else view_box(own)
    drawn = inside(own)
    if thing.plain:
        drawn = _PRINT.sub(
            lambda found: found[0] if float(found[1] or found[2]) >= SMALL_PRINT else "", drawn
        )
    if thing.triangle:
        drawn = _pyramid(drawn, thing, key)
    frame = f'<rect {box} fill="none" stroke="#8c8c8c" stroke-width="{EDGE / 2}"/>'
    return f'{"".join(under)}<svg {box} viewBox="{shows}">{drawn}</svg>{frame if thing.part and not thing.triangle else ""}'


TOOTH = 1.5, 0.45  # In mm on a page: how far along and how deep is each tooth of a torn edge.


def _torn(drawn: str, thing: Thing, size: Size, scale: float) -> str:
    """Return a part of a piece with teeth along the sides where it is torn off the rest, enlarged to `scale`."""
    left, top, width, height = thing.part
    right, below = size.width - left - width, size.height - top - height
    if right < -EDGE or not any(rest > EDGE for rest in (left, top, right, below)):
        return drawn
    outline = f"M{-width / 2:.2f} {-height / 2:.2f}"
    sides = ((top, width, 1, 0), (right, height, 0, 1), (below, width, -1, 0), (left, height, 0, -1))
    for rest, length, across, down in sides:
        teeth = max(1, round(length / TOOTH[0] / scale)) if rest > EDGE else 1
        half, deep = length / teeth / 2, TOOTH[1] * scale if rest > EDGE else 0
        there = f"l{across * half - down * deep:.3f} {down * half + across * deep:.3f}"
        outline += (there + f"l{across * half + down * deep:.3f} {down * half - across * deep:.3f}") * teeth
    clip = f"torn-{digest(drawn, outline)[:16]}"
    line = f'<path d="{outline}Z" fill="none" stroke="#8c8c8c" stroke-width="{EDGE / 2}"/>'
    return f'<clipPath id="{clip}"><path d="{outline}Z"/></clipPath><g clip-path="url(#{clip})">{drawn}</g>{line}'


PALE = ((0.42, 0), (0.58, 0.8))  # How white a standing die becomes down its height, as shares.


def _pyramid(net: str, thing: Thing, key: str) -> str:
    """Return a standing die, pale below its tip: only the symbols there count."""
    left, top, width, height = thing.part
    base, point = (top, top + height) if thing.triangle == "down" else (top + height, top)
    ends = (left + width, left) if thing.triangle == "down" else (left, left + width)
    tip, near, far = (left + width / 2, point), (ends[0], base), (ends[1], base)
    beyond = (tip[0] + far[0] - near[0], point)
    corners = ((0.5, 0.0), (0.0, 0.84), (0.62, 1.0), (1.0, 0.78))
    seen = tuple((left + across * width, top + down * height) for across, down in corners)
    faces = (((tip, near, far), seen[:3], 0.0), ((tip, far, beyond), (seen[0], *seen[2:]), 0.22))
    pale = "".join(f'<stop offset="{at}" stop-color="#fff" stop-opacity="{how}"/>' for at, how in PALE)
    drawn = [
        f'<defs><g id="{key}-net">{net}</g><linearGradient id="{key}-pale" x2="0" y2="1">{pale}</linearGradient></defs>'
    ]
    for number, (source, target, shade) in enumerate(faces):
        polygon = f'<polygon points="{" ".join(f"{x:.2f},{y:.2f}" for x, y in target)}"'
        drawn.append(
            f'<clipPath id="{key}-face{number}">{polygon}/></clipPath><g clip-path="url(#{key}-face{number})">'
            f'<use href="#{key}-net" transform="matrix({_moving(source, target)})"/>'
            f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="url(#{key}-pale)"/></g>'
            f'{polygon} fill-opacity="{shade}" stroke="#5a5a5a" stroke-width="{EDGE / 2}" stroke-linejoin="round"/>'
        )
    return "".join(drawn)


def _moving(source: Sequence[tuple[float, float]], target: Sequence[tuple[float, float]]) -> str:
    (x, y), *others = source
    (ax, ay), (bx, by) = ((other_x - x, other_y - y) for other_x, other_y in others)
    area = ax * by - bx * ay
    rows = []
    for axis in (0, 1):
        origin, first, second = (point[axis] for point in target)
        across = ((first - origin) * by - (second - origin) * ay) / area
        down = ((second - origin) * ax - (first - origin) * bx) / area
        rows.append((across, down, origin - across * x - down * y))
    return " ".join(f"{number:.5f}" for column in zip(*rows, strict=True) for number in column)


def draw_figures(blocks: Sequence[Block], game: Game, drawings: Drawings, name: str) -> tuple[Block, ...]:
    """Return blocks whose figures have pictures, which are put into the drawings; `name` is what they belong to."""
    drawn: list[Block] = []
    for block in blocks:
        if isinstance(block, Figure):
            key = f"figure-{name}-{len(drawn)}"
            drawings.pictures[key] = draw_figure(block, game, drawings, key)
            block = replace(block, anchor=key, picture=key)  # noqa: PLW2901
        drawn.append(block)
    return tuple(drawn)
