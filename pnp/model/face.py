"""A face: the drawn side of a piece as SVG in mm, with its trim and bleed."""

import hashlib
import re
import zlib
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal, NamedTuple, Protocol, Self

from pnp.model.geometry import Size

Side = Literal["front", "back"]
FRONT: Side = "front"
BACK: Side = "back"
_SIDE = re.compile(r"([A-Za-z0-9][\w-]*)/([A-Za-z0-9][\w-]*)\.(front|back)", re.ASCII)


class PieceSide(NamedTuple):
    """One side of a piece; its text is "food/apple.front"."""

    component: str
    piece: str
    side: Side

    @property
    def title(self) -> str:
        """What people are told: "food/apple, front"."""
        return f"{self.component}/{self.piece}, {self.side}"

    def __str__(self) -> str:
        return f"{self.component}/{self.piece}.{self.side}"

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Return the side of that text, None when it is none.

        >>> PieceSide.read("food/apple.back"), PieceSide.read("../../etc.front")
        (PieceSide(component='food', piece='apple', side='back'), None)
        """
        match = _SIDE.fullmatch(text)
        return cls(match[1], match[2], BACK if match[3] == BACK else FRONT) if match else None


LEVEL = 1  # How hard a drawing is packed: the highest level saves a tenth more and takes half as long again.


class Packed(Protocol):
    """Bytes that are here, or wait in a file."""

    def __bytes__(self) -> bytes: ...
    def __len__(self) -> int: ...


@dataclass(frozen=True, slots=True, init=False)
class Face:
    """A finished drawing.

    The SVG's page is the trim plus `bleed` mm on every side; its user unit is 1 mm and its origin is the
    top-left corner of the trim, so that bleed lies at negative coordinates.

    Two pieces whose drawings are the same share a Face: `key` depends on the drawing alone. The drawing is held
    packed (zlib, UTF-8), because a deck of ten thousand faces is held whole; it may also wait on the disk.
    """

    key: str
    packed: Packed = field(repr=False, compare=False)
    trim: Size
    bleed: float

    def __init__(self, key: str, svg: str, trim: Size, bleed: float) -> None:
        """Pack a drawing."""
        _fill(self, key, zlib.compress(svg.encode(), LEVEL), trim, bleed)

    @classmethod
    def packed_as(cls, key: str, packed: Packed, trim: Size, bleed: float) -> Self:
        """Return the face whose `packed` drawing was kept from an earlier one."""
        face = cls.__new__(cls)
        _fill(face, key, packed, trim, bleed)
        return face

    @property
    def svg(self) -> str:
        """The drawing, unpacked each time it is asked for. Raises zlib.error when `packed` is none."""
        return zlib.decompress(bytes(self.packed)).decode()

    @property
    def page(self) -> Size:
        """The size of the drawing with its bleed."""
        return Size(self.trim.width + 2 * self.bleed, self.trim.height + 2 * self.bleed)


def _fill(face: Face, key: str, packed: Packed, trim: Size, bleed: float) -> None:
    for name, value in (("key", key), ("packed", packed), ("trim", trim), ("bleed", bleed)):
        object.__setattr__(face, name, value)  # frozen for everybody else


def face_key(svg: str) -> str:
    """Return the key of a drawing: the SHA-256 of its UTF-8 text, in hex."""
    return hashlib.sha256(svg.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Deck:
    """The faces of one component: which face each piece shows on each side.

    `fronts` and `backs` map piece ids to face keys; a piece without a back is absent from `backs`.
    `faces` holds each distinct face once, in order of first use.
    """

    component: str
    faces: Mapping[str, Face]
    fronts: Mapping[str, str]
    backs: Mapping[str, str]

    @property
    def sides(self) -> dict[PieceSide, str]:
        """The key of the face that each side shows, all fronts first."""
        fronts = {PieceSide(self.component, piece, FRONT): key for piece, key in self.fronts.items()}
        return fronts | {PieceSide(self.component, piece, BACK): key for piece, key in self.backs.items()}

    def only(self, pieces: Container[str]) -> "Deck":
        """Return the deck of these pieces alone."""
        fronts = {piece: face for piece, face in self.fronts.items() if piece in pieces}
        backs = {piece: face for piece, face in self.backs.items() if piece in pieces}
        shown = {*fronts.values(), *backs.values()}
        return Deck(
            self.component, {key: self.faces[key] for key in self.faces if key in shown}, fronts, backs
        )


# Converted faces: PDF pages, and where to find the page of each face.


@dataclass(frozen=True, slots=True)
class FacePages:
    """One PDF page per face; page size is the face's page.

    `chunks` are whole PDF files (a large deck comes in several, which wait on the disk, so that memory stays flat): `pdf` reads one;
    `where` maps a face key to (chunk, page), both counted from 0.
    """

    chunks: Sequence[Packed]
    where: Mapping[str, tuple[int, int]]

    def pdf(self, chunk: int) -> bytes:
        """Return the PDF of that number."""
        return bytes(self.chunks[chunk])

    def by_chunk(self, faces: Iterable[str]) -> list[list[str]]:
        """Return some of the faces, those of each chunk together, as they lie in it."""
        ordered = sorted(faces, key=self.where.__getitem__)
        return [list(group) for _, group in groupby(ordered, key=lambda face: self.where[face][0])]

    def only(self, faces: Sequence[str]) -> "FacePages":
        """Return the chunks that these faces lie in."""
        numbers = sorted({self.where[face][0] for face in faces})
        chunks = tuple(self.chunks[number] for number in numbers)
        return FacePages(
            chunks, {face: (numbers.index(self.where[face][0]), self.where[face][1]) for face in faces}
        )
