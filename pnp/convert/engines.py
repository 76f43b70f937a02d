"""The renderers there are, by the name a user gives; each is imported only when it is asked for."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from pnp.convert.chunks import NO_PAGE_CACHE, PageCache
from pnp.model.errors import UnknownName
from pnp.model.face import Face, FacePages
from pnp.text import suggest_argument

ENGINES = {"typst": "pnp.convert.typst_pages", "cairo": "pnp.convert.cairo_pages"}
"""Name of a renderer -> the module that offers `convert`; the first is the default."""

DEFAULT = next(iter(ENGINES))


class Converter(Protocol):
    """What a renderer offers."""

    def convert(
        self, faces: Sequence[Face], fonts: Sequence[Path], *, page_cache: PageCache = NO_PAGE_CACHE
    ) -> FacePages:
        """Return one PDF page per face, in order, as large as the face's page, drawn with these font files only.

        What is in `page_cache` is not drawn again. Raises CannotRender naming the face that cannot be drawn.
        """


def engine(name: str = DEFAULT) -> Converter:
    """Return the renderer of that name; raises UnknownName for any other.

    >>> engine("typst").convert([], []).chunks
    ()
    """
    if name not in ENGINES:
        raise UnknownName(
            f'there is no renderer "{name}"', suggest_argument(name, list(ENGINES), "renderers")
        )
    return cast("Converter", import_module(ENGINES[name]))
