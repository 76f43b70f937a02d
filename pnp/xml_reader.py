"""Reading untrusted XML: no entity is expanded, and nothing outside the text is read."""

from xml.etree.ElementTree import Element
from xml.etree.ElementTree import fromstring as fromstring_in_c


def read_xml(data: bytes | str) -> Element:
    """Return the outermost element. Raises ParseError, ValueError, LookupError; DefusedXmlException for entities.

    defusedxml reads with handlers written in Python, so only what has a document type, which alone can declare entities,
    goes through it. A document type is "<!DOCTYPE" in all that expat reads but UTF-16, whose letters have null bytes.
    """
    has_type = "<!DOCTYPE" in data if isinstance(data, str) else b"<!DOCTYPE" in data or b"\0" in data
    if has_type:
        from defusedxml.ElementTree import fromstring  # noqa: PLC0415 - few drawings have a document type

        root: Element = fromstring(data, forbid_dtd=False, forbid_entities=True, forbid_external=True)
        return root
    return fromstring_in_c(data)
