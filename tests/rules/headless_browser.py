"""A page of Chromium without a window: files are opened in it, it is asked things, and pictures are taken of it."""

import shutil
from collections import Counter
from pathlib import Path


def find_browser():
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


GATHERED = Path(__file__).with_name("gathered.js").read_text(encoding="utf-8")
"""All text of one font in one element: the browser is asked for the fonts of one element at a time."""

PAINTED = """
document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done()))))
"""
"""Waits until the page has been painted once more: before, not all glyphs are known."""


class Browser:
    """One page of a browser of Playwright; `value` returns what an expression of JavaScript comes to."""

    def __init__(self, chromium):
        self._page = chromium.new_page()
        self._tools = self._page.context.new_cdp_session(self._page)
        for domain in ("DOM", "CSS"):
            self._tools.send(f"{domain}.enable")
        self.value, self.close = self._page.evaluate, self._page.close

    def open(self, path, width=1200, *, dark=False):
        self._page.set_viewport_size({"width": width, "height": 1000})
        self._page.emulate_media(color_scheme="dark" if dark else "light")
        self._page.goto(path.as_uri())
        self.value("document.fonts.ready.then(() => null)")

    def fonts_drawn(self):
        """Return how many glyphs each font draws in the page, pictures too, by (family, whether it is embedded)."""
        self.value(GATHERED)
        self.value(PAINTED)
        document = self._tools.send("DOM.getDocument")["root"]["nodeId"]
        found = Counter()
        gathered = {"nodeId": document, "selector": "body > .gathered"}
        for node in self._tools.send("DOM.querySelectorAll", gathered)["nodeIds"]:
            for font in self._tools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]:
                found[font["familyName"], font["isCustomFont"]] += int(font["glyphCount"])
        return found

    def picture(self):
        return self._page.screenshot(full_page=True)
