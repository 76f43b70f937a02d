"""Which line of a template drew something: found by running the template once more, for findings only."""

from collections.abc import Callable, Mapping
from functools import wraps

from pnp.model.diagnostics import Place
from pnp.render.templates import Templates

DRAWING = ("fit", "line", "picture", "icon")


def line_that_drew(
    words: str, template: str, given: Mapping[str, object], templates: Templates
) -> Place | None:
    """Return the line that called what drew `words`; None when they stand in the template itself."""
    found: list[Place] = []

    def watched(function: Callable[..., str]) -> Callable[..., str]:
        @wraps(function)
        def call(*values: object, **options: object) -> str:
            drawn = function(*values, **options)
            if not found and words in drawn and (place := templates.line_in_use()):
                found.append(place)
            return drawn

        return call

    again = {
        name: watched(value) if name in DRAWING and callable(value) else value
        for name, value in given.items()
    }
    templates.draw(template, again)
    return next(iter(found), None)
