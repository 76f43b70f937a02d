"""Which edition a name means: a build's manifest, a release of the project, or a revision in git."""

import re
from collections.abc import Sequence
from pathlib import Path

from pnp.cli.choice import near
from pnp.cli.pipeline import workshop
from pnp.export.frozen import edition
from pnp.export.manifest import NAME, fingerprint
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic
from pnp.model.edition import Address, Edition, Printed
from pnp.model.errors import UnknownName
from pnp.model.face import Deck, Face
from pnp.model.game import Component, Game
from pnp.render.faces import render
from pnp.render.text.fonts import FontBook

RELEASES = "releases"
"""The folder of a project that `pnp release` writes to."""


def edition_now(
    project: Project, game: Game, fonts: FontBook, *, theme: str = "", label: str = "now"
) -> tuple[Edition, tuple[Diagnostic, ...]]:
    """Return the game as it would be printed, and what was found on drawing it.

    Where there are errors, pieces that could not be drawn are left out.
    """
    room = workshop(project, game, fonts, theme=theme)
    pieces: dict[Address, Printed] = {}
    faces: dict[str, Face] = {}
    found: list[Diagnostic] = []
    for component in game.components:
        rendered = render(component, room)
        found += rendered.diagnostics
        faces.update(rendered.deck.faces)
        pieces.update({piece.address: piece for piece in _printed(component, rendered.deck)})
    return Edition(game.id, game.version, label, pieces, faces), tuple(found)


def find_edition(
    project: Project,
    name: str,
    game: str,
    fonts: FontBook,
    *,
    theme: str = "",
    against: Edition | None = None,
) -> Edition | None:
    """Return the edition of a game that `name` means, None when the game did not exist then.

    `name` is looked for as a manifest.json (or a folder with one, or with one in the game's folder), as a release,
    and as a revision in git, whose data are drawn by the present program in the look `theme`. A manifest knows which
    faces changed, and what they showed only as far as the SVGs beside it are those of that build; with `against`, the
    edition it will be compared with, only those of pieces that differ are read.

    Raises UnknownName for a name that means nothing, and PnpError when what it means cannot be read or drawn.
    """
    del fonts, theme
    path = manifest_at(Path(name), game)
    if path is None and name in releases(project):
        path = manifest_at(project.root / RELEASES / name, game)
        if path is None:
            return None
    if path is not None:
        return _kept(path, name, game, against)
    raise UnknownName(
        f'there is no release, manifest or revision "{name}"', near(name, releases(project), "releases")
    )


def releases(project: Project) -> tuple[str, ...]:
    """Return the names of the project's releases, v1.10 after v1.9."""
    root = project.root.resolve()
    kept = (project.root / RELEASES).glob(f"*/*/{NAME}")
    found = {path.parent.parent.name for path in kept if path.resolve().is_relative_to(root)}
    return tuple(sorted(found, key=_natural))


def manifest_at(path: Path, game: str) -> Path | None:
    """Return the manifest that is meant by a path: that file, one in that folder, or one in the game's folder in it."""
    candidates = (path, path / NAME, path / game / NAME)
    return next((each for each in candidates if each.is_file()), None)


def _kept(path: Path, name: str, game: str, against: Edition | None) -> Edition:
    found = edition(path, name, against=against)
    if found is None:
        raise UnknownName(
            f"{path} is no manifest of pnp", f"name a {NAME} that pnp build or pnp release has written"
        )
    if found.game != game:
        raise UnknownName(
            f"{path} is about {found.game}, not about {game}", f"add {found.game} to the command"
        )
    return found


def _printed(component: Component, deck: Deck) -> Sequence[Printed]:
    return [
        Printed(
            component=component.id,
            id=piece.id,
            name=piece.name,
            copies=piece.copies,
            front=deck.fronts[piece.id],
            back=deck.backs.get(piece.id),
            sha256=fingerprint(deck.fronts[piece.id], deck.backs.get(piece.id)),
        )
        for piece in component.pieces
        if piece.id in deck.fronts and (piece.back is None or piece.id in deck.backs)
    ]


def _natural(name: str) -> list[tuple[int, str]]:
    """Return what sorts numbers in names as numbers."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"([0-9]+)", name)]
