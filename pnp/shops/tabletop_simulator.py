"""The target `tts`: a saved object of Tabletop Simulator with decks, boards, tiles, discs, dice and markers."""

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

from pnp.build.pipeline import DrawnGame, ImposedComponent
from pnp.escaping import json_text
from pnp.export.image_files import Canvas, FacePicture, canvas_of
from pnp.files import read_package
from pnp.model.diagnostics import CannotUse
from pnp.model.face import BACK, FRONT
from pnp.model.game import Component, Piece
from pnp.model.geometry import MM_PER_UNIT, Point, Size, convex_parts, edges_of
from pnp.model.nets import Net, Panel, folded_die
from pnp.shops import shop_files

# Objects as the program saves them.


Json = dict[str, object]

USUAL: Mapping[str, Json] = json.loads(read_package(__package__, "tabletop_object.json"))
"""What every object says, and those of some kinds, unless it says otherwise."""

BOX_TILE, ROUND_TILE, ROUNDED_TILE = 0, 2, 3  # the shapes of a CustomTile
GENERIC, DIE = 0, 2  # what a CustomMesh behaves like


class Guids:
    """Gives the ids of objects: six hex digits that depend on nothing but what the object is called."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def of(self, *name: object) -> str:
        """Return the id of the object of that name; one that is taken already gives another."""
        text = "/".join(map(str, name))
        guid = hashlib.sha256(text.encode()).hexdigest()[:6]
        if guid in self._given:
            return self.of(text, "again")
        self._given.add(guid)
        return guid


Card = tuple[int, str, str]  # Number of its sheet, place there, id, and what it is called.


def thing(kind: str, guid: str, name: str, scale: tuple[float, float, float], **more: object) -> Json:
    """Return an object, upright for who sits at the near side of the table; cards lie face down."""
    face_down = kind in ("DeckCustom", "CardCustom", "Card")
    place = {**USUAL["upright"], "rotZ": 180.0 if face_down else 0.0}
    place |= {f"scale{axis}": round(factor, 5) for axis, factor in zip("XYZ", scale, strict=True)}
    about = {"GUID": guid, "Name": kind, "Transform": place, "Nickname": name}
    return {**about, "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0}, **USUAL["object"], **more}


def card_sheet(face: str, back: str, columns: int, rows: int, *, own_backs: bool) -> Json:
    """Return the sheet that cards of a deck are cut from. Its last picture is a card like the others."""
    size = {"NumWidth": columns, "NumHeight": rows}
    return {**USUAL["sheet"], "FaceURL": face, "BackURL": back, **size, "UniqueBack": own_backs}


def deck(
    guid: str, name: str, sheets: Mapping[int, Json], cards: Sequence[Card], scale: float, *, sideways: bool
) -> Json:
    """Return a deck face down, its first card on top; a single card is no deck."""
    size = (scale, 1.0, scale)
    held = {"HideWhenFaceDown": True, "SidewaysCard": sideways}

    def single(kind: str, card: Card) -> Json:
        number, its_guid, its_name = card
        more = {"CardID": number, "CustomDeck": {str(number // 100): sheets[number // 100]}}
        return thing(kind, its_guid, its_name, size, Hands=True, **held, **more)

    if len(cards) == 1:
        return single("CardCustom", cards[0])
    return thing(
        "DeckCustom",
        guid,
        name,
        size,
        **held,
        DeckIDs=[number for number, _, _ in cards],
        CustomDeck={str(key): sheet for key, sheet in sheets.items()},
        ContainedObjects=[single("Card", card) for card in cards],
    )


def model(guid: str, name: str, mesh: str, picture: str, behaves: int, **more: object) -> Json:
    """Return a solid of its own shape and size."""
    custom = {**USUAL["mesh"], "MeshURL": mesh, "DiffuseURL": picture, "TypeIndex": behaves}
    return thing("Custom_Model", guid, name, (1.0, 1.0, 1.0), CustomMesh=custom, **more)


def shown(front: str, back: str) -> Json:
    """Return the pictures of a piece that the program knows the shape of."""
    return {**USUAL["image"], "ImageURL": front, "ImageSecondaryURL": back}


IN_A_ROW = 24.0  # units across which objects lie side by side


# What goes on the table.


_Maker = Callable[[Piece, str], Json]  # Makes the object of a copy of a piece, given its id.
DPI = 150  # fine enough to read a card that fills the screen
COLUMNS, ROWS = 10, 7  # the most cards across and down on a sheet of cards
LARGEST_SIDE = 4096  # pixels of a picture: larger ones are not shown by every graphics card
UNIT_MM = MM_PER_UNIT["in"]  # a unit of the program is about an inch
TILE_UNITS = 2.0  # how wide and high a tile is that is not scaled
POKER_MM = 63.5  # the width of a card that is not scaled
CARD_MM = 1.5  # how thick tiles are that have a shape of their own
THUMBNAIL = 256

IMAGES, MODELS, SAVES = "Mods/Images", "Mods/Models", "Saves/Saved Objects"
"""Folders below that of the program. It finds pictures and shapes there by their names, wherever it keeps its own folder."""

WHERE = (
    "Copy the folders Mods and Saves into Documents/My Games/Tabletop Simulator,"
    " then choose Objects, Saved Objects in the game."
)
LOCAL = "Only you have the pictures: to share the game, upload them with the game's Cloud Manager."


def _plan_tts(drawn: DrawnGame, options: shop_files.ExportOptions) -> shop_files.ExportPlan:
    pictures = shop_files.TablePictures(f"{IMAGES}/{drawn.game.id}-", _base(options.url_base))
    table = _Table(drawn, options.dpi or DPI, pictures)
    for imposed in drawn.components:
        table.add(imposed)
    if not table.things:
        return shop_files.ExportPlan((), left_out=tuple(table.left_out))
    game = drawn.game
    things = []  # in rows, each given with the units that it takes across and away
    x = z = deepest = 0.0
    for placed_thing, width, depth in table.things:
        if x and x + width > IN_A_ROW:
            x, z, deepest = 0.0, z - deepest - 1.0, 0.0
        place = placed_thing["Transform"]
        assert isinstance(place, dict)
        where = {"posX": round(x + width / 2 - IN_A_ROW / 2, 3), "posZ": round(z - depth / 2, 3)}
        things.append({**placed_thing, "Transform": {**place, **where}})
        x, deepest = x + width + 1.0, max(deepest, depth)
    name = f"{game.title} {game.version}"
    saved = {**USUAL["saved"], "SaveName": name, "Note": game.notice, "ObjectStates": things}
    content = json_text(saved, indent=2).encode()
    path = f"{SAVES}/{game.id}.json"
    files = (*table.files.values(), shop_files.PlannedFile(path, partial(_write, content)))
    notes = (WHERE,) if options.url_base else (WHERE, LOCAL)
    return shop_files.ExportPlan(
        (*pictures.planned.values(), table.thumbnail()), files, notes, tuple(table.left_out)
    )


def _base(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        parts = urlsplit("")
    where = {"http": parts.netloc, "https": parts.netloc, "file": parts.path.strip("/")}.get(parts.scheme)
    if (url and not where) or not url.isprintable() or " " in url:
        raise CannotUse(f'"{url}" is not a web address', "write --url-base https://example.org/pictures")
    return url and url.rstrip("/") + "/"


def _write(content: bytes, _: Path, stream: BinaryIO) -> None:
    stream.write(content)


@dataclass
class _Table:
    """What of one game goes on the table, with the units it takes there, and the files for it by their paths."""

    drawn: DrawnGame
    dpi: int
    pictures: shop_files.TablePictures
    things: list[tuple[Json, float, float]] = field(default_factory=list)
    files: dict[str, shop_files.PlannedFile] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    guids: Guids = field(default_factory=Guids)
    sheets: int = 0

    def add(self, imposed: ImposedComponent) -> None:
        component = imposed.component
        if component.kind.layout == "rows":
            component, game, pieces = imposed.component, self.drawn.game.id, imposed.component.pieces
            sheets: dict[int, Json] = {}
            cards: list[Card] = []
            for start in range(0, len(pieces), COLUMNS * ROWS):
                some = pieces[start : start + COLUMNS * ROWS]
                self.sheets += 1
                sheets[self.sheets] = self._card_sheet(imposed, some, len(sheets) + 1)
                for place, piece in enumerate(some):
                    for copy in range(1, piece.copies + 1):
                        guid = self.guids.of(game, component.id, piece.id, copy)
                        cards.append((self.sheets * 100 + place, guid, piece.name))
            size = component.size
            scale = min(size.width, size.height) / POKER_MM
            sideways = not size.is_upright
            guid = self.guids.of(game, component.id)
            made = deck(guid, component.title, sheets, cards, scale, sideways=sideways)
            self.things.append((made, size.width / UNIT_MM, size.height / UNIT_MM))
            return
        if shop_files.is_container(component.net):
            self.left_out.append(f"{component.title}: {shop_files.FOLDED}")
            return
        make: _Maker = partial(
            self._model if component.cut.kind in ("polygon", "curve") else self._tile, imposed
        )
        if (net := component.net) is not None:
            make = partial(self._die if net.is_die else self._figurine, imposed, net)
        things = [
            make(piece, self.guids.of(self.drawn.game.id, component.id, piece.id, copy))
            for piece in imposed.component.pieces
            for copy in range(1, piece.copies + 1)
        ]
        if len(things) == 1:
            size = component.size
            self.things.append((things[0], size.width / UNIT_MM, size.height / UNIT_MM))
        else:
            guid = self.guids.of(self.drawn.game.id, component.id)
            bag = thing("Bag", guid, component.title, (1.0, 1.0, 1.0), ContainedObjects=things)
            self.things.append((bag, 2.5, 2.5))

    def thumbnail(self) -> shop_files.PlannedPicture:
        every = self.drawn.components
        imposed = next((imposed for imposed in every if imposed.component.kind.layout == "rows"), every[0])
        face = next(iter(imposed.rendered.deck.fronts.values()))
        size = imposed.component.size
        dpi = THUMBNAIL / max(size.width, size.height) * MM_PER_UNIT["in"]
        picture = FacePicture((face,), canvas_of(size, dpi))
        name = f"{SAVES}/{self.drawn.game.id}.png"
        return shop_files.PlannedPicture(name, imposed.component.id, shop_files.COMMON, FRONT, 1, picture)

    def _canvas(self, size: Size, columns: int = 1, rows: int = 1) -> Canvas:
        most = min(LARGEST_SIDE / columns / size.width, LARGEST_SIDE / rows / size.height) * MM_PER_UNIT["in"]
        canvas = canvas_of(size, min(self.dpi, most))
        return replace(
            canvas,
            width=min(canvas.width, LARGEST_SIDE // columns),
            height=min(canvas.height, LARGEST_SIDE // rows),
        )

    # Decks.

    def _card_sheet(self, imposed: ImposedComponent, pieces: Sequence[Piece], number: int) -> Json:
        deck, name = imposed.rendered.deck, f"{imposed.component.id}-{number}"
        columns = max(2, min(COLUMNS, len(pieces)))
        rows = max(2, math.ceil(len(pieces) / columns))
        canvas = self._canvas(imposed.component.size, columns, rows)
        fronts = tuple(deck.fronts[piece.id] for piece in pieces)
        copies, common = sum(piece.copies for piece in pieces), shop_files.common_back(imposed)
        blank = fronts[:1] * (columns * rows - len(fronts))
        face = self.pictures.add(name, imposed, FRONT, copies, FacePicture(fronts + blank, canvas, columns))
        if common is not None:
            single = FacePicture((common,), self._canvas(imposed.component.size))
            name = f"{imposed.component.id}-back"
            back = self.pictures.add(name, imposed, BACK, imposed.component.copies, single)
            return card_sheet(face, back, columns, rows, own_backs=False)
        backs = tuple(deck.backs.get(piece.id, deck.fronts[piece.id]) for piece in pieces)
        backs += backs[:1] * len(blank)
        back = self.pictures.add(f"{name}-backs", imposed, BACK, copies, FacePicture(backs, canvas, columns))
        return card_sheet(face, back, columns, rows, own_backs=True)

    # Everything else.

    def _tile(self, imposed: ImposedComponent, piece: Piece, guid: str) -> Json:
        component, deck = imposed.component, imposed.rendered.deck
        canvas, face = self._canvas(component.size), deck.fronts[piece.id]
        front = back = self.pictures.of_piece(imposed, piece, (face,), canvas)
        if (behind := deck.backs.get(piece.id, face)) != face:
            back = self.pictures.of_piece(imposed, piece, (behind,), canvas, "-back")
        shape = ROUND_TILE if component.cut.kind == "circle" else ROUNDED_TILE
        if component.cut.kind == "rectangle" and component.corner == 0:
            shape = BOX_TILE
        custom = {**USUAL["tile"], "Type": shape}
        sides = component.size.width, component.size.height
        width, height = (side / UNIT_MM / TILE_UNITS for side in sides)
        image = {**shown(front, back), "CustomTile": custom}
        locked = component.board is not None
        scale = (width, 1.0, height)
        return thing("Custom_Tile", guid, piece.name, scale, CustomImage=image, Locked=locked, Grid=False)

    def _model(self, imposed: ImposedComponent, piece: Piece, guid: str) -> Json:
        component, deck = imposed.component, imposed.rendered.deck
        front = deck.fronts[piece.id]
        faces = (front, deck.backs.get(piece.id, front))
        address = self.pictures.of_piece(imposed, piece, faces, self._canvas(component.size, columns=2))
        mesh = self._mesh(
            component, lambda: card_mesh(component.cut.points, component.size, CARD_MM, UNIT_MM)
        )
        return model(guid, piece.name, mesh, address, GENERIC)

    def _die(self, imposed: ImposedComponent, net: Net, piece: Piece, guid: str) -> Json:
        face = (imposed.rendered.deck.fronts[piece.id],)
        address = self.pictures.of_piece(imposed, piece, face, self._canvas(net.size))
        mesh = self._mesh(imposed.component, lambda: folded_mesh(net, UNIT_MM))
        turns = [
            {"Value": str(value), "Rotation": dict(zip("xyz", turn, strict=True))}
            for value, turn in zip(shop_files.die_values(piece, net), rotations(net), strict=True)
        ]
        return model(guid, piece.name, mesh, address, DIE, RotationValues=turns)

    def _mesh(self, component: Component, make: Callable[[], str]) -> str:
        path = f"{MODELS}/{self.drawn.game.id}-{component.id}.obj"
        if path not in self.files:
            self.files[path] = shop_files.PlannedFile(path, partial(_write, make().encode()))
        return self.pictures.address(path)

    def _figurine(self, imposed: ImposedComponent, net: Net, piece: Piece, guid: str) -> Json:
        panels = {panel.id: panel for panel in net.panels}
        face = (imposed.rendered.deck.fronts[piece.id],)
        addresses = [
            self.pictures.of_piece(imposed, piece, face, self._panel(net, panels[side]), f"-{side}")
            for side in (FRONT, BACK)
        ]
        scale = round(panels[FRONT].height / UNIT_MM / 2, 3)
        return thing("Figurine_Custom", guid, piece.name, (scale,) * 3, CustomImage=shown(*addresses))

    def _panel(self, net: Net, panel: Panel) -> Canvas:
        return shop_files.panel_canvas(self._canvas(Size(panel.width, panel.height)), net, panel)


ABOUT = (
    f"a saved object of Tabletop Simulator, sheets of {COLUMNS} x {ROWS} cards",
    f"pictures of at most {LARGEST_SIDE} pixels, {DPI} dpi unless --dpi says otherwise",
    "says https://kb.tabletopsimulator.com/custom-content/save-file-format/",
    "looked up on 2026-11-22",
)

TTS = shop_files.ExportTarget("tts", "Tabletop Simulator", ABOUT, _plan_tts)
Spot = tuple[float, float, float]  # In mm: x to the right, y down the page, z away from the reader.
Corner = tuple[Spot, Point]  # Of a side, and in the picture: (0, 0) top left to (1, 1).


def card_mesh(outline: Sequence[Point], size: Size, thickness: float, unit: float) -> str:
    """Return a flat piece; the left half of its picture is the front, the right half the back. `unit` is in mm."""
    high, low = -thickness / 2, thickness / 2

    def front(point: Point) -> Corner:
        x, y = point
        return _centred(point, size, high), (x / size.width / 2, y / size.height)

    def back(point: Point) -> Corner:
        x, y = point
        return _centred(point, size, low), (1 - x / size.width / 2, y / size.height)

    sides = [[front(point) for point in part] for part in convex_parts(tuple(outline))]
    sides += [[back(point) for point in reversed(part)] for part in convex_parts(tuple(outline))]
    for start, end in edges_of(outline):
        edge = (front(start)[1], front(end)[1])
        spots = [
            _centred(point, size, z) for point, z in ((end, high), (start, high), (start, low), (end, low))
        ]
        sides.append(list(zip(spots, (edge[1], edge[0], edge[0], edge[1]), strict=True)))
    return _obj(sides, unit)


def _centred(point: Point, size: Size, z: float) -> Spot:
    return point[0] - size.width / 2, point[1] - size.height / 2, z


def folded_mesh(net: Net, unit: float) -> str:
    """Return the solid that the net of a die folds up to; its picture is the net."""
    return _obj(_folded(net), unit)


def _folded(net: Net) -> list[list[Corner]]:
    solid, size = folded_die(net), net.size
    spots = {(round(x, 3), round(y, 3), round(z, 3)) for corners in solid.values() for x, y, z in corners}
    middle = [sum(axis) / len(spots) for axis in zip(*spots, strict=True)]
    return [
        [
            ((x - middle[0], y - middle[1], middle[2] - z), (across / size.width, down / size.height))
            for (x, y, z), (across, down) in zip(solid[panel.id], panel.points, strict=True)
        ]
        for panel in net.panels
    ]


def rotations(net: Net) -> Iterator[tuple[float, float, float]]:
    """Yield the turns about x, y and z in degrees that bring each side of a die to the top, or to the table where it has four.

    The program turns about z first, then about x. It counts x to the left of what an OBJ has, as Unity does.
    """
    up = 1 if len(net.panels) > 4 else -1
    for side in _folded(net):
        (x1, y1, z1), (x2, y2, z2), (x3, y3, z3) = (spot for spot, _ in side[:3])
        across = (y2 - y1) * (z3 - z1) - (z2 - z1) * (y3 - y1)
        down = (z2 - z1) * (x3 - x1) - (x2 - x1) * (z3 - z1)
        away = (x2 - x1) * (y3 - y1) - (y2 - y1) * (x3 - x1)
        x, y, z = across * up, away * up, -down * up
        about_z, about_x = math.atan2(x, y), -math.atan2(z, math.hypot(x, y))
        yield round(math.degrees(about_x) + 0.0, 1), 0.0, round(math.degrees(about_z) + 0.0, 1)


def _obj(sides: Iterable[Sequence[Corner]], unit: float) -> str:
    """Return an OBJ file, y up and z forward, of convex sides given clockwise as seen from outside."""
    corners: list[str] = []
    spots: list[str] = []
    faces: list[str] = []
    for side in sides:
        first = len(corners) + 1
        for (x, y, z), (u, v) in side:
            corners.append("v " + " ".join(f"{imposed / unit + 0.0:.5f}" for imposed in (x, -z, y)))
            spots.append(f"vt {u:.5f} {1 - v:.5f}")
        for number in range(1, len(side) - 1):
            ring = (first, first + number + 1, first + number)
            faces.append("f " + " ".join(f"{imposed}/{imposed}" for imposed in ring))
    return "\n".join([*corners, *spots, *faces]) + "\n"
