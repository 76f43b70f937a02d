"""The sandbox templates run in: they compute and draw, but do not reach out.

A template may come from a stranger, like any picture. What it takes of a computer is not counted here: templates run in
workers, which are ended beyond the time and the memory that the game may have (pnp.drawing).
"""

import os
import re
from collections.abc import Mapping, MutableMapping, Sequence
from functools import cache, lru_cache
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
from jinja2.compiler import CodeGenerator, Frame
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
from pnp.render.template_values import FieldProxy, Missing
from pnp.text import decimal

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


class WritingGenerator(CodeGenerator):
    """Generates one call of `environment.written` for each {{ value }}, where Jinja has `escape` and `finalize`."""

    def write_commons(self) -> None:
        """Look the function up once for each block."""
        self.writeline("written = environment.written")
        super().write_commons()

    def _output_child_pre(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        if _is_escaped(frame):
            self.write("written(")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        if _is_escaped(frame):
            self.write(")")
        else:
            super()._output_child_post(node, frame, finalize)


def _is_escaped(frame: Frame) -> bool:
    return frame.eval_ctx.autoescape and not frame.eval_ctx.volatile


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja without chance and without Python's insides. The code of templates is kept in `store`."""

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
            finalize=printed,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
            auto_reload=False,
        )
        self.globals["smallest"] = drawing_limits.SMALLEST_TEXT_PT
        # The same input gives the same bytes: nothing that rolls dice.
        self.globals.pop("lipsum")
        self.filters.pop("random")
        colours = (palette.mix, palette.lighten, palette.darken, palette.ink)
        self.filters |= {each.__name__: each for each in colours}
        self.filters["mm"] = decimal

    def drawing(self, name: str, values: Mapping[str, object]) -> str:
        """Return what the template makes of `values`; raises whatever it runs into."""
        # A counter in an imported template must not tell how many cards were drawn before.
        for template in self.cache.values() if self.cache is not None else ():
            template._module = None  # noqa: SLF001 - Jinja keeps it for the life of the template, and has no other way
        return "".join(self.get_template(name).generate(values))

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

    def written(self, value: object) -> str:
        """Return the letters of {{ value }} in a drawing: what is printed, escaped unless it is a finished drawing."""
        if type(value) is Markup:
            return value
        if type(value) is str and _NEEDS_ESCAPING.search(value) is None:
            return value
        return escape(printed(value))

    def call(self, context: Context, function: object, /, *args: object, **kwargs: object) -> object:
        """Call a function or macro: what templates call most by a short way."""
        if type(function) is Macro:
            args = (context.eval_ctx, *args)
        elif type(function) is not MethodType or vars(function.__func__):  # which may mark it for Jinja
            return super().call(context, function, *args, **kwargs)
        kwargs.pop("_block_vars", None)
        kwargs.pop("_loop_vars", None)
        return function(*args, **kwargs)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """Read a template, which is also done outside a worker, to say where something stands."""
        most = self._limits.template_words
        if next(islice(self.lexer.tokeniter(source, name, filename), most, None), None):
            raise SecurityError(too_much("template_words", most))
        return super()._parse(source, name, filename)


def printed(value: object) -> object:
    """Return what {{ value }} writes: nothing for an empty field, numbers as SVG has them."""
    if value is None:
        return ""
    if isinstance(value, float):
        return decimal(value)
    if callable(value) and not isinstance(value, Undefined):
        raise TypeError("this is a function: call it with its values in brackets")
    return value
