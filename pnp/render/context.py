"""What the faces of one game share while they are drawn: templates, icons, pictures, theme, cached faces."""

from dataclasses import dataclass, field

from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.game import Game
from pnp.render.art import Gallery, Icons
from pnp.render.face_cache import FaceCache
from pnp.render.sources import Sources
from pnp.render.templates import Templates


@dataclass(slots=True)
class RenderContext:
    """What the faces of one game share. Without a `face_cache` every face is drawn."""

    game: Game
    sources: Sources
    theme: str = ""
    face_cache: FaceCache | None = None
    templates: Templates = field(init=False)
    icons: Icons = field(init=False)
    gallery: Gallery = field(init=False)

    def __post_init__(self) -> None:
        """Look the shared files up once."""
        self.templates = Templates(self.sources)
        self.icons = Icons(self.sources, self.game.id)
        self.gallery = Gallery(self.sources, self.game.id)

    def unusable_fonts(self) -> tuple[Diagnostic, ...]:
        """Return a warning for each file in the project's fonts folder that no letters can be drawn with."""
        return tuple(
            Diagnostic(
                "PNP314",
                f"{path.name} {why}",
                Place(self.sources.shown(path), 1, 1),
                "no text is set with it; put a whole font in its place, or remove it",
                "warning",
            )
            for path, why in sorted(self.sources.fonts.refused.items())
        )

    def digest_of(self, kind: str, name: str) -> str:
        """Return a digest of the file that a picture ("art") or an icon ("icon") of that name is drawn from today."""
        return self.gallery.digest(name) if kind == "art" else self.icons.digest(name)
