"""What is left in a drawing that cannot be printed, all of it at once, each with the object and the way out."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from pnp.render.svg_reader.notes import SVG, Notes, kind_of, link_of
from pnp.render.svg_vocabulary import INLINE_IMAGE, faults

_STILL = "paper does not move; remove it"
_UNPRINTABLE: Mapping[str, str] = {
    "script": "a card cannot run anything; save the drawing without it",
    "iframe": "draw it with shapes",
    "audio": _STILL,
    "video": _STILL,
    "flowRoot": "it is flowed text of an older Inkscape: select it and choose Text > Convert to Text",
    "textPath": "turn the letters into paths (Inkscape: Path > Object to Path; Illustrator: Type > Create Outlines; "
    "Affinity: Layer > Convert to Curves)",
    "tref": "select the text and save the drawing again",
}
_EMBED = (
    "embed the image in the file (Inkscape: Edit > Embed Images; Illustrator: Links panel > Embed Image; "
    "Affinity: Document > Resource Manager > Embed)"
)


def note_unprintable(root: Element, notes: Notes) -> None:
    """Note everything that keeps a drawing from being printed."""
    for element in root.iter():
        kind = kind_of(element)
        if kind in _UNPRINTABLE and str(element.tag).startswith(SVG):
            notes.fault(f"it holds a <{kind}> element", _UNPRINTABLE[kind], element)
        link = link_of(element)
        if link and not link.startswith("#") and not (kind == "image" and INLINE_IMAGE.match(link)):
            notes.fault(f'it links to "{link[:60]}"', _EMBED, element)
        for key, value in element.attrib.items():
            if not key.startswith("{") and key not in ("href", "filter"):
                for feature in faults(key, value):
                    notes.fault(feature.message, feature.hint, element)
