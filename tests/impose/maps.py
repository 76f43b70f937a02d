"""Sheets as pictures: components built in a line, and a map of who lies where as one sees the page."""

import math
from dataclasses import replace
from types import SimpleNamespace

import pyclipper

from pnp.impose.footer_and_ruler import ASCENT, DESCENT, SheetContext, estimated_width
from pnp.impose.grid import fullest_grid
from pnp.impose.pieces_on_sheets import plan
from pnp.load.kinds import KINDS
from pnp.model.diagnostics import Place
from pnp.model.face import Deck, Face
from pnp.model.game import Component, Game, Piece
from pnp.model.geometry import MM_PER_PT, Outline, Rect, Size, depth, edges_of, is_convex, moved_outwards
from pnp.model.papers import find_paper

PLACE = Place("card_data/soup/food.yaml", 2, 7)
POKER_EU = Size(63, 88)


def soup(pieces: str, *, size: Size = POKER_EU, bleed: float = 3, **about: str) -> SimpleNamespace:
    """A game of one component from words such as "leek" (back "back"), "pot*3", "pea/green", "lid/" (no back)."""
    made, fronts, backs = [], {}, {}
    for word in pieces.split():
        name, _, back = word.partition("/") if "/" in word else (word, "", "back")
        piece, _, copies = name.partition("*")
        fronts[piece] = f"{piece}-front"
        back, _, copies = back.partition("*") if "*" in back else (back, "", copies)
        if back:
            backs[piece] = back
        made.append(Piece(piece, int(copies or 1), {}, "f.svg.j2", "b.svg.j2" if back else None, PLACE))
    faces = {key: Face(key, "<svg/>", size, bleed) for key in (*fronts.values(), *backs.values())}
    component = Component("food", KINDS["cards"], "Food", size, 3, bleed, 3, tuple(made), PLACE)
    about = {"credits": "drawn by Ann", "notice": "unofficial", "licence": "CC0", **about}
    game = Game("soup", about.pop("title", "Soup"), "1.2", (component,), PLACE, **about)
    return SimpleNamespace(component=component, deck=Deck("food", faces, fronts, backs), game=game)


def on_card(made: SimpleNamespace) -> SimpleNamespace:
    """The same printed on both sides of card, not on two sheets that are glued on board."""
    component = replace(made.component, kind=replace(made.component.kind, grey_board=None))
    return SimpleNamespace(component=component, deck=made.deck, game=made.game)


def planned(made, paper="a4", backs="long-edge", *, marks="outside", measure=estimated_width, **options):
    return plan(
        SheetContext(made.game, made.component, made.deck, find_paper(paper), marks, measure),
        backs=backs,
        **options,
    )


def sheets(pieces: str, paper: str = "a4", backs: str = "long-edge", *, size: Size = POKER_EU, **options):
    found = planned(soup(pieces, size=size), paper, backs, **options)
    assert found.diagnostics == ()
    return found.sheets


def page_map(sheet, *, show: str = "piece") -> str:
    size = sheet.placements[0].trim.size if sheet.placements else POKER_EU
    grid = fullest_grid(size, sheet.size, margin=6.35, folded=sheet.flip == "gutterfold")
    lefts, tops = starts(grid.cut_xs, size.width), starts(grid.cut_ys, size.height)
    seen = {}
    for placement in sheet.placements:
        x, y = placement.trim.x, placement.trim.y
        (column,) = [n for n, left in enumerate(lefts) if abs(left - x) < 1e-9]
        (row,) = [n for n, top in enumerate(tops) if abs(top - y) < 1e-9]
        assert (column, row) not in seen
        seen[column, row] = getattr(placement, show) + {0: "", 180: "↓"}[placement.rotation]
    rows = range(len(tops))
    return "\n".join(" ".join(seen.get((c, r), ".") for c in range(len(lefts))) for r in rows)


def starts(cuts, length: float) -> tuple[float, ...]:
    """Where the cells of a grid begin: the cuts that have another one a cell further on."""
    return tuple(cut for cut in cuts if any(abs(other - cut - length) < 1e-6 for other in cuts))


def picture(text: str) -> str:
    return "\n".join(" ".join(line.split()) for line in text.strip().splitlines())


def caption_box(caption, measure=estimated_width) -> Rect:
    em = caption.size * MM_PER_PT
    width, up, down = measure(caption.text, caption.size), ASCENT * em, DESCENT * em
    if caption.rotation == 0:
        return Rect(caption.x, caption.y - up, width, up + down)
    if caption.rotation == 90:
        return Rect(caption.x - down, caption.y, up + down, width)
    assert caption.rotation == 270
    return Rect(caption.x - up, caption.y - width, up + down, width)


def stroke_box(stroke) -> Rect:
    x, y = min(stroke.x1, stroke.x2), min(stroke.y1, stroke.y2)
    wide, high = abs(stroke.x1 - stroke.x2), abs(stroke.y1 - stroke.y2)
    across, down = (stroke.width / 2, 0) if wide == 0 else (0, stroke.width / 2)
    return Rect(x, y, wide, high).grown(across, down, across, down)


def bounds(rects) -> Rect:
    rects = list(rects)
    x, y = min(r.x for r in rects), min(r.y for r in rects)
    return Rect(x, y, max(r.right for r in rects) - x, max(r.bottom for r in rects) - y)


def pieces_of(kind: str, pieces: str, outline: Outline, *, bleed: float = 1.5, **more) -> SimpleNamespace:
    """As `soup`, for pieces of another kind and outline; `more` are fields of the component."""
    made = soup(pieces, size=outline.size, bleed=bleed)
    component = replace(made.component, kind=KINDS[kind], title=kind.capitalize(), outline=outline, **more)
    game = replace(made.game, components=(component,))
    return SimpleNamespace(component=component, deck=made.deck, game=game)


def named(made: SimpleNamespace, name: str) -> SimpleNamespace:
    fronts = {piece: f"{name}-{face}" for piece, face in made.deck.fronts.items()}
    faces = made.deck.faces | {
        new: Face.packed_as(new, face.packed, face.trim, face.bleed)
        for new, old in zip(fronts.values(), made.deck.fronts.values(), strict=True)
        for face in [made.deck.faces[old]]
    }
    return SimpleNamespace(
        component=replace(made.component, id=name, title=name.upper()),
        deck=replace(made.deck, component=name, faces=faces, fronts=fronts),
        game=made.game,
    )


def marks_map(sheet, *, step: float = 5) -> str:
    """Draw the page in squares of `step` mm: "#" a piece, "|" and "-" strokes, "+" both; the ruler and words are left out."""
    ruler = {stroke for stroke in sheet.strokes if is_of_ruler(stroke, sheet.strokes)}
    strokes = [stroke_box(stroke) for stroke in sheet.strokes if stroke not in ruler and not stroke.grey]

    def sign(column, row):
        square = Rect(column * step, row * step, step, step)
        here = [
            box for box in strokes if box.overlaps(square, slack=0.1 if box.width > 0.1 < box.height else 0)
        ]
        # One shows in a square when a millimetre of it is there.
        parts = {box: box.common(square) for box in here}
        shown = [box for box, part in parts.items() if max(part.width, part.height) >= 1 - 1e-9]
        kinds = {"|" if box.height > box.width else "-" for box in shown}
        piece = any(each.trim.contains(Rect(*square.middle, 0, 0)) for each in sheet.placements)
        return "+" if len(kinds) == 2 else kinds.pop() if kinds else "#" if piece else " "

    columns, rows = (round(length / step) for length in (sheet.size.width, sheet.size.height))
    return "\n".join("".join(sign(at, row) for at in range(columns)).rstrip() for row in range(rows))


def is_of_ruler(stroke, strokes) -> bool:
    """The ruler is the one line of exactly 50 mm, and what stands on it."""
    line = next((s for s in strokes if abs(abs(s.x1 - s.x2) + abs(s.y1 - s.y2) - 50) < 1e-6), None)
    return line is not None and stroke_box(line).grown(*[2.0] * 4).contains(stroke_box(stroke))


def covers(edge, points, *, slack):
    """Say whether all points lie within a convex clockwise polygon, or less than `slack` mm outside."""
    sides = [(one, other, math.dist(one, other)) for one, other in edges_of(edge) if one != other]
    return all(
        ((x2 - x1) * (y1 - y) - (y2 - y1) * (x1 - x)) / length <= slack
        for (x1, y1), (x2, y2), length in sides
        for x, y in points
    )


def overlap(one, other, *, slack: float) -> bool:
    """Say whether two closed lines reach more than `slack` mm into each other."""
    if is_convex(one) and is_convex(other):
        return depth(one, other) > slack
    finder, unit = pyclipper.Pyclipper(), 1e-6
    for points, role in (
        (moved_outwards(tuple(one), -slack), pyclipper.PT_SUBJECT),
        (other, pyclipper.PT_CLIP),
    ):
        finder.AddPath([(round(x / unit), round(y / unit)) for x, y in points], role, True)
    return bool(finder.Execute(pyclipper.CT_INTERSECTION))
