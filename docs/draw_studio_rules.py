"""The Rules view of the studio with a sentence opened, drawn for docs/studio-rules.md by a browser."""  # noqa: INP001

import shutil
from io import BytesIO
from pathlib import Path
from threading import Thread

import uvicorn
from PIL import Image
from playwright.sync_api import sync_playwright

from pnp.build.build_cache import open_cache
from pnp.load.project import find_project
from pnp.studio.running import bound_socket, new_token
from pnp.studio.server import studio_app
from pnp.studio.state import StudioState

SIZE = {"width": 1360, "height": 760}


def picture() -> Image.Image:
    """Return the page as somebody sees it who asked what stands behind a sentence."""
    listening, token = bound_socket(0, wanted=False), new_token()
    port = listening.getsockname()[1]
    with open_cache() as cache:
        app = studio_app(StudioState(find_project(Path(__file__).parent), cache), token, port)
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
        running = Thread(target=server.run, kwargs={"sockets": [listening]})
        running.start()
        try:
            return _taken(f"http://127.0.0.1:{port}/{token}/#/yes_broccoli/rules")
        finally:
            server.should_exit = True
            running.join()


def _taken(address: str) -> Image.Image:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        page = browser.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
        page.goto(address)
        page.locator("#section-example .chip").nth(1).click(timeout=60_000)
        page.locator(".behind .claim").first.wait_for()
        page.locator("#section-example h2").evaluate("heading => heading.scrollIntoView()")
        page.wait_for_timeout(1500)  # the cards beside the text are drawn
        shot = page.screenshot()
        browser.close()
    return Image.open(BytesIO(shot))


if __name__ == "__main__":
    path = Path(__file__).with_name("pictures") / "rules-beside-cards.png"
    picture().convert("RGB").quantize(192).save(path, optimize=True)
