"""A page of a real browser; whatever it complains of, and whatever it asks of others than the studio, is kept."""

import json
import re
from urllib.parse import urlsplit

SLOWEST_S = 30
"""A state that has not come by then never comes."""


class Visit:
    def __init__(self, context, address: str, width: int) -> None:
        self.complaints: list[str] = []
        self._forgiven: list[str] = []
        self._server = urlsplit(address).netloc
        self.page = context.new_page()
        self.page.set_viewport_size({"width": width, "height": 800})
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("request", self._asked)
        self.page.on("dialog", self._spoken)
        self.page.goto(address)

    def _heard(self, message) -> None:
        if message.type == "error" or "Content Security Policy" in message.text:
            self.complaints.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _asked(self, request) -> None:
        place = urlsplit(request.url)
        if place.scheme not in {"data", "blob", "about"} and place.netloc != self._server:
            self.complaints.append(f"asked for {request.url}")

    def _spoken(self, dialog) -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def until(self, expression: str) -> None:
        """Wait until an expression of JavaScript is true; the page's policy forbids what Playwright has for that."""
        self.page.evaluate(
            f"""async () => {{
              const end = performance.now() + {SLOWEST_S * 1000};
              while (!({expression})) {{
                if (performance.now() > end) throw new Error("never came true: " + {json.dumps(expression)} + "\\n" + document.body.innerText);
                await new Promise((done) => setTimeout(done, 20));
              }}
            }}"""
        )

    def forgive(self, pattern: str) -> None:
        self._forgiven.append(pattern)

    def unforgiven(self) -> list[str]:
        return [each for each in self.complaints if not any(re.search(p, each) for p in self._forgiven)]
