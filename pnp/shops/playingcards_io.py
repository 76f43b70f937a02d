"""The target `pcio`: a file for PlayingCards.io with a pile for each deck, boards, and spinners for dice.

The file is a zip of `widgets.json`, a list of what lies on the table, and the pictures in `userassets/`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from pnp.build.pipeline import DrawnGame, ImposedComponent
from pnp.escaping import json_text
from pnp.export.image_files import Canvas, FacePicture, canvas_of, outline_of
from pnp.model.face import BACK, FRONT, Side
from pnp.model.game import Piece
from pnp.model.geometry import MM_PER_UNIT, Size
from pnp.model.nets import Net
from pnp.shops import shop_files
from pnp.text import counted

DPI = 150  # more than four times what the table shows: a card that is enlarged stays sharp
LARGEST_SIDE = 2048  # pixels of a picture: the file of a larger one may be refused
PIXELS_PER_MM = 103 / 63.5  # on the table: a poker card is 103 pixels wide there
TABLE = (1600, 800)  # pixels that the table has above the hand of a player
SPACE, LABEL, BUTTON = 24, 24, 40  # pixels between things, above a pile for its name, below it for its button
SPINNER = 90
MOST_WIDGETS = 1200  # what a room holds, by the word of those who have tried
Widget = dict[str, object]


def _plan_pcio(drawn: DrawnGame, options: shop_files.ExportOptions) -> shop_files.ExportPlan:
    room = _Room(options.dpi or DPI)
    for imposed in sorted(drawn.components, key=lambda imposed: imposed.component.board is not None):
        room.add(imposed)
    pictures = room.pictures.planned
    if not pictures:
        return shop_files.ExportPlan((), left_out=tuple(room.left_out))
    name = f"{drawn.game.id}.pcio"
    notes = ["Open a room at playingcards.io and import the .pcio file in its room options."]
    if len(room.widgets) > MOST_WIDGETS:
        count = counted(len(room.widgets), "thing")
        notes.append(f"{count} are on the table: a room may refuse more than {MOST_WIDGETS}, see --component")
    content = json_text(room.widgets, indent=1).encode()
    file = shop_files.PlannedFile(name, partial(_pack, content, tuple(pictures)))
    return shop_files.ExportPlan(
        tuple(pictures.values()), (file,), (*room.notes, *notes), tuple(room.left_out), name
    )


def _pack(widgets: bytes, paths: Sequence[str], folder: Path, stream: BinaryIO) -> None:
    shop_files.write_zip(stream, chain([("widgets.json", widgets)], shop_files.pictures_in(folder, paths)))


def _on_table(length: float) -> int:
    return max(1, round(length * PIXELS_PER_MM))


@dataclass
class _Room:
    """What lies on the table of one game, and its pictures by their paths; `x`, `y` is where the next thing goes."""

    dpi: int
    widgets: list[Widget] = field(
        default_factory=lambda: [{"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1}]
    )
    pictures: shop_files.TablePictures = field(
        default_factory=lambda: shop_files.TablePictures("userassets/", "package://")
    )
    notes: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    x: int = SPACE
    y: int = SPACE
    row: int = 0

    def add(self, imposed: ImposedComponent) -> None:
        component, net = imposed.component, imposed.component.net
        if net is not None and net.is_die:
            self._add_dice(imposed, net)
        elif shop_files.is_container(net):
            self.left_out.append(f"{component.title}: {shop_files.FOLDED}")
        elif component.board is not None or component.kind.layout == "page":
            width, height = _on_table(component.size.width), _on_table(component.size.height)
            for piece in component.pieces:
                x, y = self._place(width, height)
                name, image = f"{component.id}-{piece.id}", self._front(imposed, piece)
                self._lay(id=name, type="board", x=x, y=y, width=width, height=height, boardImage=image)
        else:
            self._add_pile(imposed)

    def _place(self, width: int, height: int) -> tuple[int, int]:
        if self.x > SPACE and self.x + width > TABLE[0]:
            self.x, self.y, self.row = SPACE, self.y + self.row + SPACE, 0
        x, y = self.x, self.y
        self.x, self.row = x + width + SPACE, max(self.row, height)
        return x, y

    def _lay(self, **widget: object) -> None:
        self.widgets.append({**widget, "z": len(self.widgets) + 1})

    # Decks, and all that can be dealt from a pile.

    def _add_pile(self, imposed: ImposedComponent) -> None:
        component, pieces = imposed.component, imposed.component.pieces
        size = self._size(imposed)
        width, height = _on_table(size.width), _on_table(size.height)
        x, y = self._place(width + 8, LABEL + height + 8 + BUTTON)
        place = {"x": x, "y": y + LABEL}
        pile, deck = f"{component.id}-pile", f"{component.id}-deck"
        around = {"width": width + 8, "height": height + 8, "label": component.title}
        self._lay(id=pile, type="cardPile", **place, **around, hasShuffleButton=True)
        backs = self._backs(imposed)
        radius = component.cut.kind == "rectangle" and component.corner > 0
        drawing = {"type": "image", "x": 0, "y": 0, "w": width, "h": height, "color": "white"}
        looks = {"includeBorder": "none", "includeRadius": radius}
        front = {**looks, "objects": [{**drawing, "valueType": "dynamic", "value": "image"}]}
        back = {**looks, "objects": [{**drawing, "valueType": "dynamic", "value": "back"}]}
        types = {
            piece.id: {
                "label": piece.name,
                "image": self._front(imposed, piece),
                "back": backs.get(piece.id) or self._front(imposed, piece),
            }
            for piece in pieces
        }
        self._lay(
            id=deck,
            type="cardDeck",
            parent=pile,
            **place,
            cardTypes=types,
            faceTemplate=front,
            backTemplate=back,
            cardWidth=width,
            cardHeight=height,
            enlarge=True,
        )
        for piece in pieces:
            for copy in range(1, piece.copies + 1):
                name = f"{component.id}-{piece.id}-{copy}"
                card = {"deck": deck, "cardType": piece.id, "parent": pile, **place, "faceup": False}
                self._lay(id=name, type="card", **card)

    def _size(self, imposed: ImposedComponent) -> Size:
        net = imposed.component.net
        if net is None:
            return imposed.component.size
        panel = next(panel for panel in net.panels if panel.id == FRONT)
        return Size(panel.width, panel.height)

    def _front(self, imposed: ImposedComponent, piece: Piece) -> str:
        face = (imposed.rendered.deck.fronts[piece.id],)
        return self.pictures.of_piece(imposed, piece, face, self._canvas(imposed, FRONT))

    def _backs(self, imposed: ImposedComponent) -> dict[str, str]:
        deck, component, common = imposed.rendered.deck, imposed.component, shop_files.common_back(imposed)
        canvas = self._canvas(imposed, BACK)
        if common is not None:
            picture = FacePicture((common,), canvas)
            address = self.pictures.add(f"{component.id}-back", imposed, BACK, component.copies, picture)
            return dict.fromkeys(deck.fronts, address)
        behind = deck.backs if component.net is None else deck.fronts
        return {
            piece.id: self.pictures.of_piece(imposed, piece, (behind[piece.id],), canvas, "-back")
            for piece in imposed.component.pieces
            if piece.id in behind
        }

    def _canvas(self, imposed: ImposedComponent, side: Side) -> Canvas:
        size, component = self._size(imposed), imposed.component
        largest = LARGEST_SIDE / max(size.width, size.height) * MM_PER_UNIT["in"]
        canvas = canvas_of(size, min(self.dpi, largest))
        if component.net is not None:
            panel = next(panel for panel in component.net.panels if panel.id == side)
            return shop_files.panel_canvas(canvas, component.net, panel)
        if component.cut.kind == "rectangle":
            return canvas
        return replace(canvas, outline=outline_of(component, side))

    # Dice.

    def _add_dice(self, imposed: ImposedComponent, net: Net) -> None:
        """Lay a spinner for each kind of die: dozens of dice alike would hide the table."""
        for piece in imposed.component.pieces:
            x, y = self._place(SPINNER, LABEL + SPINNER)
            values = shop_files.die_values(piece, net)
            words = [side if isinstance(side, int) else str(side) for side in values]
            spinner = {"width": SPINNER, "height": SPINNER, "options": words, "value": words[0]}
            self._lay(id=f"{imposed.component.id}-{piece.id}", type="spinner", x=x, y=y + LABEL, **spinner)
        title = imposed.component.title
        self.notes.append(f"{title}: a spinner for each kind, to be spun as often as dice are rolled")


ABOUT = (
    "a .pcio file for PlayingCards.io",
    f"pictures of at most {LARGEST_SIDE} pixels, {DPI} dpi unless --dpi says otherwise",
    "says https://github.com/ArnoldSmith86/virtualtabletop (server/pcioimport.mjs), which reads such files",
    "looked up on 2026-11-22",
)

PCIO = shop_files.ExportTarget("pcio", "PlayingCards.io", ABOUT, _plan_pcio)
