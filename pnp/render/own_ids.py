"""The ids of a face made its own, so that faces can share a page."""

import hashlib
import re

_TAG = re.compile(r"<[a-zA-Z]")
# Patterns that begin with a word each are found many times as fast as one of all three.
_IDS = tuple(map(re.compile, (r"""id(?<=\sid)\s*=\s*["']""", r"""url\(\s*["']?#""", r"""href\s*=\s*["']#""")))


def with_own_ids(svg: str) -> str:
    """Return the drawing with all ids made its own, so that faces can share a page.

    The prefix comes from the drawing, not from the card: two cards with the same back have the same bytes. Only
    tags are touched: a text may speak of url(#a) as it likes.
    """
    if not any(pattern.search(svg) for pattern in _IDS):
        return svg
    prefix = "f" + hashlib.sha256(svg.encode()).hexdigest()[:8] + "-"

    def renamed(found: re.Match[str]) -> str:
        text = found.string
        before = text.rfind(">", 0, found.start()) + 1
        is_in_tag = _TAG.search(text, before, found.start()) is not None and text.find(">", found.end()) > 0
        return found[0] + prefix if is_in_tag else found[0]

    for pattern in _IDS:
        svg = pattern.sub(renamed, svg)
    return svg
