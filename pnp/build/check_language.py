"""The check of a translated game: missing and outdated texts, boxes that are too small, texts out of reach."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pnp.approval.changes import unapproved
from pnp.approval.present import Present, present_faces, present_texts
from pnp.approval.record import Approvals, load_approvals
from pnp.build.claims_report import Promises, coverage
from pnp.build.options import BuildOptions
from pnp.claims.load import load_claims
from pnp.claims.pieces import Data
from pnp.load.game import load_game
from pnp.load.project import Project
from pnp.load.pseudo_language import PSEUDO, is_pseudo
from pnp.load.translation_files import font_folders
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order, tally
from pnp.model.face import PieceSide
from pnp.model.game import Game
from pnp.rules.coverage import wrong_notes
from pnp.rules.load import LoadedRules, load_rules

if TYPE_CHECKING:  # a check that draws nothing loads no such library
    from pnp.build.pipeline import BuildContext, DrawnGame

_WORD = re.compile(r"(?<!\w)[A-Za-z]{2,}(?!\w)")


@dataclass(frozen=True, slots=True)
class LanguageCheck:
    """What was found in a game in one language; `present` is what can be approved of it, `approvals` what was."""

    language: str
    diagnostics: tuple[Diagnostic, ...]
    present: Present | None = None
    approvals: Approvals | None = None

    @property
    def line(self) -> str:
        """Say what came of it: "in fr: no findings"."""
        return f"  in {self.language}: {tally(self.diagnostics)}"


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
    if build and len(font_folders(project)) > 1:
        from pnp.build.pipeline import fonts_of  # noqa: PLC0415 - as above

        build = replace(build, fonts=fonts_of(project))
    drawn = _drawn(replace(build, project=project), game) if build else None
    found += drawn.findings if drawn else ()
    if drawn and project.language == PSEUDO:
        found += out_of_reach(drawn)
    kept = load_approvals(project, name)
    found += kept.diagnostics
    present = None
    if rules.rules is not None and not has_errors(found):
        found += _typed_numbers(project, game, promised, rules)
        texts = present_texts(game, claims, rules.statements)
        present = Present(game, texts, present_faces({"": drawn.decks}) if drawn else None)
        found += unapproved(present, kept.approvals) if kept.approvals else ()
    return LanguageCheck(project.language, _in_language(found, project.language), present, kept.approvals)


def _in_language(found: list[Diagnostic], language: str) -> tuple[Diagnostic, ...]:
    """Return the findings, each with the language where its place does not show it."""
    return in_reading_order(
        each
        if each.place and f"/{language}/" in each.place.file
        else replace(each, message=f"{each.message} (in {language})")
        for each in found
    )


def _drawn(build: "BuildContext", game: Game) -> "DrawnGame":
    from pnp.build.pipeline import draw_game  # noqa: PLC0415 - as above

    context = replace(build, options=BuildOptions(papers=()))
    return draw_game(context, game, convert=False)


def _typed_numbers(
    project: Project, game: Game, promised: Promises, rules: LoadedRules
) -> tuple[Diagnostic, ...]:
    """Return the numbers that a translator typed into a text of a complete game."""
    if not promised.claims.complete or project.language == PSEUDO:
        return ()
    own = replace(promised, data=Data(game, promised.claims.params))
    return tuple(each.about(game=game.id) for each in coverage(project, own, rules).typed_numbers())


def out_of_reach(drawn: "DrawnGame") -> Iterator[Diagnostic]:
    """Yield the words on faces of the pseudo-language that came from no text: no translator can change them."""
    from pnp.checks.legibility import text_boxes  # noqa: PLC0415 - as above

    rendering = drawn.rendering
    told: set[str] = set()
    for each in drawn.components:
        pieces = {piece.id: piece for piece in each.component.pieces}
        templates = {
            PieceSide(each.component.id, piece.id, side): template
            for piece in each.component.pieces
            for side, template in rendering.sides(piece)
        }
        for side, key in each.rendered.deck.sides.items():
            for box in text_boxes(each.rendered.deck.faces[key].svg, rendering.sources.fonts):
                if is_pseudo(box.text) or not _WORD.search(box.text) or box.text in told:
                    continue
                told.add(box.text)
                place = rendering.templates.find(templates[side], box.text)
                message = f'{side.title}: "{box.text}" stands in no text that can be translated'
                hint = 'write it in a field of the card, or as {{ _("...") }} in the template'
                yield Diagnostic(
                    "PNP474", message, place or pieces[side.piece].place, hint, "warning", drawn.game.id
                )
