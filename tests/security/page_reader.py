"""What a browser would find in a page or a drawing, by the rules of HTML, and what is not on the list of it."""

import re
from html.parser import HTMLParser

from pnp.svg.vocabulary import ATTRIBUTES, declarations

_SVG = {
    element.lower(): {key.lower() for key in attributes} | {"xmlns"}
    for element, attributes in ATTRIBUTES.items()
}
_EVERYWHERE = {"id", "class", "lang", "role"}
_PLAIN = (
    "html head body header main nav section article footer div span p h1 h2 h3 h4 ul ol li dl dt dd table thead tbody tr"
    " figcaption b i code del ins style title"
)
_HTML: dict[str, set[str]] = {
    **{element: set() for element in _PLAIN.split()},
    "meta": {"charset", "name", "content"},
    "a": {"href"},
    "figure": {"style"},
    "img": {"src", "alt", "width", "style", "height"},
    "td": {"colspan"},
    "th": {"scope", "colspan"},
}
"""Elements of the pages that pnp writes, and what they may say."""

_LINK = re.compile(r"#[^\s]*|data:image/(?:png|jpe?g);base64,[A-Za-z0-9+/=\s]*")
_FETCHES = re.compile(
    r"(?i)(?:url|src|image|image-set|cross-fade|element)\(\s*(?!data:font/|#|['\"]?\.\./fonts/)|@import|expression\("
)
_OTHERS = ("data-", "aria-", "xmlns:", "inkscape:", "sodipodi:", "xlink:href")
_ONCE = ("<!doctype html>",)


class PageReader(HTMLParser):
    """Reads a page as a browser does; `faults` has what is in it and should not be."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at an element."""
        allowed = _EVERYWHERE | _HTML.get(tag, set()) | _SVG.get(tag, set())
        if tag not in _HTML and tag not in _SVG and tag != "sodipodi:namedview":
            self.faults.append(f"<{tag}>")
        for key, value in attrs:
            if key not in allowed and not key.startswith(_OTHERS):
                self.faults.append(f"<{tag} {key}>")
            said = value or ""
            if key in ("href", "src", "xlink:href") and not _LINK.fullmatch(said) and not is_own_file(said):
                self.faults.append(f"<{tag} {key}={said[:60]!r}>")
            if (
                key not in ("id", "alt", "aria-label", "content")
                and not key.startswith("data-")
                and _FETCHES.search(said)
            ):
                self.faults.append(f"<{tag} {key}={said[:60]!r}>")
            if key == "style" and any(
                name in ("position", "background", "behavior") for name, _ in declarations(said)
            ):
                self.faults.append(f"<{tag} style={said[:60]!r}>")
        self._in_style = tag == "style"

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        """Note where a style sheet ends."""
        self._in_style = self._in_style and tag != "style"

    def handle_data(self, data: str) -> None:
        """Look at a style sheet."""
        if self._in_style and _FETCHES.search(data):
            self.faults.append(f"<style>{_FETCHES.search(data)}")

    def handle_comment(self, data: str) -> None:
        """Note a comment: none is written."""
        self.faults.append(f"<!--{data[:40]}-->")

    def handle_pi(self, data: str) -> None:
        """Note an instruction other than the declaration of XML."""
        if not data.startswith("xml "):
            self.faults.append(f"<?{data[:40]}>")

    def unknown_decl(self, data: str) -> None:
        """Note a CDATA section."""
        self.faults.append(f"<![{data[:40]}")

    def handle_decl(self, decl: str) -> None:
        """Note a document type other than that of a page."""
        if f"<!{decl.lower()}>" not in _ONCE:
            self.faults.append(f"<!{decl[:40]}>")


def is_own_file(address: str) -> bool:
    """Say whether an address is that of a picture beside the page, as Markdown has them."""
    return bool(re.fullmatch(r"[\w./-]+\.(?:svg|png)", address)) and ".." not in address


def faults_of(page: str) -> list[str]:
    """Return what a browser would find in a page or a drawing that should not be there."""
    reader = PageReader()
    reader.feed(page)
    reader.close()
    return reader.faults
