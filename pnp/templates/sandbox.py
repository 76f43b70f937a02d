"""The sandbox of templates: they compute and draw, reach nothing outside, and leave nothing for the next drawing.

A template may come from a stranger, like any picture. What it takes of a computer is not counted here: templates run in
workers, which are ended beyond the time and the memory that the game may have (pnp.render.worker_tasks).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, wraps
from io import StringIO
from itertools import islice
from pathlib import Path
from types import CodeType
from typing import Any, NoReturn

from jinja2 import Environment, FileSystemLoader, TemplateNotFound, Undefined, nodes
from jinja2.compiler import CodeGenerator
from jinja2.exceptions import SecurityError
from jinja2.loaders import split_template_path
from jinja2.runtime import BlockReference, Context, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment, safe_range
from jinja2.utils import Cycler, Joiner, Namespace
from markupsafe import Markup, escape

from pnp.files import MAX_TEXT_BYTES, is_file, is_within, read_bytes
from pnp.load.project import template_roots
from pnp.model import limits
from pnp.model.limits import USUAL_LIMITS, GameLimits, too_much
from pnp.templates import palette
from pnp.templates.values import FieldProxy, Missing
from pnp.text import decimal


def _refuse_to_be_printed(*_: object) -> NoReturn:
    """Stand in for `__repr__`: what Python would print is an address, another one on every run."""
    raise TypeError("this is a function: call it with its values in brackets")


class TemplateFunction:
    """A function as templates have it: it can be called, and neither printed, nor asked for anything, nor changed."""

    __slots__ = ("__wrapped__",)

    def __init__(self, called: Callable[..., Any]) -> None:
        self.__wrapped__ = called

    def __call__(self, *args: object, **options: object) -> object:
        """Return what the function returns."""
        return self.__wrapped__(*args, **options)

    __repr__ = __html__ = _refuse_to_be_printed


class _Cycler(Cycler):
    __repr__ = _refuse_to_be_printed


class _Joiner(Joiner):
    __repr__ = _refuse_to_be_printed


class _Block(BlockReference):
    """A block that Jinja made, as `self.block` or `super`."""

    def __init__(self, block: BlockReference) -> None:
        vars(self).update(vars(block))

    __repr__ = _refuse_to_be_printed


class _Context(Context):
    def super(self, *block: Any) -> BlockReference | Undefined:
        above = super().super(*block)
        return _Block(above) if isinstance(above, BlockReference) else above


class TemplateLoader(FileSystemLoader):
    """Templates from their folders, each read once; a link that leads out of them is no template."""

    def __init__(self, folders: Sequence[Path]) -> None:
        super().__init__(folders)
        self.source = cache(self._source)

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Return the text of a template and its file; raises TemplateNotFound."""
        del environment
        return *self.source(template), lambda: True

    def _source(self, template: str) -> tuple[str, str]:
        folders, name = [Path(folder) for folder in self.searchpath], "/".join(split_template_path(template))
        path = next((folder / name for folder in folders if is_file(folder / name)), None)
        roots = template_roots(folders, template.partition("/")[0])
        if path is None or not any(is_within(path, root) for root in roots):
            raise TemplateNotFound(template)
        text = read_bytes(path, limit=MAX_TEXT_BYTES).decode()
        return text.replace("\r\n", "\n").replace("\r", "\n"), str(path)


class _Generator(CodeGenerator):
    """Has `written` called for what a template prints: a card has hundreds of numbers."""

    def _output_child_pre(self, node: nodes.Expr, frame: Any, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            is_number = isinstance(node, nodes.Filter) and node.name == "mm"
            self.write("((" if is_number else "(environment.written(")

    def _output_child_to_const(self, node: nodes.Expr, frame: Any, finalize: Any) -> str:
        """Work nothing out but the text around tags: the rest is work, done and limited when a face is drawn."""
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible
        return super()._output_child_to_const(node, frame, finalize)

    def signature(self, node: Any, frame: Any, extra_kwargs: Mapping[str, Any] | None = None) -> None:
        """Leave out the variables of loops and blocks, which are for functions that ask for the whole context."""
        extra = {key: value for key, value in (extra_kwargs or {}).items() if key == "caller"}
        super().signature(node, frame, extra)


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja without chance, without Python's insides, and without anything that two drawings share and one could change.

    A function that a template is handed, or finds as an attribute, is a TemplateFunction.
    """

    code_generator_class = _Generator

    def __init__(self, folders: Sequence[Path], game_limits: GameLimits = USUAL_LIMITS) -> None:
        self.files = TemplateLoader(folders)
        self._limits = game_limits
        self._safe_attributes: dict[tuple[type, str], bool] = {}
        self._contexts: list[Context] = []
        super().__init__(
            loader=self.files,
            undefined=Missing,
            autoescape=True,
            finalize=printed,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
            auto_reload=False,
            optimized=False,  # to fold constants takes longer than it saves
        )
        called: dict[str, Callable[..., Any]] = {"range": safe_range, "dict": dict, "namespace": Namespace}
        called |= {"cycler": _Cycler, "joiner": _Joiner}
        self.globals = {name: TemplateFunction(each) for name, each in called.items()}
        self.globals["smallest"] = limits.SMALLEST_TEXT_PT
        # The same input gives the same bytes: nothing that rolls dice.
        self.filters.pop("random")
        colours = (palette.mix, palette.lighten, palette.darken, palette.ink)
        self.filters |= {colour.__name__: colour for colour in colours}
        self.filters["mm"] = decimal
        self.filters |= {name: _listing(self.filters[name]) for name in _ITERATING}

    def drawing(self, name: str, values: Mapping[str, object]) -> str:
        """Return what the template makes of `values`; raises whatever it runs into."""
        # A counter in an imported template must not tell how many cards were drawn before.
        for template in self.cache.values() if self.cache is not None else ():
            template._module = None  # noqa: SLF001 - Jinja keeps it for the life of the template, and has no other way
        given = {key: TemplateFunction(each) if callable(each) else each for key, each in values.items()}
        drawing: Any = self.get_template(name).generate(given)
        drawn, size = StringIO(), 0
        for part in drawing:
            size += drawn.write(part)
            if size > self._limits.svg_bytes:  # raised where the template is
                drawing.throw(SecurityError(too_much("svg_bytes", self._limits.svg_bytes)))
        while self._contexts:  # held by their own macros, they would wait for the garbage collector
            self._contexts.pop().vars.clear()
        return drawn.getvalue()

    def make_globals(self, own: Mapping[str, Any] | None) -> dict[str, Any]:
        """Return what all templates know, as a plain dictionary: each card has several contexts made from it."""
        return {**self.globals, **(own or {})}

    def context_class(self, *given: Any, **options: Any) -> Context:  # type: ignore[override]
        """Return a context, which is known until the drawing is done."""
        self._contexts.append(_Context(*given, **options))
        return self._contexts[-1]

    def call(self, context: Context, called: Any, /, *args: Any, **options: Any) -> Any:
        """Call what a template may call; a macro, or a function that it was handed, needs nothing else."""
        if (kind := type(called)) is not TemplateFunction and kind is not Macro:
            return super().call(context, called, *args, **options)
        if kind is Macro:
            return called(context.eval_ctx, *args, **options)
        return called.__wrapped__(*args, **options)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Say whether a template may have an attribute: that depends on what kind of thing has it."""
        which = type(obj), attr
        if which not in self._safe_attributes:
            self._safe_attributes[which] = super().is_safe_attribute(obj, attr, value)
        return self._safe_attributes[which]

    def written(self, value: object) -> str:
        """Return what {{ value }} writes, escaped."""
        if isinstance(value, Markup) or (
            type(value) is str and len(value) < _LONG and _ESCAPED.isdisjoint(value)
        ):
            return value
        return str(escape(printed(value)))

    def text_of(self, name: str) -> str | None:
        """Return the text of a template as it will be drawn, None when there is none that can be read."""
        try:
            return self.files.source(name)[0]
        except (TemplateNotFound, OSError, UnicodeDecodeError):
            return None

    def getattr(self, obj: Any, attribute: str) -> object:
        """Return a field before an attribute of its name, and a method as something that can only be called."""
        kind = type(obj)
        if kind is Namespace and attribute in (own := object.__getattribute__(obj, "_Namespace__attrs")):
            return own[attribute]
        if kind is FieldProxy or isinstance(obj, dict):
            try:
                return obj[attribute]
            except KeyError:
                pass
        elif kind is TemplateFunction and attribute.startswith("_"):
            return self.unsafe_undefined(obj, attribute)
        return _only_called(super().getattr(obj, attribute))

    def getitem(self, obj: Any, argument: Any) -> object:
        """Return an item, or a field or an attribute of that name."""
        return _only_called(super().getitem(obj, argument))

    def compile(self, source: str, name: str, filename: str) -> CodeType:  # type: ignore[override]
        """Return the code of a template: the next build, or the next game, has the same templates."""
        return _compiled(self._limits, source, name, filename)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """Read a template, which is also done outside a worker, to say where something stands."""
        most = self._limits.template_words
        if len(source) > most and next(
            islice(self.lexer.tokeniter(source, name, filename), most, None), None
        ):
            raise SecurityError(too_much("template_words", most))
        return super()._parse(source, name, filename)


@lru_cache(maxsize=256)
def _compiled(game_limits: GameLimits, source: str, name: str, filename: str) -> CodeType:
    return super(Sandbox, Sandbox((), game_limits)).compile(source, name, filename)


_ESCAPED = frozenset("&<>'\"")
_LONG = 1_000

_PLAIN = frozenset({str, Markup, int, bool})
"""Most values: they are printed as they are, and are no iterators."""

_NOT_CALLED = _PLAIN | {float, tuple, list, type(None)}


def _only_called(value: object) -> object:
    """Return a value, as a TemplateFunction when it is a method; what Jinja made itself has the template's own code."""
    if type(value) in _NOT_CALLED or not callable(value):
        return value
    if isinstance(value, Macro | _Block | TemplateFunction | Undefined):
        return value
    return _Block(value) if isinstance(value, BlockReference) else TemplateFunction(value)


_ITERATING = (
    *("batch", "items", "map", "reject", "rejectattr", "reverse", "select", "selectattr", "slice", "unique"),
)
"""The filters that return an iterator."""


def _listing(filter_: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter with a list in the place of an iterator, which would be printed as an address."""

    @wraps(filter_)
    def listing(*args: object, **options: object) -> object:
        value = filter_(*args, **options)
        return list(value) if isinstance(value, Iterator) else value

    return listing


def printed(value: object) -> object:
    """Return what {{ value }} writes: nothing for an empty field, numbers as SVG has them."""
    if type(value) in _PLAIN:
        return value
    if value is None:
        return ""
    if isinstance(value, float):
        return decimal(value)
    if callable(value) and not isinstance(value, Undefined):
        _refuse_to_be_printed()
    return value
