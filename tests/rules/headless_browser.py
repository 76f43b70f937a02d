"""A Chromium without a window, spoken to through a pipe: open a page, ask it things, take pictures of it."""

import json
import os
import shutil
import subprocess
import tempfile
from base64 import b64decode
from collections import Counter
from itertools import count, islice


def find_browser():
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Browser:
    """One page of a headless browser; commands are those of the Chrome DevTools protocol."""

    def __init__(self, program):
        self._profile = tempfile.TemporaryDirectory(prefix="pnp-browser-", ignore_cleanup_errors=True)
        self._numbers = count(1)
        to_browser, self._write = os.pipe()
        self._read, from_browser = os.pipe()
        self._buffer = b""
        pipes = f'exec 3<&{to_browser} 4>&{from_browser}; exec "$@"'
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run"]
        self._process = subprocess.Popen(
            ["bash", "-c", pipes, "browser", program, *flags, f"--user-data-dir={self._profile.name}"],
            pass_fds=(to_browser, from_browser),
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self._session = None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "DOM", "CSS", "Runtime"):
            self.send(f"{domain}.enable")

    def send(self, method, **params):
        return next(self.send_all(method, [params]))

    def send_all(self, method, many):
        """Yield what a command answers with each of `many` parameters; a hundred are under way at a time."""
        for batch in batched(many, 100):
            numbers = [next(self._numbers) for _ in batch]
            for number, params in zip(numbers, batch, strict=True):
                session = {"sessionId": self._session} if self._session else {}
                message = {"id": number, "method": method, "params": params, **session}
                os.write(self._write, json.dumps(message).encode() + b"\0")
            for number in numbers:
                while (answer := self._next()).get("id") != number:
                    pass
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                yield answer["result"]

    def _next(self):
        while b"\0" not in self._buffer:
            more = os.read(self._read, 1 << 16)
            if not more:
                raise RuntimeError("the browser has ended")
            self._buffer += more
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def open(self, path, width=1200, *, dark=False):
        self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=1000, deviceScaleFactor=1, mobile=False
        )
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.send("Emulation.setEmulatedMedia", features=features)
        self.send("Page.navigate", url=path.as_uri())
        ready = (
            "new Promise(done => document.readyState == 'complete' ? done() : addEventListener('load', done))"
        )
        self.value(f"{ready}.then(() => document.fonts.ready).then(() => location.href)")

    def value(self, expression):
        answer = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def fonts_drawn(self):
        """Return how many glyphs each font draws in the page, pictures too, by (family, whether it is embedded)."""
        written = []
        nodes = [self.send("DOM.getDocument", depth=-1, pierce=True)["root"]]
        while nodes:
            node = nodes.pop()
            nodes += [*node.get("children", ()), *node.get("shadowRoots", ())]
            if any(child["nodeName"] == "#text" for child in node.get("children", ())):
                written.append({"nodeId": node["nodeId"]})
        found = Counter()
        for answer in self.send_all("CSS.getPlatformFontsForNode", written):
            for font in answer["fonts"]:
                found[font["familyName"], font["isCustomFont"]] += int(font["glyphCount"])
        return found

    def picture(self, *, whole=True):
        return b64decode(self.send("Page.captureScreenshot", captureBeyondViewport=whole)["data"])

    def close(self):
        os.close(self._write)
        self._process.wait(10)
        os.close(self._read)
        self._profile.cleanup()


def batched(items, size):
    rest = iter(items)
    while batch := list(islice(rest, size)):
        yield batch
