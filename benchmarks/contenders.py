"""Who takes part in the race, and what each of them has to do."""

import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

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
    svgs, fonts = _plain_svgs(folder), _font_settings(folder)
    output = folder / "output" / GAME / "a4" / "cards.pdf"
    made = {name: folder / f"{name}.pdf" for name in ("from_svg", "cairosvg", "protograf")}

    def rival(name: str, start: Path, environment: Mapping[str, str] | None = None) -> Callable[[], Run]:
        script = str(RIVALS / f"{name}_cards.py")
        return lambda: run([script, str(start), str(made[name])], folder=folder, environment=environment)

    return [
        Contender(
            "pnp build",
            "everything: YAML, templates, text layout, lint, SVG files, PDFs, contact sheet, build page, manifest",
            output,
            lambda: build(folder),
        ),
        Contender(
            "pnp build, one PDF",
            "the same for --component cards --no-svg: YAML, templates, text layout, lint, PDF, manifest",
            output,
            lambda: build(folder, "--component", "cards", "--no-svg"),
        ),
        Contender(
            "pnp, from SVG",
            "finished SVG to PDF with pnp's convert, impose and export: the task of the next row",
            made["from_svg"],
            rival("from_svg", svgs),
        ),
        Contender(
            "CairoSVG + pikepdf",
            "finished SVG to PDF, card by card; crop marks, but no footer, kerning or checks",
            made["cairosvg"],
            rival("cairosvg", svgs, {"FONTCONFIG_FILE": str(fonts)}),
            needs=("cairosvg", "pikepdf"),
        ),
        Contender(
            "protograf",
            "data to PDF; no gradients, no clipping, curves as polygons, no SVG files, no checks",
            made["protograf"],
            rival("protograf", folder / "deck.json"),
            slow=True,
            needs=("protograf",),
        ),
    ]


def build(folder: Path, *options: str) -> Run:
    """Run `pnp build` on A4 from nothing: what an earlier build left is removed before the clock starts."""
    shutil.rmtree(folder / "output", ignore_errors=True)
    return run(["-m", "pnp", "build", "--paper", "a4", *options], folder=folder)


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
