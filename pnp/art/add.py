"""A picture put in its place: the slot it is for, the file in the art folder, and who made it."""

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.error import YAMLError
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

from pnp.art.image_import import ImportedPicture, import_picture
from pnp.art.slots import GameArt, Slot, game_art, pieces_of
from pnp.art.status import coarse_remark, coarsest, shape_remark
from pnp.files import is_within, move, read_text, real_path, write
from pnp.load.art_files import MOST, NAME, REPLACED, read_credits
from pnp.load.game import load_game
from pnp.load.nodes import Findings
from pnp.load.pieces import PICTURES
from pnp.load.project import Project, chosen_games
from pnp.load.yaml_source import parse
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.model.errors import CannotUse, CannotWrite, PnpError, UnknownName
from pnp.model.game import ArtCredit, Component, Game, Piece
from pnp.render.fonts import FontBook, font_book
from pnp.render.images import UnsafeDrawing, dpi, in_words
from pnp.render.limits import MAX_PICTURE_BYTES
from pnp.render.sources import ENDINGS
from pnp.text import one_line, suggest_argument


@dataclass(frozen=True, slots=True)
class AddOptions:
    """The file, what it is for ("" for what it is called), its game if that is named, and credit, licence and source."""

    file: Path
    name: str
    game: str | None
    words: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class AddResult:
    """What was done, what is not quite right, and the command to go on with; or why nothing was done.

    That is diagnostics of the games, and that there is no slot for the picture or that it cannot be used.
    """

    lines: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    next: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    refused: PnpError | None = None


def add_pictures(project: Project, options: AddOptions) -> Iterator[tuple[Path, AddResult]]:
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
            yield path, add_picture(project, replace(options, file=path))
        except (CannotUse, CannotWrite) as error:
            yield path, AddResult(refused=error)


def add_picture(project: Project, options: AddOptions) -> AddResult:
    """Put a picture in its place, unless the game has mistakes.

    Raises UnknownName for a game, CannotUse and CannotWrite.
    """
    loaded = [
        load_game(project, name) for name in chosen_games(project, (options.game,) if options.game else ())
    ]
    found = in_reading_order(finding for one in loaded for finding in one.diagnostics)
    games = [one.game for one in loaded if one.game is not None]
    if has_errors(found) and (options.game or not games):
        return AddResult(diagnostics=found)
    words = plain_words(options.words)
    try:
        art, slot = find_slot(project, _own(project, games), options.name or options.file.stem)
    except UnknownName as error:  # it may be in the game that cannot be read
        if not options.name and "--" not in (error.hint or ""):
            hint = f"say with --for what {options.file.name} is for; {error.hint}"
            error = UnknownName(str(error), hint)
        return AddResult(diagnostics=tuple(each for each in found if each.severity == "error"), refused=error)
    picture = _read(options.file, slot, art)
    name = _file_name(slot, picture)
    change = changed_credits(art, slot, words)
    root = _folder(project, art.game)
    replaced = install(art.folder, name, picture.data, replaces=_files_of(art, slot), root=root)
    if change.content is not None:
        write(change.path, change.content, root=root)
    raster = picture.raster
    use = coarsest(raster, slot) if raster else slot.main
    size = in_words(picture.size, use.size, use.fit) if picture.pixels else "vectors, sharp at any size"
    if raster and not picture.pixels:
        size = f"vectors, and pictures of {dpi(raster, use.size, use.fit):.0f} dpi or more"
    lines = (
        f"{art.shown(art.folder / name)}: {size}",
        *(f"  {each}" for each in picture.done),
        *(f"  the picture that was there is kept as {art.shown(path)}" for path in replaced),
        f"  {change.line}",
    )
    coarse = coarse_remark(raster, use) if raster else ""
    warnings = tuple(filter(None, (coarse, shape_remark(picture.size, slot.main))))
    return AddResult(lines, warnings, _next(art, slot))


def _own(project: Project, games: Sequence[Game]) -> list[Game]:
    """Return the games that lie in the project itself; raises CannotWrite when none does."""
    own = [game for game in games if is_within(_folder(project, game), project.root)]
    if not own and games:
        raise CannotWrite(
            f"{games[0].title} does not lie in this project but in {real_path(_folder(project, games[0]))}",
            "copy card_data and templates of the game into a project of your own, and work there",
        )
    return own


def _folder(project: Project, game: Game) -> Path:
    folder = project.game_folder(game.id)
    assert folder is not None  # the game has been read from it
    return folder


def _next(art: GameArt, slot: Slot) -> str:
    main = slot.main
    alone = {each.piece for each in slot.uses if each.component == main.component} == {main.piece}
    what = f"--only {main.component}/{main.piece}" if alone else f"--component {main.component}"
    return f"pnp build {art.game.id} {what}"


def find_slot(project: Project, games: Sequence[Game], name: str) -> tuple[GameArt, Slot]:
    """Return the slot that `name` means: a slot of that name, or the picture of that piece or component/piece.

    Raises UnknownName when there is none, or more than one.
    """
    fonts = font_book(project.fonts)

    def matches(some: Iterable[Game]) -> list[tuple[GameArt, Slot]]:
        arts = (game_art(project, game, fonts) for game in some)
        return [(art, slot) for art in arts for slot in _slots(art, name)]

    having = [game for game in games if _pieces(game, name)]
    found = matches(having or games) or matches(game for game in games if having and game not in having)
    if len(found) == 1:
        return found[0]
    if not found:
        raise _unknown(project, games, name, fonts)
    ids = list(dict.fromkeys(art.game.id for art, _ in found))
    if len(ids) > 1:
        raise UnknownName(f'{" and ".join(ids)} both have a picture "{name}"', f"add --game {ids[0]}")
    slots = ", ".join(slot.name for _, slot in found)
    raise UnknownName(f'"{name}" shows several pictures', f"name one of them: --for {slots}")


def _slots(art: GameArt, name: str) -> list[Slot]:
    """Return the slots that a name may mean in one game."""
    exact = [slot for slot in art.slots if slot.name == name]
    shown = (
        slot for component, piece in _pieces(art.game, name) for slot in _shown_by(art, component, piece)
    )
    return exact or list({slot.name: slot for slot in shown}.values())


def _shown_by(art: GameArt, component: Component, piece: Piece) -> list[Slot]:
    """Return the slot of the piece's own picture; failing that, all on its front; failing that, all it shows."""
    own = str(piece.fields.get("art") or piece.id)
    seen = [
        (slot, use)
        for slot in art.slots
        for use in slot.uses
        if (use.component, use.piece) == (component.id, piece.id)
    ]
    return (
        [slot for slot, _ in seen if slot.name == own]
        or [slot for slot, use in seen if use.side == "front" and "" in slot.themes]
        or [slot for slot, use in seen if use.side == "front"]
        or [slot for slot, _ in seen]
    )


def _pieces(game: Game, name: str) -> list[tuple[Component, Piece]]:
    return [each for each in pieces_of(game) if name in (each[1].id, f"{each[0].id}/{each[1].id}")]


def _unknown(project: Project, games: Sequence[Game], name: str, fonts: FontBook) -> UnknownName:
    if any(_pieces(game, name) for game in games):
        hint = "its template has to ask for one: {{ picture(piece.id, (x, y, width, height)) }}"
        return UnknownName(f"{name} shows no picture", hint)
    pieces = {piece.id for game in games for _, piece in pieces_of(game)}
    slots = {slot.name for game in games for slot in game_art(project, game, fonts).slots}
    hint = suggest_argument(name.rpartition("/")[2], sorted(pieces | slots), "slots")
    return UnknownName(f'no piece or art slot is called "{name}"', hint)


def _read(file: Path, slot: Slot, art: GameArt) -> ImportedPicture:
    """Return the picture made ready for its slot; raises CannotUse."""
    ending = Path(slot.name).suffix.lower() if slot.names_file else ""
    try:
        with file.open("rb") as stream:  # a pipe has no size, and some devices no end
            data = stream.read(MAX_PICTURE_BYTES + 1)
        if len(data) > MAX_PICTURE_BYTES:
            message = f"{file} has more than {MAX_PICTURE_BYTES // 1_000_000} MB"
            raise CannotUse(message, "export it smaller, or as a JPEG")
        picture = import_picture(data, art.context.sources.fonts, keep_png=ending == ".png")
    except UnsafeDrawing as error:
        reasons = "; ".join(map(str, error.every))
        hints = "; ".join(dict.fromkeys(each.hint for each in error.every))
        raise CannotUse(f"{file} cannot be used: {reasons}", hints) from error
    except OSError as error:
        raise CannotUse(f"{file} cannot be read: {error.strerror}", "check its permissions") from error
    if ending and ending.replace("jpeg", "jpg") != picture.ending:
        _, piece = art.piece(slot.main)
        place = piece.places.get("art", piece.place)
        name, wanted = Path(slot.name).with_suffix(picture.ending), ending[1:].upper()
        raise CannotUse(
            f"the card asks for {slot.name}, and {file} is no {wanted}",
            f"write art: {name} in {place.file}, line {place.line}, once {name} lies in art/; or export a {wanted}",
        )
    return picture


def _file_name(slot: Slot, picture: ImportedPicture) -> str:
    """Return where the picture lies below art/; raises CannotWrite for a slot whose name is no path inside it."""
    parts = slot.name.split("/")
    if any(part in ("", "..") or part.startswith(".") for part in parts) or set('\\:*?"<>|\0') & set(
        slot.name
    ):
        raise CannotWrite(f'no file can have the name of the slot "{slot.name}"', "change it in the template")
    if parts[0] == REPLACED:
        message = f"art/{REPLACED}/ is for pictures laid aside"
        raise CannotWrite(message, "change the slot's name in the template")
    return slot.name if slot.names_file else slot.name + picture.ending


def _files_of(art: GameArt, slot: Slot) -> Iterator[Path]:
    """Yield the user's own files that fill the slot now, or would if the others were not there."""
    for ending in () if slot.names_file else ENDINGS:
        path = art.folder / f"{slot.name}{ending}"
        if path.is_file() or path.is_symlink():
            yield path


def install(art: Path, name: str, data: bytes, *, replaces: Iterable[Path], root: Path) -> list[Path]:
    """Make `data` the file `name` of the folder `art`; return where what it `replaces` is kept.

    At no moment is the slot empty: an older file of the same name is copied before it is overwritten, one with
    another ending is moved away afterwards. `root` is the folder of the game. Raises CannotWrite when a link or the
    name leads out of it.
    """
    target = art / name
    for folder in (target.parent, art / REPLACED):
        if not is_within(folder, root):
            message = f"{folder} leads out of {root} to {real_path(folder)}"
            raise CannotWrite(message, "remove that link and try again")
    kept = []
    others = [path for path in replaces if not _is_same(path, target)]
    if target.is_symlink():  # a link is kept as what it is; where it leads to is not touched
        kept.append(_moved(target, art))
    elif target.is_file() and target.read_bytes() != data:
        kept.append(_free(art / REPLACED, target.name))
        write(kept[-1], target.read_bytes(), root=root)
    write(target, data, root=root)
    return kept + [_moved(path, art) for path in others]


def _is_same(path: Path, target: Path) -> bool:
    """Say whether two names are one file, as apple.PNG and apple.png are on some disks."""
    try:
        return path == target or (not path.is_symlink() and path.samefile(target))
    except OSError:
        return False


def _moved(path: Path, art: Path) -> Path:
    kept = _free(art / REPLACED, path.name)
    try:
        return move(path, kept)
    except OSError as error:
        message = f"{path} cannot be laid aside: {error.strerror or error}"
        raise CannotWrite(message, "move it away by hand") from error


def _free(folder: Path, name: str) -> Path:
    """Return a path in `folder` that is not taken: apple.png, apple-2.png, apple-3.png."""
    path, number = folder / name, 1
    while path.exists() or path.is_symlink():
        number += 1
        path = folder / f"{Path(name).stem}-{number}{Path(name).suffix}"
    return path


_HEAD = "# Who made the pictures in this folder, by art slot. The rules summary lists them (pnp rules).\n"


_PLAIN = re.compile(r"(?!(y|n|yes|no|on|off|true|false|null)$)[a-z]\w*", re.ASCII | re.IGNORECASE)
"""Keys that need no quotes: words that YAML takes for nothing else than their letters."""


@dataclass(frozen=True, slots=True)
class CreditChange:
    """The credits as they are to be kept: the file, its content (None when nothing changes), and what to say."""

    path: Path
    content: bytes | None
    line: str


def changed_credits(art: GameArt, slot: Slot, words: Mapping[str, str]) -> CreditChange:
    """Return the credits with that of a slot said anew, read back before they are trusted. Raises CannotWrite."""
    path = art.folder / NAME
    shown = art.shown(path)
    if not words:
        known = art.game.art_credits.get(slot.name)
        line = 'nobody is credited for it; --credit "..." and --licence "..." say who'
        if known is not None:
            line = f"credit: still {_line(known)} ({shown}); say --credit if this one is by somebody else"
        return CreditChange(path, None, line)
    text = read_text(path) if path.is_file() else ""
    by_hand = CannotWrite(
        f"{shown} cannot be written so that it can be read again",
        f"write into it by hand: {slot.name}: {{credit: ..., licence: ...}}",
    )
    try:
        content = credited(text, slot.name, words).encode()
    except (YAMLError, ValueError) as error:  # what reads a file and what keeps its comments are two parsers
        raise by_hand from error
    node, found = parse(content, shown)
    findings = Findings()
    credit = read_credits(node, findings).get(slot.name) if node else None
    if credit is None or found or len(findings):
        raise by_hand
    return CreditChange(path, content, f"credit: {_line(credit)} ({shown})")


def credited(text: str, slot: str, words: Mapping[str, str]) -> str:
    """Return the file with the credit of `slot` said anew; `text` is what it holds now, "" when there is none.

    `words` are credit, licence and source, as far as they are known. Somebody else's credit takes the licence and
    the source of the old one away. Comments, order and quotes of all other entries stay.
    """
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 10_000
    whole, head = yaml.load(text) if text.strip() else None, ""
    if not isinstance(whole, CommentedMap):
        whole, head = CommentedMap(), text or _HEAD
    key = next((key for key in whole if str(key) == slot), None)
    entry = whole[key] if key is not None else CommentedMap()
    if not isinstance(entry, CommentedMap):
        entry = CommentedMap({} if entry is None else {"credit": DoubleQuotedScalarString(str(entry))})
    if "credit" in words and str(entry.get("credit", "")) != words["credit"]:
        for name in ("licence", "source"):
            entry.pop(name, None)
    for name, said in words.items():
        if str(entry.get(name, "")) != said:
            entry[name] = DoubleQuotedScalarString(said)
    if key is None:
        key = slot if _PLAIN.fullmatch(slot) else DoubleQuotedScalarString(slot)
    whole[key] = entry
    out = io.StringIO()
    yaml.dump(whole, out)
    return head + out.getvalue()


def plain_words(words: Mapping[str, str]) -> dict[str, str]:
    """Return what was typed in one line each, without letters that nobody sees; raises CannotUse for a novel."""
    plain = {name: one_line(text) for name, text in words.items()}
    for name, text in plain.items():
        if len(text) > MOST:
            message = f"the {name} has {len(text)} letters"
            raise CannotUse(message, f"{MOST} are enough; give a page as --source")
    return {name: text for name, text in plain.items() if text}


def _line(credit: ArtCredit) -> str:
    return ", ".join(filter(None, (credit.credit, credit.licence, credit.source)))
