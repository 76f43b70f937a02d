"""Filters, such as blurs and shadows: the renderer draws them as pixels, fine enough for what is soft anyway."""

from xml.etree.ElementTree import Element

from pnp.svg.reader.notes import Notes, drawn_elements, kind_of

DRAWN = frozenset(
    (
        *("filter", "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix"),
        *("feDiffuseLighting", "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA"),
        *("feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feMerge", "feMergeNode", "feMorphology"),
        *("feOffset", "fePointLight", "feSpecularLighting", "feSpotLight", "feTile", "feTurbulence"),
    )
)
"""The elements of filters that the renderer draws; those that bring in pictures are not among them."""

_LIGHTS = frozenset({"feDiffuseLighting", "feSpecularLighting"})
DPI = 288
"""So fine the renderer draws what has a filter."""


def check_filters(root: Element, notes: Notes) -> None:
    """Say which objects are drawn as pixels for their filter; note the filters that cannot be drawn."""
    for element in drawn_elements(root):
        kind = kind_of(element)
        if kind.startswith("fe") and kind not in DRAWN:
            notes.fault(
                f"its filter holds <{kind}>, which cannot be drawn",
                "draw the effect with shapes, or export the object as a PNG (Inkscape: Edit > Make a Bitmap Copy)",
                notes.parents.get(element, element),
            )
        if kind in _LIGHTS:
            what = f"its light (<{kind}>) depends on how fine it is drawn, and looks other than on the screen"
            notes.changed(what, notes.parents.get(element), is_seen=True)
        if element.get("filter", "none") != "none" and kind != "filter":
            notes.changed(f"objects with a filter are printed as pixels at {DPI} dpi", element)
