"""Picture formats that are not read, how to recognise them, and how to convert them."""

from typing import NamedTuple


class UnreadFormat(NamedTuple):
    """A format: its name, the endings of its files, and what to do with one."""

    name: str
    endings: tuple[str, ...]
    way_out: str


_PNG = "export it as a PNG in sRGB"
_UNREAD = (
    UnreadFormat("Photoshop document", (".psd", ".psb"), "in Photoshop: File > Export > Export As > PNG, or Save a Copy as JPEG"),
    UnreadFormat("HEIC photograph", (".heic", ".heif"), "in Photos: File > Export as JPEG; an iPhone takes JPEG with Settings > Camera > Formats > Most Compatible"),
    UnreadFormat("TIFF picture", (".tif", ".tiff"), "save it as a PNG, or a photograph as a JPEG of high quality"),
    UnreadFormat("Procreate file", (".procreate",), "in Procreate: Actions > Share > PNG"),
    UnreadFormat("GIMP file", (".xcf",), "in GIMP: File > Export As, with the ending .png"),
    UnreadFormat("Krita file", (".kra",), "in Krita: File > Export, as PNG, with sRGB forced"),
    UnreadFormat("Clip Studio file", (".clip", ".csp"), "in Clip Studio: File > Export (Single Layer) > .png"),
    UnreadFormat("Affinity document", (".afdesign", ".afphoto", ".afpub", ".af"), "in Affinity: File > Export > SVG (for print), or PNG"),
    UnreadFormat("Illustrator document", (".ai",), "in Illustrator: File > Export > Export As > SVG"),
    UnreadFormat("PDF", (".pdf",), "open it in Inkscape and save it as Plain SVG, or export a PNG"),
    UnreadFormat("PostScript file", (".eps", ".ps"), "open it in Inkscape or Illustrator and save it as SVG"),
    UnreadFormat("packed SVG", (".svgz",), "pnp art add unpacks it"),
    UnreadFormat("GIF", (".gif",), _PNG),
    UnreadFormat("BMP picture", (".bmp",), _PNG),
    UnreadFormat("AVIF picture", (".avif",), _PNG),
    UnreadFormat("JPEG XL picture", (".jxl",), _PNG),
    UnreadFormat("JPEG 2000 picture", (".jp2", ".j2k"), _PNG),
)  # fmt: skip

_BEGINNINGS = (
    (b"8BPS", ".psd"),
    (b"II*\0", ".tif"),
    (b"MM\0*", ".tif"),
    (b"gimp xcf", ".xcf"),
    (b"CSFCHUNK", ".clip"),
    (b"\x00\xffKA", ".afdesign"),
    (b"%PDF", ".pdf"),
    (b"%!PS", ".eps"),
    (b"\xc5\xd0\xd3\xc6", ".eps"),
    (b"GIF8", ".gif"),
    (b"BM", ".bmp"),
    (b"\xff\x0a", ".jxl"),
    (b"\0\0\0\x0cJXL ", ".jxl"),
    (b"\0\0\0\x0cjP  ", ".jp2"),
)
_BRANDS = {
    b"avif": ".avif",
    b"avis": ".avif",
    **dict.fromkeys((b"heic", b"heix", b"hevc", b"mif1", b"msf1"), ".heic"),
}
_PACKED = b"PK\x03\x04"  # a folder of files in one
_BY_ENDING = {ending: each for each in _UNREAD for ending in each.endings}


def format_of_ending(ending: str) -> UnreadFormat | None:
    """Return the format that a file name's ending stands for; None for one that is read, or unknown.

    >>> format_of_ending(".PSD").name
    'Photoshop document'
    """
    return _BY_ENDING.get(ending.lower())


def format_of_bytes(data: bytes) -> UnreadFormat | None:
    """Return the format of a file that is none of those that are read; None for one nobody knows.

    >>> format_of_bytes(b"8BPS...").name, format_of_bytes(b"hello")
    ('Photoshop document', None)
    """
    for begin, ending in _BEGINNINGS:
        if data.startswith(begin):
            return _BY_ENDING[ending]
    if data[4:8] == b"ftyp" and data[8:12] in _BRANDS:
        return _BY_ENDING[_BRANDS[data[8:12]]]
    if data.startswith(_PACKED):
        head = data[:4000]
        return _BY_ENDING.get(
            ".kra" if b"x-krita" in head else ".procreate" if b"Document.archive" in data else ""
        )
    return None
