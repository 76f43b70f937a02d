"""Somebody who never used a terminal but to type `pnp studio` redraws, corrects, prints and verifies a card."""

import pypdfium2
import pytest
from studio_story import STEPS, Story

from pnp.__main__ import run

pytestmark = pytest.mark.browser


def test_the_whole_story(tea, tmp_path, start_studio, visit, monkeypatch):
    studio = start_studio(tea)
    story = Story(visit(studio.address), tea, tmp_path)
    story.tab.forgive("status of 409")  # what cannot be read while a file is broken
    for step in STEPS.values():
        step(story)
    with pypdfium2.PdfDocument(story.printed) as pdf:
        text = "".join(page.get_textpage().get_text_range() for page in pdf)
    assert "Rainbow" in text
    monkeypatch.chdir(tea)
    assert run(["verify"]) == 0
