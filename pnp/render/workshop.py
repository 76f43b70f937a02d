"""The room a game's faces are drawn in: its templates, icons, pictures and colours, and the faces drawn before."""

from dataclasses import dataclass, field

from pnp.model.game import Game
from pnp.render.art import Gallery
from pnp.render.icons import Icons
from pnp.render.memory import Memory
from pnp.render.sources import Sources
from pnp.render.template import Templates


@dataclass(slots=True)
class Workshop:
    """What the faces of one game share. Without a `memory` every face is drawn."""

    game: Game
    sources: Sources
    theme: str = ""
    memory: Memory | None = None
    templates: Templates = field(init=False)
    icons: Icons = field(init=False)
    gallery: Gallery = field(init=False)

    def __post_init__(self) -> None:
        """Open the shared rooms."""
        self.templates = Templates(self.sources)
        self.icons = Icons(self.sources, self.game.id)
        self.gallery = Gallery(self.sources, self.game.id)

    def answer(self, kind: str, name: str) -> str:
        """Return a digest of the file that a picture ("art") or an icon ("icon") of that name is drawn from today."""
        return self.gallery.digest(name) if kind == "art" else self.icons.digest(name)
