"""What finds a mistake in a shipped game: each game is copied, the mistake made, and everything asked that `pnp check` asks."""

import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from file_mutations import Edits, GameFiles

from pnp.approval.changes import unapproved
from pnp.approval.record import Approvals, Present, approve, present_faces, present_texts
from pnp.build.build_cache import BuildCache
from pnp.build.claims_report import Promises, coverage
from pnp.build.guide_pages import draw_build_pages
from pnp.build.options import BuildOptions
from pnp.build.pipeline import BuildContext, DrawnGame, ImposedComponent, draw_game, fonts_of, render_context
from pnp.build.rules_files import read_document
from pnp.claims.claims_file import Claim, LoadedClaims, load_claims
from pnp.claims.expressions import Expressions
from pnp.claims.results import Result, result, results
from pnp.claims.selections import Data
from pnp.engine.needs import needs_of
from pnp.load.game import load_game
from pnp.load.project import Project, find_project
from pnp.model.diagnostics import has_errors
from pnp.model.game import Component, Game
from pnp.model.papers import find_paper
from pnp.render.faces import Rendered, render
from pnp.rules.load import LoadedRules, load_rules
from pnp.rules.markdown import as_markdown
from pnp.templates.context import RenderContext

ROOT = Path(__file__).parents[2]
FINDERS = ("reading", "claims", "needs", "completeness", "approval")
"""What can find a mistake: the game cannot be read or drawn, a promise is broken, play lacks something, a text and the
promises do not fit, somebody has to look at it again."""


class Memory(dict[str, bytes]):
    """A store of drawn faces for the time of one run."""

    def put(self, key: str, content: bytes) -> None:
        self[key] = content


@dataclass(frozen=True)
class Read:
    """A game as its files say."""

    game: Game
    claims: LoadedClaims
    rules: LoadedRules

    @property
    def data(self) -> Data:
        return Data(self.game, self.claims.params)

    @property
    def has_errors(self) -> bool:
        return has_errors(self.claims.diagnostics) or self.rules.rules is None


@dataclass
class Trial:
    """A copy of a shipped game in which mistakes are made, and what is known of the game without any."""

    name: str
    folder: TemporaryDirectory[str]

    @cached_property
    def project(self) -> Project:
        root = Path(self.folder.name)
        for part in ("card_data", "templates"):
            shutil.copytree(
                ROOT / part / self.name, root / part / self.name, ignore=shutil.ignore_patterns("i18n")
            )
        (root / f"card_data/{self.name}/approved.yaml").unlink(missing_ok=True)
        return find_project(root)

    @property
    def files(self) -> GameFiles:
        return GameFiles(self.project.root, self.name)

    @cached_property
    def cache(self) -> BuildCache:
        return BuildCache(Memory(), "")

    @cached_property
    def sound(self) -> Read:
        read = self.read()
        assert read is not None
        assert not read.has_errors
        return read

    @cached_property
    def sound_drawn(self) -> Mapping[str, DrawnGame]:
        drawn = self.drawn(self.sound.game)
        assert drawn is not None
        return drawn

    @cached_property
    def approvals(self) -> Approvals:
        present = Present(self.sound.game, self.texts(self.sound), present_faces(_decks(self.sound_drawn)))
        return approve(present, Approvals(), lambda _: True).approvals

    @cached_property
    def sound_decks(self) -> Mapping[tuple[str, str], object]:
        return decks(self.sound_drawn)

    @cached_property
    def asked(self) -> Mapping[Claim, set[str]]:
        """The components that each tested claim asks about."""
        return {claim: asked(claim, self.sound.data) for claim in self.sound.claims.claims if claim.tests}

    @contextmanager
    def changed(self, edits: Edits) -> Iterator[None]:
        """Write the files differently for the time of a block."""
        root = self.project.root
        before = {name: (root / name).read_bytes() for name in edits}
        try:
            for name, text in edits.items():
                (root / name).write_text(text, encoding="utf-8")
            yield
        finally:
            for name, content in before.items():
                (root / name).write_bytes(content)

    def read(self, edits: Edits | None = None) -> Read | None:
        """The game as its files are now, None when it cannot be read; what no edit concerns is not read again."""
        known = "sound" in self.__dict__ and edits is not None
        touched = {Path(name).stem for name in edits or () if name.endswith(".yaml")}
        if known and not touched:
            return self.sound
        if known and touched <= {"claims", "rules"}:
            game: Game | None = self.sound.game
        else:
            game = load_game(self.project, self.name).game
        if game is None:
            return None
        claims = self.sound.claims if known and "claims" not in touched else load_claims(self.project, game)
        return Read(game, claims, load_rules(self.project, game, claims.rulings))

    def texts(self, read: Read) -> tuple[object, ...]:
        return present_texts(read.game, read.claims, read.rules.statements)

    def contexts(self, game: Game) -> Mapping[str, RenderContext]:
        return {
            theme: render_context(self.project, game, fonts(), theme=theme, cache=self.cache)
            for theme in ("", *game.themes)
        }

    def drawn(self, game: Game, *components: Component) -> Mapping[str, DrawnGame] | None:
        """The game, or these components of it, drawn in every theme, None when it cannot be."""
        found: dict[str, DrawnGame] = {}
        for theme, context in self.contexts(game).items():
            imposed = tuple(
                ImposedComponent(component, render(component, context), {})
                for component in components or game.components
            )
            if any(has_errors(each.rendered.diagnostics) for each in imposed):
                return None
            found[theme] = DrawnGame(game, context, imposed, (), {}, ())
        return found

    def finders(self, read: Read | None, edits: Edits | None = None) -> Iterator[str]:
        """Yield what finds the mistake in a game, the quick ones first; a name may come twice."""
        if read is None:
            yield "reading"
            return
        if read.has_errors:
            yield "reading"
        else:
            if any(unapproved(Present(read.game, self.texts(read), None), self.approvals)):
                yield "approval"
            in_templates = any(name.startswith("templates") for name in edits or ())
            if edits is None or in_templates or read.game != self.sound.game:
                yield from self.of_faces(read)
        if read.game is not self.sound.game and any(not need.holds for need in needs_of(read.game)):
            yield "needs"
        yield from self.of_claims(read)

    def of_faces(self, read: Read) -> Iterator[str]:
        """Draw one component after the other, those that have changed first, until one shows the mistake."""
        sound = {component.id: component for component in self.sound.game.components}
        contexts = self.contexts(read.game)
        for component in sorted(read.game.components, key=lambda each: each == sound.get(each.id)):
            for theme, context in contexts.items():
                rendered = render(component, context)
                if has_errors(rendered.diagnostics):
                    yield "reading"
                    return
                if shown(rendered) == self.sound_decks[theme, component.id]:
                    continue
                drawn = self.drawn(read.game, component)
                approved = tuple(
                    each for each in self.approvals.faces if re.split("[/ ]", each.at)[0] == component.id
                )
                faces = present_faces(_decks(drawn)) if drawn else ()
                if any(unapproved(Present(read.game, (), faces), Approvals((), approved))):
                    yield "approval"
                    return

    def of_claims(self, read: Read) -> Iterator[str]:
        found = self.results_of(read)
        if any(each.state in ("broken", "unreadable") for each in found):
            yield "claims"
        if read is self.sound or read.has_errors:
            return
        promised = Promises(read.data, found, read.claims.rulings, claims=read.claims)
        if any(coverage(self.project, promised, read.rules).findings()):
            yield "completeness"

    @cached_property
    def sound_results(self) -> Mapping[Claim, Result]:
        return {each.claim: each for each in results(self.sound.claims.claims, self.sound.data)}

    def results_of(self, read: Read) -> tuple[Result, ...]:
        """What comes of all claims; those that the change cannot break are not tried again."""
        known, before = Expressions(read.data), self.sound_results
        return tuple(
            before[claim]
            if claim in before
            and not (claim.tests and concerned(self.asked[claim], self.sound.data, read.data))
            else result(claim, known)
            for claim in read.claims.claims
        )

    def of_data(self, data: Data) -> Iterator[str]:
        """Yield what finds a mistake in the loaded data of the game."""
        claims = replace(self.sound.claims, params=data.params)
        yield from self.finders(Read(data.game, claims, load_rules(self.project, data.game, claims.rulings)))

    def is_equivalent(self, read: Read | None) -> bool:
        """Whether nothing printed is different."""
        return read is not None and not read.has_errors and self.printed(read) == self.sound_printed

    @cached_property
    def sound_printed(self) -> object:
        return self.printed(self.sound)

    def printed(self, read: Read) -> object:
        """All that is printed of a game: faces in every theme, sheets, the page that says how to build it, the rules."""
        drawn = self.drawn(read.game)
        paper = find_paper("a4")
        context = BuildContext(self.project, fonts(), BuildOptions(papers=(paper,)), self.cache)
        laid = draw_game(context, read.game, convert=False)
        pages = draw_build_pages(context, laid).build_pages
        document, _ = read_document(
            self.project, laid.rendering, [(each.component, each.rendered) for each in laid.components]
        )
        assert drawn is not None
        assert document is not None
        build = [face.svg for page, _ in pages for face in page.rendered.deck.faces.values()]
        sheets = [repr(each.sheets) for each in laid.components]
        return decks(drawn), sheets, build, as_markdown(document)


def asked(claim: Claim, data: Data) -> set[str]:
    """The components that a claim asks about."""
    known = Expressions(data)
    for test in claim.tests:
        known.test(test.text)
    return {name.removesuffix(".spaces") for name in known._selections}


def concerned(names: set[str], sound: Data, data: Data) -> bool:
    """Whether a claim that asks about these components can be broken by what has changed."""
    if data.game.facts != sound.game.facts or dict(data.params) != dict(sound.params):
        return True
    before = {component.id: component for component in sound.game.components}
    there = {component.id: component for component in data.game.components}
    return before.keys() != there.keys() or any(
        each.id in names and before[each.id] != each for each in data.game.components
    )


def decks(drawn: Mapping[str, DrawnGame]) -> Mapping[tuple[str, str], object]:
    """Which drawing each side of each piece shows, by theme and component."""
    return {
        (theme, each.component.id): shown(each.rendered)
        for theme, game in drawn.items()
        for each in game.components
    }


def shown(rendered: Rendered) -> object:
    """Which drawing each side of each piece shows."""
    return dict(rendered.deck.fronts), dict(rendered.deck.backs)


@cache
def fonts() -> object:
    return fonts_of(find_project(ROOT))


@cache
def trial_of(name: str) -> Trial:
    """The trial of a shipped game; one for a process."""
    return Trial(name, TemporaryDirectory(prefix="pnp-trial-"))


def _decks(drawn: Mapping[str, DrawnGame]) -> dict[str, Any]:
    return {theme: game.decks for theme, game in drawn.items()}
