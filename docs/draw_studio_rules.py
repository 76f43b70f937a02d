"""The Rules view with a sentence opened, beside it cards or pages, for docs/studio-rules.md: python docs/draw_studio_rules.py.

It needs Playwright and Chromium (pip install '.[browser]').
"""  # noqa: INP001

from io import BytesIO
from tempfile import TemporaryDirectory

from draw_studio import PICTURES, ROOT, RunningStudio, find_browser
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

SIZE = {"width": 1360, "height": 760}


def picture(browser: Browser, beside: str) -> Image.Image:
    """Return the page as somebody sees it who asked what stands behind a sentence, with "cards" or "pages" beside it."""
    with TemporaryDirectory() as cache:
        studio = RunningStudio(ROOT, {"PNP_CACHE_DIR": cache})
        try:
            page = browser.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
            page.goto(f"{studio.address}#/yes_broccoli/rules?beside={beside}")
            page.locator("#section-example .chip").first.click(timeout=60_000)
            page.locator(".behind .claim").first.wait_for()
            page.locator("#section-example h2").evaluate("heading => heading.scrollIntoView()")
            if beside == "pages":
                page.locator(".marked-words").first.wait_for(timeout=60_000)
            page.wait_for_timeout(3000)  # the cards beside the text are drawn
            return Image.open(BytesIO(page.screenshot()))
        finally:
            studio.end()


if __name__ == "__main__":
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_browser())
        for name in ("cards", "pages"):
            few = picture(chromium, name).convert("RGB").quantize(192)
            few.save(PICTURES / f"rules-beside-{name}.png", optimize=True)
        chromium.close()
