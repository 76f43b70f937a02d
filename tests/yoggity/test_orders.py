"""The picture of an order is its parts list: a child who counts the shapes pays the right tokens."""

import re
from collections import Counter
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
import yaml
from defusedxml.ElementTree import fromstring

ROOT = Path(__file__).parents[2]
ART = ROOT / "templates" / "yoggity" / "art"
SVG = "{http://www.w3.org/2000/svg}"
PART = re.compile(r"(triangle|stick|square|circle)-([1-9])")

# What the first shape of each part group is: the part itself, whatever is painted on it.
SHAPE = {"triangle": "path", "stick": "rect", "square": "rect", "circle": "circle"}


def pieces(component: str) -> list[dict[str, object]]:
    text = (ROOT / "card_data" / "yoggity" / f"{component}.yaml").read_text(encoding="utf-8")
    return list(yaml.safe_load(text)["pieces"])


ORDERS = [pytest.param(piece, id=str(piece["id"])) for piece in pieces("orders")]


def drawn(order: dict[str, object]) -> list[Element]:
    """Return what the picture of an order consists of, inside a group "product" or not, without the group "extras"."""
    top = list(fromstring((ART / f"{order['id']}.svg").read_bytes()))
    inside = [part for child in top for part in (child if child.get("id") == "product" else [child])]
    return [part for part in inside if part.get("id") != "extras"]


@pytest.mark.parametrize("order", ORDERS)
def test_a_product_is_drawn_from_exactly_the_parts_it_demands(order: dict[str, object]) -> None:
    ids = [child.get("id", f"<{child.tag.removeprefix(SVG)}> that is no part") for child in drawn(order)]
    assert sorted(ids) == sorted(
        f"{part}-{n}"
        for part, count in Counter(order["parts"]).items()  # type: ignore[call-overload]
        for n in range(1, count + 1)
    )


@pytest.mark.parametrize("order", ORDERS)
def test_a_part_has_its_own_shape_and_colour_wherever_it_is_used(order: dict[str, object]) -> None:
    palette = yaml.safe_load((ROOT / "card_data/yoggity/game.yaml").read_text(encoding="utf-8"))["palette"]
    for child in drawn(order):
        kind = (PART.fullmatch(child.get("id", "")) or [""] * 2)[1]
        first = child[0]
        assert (first.tag.removeprefix(SVG), first.get("fill")) == (SHAPE[kind], palette[kind])


@pytest.mark.parametrize("order", ORDERS)
def test_a_stick_is_long_and_a_square_is_not(order: dict[str, object]) -> None:
    for child in drawn(order):
        kind = child.get("id", "").split("-")[0]
        if SHAPE[kind] == "rect":
            width, height = float(child[0].get("width", 0)), float(child[0].get("height", 0))
            assert (width > 5 * height) == (kind == "stick")
            assert kind == "stick" or width < 2.5 * height
