"""The sandbox templates run in: they compute and draw, but do not reach out, nor loop or multiply without end.

A template may come from a stranger, like any picture.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence, Sized
from functools import cache, lru_cache, wraps
from itertools import islice
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
from jinja2.loaders import split_template_path
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup, escape

from pnp.cache import Store
from pnp.files import MAX_TEXT_BYTES, is_file, is_within, read_bytes, real_path, walk
from pnp.load.project import template_roots
from pnp.model.limits import USUAL_LIMITS, GameLimits, too_much
from pnp.render import drawing_limits, palette
from pnp.render.template_code import code_of
from pnp.render.template_compiler import COUNTED, WEIGHED, CountingTransformer, WritingGenerator
from pnp.render.template_costs import (
    VIEWS,
    as_list,
    growth_of,
    refuse_long_number,
    shallow_weight,
    weight,
    work_of,
)
from pnp.render.template_values import FieldProxy, Missing
from pnp.text import decimal

_SPENT = ("turns", "steps", "worked", "made", "drawing")
"""The limits of what one drawing may spend."""

_WIDE = re.compile(r"\d{5}|\*|\{[^{}]*\{")
"""A width of five digits, or one that comes from a value, in a format such as "%5d" or "{:>5}"."""

_WIDENING = frozenset({"batch", "center", "indent", "round", "slice", "tojson", "truncate", "wordwrap"})
"""Filters that make more, or take longer, the larger a number they are given."""

_PLAIN_NUMBERS = frozenset({int, float})
_SINGLE = frozenset({str, int, float, bool, type(None)})
_SHORT = 500  # letters
_OF_PYTHON = (str, bytes, int, float, list, tuple, dict, range, set, frozenset, type, *VIEWS)
"""Whose methods are Python's own, or those of Jinja that work like them."""

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
        del environment
        folders, name = [Path(each) for each in self.searchpath], "/".join(split_template_path(template))
        path = next((folder / name for folder in folders if is_file(folder / name)), None)
        roots = template_roots(folders, template.partition("/")[0])
        if path is None or not any(is_within(path, root) for root in roots):
            raise TemplateNotFound(template)
        text = read_bytes(path, limit=MAX_TEXT_BYTES).decode()
        return text.replace("\r\n", "\n").replace("\r", "\n"), str(path)

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

    def __init__(
        self,
        folders: Sequence[Path],
        store: Store | None = None,
        game_limits: GameLimits = USUAL_LIMITS,
    ) -> None:
        self.files = TemplateLoader(folders, store)
        self._limits = game_limits
        super().__init__(
            loader=self.files,
            undefined=Missing,
            autoescape=select_autoescape(enabled_extensions=("svg", "j2"), default=True),
            finalize=self._printed,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
            auto_reload=False,
        )
        self.left = self._full()
        self.globals |= {"range": self._range, "smallest": drawing_limits.SMALLEST_TEXT_PT}
        # The same input gives the same bytes: nothing that rolls dice.
        self.globals.pop("lipsum")
        for name in ("random", "pprint"):  # the one rolls dice, the other takes seconds for a list
            self.filters.pop(name)
        colours = (palette.mix, palette.lighten, palette.darken, palette.ink)
        self.filters |= {each.__name__: each for each in colours}
        self.filters = {name: self._metered(name, each) for name, each in self.filters.items()}
        self.filters |= {COUNTED: self._counted, WEIGHED: self._weighed, "mm": decimal}
        tests: Any = self.tests
        self.tests = {name: self._metered(name, each) for name, each in tests.items()}

    def drawing(self, name: str, values: Mapping[str, object]) -> str:
        """Return what the template makes of `values`; raises whatever it runs into."""
        self.left = self._full()
        # A counter in an imported template must not tell how many cards were drawn before.
        for template in self.cache.values() if self.cache is not None else ():
            template._module = None  # noqa: SLF001 - Jinja keeps it for the life of the template, and has no other way
        parts: list[str] = []
        for part in self.get_template(name).generate(values):
            self._spend("drawing", len(part))
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

    def getitem(self, obj: object, argument: object) -> object:
        """Return an item; a key that is a list is looked through by Python."""
        return super().getitem(obj, self._weighed(argument))

    def concat(self, parts: Iterable[str]) -> str:
        """Return what a block, a macro or a {% set %} has written."""
        written = list(parts)
        self._spend("drawing", sum(map(len, written)))
        return "".join(written)

    def written(self, value: object) -> str:
        """Return the letters of {{ value }} in a drawing: what is printed, escaped unless it is a finished drawing."""
        if type(value) is Markup:
            return value
        if type(value) is str and len(value) <= _SHORT and _NEEDS_ESCAPING.search(value) is None:
            return value
        if type(value) is float:
            return decimal(value)
        if type(value) is int:
            return str(value)
        if isinstance(value, str):
            self._spend("drawing", len(value))
            return escape(value)
        return escape(self._printed(value))

    def _printed(self, value: object) -> object:
        return printed(self._weighed(value))

    def call_binop(self, _: object, operator: str, left: object, right: object) -> object:
        """Multiply and raise to powers, as far as numbers and texts stay of a sane size."""
        are_numbers = type(left) in _PLAIN_NUMBERS and type(right) in _PLAIN_NUMBERS
        if operator == "**" and max(abs(_as_number(left)), abs(_as_number(right))) > drawing_limits.MAX_POWER:
            raise SecurityError("the power is too large")
        if operator == "*":
            self._refuse_large_product(left, right)
        elif operator in "+%" and not are_numbers:
            if operator == "%":
                _refuse_wide_format(left)
                self._pay_for("%", left, (right,))
            else:
                self._spend("made", shallow_weight(left) + shallow_weight(right))
        return self.binop_table[operator](left, right)

    def _refuse_large_product(self, left: object, right: object) -> None:
        if isinstance(left, int) and isinstance(right, int):
            if left.bit_length() + right.bit_length() > drawing_limits.MAX_BITS:
                raise SecurityError("the number is too large")
        elif type(left) not in _PLAIN_NUMBERS or type(right) not in _PLAIN_NUMBERS:
            for many, times in ((left, right), (right, left)):
                if isinstance(many, Sequence) and len(many) * _as_number(times) > drawing_limits.MAX_REPEATED:
                    raise SecurityError("the repeated text is too long")
                self._spend("made", int(shallow_weight(many) * max(0, _as_number(times))))

    def call(self, context: Context, function: object, /, *args: object, **kwargs: object) -> object:
        """Call a function or macro, as far as there are turns left and its arguments are sane."""
        self._spend("turns", 1)
        letters = 0
        for value in (*args, *kwargs.values()) if kwargs else args:
            # Finished drawings (Markup) are free.
            if isinstance(value, str) and not isinstance(value, Markup):
                letters += len(value)
        if letters:
            self._spend("worked", letters)
        if type(function) is Macro:  # what Jinja's own call() comes to
            kwargs.pop("_block_vars", None)
            kwargs.pop("_loop_vars", None)
            return function(context.eval_ctx, *args, **kwargs)
        method = getattr(function, "__wrapped__", function)
        if isinstance(function, LoopContext):
            args = tuple(self._counted(each) for each in args)
        elif isinstance(owner := getattr(method, "__self__", None), _OF_PYTHON):
            args = tuple(map(as_list, args))
            self._pay_for(getattr(method, "__name__", ""), owner, (*args, *kwargs.values()))
            _refuse_wide((*args, *kwargs.values()))
            return self._paid(super().call(context, function, *args, **kwargs))
        else:
            for value in (*args, *kwargs.values()):
                self._weighed(value)
        if type(function) is MethodType and not vars(function.__func__):  # nothing marks it for Jinja
            kwargs.pop("_block_vars", None)
            kwargs.pop("_loop_vars", None)
            return function(*args, **kwargs)
        return super().call(context, function, *args, **kwargs)

    def _spend(self, what: str, amount: int) -> None:
        self.left[what] -= amount
        if self.left[what] < 0:
            raise SecurityError(too_much(what, getattr(self._limits, what)))

    def _full(self) -> dict[str, int]:
        return {what: getattr(self._limits, what) for what in _SPENT}

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
        most = self._limits.template_words
        if next(islice(self.lexer.tokeniter(source, name, filename), most, None), None):
            raise SecurityError(too_much("template_words", most))
        template: nodes.Template = CountingTransformer().visit(super()._parse(source, name, filename))
        return template

    def _metered(self, name: str, made: Callable[..., object]) -> Callable[..., object]:
        """Return the filter with its arguments checked and its text paid for."""
        passed = 1 if hasattr(made, "jinja_pass_arg") else 0
        is_widening = name in _WIDENING

        @wraps(made)
        def metered(*args: object, **kwargs: object) -> object:
            if name == "join":
                args = tuple(map(as_list, args))
            given = (*args[passed + 1 :], *kwargs.values())
            self._pay_for(name, args[passed], given)
            if is_widening:
                _refuse_wide(given)
            return self._paid(made(*args, **kwargs))

        return metered

    def _pay_for(self, name: str, subject: object, given: Sequence[object]) -> None:
        """Pay for the work of a filter, a test or a method of that name, and for what it makes at the most."""
        if name in ("format", "format_map"):
            _refuse_wide_format(subject)
        if name == "sum" and any(type(each) not in (*_PLAIN_NUMBERS, str) for each in given):
            raise SecurityError("sum adds numbers")
        if not (_is_short(subject) and all(map(_is_short, given))):
            self._spend("made", work_of(name, subject, given))
            self._spend("made", growth_of(name, subject, given))

    def _paid(self, made: object) -> object:
        """Return what a filter or a method made, once it is paid for."""
        refuse_long_number(made)
        if not _is_short(made):
            self._spend("made", shallow_weight(made))
        return made

    def _weighed(self, value: object) -> object:
        """Return a value, once looking all through it is paid for."""
        if not _is_short(value):
            self._spend("made", weight(value))
        return value


def _is_short(value: object) -> bool:
    """Say whether a value is a number, or a text of a few lines: what costs nothing to look at."""
    kind = type(value)
    return kind in _SINGLE and (kind is not str or len(value) <= _SHORT)  # type: ignore[arg-type]


def _refuse_wide(values: Iterable[object]) -> None:
    """Raise SecurityError when a number that may be a width or a count is out of all proportion."""
    if any(abs(_as_number(value)) > drawing_limits.MAX_WIDTH for value in values):
        raise SecurityError(f"a width or count above {drawing_limits.MAX_WIDTH}")


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
