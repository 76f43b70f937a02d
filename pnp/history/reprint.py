"""`pnp build --changed-since`: what looks different is printed again, on sheets of its own, and read back by verify."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

from pnp.build.build_cache import BuildCache
from pnp.build.cleanup import Place, remove, remove_cut_files, remove_left_over, remove_unused_fonts
from pnp.build.expected_files import expected
from pnp.build.games import ImposedGame, impose_game
from pnp.build.options import BuildOptions, refuse_unknown
from pnp.build.packing import savings
from pnp.build.pdf_files import Written, write
from pnp.build.result import BuildResult
from pnp.build.stages import ImposedComponent, game_output, render_context
from pnp.export.manifest import NAME, fingerprint_of, read
from pnp.files import display_path, sweep
from pnp.files import write as write_file
from pnp.history import swap_list
from pnp.history.compare import Address, GameChanges, PrintedPiece
from pnp.history.swap_list import SwapList
from pnp.history.versions import (
    VersionContext,
    changes_since,
    games_in,
    is_release,
    manifest_at,
    open_versions,
)
from pnp.load.game import load_game
from pnp.load.project import Project, chosen_games, game_ids
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.errors import CannotWrite, UnknownName
from pnp.model.face import Deck, FacePages
from pnp.model.game import Component, Game
from pnp.model.progress import Progress, Step, stepping, unseen
from pnp.model.sheet import PAPERS
from pnp.verify.component import verify_component

REPRINT = "reprint"
"""The folder of a reprint, in the output of its game."""

AGAIN = "--changed-since NAME"

STEPS = 4
"""How many steps of a progress bar each game takes: compare, draw, convert, write."""


def build_reprint(
    project: Project,
    games: Sequence[str],
    since: str,
    options: BuildOptions,
    *,
    reused: BuildCache,
    progress: Progress = unseen,
) -> list[BuildResult]:
    """Return what came of printing again what changed in these games, or in all that the version `since` is about.

    Raises UnknownName for a name that means nothing, CannotRender and CannotWrite.
    """
    about = () if games else (games_in(project, since) or ())
    names = chosen_games(project, games or [name for name in about if name in game_ids(project)])
    loaded = {name: load_game(project, name) for name in names}
    known = [each.game for each in loaded.values() if each.game is not None]
    if len(known) == len(loaded):  # a game that cannot be read may be the one that has the component
        refuse_unknown(replace(options, only=None), known)
    results = []
    step = stepping(progress, STEPS * len(names))
    with open_versions(project, theme=options.theme, reused=reused) as context:
        for name, each in loaded.items():
            started = perf_counter()
            done = BuildResult((), ())
            if each.game is not None:
                done = _reprint_game(context, each.game, since, options, step)
            findings = (*each.diagnostics, *done.findings)
            results.append(replace(done, findings=findings, game=name, seconds=perf_counter() - started))
    if not any(each.lines for each in results):  # no piece, neither one of today nor an old one, was meant
        refuse_unknown(options, known)
    return results


def _reprint_game(
    context: VersionContext, game: Game, since: str, options: BuildOptions, step: Step
) -> BuildResult:
    step(f"compare {game.id}")
    _refuse_reprint(since, game.id)
    folder = reprint_folder(context.project, options.out, game.id)
    # A release is always in the normal look, whatever is printed.
    look = replace(context, theme="") if is_release(context.project, since, game.id) else context
    changes, found = changes_since(look, game, since)
    if changes is None:
        return BuildResult((f"{game.title}: not built, see the errors above",), found)

    def asked(piece: PrintedPiece) -> bool:
        return options.asks_for(piece.component, piece.id)

    if not any(asked(piece) for each in (changes.old, changes.new) for piece in each.pieces.values()):
        return BuildResult((), found)
    items = swap_list.swap_list(changes.changes, asked)
    if not items:
        gone = f"; {display_path(folder)} is removed" if remove_reprint(folder) else ""
        part = " of what you asked for" if options.partial else ""
        return BuildResult((f"{game.title}: nothing{part} to reprint since {since}{gone}",), found)
    step(f"draw {game.id}")
    room = render_context(context.project, game, context.fonts, theme=options.theme, reused=context.reused)
    whole = replace(options, components=(), only=None)  # what was asked for is in `items`
    short = _with_copies(game, items.copies)
    imposed = impose_game(room, short, whole, context.reused)
    step(f"convert {game.id}")
    found = (*found, *imposed.findings)
    if has_errors(found):
        return BuildResult((f"{game.title}: not built, see the errors above",), found)
    step(f"write {game.id}")
    written = _write(
        folder,
        changes,
        items,
        games=(game, short),
        imposed=imposed,
        options=whole,
        reused=context.reused,
    )
    put_in, take_out = swap_list.count(items.put_in), swap_list.count(items.take_out)
    path = display_path(folder / swap_list.NAME)
    said = f"{game.title}: since {since}, {put_in} to put in, {take_out} to take out; {path} names them"
    saved = tuple(savings(game, imposed.shared, whole))
    return BuildResult((*written.lines, said), found, saved, written.count)


def _refuse_reprint(since: str, game: str) -> None:
    """Raise UnknownName for the manifest of a reprint: what it does not list was not new then."""
    path = manifest_at(Path(since), game)
    if path is not None and (path.parent / swap_list.NAME).is_file():
        raise UnknownName(
            f"{path} is the manifest of a reprint, which has only some of the pieces",
            "name what the reprint was compared with, or the manifest of a whole build",
        )


def _with_copies(game: Game, copies: Mapping[Address, int]) -> Game:
    """Return the game with nothing but the copies to print; its sheets say that they are a reprint."""
    parts = (_in_copies(component, copies) for component in game.components)
    named = (replace(part, title=f"{part.title} (reprint)") for part in parts if part.pieces)
    return replace(game, components=tuple(named))


def _in_copies(component: Component, copies: Mapping[Address, int]) -> Component:
    """Return the component with as many copies of its pieces as are given, and none of the others."""
    pieces = tuple(
        replace(piece, copies=copies[component.id, piece.id])
        for piece in component.pieces
        if copies.get((component.id, piece.id))
    )
    return replace(component, pieces=pieces)


def _write(
    folder: Path,
    changes: GameChanges,
    items: SwapList,
    *,
    games: tuple[Game, Game],
    imposed: ImposedGame,
    options: BuildOptions,
    reused: BuildCache,
) -> Written:
    """Write sheets, manifest and list, and remove what an earlier reprint had else. Raises CannotWrite.

    `games` are the whole game and that of the copies to print.
    """
    whole, short = games
    old = read(folder / NAME)
    remove_cut_files(folder, _places(old))  # of other cards they are worse than none
    written = write(
        folder,
        short,
        imposed.prints,
        imposed.pages,
        shared=imposed.shared,
        order=options,
        step=lambda _: None,
        reused=reused,
        alone=True,
    )
    remove(folder, _places(old) - _places(read(folder / NAME)))
    packs = {part.id: each.name for each in imposed.shared for part in each.parts}
    files = {part.id: f"{packs.get(part.id, part.id)}.pdf" for part in short.components}
    text = swap_list.as_text(whole, changes.old, items, files)
    write_file(folder / swap_list.NAME, text.encode("utf-8", "replace"), root=folder)
    return written


# The folder of a reprint: where it is, and what of it is pnp's to remove.


def reprint_folder(project: Project, out: Path | None, game: str) -> Path:
    """Return where the reprint of a game lies; raises CannotWrite when a link leads it out of the game's output."""
    top = game_output(project, out, game)
    folder = top / REPRINT
    if not folder.resolve().is_relative_to(top.resolve()):
        raise CannotWrite(f"{folder} is a link that leads out to {folder.resolve()}", "remove that link")
    return folder


def find_reprint(project: Project, out: Path | None, game: str) -> Path | None:
    """Return the folder of the reprint of a game, None when there is no reprint."""
    folder = reprint_folder(project, out, game)
    return folder if any((folder / name).is_file() for name in (NAME, swap_list.NAME)) else None


def remove_reprint(folder: Path) -> bool:
    """Remove what a reprint wrote, and nothing else; say whether there was one. Raises CannotWrite."""
    old = read(folder / NAME)
    if not old:
        return False
    remove(folder, _places(old))
    remove_left_over(folder, old, {})
    remove_unused_fonts(folder, ())
    sweep(folder)
    try:
        for name in (swap_list.NAME, NAME):  # the manifest last: it knows what is still to be removed
            (folder / name).unlink(missing_ok=True)
    except OSError as error:
        hint = "close the file in other programs, then build again"
        raise CannotWrite(f"{folder} cannot be removed: {error.strerror or error}", hint) from error
    below = sorted((each for each in folder.rglob("*") if each.is_dir()), reverse=True)
    for path in (*below, folder):
        with suppress(OSError):  # something of somebody else's lies there
            path.rmdir()
    return True


def _places(manifest: Mapping[str, Any]) -> frozenset[Place]:
    """Return the files of sheets that a manifest lists, each as (component or pack, paper)."""
    return frozenset((sheet["component"], sheet["paper"]) for sheet in manifest.get("sheets", ()))


# A reprint read back: what its manifest says is on its sheets, as often, with the right backs.


def verify_reprint(
    folder: Path, prints: Sequence[ImposedComponent], pages: Sequence[FacePages], game: str
) -> tuple[Diagnostic, ...]:
    """Return what is wrong with the reprint in `folder`.

    `prints` and `pages` are the whole game, drawn and converted afresh.
    """
    again = f"run: pnp build {game} {AGAIN}; or remove {folder}, if you need it no more"
    return tuple(
        replace(
            finding,
            message=f"{folder.name}/{finding.message}",
            hint=again if "build" in (finding.hint or "build") else finding.hint,
        )
        for finding in _findings(folder, prints, pages, game)
    )


def _findings(
    folder: Path, prints: Sequence[ImposedComponent], pages: Sequence[FacePages], game: str
) -> Iterator[Diagnostic]:
    manifest = read(folder / NAME)
    if not manifest:
        yield Diagnostic("PNP561", f"{NAME} is not there, or is none of ours", game=game)
        return
    copies: dict[Address, int] = {}
    outdated = False
    now = {
        (each.component.id, piece.id): (piece.copies, fingerprint_of(each.rendered.deck, piece.id))
        for each in prints
        for piece in each.component.pieces
    }
    for entry in manifest["pieces"]:
        address, number = (entry["component"], entry["id"]), entry.get("copies")
        most, sha256 = now.get(address, (0, ""))
        if not isinstance(number, int) or not 0 < number <= most:
            fact = "is not in the data, or not in that number"
        else:
            copies[address] = number
            if entry.get("sha256") == sha256:
                continue
            outdated = True
            fact = "looks different now than when the reprint was made"
        name = "/".join(address)
        yield Diagnostic("PNP561", f"{NAME}: {name} {fact}", game=game, piece=name)
    if outdated:  # every page would say it again
        return
    again, shown = _only_copies(prints, pages, copies)
    used = {sheet["paper"] for sheet in manifest["sheets"]}
    papers = [paper for name, paper in PAPERS.items() if name in used]
    for file in expected(folder, again, shown, papers, manifest):
        yield from verify_component(
            file.pdf,
            file.component,
            file.deck,
            file.pages,
            paper=file.paper,
            game=game,
            manifest=file.manifest,
            option=f"{file.option} {AGAIN}".strip(),
        )


def _only_copies(
    prints: Sequence[ImposedComponent], pages: Sequence[FacePages], copies: Mapping[Address, int]
) -> tuple[list[ImposedComponent], list[FacePages]]:
    """Return these copies and their faces alone: any other card on a sheet is a stranger there."""
    again: list[ImposedComponent] = []
    shown: list[FacePages] = []
    for each, of_it in zip(prints, pages, strict=True):
        short = _in_copies(each.component, copies)
        if short.pieces:
            deck = _only_pieces(each.rendered.deck, {piece.id for piece in short.pieces})
            again.append(replace(each, component=short, rendered=replace(each.rendered, deck=deck)))
            shown.append(of_it)
    return again, shown


def _only_pieces(deck: Deck, pieces: set[str]) -> Deck:
    """Return the deck of these pieces alone."""
    fronts = {piece: face for piece, face in deck.fronts.items() if piece in pieces}
    backs = {piece: face for piece, face in deck.backs.items() if piece in pieces}
    shown = {*fronts.values(), *backs.values()}
    faces = {key: face for key, face in deck.faces.items() if key in shown}
    return Deck(deck.component, faces, fronts, backs)
