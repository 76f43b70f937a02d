"""Running a template, and what its failures look like to the person who wrote it."""

import inspect
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from types import TracebackType

from jinja2 import Template, TemplateNotFound, TemplateSyntaxError
from jinja2.exceptions import SecurityError
from jinja2.meta import find_referenced_templates

from pnp.model.diagnostics import Diagnostic, Place
from pnp.render.record import MissingField
from pnp.render.sandbox import Sandbox
from pnp.render.sources import Sources


class Templates:
    """The templates of a project, compiled once each."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._sandbox = Sandbox(sources.templates)

    def draw(self, name: str, values: Mapping[str, object]) -> str | Diagnostic:
        """Return what the template makes of `values`, or the finding that says why it cannot.

        The finding has no place when the template itself is missing: whoever asked for it knows where.
        """
        try:
            return self._sandbox.drawing(name, values)
        # A template is a program: it fails in any way a program can, and none of them may look like one of ours.
        except Exception as error:  # noqa: BLE001
            return self._finding(error, name)

    def line_in_use(self) -> Place | None:
        """Return the template line that is being drawn, when called by something that a template called."""
        frame = inspect.currentframe()
        while frame is not None:
            template = frame.f_globals.get("__jinja_template__")
            if isinstance(template, Template):
                file = self._shown(template.filename, template.name or "")
                return Place(file, template.get_corresponding_lineno(frame.f_lineno), 1)
            frame = frame.f_back
        return None

    def find(self, name: str, words: str) -> Place:
        """Return where `words` stand in a template or in what it is made of; failing that, where it begins."""
        waiting, seen = [name], {name}
        while waiting:
            each = waiting.pop(0)
            path = self._sources.find_template_file(each)
            source = "" if path is None else path.read_text(encoding="utf-8")
            if words and words in source:
                before, _, _ = source.partition(words)
                line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
                return Place(self._shown(str(path), each), line, column, len(words))
            named = find_referenced_templates(self._sandbox.parse(source))
            waiting += [other for other in named if other is not None and other not in seen]
            seen |= set(waiting)
        path = self._sources.find_template_file(name)
        return Place(self._shown(None if path is None else str(path), name), 1, 1)

    def _finding(self, error: Exception, name: str) -> Diagnostic:
        place = self._where(error, name)
        match error:
            case TemplateSyntaxError():
                place = Place(self._shown(error.filename, error.name or name), error.lineno, 1)
                message = f"the template cannot be read: {error.message}"
                return Diagnostic("PNP301", message, place, "docs/templates.md shows how each tag is written")
            case UnicodeDecodeError():
                return Diagnostic("PNP301", "the template is not UTF-8 text", place, "save it as UTF-8")
            case TemplateNotFound():
                missing = str(error.name)
                near = get_close_matches(missing, self._sandbox.list_templates(), n=3, cutoff=0.4)
                hint = f"near it: {', '.join(near)}" if near else "templates are looked for in templates/"
                asked = None if missing == name else place
                return Diagnostic("PNP303", f'there is no template "{missing}"', asked, hint)
            case MissingField():
                return Diagnostic("PNP302", str(error), place, error.hint)
            case SecurityError():
                hint = "a template draws; it cannot run programs, touch files or go on for ever"
                return Diagnostic("PNP312", f"not allowed in a template: {error}", place, hint)
            case _:
                hint = "check the values this line works with"
                return Diagnostic("PNP312", f"the template failed: {_plain(error)}", place, hint)

    def _where(self, error: BaseException, name: str) -> Place:
        """Return the innermost template line the error came through."""
        file, line = name, 1
        trace: TracebackType | None = error.__traceback__
        while trace is not None:
            if "__jinja_template__" in trace.tb_frame.f_globals or trace.tb_frame.f_code.co_filename.endswith(
                ".j2"
            ):
                file, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
            trace = trace.tb_next
        return Place(self._shown(file, name), line, 1)

    def _shown(self, filename: str | None, name: str) -> str:
        return self._sources.shown(Path(filename)) if filename else f"templates/{name}"


def _plain(error: BaseException) -> str:
    """Return what went wrong without the words of the language underneath."""
    return str(error).replace("Pen.", "").replace("_values.<locals>.", "") or type(error).__name__
