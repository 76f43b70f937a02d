"""Objects of an SVG drawing moved, changed, added and removed; everything else keeps its bytes."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import NoReturn
from xml.parsers.expat import ExpatError, ParserCreate
from xml.sax.saxutils import escape

from pnp.files import MAX_TEXT_BYTES
from pnp.model.diagnostics import CannotEdit
from pnp.svg.reader.source_text import NAMESPACES
from pnp.svg.vocabulary import ATTRIBUTES, OUTSIDE

_NAMES = frozenset({"inkscape:label", "sodipodi:insensitive", "style", "transform"})
_ATTRIBUTE = re.compile(rb"""([^\s=/>]+)\s*=\s*("[^"]*"|'[^']*')""")
_TAG = re.compile(rb"""<[^\s/>]+(?:[^>"']|"[^"]*"|'[^']*')*>""")


@dataclass(slots=True)
class DrawnObject:
    """An element of a drawing: its number in the order of the file, and that of the element it is in, -1 for the root.

    `start` to `end` are its bytes, `opened` is the end of its first tag; `text` is what is written in it directly.
    """

    number: int
    tag: str
    attributes: dict[str, str]
    parent: int
    start: int
    opened: int
    end: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class ObjectChange:
    """What becomes of an object: new attributes, None for none, and a new text, None for the one it has."""

    attributes: Mapping[str, str | None] = field(default_factory=dict)
    text: str | None = None


@dataclass(frozen=True, slots=True)
class NewObject:
    """An object to be added: its tag, attributes and text; a group, such as words in a frame, has parts."""

    tag: str
    attributes: Mapping[str, str]
    text: str = ""
    parts: tuple["NewObject", ...] = ()


def objects_of(data: bytes) -> list[DrawnObject]:
    """Return the elements of a drawing, in the order of the file. Raises CannotEdit for what is no SVG."""
    if len(data) > MAX_TEXT_BYTES:
        raise CannotEdit("the drawing is too large to be changed here", "change it in Inkscape")
    objects: list[DrawnObject] = []
    open_: list[int] = []
    parser = ParserCreate()
    parser.buffer_text = True

    def begin(tag: str, attributes: dict[str, str]) -> None:
        start = parser.CurrentByteIndex
        match = _TAG.match(data, start)
        if match is None:
            raise CannotEdit("the drawing is not written in UTF-8", "save it in Inkscape")
        number = len(objects)
        name = tag.removeprefix("svg:")
        objects.append(DrawnObject(number, name, attributes, open_[-1] if open_ else -1, start, match.end()))
        open_.append(number)

    def finish(tag: str) -> None:
        del tag
        element = objects[open_.pop()]
        is_empty = data[element.opened - 2 : element.opened] == b"/>"
        element.end = element.opened if is_empty else data.index(b">", parser.CurrentByteIndex) + 1

    def words(text: str) -> None:
        if open_:
            objects[open_[-1]].text += text

    def refuse(*_: object) -> NoReturn:
        raise CannotEdit("the drawing defines entities", "save it as plain SVG")

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, finish, words
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except (ExpatError, ValueError) as error:
        raise CannotEdit(f"the drawing cannot be read: {error}", "fix it in an editor first") from error
    if not objects or objects[0].tag != "svg":
        raise CannotEdit("this is not a drawing", "save it as SVG")
    return objects


def changed_objects(data: bytes, changes: Mapping[int, ObjectChange]) -> bytes:
    """Return a drawing with objects, by their numbers, changed. Raises CannotEdit."""
    used = {name.partition(":")[0] for change in changes.values() for name in change.attributes}
    data = _with_editors(data, used & NAMESPACES.keys())
    objects = objects_of(data)
    for number, change in sorted(changes.items(), key=lambda item: -item[0]):
        drawn = _at(objects, number)
        for name, value in change.attributes.items():
            _refuse_attribute(drawn.tag, name, value)
        if change.text is not None:
            inside = any(other.parent == drawn.number for other in objects)
            if inside or data[drawn.opened - 2 : drawn.opened] == b"/>":
                raise CannotEdit("these words are in several parts", "change them in Inkscape")
            close = data.rindex(b"<", drawn.opened, drawn.end)
            data = data[: drawn.opened] + escape(change.text).encode() + data[close:]
        data = _with_attributes(data, drawn, change.attributes)

    def untouched(drawn: DrawnObject) -> dict[str, str]:
        changed = changes.get(drawn.number, ObjectChange()).attributes
        return {key: value for key, value in drawn.attributes.items() if key not in changed}

    if [*map(untouched, objects_of(data))] != [*map(untouched, objects)]:
        message = "this cannot be changed here without changing something else"
        raise CannotEdit(message, "change it in Inkscape")
    return data


def _with_editors(data: bytes, prefixes: Iterable[str]) -> bytes:
    root = objects_of(data)[0]
    names = {f"xmlns:{prefix}": NAMESPACES[prefix] for prefix in sorted(prefixes)}
    missing = {name: value for name, value in names.items() if name not in root.attributes}
    return _with_attributes(data, root, missing)


def _at(objects: Sequence[DrawnObject], number: int) -> DrawnObject:
    if not 0 <= number < len(objects):
        hint = "it has changed meanwhile: look at it again"
        raise CannotEdit("there is no such object in the drawing", hint)
    return objects[number]


def _refuse_attribute(tag: str, name: str, value: str | None) -> None:
    allowed = name in _NAMES or (name in ATTRIBUTES.get(tag, ()) and name not in ("id", "href"))
    if not allowed or (
        value is not None and (OUTSIDE.search(value) or not value.isprintable() or len(value) > 20_000)
    ):
        raise CannotEdit(f"{name} of an object cannot be changed here", "change it in Inkscape")


def _attribute(name: str, value: str) -> str:
    return f'{name}="{escape(value, {chr(34): "&quot;"})}"'


def _with_attributes(data: bytes, drawn: DrawnObject, attributes: Mapping[str, str | None]) -> bytes:
    tag = data[drawn.start : drawn.opened]
    for name, value in attributes.items():
        form = b"" if value is None else _attribute(name, value).encode()
        attribute = next((match for match in _ATTRIBUTE.finditer(tag) if match[1] == name.encode()), None)
        if attribute is not None:
            start = attribute.start() if value is not None else len(tag[: attribute.start()].rstrip())
            tag = tag[:start] + form + tag[attribute.end() :]
        elif value is not None:
            end = len(tag) - (2 if tag.endswith(b"/>") else 1)
            tag = tag[:end].rstrip() + b" " + form + tag[end:]
    return data[: drawn.start] + tag + data[drawn.opened :]


def without_objects(data: bytes, numbers: Iterable[int]) -> bytes:
    """Return a drawing without some objects. Raises CannotEdit."""
    objects = objects_of(data)
    for drawn in sorted((_at(objects, number) for number in {*numbers}), key=lambda one: -one.start):
        if drawn.parent < 0:
            raise CannotEdit("a drawing must have a page", "remove what is on it")
        start, end = _whole(data, drawn)
        data = data[:start] + data[end:]
    return _read_again(data)


def _read_again(data: bytes) -> bytes:
    objects_of(data)
    return data


def _whole(data: bytes, drawn: DrawnObject) -> tuple[int, int]:
    start = len(data[: drawn.start].rstrip(b" \t"))
    if data[start - 1 : start] == b"\n":
        return start - (2 if data[start - 2 : start] == b"\r\n" else 1), drawn.end
    return drawn.start, drawn.end


def moved_object(data: bytes, number: int, beside: int, *, above: bool) -> bytes:
    """Return a drawing with an object drawn right above another, or right below it. Raises CannotEdit."""
    objects = objects_of(data)
    moved, other = _at(objects, number), _at(objects, beside)
    if moved.parent < 0 or other.parent < 0 or moved.start <= other.start < moved.end:
        raise CannotEdit("an object cannot be put into itself", "choose another place")
    start, end = _whole(data, moved)
    piece = data[start:end]
    at = other.end if above else _whole(data, other)[0]
    if at >= end:
        return _read_again(data[:start] + data[end:at] + piece + data[at:])
    return _read_again(data[:at] + piece + data[at:start] + data[end:])


def copied_object(data: bytes, number: int, change: ObjectChange) -> bytes:
    """Return a drawing with a copy of an object above it, changed; ids in the copy are new. Raises CannotEdit."""
    objects = objects_of(data)
    copied = _at(objects, number)
    start, end = _whole(data, copied)
    piece, known = data[start:end], {one.attributes.get("id", "") for one in objects}
    for one in objects:
        name = one.attributes.get("id", "") if copied.start <= one.start < copied.end else ""
        if name:
            new = next(made for made in (f"{name}-{at}" for at in count(2)) if made not in known)
            known.add(new)
            for form in ('id="{}"', "id='{}'", "#{})"):
                piece = piece.replace(form.format(name).encode(), form.format(new).encode())
    made = _read_again(data[: copied.end] + piece + data[copied.end :])
    inside = sum(copied.start <= one.start < copied.end for one in objects)
    return changed_objects(made, {number + inside: change})


def added_object(data: bytes, into: int, new: NewObject) -> bytes:
    """Return a drawing with an object more, on top of a layer. Raises CannotEdit."""
    parent = _at(objects_of(data), into)
    if parent.tag not in ("g", "svg"):
        raise CannotEdit("this cannot be added here", "add it in Inkscape")
    if any(name.startswith("inkscape:") for name in new.attributes):
        data = _with_editors(data, {"inkscape"})
    objects = objects_of(data)
    parent, known = objects[into], {one.attributes.get("id", "") for one in objects}
    free = next(made for made in (f"{new.tag}{number}" for number in count(1)) if made not in known)
    element = _written(replace(new, attributes={"id": free, **new.attributes}))
    if data[parent.opened - 2 : parent.opened] == b"/>":
        raise CannotEdit("the layer is empty", "add something to it in Inkscape first")
    last = [one for one in objects if one.parent == parent.number]
    at = last[-1].end if last else data.rindex(b"<", parent.opened, parent.end)
    indent = data[_whole(data, last[-1])[0] : last[-1].start] if last else b""
    return _read_again(data[:at] + indent + element.encode() + data[at:])


def _written(new: NewObject) -> str:
    if new.tag not in ("rect", "ellipse", "text", "line") and not (new.tag == "g" and new.parts):
        raise CannotEdit("this cannot be added here", "add it in Inkscape")
    for name, value in new.attributes.items():
        if name != "id":
            _refuse_attribute(new.tag, name, value)
    form = "".join(f" {_attribute(name, value)}" for name, value in new.attributes.items())
    inside = escape(new.text) + "".join(map(_written, new.parts))
    return f"<{new.tag}{form}>{inside}</{new.tag}>" if inside else f"<{new.tag}{form}/>"
