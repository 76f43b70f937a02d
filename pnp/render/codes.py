"""The findings of the render stage: PNP3xx templates, text fonts, icons and art; PNP401 text that does not fit."""

from collections.abc import Mapping

CODES: Mapping[str, str] = {
    "PNP301": "a template has a syntax error",
    "PNP302": "a template uses a name or a field that is not there",
    "PNP303": "a template, or one it includes, is missing",
    "PNP304": "a drawing is not well-formed XML",
    "PNP305": "a drawing uses a feature that does not print",
    "PNP306": "a font, or a style of it, is missing",
    "PNP307": "a font has no glyph for a character",
    "PNP308": "an icon is missing",
    "PNP309": "a picture is missing; a placeholder is drawn",
    "PNP310": "a picture is unsafe or cannot be read",
    "PNP311": "a picture is too large",
    "PNP312": "a template failed while drawing",
    "PNP313": "a picture of pixels is so coarse in its box that its dots will be seen",
    "PNP401": "a text does not fit its box",
    "PNP410": "a text is printed below 7 pt",
    "PNP411": "a text stands out too little from what lies behind it",
}
