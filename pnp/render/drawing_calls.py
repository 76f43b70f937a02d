"""Which lines of a template drew some things: found by running the template once more, for findings only."""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps

from pnp.model.diagnostics import Place
from pnp.render.templates import Templates

DRAWING = ("fit", "line", "picture", "icon")


def lines_that_drew(
    words: Iterable[str], template: str, given: Mapping[str, object], templates: Templates
) -> dict[str, Place]:
    """Return the line that called what drew each of the `words`, but for those that stand in the template itself."""
    found: dict[str, Place] = {}
    left = set(words)

    def watched(function: Callable[..., str]) -> Callable[..., str]:
        @wraps(function)
        def call(*values: object, **options: object) -> str:
            drawn = function(*values, **options)
            drew = [each for each in left if each in drawn]
            if drew and (place := templates.line_in_use()):
                found.update(dict.fromkeys(drew, place))
                left.difference_update(drew)
            return drawn

        return call

    again = {
        name: watched(value) if name in DRAWING and callable(value) else value
        for name, value in given.items()
    }
    templates.draw(template, again)
    return found
