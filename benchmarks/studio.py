"""The studio as somebody sees it: from its start to the first card, from a save to the new face, thousands of cards.

A real browser opens the page. Where Playwright or Chromium are missing, nothing is measured.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.building import memory
from benchmarks.deck import GAME
from benchmarks.stopwatch import ROOT, Failed, surroundings

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/[\w-]+/")

WORDS = ("two", "six", "ten")
LONGEST_WAIT_MS = 60_000
SEEN = "document.querySelectorAll('main [role=img] img')"
VISIBLE = f"""((room) => Array.from({SEEN}).filter((each) => {{
  const box = each.getBoundingClientRect();
  return box.bottom > room.top && box.top < Math.min(room.bottom, innerHeight) && box.right > 0 && box.left < innerWidth;
}}))((document.querySelector('main') ?? document.body).getBoundingClientRect())"""
IS_BLANK = "(each) => !(each.complete && each.naturalWidth) && !each.style.backgroundImage"
IS_UNNAMED = "(each) => getComputedStyle(each.closest('.face'), '::before').content.length <= 2"
COVERS = "document.querySelectorAll('main .cover img')"
FIRST_CARD = f"Array.from({COVERS}).some((each) => each.complete && each.naturalWidth)"
FIRST_SCREEN = f"((seen) => seen.length > 0 && !seen.some({IS_BLANK}))({VISIBLE})"
OPEN_FACE = """(() => {
  const image = document.querySelector("aside [role=img][aria-label$='front'] img");
  if (!image?.complete || !image.naturalWidth) return "";
  const paper = new OffscreenCanvas(126, 176).getContext("2d");
  paper.drawImage(image, 0, 0, 126, 176);
  return String(paper.getImageData(0, 0, 126, 176).data.reduce((sum, each) => (sum * 31 + each) % 2147483647, 7));
})()"""
SCROLLER = """Array.from(document.querySelectorAll('main, main *'))
  .find((each) => each.scrollHeight > each.clientHeight + 50 && getComputedStyle(each).overflowY !== 'visible')"""
SCROLL = f"""async (steps) => {{
  const scroller = {SCROLLER};
  let shown = 0, blank = 0, unnamed = 0;
  for (let step = 0; step < steps; step++) {{
    scroller.scrollTop += 60;
    await new Promise(requestAnimationFrame);
    await new Promise((done) => setTimeout(done));
    const seen = {VISIBLE}, empty = seen.filter({IS_BLANK});  // once for each frame: to look takes time, too
    shown += seen.length;
    blank += empty.length;
    unnamed += empty.filter({IS_UNNAMED}).length;
  }}
  return [shown, blank, unnamed];
}}"""


ALL_DRAWN = f"""async () => {{
  const drawn = async () => (await (await fetch('api/games/{GAME}/pieces')).json()).pieces.every((each) => each.front);
  while (!(await drawn())) await new Promise((done) => setTimeout(done, 5000));
}}"""


def missing() -> str:
    """Return what is not there to measure with, "" when all is."""
    if find_spec("playwright") is None:
        return "needs Playwright: pip install '.[browser]'"
    return "" if _browser() else "needs Chromium"


def _browser() -> str | None:
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Studio:
    """A studio that runs, and the page of a browser that may look at it."""

    def __init__(self, page: Any, process: subprocess.Popen[str], started: float) -> None:
        self.page, self._process, self._started = page, process, started
        self.address = ""
        assert process.stdout
        for line in process.stdout:
            if found := ADDRESS.search(line):
                self.address = found[0]
                break
        else:
            raise Failed("the studio has not started")

    def seconds_until(self, expression: str) -> float:
        """Return how long after its start an expression of JavaScript came true in the page."""
        self.wait_for(expression)
        return perf_counter() - self._started

    def wait_for(self, expression: str) -> None:
        """Wait until an expression of JavaScript is true; one that stays false is a fault of the page or of the expression."""
        wait = "await new Promise((done) => setTimeout(done, 4))"
        until = f"!({expression}) && performance.now() < end"
        come = f"async (end) => {{ end += performance.now(); while ({until}) {wait}; return {expression}; }}"
        if not self.page.evaluate(come, LONGEST_WAIT_MS):
            raise Failed(f"the page of the studio has waited a minute for {expression}")

    def opened_in(self, expression: str) -> float:
        """Open the page, and return how long it took until an expression was true."""
        self.page.goto("about:blank")
        before = perf_counter()
        self.page.goto(self.address)
        self.wait_for(expression)
        return perf_counter() - before

    def peak_mb(self) -> float:
        """Return the most memory that the server has held."""
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="utf-8")
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        return int(found[1]) * 1024 / 1e6 if found else 0.0


@contextmanager
def studio(project: Path, folder: Path) -> Iterator[Studio]:
    """Start the studio of a project, with a browser that was there before; what it remembers is in `folder`."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - an extra

    command = [sys.executable, "-m", "pnp", "studio", "--no-open", "--port", "0"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_browser())
        page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        started = perf_counter()
        process = subprocess.Popen(
            command, cwd=project, env=surroundings(memory(folder)), stdout=subprocess.PIPE, text=True
        )
        try:
            yield Studio(page, process, started)
        finally:
            process.terminate()
            process.wait()
            browser.close()


def first_card_s(project: Path, folder: Path) -> float:
    """Return how long it takes from the start of the command to the first card on screen."""
    with studio(project, folder) as running:
        running.page.goto(running.address)
        return running.seconds_until(FIRST_CARD)


def saves_s(project: Path, folder: Path, *, file: Path, piece: str, rounds: int) -> list[float]:
    """Change the text of an open card so many times; return how long each took to be seen."""
    taken = []
    with studio(project, folder) as running:
        running.page.goto(f"{running.address}#/{piece}")
        running.wait_for(f"{OPEN_FACE} !== ''")
        for number in range(rounds):
            face = running.page.evaluate(OPEN_FACE)
            text = file.read_text(encoding="utf-8")
            changed = re.sub(r"Draw \w+ cards", f"Draw {WORDS[number % 3]}{number} cards", text)
            before = perf_counter()
            file.write_text(changed, encoding="utf-8")
            running.wait_for(f"!['', {face!r}].includes({OPEN_FACE})")
            taken.append(perf_counter() - before)
    return taken


def cell_saves_s(project: Path, folder: Path, *, rounds: int) -> list[float]:
    """Type into a cell of a large table so many times; return how long each took until the page said that it is saved.

    Each is typed a second after the one before, which is fast for a person.
    """
    said, taken = "document.querySelector('.data-said')?.textContent", list[float]()
    with studio(project, folder) as running:
        running.page.goto(running.address)
        running.page.evaluate("location.hash = location.hash.split('/')[1] + '/grid'")
        for number in range(rounds):
            running.wait_for(f"document.querySelectorAll('.data-cell').length > {rounds}")
            running.page.wait_for_timeout(1000)
            running.page.locator(f'.data-cell[data-row="{number}"][data-column="9"]').click()
            running.page.keyboard.type(f"Draw {number} cards, then wait.")
            before = perf_counter()
            running.page.keyboard.press("Enter")
            running.wait_for(f"{said}.startsWith('Saving')")
            running.wait_for(f"{said}.startsWith('Saved')")
            taken.append(perf_counter() - before)
    return taken


def many_cards(project: Path, folder: Path, *, frames: int) -> Mapping[str, float]:
    """Open a large deck, scroll through it, wait until all is drawn; return s, MB, and the share of tiles that are blank.

    Blank are those without a picture, at the first opening of all and "again" once the deck was drawn; "unnamed" those that
    do not even show the name of their card.
    """
    with studio(project, folder) as running:
        running.page.goto(running.address)
        started = running.seconds_until(FIRST_SCREEN)
        opened = running.opened_in(FIRST_SCREEN)
        shown, blank, unnamed = running.page.evaluate(SCROLL, frames)
        running.page.evaluate(ALL_DRAWN)
        running.opened_in(FIRST_SCREEN)
        shown_again, blank_again, _ = running.page.evaluate(SCROLL, frames)
        return {
            "started": started,
            "opened": opened,
            "blank": blank / shown,
            "again": blank_again / shown_again,
            "unnamed": unnamed / shown,
            "mb": running.peak_mb(),
        }


def page_kb() -> float:
    """Return the size of all files of the page, in kB."""
    return sum(path.stat().st_size for path in (ROOT / "pnp/studio/page").rglob("*") if path.is_file()) / 1000
