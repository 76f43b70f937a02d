"""Credits and placements in art/, by slot: who made a picture, and how it is moved, enlarged or rotated in its box."""

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.art import slots
from pnp.edit import yaml_change
from pnp.edit.undo import FileChange, current_content
from pnp.files import is_file, is_within, read_text
from pnp.load.art_files import CREDITS, LONGEST_CREDIT, PLACEMENTS, read_credits, read_placements
from pnp.load.nodes import Findings, MapNode, Plain, ScalarNode
from pnp.load.project import Project
from pnp.load.yaml_source import parse, yaml_word
from pnp.model.art_placement import AS_ASKED, FITS, ROTATIONS, ZOOMS, Fit, Placement
from pnp.model.diagnostics import CannotEdit, CannotUse, CannotWrite
from pnp.model.game import ArtCredit
from pnp.model.geometry import Point, Size
from pnp.svg.images import UnsafeDrawing, shown
from pnp.templates.sources import ENDINGS
from pnp.text import one_line

Entry = Mapping[str, yaml_change.Item]  # The keys of an entry.


def with_entry(text: str, slot: str, values: Entry, *, head: str) -> str:
    """Return the text of a file whose entry of a slot has these keys and no others; `head` opens a file that is not there yet.

    Raises CannotEdit for a text that cannot be read or changed.
    """
    bare = text.removesuffix(yaml_change.EMPTY)
    if all(not line.strip() or line.startswith("#") for line in bare.splitlines()):
        return f"{bare or head}{yaml_word(slot)}: {yaml_change.flow(values)}\n"
    file = yaml_change.read_yaml_text(text.encode(), "")
    known = yaml_change.span_at(file.top, (slot,))
    if not isinstance(known, yaml_change.MapSpan):
        return yaml_change.with_value(file, (slot,), values).text
    before: list[str] = []
    for key, value in values.items():
        file = yaml_change.with_value(file, (slot, key), value, before)
        before.append(key)
    for name in known.steps:
        if name not in values:
            file = yaml_change.without_value(file, (slot, name))
    return file.text


def renamed_pictures(folder: Path, names: Mapping[str, str], shared: Container[str]) -> Iterator[FileChange]:
    """Yield the changes that give the pictures in `folder` to slots with other names, by the old ones: files, placements, credits.

    What already lies at a new name stays, and so does a file whose name is `shared`: other cards show it.
    """
    moved = dict[str, str]()
    for old, new in names.items():
        if any(is_file(folder / f"{new}{ending}") for ending in ENDINGS):
            continue
        for ending in ENDINGS:
            if data := current_content(folder / f"{old}{ending}"):
                moved[old] = new
                yield FileChange(folder / f"{new}{ending}", None, data)
                if old not in shared:
                    yield FileChange(folder / f"{old}{ending}", data, None)
    for path in (folder / PLACEMENTS, folder / CREDITS):
        text = before = (current_content(path) or b"").decode(errors="replace")
        for old, new in moved.items():
            key = re.compile(rf"^(['\"]?){re.escape(old)}\1(?=\s*:)", re.MULTILINE)
            text = key.sub(yaml_word(new), text)
        if text != before:
            yield FileChange(path, before.encode(), text.encode())


# The credits of pictures, written where the loader reads them.


_HEAD = "# Who made the pictures in this folder, by art slot. The rules summary lists them (pnp rules).\n"


def changed_credits(
    art: slots.GameArt, slot: slots.Slot, words: Mapping[str, str], text: str | None = None
) -> tuple[bytes | None, str]:
    """Return the file of credits with that of a slot said anew, None when nothing changes, and what to say. Raises CannotWrite.

    `text` is what the file holds, where that is not what lies there.
    """
    path = art.folder / CREDITS
    shown = art.shown(path)
    if not words:
        known = art.game.art_credits.get(slot.name)
        line = 'nobody is credited; add --credit "..." and --licence "..."'
        if known is not None:
            line = f"credit: still {_line(known)} ({shown}); say --credit if this one is by somebody else"
        return None, line
    if text is None:
        text = read_text(path) if path.is_file() else ""
    by_hand = CannotWrite(
        f"{shown} cannot be written safely", f"edit it by hand: {slot.name}: {{credit: ..., licence: ...}}"
    )
    try:
        content = credited(text, slot.name, words).encode()
    except CannotEdit as error:
        raise by_hand from error
    node, _ = parse(content, shown)
    credit = read_credits(node, Findings()).get(slot.name) if node else None
    if credit is None:
        raise by_hand
    return content, f"credit: {_line(credit)} ({shown})"


def credited(text: str, slot: str, words: Mapping[str, str]) -> str:
    """Return the file with the credit of `slot` said anew; `text` is what it holds now, "" when there is none.

    `words` are credit, licence and source, as far as they are known. Somebody else's credit takes the licence and
    the source of the old one away. Comments, order and quotes of all other entries stay.
    """
    node = parse(text.encode(), CREDITS)[0] if text else None
    known = node.get(slot) if isinstance(node, MapNode) else None
    entry: dict[str, Plain] = {}
    if isinstance(known, MapNode):
        entry = {key.text: value.value for key, value in known.entries if isinstance(value, ScalarNode)}
    elif isinstance(known, ScalarNode) and known.text:
        entry = {"credit": known.text}
    if "credit" in words and str(entry.get("credit", "")) != words["credit"]:
        entry = {name: value for name, value in entry.items() if name not in ("licence", "source")}
    entry |= {name: said for name, said in words.items() if str(entry.get(name, "")) != said}
    return with_entry(text, slot, entry, head=_HEAD)


def plain_words(words: Mapping[str, str]) -> dict[str, str]:
    """Return what was typed in one line each, without letters that nobody sees; raises CannotUse for a novel."""
    plain = {name: one_line(text) for name, text in words.items()}
    for name, text in plain.items():
        if len(text) > LONGEST_CREDIT:
            message = f"the {name} has {len(text)} letters"
            raise CannotUse(message, f"the limit is {LONGEST_CREDIT}; give a web page as --source")
    return {name: text for name, text in plain.items() if text}


def _line(credit: ArtCredit) -> str:
    return ", ".join(filter(None, (credit.credit, credit.licence, credit.source)))


HEAD = "# The placement of the pictures in their boxes, by art slot; docs/art.md explains the keys.\n"


def own_content(art: slots.GameArt, path: Path) -> bytes | None:
    """Return what is in a file of the art folder; raises CannotEdit for a link, and for one that leads out."""
    if path.is_symlink() or not is_within(path.parent, art.folder.parent):
        raise CannotEdit(f"{art.shown(path)} is a link", "put the file itself in its place")
    return current_content(path)


def moved_picture(art: slots.GameArt, slot: slots.Slot, placement: Placement) -> FileChange:
    """Return what keeps where a picture lies in its box; `slot` is as it was read. A file with nothing left in it goes.

    Raises CannotEdit and CannotWrite, also where the file says by now something else of it.
    """
    path = art.folder / PLACEMENTS
    before = own_content(art, path)
    try:
        text = (before or b"").decode()
    except UnicodeDecodeError as error:
        raise CannotEdit(f"{art.shown(path)} is not a text file", "correct it in an editor") from error
    known = _placements_in(text).get(slot.name, AS_ASKED)
    if known != slot.main.placement:
        hint = "look at its current placement, then place it again"
        raise CannotEdit(f"the placement of {slot.name} was changed meanwhile", hint)
    try:
        if placement not in (known, AS_ASKED):
            text = with_entry(text, slot.name, written(placement), head=HEAD)
        elif placement != known:
            text = yaml_change.without_value(yaml_change.read_yaml_text(text.encode(), ""), (slot.name,)).text
    except CannotEdit as error:
        hint = f"edit it by hand: {slot.name}: {{zoom: 1.2}}"
        raise CannotWrite(f"{PLACEMENTS} cannot be written safely", hint) from error
    return FileChange(path, before, text.removeprefix(HEAD + yaml_change.EMPTY).encode() or None)


def _placements_in(text: str) -> dict[str, Placement]:
    node = parse(text.encode(), PLACEMENTS)[0] if text.strip() else None
    return read_placements(node, Findings())[0] if node else {}


def written(placement: Placement) -> dict[str, yaml_change.Item]:
    """Return what is written of a placement: what differs from what the template asks.

    >>> written(Placement((0.5, 0.25), zoom=2.0, fit="cover"))
    {'focus': (0.5, 0.25), 'zoom': 2, 'fit': 'cover'}
    """
    said: dict[str, yaml_change.Item] = {}
    if placement.focus != AS_ASKED.focus:
        said["focus"] = tuple(_plain(share) for share in placement.focus)
    if placement.zoom != AS_ASKED.zoom:
        said["zoom"] = _plain(placement.zoom)
    if placement.rotation:
        said["rotation"] = _plain(placement.rotation)
    if placement.fit:
        said["fit"] = placement.fit
    return said


def _plain(value: float) -> float:
    return int(value) if value == int(value) else value


# A picture moved, enlarged or turned in its box: said in art/placement.yaml, and what that comes to.


@dataclass(frozen=True, slots=True)
class PlaceOptions:
    """What is placed (a slot, a piece, component/piece), its game if that is named, and what is said anew.

    None leaves a value as it was; with `reset` it becomes what the template asks.
    """

    name: str
    game: str | None = None
    focus: Point | None = None
    zoom: float | None = None
    rotation: float | None = None
    fit: Fit | None = None
    reset: bool = False

    def applied(self, before: Placement) -> Placement:
        """Return a placement with what is said anew. Raises CannotUse for a number beyond its limits."""
        said = {name: getattr(self, name) for name in ("focus", "zoom", "rotation", "fit")}
        new = {name: value for name, value in said.items() if value is not None}
        return checked_placement(replace(AS_ASKED if self.reset else before, **new))


def checked_placement(placement: Placement) -> Placement:
    """Return the placement as it is written, four decimals at most. Raises CannotUse for a number beyond its limits."""
    x, y = placement.focus
    if not (0 <= x <= 1 and 0 <= y <= 1):
        raise CannotUse(
            f"the focus {x:g},{y:g} lies outside the picture", "give two numbers from 0 to 1, such as 0.5,0.4"
        )
    for name, value, (low, high) in (
        ("zoom", placement.zoom, ZOOMS),
        ("rotation", placement.rotation, ROTATIONS),
    ):
        if not low <= value <= high:
            raise CannotUse(
                f"the {name} {value:g} is out of range", f"give a number from {low:g} to {high:g}"
            )
    if placement.fit not in (None, *FITS):
        raise CannotUse(f'there is no fit "{placement.fit}"', f"it is {' or '.join(FITS)}")
    rounded = (round(x, 4), round(y, 4))
    return Placement(rounded, round(placement.zoom, 4), round(placement.rotation, 2) + 0.0, placement.fit)


def place_picture(project: Project, options: PlaceOptions) -> slots.ArtResult:
    """Keep where a picture lies in its box, unless the game has mistakes.

    Raises UnknownName for a game or a slot, CannotUse for a number beyond its limits or a slot without a picture, and
    CannotWrite, also when somebody else wrote into the file meanwhile.
    """
    options.applied(AS_ASKED)
    games, findings = slots.games_of(project, options.game)
    if not games:
        return slots.ArtResult(diagnostics=findings)
    art, slot = slots.find_slot(project, slots.own_games(project, games), options.name)
    if slot.path is None:
        hint = f"put one there first: pnp art add FILE --for {slot.name}"
        raise CannotUse(f'there is no picture for "{slot.name}" yet', hint)
    try:
        drawing = art.context.gallery.read(slot.path)
    except UnsafeDrawing as error:
        raise CannotUse(f"{art.shown(slot.path)} cannot be used: {error}", error.hint) from error
    size, raster = drawing.view.size, drawing.raster
    placement = options.applied(slot.main.placement)
    change = moved_picture(art, slot, placement)
    if change.after != change.before:
        change.write(slots.folder_of(project, art.game))
    now = placed_slot(slot, placement)
    use = slots.coarsest(raster, now) if raster else now.main
    lines = [f"{art.shown(art.folder / PLACEMENTS)}: {slot.name}: {placement.in_words()}"]
    reckoning = "vectors, sharp at any size"
    if raster:
        pixels = f"{raster.width:.0f} x {raster.height:.0f} px"
        reckoning = f"{pixels} is {slots.dpi_of(raster, use):.0f} dpi in {shown(use.size)}"
    lines += [f"  {reckoning}", *_moved(size, now)]
    warnings = tuple(slots.slot_remarks(now, size, raster).values())
    return slots.ArtResult(tuple(lines), warnings, slots.next_command(art, slot))


def placed_slot(slot: slots.Slot, placement: Placement) -> slots.Slot:
    """Return the slot as its uses are with another placement."""
    return replace(slot, uses=tuple(replace(use, placement=placement) for use in slot.uses))


def _moved(picture: Size, slot: slots.Slot) -> tuple[str, ...]:
    use = slot.main
    x, y = use.placement.shown_focus(picture, use.size, use.fit)
    asked = use.placement.focus
    if max(abs(x - asked[0]), abs(y - asked[1])) < 0.0005:
        return ()
    box = f"the box of {shown(use.size)}"
    why = f"{box} stays covered" if use.fit == "cover" else f"no part of {box} is left empty needlessly"
    return (f"  {x:.3g},{y:.3g} is in the middle, so that {why}",)
