"""The program writes into art/credits.yaml, and what people wrote there stays."""

import pytest
import yaml

from pnp.art.place import credited

WRITTEN = """\
# The pictures of Soup

leek: {credit: 'Bob', licence: CC0}  # he gave it away

# not sure about this one
pea: Eve
"""


def test_a_first_credit_opens_the_file_with_a_word_about_it():
    text = credited("", "leek", {"credit": "Ann: the Painter #1", "licence": "CC BY 4.0"})
    assert text.splitlines()[1:] == ["leek:", '  credit: "Ann: the Painter #1"', '  licence: "CC BY 4.0"']
    assert text.startswith("# Who made the pictures in this folder")


@pytest.mark.parametrize(
    "slot", ["on", "No", "7", "a/b", "x.png", "ÿ", "{", "- a", "true", "YG01", "a: b", '"']
)
@pytest.mark.parametrize("said", ["no", "7", "null", "a: b # c", '"quoted" \\ and', "Ünï", "'", "[x"])
def test_whatever_is_said_is_read_again_as_it_was_said(slot, said):
    text = credited(WRITTEN, slot, {"credit": said})
    assert yaml.safe_load(text)[slot] == {"credit": said}
    assert credited(text, slot, {"credit": said}) == text
