"""What somebody does in the studio who never used a terminal but to start it, step by step.

The test goes through the steps, and docs/draw_studio.py takes the pictures of the page on its way through the same.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import cos, pi, sin
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter
from watched_page import Visit

CARDS = "card_data/tea_time/cards.yaml"
KEEP = "Everybody keeps what they have."
SETTLED = {
    "print": "printed sides",
    "rules": "Shuffle the 24 cards",
    "table": "24 to print",
    "grid": "21 cards in cards.yaml",
    "design": "Edit by hand",
}
"""What a view of the new project says when all of it is there."""


def face_number(name: str) -> str:
    """Return what makes a number of the pixels of the face of a card that is open, "" while there are none."""
    return """(() => {
  const image = document.querySelector("aside.card [role=img][aria-label='NAME, front'] img");
  if (!image?.complete || !image.naturalWidth) return "";
  const paper = new OffscreenCanvas(126, 176).getContext("2d");
  paper.drawImage(image, 0, 0, 126, 176);
  return String(paper.getImageData(0, 0, 126, 176).data.reduce((sum, each) => (sum * 31 + each) % 2147483647, 7));
})()""".replace("NAME", name)


OPEN_FACE = face_number("Rainbow")

DROP = """(element, files) => {
  const data = new DataTransfer();
  for (const [name, code] of files)
    data.items.add(new File([Uint8Array.from(atob(code), (each) => each.charCodeAt(0))], name));
  for (const kind of ["dragover", "drop"])
    element.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }));
}"""


@dataclass
class Story:
    """A tab, and the folder of the project that it shows; `faces` is how the open card looked after each step."""

    tab: Visit
    project: Path
    folder: Path
    faces: list[str] = field(default_factory=list)
    printed: Path | None = None

    @property
    def page(self):
        return self.tab.page

    @property
    def data(self) -> str:
        return (self.project / CARDS).read_text(encoding="utf-8")

    def new_face(self) -> None:
        self.tab.until(f"!{['', *self.faces]}.includes({OPEN_FACE})")
        self.faces.append(self.page.evaluate(OPEN_FACE))

    def face_before(self) -> None:
        self.tab.until(f"{OPEN_FACE} === {self.faces[-2]!r}")

    @property
    def is_phone(self) -> bool:
        """A phone has room for the open card alone."""
        return self.page.viewport_size["width"] < 700

    def go(self, view: str) -> None:
        if self.is_phone and self.page.locator("aside.card").is_visible():
            self.page.keyboard.press("Escape")
        self.page.get_by_role("navigation").get_by_role("link", name=view, exact=True).click()


def picture_of_a_rainbow(path: Path) -> Path:
    wide, high = 1800, 1200
    picture = Image.new("RGB", (wide, high))
    draw = ImageDraw.Draw(picture)
    for y in range(high):
        draw.line((0, y, wide, y), (150 + y // 14, 190 + y // 24, 235))
    colours = ("#c94f4f", "#e08a3c", "#efcf57", "#6aa95c", "#4d84b8", "#7d5ba6")
    for number, colour in enumerate(colours):
        reach = 760 - 44 * number
        draw.arc((900 - reach, 980 - reach, 900 + reach, 980 + reach), 180, 360, colour, 46)
    for number, colour in enumerate(("#7fa886", "#5f8f6c", "#3f7354")):
        top = 860 + 110 * number
        hill = [
            (x, top - 70 * sin(pi * x / 640 + number) - 30 * cos(x / 170)) for x in range(0, wide + 20, 20)
        ]
        draw.polygon([(0, high), *hill, (wide, high)], colour)
    picture.filter(ImageFilter.GaussianBlur(2)).save(path, quality=92)
    return path


def open_the_table(story: Story) -> None:
    story.tab.until("document.querySelector('main [role=img] img')?.naturalWidth > 0")


def search_for_a_card(story: Story) -> None:
    story.page.get_by_role("combobox", name="Search").fill("rainbow")
    story.tab.until("document.querySelectorAll('main [role=gridcell]').length === 1")


def open_the_card(story: Story) -> None:
    story.page.get_by_role("gridcell").first.click()
    story.new_face()


def drop_a_picture(story: Story) -> None:
    story.page.get_by_role("tab", name="Picture").click()
    file = picture_of_a_rainbow(story.folder / "IMG_2041.jpg")
    given = [[file.name, b64encode(file.read_bytes()).decode()]]
    story.page.locator("aside.card").evaluate(DROP, given)
    dialog = story.page.get_by_role("dialog")
    dialog.get_by_label("Credit").fill("Ann")
    dialog.get_by_role("button", name="Add the picture").click()
    dialog.wait_for(state="detached")
    story.page.get_by_text("dpi, fine for print").wait_for()
    story.new_face()
    assert (story.project / "card_data/tea_time/art/rainbow.jpg").read_bytes() == file.read_bytes()


def move_it(story: Story) -> None:
    zoom = story.page.get_by_label("Zoom in percent")
    zoom.fill("130")
    zoom.press("Enter")
    story.page.get_by_role("button", name="Save the placement").click()
    story.page.get_by_text("Saved in art/placement.yaml.").wait_for()
    story.page.get_by_role("tab", name="About").click()
    story.new_face()  # as every view shows it
    story.page.get_by_role("tab", name="Picture").click()


def change_a_text(story: Story) -> None:
    story.page.get_by_role("tab", name="Values").click()
    story.page.get_by_label("Text", exact=True).fill(KEEP)
    story.new_face()  # how it will look
    story.tab.until("document.querySelector('.value-diff')?.textContent.includes('Everybody keeps')")


def save_it(story: Story) -> None:
    assert KEEP not in story.data
    story.page.get_by_role("button", name=re.compile("^Save ")).click()
    story.tab.until("document.querySelector('.value-save').textContent.includes('Saved')")
    assert story.data.count(KEEP) == 1
    assert "# id and copies belong to pnp." in story.data


def undo_it(story: Story) -> None:
    if story.is_phone:
        story.page.get_by_role("tab", name="Values").press("Control+z")
    else:
        story.page.get_by_role("button", name="Undo").click()
    story.tab.until("document.querySelector('.undo-tools').textContent.includes('Undone')")
    story.face_before()
    assert "Swap a {sun} with a {rain} of another player." in story.data


def break_a_file(story: Story) -> None:
    (story.project / CARDS).write_text(story.data.replace("pieces:", "pieces: ["), encoding="utf-8")
    story.tab.until("document.body.innerText.includes('cannot be read')")
    story.face_before()


def mend_it(story: Story) -> None:
    (story.project / CARDS).write_text(story.data.replace("pieces: [", "pieces:"), encoding="utf-8")
    story.tab.until("!document.body.innerText.includes('cannot be read')")
    story.face_before()


def look_at_the_rules(story: Story) -> None:
    story.go("Rules")
    story.tab.until("document.querySelector('main').innerText.includes('Shuffle the 24 cards')")


def choose_what_to_print(story: Story) -> None:
    story.go("Print")
    story.tab.until("document.querySelector('main').innerText.includes('printed sides')")
    story.tab.until("document.querySelectorAll('main figure image').length > 8")


def print_it(story: Story) -> None:
    story.page.get_by_role("button", name="Print Tea Time on A4").click()
    with story.page.expect_download(timeout=120_000) as download:
        story.page.get_by_role("link", name=re.compile("^Download PDF")).click(timeout=120_000)
    story.printed = story.folder / "print.pdf"
    download.value.save_as(story.printed)


STEPS: Mapping[str, Callable[[Story], None]] = {
    step.__name__: step
    for step in (
        open_the_table,
        search_for_a_card,
        open_the_card,
        drop_a_picture,
        move_it,
        change_a_text,
        save_it,
        undo_it,
        break_a_file,
        mend_it,
        look_at_the_rules,
        choose_what_to_print,
        print_it,
    )
}
"""Every step by its name, in order."""
