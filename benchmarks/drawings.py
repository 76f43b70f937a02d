"""How true drawings of any editor are printed: each SVG of a folder as pnp draws it, held against Chromium.

Chromium gets the same fonts, and the namespace of SVG where a file forgot it. A pixel counts as different when its
colour is farther than a tolerance from all colours within one pixel around it in the other picture, so that edges
may be smoothed differently.
"""

import argparse
import io
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from PIL import Image, ImageChops, ImageFilter

from pnp.convert.renderers import engine
from pnp.model.diagnostics import CannotRender
from pnp.model.face import Face
from pnp.model.geometry import Size
from pnp.svg.images import UnsafeDrawing
from pnp.svg.sanitizer import SafeDrawing, read_drawing
from pnp.typesetting.fonts import FontBook, font_book

SIDE = 200  # pixels of the longer side
TOLERANCE = 32  # of 255 in a colour
MOST_DIFFERENT = 0.01  # of the pixels
_FINER = 8  # as on paper: pixels as large as a hairline would make it thick
_CELL = SIDE + 10
_ACROSS = 10
_MM_PER_PX = 25.4 / 72
_SVG = "http://www.w3.org/2000/svg"


class Found(NamedTuple):
    """A drawing, the share of its pixels that differ, and why it was refused."""

    path: Path
    share: float = 1.0
    refused: str = ""


def main() -> None:
    """Compare the drawings of a folder, and print how many are true, and the others by reason."""
    options = _options()
    paths = sorted(p for p in options.folder.rglob("*.svg*") if p.is_file() and not p.is_symlink())
    if options.sample:
        random.seed(options.seed)
        paths = random.sample(paths, min(options.sample, len(paths)))
    fonts = font_book(Path("fonts"))
    found = [each for group in _groups(paths) for each in _compared(group, fonts, options)]
    true = [each for each in found if not each.refused and each.share < MOST_DIFFERENT]
    print(f"{len(true)} of {len(found)} are printed as Chromium shows them: {len(true) / len(found):.1%}")
    reasons = Counter(each.refused for each in found if each.refused)
    for reason, count in reasons.most_common():
        print(f"{count:6} refused: {reason}")
    for each in sorted(found, key=lambda one: -one.share):
        if not each.refused and each.share >= MOST_DIFFERENT:
            print(f"{each.share:7.1%} differ: {each.path}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.drawings", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the drawings are, in folders or not")
    parser.add_argument("--sample", type=int, default=0, help="so many of them, chosen by chance")
    parser.add_argument("--seed", type=int, default=1, help="what the choice begins with")
    parser.add_argument("--browser", default=shutil.which("chromium"), help="Chromium")
    parser.add_argument("--keep", type=Path, help="a folder for the pictures of those that differ")
    return parser.parse_args()


def _groups(paths: Sequence[Path]) -> Iterator[Sequence[Path]]:
    for begin in range(0, len(paths), _ACROSS * _ACROSS):
        print(f"{begin} of {len(paths)}", file=sys.stderr)
        yield paths[begin : begin + _ACROSS * _ACROSS]


def _compared(paths: Sequence[Path], fonts: FontBook, options: argparse.Namespace) -> Iterator[Found]:
    drawn: dict[Path, SafeDrawing] = {}
    for path in paths:
        try:
            drawn[path] = read_drawing(path.read_bytes(), prefix="", fonts=fonts)
        except UnsafeDrawing as error:
            yield Found(path, refused=re.sub(r'"[^"]*"|: (?:in the )?object .*|\(.*\)', "…", str(error)))
    ours = _printed(drawn)
    theirs = _shown({path: _size(drawing) for path, drawing in drawn.items()}, fonts, options.browser)
    for path in drawn:
        if path not in ours:
            yield Found(path, refused="the renderer refuses it")
            continue
        share, difference = _difference(ours[path], theirs[path])
        if options.keep and share >= MOST_DIFFERENT:
            _keep(options.keep / f"{share:.3f} {path.stem}.png", ours[path], theirs[path], difference)
        yield Found(path, share)


def _size(drawing: SafeDrawing) -> tuple[int, int]:
    view = drawing.view
    scale = SIDE / max(view.width, view.height)
    return max(1, round(view.width * scale)), max(1, round(view.height * scale))


def _printed(drawings: dict[Path, SafeDrawing]) -> dict[Path, Image.Image]:
    """Return the drawings as pnp prints them."""
    faces = {path: _face(number, drawing) for number, (path, drawing) in enumerate(drawings.items())}
    pages = {}
    for path, face in faces.items():
        try:
            pdf = engine().convert([face], []).chunks[0]
        except CannotRender as error:
            print(f"{path}: {error}", file=sys.stderr)
            continue
        page = pypdfium2.PdfDocument(pdf)[0]
        fine = page.render(scale=_FINER).to_pil().convert("RGB").reduce(_FINER)
        pages[path] = fine.crop((0, 0, *_size(drawings[path])))
    return pages


def _face(number: int, drawing: SafeDrawing) -> Face:
    width, height = _size(drawing)
    view = drawing.view
    box = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    svg = (
        f'<svg xmlns="{_SVG}" {box}><rect width="{width}" height="{height}" fill="#fff"/>'
        f'<svg width="{width}" height="{height}" viewBox="{view.x} {view.y} {view.width} {view.height}">'
        f"{drawing.inner}</svg></svg>"
    )
    return Face(str(number), svg, Size(width * _MM_PER_PX, height * _MM_PER_PX), 0)


def _shown(sizes: dict[Path, tuple[int, int]], fonts: FontBook, browser: str) -> dict[Path, Image.Image]:
    """Return the drawings as the browser shows them."""
    with tempfile.TemporaryDirectory(prefix="pnp-drawings-") as name:
        folder = Path(name)
        cells = []
        for number, (path, (width, height)) in enumerate(sizes.items()):
            copy = folder / f"{number}{path.suffix}"
            copy.write_bytes(_with_namespace(path.read_bytes()))
            x, y = _place(number)
            style = f"position:absolute;left:{x}px;top:{y}px;width:{width}px;height:{height}px"
            cells.append(f'<img src="{escape(copy.name)}" style="{style}">')
        (folder / "page.html").write_text(f"<body style='margin:0'>{''.join(cells)}", encoding="utf-8")
        (folder / "fonts.conf").write_text(_font_settings(fonts, folder), encoding="utf-8")
        side = _ACROSS * _CELL
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        command += [f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=20000"]
        command += [f"--window-size={side},{side}", f"--screenshot={folder / 'page.png'}"]
        settings = {"FONTCONFIG_FILE": str(folder / "fonts.conf"), "HOME": name, "PATH": "/usr/bin:/bin"}
        subprocess.run(
            [*command, (folder / "page.html").as_uri()], env=settings, check=True, capture_output=True
        )
        whole = Image.open(folder / "page.png").convert("RGB")
    corners = {path: _place(number) for number, path in enumerate(sizes)}
    return {
        path: whole.crop((x, y, x + sizes[path][0], y + sizes[path][1])) for path, (x, y) in corners.items()
    }


def _place(number: int) -> tuple[int, int]:
    return number % _ACROSS * _CELL, number // _ACROSS * _CELL


def _with_namespace(data: bytes) -> bytes:
    if _SVG.encode() in data:
        return data
    return re.sub(
        rb"<svg\b", f'<svg xmlns="{_SVG}" xmlns:xlink="http://www.w3.org/1999/xlink"'.encode(), data, count=1
    )


def _font_settings(fonts: FontBook, folder: Path) -> str:
    """Return what makes a browser use the project's fonts alone, and the same one for those that are not there."""
    files: Iterable[Path] = (font.path.parent for font in fonts.by_digest.values())
    folders = "".join(f"<dir>{escape(str(each))}</dir>" for each in dict.fromkeys(files))
    usual = '<match target="pattern"><edit name="family" mode="append_last"><string>Source Sans Pro</string></edit></match>'
    return f'<?xml version="1.0"?><fontconfig>{folders}{usual}<cachedir>{folder}</cachedir></fontconfig>'


def _difference(ours: Image.Image, theirs: Image.Image) -> tuple[float, Image.Image]:
    """Return the share of pixels that differ, and a picture of them."""
    ours = ours.resize(theirs.size) if ours.size != theirs.size else ours
    wrong = ImageChops.lighter(_outside(ours, theirs), _outside(theirs, ours))
    counted = wrong.histogram()
    return sum(counted[1:]) / sum(counted), wrong


def _outside(picture: Image.Image, other: Image.Image) -> Image.Image:
    """Return white where a picture has a colour that the other has nowhere within one pixel."""
    below = ImageChops.subtract(other.filter(ImageFilter.MinFilter(3)), picture)
    above = ImageChops.subtract(picture, other.filter(ImageFilter.MaxFilter(3)))
    far = ImageChops.lighter(below, above).point(lambda value: 255 if value > TOLERANCE else 0)
    red, green, blue = far.split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def _keep(path: Path, *pictures: Image.Image) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    width, height = pictures[0].size
    strip = Image.new("RGB", ((width + 4) * len(pictures), height), "grey")
    for number, picture in enumerate(pictures):
        strip.paste(picture, (number * (width + 4), 0))
    out = io.BytesIO()
    strip.save(out, "PNG")
    path.write_bytes(out.getvalue())


if __name__ == "__main__":
    main()
