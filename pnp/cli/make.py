"""The commands that make a game: new, import, template, studio, watch, list, strings."""

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, echo, echo_document, output_file, progress_bar, show, write_document
from pnp.escaping import json_text
from pnp.files import is_within
from pnp.load.project import Project, shipped_project
from pnp.load.rows import NOTATIONS
from pnp.model.card_looks import DESIGNS, USUAL_DESIGN
from pnp.model.diagnostics import CannotWrite, ProjectNotFound
from pnp.text import counted, is_encoding, listed


@click.command(
    "new", epilog="Begin with: " + "; ".join(f"{name}, {what}" for name, what in pnp.STARTS.items()) + "."
)
@click.argument("name")
@click.option(
    "--from",
    "start",
    default="cards",
    metavar="PROJECT",
    help="The project to start from: " + ", ".join(pnp.STARTS) + ".",
)
def new(name: str, start: str) -> int:
    """Start a new game that you can build right away.

    NAME is the folder to make, and the title of the game. Comments in the files tell you what to change.

    Example: pnp new "Tea Time" --from cards
    """
    made = pnp.new_project(name, start, parent=Path.cwd())
    folder = made.folder.relative_to(Path.cwd()) if made.folder.is_relative_to(Path.cwd()) else made.folder
    echo(f"{folder}: {counted(len(made.files), 'file')}; the game is card_data/{made.game}/")
    quoted = f'"{folder}"' if " " in str(folder) else folder
    echo(f"next: cd {quoted}, then pnp studio to continue in the browser,")
    echo(f"or pnp build, and open output/{made.game}/a4/print.pdf")
    return 0


def _fields(_: click.Context, __: click.Parameter, text: str) -> dict[str, str]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all("=" in part for part in parts):
        raise click.BadParameter("write Heading=field, or Heading=none, with commas between")
    return {heading.strip(): field.strip() for heading, _, field in (part.rpartition("=") for part in parts)}


def _names(_: click.Context, __: click.Parameter, text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _markup(context: click.Context, option: click.Parameter, text: str | None) -> tuple[str, ...] | None:
    """Return the notations that are named; () for "none", None where nothing is said."""
    if text is None:
        return None
    names = tuple(name for name in _names(context, option, text) if name != "none")
    if unknown := [name for name in names if name not in NOTATIONS]:
        raise click.BadParameter(f"{unknown[0]} is not one of {', '.join(NOTATIONS)}, none")
    return names


def _encoding(_: click.Context, __: click.Parameter, text: str) -> str:
    if text and not is_encoding(text):
        raise click.BadParameter(f"there is no encoding {text}: write windows-1252, utf-16, mac-roman ...")
    return text


@click.command("import")
@click.argument("table", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--game", default="", metavar="NAME", help="The game to add the cards to; may be new.")
@click.option(
    "--component", default="", metavar="NAME", help="The name of the deck (default: the file's name)."
)
@click.option("--sheet", default="", metavar="NAME", help="The sheet of a workbook, or the list in JSON.")
@click.option("--title", default="", metavar="HEADING", help="The column with the headlines.")
@click.option("--id", default="", metavar="HEADING", help="The column to make ids from.")
@click.option("--count", default="", metavar="HEADING", help="The column with the number of copies, or none.")
@click.option(
    "--columns",
    default="",
    callback=_fields,
    metavar="HEADING=FIELD,...",
    help="Fields for columns; none leaves a column out.",
)
@click.option(
    "--fields", default="", callback=_names, metavar="HEADING,...", help="Print only these columns."
)
@options.with_default(
    "--design", default=USUAL_DESIGN, type=click.Choice(DESIGNS), help="The design of the cards."
)
@click.option(
    "--markup",
    callback=_markup,
    metavar="NAME,...",
    help=f"The markup in the texts: {', '.join(NOTATIONS)}, or none.",
)
@click.option(
    "--encoding", default="", callback=_encoding, metavar="NAME", help="The encoding of a text file."
)
@click.option(
    "--art-folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="The folder with the pictures that a column names.",
)
@click.option("--replace", is_flag=True, help="Update the copy although it was edited; the edits are lost.")
@options.every_line
def import_(table: Path, **chosen: object) -> int:
    """Make cards from a spreadsheet.

    FILE is CSV, XLSX, ODS, JSON, or YAML with a list of cards. pnp copies it into the game (or a new one) and
    writes a component next to it that says how to read and print it. It guesses whatever the options leave open.
    Import a newer file again to update the copy; the component stays as it is.

    Example: pnp import deck.xlsx
    """
    made = pnp.import_table(table, here=Path.cwd(), options=pnp.ImportOptions(**chosen))  # type: ignore[arg-type] # as click made them
    if pnp.has_errors(made.diagnostics):
        show(made.diagnostics, Path.cwd(), last=[f"nothing was written: {pnp.tally(made.diagnostics)}"])
        return 1
    unready = [line for line in made.decided if line.startswith("not playable yet")]
    told = [f"  {line}" for line in made.decided if line not in unready]
    component = f"{made.component}.yaml"
    if component in {file.name for file in made.files}:
        told.append(f"  to correct a guess, edit {component}, or delete it and import with options")
    verb = "  to see them as they are" if unready else "now type"
    told += [f"{verb}: pnp build {made.game}, and open output/{made.game}/a4/print.pdf", *unready]
    show(made.diagnostics, Path.cwd(), lines=(*map(display_path, made.files), *told[:-1]), last=[told[-1]])
    return 0


@click.group("template")
def template() -> None:
    """Save a card as a drawing to edit and use as a template.

    Example: pnp template export yes_broccoli apple
    """


@template.command("export")
@click.argument("game")
@click.argument("piece")
@click.option("--back", is_flag=True, help="Save the back instead of the front.")
@click.option("--theme", default="", metavar="NAME", help="Save the card as it looks in this theme.")
@click.option(
    "--out",
    metavar="FILE",
    help='Write here, not to templates/<game>/<component>-<piece>.svg; "-" is standard output.',
)
@options.every_line
def export(game: str, piece: str, theme: str, out: str | None, *, back: bool) -> int:
    """Save a card as a plain SVG whose objects are named after the fields they show.

    PIECE is a piece, component/piece, or a component (for its fullest piece). Edit the file in Inkscape,
    Illustrator or Affinity, and name it as front: or back: of the component.

    Example: pnp template export yes_broccoli apple --out broccoli-card.svg
    """
    project = pnp.open_project((game,))
    name = pnp.one_game(project, game, "pnp template export")
    made = pnp.export_template(project, name, piece, back=back, theme=theme)
    show(made.diagnostics, project.root)
    if made.drawing is None:
        return 1
    path = output_file(out) if out else project.root / "templates" / game / made.name
    write_document(path, made.drawing, root=None if out else project.root)
    if not out:
        echo(f"next: write {'back' if back else 'front'}: {made.name} in the file of the component")
    return 0


@click.command("studio")
@options.games
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Port to listen on (default: the last one, or any)."
)
@options.with_default("--open/--no-open", "opening", default=True, help="Open the address in the browser.")
@options.language
def studio(games: tuple[str, ...], port: int | None, language: str, *, opening: bool) -> None:
    """View, edit and print your games in the browser.

    Runs until Ctrl-C, for this computer only: the address contains a secret token. Whatever you save in any program
    shows at once. Without a project, begin a game in the browser, import a spreadsheet, or look at the games that come with pnp.

    Example: pnp studio
    """
    import webbrowser  # noqa: PLC0415 - all is imported when the command runs

    from pnp.build.build_cache import open_cache  # noqa: PLC0415
    from pnp.studio.instance import Address, bound_socket, keep_address, last_address, new_token, who_answers  # noqa: PLC0415

    project = _project(games, language)
    names = pnp.chosen_games(project, games) if games else ()
    last = last_address(project.root)
    answers = who_answers(last, project.root) if last and port in {None, last.port} else "nobody"
    if last and answers == "studio":
        echo(f"the studio of {project.root.name} is already open at {last.url}")
        if opening:
            webbrowser.open(last.url)
        return
    listening = bound_socket(last.port if port is None and last else port or 0, wanted=bool(port))
    port = listening.getsockname()[1]
    # Whoever has the port of the last one now may have been told its token by an open page.
    token = last.token if last and last.port == port and answers == "nobody" else new_token()
    address = Address(port, token)
    keep_address(project.root, address)
    if opening:
        webbrowser.open(address.url)
    from pnp.studio.server import serve, studio_app  # noqa: PLC0415 - the browser starts meanwhile
    from pnp.studio.state import StudioState  # noqa: PLC0415

    with open_cache() as cache:
        state = StudioState(project, cache, names)
        # Only now: a Ctrl-C among imports can leave Python's lock of them taken, and no thread goes on.
        ready = partial(echo, f"the studio is open at {address.url} (press Ctrl-C to stop)")
        serve(studio_app(state, address.token, port), listening, ready=ready, end=state.events.end)


def _project(games: tuple[str, ...], language: str) -> Project:
    """Return the project around this folder; where there is none, one to begin games in. Raises ProjectNotFound."""
    try:
        return pnp.open_project(games, language)
    except ProjectNotFound:
        if games:
            raise
        echo("you have no game here yet: start one in the browser")
        return replace(shipped_project(Path.cwd()), language=language)


@click.command("watch")
@options.games
@options.papers
@options.backs
@options.components
@options.theme
@options.language
@options.printer
@options.margin
@options.out
@options.every_line
def watch(games: tuple[str, ...], *, language: str, **chosen: object) -> None:
    """Rebuild games whenever you save a file.

    Runs until Ctrl-C. A moment after the last save, it rebuilds the PDFs of the games you changed. pnp studio
    shows each card at once.

    Example: pnp watch yes_broccoli --paper a4
    """
    from pnp.watch import FileEvents, file_state, watch, watched_folders  # noqa: PLC0415 - help needs none

    project = pnp.open_project(games, language)
    names = pnp.chosen_games(project, games)
    wanted = pnp.BuildOptions(**chosen)  # type: ignore[arg-type]  # click has checked the types
    output = wanted.out or project.output
    if any(is_within(output, folder) for folder in watched_folders(project)):
        raise CannotWrite(f"{output} is inside the watched folders", "choose another folder with --out")
    with FileEvents(lambda: file_state(project).folders) as events:
        echo(f"watching {listed(names)}; press Ctrl-C to stop")
        for report in watch(project, wanted, events, progress_bar, names if games else ()):
            if report.trouble:
                echo(f"pnp: {report.trouble}", err=True)
                if report.trouble.hint:
                    echo(f"  hint: {report.trouble.hint}", err=True)
            show(report.findings, project.root, lines=[f"{time.strftime('%H:%M:%S')}  {report.line}"])


RECONSTRUCTED = "°"


@click.command("list")
@options.games
@options.text_or_json
@click.option("--pieces", is_flag=True, help="List every piece; ° marks reconstructed facts.")
@options.language
@options.every_line
def list_(games: tuple[str, ...], form: str, language: str, *, pieces: bool) -> int:
    """List the games, their components and the number of pieces.

    Example: pnp list yes_broccoli --pieces
    """
    from pnp.build.games import list_games  # noqa: PLC0415 - help needs none

    project = pnp.open_project(games, language)

    def said_of(game: "pnp.Game") -> Iterable[str]:
        return [json_text(_as_json(game))] if form == "json" else _lines(game, pieces=pieces)

    listings = list_games(project, games, said_of, f"{form} {pieces}")
    found = [finding for each in listings for finding in each.diagnostics]
    lines = [line for each in listings for line in each.summary]
    show(found, project.root)
    if form == "json":
        echo_document(json_text([json.loads(line) for line in lines], indent=2) + "\n")
    else:
        for line in lines:
            echo(line)
    return 1 if pnp.has_errors(found) else 0


def count(component: "pnp.Component") -> str:
    """Return how many there are, reference cards apart: "47", "53 + 1"."""
    extras = component.extras
    return f"{component.copies - extras} + {extras}" if extras else str(component.copies)


def _lines(game: "pnp.Game", *, pieces: bool) -> Iterator[str]:
    yield f"{game.title} ({game.id}, version {game.version})"
    width = max((len(component.id) for component in game.components), default=0)
    for component in game.components:
        size = f"{component.size.width:g} x {component.size.height:g} mm"
        yield f"  {component.id:<{width}}  {count(component):>6}  {component.title}, {size}"
        remarks = component.table_reading
        remarks += (f"0 copies: {listed(component.benched)}",) if component.benched else ()
        if remarks:
            yield f"  {'':<{width}}  {'':>6}  {'; '.join(remarks)}"
        if pieces:
            for piece in component.pieces:
                kinds = {source.kind for source in piece.sources.values()}
                mark = RECONSTRUCTED if "reconstructed" in kinds else ""
                name = f"  {piece.name}" if piece.name != piece.id else ""
                yield f"  {'':<{width}}  {piece.copies:>6}  {piece.id}{mark}{name}"


def _as_json(game: "pnp.Game") -> dict[str, object]:
    return {
        "id": game.id,
        "title": game.title,
        "version": game.version,
        "components": [
            {
                "id": component.id,
                "kind": component.kind.name,
                "title": component.title,
                "count": component.copies - component.extras,
                "extras": component.extras,
                "width_mm": component.size.width,
                "height_mm": component.size.height,
                "table_reading": list(component.table_reading),
                "benched": list(component.benched),
                "pieces": [
                    {name: getattr(piece, name) for name in ("id", "name", "copies", "extra")}
                    | {"sources": {of or "piece": asdict(source) for of, source in piece.sources.items()}}
                    for piece in component.pieces
                ],
            }
            for component in game.components
        ],
    }


@click.command("strings")
@click.argument("game", required=False)
@click.option(
    "--lang",
    "language",
    required=True,
    metavar="LANGUAGE",
    help="A language such as fr or pt-BR; may be new.",
)
@click.option("--write", "written", is_flag=True, help="Add missing texts to the translation files.")
@options.every_line
def strings(game: str | None, language: str, *, written: bool) -> int:
    """List the texts of a game for translation.

    Shows each text with its translation and marks missing, changed and unused ones. --write adds missing texts
    to the files in i18n/LANGUAGE/, for you to fill in.

    You may omit GAME if there is only one.

    Example: pnp strings yes_broccoli --lang de --write
    """
    project = pnp.open_project((game,) if game else (), language)
    texts = pnp.game_texts(project, pnp.one_game(project, game, "pnp strings"))
    show(texts.diagnostics, project.root)
    if pnp.has_errors(texts.diagnostics):
        return 1
    if written:
        for path in pnp.write_texts(project, texts):
            echo(display_path(path))
        echo(_summary(texts))
    else:
        echo_document(f"# {_summary(texts)}\n\n{texts.as_yaml()}")
    return 0


def _summary(texts: "pnp.GameTexts") -> str:
    parts = [f"{counted(texts.counted('translated'), 'text')} of {texts.game} translated to {texts.language}"]
    counts = {
        "missing": texts.counted("missing"),
        "changed since": texts.counted("changed"),
        "unused": texts.counted("unused"),
    }
    parts += [f"{number} {words}" for words, number in counts.items() if number]
    return ", ".join(parts)
