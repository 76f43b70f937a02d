"""The sandbox templates run in: they compute and draw, but do not reach out, nor loop or multiply without end.

A template may come from a stranger, like any picture.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence, Sized
from functools import cache, lru_cache, wraps
from pathlib import Path
from types import CodeType, MethodType
from typing import Any

from jinja2 import (
    Environment,
    FileSystemLoader,
    Template,
    TemplateNotFound,
    Undefined,
    nodes,
    select_autoescape,
)
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup, escape

from pnp.cache import Store
from pnp.files import is_within, real_path, walk
from pnp.load.project import template_roots
from pnp.render import limits, palette
from pnp.render.template_code import code_of
from pnp.render.template_compiler import COUNTED, CountingTransformer, WritingGenerator
from pnp.render.template_values import FieldProxy, Missing
from pnp.text import decimal

_ITEM_BYTES = 8  # what a list keeps for each of its items
_WIDE = re.compile(r"\d{5}|\*|\{[^{}]*\{")
"""A width of five digits, or one that comes from a value, in a format such as "%5d" or "{:>5}"."""

_WIDENING = frozenset({"batch", "center", "indent", "round", "slice", "tojson", "truncate", "wordwrap"})
"""Filters that make more, or take longer, the larger a number they are given."""

_MAKING_MORE = frozenset({"format", "format_map", "join", "replace"})
"""Filters and methods that make more than what they are given."""

_PLAIN_NUMBERS = frozenset({int, float})
_LOOP_NUMBERS = frozenset({"index", "index0", "revindex", "revindex0", "first", "last", "length"})
_NEEDS_ESCAPING = re.compile("[&<>'\"]")


class TemplateLoader(FileSystemLoader):
    """Templates from their folders, each read once; a link that leads out of them is no template."""

    def __init__(self, folders: Sequence[Path], store: Store | None) -> None:
        super().__init__(folders)
        self._store = store
        self.text_of = cache(self._text_of)
        self.folder_links = cache(self._folder_links)

    def load(
        self,
        environment: Environment,
        name: str,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002
    ) -> Template:
        """Return the template; raises TemplateNotFound."""
        text, file = self.text_of(environment, name)
        code = code_of(text, name, file, self._store, lambda: generated(text, name, file))
        return environment.template_class.from_code(environment, code, globals or {})

    def _text_of(self, environment: Environment, template: str) -> tuple[str, str]:
        source, file, _ = super().get_source(environment, template)
        roots = template_roots([Path(each) for each in self.searchpath], template.partition("/")[0])
        if not any(is_within(Path(file), root) for root in roots):
            raise TemplateNotFound(template)
        return source, file

    def _folder_links(self) -> tuple[tuple[str, str], ...]:
        """Return the links to folders among the templates, and where they lead: other templates, once that changes."""
        links = (
            (Path(folder), Path(top) / name)
            for folder in self.searchpath
            for top, names, _ in walk(Path(folder))
            for name in names
            if (Path(top) / name).is_symlink()
        )
        return tuple(
            sorted(
                (str(path.relative_to(folder)), os.path.relpath(real_path(path), folder))
                for folder, path in links
            )
        )


@lru_cache(maxsize=256)
def generated(text: str, name: str, file: str) -> CodeType:
    """Return what Jinja makes of the text of a template: the next build, or the next game, has the same templates."""
    return Sandbox(()).compile(text, name, file)


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja without chance, without Python's insides, and with bounds on what can grow.

    `left` is what the drawing under way may still spend; whoever spends more raises SecurityError. The code of templates
    is kept in `store`.
    """

    intercepted_binops = frozenset(("*", "**", "+", "%"))
    code_generator_class = WritingGenerator

    def __init__(self, folders: Sequence[Path], store: Store | None = None) -> None:
        self.files = TemplateLoader(folders, store)
        super().__init__(
            loader=self.files,
            undefined=Missing,
            autoescape=select_autoescape(enabled_extensions=("svg", "j2"), default=True),
            finalize=printed,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
            auto_reload=False,
        )
        self.left = _full()
        self.globals |= {"range": self._range, "smallest": limits.SMALLEST_TEXT_PT}
        # The same input gives the same bytes: nothing that rolls dice.
        self.globals.pop("lipsum")
        self.filters.pop("random")
        colours = (palette.mix, palette.lighten, palette.darken, palette.ink)
        self.filters |= {each.__name__: each for each in colours}
        self.filters = {name: self._metered(name, each) for name, each in self.filters.items()}
        self.filters |= {COUNTED: self._counted, "mm": decimal}  # these need no bounds
        self.written = written

    def drawing(self, name: str, values: Mapping[str, object]) -> str:
        """Return what the template makes of `values`; raises whatever it runs into."""
        self.left = _full()
        # A counter in an imported template must not tell how many cards were drawn before.
        for template in self.cache.values() if self.cache is not None else ():
            template._module = None  # noqa: SLF001 - Jinja keeps it for the life of the template, and has no other way
        parts: list[str] = []
        left = self.left["svg"]
        for part in self.get_template(name).generate(values):
            left -= len(part)
            if left < 0:
                raise SecurityError(limits.TEMPLATE_LIMITS["svg"][1])
            parts.append(part)
        return "".join(parts)

    def text_of(self, name: str) -> str | None:
        """Return the text of a template as it will be drawn, None when there is none that can be read."""
        try:
            return self.files.text_of(self, name)[0]
        except (TemplateNotFound, OSError, UnicodeDecodeError):
            return None

    def getattr(self, obj: object, attribute: str) -> object:
        """Return a field or an attribute, by a short way for what templates ask for most and can do no harm with."""
        if attribute.startswith("_"):
            return super().getattr(obj, attribute)
        if type(obj) is FieldProxy:
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        if type(obj) is dict and attribute in obj and not hasattr(dict, attribute):
            return obj[attribute]
        if type(obj) is TemplateModule and type(macro := vars(obj).get(attribute)) is Macro:
            return macro
        if type(obj) is LoopContext and attribute in _LOOP_NUMBERS:
            return getattr(obj, attribute)
        return super().getattr(obj, attribute)

    def call_binop(self, _: object, operator: str, left: object, right: object) -> object:
        """Multiply and raise to powers, as far as numbers and texts stay of a sane size."""
        are_numbers = type(left) in _PLAIN_NUMBERS and type(right) in _PLAIN_NUMBERS
        if operator == "**" and max(abs(_as_number(left)), abs(_as_number(right))) > limits.MAX_POWER:
            raise SecurityError("the power is too large")
        if operator == "*":
            self._refuse_large_product(left, right)
        elif operator in "+%" and not are_numbers:
            self._spend("made", weight(left) + weight(right))
            if operator == "%":
                _refuse_wide_format(left)
        return self.binop_table[operator](left, right)

    def _refuse_large_product(self, left: object, right: object) -> None:
        if isinstance(left, int) and isinstance(right, int):
            if left.bit_length() + right.bit_length() > limits.MAX_BITS:
                raise SecurityError("the number is too large")
        elif type(left) not in _PLAIN_NUMBERS or type(right) not in _PLAIN_NUMBERS:
            for many, times in ((left, right), (right, left)):
                if isinstance(many, Sequence) and len(many) * _as_number(times) > limits.MAX_REPEATED:
                    raise SecurityError("the repeated text is too long")
                self._spend("made", weight(many) * max(0, int(_as_number(times))) if weight(many) else 0)

    def call(self, context: Context, function: object, /, *args: object, **kwargs: object) -> object:
        """Call a function or macro, as far as there are turns left and its arguments are sane."""
        self._spend("turns", 1)
        letters = 0
        for value in (*args, *kwargs.values()) if kwargs else args:
            # Finished drawings (Markup) are free.
            if isinstance(value, str) and not isinstance(value, Markup):
                letters += len(value)
        if letters:
            self._spend("letters", letters)
        if type(function) is Macro:  # what Jinja's own call() comes to
            kwargs.pop("_block_vars", None)
            kwargs.pop("_loop_vars", None)
            return function(context.eval_ctx, *args, **kwargs)
        method = getattr(function, "__wrapped__", function)
        owner = getattr(method, "__self__", None)
        if isinstance(function, LoopContext):
            args = tuple(self._counted(each) for each in args)
        elif isinstance(owner, str | bytes | int | float | list | tuple | dict):
            self._pay_for(getattr(method, "__name__", ""), owner, args)
            _refuse_wide((*args, *kwargs.values()))
        if type(function) is MethodType and not vars(function.__func__):  # nothing marks it for Jinja
            kwargs.pop("_block_vars", None)
            kwargs.pop("_loop_vars", None)
            return function(*args, **kwargs)
        return super().call(context, function, *args, **kwargs)

    def _spend(self, what: str, amount: int) -> None:
        self.left[what] -= amount
        if self.left[what] < 0:
            raise SecurityError(limits.TEMPLATE_LIMITS[what][1])

    def _range(self, *args: int) -> range:
        wanted = range(*args)
        self._spend("steps", len(wanted))
        return wanted

    def _counted(self, items: object) -> object:
        """Return what a loop goes through, paid for at once when its length is known, else turn by turn."""
        if isinstance(items, Sized):
            self._spend("turns", len(items))
            return items
        return self._one_by_one(items) if isinstance(items, Iterable) else items

    def _one_by_one(self, items: Iterable[object]) -> Iterator[object]:
        for item in items:
            self._spend("turns", 1)
            yield item

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        template: nodes.Template = CountingTransformer().visit(super()._parse(source, name, filename))
        return template

    def _metered(self, name: str, made: Callable[..., object]) -> Callable[..., object]:
        """Return the filter with its arguments checked and its text paid for."""
        passed = 1 if hasattr(made, "jinja_pass_arg") else 0
        is_widening = name in _WIDENING
        makes_more = name in _MAKING_MORE

        @wraps(made)
        def metered(*args: object, **kwargs: object) -> object:
            subject = args[passed]
            if makes_more:
                self._pay_for(name, subject, args[passed + 1 :])
            elif (made_of := weight(subject)) > 0:
                self._spend("made", made_of)
            if is_widening:
                _refuse_wide((*args[passed + 1 :], *kwargs.values()))
            return made(*args, **kwargs)

        return metered

    def _pay_for(self, name: str, subject: object, rest: Sequence[object]) -> None:
        """Pay for what a filter or a method of that name makes of `subject` and the `rest` of its arguments."""
        self._spend("made", weight(subject))
        if name in ("format", "format_map"):
            _refuse_wide_format(subject)
        elif name == "replace" and len(rest) > 1:
            old, new = str(rest[0]), str(rest[1])
            self._spend("made", str(subject).count(old) * len(new))
        elif name == "join":
            glue, parts = (subject, rest[0]) if isinstance(subject, str) and rest else (rest[:1], subject)
            if isinstance(parts, list | tuple):
                self._spend("made", sum(map(weight, parts)) + len(parts) * len(str(glue)))


def _full() -> dict[str, int]:
    return {what: most for what, (most, _) in limits.TEMPLATE_LIMITS.items()}


def weight(value: object) -> int:
    """Return roughly how many bytes a text or a list takes; 0 for anything else.

    >>> weight("abc"), weight([1, 2]), weight(7)
    (3, 16, 0)
    """
    if isinstance(value, str | bytes):
        return len(value)
    return _ITEM_BYTES * len(value) if isinstance(value, list | tuple) else 0


def _refuse_wide(values: Iterable[object]) -> None:
    """Raise SecurityError when a number that may be a width or a count is out of all proportion."""
    if any(abs(_as_number(value)) > limits.MAX_WIDTH for value in values):
        raise SecurityError(f"a width or count above {limits.MAX_WIDTH}")


def _refuse_wide_format(text: object) -> None:
    """Raise SecurityError when a format string asks for very wide columns, or for a width it is yet to be told."""
    if isinstance(text, str) and _WIDE.search(text):
        raise SecurityError("a format with so wide a column")


def _as_number(value: object) -> float:
    return value if isinstance(value, int | float) else 0


def printed(value: object) -> object:
    """Return what {{ value }} writes: nothing for an empty field, numbers as SVG has them."""
    if value is None:
        return ""
    if isinstance(value, float):
        return decimal(value)
    if callable(value) and not isinstance(value, Undefined):
        raise TypeError("this is a function: call it with its values in brackets")
    return value


def written(value: object) -> str:
    """Return the letters of {{ value }} in a drawing: what is printed, escaped unless it is a finished drawing.

    >>> print(written("a < b"), written(Markup("<g/>")), written(0.5))
    a &lt; b <g/> 0.5
    """
    if type(value) is Markup or (type(value) is str and _NEEDS_ESCAPING.search(value) is None):
        return value
    if type(value) is float:
        return decimal(value)
    return str(value) if type(value) is int else escape(printed(value))
