"""Which product of a shop a component fits, by its size once it is cut; nothing is scaled."""

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.model.game import Component
from pnp.model.geometry import Size, hexagon
from pnp.shops.profiles import Product, Shape

LARGER_MM = 1.0
"""How much larger than a piece its product may be, on both sides together: half of it is bleed that stays on each edge."""

SMALLER_MM = 0.25
"""How much smaller it may be: knives are not more exact."""


@dataclass(frozen=True, slots=True)
class Match:
    """A product that a component fits, lying on its side in it or not."""

    product: Product
    turned: bool

    @property
    def size(self) -> Size:
        """The size of the product as the component lies."""
        return self.product.size.turned if self.turned else self.product.size


def shape_of(component: Component) -> Shape | None:
    """Return what a component looks like once it is cut, None for what no shop cuts."""
    outline, size = component.cut, component.size
    if component.net is not None:
        return None
    if outline.kind in ("polygon", "curve"):
        return "hexagon" if _is_hexagon(component) else None
    return (
        "circle" if outline.kind == "circle" and abs(size.width - size.height) < SMALLER_MM else "rectangle"
    )


def _is_hexagon(component: Component) -> bool:
    size, points = component.size, component.cut.points
    return len(points) == 6 and any(
        hexagon(side / 2, flat_top=flat).size.is_like(size, within=SMALLER_MM)
        for flat, side in ((True, size.width), (False, size.height))
    )


def best_match(component: Component, products: Sequence[Product]) -> Match | None:
    """Return the product that comes nearest to the size of a component, among those it fits."""
    matches = _ways(component, products)
    fitting = [match for match in matches if _fits(component.size, match.size)]
    return min(fitting, key=lambda match: _distance(component.size, match.size), default=None)


def nearest(component: Component, products: Sequence[Product]) -> Product | None:
    """Return the product of the shape of a component that comes nearest to its size, None when no shape is its own."""
    matches = _ways(component, products)
    found = min(matches, key=lambda match: _distance(component.size, match.size), default=None)
    return found.product if found else None


def _ways(component: Component, products: Sequence[Product]) -> list[Match]:
    shape = shape_of(component)
    return [
        Match(product, turned)
        for product in products
        if product.shape == shape
        for turned in (False, True)
        if not (turned and product.size == product.size.turned)
    ]


def _fits(piece: Size, product: Size) -> bool:
    over = (product.width - piece.width, product.height - piece.height)
    return all(-SMALLER_MM <= each <= LARGER_MM + 1e-6 for each in over)


def _distance(piece: Size, product: Size) -> float:
    return abs(product.width - piece.width) + abs(product.height - piece.height)


def in_words(size: Size, shape: Shape | None) -> str:
    """Return "63 × 88 mm", or "22 mm across" for what is round."""
    if shape == "circle":
        return f"{round(size.width, 2):g} mm across"
    return f"{round(size.width, 2):g} × {round(size.height, 2):g} mm"
