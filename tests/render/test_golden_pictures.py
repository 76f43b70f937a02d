"""Small pictures of what is printed, 8 dots to the mm. Renew them with PNP_RENEW_GOLDENS=1, and look at them."""

import os
import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from workbench import DOT, HALVES, a_sheet, drawn, pixels, svg_of

GOLDEN = Path(__file__).parent.parent / "golden" / "render"
FILES = {"templates/g/icons/dot.svg": DOT, "card_data/g/art/halves.svg": HALVES}
SMALL = "size=6.5, min=6.5, leading=1"

# name: (what the template draws, width and height in mm of the crop at the top left of the card)
LOOKS = {
    "kerning-pair": (f'{{{{ fit("AVAT\nToTV", (0, 0, 40, 12), {SMALL}) }}}}', 5, 5),
    "icon-on-the-baseline": ('{{ line("h{dot}p", 0.3, 3.4, size=7, fill="#c00000") }}', 5, 5),
    "bold-and-italic": (f'{{{{ fit("a**b**\n*a* ***b***", (0, 0, 40, 12), {SMALL}) }}}}', 5, 4),
    "picture-contained": ('{{ picture("halves", (0.5, 0.5, 4, 4)) }}', 5, 5),
    "picture-covering": ('{{ picture("halves", (0.5, 0.5, 4, 4), fit="cover") }}', 5, 5),
    "icon-in-a-colour": ('{{ icon("dot", 0.5, 0.5, 4, palette.red) }}', 5, 5),
    "centred-in-its-box": ('<rect width="5" height="5" fill="#cde" data-on-purpose="the box"/>{{ fit("Hp", (0, 0, 5, 5), align="center", valign="middle") }}', 5, 5),
    "letters-with-an-outline": ('{{ line("A", 1, 4, size=11, fill="#ffffff", outline="#c00000", outline_width=0.3) }}', 5, 5),
}  # fmt: skip


def printed(root: Path, body: str, width: float, height: float) -> Image.Image:
    svg = svg_of(drawn(root, body, files=FILES))
    inner = re.sub(r"<svg [^>]*>|</svg>$", "", svg, count=1)
    return pixels(a_sheet(inner.removesuffix("</svg>"), width, height), dots_per_mm=8)


@pytest.mark.parametrize("name", LOOKS)
def test_it_prints_as_it_should_look(tmp_path, name):
    picture = printed(tmp_path, *LOOKS[name])
    golden = GOLDEN / f"{name}.png"
    if os.environ.get("PNP_RENEW_GOLDENS"):
        GOLDEN.mkdir(parents=True, exist_ok=True)
        picture.save(golden)
    expected = Image.open(golden).convert("RGB")
    assert picture.size == expected.size
    off = ImageChops.difference(picture, expected).convert("L")
    assert ImageStat.Stat(off).mean[0] < 1.5  # of 255: a letter moved by a tenth of a mm makes 5 and more


def test_a_letter_moved_by_a_tenth_of_a_millimetre_is_seen(tmp_path):
    here, there = (printed(tmp_path, f'{{{{ line("AV", {x}, 4, size=10) }}}}', 5, 5) for x in (0.5, 0.6))
    assert ImageStat.Stat(ImageChops.difference(here, there).convert("L")).mean[0] > 3
