"""A page of Chromium without a window: files are opened in it, it is asked things, and pictures are taken of it."""

import shutil
from collections import Counter


def find_browser():
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


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
        found = Counter()
        nodes = [self._tools.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]]
        while nodes:
            node = nodes.pop()
            nodes += [*node.get("children", ()), *node.get("shadowRoots", ())]
            if any(child["nodeName"] == "#text" for child in node.get("children", ())):
                drawn = self._tools.send("CSS.getPlatformFontsForNode", {"nodeId": node["nodeId"]})
                for font in drawn["fonts"]:
                    found[font["familyName"], font["isCustomFont"]] += int(font["glyphCount"])
        return found

    def picture(self):
        return self._page.screenshot(full_page=True)
