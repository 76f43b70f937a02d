"""`pnp verify`: compare the finished files of a game with those that its data give when drawn again."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from pikepdf import Dictionary, Pdf
from PIL import Image

from pnp.build.build_cache import open_cache
from pnp.build.expected_files import ExpectedFile, expected_files, verify_file
from pnp.build.options import (
    BOOKLET,
    FOLDED,
    REFERENCE,
    RULES,
    BuildOptions,
    edition_of,
    game_output,
    output_folder,
    refuse_unknown,
)
from pnp.build.pipeline import BuildContext, DrawnGame, ImposedComponent, draw_game, fonts_of, in_copies
from pnp.build.print_pdf import verify_print_files
from pnp.build.result import PRINT, Progress, silent, stepping
from pnp.build.rules_files import editions, read_rules, typeset
from pnp.convert.renderers import ENGINES
from pnp.export.contact_sheet import NAME as CONTACT_SHEET
from pnp.export.cut_files import can_write, cut_files, found_cut_files
from pnp.export.manifest import NAME, fingerprint_of, how_made, read
from pnp.export.pdf_objects import DUPLEX, UNREADABLE_PDF, metadata_of, moment_in
from pnp.export.sheet_pdf import page_count, write_pdf
from pnp.export.svg_files import svg_files
from pnp.files import is_within, opened, read_bytes, write
from pnp.load.cutting_machines import CuttingMachine, cutting_machine, machine_names
from pnp.load.game import load_games
from pnp.load.project import Project, chosen_games
from pnp.model.diagnostics import Diagnostic, NothingBuilt, has_errors, in_reading_order, tally
from pnp.model.face import FacePages
from pnp.model.game import Component, Game, Kind
from pnp.model.geometry import MM_PER_PT, Size
from pnp.model.papers import FULL_SIZE, Paper, found_papers
from pnp.model.rules_document import RulesDocument
from pnp.model.sheet import Backs, Sheet
from pnp.render.guide_page import ID as GUIDE
from pnp.render.guide_page import TITLE as GUIDE_TITLE
from pnp.render.guide_page import has_room
from pnp.rules.pdf import PAGES as RULES_PAGES
from pnp.rules.pdf import booklet
from pnp.text import counted, listed, one_line
from pnp.verify.comparison import PAGES, Fault, made_again, read_finished
from pnp.verify.page_looks import FOLDER as PICTURES
from pnp.verify.page_looks import remove_pictures
from pnp.workers.tasks import Workers, workers

OF_SHEETS = ("PNP53", "PNP54", "PNP55", "PNP56")
"""How the codes of what finished sheets show otherwise than the data begin."""

REPRINT = "reprint"  # The folder of a reprint, below the game's output.
SWAP_LIST = "throw-away.txt"  # The list that goes with a reprint.
LARGEST_DRAWING = 200_000_000  # Bytes of a drawing that is compared.
OF_RULES = "PNP564"


@dataclass(frozen=True, slots=True)
class VerifyOptions:
    """Where the files are, output/ unless told, and their theme, "" for what they say themselves; `workers` as in BuildOptions.

    With `explain`, each page that differs is drawn beside what it should be, in the folder verify of the game's output.
    """

    out: Path | None = None
    theme: str = ""
    workers: int = 1
    explain: bool = False


@dataclass(frozen=True, slots=True)
class VerifyResult:
    """What the files of a game show otherwise than its data, and the lines that sum it up."""

    game: str
    diagnostics: tuple[Diagnostic, ...]
    summary: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Output:
    """Where the output of a game is, the papers found in it, and the folder of a reprint, None when there is none.

    `machines` are those that sheets are there for. `pictures` is the folder that pages are drawn in that differ, None for nowhere.
    """

    folder: Path
    papers: tuple[Paper, ...]
    reprint: Path | None
    machines: tuple[CuttingMachine, ...] = ()
    pictures: Path | None = None

    def __str__(self) -> str:
        """Return what is verified: "a4 and the sheets for Silhouette and the reprint"."""
        named = [paper.name for paper in self.papers]
        named += [f"the sheets for {machine.title}" for machine in self.machines]
        return listed(named + ["the reprint"] * (self.reprint is not None))


def verify_games(
    project: Project,
    games: Sequence[str] = (),
    options: VerifyOptions | None = None,
    *,
    progress: Progress = silent,
) -> tuple[VerifyResult, ...]:
    """Return where the PDFs of games differ from the data. Raises UnknownName, and NothingBuilt without a PDF."""
    options = options or VerifyOptions()
    outputs = {name: _find_output(project, options, name) for name in chosen_games(project, games)}
    loaded = load_games(project, games)
    chosen = BuildOptions(papers=(), backs="none", theme=options.theme)
    refuse_unknown(chosen, loaded.games)
    step = stepping(progress, sum(len(game.components) for game in loaded.games))
    with workers(options.workers) as shared:
        context = BuildContext(project, fonts_of(project), chosen, step=step, workers=shared)
        verify = partial(_differences, outputs=outputs)
        differences_of = context.share_games(loaded.games, verify, steps=("verify",))
    results = []
    for name, read_game in loaded.by_name.items():
        findings = in_reading_order(differences_of.get(name, ()))
        summary: tuple[str, ...] = (f"{name}: cannot be read, {tally(read_game.diagnostics)}",)
        if read_game.game is not None:
            summary = _summary(read_game.game, outputs[name], findings)
        results.append(VerifyResult(name, (*read_game.diagnostics, *findings), summary))
    return tuple(results)


def _find_output(project: Project, options: VerifyOptions, game: str) -> _Output:
    out = options.out
    folder = game_output(project, out, game)
    papers = found_papers({path.parent.name for path in folder.glob("*/*.pdf")})
    folder_of_reprint = output_folder(project, out, game, REPRINT)
    is_reprinted = any((folder_of_reprint / name).is_file() for name in (NAME, SWAP_LIST))
    reprint = folder_of_reprint if is_reprinted else None
    machines = tuple(cutting_machine(name) for name in machine_names() if (folder / name / NAME).is_file())
    if not papers and not machines and reprint is None:
        where = "" if out is None else f" --out {out}"
        raise NothingBuilt(f"there is no PDF of {game} below {folder}", f"run: pnp build {game}{where}")
    pictures = output_folder(project, out, game, PICTURES) if options.explain else None
    return _Output(folder, papers, reprint, machines, pictures)


def _summary(game: Game, output: _Output, findings: Sequence[Diagnostic]) -> tuple[str, ...]:
    kinds: Counter[Kind] = Counter()
    for component in game.components:
        kinds[component.kind] += component.copies
    counts = ", ".join(counted(count, kind.one, kind.many) for kind, count in kinds.items())
    well = f"{counts}, every one in its place" if output.papers else "every piece in its place"
    without = "".join(_left_out(game, output.folder, paper) for paper in output.papers)
    line = f"{game.title}: {output}, {tally(findings) if findings else well}{without}"
    of_other_sheets = output.reprint is not None and all(
        finding.code.startswith(OF_SHEETS) and not finding.message.startswith(f"{output.reprint.name}/")
        for finding in findings
    )
    if findings and of_other_sheets:
        return (line, f"the reprint is correct; pnp build {game.id} renews the other sheets")
    return (line,)


def _left_out(game: Game, folder: Path, paper: Paper) -> str:
    there = {path.stem for path in (folder / paper.name).glob("*.pdf")}
    missing = [component.title for component in game.components if component.id not in there]
    return f"; {paper.name} is without {listed(missing)}" if missing else ""


def _differences(context: BuildContext, game: Game, outputs: Mapping[str, _Output]) -> tuple[Diagnostic, ...]:
    """Draw the game afresh and return what its files show otherwise; pictures of earlier differences go."""
    output = outputs[game.id]
    folder = output.folder / PICTURES
    if output.pictures is not None:
        remove_pictures(folder)
    findings = tuple(_found(context, game, output))
    if not findings and folder.is_dir() and is_within(folder, output.folder):
        remove_pictures(folder)
    return findings


def _found(context: BuildContext, game: Game, output: _Output) -> Iterator[Diagnostic]:
    manifest = read(output.folder / NAME) or {"pieces": [], "sheets": []}
    files = {f"{sheet['paper']}/{sheet['component']}.pdf": sheet["paper"] for sheet in manifest["sheets"]}
    pairs = {(str(how_made(manifest, file).get("theme", "")), paper) for file, paper in files.items()}
    looks = groupby(sorted(pairs), lambda pair: pair[0])
    themes, chosen = {theme: [paper for _, paper in of] for theme, of in looks}, context.options
    if not chosen.theme and len(themes) > 1:
        words = {theme: f"in {theme}" if theme else "as usual" for theme in themes}
        said = listed([f"{listed(papers)} {words[theme]}" for theme, papers in themes.items()])
        hint = f"run: pnp build {game.id}, for all of them; or keep a theme apart with --out"
        yield Diagnostic("PNP561", f"the sheets have different looks: {said}", hint=hint, game=game.id)
        return
    theme = chosen.theme or next((name for name in themes if name in game.themes), "")
    written = sorted({str(how_made(manifest, file).get("renderer")) for file in files})
    unusual = (name for name in written if name in ENGINES and name != chosen.renderer)
    options = replace(chosen, renderer=next(unusual, chosen.renderer), theme=theme)
    context = replace(context, options=options, checks_art=False)
    drawn = draw_game(context, game)
    if has_errors(drawn.diagnostics):
        yield from drawn.diagnostics
        return  # else, warnings about the drawings are for check to tell
    if output.reprint is not None:
        again = f"run: pnp build {game.id} {AGAIN}; or remove {output.reprint}, if you no longer need it"
        for finding in _reprint_differences(output.reprint, drawn, context.workers, output.pictures):
            hint = again if "build" in (finding.hint or "build") else str(finding.hint)
            yield replace(finding, message=f"{output.reprint.name}/{finding.message}", hint=hint)
    for machine in output.machines:
        on_machine = output.folder / machine.id
        yield from verify_for_machine(on_machine, drawn, machine, context.workers, output.pictures)
    if output.papers:
        yield from _verify_manifest(drawn, manifest)
        expected = expected_files(output.folder, drawn, output.papers, manifest)
        for name, on_papers in groupby(expected, lambda file: file.component.id):
            context.step(f"verify {game.id}/{name}")
            for file in on_papers:
                yield from verify_file(file, context.workers, output.pictures)
                yield from _verify_cut_files(output.folder, file)
        yield from _verify_folder(context, output.folder, drawn, output.papers, manifest)
        yield from verify_print_files(output.folder, game, output.papers, manifest, context.workers)


# Sheets for a cutting machine, in a folder of their own.


def verify_for_machine(
    folder: Path, drawn: DrawnGame, machine: CuttingMachine, workers: Workers, pictures: Path | None
) -> Iterator[Diagnostic]:
    """Yield what is wrong with the sheets for a machine, held against the whole game drawn afresh."""
    manifest = read(folder / NAME) or {"pieces": [], "sheets": []}
    papers = found_papers({sheet["paper"] for sheet in manifest["sheets"]})
    built = {sheet["component"] for sheet in manifest["sheets"]}
    option = f"--cut {machine.id}"
    for file in expected_files(folder, drawn, papers, manifest, machine, option=option):
        if file.component.id not in built or file.path.parent.name == FULL_SIZE:
            continue
        for finding in (*verify_file(file, workers, pictures), *_verify_cut_files(folder, file, option)):
            code = "PNP567" if finding.code == PAGES else finding.code  # the machine looks for marks there
            yield replace(finding, code=code, message=f"{folder.name}/{finding.message}")


# A reprint read back: what its manifest lists is on its sheets, as often, with the right backs.

AGAIN = "--changed-since NAME"


def as_reprint(component: Component) -> Component:
    """Return the component under the title that its sheets in a reprint have."""
    return replace(component, title=f"{component.title} (reprint)")


def _reprint_differences(
    folder: Path, drawn: DrawnGame, workers: Workers, pictures: Path | None
) -> Iterator[Diagnostic]:
    game, manifest = drawn.game.id, read(folder / NAME)
    if not manifest:
        yield Diagnostic("PNP561", f"{NAME} is missing, or is not from pnp", game=game)
        return
    copies: dict[tuple[str, str], int] = {}
    outdated = False
    now = {
        (part.component.id, piece.id): (piece.copies, fingerprint_of(part.rendered.deck, piece.id))
        for part in drawn.components
        for piece in part.component.pieces
    }
    for entry in manifest["pieces"]:
        address, number = (entry["component"], entry["id"]), entry.get("copies")
        most, sha256 = now.get(address, (0, ""))
        if not isinstance(number, int) or not 0 < number <= most:
            fact = "is not in the data, or has another number of copies"
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
    papers = found_papers({sheet["paper"] for sheet in manifest["sheets"]})
    kept: list[ImposedComponent] = []
    for part in drawn.components:
        component = as_reprint(in_copies(part.component, copies))
        if component.pieces:
            deck = part.rendered.deck.only({piece.id for piece in component.pieces})
            kept.append(replace(part, component=component, rendered=replace(part.rendered, deck=deck)))
    reduced = replace(drawn.game, components=tuple(part.component for part in kept))
    reprinted = replace(drawn, game=reduced, components=tuple(kept))
    for file in expected_files(folder, reprinted, papers, manifest, option=AGAIN):
        yield from verify_file(file, workers, pictures)
    yield from verify_print_files(folder, reprinted.game, papers, manifest, workers)


# The files of a game beside its sheets and what is printed of all; the manifest.


def _verify_folder(
    context: BuildContext,
    folder: Path,
    drawn: DrawnGame,
    papers: Sequence[Paper],
    manifest: Mapping[str, Any],
) -> Iterator[Diagnostic]:
    yield from _wrong_rules(context, folder, drawn, manifest.get("rules", ()))
    game = drawn.game.id
    facts = (
        *(fault for paper in papers for fault in _wrong_guide(context, folder, drawn, paper, manifest)),
        *(("PNP543", fact) for fact in _wrong_drawings(folder, drawn, manifest)),
        *(("PNP544", fact) for fact in _wrong_contact_sheet(folder, manifest)),
    )
    for code, fact in facts:
        yield Diagnostic(code, fact, hint=f"run: pnp build {game}", game=game)
    for name in sorted(_strays(folder, papers, manifest)):
        fact = f"{name} was not listed by any build: it may belong to an older build or another game"
        yield Diagnostic("PNP542", fact, hint="remove it, or keep it in another folder", game=game)


def _verify_manifest(drawn: DrawnGame, manifest: Mapping[str, Any]) -> Iterator[Diagnostic]:
    game, components = drawn.game, drawn.components
    facts = [
        (f'the {key} is "{manifest.get(key, "")}", it should be "{due}"', "")
        for key, due in (("game", game.id), ("version", game.version))
        if manifest.get(key) != due
    ]
    entries = {(entry["component"], entry["id"]): entry for entry in manifest.get("pieces", ())}
    built = {component for component, _ in entries}
    for sheet in manifest.get("sheets", ()):
        parts = (place["piece"].rpartition("/")[0] for place in sheet["placements"])
        built |= {part or sheet["component"] for part in parts}
    pieces = {(part.component.id, piece.id): piece for part in components for piece in part.component.pieces}
    decks = {part.component.id: part.rendered.deck for part in components}
    for address in sorted(entries.keys() | pieces.keys()):
        entry, piece, name = entries.get(address), pieces.get(address), "/".join(address)
        if piece is None:
            facts.append((f"{name} is not in the data any more", name))
        elif entry is None:
            if address[0] in built:
                facts.append((f"{name} is missing from it", name))
        elif entry.get("copies") != piece.copies:
            fact = f"it lists {entry.get('copies')} copies of {name}, {piece.copies} are in the data"
            facts.append((fact, name))
        elif entry.get("sha256") != fingerprint_of(decks[address[0]], address[1]):
            facts.append((f"{name} looks different now than when it was written", name))
    for fact, about in facts:
        hint = f"run: pnp build {game.id}"
        yield Diagnostic("PNP561", f"{NAME}: {fact}", hint=hint, game=game.id, piece=about or None)


# Rules: typeset again, of the very same rules by the same program only once.


def _wrong_rules(
    context: BuildContext, folder: Path, drawn: DrawnGame, names: Sequence[str]
) -> Iterator[Diagnostic]:
    if not names:
        return
    game, whole = drawn.game.id, read_rules(context, drawn)
    if has_errors(whole.diagnostics):
        yield from whole.diagnostics
        return
    known = editions(whole.rules) if whole.rules else {}

    with open_cache() as cache:  # typesetting takes longer than all the rest
        context = replace(context, cache=cache)
        for name in names:
            edition = known.get(edition_of(name))
            for code, fact in _wrong_edition(context, folder / name, drawn.game, edition):
                yield Diagnostic(code, f"{name} {fact}", hint=f"run: pnp build {game}", game=game)


def _wrong_edition(
    context: BuildContext, path: Path, game: Game, edition: tuple[RulesDocument, str] | None
) -> Iterator[Fault]:
    try:
        about = partial(_about_rules, folded=path.name == BOOKLET)
        digest, date, size, wish = read_finished(path, about, context.workers)
        if edition is None or digest != edition[1]:
            yield OF_RULES, "does not match the current data"
            return
        paper = next((name for name, page in RULES_PAGES.items() if page.is_like(size, within=0.1)), "a5")
        content = typeset(edition[0], game, paper, context, date=date)
        if path.name == BOOKLET:
            sheets = path.parent.name if path.parent.name in FOLDED.values() else FOLDED[paper]
            turn: Backs = next((turn for turn in DUPLEX if DUPLEX[turn] == wish), "long-edge")
            content = booklet(content, sheets, turn)
        difference = made_again(path, partial(write, content=content, durable=False), context.workers)
    except UNREADABLE_PDF:
        yield "PNP550", "is missing, or is not a complete PDF"
        return
    yield from ((code, f"is not as typeset: {fact}") for code, fact in difference.faults)
    for page in difference.pages:
        yield OF_RULES, f"is not as typeset: page {page.page}: {page}"


def _about_rules(pdf: Pdf, *, folded: bool) -> tuple[str, datetime | None, Size, str]:
    page = pdf.pages[0]
    corners = page.resources.XObject["/P0"].BBox if folded else page.mediabox
    left, bottom, right, top = (float(edge) * MM_PER_PT for edge in corners.as_list())
    wish = str(pdf.Root.get("/ViewerPreferences", Dictionary()).get("/Duplex", ""))
    digest, size = str(pdf.docinfo.get("/Keywords", "")), Size(right - left, top - bottom)
    return digest, moment_in(pdf), size, wish


# Guides: how to print and build the game on each paper.


def _wrong_guide(
    context: BuildContext, folder: Path, drawn: DrawnGame, paper: Paper, manifest: Mapping[str, Any]
) -> Iterator[Fault]:
    path = folder / paper.name / f"{GUIDE}.pdf"
    name = f"{paper.name}/{path.name}"
    if not path.is_file():
        if has_room(paper) and f"{paper.name}/{PRINT}" in manifest.get("print", ()):
            yield "PNP550", f"{name} is missing"
        return
    words = metadata_of(drawn.game, replace(drawn.game.components[0], title=GUIDE_TITLE), paper)
    try:
        count = read_finished(path, page_count, context.workers)
        blank = Sheet(GUIDE, paper.name, paper.size, "front", "none", 1, count, 1, ())
        sheets = [replace(blank, number=number, page=number) for number in range(1, count + 1)]
        make = partial(write_pdf, sheets=sheets, pages=FacePages((), {}), meta=words)
        for code, fact in made_again(path, make, context.workers, drawn=False).faults:
            yield code, f"{name}: {fact}"
    except UNREADABLE_PDF as error:
        yield "PNP550", f"{name}: this is not a complete PDF from pnp ({one_line(str(error))[:120]})"


# Cut files, where somebody asked for them.


def _verify_cut_files(folder: Path, file: ExpectedFile, option: str = "") -> Iterator[Diagnostic]:
    """Yield which cut files beside a PDF are missing, others than those of its sheets, or too many; an `option` remakes them."""
    there = found_cut_files(file.path.parent, file.component.id)
    if not there:
        return
    due = cut_files(file.component, file.sheets, dict.fromkeys(filter(can_write, there.values())))
    place = file.path.parent.relative_to(folder).as_posix()
    contents = {f"{place}/{name}": content for name, content in due.items()}
    facts = list(_wrong_drawings_among(folder, contents))
    for path, kind in there.items():
        if not can_write(kind):
            facts.append(f"{place}/{path.name} cannot be checked without the library ezdxf")
        elif path.name not in due:
            facts.append(f"{place}/{path.name} has lines that belong to no sheet")
    for fact in facts:
        yield Diagnostic("PNP545", fact, hint=f"run: pnp build {file.game} {option}".strip(), game=file.game)


# Drawings: a file for each side of each piece, and the fonts they name.


def _wrong_drawings(folder: Path, drawn: DrawnGame, manifest: Mapping[str, Any]) -> Iterator[str]:
    if not (folder / "svg").is_dir():
        return
    built = {entry["component"] for entry in manifest.get("pieces", ())}
    for part in drawn.components:
        if part.component.id in built:
            due = dict(svg_files(part.rendered.deck, part.rendered.fonts))
            yield from _wrong_drawings_among(folder, due)
            there = (folder / "svg" / part.component.id).glob("*.svg")
            names = {path.relative_to(folder).as_posix() for path in there}
            yield from (f"{name} is the drawing of no piece" for name in sorted(names - due.keys()))


def _wrong_drawings_among(folder: Path, due: Mapping[str, bytes]) -> Iterator[str]:
    for name, content in due.items():
        try:
            if read_bytes(folder / name, limit=LARGEST_DRAWING) != content:
                yield f"{name} differs from the current data"
        except OSError:
            yield f"{name} is missing"


def _wrong_contact_sheet(folder: Path, manifest: Mapping[str, Any]) -> Iterator[str]:
    path = folder / CONTACT_SHEET
    if not path.is_file():
        if manifest.get("print"):
            yield f"{path.name} is missing"
        return
    try:
        with opened(path) as stream, Image.open(stream) as picture:
            picture.verify()
    except (OSError, SyntaxError, ValueError):
        yield f"{path.name} is not a complete picture"


# Files too many: of an older build, or of another game, that somebody might print with the rest.


def _strays(folder: Path, papers: Sequence[Paper], manifest: Mapping[str, Any]) -> Iterator[str]:
    known = {sheet["file"] for sheet in manifest.get("sheets", ())}
    known |= {*manifest.get("rules", ()), *manifest.get("print", ()), *manifest.get("left_out", ())}
    known |= {RULES, REFERENCE, BOOKLET} | {f"{paper.name}/{GUIDE}.pdf" for paper in papers}
    places = (folder, *(folder / name for name in sorted({*(paper.name for paper in papers), FULL_SIZE})))
    for place in filter(Path.is_dir, places):
        names = (path.relative_to(folder).as_posix() for path in place.iterdir())
        yield from (name for name in names if name.lower().endswith(".pdf") and name not in known)
