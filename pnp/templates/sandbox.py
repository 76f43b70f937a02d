"""The sandbox templates run in: they compute and draw, but do not reach out. And their code, which is kept.

A template may come from a stranger, like any picture. What it takes of a computer is not counted here: templates run in
workers, which are ended beyond the time and the memory that the game may have (pnp.drawing).

Code is run, so that it is only ever taken from where the program itself lies, and from a cache that nobody but the user
can write to. None is taken from the folder of a game. Building a wheel needs this module, and of libraries only Jinja.
"""

import marshal
import os
import re
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from functools import cache, lru_cache
from importlib.machinery import SourceFileLoader
from importlib.util import MAGIC_NUMBER
from itertools import islice
from pathlib import Path
from types import CodeType, MethodType
from typing import Any

import jinja2
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

import pnp
from pnp.cache import VARIABLE, Cache, Store, digest, digest_of
from pnp.files import MAX_TEXT_BYTES, is_file, is_within, read_bytes, real_path, walk
from pnp.load.project import template_roots
from pnp.model import limits
from pnp.model.limits import USUAL_LIMITS, GameLimits, too_much
from pnp.templates import palette
from pnp.templates.values import FieldProxy, Missing
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
        self.globals["smallest"] = limits.SMALLEST_TEXT_PT
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


SHIPPED = Path(pnp.__file__).parent / "_compiled"
"""Where the build of a wheel puts what Jinja generates from the templates that come with pnp; hatch_build.py does."""

GENERATORS = (
    "templates/sandbox.py",
    "templates/values.py",
    "templates/palette.py",
    "model/limits.py",
    "text.py",
)
"""The modules that decide what is generated from a template: what is always the same is worked out once, there and then."""

_OF_OTHERS = 0o077  # of the bits of a mode: what the group and all others may do


def code_of(
    text: str, name: str, file: str, store: Store | None, generate: Callable[[], CodeType]
) -> CodeType:
    """Return a template as code; what is not shipped, and not in `store`, is generated and kept there."""
    key = code_key(text, name)
    code = _shipped(key)
    if code is None and store is not None:
        entry = f"templates {digest(key, MAGIC_NUMBER.hex())}"
        code = _loaded(store.get(entry))
        if code is None:
            code = generate()
            store.put(entry, marshal.dumps(code))
    return _renamed(code or generate(), file)


def code_key(text: str, name: str) -> str:
    """Return what stands for a template's code: another Jinja or another sandbox makes other code of the same text."""
    return digest(text, name, jinja2.__version__, _generators())


def store_of_code(store: Store, project: Path) -> Store | None:
    """Return the store when code may be kept in it, and taken from it: nobody else, and no downloaded game, writes there."""
    if not isinstance(store, Cache) or is_within(store.folder, project):
        return None
    return store if _is_private(store.folder) else None


def _is_private(folder: Path) -> bool:
    """Say whether only the user can enter the folder: as pnp makes it, when it is not there yet."""
    if os.name == "nt":  # the folder of each user is their own; of another, nobody can tell
        return VARIABLE not in os.environ
    if not folder.exists():
        return True
    state = folder.stat()
    return state.st_uid == os.geteuid() and not state.st_mode & _OF_OTHERS


@cache
def _generators() -> str:
    folder = Path(pnp.__file__).parent
    return digest([digest_of(read_bytes(folder / name, limit=MAX_TEXT_BYTES)) for name in GENERATORS])


def _shipped(key: str) -> CodeType | None:
    """Return the code that came with pnp; Python keeps it compiled, as it does any module."""
    path = SHIPPED / f"t{key}.py"
    try:
        return SourceFileLoader(path.stem, str(path)).get_code(path.stem)
    except (OSError, ImportError, SyntaxError, EOFError, ValueError, TypeError):
        return None


def _loaded(content: bytes | None) -> CodeType | None:
    if content is None:
        return None
    try:
        code = marshal.loads(content)  # noqa: S302 - sealed, and from a store of the user's own
    except (EOFError, ValueError, TypeError):
        return None
    return code if isinstance(code, CodeType) else None


def _renamed(code: CodeType, file: str) -> CodeType:
    """Return the code as if it had been generated from that file, which errors name."""
    constants = (_renamed(each, file) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_filename=file, co_consts=tuple(constants))
