"""Add a picture to a game: prepare it, find its slot, write the file in the art folder, and record its credit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image

from pnp.art import slots
from pnp.art.credits_and_placement import changed_credits, own_content, plain_words
from pnp.edit.undo import FileChange, current_content
from pnp.files import is_file, read_brought
from pnp.load.art_files import CREDITS, REPLACED
from pnp.load.pieces import PICTURES
from pnp.load.project import Project
from pnp.model.art_placement import AS_ASKED
from pnp.model.diagnostics import CannotEdit, CannotUse, CannotWrite, UnknownName
from pnp.model.geometry import Size
from pnp.model.limits import JPEG_QUALITY, USUAL_LIMITS, GameLimits
from pnp.svg.images import FORMATS, UnsafeDrawing, in_words, plain_picture, saved
from pnp.svg.reader.source_text import GZIP, unpacked
from pnp.svg.sanitizer import read_drawing
from pnp.templates.context import RenderContext
from pnp.templates.sources import ENDINGS
from pnp.typesetting.fonts import FontBook

ENDING_OF = {"PNG": ".png", "JPEG": ".jpg", "WEBP": ".webp", "SVG": ".svg"}
MANY_COLOURS = 20_000  # A photograph has as many or more; a drawing has a few hundred, along its edges.
WORTH_IT = 0.5  # A photograph kept as PNG is several times as heavy; below this share the JPEG is taken.
_LIGHT = 200_000  # bytes; a smaller PNG burdens no PDF


@dataclass(frozen=True, slots=True)
class ImportedPicture:
    """A picture ready to be put in place: the bytes of the file, its ending, and what was done to it in words.

    `size` is in pixels, for an SVG in its own units; `pixels` tells the two apart. `raster` is how many pixels there
    are, for an SVG as many as if all of it were as coarse as the coarsest picture in it; None where all is vectors.
    """

    data: bytes
    ending: str
    size: Size
    pixels: bool
    done: tuple[str, ...] = ()
    raster: Size | None = None


def import_picture(
    data: bytes, fonts: FontBook | None = None, limits: GameLimits = USUAL_LIMITS, *, keep_png: bool = False
) -> ImportedPicture:
    """Return what to put into the art folder for a file as it was delivered.

    An upright picture in plain sRGB without metadata is taken byte for byte; so is an SVG. An opaque photograph in a
    PNG becomes a JPEG, once, unless `keep_png`. A .svgz is unpacked. What is done to an SVG is done to its drawing on
    the card, with `fonts` for its texts; the file stays as its editor saved it. Raises UnsafeDrawing or PictureTooLarge.
    """
    if data.startswith(GZIP) or data[:1000].lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n").startswith(b"<"):
        drawing = read_drawing(data, prefix="art.", fonts=fonts, limits=limits)
        done = tuple(f"on the card, {change}" for change in drawing.changes)
        size = drawing.view.size
        return ImportedPicture(
            unpacked(data, limits), ENDING_OF["SVG"], size, pixels=False, done=done, raster=drawing.raster
        )
    plain = plain_picture(data, limits=limits, kept=FORMATS)
    data, kind, done = plain.data, plain.kind, plain.done
    if kind == "PNG" and not keep_png and (lighter := _as_photograph(plain.image, len(data))) is not None:
        heavy, light = (f"{len(content) / 1e6:.1f} MB" for content in (data, lighter))
        reason = f"it is an opaque photograph of {heavy}, so it was written as a JPEG of {light}"
        data, kind, done = lighter, "JPEG", (*done, f"{reason} (quality {JPEG_QUALITY})")
    size = Size(*plain.image.size)
    return ImportedPicture(data, ENDING_OF[kind], size, pixels=True, done=done, raster=size)


def _as_photograph(image: Image.Image, size: int) -> bytes | None:
    """Return the JPEG of a picture that is an opaque photograph in `size` bytes of PNG; None when it is none."""
    if size < _LIGHT:
        return None
    if image.has_transparency_data and image.convert("RGBA").getchannel("A").getextrema()[0] != 255:
        return None
    colours = image.convert("RGB")
    if colours.getcolors(maxcolors=MANY_COLOURS) is not None:
        return None
    jpeg = saved(colours, "JPEG")
    return jpeg if len(jpeg) < size * WORTH_IT else None


# A picture put in its place: the slot it is for, the file in the art folder, and who made it.


@dataclass(frozen=True, slots=True)
class AddOptions:
    """The file, what it is for ("" for what it is called), its game if that is named, and credit, licence and source."""

    file: Path
    name: str
    game: str | None
    words: Mapping[str, str]


def add_pictures(project: Project, options: AddOptions) -> Iterator[tuple[Path, slots.ArtResult]]:
    """Put every picture of the folder `options.file` in the place that its name says; a file is one such picture.

    Yields each file with what came of it; what cannot be used is refused, and the others go on. Raises CannotUse for a
    folder without pictures, and one that is said to be for one piece.
    """
    folder = options.file
    if not folder.is_dir():
        yield folder, add_picture(project, options)
        return
    if options.name:
        raise CannotUse(f"{folder} is a folder, not the picture of {options.name}", "leave out --for")
    files = [
        path
        for path in sorted(folder.iterdir())
        if path.suffix.lower() in (*PICTURES, ".svgz") and path.is_file()
    ]
    if not files:
        raise CannotUse(f"there is no picture in {folder}", f"pictures end in {', '.join(PICTURES)}")
    for path in files:
        try:
            yield path, replace(add_picture(project, replace(options, file=path)), next="")
        except (CannotEdit, CannotUse, CannotWrite) as error:
            yield path, slots.ArtResult(refused=error)


def add_picture(project: Project, options: AddOptions) -> slots.ArtResult:
    """Put a picture in its place. Raises UnknownName for a game, CannotUse, CannotEdit and CannotWrite."""
    games, findings = slots.games_of(project, options.game)
    if not games:
        return slots.ArtResult(diagnostics=findings)
    words = plain_words(options.words)
    try:
        art, slot = slots.find_slot(
            project, slots.own_games(project, games), options.name or options.file.stem
        )
    except UnknownName as error:  # it may be in the game that cannot be read
        if not options.name and "--" not in (error.hint or ""):
            hint = f"use --for to say what {options.file.name} is for; {error.hint}"
            error = UnknownName(str(error), hint)
        errors = tuple(finding for finding in findings if finding.severity == "error")
        return slots.ArtResult(diagnostics=errors, refused=error)
    picture = _read(options.file, slot, art)
    changes = added_pictures(art, ((slot, picture),), words)
    _, credit = changed_credits(art, slot, words)
    for change in changes:
        change.write(slots.folder_of(project, art.game))
    replaced = [change.path for change in changes if change.path.parent == art.folder / REPLACED]
    lines = (
        f"{art.shown(art.folder / file_name(slot, picture))}: {reckoning(picture, slot)}",
        *(f"  {step}" for step in picture.done),
        *(f"  the previous picture is kept as {art.shown(path)}" for path in replaced),
        f"  {credit}",
        *(
            f"  placed like the previous picture: {placed.in_words()}; pnp art place {slot.name} --reset undoes that"
            for placed in (slot.main.placement,)
            if replaced and placed != AS_ASKED
        ),
    )
    return slots.ArtResult(lines, remarks(picture, slot), slots.next_command(art, slot))


def _read(file: Path, slot: slots.Slot, art: slots.GameArt) -> ImportedPicture:
    try:
        data = read_brought(file, limit=art.context.game.limits.picture_bytes + 1)
    except OSError as error:
        raise CannotUse(f"{file} cannot be read: {error.strerror}", "check its permissions") from error
    return ready_picture(data, str(file), slot, art)


def ready_picture(data: bytes, file: str, slot: slots.Slot, art: slots.GameArt) -> ImportedPicture:
    """Return a picture made ready for its slot; `file` is what it is called in messages. Raises CannotUse."""
    ending = Path(slot.name).suffix.lower() if slot.names_file else ""
    picture = usable_picture(data, file, art.context, keep_png=ending == ".png")
    if ending and ending.replace("jpeg", "jpg") != picture.ending:
        _, piece = art.piece(slot.main)
        place = piece.places.get("art", piece.place)
        name, wanted = Path(slot.name).with_suffix(picture.ending), ending[1:].upper()
        raise CannotUse(
            f"the card asks for {slot.name}, and {file} is in another format than {wanted}",
            f"write art: {name} in {place.file}, line {place.line}, once {name} lies in art/; or export a {wanted}",
        )
    return picture


def usable_picture(data: bytes, file: str, context: RenderContext, *, keep_png: bool) -> ImportedPicture:
    """Return a picture that can be used; `file` is what it is called in messages. Raises CannotUse."""
    limits = context.game.limits
    if len(data) > limits.picture_bytes:
        message = f"{file} has more than {limits.picture_bytes // 1_000_000} MB"
        raise CannotUse(message, "export it smaller, or as a JPEG")
    try:
        return import_picture(data, context.sources.fonts, limits, keep_png=keep_png)
    except UnsafeDrawing as error:
        reasons = "; ".join(map(str, error.every))
        hints = "; ".join(dict.fromkeys(problem.hint for problem in error.every))
        raise CannotUse(f"{file} cannot be used: {reasons}", hints) from error


def reckoning(picture: ImportedPicture, slot: slots.Slot) -> str:
    """Return how fine a picture is in its slot."""
    raster = picture.raster
    if raster is None:
        return "vectors, sharp at any size"
    use = slots.coarsest(raster, slot)
    if picture.pixels:
        return in_words(picture.size, use.size, use.fit, use.placement)
    return f"vectors, and pictures of {slots.dpi_of(raster, use):.0f} dpi or more"


def remarks(picture: ImportedPicture, slot: slots.Slot) -> tuple[str, ...]:
    """Return what is not quite right with a picture in its slot."""
    return tuple(slots.slot_remarks(slot, picture.size, picture.raster).values())


def file_name(slot: slots.Slot, picture: ImportedPicture) -> str:
    """Return where the picture lies below art/; raises CannotWrite for a slot whose name is no path inside it."""
    parts = slot.name.split("/")
    if any(part in ("", "..") or part.startswith(".") for part in parts) or set('\\:*?"<>|\0') & set(
        slot.name
    ):
        raise CannotWrite(
            f'the name of the slot cannot be a file name: "{slot.name}"', "change it in the template"
        )
    if parts[0] == REPLACED:
        message = f"art/{REPLACED}/ is for replaced pictures"
        raise CannotWrite(message, "change the slot's name in the template")
    return slot.name if slot.names_file else slot.name + picture.ending


def files_of(art: slots.GameArt, slot: slots.Slot) -> Iterator[Path]:
    """Yield the user's own files that fill the slot now, or would if the others were not there."""
    for ending in () if slot.names_file else ENDINGS:
        path = art.folder / f"{slot.name}{ending}"
        if path.is_file() or path.is_symlink():
            yield path


def is_same_file(path: Path, target: Path) -> bool:
    """Say whether two names are one file, as apple.PNG and apple.png are on some disks."""
    try:
        return path == target or (not path.is_symlink() and path.samefile(target))
    except OSError:
        return False


# Pictures put into a game as changes of files that can be undone.


PictureForSlot = tuple[slots.Slot, ImportedPicture]


def added_pictures(
    art: slots.GameArt, pictures: Sequence[PictureForSlot], words: Mapping[str, str]
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
        # What is kept, in art/replaced/, comes first and what is removed last: stopped anywhere, no picture is lost.
        taken = set(changes)
        new, kept = FileChange(target, own_content(art, target), picture.data), []
        others = [path for path in files_of(art, slot) if not is_same_file(path, target)]
        for path, before in [(target, new.before), *((path, own_content(art, path)) for path in others)]:
            if before is not None and before != picture.data:
                folder = art.folder / REPLACED
                aside, number = folder / path.name, 1
                while (
                    aside in taken
                    or aside.is_symlink()
                    or (aside.exists() and not (is_file(aside) and current_content(aside) == before))
                ):
                    number += 1
                    aside = folder / f"{path.stem}-{number}{path.suffix}"
                taken.add(aside)
                kept.append(FileChange(aside, own_content(art, aside), before))
        for replacement in [*kept, new, *(FileChange(path, own_content(art, path), None) for path in others)]:
            changes[replacement.path] = replacement
        content, _ = changed_credits(art, slot, words, credited)
        if content is not None:
            credited, path = content.decode(), art.folder / CREDITS
            before = changes[path].before if path in changes else current_content(path)
            changes[path] = FileChange(path, before, content)
    return tuple(changes.values())
