"""art/placement.yaml written: the placement of one slot changed, and everything else left as somebody wrote it."""

from pathlib import Path

from pnp.art.slot_entries import with_entry, without_entry
from pnp.edit.yaml_change import EMPTY, Item, flow
from pnp.files import leads_outside, read_text, remove, write
from pnp.load.art_files import PLACEMENTS, read_placements
from pnp.load.nodes import Findings
from pnp.load.yaml_source import parse
from pnp.model.errors import CannotEdit, CannotWrite
from pnp.model.placement import AS_ASKED, Placement

HEAD = "# How the pictures lie in their boxes, by art slot; docs/art.md says what the keys mean.\n"


def placement_text(art: Path) -> str:
    """Return what the file in the art folder of a game holds, "" when there is none. Raises CannotWrite."""
    path = art / PLACEMENTS
    if outside := leads_outside(path, art.parent):
        raise CannotWrite(outside, "remove that link and try again")
    try:
        return read_text(path) if path.is_file() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise CannotWrite(f"{path} cannot be read", "it has to be text in UTF-8") from error


def keep_placement(art: Path, slot: str, placement: Placement, *, before: str) -> None:
    """Write the placement of a slot; one that is as the template asks is taken out.

    Raises CannotWrite when the file no longer holds what it did `before`, or could not be read again.
    """
    path = art / PLACEMENTS
    if placement_text(art) != before:
        raise CannotWrite(f"{path} was changed meanwhile", "look at it, and place the picture again")
    text = placed_text(before, slot, placement)
    if text == before:
        return
    if not text:
        remove(path, root=art.parent)
        return
    write(path, text.encode(), root=art.parent)


def placed_text(text: str, slot: str, placement: Placement) -> str:
    """Return the file with the placement of a slot, read back before it is trusted; "" when nothing is left in it.

    `text` is what it holds now, "" when there is none. Raises CannotWrite.
    """
    said = written(placement)
    by_hand = CannotWrite(
        f"{PLACEMENTS} cannot be written so that it can be read again",
        f"write into it by hand: {slot}: {{zoom: 1.2}}",
    )
    old, found = read_placement_text(text)
    if found:
        raise by_hand
    if placement == old.get(slot, AS_ASKED):
        return text
    try:
        if placement == AS_ASKED:
            changed = without_entry(text, slot)
        else:
            changed = with_entry(text, slot, said, head=HEAD, new=f" {flow(said)}")
    except CannotEdit as error:
        raise by_hand from error
    new, found = read_placement_text(changed)
    wanted = {**old, slot: placement}
    if placement == AS_ASKED:
        del wanted[slot]
    if found or new != wanted:
        raise by_hand
    return "" if changed == HEAD + EMPTY else changed


def read_placement_text(text: str) -> tuple[dict[str, Placement], bool]:
    """Return the placements in a text, and whether there is something wrong with it."""
    if not text.strip():
        return {}, False
    node, found = parse(text.encode(), PLACEMENTS)
    findings = Findings()
    placements, _ = read_placements(node, findings) if node else ({}, {})
    return placements, bool(found or len(findings))


def written(placement: Placement) -> dict[str, Item]:
    """Return what is written of a placement: what differs from what the template asks.

    >>> written(Placement((0.5, 0.25), zoom=2.0, fit="cover"))
    {'focus': (0.5, 0.25), 'zoom': 2, 'fit': 'cover'}
    """
    said: dict[str, Item] = {}
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
