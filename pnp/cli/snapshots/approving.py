"""The present faces of a game made the approved ones: only what changed is written, what is gone is removed."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image

from pnp.cli.snapshots.looks import Approval, Comparison, Drawn
from pnp.cli.snapshots.pictures import in_percent
from pnp.export.approved import Approved, Spot, lossless_png, write_approved
from pnp.export.atomic import sweep, write
from pnp.model.drawing import BREAK, read
from pnp.model.errors import CannotWrite


@dataclass(frozen=True, slots=True)
class Written:
    """What an approval came to: a line for each face that is not as it was, and how many of each kind."""

    lines: tuple[str, ...]
    counts: Mapping[str, int]


def approve(
    drawn: Drawn, approval: Approval, comparison: Comparison, gone: Collection[Spot], *, whole: bool
) -> Written:
    """Write the faces as they are now; `whole` also removes pictures that belong to no face. Raises CannotWrite.

    Pictures come first, then the record of them, and what is gone goes last: stopped anywhere, what is there is true
    or is drawn and compared again.
    """
    if not approval.folder.resolve().is_relative_to(approval.root.resolve()):
        raise CannotWrite(
            f"{approval.folder} is a link that leads out to {approval.folder.resolve()}",
            "remove that link, or choose the real folder with --approved",
        )
    try:
        said, counts = _write_pictures(approval, comparison)
        lines = [said[spot] for spot in drawn.present if spot in said]
        here = {spot: _described(drawn, approval, spot) for spot in drawn.present}
        kept = {spot: face for spot, face in approval.faces.items() if spot not in gone}
        faces = {**kept, **here}
        sweep(approval.folder)
        write_approved(approval.folder, drawn.game.id, faces, root=approval.root)
        for spot in sorted(gone):
            lines.append(f"{spot.title}: no longer in the game")
            _remove(approval.folder / spot.file, approval)
        counts["gone"] += len(gone)
        for path in _strays(approval, faces) if whole else ():
            _remove(path, approval)
    except CannotWrite as error:
        raise CannotWrite(str(error), (error.hint or "").replace("--out", "--approved") or None) from error
    return Written(tuple(lines), counts)


def _write_pictures(approval: Approval, comparison: Comparison) -> tuple[dict[Spot, str], Counter[str]]:
    lines: dict[Spot, str] = {}
    counts: Counter[str] = Counter()
    last: tuple[Image.Image | None, bytes] = (None, b"")
    for look in comparison.looks():
        counts[look.state] += 1
        if look.state == "same" or look.new is None:  # the approved picture still shows how it looks
            continue
        if look.new is not last[0]:  # a common back comes fifty times, one after the other
            last = (look.new, lossless_png(look.new))
        write(approval.folder / look.spot.file, last[1], root=approval.root, durable=False)
        said = {"new": "new", "damaged": f"drawn again, {look.reason}"}.get(look.state, "")
        if look.found is not None:
            said = f"{in_percent(look.found.share)} changed"
        lines[look.spot] = f"{look.spot.title}: {said}"
    return lines, counts


def _described(drawn: Drawn, approval: Approval, spot: Spot) -> Approved:
    face, known = drawn.present[spot].face, approval.faces.get(spot)
    if known is not None and known.key == face.key:
        return replace(known, page=face.page)
    return Approved(face.key, face.page, _words(face.svg))


def _words(svg: str) -> str:
    drawing = read(svg)
    return " ".join(drawing.words).replace(BREAK, "") if drawing else ""


def _strays(approval: Approval, faces: Collection[Spot]) -> Iterator[Path]:
    """Yield the pictures of faces that the record does not have: it was lost, or two branches were joined."""
    for path in sorted(approval.folder.glob("*/*.png")):
        spot = Spot.read(f"{path.parent.name}/{path.stem}")
        if spot is not None and spot not in faces:
            yield path


def _remove(path: Path, approval: Approval) -> None:
    """Remove a picture, and its folder when it was the last; one behind a link that leads out is left alone."""
    try:
        if path.parent.resolve().is_relative_to(approval.root.resolve()):
            path.unlink(missing_ok=True)
            if path.parent.is_dir() and not path.parent.is_symlink() and not any(path.parent.iterdir()):
                path.parent.rmdir()
    except OSError as error:
        hint = f"make {path.parent} writable, or choose another folder with --out"
        raise CannotWrite(f"{path} cannot be removed: {error.strerror or error}", hint) from error
