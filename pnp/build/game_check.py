"""Check a game before printing: its data, claims, faces and translations."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pnp.approval import Present, load_approvals, present_faces, present_texts, unapproved
from pnp.build.build_cache import BuildCache
from pnp.build.claims_report import Promises, coverage, explained, inventory, promises, runs
from pnp.build.options import BuildOptions, refuse_unknown_theme
from pnp.build.result import CheckOptions, CheckResult, LanguageCheck
from pnp.claims.claims_file import LoadedClaims, load_claims
from pnp.claims.selections import Data
from pnp.load.game import Loaded, load_game, load_games
from pnp.load.project import APPROVED_FACES, Project
from pnp.load.translation import PSEUDO
from pnp.load.translation_files import font_folders, languages_of
from pnp.model.diagnostics import Diagnostic, Severity, has_errors, in_reading_order, tally
from pnp.model.face import Face, PieceSide
from pnp.model.game import Game
from pnp.rules.claim_coverage import wrong_notes
from pnp.rules.rules_file import LoadedRules, load_rules
from pnp.text import counted

if TYPE_CHECKING:
    from PIL.Image import Image

    from pnp.build.pipeline import BuildContext, DrawnGame
    from pnp.render.faces import Rendered


def check_anew(
    project: Project, games: Sequence[str], options: CheckOptions, cache: BuildCache
) -> dict[str, CheckResult]:
    """Return what is wrong with each game, by name. Raises UnknownName for a theme."""
    written = replace(project, language="")
    loaded = load_games(written, games).by_name
    for loaded_game in loaded.values():
        if loaded_game.game is not None:
            refuse_unknown_theme(options.theme or "", loaded_game.game)
    with ExitStack() as at_end:
        build = None
        if options.faces:
            from pnp.build.pipeline import BuildContext, fonts_of  # noqa: PLC0415 - a check that draws nothing loads no such library
            from pnp.workers.tasks import workers  # noqa: PLC0415

            shared = at_end.enter_context(workers(options.workers))
            fonts = fonts_of(project)
            build = BuildContext(written, fonts, BuildOptions(), cache, workers=shared, slowness={})
        found = {name: _checked(written, name, each, build, options=options) for name, each in loaded.items()}
        in_languages = {
            name: _in_languages(project, each, build, approving=options.approving)
            for name, each in found.items()
        }
    return {name: replace(each, summary=_summary(each)) for name, each in in_languages.items()}


def _summary(found: CheckResult) -> tuple[str, ...]:
    """Return the lines a player understands: "Yoggity: 61 of 61 claims hold, 3 rulings, 104 cards, 1 board"."""
    if found.promises is None:
        return (f"{found.game}: cannot be read, {tally(found.diagnostics)}",)
    game = found.promises.data.game
    said = [found.promises.line(), inventory(game)]
    if found.diagnostics or not found.promises.results:
        said.append(tally(found.diagnostics))
    line = f"{game.title}: {', '.join(filter(None, said))}"
    languages = [f"  in {check.language}: {tally(check.diagnostics)}" for check in found.languages]
    if names := [ruling.id for ruling in found.promises.rulings]:
        others = f" ({runs(names)})" if len(names) > 1 else ""
        ways = f"  {counted(len(names), 'ruling')}: pnp check {game.id} --explain {names[0]}{others}"
        return (line, ways, *languages)
    return (line, *languages)


def _in_languages(
    project: Project, found: CheckResult, build: "BuildContext | None", *, approving: bool
) -> CheckResult:
    """Return what was found in a game, with what is wrong in the language of the project, or in all it has.

    What the game is approved as, in a language, stands in the place of what it is approved as otherwise.
    """
    folder = project.game_folder(found.game)
    if found.promises is None or folder is None or (approving and not project.language):
        return found
    languages = (project.language,) if project.language else languages_of(folder)
    projects = (replace(project, language=language) for language in languages)
    checks = tuple(check_language(one, found.promises, build) for one in projects)
    told = in_reading_order((*found.diagnostics, *(one for check in checks for one in check.diagnostics)))
    if project.language and checks:
        check = checks[0]
        found = replace(found, diagnostics=check.diagnostics, languages=checks)
        return replace(found, present=check.present, approvals=check.approvals)
    return replace(found, diagnostics=told, languages=checks)


@dataclass(frozen=True, slots=True)
class Explanation:
    """What stands behind a claim, a ruling or a need, in lines; and the mistakes in the files that were read for it."""

    lines: tuple[str, ...]
    broken: bool
    diagnostics: tuple[Diagnostic, ...]


def explain_claim(project: Project, name: str, games: Sequence[str] = ()) -> Explanation:
    """Return what a claim, ruling or need of that id is about, in the games that have it. Raises UnknownName."""
    loaded = load_games(project, games)
    found = [promises(project, game) for game in loaded.games]
    mistakes = (*loaded.diagnostics, *(mistake for promise in found for mistake in promise.mistakes))
    broken = any(name in promise.broken for promise in found)
    return Explanation(tuple(explained(project, name, found)), broken, in_reading_order(mistakes))


def _checked(
    project: Project, name: str, loaded: Loaded, build: "BuildContext | None", *, options: CheckOptions
) -> CheckResult:
    found = list(loaded.diagnostics)
    promised = promises(project, loaded.game) if loaded.game is not None else None
    if promised is not None:
        game = promised.data.game
        found += promised.diagnostics
        rules = load_rules(project, game, promised.rulings)
        found += (*rules.diagnostics, *wrong_notes(game))
        drawn = _drawn_themes(build, game, options.theme) if build else {}
        hard: list[Diagnostic] = []  # to read: that keeps nobody from comparing it with what was approved
        for look in drawn.values():
            # What shows in print in an earlier look too was told; of the rest the theme is named.
            told = {(finding.code, finding.place, finding.piece) for finding in found}
            theme = look.rendering.theme
            for finding in look.findings:
                if not theme or finding.code not in SEEN_IN_PRINT:
                    found.append(finding)
                elif (finding.code, finding.place, finding.piece) not in told:
                    found.append(replace(finding, message=f"{finding.message}, in the theme {theme}"))
            if (options.legible or look.rendering.look.smallest_text) and not has_errors(look.diagnostics):
                hard += hard_texts(look, faint=options.legible)
        present, approved = None, load_approvals(project, name)
        found += approved.diagnostics
        if rules.rules is not None and not any(has_errors(look.diagnostics) for look in drawn.values()):
            found += coverage(project, promised, rules).findings()
            unsure = has_errors(found) or options.theme is not None  # what was approved is all looks together
            before = None if unsure else approved.approvals
            if before or options.approving:
                present = _present(project, promised.claims, rules, game, drawn)
                found += unapproved(present, before) if before else ()
        return CheckResult(name, in_reading_order((*found, *hard)), promised, present, approved.approvals)
    return CheckResult(name, in_reading_order(found), None)


def _present(
    project: Project, claims: LoadedClaims, rules: LoadedRules, game: Game, drawn: Mapping[str, "DrawnGame"]
) -> Present:
    faces = present_faces({theme: look.decks for theme, look in drawn.items()}) if drawn else None
    pictures = not project.language and (project.root / APPROVED_FACES / game.id).is_dir()
    return Present(game, present_texts(game, claims, rules.statements), faces, pictures)


def _drawn_themes(build: "BuildContext", game: Game, only: str | None) -> dict[str, "DrawnGame"]:
    from pnp.build.pipeline import draw_game  # noqa: PLC0415 - only for a check that draws

    drawn: dict[str, DrawnGame] = {}
    for theme in ("", *game.themes) if only is None else (only,):
        options = BuildOptions(papers=(), theme=theme) if drawn else BuildOptions(theme=theme)
        drawn[theme] = draw_game(replace(build, options=options), game, convert=False)
    return drawn


SEEN_IN_PRINT = frozenset(
    {"PNP412", "PNP413", "PNP414", "PNP415", "PNP460", "PNP461", "PNP462", "PNP463", "PNP464"}
)
"""What depends on places and colours: themes have most of it in common."""


def hard_texts(drawn: "DrawnGame", *, faint: bool) -> tuple[Diagnostic, ...]:
    """Return a finding for each text on the faces that is too small, or too `faint`, each fault once."""
    from pnp.checks.visibility import too_faint, too_small  # noqa: PLC0415 - a plain check reads no letters

    once: dict[tuple[str, str], Diagnostic] = {}
    fonts, rendering = drawn.rendering.sources.fonts, drawn.rendering
    look = f" in the theme {rendering.theme}" if rendering.theme else ""
    for part in drawn.components:
        deck = part.rendered.deck
        grounds = _grounds(part.rendered) if faint else {}
        places = {piece.id: piece.place for piece in part.component.pieces}
        first: dict[str, PieceSide] = {}
        for side, key in deck.sides.items():
            first.setdefault(key, side)
        for key, side in first.items():
            face, name = deck.faces[key], f"{side.component}/{side.piece}"
            faults = [*too_small(face, fonts, rendering.smallest_text)]
            faults += too_faint(face, grounds[key], fonts) if faint else ()
            for fault in faults:
                message, place = f"{side.title}{look}: {fault.message}", places[side.piece]
                severity: Severity = "warning" if part.component.design else "error"  # pnp chose the size
                found = Diagnostic(fault.code, message, place, fault.hint, severity, drawn.game.id, name)
                once.setdefault((fault.code, fault.message), found)
    return in_reading_order(once.values())


DPI = 100  # A letter of 7 pt is ten pixels high then: enough to see what it stands on.


def _grounds(rendered: "Rendered") -> dict[str, "Image"]:
    from pnp.convert.renderers import engine  # noqa: PLC0415 - a plain check rasterises nothing
    from pnp.export.image_files import face_pictures  # noqa: PLC0415

    faces = rendered.deck.faces
    letters = re.compile(r"<text\b[^>]*>.*?</text>", re.DOTALL)  # a picture keeps what they stand on
    bare = [Face(key, letters.sub("", face.svg), face.trim, face.bleed) for key, face in faces.items()]
    pages = engine("typst").convert(bare, rendered.fonts)
    return dict(zip(faces, face_pictures(pages, faces, dpi=DPI), strict=True))


# A translated game: missing and outdated texts, boxes that are too small, texts out of reach.

_WORD = re.compile(r"(?<!\w)[A-Za-z]{2,}(?!\w)")


def check_language(project: Project, promised: Promises, build: "BuildContext | None") -> LanguageCheck:
    """Return what is wrong with a game in the language of the project; `promised` are those of the game as it is written.

    Promises are about what the game does, and are tried there alone.
    """
    name = promised.data.game.id
    loaded = load_game(project, name)
    found, game = list(loaded.diagnostics), loaded.game
    if game is None:
        return LanguageCheck(project.language, _in_language(found, project.language))
    claims = load_claims(project, game)
    rules = load_rules(project, game, claims.rulings)
    found += (*claims.diagnostics, *rules.diagnostics, *wrong_notes(game))
    drawn = None
    if build:
        from pnp.build.pipeline import draw_game, fonts_of  # noqa: PLC0415 - only for a check that draws

        fonts = fonts_of(project) if len(font_folders(project)) > 1 else build.fonts
        context = replace(build, project=project, fonts=fonts, options=BuildOptions(papers=()))
        drawn = draw_game(context, game, convert=False)
        found += drawn.findings
        found += out_of_reach(drawn) if project.language == PSEUDO else ()
    kept = load_approvals(project, name)
    found += kept.diagnostics
    present = None
    if rules.rules is not None and not has_errors(found):
        if promised.claims.complete and project.language != PSEUDO:
            own = replace(promised, data=Data(game, promised.claims.params))
            numbers = coverage(project, own, rules).typed_numbers()
            found += (finding.about(game=game.id) for finding in numbers)
        present = _present(project, claims, rules, game, {"": drawn} if drawn else {})
        found += unapproved(present, kept.approvals) if kept.approvals else ()
    return LanguageCheck(project.language, _in_language(found, project.language), present, kept.approvals)


def _in_language(found: list[Diagnostic], language: str) -> tuple[Diagnostic, ...]:
    return in_reading_order(
        finding
        if finding.place and f"/{language}/" in finding.place.file
        else replace(finding, message=f"{finding.message} (in {language})")
        for finding in found
    )


def out_of_reach(drawn: "DrawnGame") -> Iterator[Diagnostic]:
    """Yield the words on faces of the pseudo-language that came from no text: no translator can change them."""
    from pnp.checks.visibility import texts_of  # noqa: PLC0415 - a plain check reads no letters

    rendering = drawn.rendering
    told: set[str] = set()
    for part in drawn.components:
        pieces = {piece.id: piece for piece in part.component.pieces}
        templates = {
            PieceSide(part.component.id, piece.id, side): template
            for piece in part.component.pieces
            for side, template in rendering.sides(piece)
        }
        for side, key in part.rendered.deck.sides.items():
            for box in texts_of(part.rendered.deck.faces[key].svg, rendering.sources.fonts):
                if (
                    not box.text.isascii()
                    or "~" in box.text
                    or not _WORD.search(box.text)
                    or box.text in told
                ):
                    continue
                told.add(box.text)
                place = rendering.templates.find(templates[side], box.text)
                message = f'{side.title}: "{box.text}" is not in a translatable text'
                hint = 'write it in a field of the card, or as {{ _("...") }} in the template'
                place = place or pieces[side.piece].place
                yield Diagnostic("PNP474", message, place, hint, "warning", drawn.game.id)
