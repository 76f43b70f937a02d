"""Who takes part in the race, and what each of them has to do."""

import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from benchmarks.building import build
from benchmarks.deck import GAME
from benchmarks.stopwatch import Run, run

RIVALS = Path(__file__).parent / "rivals"
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Contender:
    """One way from the cards to the sheets. `slow` ones sit out after the second round."""

    name: str
    does: str
    pdf: Path
    go: Callable[[], Run]
    slow: bool = False
    needs: tuple[str, ...] = field(default=())

    @property
    def installed(self) -> bool:
        """Whether all it needs is there."""
        return all(find_spec(module) for module in self.needs)


def contenders(folder: Path) -> list[Contender]:
    """Return everybody, the one all others are compared with first.

    `folder` is the pnp project of the deck. A first, untimed build makes the SVG files that two of them start from.
    """
    build(folder)
    return [*_from_the_data(folder), *_from_svg(folder), _by_program(folder)]


def _from_the_data(folder: Path) -> Iterator[Contender]:
    output = folder / "output" / GAME / "a4" / "cards.pdf"
    yield Contender(
        "pnp build",
        "everything: YAML, templates, text layout, lint, SVG files, PDFs, contact sheet, build page, manifest",
        output,
        lambda: build(folder),
    )
    yield Contender(
        "pnp build, one PDF",
        "the same for --component cards --no-svg: YAML, templates, text layout, lint, PDF, manifest",
        output,
        lambda: build(folder, "--component", "cards", "--no-svg"),
    )


def _from_svg(folder: Path) -> Iterator[Contender]:
    svgs, fonts = _plain_svgs(folder), _font_settings(folder)
    yield Contender(
        "pnp, from SVG",
        "finished SVG to PDF with pnp's convert, impose and export: the task of the next row",
        folder / "from_svg.pdf",
        _script(folder, "from_svg", svgs),
    )
    yield Contender(
        "CairoSVG + pikepdf",
        "finished SVG to PDF, card by card; crop marks, but no footer, kerning or checks",
        folder / "cairosvg.pdf",
        _script(folder, "cairosvg", svgs, {"FONTCONFIG_FILE": str(fonts)}),
        needs=("cairosvg", "pikepdf"),
    )


def _by_program(folder: Path) -> Contender:
    return Contender(
        "protograf",
        "data to PDF; no gradients, no clipping, curves as polygons, no SVG files, no checks",
        folder / "protograf.pdf",
        _script(folder, "protograf", folder / "deck.json"),
        slow=True,
        needs=("protograf",),
    )


def _script(
    folder: Path, name: str, start: Path, environment: Mapping[str, str] | None = None
) -> Callable[[], Run]:
    """Return a run of one of the scripts in rivals/, from `start` to the PDF of its name in `folder`."""
    command = [str(RIVALS / f"{name}_cards.py"), str(start), str(folder / f"{name}.pdf")]
    return lambda: run(command, folder=folder, environment=environment)


def _plain_svgs(folder: Path) -> Path:
    """Copy the SVG files, without their @font-face rules, which cost CairoSVG time and tell it nothing, and the fonts."""
    plain = folder / "plain"
    shutil.copytree(folder / "output" / GAME / "svg" / "fonts", plain / "fonts")
    for path in sorted((folder / "output" / GAME / "svg" / "cards").glob("*.svg")):
        (plain / path.name).write_text(_STYLE.sub("", path.read_text(encoding="utf-8")), encoding="utf-8")
    return plain


def _font_settings(folder: Path) -> Path:
    """Write fontconfig settings that know the deck's fonts, for the renderer that finds fonts that way."""
    settings = folder / "fonts.conf"
    fonts, cache = folder / "plain" / "fonts", folder / "font-cache"
    settings.write_text(
        f'<?xml version="1.0"?><fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>',
        encoding="utf-8",
    )
    return settings
