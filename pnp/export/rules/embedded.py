"""Fonts small enough to travel inside a file: only the letters that its pictures use."""

import base64
import re
from collections.abc import Iterable
from html import escape, unescape
from pathlib import Path

import uharfbuzz as hb

from pnp.export import fontface

_TAG = re.compile(r"<[^>]*>")


def font_rules(fonts: Iterable[Path], drawings: Iterable[str]) -> str:
    """Return the style rules that declare those of `fonts` which the drawings name, with the letters they need."""
    drawings = tuple(drawings)
    everything = "".join(drawings)
    letters = {ord(letter) for each in drawings for letter in unescape(_TAG.sub("", each)) if letter >= " "}
    known = [fontface.read(path) for path in sorted(set(fonts))]
    used = [font for font in known if escape(font.family) in everything]
    return "\n".join(_rule(font, letters) for font in used)


def _rule(font: fontface.FontFile, letters: set[int]) -> str:
    wanted = hb.SubsetInput()
    wanted.sets(hb.SubsetInputSets.UNICODE).update(letters)
    cut = hb.subset(hb.Face(hb.Blob.from_file_path(str(font.path))), wanted)
    data = base64.b64encode(cut.blob.data).decode()
    slant = "italic" if font.italic else "normal"
    return (
        f'@font-face{{font-family:"{font.family}";font-weight:{font.weight};font-style:{slant};'
        f"src:url(data:font/ttf;base64,{data})}}"
    )
