"""The objects of Tabletop Simulator as its save files have them.

Format: https://kb.tabletopsimulator.com/custom-content/save-file-format/, looked up on 2026-11-22.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Json = dict[str, object]

USUAL: Mapping[str, object] = {
    "Description": "",
    "GMNotes": "",
    "Locked": False,
    "Grid": True,
    "Snap": True,
    "IgnoreFoW": False,
    "MeasureMovement": False,
    "DragSelectable": True,
    "Autoraise": True,
    "Sticky": True,
    "Tooltip": True,
    "GridProjection": False,
    "HideWhenFaceDown": False,
    "Hands": False,
    "LuaScript": "",
    "LuaScriptState": "",
    "XmlUI": "",
}
"""What every object says, unless it says otherwise."""

ROUNDED_CARD = 0
"""The shape of cards in a CustomDeck."""

BOX_TILE, ROUND_TILE, ROUNDED_TILE = 0, 2, 3
"""The shapes of a CustomTile."""

GENERIC, DIE = 0, 2
"""What a CustomMesh behaves like."""

CARDBOARD = 3
"""What a CustomMesh is made of."""


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


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a deck: its id, which is the number of its sheet and its place there, and what it is called."""

    number: int
    guid: str
    name: str


def transform(scale: tuple[float, float, float], *, face_down: bool = False) -> Json:
    """Return where an object is, upright for who sits at the near side of the table."""
    place: Json = {"posX": 0.0, "posY": 1.0, "posZ": 0.0}
    place |= {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0 if face_down else 0.0}
    return place | {f"scale{axis}": round(factor, 5) for axis, factor in zip("XYZ", scale, strict=True)}


def thing(kind: str, guid: str, name: str, scale: tuple[float, float, float], **more: object) -> Json:
    """Return an object; `own` is what it says beside what all say, or otherwise."""
    colour = {"r": 1.0, "g": 1.0, "b": 1.0}
    place = transform(scale, face_down=kind in ("DeckCustom", "CardCustom", "Card"))
    return {
        "GUID": guid,
        "Name": kind,
        "Transform": place,
        "Nickname": name,
        "ColorDiffuse": colour,
        **USUAL,
        **more,
    }


def card_sheet(face: str, back: str, columns: int, rows: int, *, own_backs: bool) -> Json:
    """Return the sheet that cards of a deck are cut from. Its last picture is a card like the others."""
    return {
        "FaceURL": face,
        "BackURL": back,
        "NumWidth": columns,
        "NumHeight": rows,
        "BackIsHidden": True,
        "UniqueBack": own_backs,
        "Type": ROUNDED_CARD,
    }


def deck(
    guid: str, name: str, sheets: Mapping[int, Json], cards: Sequence[Card], scale: float, *, sideways: bool
) -> Json:
    """Return a deck face down, its first card on top; a single card is no deck."""
    size = (scale, 1.0, scale)
    held = {"HideWhenFaceDown": True, "SidewaysCard": sideways}

    def single(kind: str, card: Card) -> Json:
        key = card.number // 100
        more = {"CardID": card.number, "CustomDeck": {str(key): sheets[key]}}
        return thing(kind, card.guid, card.name, size, Hands=True, **held, **more)

    if len(cards) == 1:
        return single("CardCustom", cards[0])
    return thing(
        "DeckCustom",
        guid,
        name,
        size,
        **held,
        DeckIDs=[card.number for card in cards],
        CustomDeck={str(key): sheet for key, sheet in sheets.items()},
        ContainedObjects=[single("Card", card) for card in cards],
    )


def tile(
    guid: str, name: str, pictures: tuple[str, str], size: tuple[float, float], shape: int, **more: object
) -> Json:
    """Return a flat piece whose shape the program knows, `size` in units; its pictures are front and back."""
    front, back = pictures
    custom = {"Type": shape, "Thickness": 0.1, "Stackable": False, "Stretch": True}
    image = {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}
    scale = (size[0] / TILE_UNITS, 1.0, size[1] / TILE_UNITS)
    return thing("Custom_Tile", guid, name, scale, CustomImage={**image, "CustomTile": custom}, **more)


TILE_UNITS = 2.0
"""How wide and high a tile is that is not scaled."""


def model(guid: str, name: str, mesh: str, picture: str, behaves: int) -> Json:
    """Return a solid of its own shape and size."""
    custom = {
        "MeshURL": mesh,
        "DiffuseURL": picture,
        "NormalURL": "",
        "ColliderURL": "",
        "Convex": True,
        "MaterialIndex": CARDBOARD,
        "TypeIndex": behaves,
        "CastShadows": True,
    }
    return thing("Custom_Model", guid, name, (1.0, 1.0, 1.0), CustomMesh=custom)


def figurine(guid: str, name: str, front: str, back: str, scale: float) -> Json:
    """Return a marker that stands."""
    image = {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}
    return thing("Figurine_Custom", guid, name, (scale,) * 3, CustomImage=image)


def bag(guid: str, name: str, things: Sequence[Json]) -> Json:
    """Return a bag with objects in it."""
    return thing("Bag", guid, name, (1.0, 1.0, 1.0), ContainedObjects=list(things))


def saved_object(title: str, note: str, things: Sequence[Json]) -> Json:
    """Return the file with these objects in it."""
    empty = dict.fromkeys(("GameMode", "Date", "Table", "Sky", "Rules", "PlayerTurn", "XmlUI"), "")
    scripts = {"LuaScript": "", "LuaScriptState": "", "VersionNumber": ""}
    return {"SaveName": title, **empty, "Note": note, **scripts, "ObjectStates": list(things)}


IN_A_ROW = 24.0
"""Units across which objects lie side by side."""


def side_by_side(things: Sequence[tuple[Json, float, float]]) -> list[Json]:
    """Return objects in rows, given with the units that each takes across and away."""
    placed = []
    x = z = deepest = 0.0
    for placed_thing, width, depth in things:
        if x and x + width > IN_A_ROW:
            x, z, deepest = 0.0, z - deepest - 1.0, 0.0
        place = placed_thing["Transform"]
        assert isinstance(place, dict)
        where = {"posX": round(x + width / 2 - IN_A_ROW / 2, 3), "posZ": round(z - depth / 2, 3)}
        placed.append({**placed_thing, "Transform": {**place, **where}})
        x, deepest = x + width + 1.0, max(deepest, depth)
    return placed
