"""Pictures put into a game, and moved in their boxes, as changes of files that can be undone."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pnp.art.add import file_name, files_of, free_path, is_same_file
from pnp.art.credits import changed_credits, plain_words
from pnp.art.image_import import ImportedPicture
from pnp.art.place import placed_text, read_placement_text
from pnp.art.slots import GameArt, Slot
from pnp.edit.file_change import FileChange, current
from pnp.files import is_within
from pnp.load.art_files import PLACEMENTS, REPLACED
from pnp.model.errors import CannotEdit, CannotUse
from pnp.model.placement import AS_ASKED, Placement

PictureForSlot = tuple[Slot, ImportedPicture]


def added_pictures(
    art: GameArt, pictures: Sequence[PictureForSlot], words: Mapping[str, str]
) -> tuple[FileChange, ...]:
    """Return what puts pictures into their slots, with their credit: the ones that were there go to art/replaced/.

    Raises CannotUse for two pictures of one slot, CannotEdit and CannotWrite for files that cannot be written.
    """
    words = plain_words(words)
    changes: dict[Path, FileChange] = {}
    credited: str | None = None
    for slot, picture in pictures:
        target = art.folder / file_name(slot, picture)
        if target in changes:
            raise CannotUse(f"two pictures are for {slot.name}", "choose one of them, or another slot")
        for each in _replacing(art, slot, target, picture.data, set(changes)):
            changes[each.path] = each
        change = changed_credits(art, slot, words, credited)
        if change.content is not None:
            credited = change.content.decode()
            before = changes[change.path].before if change.path in changes else current(change.path)
            changes[change.path] = FileChange(change.path, before, change.content)
    return tuple(changes.values())


def _replacing(art: GameArt, slot: Slot, target: Path, data: bytes, taken: set[Path]) -> list[FileChange]:
    """Return the changes after which a slot has one file, and what was there before lies in art/replaced/.

    What is kept comes first and what is removed last: stopped anywhere, no picture is lost.
    """
    new, kept = FileChange(target, _own_content(art, target), data), []
    others = [path for path in files_of(art, slot) if not is_same_file(path, target)]
    for path, before in [(target, new.before), *((path, _own_content(art, path)) for path in others)]:
        if before is not None and before != data:
            aside = free_path(art.folder / REPLACED, path.name, before, taken)
            taken.add(aside)
            kept.append(FileChange(aside, _own_content(art, aside), before))
    return [*kept, new, *(FileChange(path, _own_content(art, path), None) for path in others)]


def _own_content(art: GameArt, path: Path) -> bytes | None:
    """Return what is in a file of the art folder; raises CannotEdit for a link, and for one that leads out."""
    if path.is_symlink() or not is_within(path.parent, art.folder.parent):
        raise CannotEdit(f"{art.shown(path)} is a link", "put the file itself there, or use pnp art add")
    return current(path)


def moved_picture(art: GameArt, slot: Slot, placement: Placement) -> FileChange:
    """Return what keeps where a picture lies in its box; `slot` is as it was read.

    Raises CannotEdit and CannotWrite, also where the file says by now something else of it.
    """
    path = art.folder / PLACEMENTS
    before = _own_content(art, path)
    try:
        known = (before or b"").decode()
        if read_placement_text(known)[0].get(slot.name, AS_ASKED) != slot.main.placement:
            hint = "look at it as it is now, then place it again"
            raise CannotEdit(f"the placement of {slot.name} was changed meanwhile", hint)
        text = placed_text(known, slot.name, placement)
    except UnicodeDecodeError as error:
        raise CannotEdit(f"{art.shown(path)} is no text", "mend it in an editor") from error
    return FileChange(path, before, text.encode() or None)
