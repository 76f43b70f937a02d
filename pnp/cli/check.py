"""The commands that check and compare: check, stats, approve, release, diff."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, echo, echo_document, progress_bar, show, show_results, write_document
from pnp.escaping import json_text
from pnp.files import leads_outside, real_path
from pnp.model.diagnostics import CannotWrite
from pnp.workers import usable_cores

if TYPE_CHECKING:
    from pnp.history.diff_report import Form


@click.command("check")
@options.games
@options.form
@options.every_line
@click.option("--legible", is_flag=True, help="Also check the size and contrast of every text (slower).")
@click.option("--no-faces", is_flag=True, help="Check only data, claims and rules, without drawing (fast).")
@click.option("--theme", metavar="NAME", help="Check only this theme, such as low-ink (default: all).")
@options.cache
@options.language
@click.option(
    "--explain", metavar="ID", help="Show one claim or ruling with its test and the data it looked at."
)
def check(
    games: tuple[str, ...], form: str, language: str, *, no_faces: bool, explain: str | None, **chosen: object
) -> int:
    """Find mistakes in your games.

    Reads the data, tests the claims of claims.yaml and the sentences of rules.yaml, draws every
    face, measures every text, and lays everything out on A4 and Letter. Writes nothing.

    Example: pnp check yogire --format json
    """
    project = pnp.open_project(games, language)
    if explain is None:
        wanted = pnp.CheckOptions(faces=not no_faces, workers=usable_cores(), **chosen)  # type: ignore[arg-type]  # click has checked the types
        return show_results(pnp.check_games(project, games, wanted), project.root, form=form)
    explanation = pnp.explain_claim(project, explain, games)
    show(explanation.diagnostics, project.root, lines=explanation.lines)
    return 1 if explanation.broken or pnp.has_errors(explanation.diagnostics) else 0


@click.command("stats")
@click.argument("game_id", metavar="GAME")
@click.option("--hand", type=click.IntRange(1), help="Size of an opening hand (default: the game's own).")
@options.with_default("--charts/--no-charts", default=True, help="Write charts as SVG and PNG.")
@options.out
@options.text_or_json
@options.every_line
def stats(game_id: str, *, hand: int | None, charts: bool, out: Path | None, form: str) -> int:
    """Count how often each value, colour, cost and symbol occurs.

    With an opening hand, the last column is the chance of at least one in it.

    Example: pnp stats yoggity --hand 5
    """
    project = pnp.open_project((game_id,))
    loaded = pnp.load_game(project, pnp.chosen_games(project, (game_id,))[0])
    show(loaded.diagnostics, project.root)
    if loaded.game is None:
        return 1
    tables = [table for component in loaded.game.components for table in pnp.distributions(component)]
    dealt = hand or pnp.opening_hand(loaded.game)
    if form == "json":
        echo_document(json_text([asdict(table) for table in tables], indent=2) + "\n")
    else:
        for table in tables:
            for line in (*_lines(table, dealt), ""):
                echo(line)
    if charts:
        folder = pnp.game_output(project, out, loaded.game.id)
        echo(f"{len(pnp.write_charts(folder, tables))} charts in {folder / 'stats'}", err=True)
    return 1 if pnp.has_errors(loaded.diagnostics) else 0


def _lines(table: "pnp.Distribution", hand: int | None) -> list[str]:
    width = max(len(label) for label, _ in table.rows)
    head = f"{table.component}, {table.field}: {table.totals()}"
    if table.summary:
        s = table.summary
        head += f"; {s.least:g} to {s.most:g}, mean {s.mean:.2f}, median {s.median:g}, total {s.total:g}"
    lines = [head]
    for (label, count), pieces in zip(table.rows, table.pieces, strict=True):
        line = f"  {label:<{width}}  {count:>4}  {count / sum(c for _, c in table.rows):>6.1%}"
        if hand:
            line += f"  {pnp.chance_in_hand(pieces, table.size, hand):>6.1%} in a hand of {hand}"
        lines.append(line)
    return lines


@click.command("approve")
@click.argument("game", metavar="GAME")
@click.argument("names", nargs=-1, metavar="[ID]...")
@click.option(
    "--pictures", is_flag=True, help="Also save the faces, so that pnp diff approved can show changes."
)
@click.option("--anew", is_flag=True, help="Discard earlier approvals, or a damaged file, and start again.")
@options.cache
@options.language
@options.every_line
def approve(
    game: str, names: tuple[str, ...], language: str, *, pictures: bool, anew: bool, cache: bool
) -> int:
    """Approve a game that you have read and found correct.

    Saves every sentence and every face in approved.yaml, beside the cards. From then on pnp check reports every
    difference. --pictures also saves the faces in snapshots/, and later approvals update them; pnp diff
    approved shows what looks different.

    An ID is a claim or a ruling, a section of the rules, a component, a piece, credits or sources (default:
    everything).

    Example: pnp approve yes_broccoli turn B014
    """
    project = pnp.open_project((game,), language)
    name = pnp.chosen_games(project, (game,))[0]
    result = pnp.approve_game(project, name, names, anew=anew, pictures=pictures, cache=cache)
    show(result.diagnostics, project.root, lines=result.lines)
    return 0 if result.lines else 1


@click.command("release")
@click.argument("tag")
@options.games
@click.option("--force", is_flag=True, help="Replace an existing release of that name.")
@options.folder("Write here instead of releases/.")
@options.every_line
def release(tag: str, games: tuple[str, ...], *, force: bool, out: Path | None) -> int:
    """Save the current state of the games, to compare with later.

    Writes the manifest and every face to releases/TAG/<game>/. Keep that folder with your game, for example in
    git. pnp build --changed-since TAG then prints only what changed.

    Example: pnp release v1 yogire
    """
    project = pnp.open_project(games)
    with progress_bar() as progress:
        release = pnp.release_games(project, tag, games, out=out, force=force, progress=progress)
    findings = pnp.in_reading_order(release.diagnostics)
    if pnp.has_errors(findings):
        show(findings, project.root, last=[f"nothing was released: {pnp.tally(findings)}"])
        return 1
    show(findings, project.root)
    for folder, version in release.written:
        count = sum(piece.copies for piece in version.pieces.values())
        echo(f"{display_path(folder)}: version {version.version}, {count} pieces, {len(version.faces)} faces")
    name = tag if out is None else display_path(release.folder)
    echo(f"pnp diff {name} shows what changed since; pnp build --changed-since {name} prints it")
    return 0


@click.command("diff")
@click.argument("words", nargs=-1, metavar="[NAME] [GAME]...")
@options.output(["text", "json", "html"])
@click.option(
    "--out",
    metavar="FILE",
    help='Write here instead of to the terminal (html: instead of output/changes.html); "-" is standard output.',
)
@click.option("--theme", default="", metavar="NAME", help="Compare this theme.")
@click.option("--exit-code", is_flag=True, help="Exit with status 1 if anything changed.")
@options.every_line
def diff(words: tuple[str, ...], form: "Form", out: str | None, theme: str, *, exit_code: bool) -> int:
    """Show what changed since a commit, release or build.

    Compares the printed pieces: words, art, layout, number of copies. NAME is a release (pnp release), a git
    revision (a branch, a tag, HEAD~1) or the manifest.json of an earlier build (default: the last commit, or
    without git the latest release).

    Example: pnp diff v1 yogire --format html
    """
    project = pnp.open_project(words[1:] or words)
    name, games = pnp.version_and_games(project, words)
    with progress_bar() as progress:
        differences = pnp.diff_games(project, name, games, theme=theme, form=form, progress=progress)
    show(pnp.in_reading_order(differences.diagnostics), project.root)
    if differences.games:
        write_document(_target(project, form, out), differences.document)
    changed = exit_code and any(game.changes for game in differences.games)
    return 1 if changed or pnp.has_errors(differences.diagnostics) else 0


def _target(project: "pnp.Project", form: "Form", out: str | None) -> Path | None:
    if out == "-" or (out is None and form != "html"):
        return None
    if out is not None:
        return real_path(Path(out))
    if outside := leads_outside(project.output, project.root):
        raise CannotWrite(outside, "remove that link, or choose a file with --out")
    return project.output / "changes.html"
