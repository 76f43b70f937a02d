"""The templates of one component, of both kinds: text with gaps in braces, and drawings whose objects are fields."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import wraps

from pnp.load.project import is_drawing
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.game import Component
from pnp.render.context import RenderContext
from pnp.render.editors_data import without_editors_data
from pnp.render.svg_template.filling import SvgTemplates
from pnp.render.template_api import TemplateApi
from pnp.render.template_values import Values
from pnp.render.templates import Templates


class FaceTemplates:
    """Draws sides of a component by their templates."""

    def __init__(self, component: Component, context: RenderContext) -> None:
        self._templates = context.templates
        self._drawings = SvgTemplates(component, context)

    def values_for(self, template: str) -> Values:
        """Return what a template is given besides the values of its card."""
        return {"fields": tuple(sorted(self._drawings.fields))} if is_drawing(template) else {}

    def draw(self, template: str, values: Mapping[str, object], api: TemplateApi) -> str | Diagnostic:
        """Return what the template makes of the values, or the finding that says why it cannot."""
        if is_drawing(template):
            return self._drawings.draw(template, values, api)
        drawn = self._templates.draw(template, values)
        return without_editors_data(drawn) if isinstance(drawn, str) else drawn

    def places_of(
        self, words: Collection[str], template: str, values: Mapping[str, object]
    ) -> Mapping[str, Place]:
        """Return the line that drew each of some words; failing that, where they stand, or where the template begins."""
        drew: Mapping[str, Place] = {}
        if words and not is_drawing(template):
            drew = lines_that_drew(words, template, values, self._templates)
        return {each: drew.get(each) or self._templates.find(template, each) for each in words}

    def never_shown(self) -> Iterator[Diagnostic]:
        """Yield what is found of fields that no object of the drawings shows."""
        return self._drawings.never_shown()


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
