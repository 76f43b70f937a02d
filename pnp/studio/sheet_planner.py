"""Drawn games kept in memory between two plans, so that a change of paper or backs shows at once."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from threading import Lock

from pnp.build.build_cache import BuildCache, open_cache
from pnp.build.options import BuildOptions, refuse_unknown
from pnp.build.pipeline import BuildContext, DrawnGame, draw_game, fonts_of
from pnp.history.reprint import what_changed, whole_options
from pnp.history.versions import open_versions
from pnp.load.game import Loaded, load_game
from pnp.load.project import Project, chosen_games
from pnp.model.diagnostics import Diagnostic
from pnp.model.errors import UnknownName
from pnp.model.game import Game
from pnp.render.faces import Rendered
from pnp.shops.exports import FOLDER, plan_export
from pnp.shops.targets import find_target
from pnp.studio.front_matter import ReadingPages, reading_pages
from pnp.studio.live_game import ShownFace
from pnp.studio.print_choice import IN_WORDS, LAST_BUILD, PrintChoice, version_named
from pnp.studio.print_plan import PrintPlan, plan_of
from pnp.text import counted
from pnp.typesetting.fonts import FontBook
from pnp.watch.file_events import FileState, affected_games, file_state

MOST_KEPT = 24
"""So many games are kept, each in one look and one language."""

MOST_PLANS = 4
"""So many plans are kept, for the pictures of their sheets."""


@dataclass(frozen=True, slots=True)
class _Ready:
    """A game as it was read, the fonts, and its components that are drawn; all of that from these files."""

    files: FileState
    fonts: FontBook
    loaded: Loaded
    rendered: Mapping[str, Rendered]


class SheetPlanner:
    """Plans what is chosen; a game is drawn again only when a file of it changed. `cache` is one that is open already."""

    def __init__(self, project: Project, cache: BuildCache | None = None) -> None:
        self._project, self._cache = project, cache
        self._ready: OrderedDict[tuple[str, str, str], _Ready] = OrderedDict()
        self._plans: OrderedDict[PrintChoice, PrintPlan] = OrderedDict()
        self._fonts: FontBook | None = None
        self._lock = Lock()

    def games(self) -> dict[str, Loaded]:
        """Return the games of the project by name, as they are now."""
        with self._lock:
            files = file_state(self._project)
            return {
                name: self._get(self._project, name, "", files).loaded
                for name in chosen_games(self._project, ())
            }

    def planned(self, choice: PrintChoice) -> PrintPlan:
        """Return the plan of a choice that was made before, or else make it. Raises as `plan` does."""
        known = self._plans.get(choice)
        return known if known is not None else self.plan(choice)

    def reading(self, choice: PrintChoice) -> tuple[ReadingPages, ...]:
        """Return what comes before the sheets of a choice. Raises as `plan` does."""
        drawn, project, options = (
            self.planned(choice).games,
            choice.project(self._project),
            choice.build_options(),
        )
        if choice.since or choice.target or not options.papers or self._fonts is None:
            return ()
        with self._lock, self._open_cache() as store:
            context = BuildContext(project, self._fonts, options, store)
            return tuple(pages for each in drawn for pages in reading_pages(context, each))

    def face(self, key: str) -> ShownFace:
        """Return a face on the sheets of a plan that was made lately. Raises UnknownName."""
        for plan in reversed(tuple(self._plans.values())):
            if key in plan.faces:
                face, paths = plan.faces[key]
                fonts = self._fonts.by_digest.values() if self._fonts else ()
                return ShownFace(face, frozenset(font for font in fonts if font.path in paths))
        raise UnknownName("no sheet that was planned lately shows that face", "look at the sheets again")

    def plan(self, choice: PrintChoice) -> PrintPlan:
        """Return what a choice comes to.

        Raises UnknownName, CannotUse and PnpError for what cannot be printed, in words that say why.
        """
        project, options = choice.project(self._project), choice.build_options()
        names = chosen_games(project, choice.games)
        with self._lock, self._open_cache() as store:
            files = file_state(project)
            ready = {name: self._get(project, name, choice.theme, files) for name in names}
            self._fonts = next(iter(ready.values())).fonts
            loaded = [each.loaded for each in ready.values()]
            games = {name: each.loaded.game for name, each in ready.items() if each.loaded.game is not None}
            if len(games) == len(names):
                refuse_unknown(
                    replace(options, only=None) if choice.since else options, tuple(games.values())
                )
            found = tuple(finding for each in loaded for finding in each.diagnostics)
            if choice.target:
                plan = self._exported(project, choice, games, ready, store)
            elif choice.since:
                plan = self._changed(project, choice, games, options)
            else:
                on, notes = _on_sheets(options)
                drawn = [self._drawn(project, each, on, ready[name], store) for name, each in games.items()]
                plan = plan_of(drawn, on.papers, notes=notes)
                self._keep(choice, drawn, ready, on)
            plan = replace(plan, findings=tuple(dict.fromkeys((*found, *plan.findings))))
            self._plans[choice] = plan
            self._plans.move_to_end(choice)
            while len(self._plans) > MOST_PLANS:
                self._plans.popitem(last=False)
        return plan

    def _open_cache(self) -> AbstractContextManager[BuildCache]:
        return open_cache() if self._cache is None else nullcontext(self._cache)

    def _get(self, project: Project, name: str, theme: str, files: FileState) -> _Ready:
        key = (name, project.language, theme)
        known = self._ready.get(key)
        if known is not None:
            changes = files.since(known.files)
            if not changes or name not in affected_games(changes, project, {name}):
                return known
        self._ready[key] = _Ready(files, fonts_of(project), load_game(project, name), {})
        return self._ready[key]

    def _keep(
        self,
        choice: PrintChoice,
        drawn: Sequence[DrawnGame],
        ready: Mapping[str, _Ready],
        options: BuildOptions,
    ) -> None:
        """Keep what was drawn whole and well."""
        for each in drawn:
            key = (each.game.id, choice.language, choice.theme)
            rendered = dict(ready[each.game.id].rendered)
            if not options.selects:
                rendered |= {one.component.id: one.rendered for one in each.components}
            self._ready[key] = replace(ready[each.game.id], rendered=rendered)
            self._ready.move_to_end(key)
        while len(self._ready) > MOST_KEPT:
            self._ready.popitem(last=False)

    @staticmethod
    def _drawn(
        project: Project, game: Game, options: BuildOptions, ready: _Ready, store: BuildCache
    ) -> DrawnGame:
        context = BuildContext(project, ready.fonts, options, store)
        return draw_game(context, game, convert=False, known={} if options.selects else ready.rendered)

    def _changed(
        self, project: Project, choice: PrintChoice, games: Mapping[str, Game], options: BuildOptions
    ) -> PrintPlan:
        """Return the plan of printing what changed since a version."""
        drawn: list[DrawnGame] = []
        found: list[Diagnostic] = []
        notes, take_out = [], 0
        with open_versions(project, options) as context:
            for name, game in games.items():
                what = what_changed(context, game, version_named(project, choice.since, name))
                found += what.found
                take_out += sum(each.piece.copies for each in what.take_out)
                notes.append(what.note(game.title, IN_WORDS if choice.since == LAST_BUILD else choice.since))
                if what.copies is not None and what.put_in:
                    whole = replace(context.build, options=whole_options(options))
                    drawn.append(draw_game(whole, game, convert=False, copies=what.copies))
        plan = plan_of(drawn, options.papers, notes=notes)
        return replace(plan, findings=(*found, *plan.findings), take_out=take_out)

    def _exported(
        self,
        project: Project,
        choice: PrintChoice,
        games: Mapping[str, Game],
        ready: Mapping[str, _Ready],
        store: BuildCache,
    ) -> PrintPlan:
        """Return what a shop or a table on a screen will be sent: no sheets, but notes."""
        options, target = choice.export_options(), find_target(choice.target)
        notes: list[str] = []
        found: list[Diagnostic] = []
        for name, game in games.items():
            drawn = self._drawn(project, game, options.build, ready[name], store)
            found += drawn.findings
            plan = plan_export(drawn, target, options, project.output / name / FOLDER / target.name)
            notes += [f"{game.title}: {counted(len(plan.pictures) + len(plan.files), 'file')}", *plan.notes]
            notes += (f"left out: {line}" for line in plan.left_out)
        return PrintPlan((), tuple(found), tuple(dict.fromkeys(notes)))


def _on_sheets(options: BuildOptions) -> tuple[BuildOptions, tuple[str, ...]]:
    """Return the options of what is printed on sheets, and a note where a machine takes pictures in their place."""
    if options.machine is None or not options.machine.areas:
        return options, ()
    said = f"{options.machine.title} prints and cuts pictures itself: they are made in place of sheets"
    return replace(options, papers=(), cut=()), (said,)
