"""The pictures of docs/studio.md, taken on the way through the steps of the test: python docs/draw_studio.py [FOLDER].

With a FOLDER, every step is taken there instead, on a phone, a laptop and a large screen, light and dark. It needs
Playwright and Chromium (pip install '.[browser]').
"""  # noqa: INP001

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

import pnp

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / each) for each in ("studio", "rules", "cli")]

from headless_browser import find_browser  # noqa: E402
from running_studio import RunningStudio  # noqa: E402
from studio_story import STEPS, Story  # noqa: E402
from watched_page import Visit  # noqa: E402

PICTURES = Path(__file__).parent / "pictures"
WIDTHS: Mapping[int, int] = {390: 844, 1024: 768, 1920: 1080}
"""Of a phone, a laptop and a large screen: width and height."""


@dataclass(frozen=True)
class Shot:
    """A picture of the docs: after which step, or at which place of a shipped game, on a screen of which size."""

    step: str = ""
    place: str = ""
    width: int = 1180
    height: int = 800
    dark: bool = False


SHOTS: Mapping[str, Shot] = {
    "studio-table": Shot(place="#/yes_broccoli/table/food/apple", width=1500, height=860),
    "studio-values": Shot("change_a_text", height=880),
    "studio-picture": Shot("move_it", height=880),
    "studio-broken": Shot("break_a_file", height=620),
    "studio-print": Shot("choose_what_to_print"),
    "studio-dark": Shot(place="#/yogire/table", width=900, height=600, dark=True),
    "studio-phone": Shot(place="#/ryb/table", width=390, height=600),
}


@contextmanager
def story(browser: Browser, size: tuple[int, int], *, dark: bool) -> Iterator[Story]:
    """Begin the story in a new project, with a browser of its own."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        project = pnp.new_project("Tea Time", "cards", parent=folder).folder
        studio = RunningStudio(project, {"PNP_CACHE_DIR": str(folder / "cache")})
        context = browser.new_context(color_scheme="dark" if dark else "light", reduced_motion="reduce")
        try:
            tab = Visit(context, studio.address, size[0])
            tab.page.set_viewport_size({"width": size[0], "height": size[1]})
            yield Story(tab, project, folder)
        finally:
            context.close()
            studio.end()


def pictures(
    browser: Browser, size: tuple[int, int], *, dark: bool, wanted: Sequence[str]
) -> Iterator[tuple[str, bytes]]:
    """Yield the name of each wanted step with a picture of the page after it; go no further than the last of them."""
    with story(browser, size, dark=dark) as running:
        left = set(wanted)
        for name, step in STEPS.items():
            if not left:
                return
            step(running)
            if name in left:
                running.page.mouse.move(0, 0)
                running.tab.until("Array.from(document.images).every((each) => each.complete)")
                running.page.wait_for_timeout(2000)  # pictures inside drawings
                yield name, running.page.screenshot()
                left.discard(name)


def everything(browser: Browser, folder: Path) -> None:
    """Take every step at every size, light and dark."""
    folder.mkdir(parents=True, exist_ok=True)
    for width, height in WIDTHS.items():
        for dark in (False, True):
            taken = pictures(browser, (width, height), dark=dark, wanted=tuple(STEPS))
            for number, (name, png) in enumerate(taken):
                look = "dark" if dark else "light"
                (folder / f"{number:02}-{name}-{width}-{look}.png").write_bytes(png)


def for_the_page(browser: Browser) -> None:
    """Take the pictures of the page."""
    for size in {(shot.width, shot.height, shot.dark) for shot in SHOTS.values() if shot.step}:
        names = {
            shot.step: name
            for name, shot in SHOTS.items()
            if shot.step and (shot.width, shot.height, shot.dark) == size
        }
        for step, png in pictures(browser, size[:2], dark=size[2], wanted=tuple(names)):
            write(names[step], png)
    with TemporaryDirectory() as folder:
        studio = RunningStudio(ROOT, {"PNP_CACHE_DIR": folder})
        for name, shot in SHOTS.items():
            if shot.place:
                write(name, picture_of_a_place(browser, studio.address, shot))
        studio.end()


def picture_of_a_place(browser: Browser, address: str, shot: Shot) -> bytes:
    """Return a picture of a place in the shipped games."""
    context = browser.new_context(color_scheme="dark" if shot.dark else "light", reduced_motion="reduce")
    tab = Visit(context, address + shot.place, shot.width)
    tab.page.set_viewport_size({"width": shot.width, "height": shot.height})
    tab.until("document.querySelectorAll('main [role=img] img').length > 4")
    tab.until("Array.from(document.images).every((each) => each.complete && each.naturalWidth)")
    png = tab.page.screenshot()
    context.close()
    return png


def write(name: str, png: bytes) -> None:
    """Write a picture with few colours, which is a quarter as large."""
    with Image.open(BytesIO(png)) as picture:
        few = picture.convert("RGB").quantize(200, dither=Image.Dither.NONE)
    few.save(PICTURES / f"{name}.png", optimize=True)


def main() -> None:
    """Take them."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser())
        if len(sys.argv) > 1:
            everything(browser, Path(sys.argv[1]))
        else:
            for_the_page(browser)
        browser.close()


if __name__ == "__main__":
    main()
