"""The supported cutting machines, one YAML file each: their registration marks, their requirements, and the source for them.

Lengths in mm.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from pnp.files import package_names, read_package
from pnp.model.diagnostics import CannotUse
from pnp.model.geometry import LengthError, Rect, Size, parse_length
from pnp.model.line_styles import Stroke

Corner = Literal["top left", "top right", "bottom left", "bottom right"]
MarkShape = Literal["square", "angle"]

CUT_FORMATS: Mapping[str, str] = {"svg": ".svg", "dxf": ".dxf", "laser": ".laser.svg"}
"""Kinds of cut files: name -> how the names of its files end; the first is the default."""


@dataclass(frozen=True, slots=True)
class RegistrationPattern:
    """The marks a machine looks for, and what must stay white around them.

    An `angle` has its corner at `inset` mm from both edges of the paper, measured to the middle of its arms, which point
    inwards and are from `shortest` to `longest` mm long and `thickness` mm wide. A `square` of that side has its outer corner
    there. Nothing else may lie between the corner of the paper and `clear` mm beyond the end of the arms.
    """

    marks: Mapping[Corner, MarkShape]
    inset: float
    shortest: float
    longest: float
    thickness: float
    square: float
    clear: float

    def kept_clear(self, page: Size, arm: float) -> tuple[Rect, ...]:
        """Return what of a page must stay white but for the marks, whose arms are so long.

        >>> three = RegistrationPattern({"top right": "angle"}, 10, 5, 20, 0.5, 5, 1.5)
        >>> three.kept_clear(Size(210, 297), 8)
        (Rect(x=190.5, y=0.0, width=19.5, height=19.5),)
        """
        side = self.inset + arm + self.clear
        return tuple(
            Rect(
                page.width - side if "right" in corner else 0.0,
                page.height - side if "bottom" in corner else 0.0,
                side,
                side,
            )
            for corner in self.marks
        )

    def between(self, page: Size) -> tuple[Rect, ...]:
        """Return the edges of a page along which the sensor moves: those with a mark at both ends."""
        depth = self.inset + self.square + self.clear
        width, height = page.width, page.height
        edges: Mapping[str, Rect] = {
            "top": Rect(0.0, 0.0, width, depth),
            "bottom": Rect(0.0, height - depth, width, depth),
            "left": Rect(0.0, 0.0, depth, height),
            "right": Rect(width - depth, 0.0, depth, height),
        }
        return tuple(box for edge, box in edges.items() if sum(edge in corner for corner in self.marks) == 2)

    def strokes(self, page: Size, arm: float) -> tuple[Stroke, ...]:
        """Return the marks of a page; a square is a stroke as wide as it is long."""
        found: list[Stroke] = []
        for corner, shape in self.marks.items():
            inwards_x, inwards_y = (-1 if "right" in corner else 1), (-1 if "bottom" in corner else 1)
            x = page.width - self.inset if inwards_x < 0 else self.inset
            y = page.height - self.inset if inwards_y < 0 else self.inset
            if shape == "square":
                middle = y + inwards_y * self.square / 2
                found.append(Stroke(x, middle, x + inwards_x * self.square, middle, self.square))
                continue
            half = self.thickness / 2  # the arms meet in a full corner
            found.append(Stroke(x - inwards_x * half, y, x + inwards_x * arm, y, self.thickness))
            found.append(Stroke(x, y - inwards_y * half, x, y + inwards_y * arm, self.thickness))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class CuttingMachine:
    """A machine, or several that read the same marks; `checked` is the day its `sources` were read.

    `files` are the kinds of cut files its program opens. `gap` keeps neighbours apart that would share a cut. A machine
    whose program prints marks of its own has no `pattern`: it takes pictures of so many `dpi`, no larger than the `areas` by
    name of paper.
    """

    id: str
    title: str
    checked: str
    sources: tuple[str, ...]
    files: tuple[str, ...]
    gap: float
    bleed: float
    pattern: RegistrationPattern | None = None
    areas: Mapping[str, Size] | None = None
    dpi: int = 0


@cache
def machine_names() -> tuple[str, ...]:
    """Return the names of the machines there are."""
    return tuple(name.removesuffix(".yaml") for name in package_names(__package__) if name.endswith(".yaml"))


@cache
def cutting_machine(name: str) -> CuttingMachine:
    """Return the machine of that name, one of machine_names. Raises CannotUse for a file with a mistake."""
    return read_machine(name, read_package(__package__, f"{name}.yaml").decode())


def read_machine(name: str, text: str) -> CuttingMachine:
    """Return the machine that a YAML text describes. Raises CannotUse, which says what is wrong with it."""
    import yaml  # noqa: PLC0415 - the command line shows the names alone

    try:
        said = yaml.safe_load(text)
        return CuttingMachine(
            id=name,
            title=str(said["title"]),
            checked=str(said["checked"]),
            sources=tuple(map(str, said["sources"])),
            files=tuple(map(str, said.get("files", ()))),
            gap=parse_length(str(said["gap"])),
            bleed=parse_length(str(said["bleed"])),
            pattern=_pattern(said) if "marks" in said else None,
            areas={paper: _size(area) for paper, area in said["areas"].items()} if "areas" in said else None,
            dpi=int(said.get("dpi", 0)),
        )
    except (yaml.YAMLError, KeyError, TypeError, ValueError, AttributeError, LengthError) as error:
        wrong = f"it has no {error}" if isinstance(error, KeyError) else str(error)
        raise CannotUse(f"the machine {name}.yaml cannot be used: {wrong}") from error


def _pattern(said: Mapping[str, Any]) -> RegistrationPattern:
    shortest, longest = (parse_length(part) for part in str(said["arms"]).split(" to "))
    lengths = {key: parse_length(str(said[key])) for key in ("inset", "thickness", "square", "clear")}
    return RegistrationPattern(dict(said["marks"]), shortest=shortest, longest=longest, **lengths)


def _size(said: str) -> Size:
    width, height = (parse_length(part) for part in said.split(" x "))
    return Size(width, height)
