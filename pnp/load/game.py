"""Load a game: every file of its folder, every mistake in one run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pnp.files import is_within, leads_outside
from pnp.load.art_files import CREDITS, PLACEMENTS, read_credits, read_placements, stray_pictures, stray_slots
from pnp.load.game_yaml import Context, Override, override_keys, read_header
from pnp.load.kinds import is_read_last, read_component
from pnp.load.nodes import SLUG, Findings, MapNode, Node
from pnp.load.project import GameFolder, Project, chosen_games, game_ids
from pnp.load.translation import Words
from pnp.load.translation_files import in_language, read_words, refuse_unknown_language, translated_file
from pnp.load.yaml_source import read_yaml
from pnp.model.diagnostics import Diagnostic, Place, UnknownName, has_errors
from pnp.model.game import Component, Game
from pnp.model.limits import raised
from pnp.text import slug, suggest

OTHER_PDFS = {
    "build": "the page that says how to build the game",
    "print": "the file that holds everything to print",
}
"""PDFs that lie beside those of the components."""

NOT_COMPONENTS = ("game", "claims", "rules", "approved")  # Files of a game's folder that other stages read.


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of loading: the game, when there is no error, and the diagnostics in reading order.

    `draft` is what of a game with errors has none: its components whose files are sound.
    """

    game: Game | None
    diagnostics: tuple[Diagnostic, ...]
    draft: Game | None = None


@dataclass(frozen=True, slots=True)
class LoadedGames:
    """What came of loading several games, by name."""

    by_name: Mapping[str, Loaded]

    @property
    def games(self) -> tuple[Game, ...]:
        return tuple(loaded.game for loaded in self.by_name.values() if loaded.game is not None)

    @property
    def drafts(self) -> tuple[Game, ...]:
        return tuple(loaded.draft for loaded in self.by_name.values() if loaded.draft is not None)

    @property
    def complete(self) -> bool:
        return len(self.games) == len(self.by_name)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return tuple(found for loaded in self.by_name.values() for found in loaded.diagnostics)


def load_games(
    project: Project, games: Sequence[str] = (), overrides: Sequence[Override] = ()
) -> LoadedGames:
    """Return the games named, or all, and all that is wrong in their files. Raises UnknownName."""
    return LoadedGames({name: load_game(project, name, overrides) for name in chosen_games(project, games)})


def load_game(project: Project, game_id: str, overrides: Sequence[Override] = ()) -> Loaded:
    """Return the game with that id and all that is wrong in its files, with `overrides` in place of what they say.

    Raises UnknownName when the project has no such game.
    """
    path = project.game_folder(game_id)
    if path is None:
        known = game_ids(project)
        raise UnknownName(f'there is no game "{game_id}" here', suggest(game_id, known, what="games"))
    findings = Findings()
    folder = GameFolder.of(project, game_id, path)
    top = Place(folder.label(path / "game.yaml"), 1, 1)
    _check_slug(game_id, "the folder", top, findings)
    if outside := leads_outside(path, folder.root, f"card_data/{game_id}"):
        findings.error("PNP116", outside, top, hint="put the folder itself in its place")
        return Loaded(None, findings.ordered(game=game_id))
    if is_within(path, project.root) and folder.has_links_out(project.root, findings):
        return Loaded(None, findings.ordered(game=game_id))
    if folder.language:
        refuse_unknown_language(folder)
    node = translated_file(path / "game.yaml", folder, findings)[0]
    node = override_keys(node, overrides) if isinstance(node, MapNode) else node
    header = read_header(node, Game(game_id, title="", version="1.0", components=(), place=top), findings)
    components = _components(Context(folder, header, findings, overrides=tuple(overrides)))
    largest = max(components, key=lambda component: component.copies, default=None)
    count, most = sum(component.copies for component in components), header.game.limits.prints
    if largest is not None and count > most:
        message = f"{count:,} pieces to print, copies counted; the limit is {most:,}"
        findings.error("PNP475", message, largest.place, hint=f"print fewer copies{raised('prints', count)}")
    findings.add(*stray_pictures(folder, components))
    art = _art(folder, components, findings)
    diagnostics = findings.ordered(game=game_id)
    phrases = header.wording.places if header.wording else {}
    if has_errors(diagnostics):
        wrong = {each.place.file for each in diagnostics if each.severity == "error" and each.place}
        sound = tuple(component for component in components if component.place.file not in wrong)
        rest = replace(header.game, components=sound, phrases=phrases, **art)
        return Loaded(None, diagnostics, rest if sound and header.game.title else None)
    game = replace(header.game, components=components, phrases=phrases, **art)
    game = in_language(game, folder, findings) if folder.language else game
    return Loaded(game, findings.ordered(game=game_id))


def _components(context: Context) -> tuple[Component, ...]:
    folder, findings = context.folder, context.findings
    others = {f"{name}.yaml" for name in NOT_COMPONENTS}
    files = (path for path in folder.path.iterdir() if path.suffix in (".yaml", ".yml") and path.is_file())
    known = (path for path in files if path.name[0] != "." and path.name not in others)
    paths = sorted(known, key=lambda path: path.name)
    nodes: dict[str, Node] = {}
    words: dict[str, Words] = {}
    for path in paths:
        top = Place(folder.label(path), 1, 1)
        if path.suffix != ".yaml":
            hint = f"rename it to {path.stem}.yaml"
            findings.error("PNP112", f'"{path.name}" is ignored', top, hint=hint)
            continue
        _check_slug(path.stem, "the file", top, findings, suffix=path.suffix)
        if path.stem in OTHER_PDFS:
            message = f"a component cannot be called {path.stem}: {path.stem}.pdf is {OTHER_PDFS[path.stem]}"
            findings.error("PNP112", message, top, hint="rename it, to pieces.yaml for example")
        node = read_yaml(path, folder, findings)[0]
        if node:
            words[path.stem] = read_words(folder, path.stem, findings)
            nodes[path.stem] = words[path.stem].translated(node)
    most = context.header.game.limits.components
    if len(paths) > most:
        place = Place(folder.label(paths[most]), 1, 1)
        message = f"{len(paths):,} components; the limit is {most:,}"
        hint = f"put pieces of the same size into one component{raised('components', len(paths))}"
        findings.error("PNP475", message, place, hint=hint)
        paths = paths[:most]
    if not paths:
        place = Place(folder.label(folder.path / "game.yaml"), 1, 1)
        hint = f"add a component, such as card_data/{folder.id}/cards.yaml"
        findings.error("PNP127", "the game has no components", place, hint=hint)
    unread = {name for path in paths for name in (path.stem, slug(path.stem) or "cards")} - set(nodes)
    components = _read(nodes, replace(context, unread=frozenset(unread), words=words))
    for word in words.values():
        word.report(folder.id, findings)
    return components


def _read(nodes: Mapping[str, Node], context: Context) -> tuple[Component, ...]:
    components: dict[str, Component] = {}
    unread = set(context.unread)
    for last in (False, True):
        for name, node in nodes.items():
            if is_read_last(node) == last:
                known = replace(context, siblings=dict(components), unread=frozenset(unread))
                component = read_component(name, node, known)
                if component:
                    components[name] = component
                elif not last:
                    unread.add(name)
    return tuple(components[name] for name in nodes if name in components)


def _art(folder: GameFolder, components: tuple[Component, ...], findings: Findings) -> dict[str, Any]:
    credited = read_credits(_art_node(folder, CREDITS, findings), findings)
    placed, places = read_placements(_art_node(folder, PLACEMENTS, findings), findings)
    if not has_errors(findings.ordered()):  # a component that cannot be read may ask for anything
        written = {slot: each.place for slot, each in credited.items()}
        findings.add(*stray_slots(folder, components, written, "PNP129"))
        findings.add(*stray_slots(folder, components, places, "PNP483"))
    return {"art_credits": credited, "placements": placed}


def _art_node(folder: GameFolder, name: str, findings: Findings) -> Node | None:
    path = folder.path / "art" / name
    return (read_yaml(path, folder, findings)[0] or None) if path.is_file() else None


def _check_slug(name: str, what: str, place: Place, findings: Findings, *, suffix: str = "") -> None:
    if not SLUG.fullmatch(name):
        message = f'{what} is called "{name}"; names are small letters a to z, digits and _'
        findings.error("PNP112", message, place, hint=f"rename it to {slug(name) or 'cards'}{suffix}")
