"""Notes taken while a drawing is read: what was changed, and what cannot be printed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
_NAMES_IN_A_CHANGE = 3


@dataclass(frozen=True, slots=True)
class Change:
    """What was done to a drawing, and to which `objects` by name; `is_seen`, it may look unlike what its editor shows."""

    what: str
    is_seen: bool = False
    objects: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Say it with the names of the first objects."""
        named = ", ".join(self.objects[:_NAMES_IN_A_CHANGE])
        if (more := len(self.objects) - _NAMES_IN_A_CHANGE) > 0:
            named += f" and {more} more"
        return f"{self.what} ({named})" if named else self.what


class Notes:
    """Collects the changes and the faults of one drawing."""

    def __init__(self, root: Element) -> None:
        self._root = root
        self._changes: dict[tuple[str, bool], dict[str, None]] = {}
        self._faults: dict[tuple[str, str], None] = {}

    @cached_property
    def parents(self) -> Mapping[Element, Element]:
        return {child: parent for parent in self._root.iter() for child in parent}

    def changed(self, what: str, element: Element | None = None, *, is_seen: bool = False) -> None:
        """Note that something was done to the drawing, or to an element of it."""
        objects = self._changes.setdefault((what, is_seen), {})
        if element is not None and (name := name_of(element)):
            objects[name] = None

    def fault(self, message: str, hint: str, element: Element | None = None) -> None:
        """Note what cannot be printed; it is said of the element, or of the first around it that has a name."""
        self._faults[f"{message}{self._where(element)}", hint] = None

    @property
    def changes(self) -> tuple[Change, ...]:
        return tuple(Change(what, is_seen, tuple(names)) for (what, is_seen), names in self._changes.items())

    @property
    def faults(self) -> tuple[tuple[str, str], ...]:
        return tuple(self._faults)

    def _where(self, element: Element | None) -> str:
        own = element
        while element is not None and not name_of(element):
            element = self.parents.get(element)
        if element is None or element is self._root:
            return ""
        return f": object {name_of(element)}" if element is own else f": in the object {name_of(element)}"


def name_of(element: Element) -> str:
    """Return what an object is called in its editor: its id, and its label where it has one."""
    name, label = element.get("id", ""), element.get(f"{INKSCAPE}label", "")[:60]
    if not name or not label:
        return f'"{name or label}"' if name or label else ""
    return f'"{name}" ("{label}")'


def kind_of(element: Element) -> str:
    """Return the name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def drawn_elements(root: Element, kind: str = "") -> Iterator[Element]:
    """Yield the elements of SVG in the order of the file, of one kind if that is named."""
    every = root.iter(f"{SVG}{kind}" if kind else None)
    return (element for element in every if SVG in str(element.tag))


def link_of(element: Element) -> str:
    """Return what an element points to by its href, in the old spelling or the new one; "" for nothing."""
    return element.get("href") or element.get(f"{XLINK}href") or ""


def by_id(root: Element) -> dict[str, Element]:
    """Return the elements by their ids; of several with one id the first counts, as in browsers."""
    elements: dict[str, Element] = {}
    for element in root.iter():
        if (name := element.get("id")) is not None:
            elements.setdefault(name, element)
    return elements


def keep_children(parent: Element, kept: Sequence[Element]) -> None:
    """Take out all children but some; letters behind the others stay."""
    if len(kept) == len(parent):
        return
    staying = set(kept)
    before: Element | None = None
    for child in parent:
        if child in staying:
            before = child
        elif child.tail and child.tail.strip():
            if before is None:
                parent.text = (parent.text or "") + child.tail
            else:
                before.tail = (before.tail or "") + child.tail
    parent[:] = kept
