"""`pnp build --changed-since`: print the pieces that look different again, on separate sheets."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

from pnp.build.options import BuildOptions, output_folder, refuse_unknown
from pnp.build.output_files import remove_unlisted, remove_unused_fonts, write_alone
from pnp.build.pipeline import draw_game, in_copies, savings
from pnp.build.result import BuildResult, Progress, not_built, silent, stepping
from pnp.build.verification import REPRINT, SWAP_LIST, as_reprint
from pnp.escaping import blanked
from pnp.export.manifest import NAME, read
from pnp.files import remove, remove_if_empty, write
from pnp.history.changed_faces import Changes, Kind, PieceChange, PrintedPiece, Version
from pnp.history.versions import VersionContext, changes_since, games_in, is_kept, manifest_at, open_versions
from pnp.load.game import load_games
from pnp.load.project import Project, game_ids
from pnp.model.diagnostics import CannotUse, Diagnostic, UnknownName, has_errors
from pnp.model.face import Face
from pnp.model.game import Game
from pnp.render.face_content import face_content, in_a_line
from pnp.text import counted, listed

STEPS = 4  # How many steps of a progress bar each game takes: compare, draw, convert, write.


def reprint_games(
    project: Project,
    since: str,
    games: Sequence[str] = (),
    options: BuildOptions | None = None,
    *,
    cache: bool = True,
    progress: Progress = silent,
) -> tuple[BuildResult, ...]:
    """Return what came of printing again what changed in these games, or in all that the version `since` is about.

    Raises UnknownName for a name that means nothing, CannotRender and CannotWrite.
    """
    options = options or BuildOptions()
    if options.only is not None and ":" in options.only:
        raise CannotUse("changed pieces cannot be selected by number", 'name the pieces, such as "food/b*"')
    if options.machine and options.machine.areas:
        raise CannotUse("what changed is printed on sheets, not in pictures", "name the pieces with --pieces")
    about = () if games else (games_in(project, since) or ())
    loaded = load_games(project, games or [name for name in about if name in game_ids(project)])
    if loaded.complete:  # a game that cannot be read may be the one that has the component
        refuse_unknown(replace(options, only=None), loaded.games)
    results = []
    step = stepping(progress, STEPS * len(loaded.by_name))
    with open_versions(project, options, cache=cache, step=step) as context:
        for name, each in loaded.by_name.items():
            started = perf_counter()
            result = BuildResult(name)
            if each.game is not None:
                result = _reprint_game(context, each.game, since)
            found = (*each.diagnostics, *result.diagnostics)
            results.append(replace(result, diagnostics=found, seconds=perf_counter() - started))
    # No piece, of today or an old one, was meant.
    if not any(result.files or result.note for result in results):
        refuse_unknown(options, loaded.games)
    return tuple(results)


@dataclass(frozen=True, slots=True)
class WhatChanged:
    """What to put into the box of a printed game and what to take out of it; `copies` is the game with nothing else to print.

    `old` is None where the game cannot be compared: it has errors. `about` says whether a piece was asked for at all.
    """

    old: Version | None
    found: tuple[Diagnostic, ...]
    put_in: tuple["SwapItem", ...] = ()
    take_out: tuple["SwapItem", ...] = ()
    copies: Game | None = None
    about: bool = False

    def note(self, title: str, since: str) -> str:
        """Say how much it is: "Soup: since v1, 4 pieces to put in, 3 pieces to take out"."""
        return (
            f"{title}: since {since}, {_pieces(self.put_in)} to put in, {_pieces(self.take_out)} to take out"
        )


def whole_options(options: BuildOptions) -> BuildOptions:
    """Return the options without what chooses among the pieces: what was asked for is in the swap list."""
    return replace(options, components=(), only=None, copies=None, skip_first=0)


def what_changed(context: VersionContext, game: Game, since: str) -> WhatChanged:
    """Return what is different since a version, of what the options ask for. Raises UnknownName."""
    build, options = context.build, context.build.options
    path = manifest_at(Path(since), game.id)
    if path is not None and (path.parent / SWAP_LIST).is_file():  # what it does not list was not new then
        raise UnknownName(
            f"{path} is the manifest of a reprint, which has only some of the pieces",
            "name what the reprint was compared with, or the manifest of a whole build",
        )
    # What is kept is always in the normal look, whatever is printed.
    theme = "" if is_kept(build.project, since, game.id) else options.theme
    compared = replace(build, options=replace(whole_options(options), theme=theme))
    changes, found = changes_since(replace(context, build=compared), game, since)
    if changes is None:
        return WhatChanged(None, found)

    def asked(piece: PrintedPiece) -> bool:
        return options.asks_for(piece.component, piece.id)

    about = any(asked(piece) for version in (changes.old, changes.new) for piece in version.pieces.values())
    put_in, take_out = swap_list(changes.changes, asked)
    wanted = {item.piece.address: item.piece.copies for item in put_in}
    parts = (in_copies(component, wanted) for component in game.components)
    # With nothing but the copies to print; the sheets say that they are a reprint.
    copies = replace(game, components=tuple(as_reprint(part) for part in parts if part.pieces))
    return WhatChanged(changes.old, found, tuple(put_in), tuple(take_out), copies, about)


def _reprint_game(context: VersionContext, game: Game, since: str) -> BuildResult:
    build = context.build
    step, options = build.step, build.options
    step(f"compare {game.id}")
    folder = output_folder(build.project, options.out, game.id, REPRINT)
    what = what_changed(context, game, since)
    found = what.found
    if what.old is None:
        return not_built(game.id, game.title, found)
    if not what.about:
        return BuildResult(game.id, diagnostics=found)
    if not what.put_in and not what.take_out:
        part = " of what you asked for" if options.partial else ""
        removed = folder if _remove_reprint(folder) else None
        note = f"{game.title}: nothing{part} to reprint since {since}"
        return BuildResult(game.id, diagnostics=found, note=note, removed=removed)
    step(f"draw {game.id}")
    build = replace(build, options=whole_options(options), step=silent)
    drawn = draw_game(build, game, copies=what.copies)
    step(f"convert {game.id}")
    found = (*found, *drawn.diagnostics)
    if has_errors(found):
        return not_built(game.id, game.title, found)
    found = (*found, *(missing.told for missing in drawn.left_out))
    step(f"write {game.id}")
    files, count = write_alone(build, folder, drawn)
    pdfs = {part.id: f"{part.id}.pdf" for part in drawn.game.components}
    label, was, now = blanked(what.old.label), blanked(what.old.version), blanked(game.version)
    span = f"from {label} to now (version {now})"
    if was not in ("", now):
        span = f"from {label} (version {was}) to version {now}"
    lines = [f"{blanked(game.title)}: {span}", ""]
    lines += _part("Take out of the old box", what.take_out, game, {}, what.old.faces)
    lines += _part("Put in, from the sheets in this folder", what.put_in, game, pdfs, {})
    text = "\n".join(lines).rstrip() + "\n"
    write(folder / SWAP_LIST, text.encode("utf-8", "replace"), root=folder)
    saved = tuple(savings(drawn))
    note = what.note(game.title, since)
    return BuildResult(game.id, files, found, note, saved, swap_list=folder / SWAP_LIST, count=count)


def _remove_reprint(folder: Path) -> bool:
    old = read(folder / NAME)
    if not old:
        return False
    remove_unlisted(folder, old, {})
    remove_unused_fonts(folder, ())
    for name in (SWAP_LIST, NAME):  # the manifest last: it knows what is still to be removed
        remove(folder / name, root=folder)
    below = sorted((path for path in folder.rglob("*") if path.is_dir()), reverse=True)
    for path in (*below, folder):
        remove_if_empty(path)
    return True


# throw-away.txt: what to take out of the box of a printed game, and which new pieces to put in.

WORDS = 6  # As many words of an old card are quoted: enough to find it.
_CHANGED: Mapping[Kind, str] = {"text": "words", "art": "picture", "layout": "layout", "face": "look"}


@dataclass(frozen=True, slots=True)
class SwapItem:
    """A piece, in as many copies as are taken out or put in, and why."""

    piece: PrintedPiece
    why: str

    @property
    def name(self) -> str:
        """The name of the piece, and its id where that is another word."""
        name = blanked(self.piece.name)
        return name if self.piece.name == self.piece.id else f"{name} ({self.piece.id})"


def swap_list(
    changes: Changes, wanted: Callable[[PrintedPiece], bool]
) -> tuple[list[SwapItem], list[SwapItem]]:
    """Return what `changes` ask to put in and to take out, of the pieces `wanted`.

    All copies of a piece that looks different are replaced; where only their number differs, so are the odd ones.
    """
    put_in = [SwapItem(change.new, _why(change)) for change in changes.changed]
    take_out = [SwapItem(change.old, _why(change)) for change in changes.changed]
    replaced = {change.new.address for change in changes.changed}
    for copy in changes.copies:
        if copy.new.address not in replaced:
            more = copy.new.copies - copy.old.copies
            why = f"{copy.new.copies} in the box instead of {copy.old.copies}"
            items, piece = (put_in, copy.new) if more > 0 else (take_out, copy.old)
            items.append(SwapItem(replace(piece, copies=abs(more)), why))
    put_in += [SwapItem(piece, "new") for piece in changes.added]
    take_out += [SwapItem(piece, "no longer in the game") for piece in changes.removed]
    return [swap for swap in put_in if wanted(swap.piece)], [swap for swap in take_out if wanted(swap.piece)]


def _why(change: PieceChange) -> str:
    backs_only = {side.side for side in change.sides} == {"back"}
    words = listed([_CHANGED[kind] for kind in change.kinds])
    return f"{words}{' of the back' if backs_only else ''} changed"


def _part(
    heading: str, items: Sequence[SwapItem], game: Game, files: Mapping[str, str], faces: Mapping[str, Face]
) -> Iterator[str]:
    line = f"{heading}: {_pieces(items)}"
    yield line
    yield "=" * len(line)
    titles = {component.id: component.title for component in game.components}
    order = {(component.id, piece.id): number for number, (component, piece) in enumerate(game.pieces)}
    for component in dict.fromkeys((*titles, *(item.piece.component for item in items))):
        wanted = [item for item in items if item.piece.component == component]
        if not wanted:
            continue
        wanted.sort(key=lambda item: order.get(item.piece.address, len(order)))
        where = f": {files[component]}" if component in files else ""
        yield f"{blanked(titles.get(component, component))}{where}"
        width = max(len(item.name) for item in wanted)
        for item in wanted:
            line = f"{item.name:<{width}}  {item.why}{_reads(item.piece, faces)}"
            yield f"  {item.piece.copies:>3} x {line}"
    yield ""


def _pieces(items: Sequence[SwapItem]) -> str:
    number = sum(item.piece.copies for item in items)
    return "nothing" if not number else counted(number, "piece")


def _reads(piece: PrintedPiece, faces: Mapping[str, Face]) -> str:
    face = faces.get(piece.front or "")
    content = face_content(face.svg) if face is not None else None
    if content is None or not content.words:
        return ""
    words = blanked(in_a_line(content.words[:WORDS]))
    return f'; it reads "{words}{" ..." if len(content.words) > WORDS else ""}"'
