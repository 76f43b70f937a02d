"""A template run with its values, and its errors as diagnostics."""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import TracebackType

from jinja2 import Template, TemplateNotFound, TemplateSyntaxError
from jinja2.exceptions import SecurityError
from jinja2.meta import find_referenced_templates
from jinja2.nodes import Block

from pnp.cache import digest
from pnp.load.project import is_drawing
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.limits import USUAL_LIMITS, GameLimits
from pnp.templates.sandbox import Sandbox
from pnp.templates.sources import Sources
from pnp.templates.values import MissingField
from pnp.text import near_names, suggest_argument

# What a template is made of: itself and all it extends, includes and imports, as one digest.

_TAG = re.compile(
    r"""\{%[-+]?\s*(?:extends|include|import|from)\b\s*
    (?:(?P<quote>["'])(?P<name>[^"'\\]+)(?P=quote)\s*(?=[-+]?%\}|ignore\b|with\b|without\b|as\b|import\b))?""",
    re.VERBOSE,
)


def closure(name: str, text_of: Callable[[str], str | None], everything: Callable[[], Iterator[str]]) -> str:
    """Return the digest of template `name` and of all templates that it can reach.

    `text_of` gives the text of a template, None when there is none. A name that is worked out while drawing may be
    any of `everything`.
    """
    texts: dict[str, str | None] = {}
    waiting = [name]
    while waiting:
        each = waiting.pop()
        if each in texts:
            continue
        texts[each] = text_of(each)
        for other in _named(texts[each] or ""):
            waiting += everything() if other is None else [other]
    return digest(sorted(texts.items()))


def _named(text: str) -> Iterator[str | None]:
    r"""Yield the names of the templates that a text asks for, None for one that is worked out or written with escapes.

    >>> list(_named('{% extends "a.j2" %}{%- from "b.j2" import c %}{% include "d" ~ e %}{% import f as g %}'))
    ['a.j2', 'b.j2', None, None]
    >>> list(_named(r'{% include "\x61.j2" %}'))
    [None]
    """
    return (found["name"] for found in _TAG.finditer(text))


_BLOCK = re.compile(r"\{%[-+]?\s*block\s+(\w+)")
_EXTENDS = re.compile(r"""\{%[-+]?\s*extends\s+(?:["'](?P<name>[^"'\\]+)["']\s*[-+]?%\})?""")
MOST_EXTENDED = 20


class Templates:
    """The templates of a project, compiled once each."""

    def __init__(self, sources: Sources, game_limits: GameLimits = USUAL_LIMITS) -> None:
        self._sources = sources
        self._sandbox = Sandbox(sources.templates, game_limits)
        self._lost_block = cache(self._find_lost_block)
        self.digest = cache(self._digest)
        self.text_of = self._sandbox.text_of

    def draw(self, name: str, values: Mapping[str, object]) -> str | Diagnostic:
        """Return what a template makes of `values`, or the finding why not, without a place if it is missing."""
        try:
            drawn = self._sandbox.drawing(name, values)
            return self._lost_block(name) or drawn
        except MemoryError:
            raise  # the limit of the worker, which says so
        # A template is a program: it fails in any way a program can, and none of them may look like one of ours.
        except Exception as error:  # noqa: BLE001
            return self._finding(error, name, values)

    def _digest(self, name: str) -> str:
        return closure(name, self._sandbox.text_of, lambda: iter(self._sandbox.list_templates()))

    def _find_lost_block(self, name: str) -> Diagnostic | None:
        texts = [self._sandbox.text_of(name) or ""]
        while len(texts) < MOST_EXTENDED and (above := _EXTENDS.search(texts[-1])) is not None:
            if above["name"] is None:
                return None  # worked out while drawing
            texts.append(self._sandbox.text_of(above["name"]) or "")
        known = {block for text in texts[1:] for block in _BLOCK.findall(text)}
        if len(texts) == 1 or known.issuperset(_BLOCK.findall(texts[0])):
            return None
        for block in self._sandbox.parse(texts[0]).body:
            if isinstance(block, Block) and block.name not in known:
                hint = suggest_argument(block.name, sorted(known), "blocks", most=1)
                said = f'there is no block "{block.name}" to fill: it would not be drawn'
                return Diagnostic("PNP302", said, self._place(name, block.lineno), hint)
        return None

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
            source = self._sandbox.text_of(each) or ""
            if words and words in source:
                before, _, _ = source.partition(words)
                line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
                return replace(self._place(each, line), column=column, length=len(words))
            if is_drawing(each):
                continue
            named = find_referenced_templates(self._sandbox.parse(source))
            waiting += [other for other in named if other is not None and other not in seen]
            seen |= set(waiting)
        return self._place(name)

    def _place(self, name: str, line: int = 1) -> Place:
        path = self._sources.find_template_file(name)
        return Place(self._shown(None if path is None else str(path), name), line, 1)

    def _finding(self, error: Exception, name: str, values: Mapping[str, object]) -> Diagnostic:
        file, line = name, 1
        trace: TracebackType | None = error.__traceback__
        while trace is not None:
            if "__jinja_template__" in trace.tb_frame.f_globals or trace.tb_frame.f_code.co_filename.endswith(
                ".j2"
            ):
                file, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
            trace = trace.tb_next
        place = Place(self._shown(file, name), line, 1)
        match error:
            case TemplateSyntaxError():
                # A tag that is never closed has the file for its name.
                place = Place(self._shown(error.filename or error.name, name), error.lineno, 1)
                message = f"the template cannot be read: {error.message}"
                return Diagnostic("PNP301", message, place, "docs/templates.md shows how each tag is written")
            case UnicodeDecodeError():
                return Diagnostic("PNP301", "the template is not UTF-8 text", place, "save it as UTF-8")
            case TemplateNotFound():
                missing = str(error.name)
                near = near_names(missing, self._sandbox.list_templates(), cutoff=0.4)
                hint = f"near it: {', '.join(near)}" if near else "templates are looked for in templates/"
                asked = None if missing == name else place
                return Diagnostic("PNP303", f'there is no template "{missing}"', asked, hint)
            case MissingField():
                return Diagnostic("PNP302", str(error), place, error.hint)
            case SecurityError():
                hint = "a template draws; it cannot run programs or touch files"
                return Diagnostic("PNP312", f"not allowed in a template: {error}", place, hint)
            case _:
                hint = getattr(error, "hint", "") or _advice(str(error), values)
                return Diagnostic("PNP312", f"the template failed: {_plain(error)}", place, hint)

    def _shown(self, filename: str | None, name: str) -> str:
        return self._sources.shown(Path(filename)) if filename else f"templates/{name}"


def _plain(error: BaseException) -> str:
    """Return what went wrong without the words of the language underneath."""
    return re.sub(r"(?:\w+\.|<locals>\.)+(?=\w+\(\) )", "", str(error)) or type(error).__name__


def _advice(message: str, values: Mapping[str, object]) -> str:
    option = re.search(r"(\w+)\(\) got an unexpected keyword argument '(\w+)'", message)
    if option is not None:
        function = values.get(option[1])
        taken = inspect.signature(function).parameters.values() if callable(function) else ()
        options = [parameter.name for parameter in taken if parameter.kind is parameter.KEYWORD_ONLY]
        return suggest_argument(option[2], options, "options", most=1) if options else "leave it out"
    if re.search(r"(fit|picture)\(\) takes .* positional", message):
        return "put the box into brackets: (x, y, width, height); options are written name=value"
    return "check the values this line works with"
