"""What print shops take, from one YAML file for each: sizes, bleed, resolution, names of files, and where that is said."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

import yaml

from pnp.files import package_names, read_package
from pnp.model.errors import CannotUse
from pnp.model.geometry import Outline, Size, circle, hexagon, rectangle
from pnp.units import MM_PER_UNIT, LengthError, parse_length

Shape = Literal["rectangle", "circle", "hexagon"]
SHAPES: tuple[Shape, ...] = ("rectangle", "circle", "hexagon")

NAME_FIELDS = ("product", "component", "piece", "number", "copies")
"""What stands in braces in the name of a file."""


@dataclass(frozen=True, slots=True)
class Product:
    """A thing that a shop makes: its size once it is cut, and how large a picture of it is, bleed included."""

    id: str
    title: str
    shape: Shape
    size: Size
    pixels: tuple[int, int]

    @property
    def outline(self) -> Outline:
        """The line it is cut along."""
        if self.shape == "circle":
            return circle(self.size.width)
        return hexagon(self.size.width / 2) if self.shape == "hexagon" else rectangle(self.size)


@dataclass(frozen=True, slots=True)
class ShopProfile:
    """What a shop takes.

    `copies` says how it learns how many there are of a card: from as many files, or from the name of one. `names` are
    those of "front", "back" and "common_back", or of a "pdf".
    """

    id: str
    title: str
    takes: Literal["png", "pdf"]
    checked: str
    sources: tuple[str, ...]
    dpi: int
    bleed: float
    copies: Literal["repeated", "named"]
    names: Mapping[str, str]
    products: tuple[Product, ...]
    back_first: bool = False
    zipped: bool = False
    note: str = ""


PROFILES = "profiles"
"""The folder of the files, beside this module."""


def profile_names() -> tuple[str, ...]:
    """Return the names of the shops there are."""
    return tuple(
        name.removesuffix(".yaml") for name in package_names(__package__, PROFILES) if name.endswith(".yaml")
    )


@cache
def shop_profile(name: str) -> ShopProfile:
    """Return what the shop of that name, one of profile_names, takes. Raises CannotUse for a file with a mistake."""
    return read_profile(name, read_package(__package__, f"{PROFILES}/{name}.yaml").decode())


def read_profile(name: str, text: str) -> ShopProfile:
    """Return the profile that a YAML text holds. Raises CannotUse, which says what is wrong with it."""
    try:
        return _Reader(yaml.safe_load(text)).profile(name)
    except (yaml.YAMLError, KeyError, TypeError, ValueError, AttributeError, LengthError) as error:
        wrong = f"it has no {error}" if isinstance(error, KeyError) else str(error)
        raise CannotUse(f"the profile {name}.yaml cannot be used: {wrong}") from error


_KEYS = {
    *("title", "takes", "checked", "sources", "dpi", "bleed"),
    *("copies", "names", "products", "order", "zip", "note"),
}
_PRODUCT_KEYS = {"id", "title", "shape", "size", "pixels"}
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass
class _Reader:
    """Reads one profile; what is wrong is a ValueError, what is not there a KeyError."""

    said: dict[str, object]
    bleed: float = field(init=False)
    dpi: int = field(init=False)

    def profile(self, name: str) -> ShopProfile:
        said = self.said
        _refuse(set(said) - _KEYS, "it knows no key")
        self.dpi, self.bleed = int(str(said["dpi"])), parse_length(str(said["bleed"]))
        takes, copies = _one_of(said["takes"], ("png", "pdf")), _one_of(said["copies"], ("repeated", "named"))
        products = tuple(self._product(each) for each in _list(said["products"]))
        ids = [each.id for each in products]
        _refuse({each for each in ids if ids.count(each) > 1}, "there are two products")
        return ShopProfile(
            id=name,
            title=str(said["title"]),
            takes="pdf" if takes == "pdf" else "png",
            checked=str(said["checked"]),
            sources=tuple(str(each) for each in _list(said["sources"])),
            dpi=self.dpi,
            bleed=self.bleed,
            copies="named" if copies == "named" else "repeated",
            names=self._names(takes),
            products=products,
            back_first=_one_of(said.get("order", "front first"), ("front first", "back first"))
            == "back first",
            zipped=said.get("zip") is not None and _one_of(said["zip"], ("component",)) == "component",
            note=str(said.get("note", "")),
        )

    def _names(self, takes: str) -> dict[str, str]:
        names = self.said["names"]
        wanted = {"pdf"} if takes == "pdf" else {"front", "back", "common_back"}
        if not isinstance(names, dict) or set(names) != wanted:
            raise ValueError(f"names must be those of {', '.join(sorted(wanted))}")
        for each in names.values():
            _refuse(set(re.findall(r"\{(.*?)\}", each)) - set(NAME_FIELDS), "a name knows no field")
            if ".." in each or each.startswith("/"):
                raise ValueError(f'a name leads out of the folder: "{each}"')
        return {str(key): str(each) for key, each in names.items()}

    def _product(self, said: object) -> Product:
        if not isinstance(said, dict):
            raise TypeError("a product is a mapping")
        _refuse(set(said) - _PRODUCT_KEYS, "a product has no key")
        name, shape = str(said["id"]), _one_of(said.get("shape", SHAPES[0]), SHAPES)
        if not _ID.fullmatch(name):
            raise ValueError(f'"{name}" cannot be the name of a folder')
        size = Size(*(parse_length(each) for each in _pair(said["size"])))
        pixels = [int(each) for each in _pair(said.get("pixels", self._pixels(size)))]
        if any(
            each < side / MM_PER_UNIT["in"] * self.dpi - 1
            for each, side in zip(pixels, (size.width, size.height), strict=True)
        ):
            raise ValueError(f"{name} has fewer pixels than its size takes at {self.dpi} dpi")
        shaped: Shape = "circle" if shape == "circle" else "hexagon" if shape == "hexagon" else "rectangle"
        return Product(name, str(said["title"]), shaped, size, (pixels[0], pixels[1]))

    def _pixels(self, size: Size) -> str:
        """Return how large a picture of a product is that does not say it."""
        sides = (side + 2 * self.bleed for side in (size.width, size.height))
        return " x ".join(str(round(side / MM_PER_UNIT["in"] * self.dpi)) for side in sides)


def _refuse(wrong: set[str], words: str) -> None:
    if wrong:
        raise ValueError(f'{words} "{min(map(str, wrong))}"')


def _list(said: object) -> list[object]:
    if not isinstance(said, list) or not said:
        raise TypeError("sources and products are lists with something in them")
    return said


def _one_of(said: object, known: tuple[str, ...]) -> str:
    if said not in known:
        raise ValueError(f'there is "{said}" instead of {" or ".join(known)}')
    return str(said)


def _pair(said: object) -> list[str]:
    """Return the two parts of "2.5in x 3.5in"."""
    parts = str(said).split(" x ")
    if len(parts) != 2:
        raise ValueError(f'"{said}" is not a width and a height with " x " between them')
    return parts
