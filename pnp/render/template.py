"""Running a template: the sandbox it runs in, and what its failures look like to the person who wrote it."""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from types import TracebackType

from jinja2 import FileSystemLoader, TemplateError, TemplateNotFound, TemplateSyntaxError, select_autoescape
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pnp.model.diagnostics import Diagnostic, Place
from pnp.render import palette
from pnp.render.numbers import mm
from pnp.render.record import Missing, MissingField
from pnp.render.sources import Sources


class Templates:
    """The templates of a project, compiled once each."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._environment = ImmutableSandboxedEnvironment(
            loader=FileSystemLoader(sources.templates),
            undefined=Missing,
            autoescape=select_autoescape(enabled_extensions=("svg", "j2"), default=True),
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
            auto_reload=False,
        )
        self._environment.filters |= {
            "mm": mm,
            "mix": palette.mix,
            "lighten": palette.lighten,
            "darken": palette.darken,
            "ink": palette.ink,
        }

    def draw(self, name: str, values: Mapping[str, object]) -> str | Diagnostic:
        """Return what the template makes of `values`, or the finding that says why it cannot."""
        try:
            return self._environment.get_template(name).render(values)
        except TemplateSyntaxError as error:
            place = Place(self._shown(error.filename, name), error.lineno, 1)
            return Diagnostic(
                "PNP301", f"the template cannot be read: {error.message}", place, "see docs/templates.md"
            )
        except TemplateNotFound as error:
            near = get_close_matches(str(error.name), self._environment.list_templates(), n=3, cutoff=0.4)
            hint = "near it: " + ", ".join(near) if near else "templates are looked for in templates/"
            return Diagnostic(
                "PNP303", f'there is no template "{error.name}"', self._where(error, name), hint
            )
        except MissingField as error:
            return Diagnostic("PNP302", str(error), self._where(error, name), error.hint)
        except SecurityError as error:
            hint = "a template draws; it cannot run programs or touch files"
            return Diagnostic("PNP312", f"not allowed in a template: {error}", self._where(error, name), hint)
        except (
            TemplateError,
            ArithmeticError,
            LookupError,
            RecursionError,
            TypeError,
            ValueError,
            AttributeError,
        ) as error:
            hint = "check the values this line works with"
            return Diagnostic(
                "PNP312", f"the template failed: {_plain(error)}", self._where(error, name), hint
            )

    def _where(self, error: BaseException, name: str) -> Place:
        """Return the innermost template line the error came through."""
        file, line = name, 1
        trace: TracebackType | None = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename.endswith(".j2"):
                file, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
            trace = trace.tb_next
        return Place(self._shown(file, name), line, 1)

    def _shown(self, filename: str | None, name: str) -> str:
        return self._sources.shown(Path(filename)) if filename else f"templates/{name}"


def _plain(error: BaseException) -> str:
    text = str(error).replace("Pen.", "")
    return text or type(error).__name__
