"""Whether a file that calls itself PDF/X keeps to it: X-1a, X-3 and X-4 (ISO 15930), as far as a reader can tell."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring
from pikepdf import Array, Dictionary, Name, Stream

from pnp.export.output_intent import PrintingCondition, read_condition
from pnp.export.pdf_in_memory import UNREADABLE_PDF
from pnp.export.press_pages import PDFX_IDS
from pnp.preflight.contents import Contents
from pnp.preflight.rules import Fault
from pnp.preflight.streams import Unreadable, content_of, dictionary

HIGHEST_VERSION = {"PDF/X-1": "1.4", "PDF/X-3": "1.4", "PDF/X-4": "1.6", "PDF/X-5": "1.6"}
XMP = "http://ns.adobe.com/xap/1.0/"
PDF = "http://ns.adobe.com/pdf/1.3/"
DC = "http://purl.org/dc/elements/1.1/"
AGAIN = "export the file as PDF/X again"


@dataclass(frozen=True, slots=True)
class Words:
    """What a file says of itself, in XMP and in the document information; "" where it says nothing."""

    xmp: dict[str, str] = field(default_factory=dict)
    info: dict[str, str] = field(default_factory=dict)

    @property
    def claim(self) -> str:
        """The PDF/X that it says it is."""
        said = self.xmp.get(f"{{{PDFX_IDS}}}GTS_PDFXVersion") or self.info.get("/GTS_PDFXConformance")
        return said or self.info.get("/GTS_PDFXVersion", "")


def words_of(pdf: Any) -> Words:
    """Return what a PDF says of itself."""
    info: dict[str, str] = {}
    with suppress(*UNREADABLE_PDF):
        info = {key: str(value) for key, value in pdf.trailer.get(Name.Info, Dictionary()).items()}
    return Words(_xmp(pdf), info)


def _xmp(pdf: Any) -> dict[str, str]:
    """Return the properties of the XMP packet by "{namespace}name", of lists the first entry."""
    packet = pdf.Root.get(Name.Metadata)
    if not isinstance(packet, Stream):
        return {}
    try:
        tree = fromstring(content_of(packet).decode("utf-8", "replace").strip("\0 \n\r\t\ufeff"))
    except (Unreadable, ParseError, DefusedXmlException, ValueError):
        return {}
    found: dict[str, str] = {}
    for element in tree.iter("{http://www.w3.org/1999/02/22-rdf-syntax-ns#}Description"):
        found |= dict(element.attrib)
        found |= {each.tag: _text(each) for each in element}
    return found


def _text(element: Element) -> str:
    return next((text.strip() for text in element.itertext() if text.strip()), "")


def intents_of(pdf: Any) -> list[Any]:
    """Return the output intents that are for PDF/X."""
    intents = pdf.Root.get(Name.OutputIntents)
    each = intents.as_list() if isinstance(intents, Array) else ()
    return [one for one in each if isinstance(one, Dictionary) and one.get(Name.S) == Name.GTS_PDFX]


def embedded_condition(pdf: Any) -> PrintingCondition | None:
    """Return the printing condition whose profile is in a PDF, None where there is none that can be read."""
    for intent in intents_of(pdf):
        profile = intent.get(Name.DestOutputProfile)
        if isinstance(profile, Stream):
            try:
                return read_condition(content_of(profile))
            except (Unreadable, ValueError):
                return None
    return None


def claim_faults(pdf: Any, words: Words, pages: list[Contents]) -> Iterator[Fault]:
    """Yield where a file does not keep to what it says it is."""
    claim = words.claim
    if not claim:
        return
    for fact in (*_file_facts(pdf, words), *_intent_facts(pdf, claim), *_colour_facts(pdf, claim, pages)):
        yield Fault("PNP588", f"it says that it is {claim}, but {fact}", AGAIN)


def _file_facts(pdf: Any, words: Words) -> Iterator[str]:
    claim, info, xmp = words.claim, words.info, words.xmp
    highest = next((version for name, version in HIGHEST_VERSION.items() if claim.startswith(name)), None)
    if highest is None:
        yield "no such standard is known"
    elif pdf.pdf_version > highest:
        yield f"is PDF {pdf.pdf_version}, not at most {highest}"
    if Name.ID not in pdf.trailer:
        yield "has no identity (ID)"
    if not (info.get("/Title") or xmp.get(f"{{{DC}}}title")):
        yield "has no title"
    if info.get("/Trapped", xmp.get(f"{{{PDF}}}Trapped", "")).strip("/") not in ("True", "False"):
        yield "does not say whether it is trapped"
    for ours, theirs in (("/CreationDate", "CreateDate"), ("/ModDate", "ModifyDate")):
        dates = [date for date in (info.get(ours), xmp.get(f"{{{XMP}}}{theirs}")) if date]
        if not dates:
            yield f"has no {ours[1:]}"
        elif len(dates) == 2 and _moment(dates[0]) != _moment(dates[1]):
            yield f"has two dates, {ours[1:]} and {theirs}, that differ"


def _moment(date: str) -> str:
    """Return the digits of a date up to the second, which PDF and XMP write in their own ways.

    >>> _moment("D:20260102030405Z") == _moment("2026-01-02T03:04:05Z")
    True
    """
    day, _, zone = re.sub(r"^D:", "", date).partition("+")
    del zone
    return re.sub(r"\D", "", day)[:14]


def _intent_facts(pdf: Any, claim: str) -> Iterator[str]:
    intents = intents_of(pdf)
    if len(intents) != 1:
        yield f"has {len(intents)} output intents, not one"
        return
    (intent,) = intents
    if Name.OutputConditionIdentifier not in intent:
        yield "its output intent has no identifier"
    profile = intent.get(Name.DestOutputProfile)
    if not isinstance(profile, Stream):
        if claim.startswith("PDF/X-4") and claim != "PDF/X-4p":
            yield "no profile of its printing condition is in it"
        elif Name.RegistryName not in intent and claim != "PDF/X-4p":
            yield "its printing condition is neither registered nor described by a profile"
        return
    try:
        read_condition(content_of(profile))
    except (Unreadable, ValueError) as error:
        yield f"the profile of its output intent {error}"


def _colour_facts(pdf: Any, claim: str, pages: list[Contents]) -> Iterator[str]:
    """Yield what is wrong with colours and with what they blend with."""
    condition = embedded_condition(pdf)
    device = {each for page in pages for each in page.device_spaces} - {"Gray"}
    spaces = {each for page in pages for each in page.spaces}
    strange = device - {condition.colours} if condition else set()
    if not claim.startswith("PDF/X-1") and strange:
        yield f"uses device colours ({', '.join(sorted(strange))}) that its printing condition does not have"
    if claim.startswith("PDF/X-1") and spaces & {"RGB", "Lab"}:
        yield "uses colours that are neither gray, CMYK nor spot"
    if claim.startswith(("PDF/X-1", "PDF/X-3")):
        if any(page.transparent for page in pages):
            yield "lets things show through others"
        if Name.OCProperties in pdf.Root:
            yield "has layers"
    default = dictionary(pdf.Root, "/OCProperties", "/D")
    if Name.OCProperties in pdf.Root and (Name.Name not in default or Name.AS in default):
        yield "its layers have no name, or switch themselves"
