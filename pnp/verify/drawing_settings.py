"""Drawings in a PDF looked through for what no renderer of ours writes: settings for presses, scripts, hidden letters."""

from collections.abc import Iterator

from pikepdf import Dictionary, Name, Object, Stream, parse_content_stream

DEEPEST = 20
"""Forms in forms that are followed."""

_STREAM = {"/Length", "/Filter", "/DecodeParms", "/Type", "/Subtype"}
_FORM = {*_STREAM, "/BBox", "/Matrix", "/Resources", "/Group", "/PnpFace", "/FormType"}
_IMAGE = {
    *(*_STREAM, "/Width", "/Height", "/ColorSpace", "/BitsPerComponent", "/SMask", "/Interpolate"),
    *("/Matte", "/ImageMask"),
}
_RESOURCES = {"/ColorSpace", "/ExtGState", "/Font", "/Pattern", "/ProcSet", "/Shading", "/XObject"}
_STATE = {"/Type", "/CA", "/ca", "/SMask", "/BM"}
_MASK = {"/Type", "/S", "/G"}
_GROUP = {"/Type", "/S", "/CS", "/I", "/K"}
_PATTERN = {
    *(*_STREAM, "/PatternType", "/PaintType", "/TilingType", "/BBox", "/XStep", "/YStep", "/Resources"),
    *("/Matrix", "/Shading"),
}
_OPERATORS = frozenset(
    [
        "q",
        "Q",
        "cm",
        "w",
        "J",
        "j",
        "M",
        "d",
        "gs",
        "m",
        "l",
        "c",
        "v",
        "y",
        "h",
        "re",
        "S",
        "s",
        "f",
        "F",
        "f*",
        "B",
        "B*",
        "b",
        "b*",
        "n",
        "W",
        "W*",
        "BT",
        "ET",
        "Td",
        "TD",
        "Tm",
        "T*",
        "Tj",
        "TJ",
        "Tf",
        "TL",
        "Tr",
        "Tc",
        "Tw",
        "Ts",
        "Tz",
        "CS",
        "cs",
        "SC",
        "SCN",
        "sc",
        "scn",
        "G",
        "g",
        "RG",
        "rg",
        "K",
        "k",
        "sh",
        "Do",
        "BDC",
        "BMC",
        "EMC",
    ]
)
_SHOWN = range(3)
"""How letters are drawn: filled, in outline, or both."""


def wrong_settings(form: Object, depth: int = 0) -> Iterator[str]:
    """Yield what a form has, or what it shows has, that no renderer of ours writes."""
    if depth > DEEPEST:
        yield "forms within forms without end"
        return
    yield from _more("a form", form, _FORM)
    yield from _more("a group", form.get(Name.Group, Dictionary()), _GROUP)
    yield from _wrong_operators(form)
    yield from _wrong_resources(form.get(Name.Resources, Dictionary()), depth + 1)


def _more(what: str, found: Object, known: set[str]) -> Iterator[str]:
    if more := found.keys() - known:
        yield f"{what} with {' '.join(sorted(more))}"


def _wrong_operators(drawing: Object) -> Iterator[str]:
    for each in parse_content_stream(drawing):
        operator = str(each.operator)
        if operator not in _OPERATORS:
            yield f'the operator "{operator}"'
        elif operator == "Tr" and each.operands[0] not in _SHOWN:
            yield "letters that are not seen"


def _wrong_resources(resources: Object, depth: int) -> Iterator[str]:
    yield from _more("resources", resources, _RESOURCES)
    for state in resources.get(Name.ExtGState, Dictionary()).values():
        yield from _more("a state", state, _STATE)
        mask = state.get(Name.SMask)
        if isinstance(mask, Dictionary):
            yield from _more("a mask", mask, _MASK)
            yield from wrong_settings(mask.G, depth)
    for shown in resources.get(Name.XObject, Dictionary()).values():
        if shown.get(Name.Subtype) == Name.Form:
            yield from wrong_settings(shown, depth)
        else:
            yield from _more("a picture", shown, _IMAGE)
    for pattern in resources.get(Name.Pattern, Dictionary()).values():
        yield from _more("a pattern", pattern, _PATTERN)
        if isinstance(pattern, Stream):
            yield from _wrong_operators(pattern)
            yield from _wrong_resources(pattern.get(Name.Resources, Dictionary()), depth + 1)
