"""Running a template, and what its failures look like to the person who wrote it."""

import inspect
import marshal
import os
import re
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from importlib.machinery import SourceFileLoader
from importlib.util import MAGIC_NUMBER
from itertools import islice
from pathlib import Path
from types import CodeType, MethodType, TracebackType
from typing import Any

import jinja2
from jinja2 import (
    Environment,
    FileSystemLoader,
    Template,
    TemplateNotFound,
    TemplateSyntaxError,
    Undefined,
    nodes,
    select_autoescape,
)
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError
from jinja2.loaders import split_template_path
from jinja2.meta import find_referenced_templates
from jinja2.nodes import Block
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup, escape

import pnp
from pnp.cache import VARIABLE, Cache, Store, digest, digest_of
from pnp.files import MAX_TEXT_BYTES, is_file, is_within, read_bytes, real_path, walk
from pnp.load.project import is_drawing, template_roots
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.limits import USUAL_LIMITS, GameLimits, too_much
from pnp.render import drawing_limits, palette
from pnp.render.sources import Sources
from pnp.render.template_values import FieldProxy, Missing, MissingField
from pnp.text import decimal, near_names, suggest_argument

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
    """The templates of a project, compiled once each; `store` keeps their code where that is safe."""

    def __init__(
        self, sources: Sources, store: Store | None = None, game_limits: GameLimits = USUAL_LIMITS
    ) -> None:
        self._sources = sources
        code = None if store is None else store_of_code(store, sources.root)
        self._sandbox = Sandbox(sources.templates, code, game_limits)
        self._lost_block = cache(self._find_lost_block)
        self.digest = cache(self._digest)
        self.text_of = self._sandbox.text_of

    def draw(self, name: str, values: Mapping[str, object]) -> str | Diagnostic:
        """Return what the template makes of `values`, or the finding that says why it cannot.

        The finding has no place when the template itself is missing: whoever asked for it knows where.
        """
        try:
            drawn = self._sandbox.drawing(name, values)
            return self._lost_block(name) or drawn
        except MemoryError:
            raise  # the limit of the worker, which says so
        # A template is a program: it fails in any way a program can, and none of them may look like one of ours.
        except Exception as error:  # noqa: BLE001
            return self._finding(error, name, values)

    def _digest(self, name: str) -> str:
        """Return a digest of all that template `name` is made of."""
        made_of = closure(name, self._sandbox.text_of, lambda: iter(self._sandbox.list_templates()))
        return digest(made_of, self._sandbox.files.folder_links())

    def _find_lost_block(self, name: str) -> Diagnostic | None:
        """Return the finding for a block that the extended templates do not have: nothing would draw it."""
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
        """Return a line of the template of that name."""
        path = self._sources.find_template_file(name)
        return Place(self._shown(None if path is None else str(path), name), line, 1)

    def _finding(self, error: Exception, name: str, values: Mapping[str, object]) -> Diagnostic:
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
                hint = _advice(str(error), values)
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
    return re.sub(r"(?:\w+\.|<locals>\.)+(?=\w+\(\) )", "", str(error)) or type(error).__name__


def _advice(message: str, values: Mapping[str, object]) -> str:
    """Return what to write when a function among `values` was called in a way it cannot be."""
    option = re.search(r"(\w+)\(\) got an unexpected keyword argument '(\w+)'", message)
    if option is not None:
        function = values.get(option[1])
        taken = inspect.signature(function).parameters.values() if callable(function) else ()
        options = [each.name for each in taken if each.kind is each.KEYWORD_ONLY]
        return suggest_argument(option[2], options, "options", most=1) if options else "leave it out"
    if re.search(r"(fit|picture)\(\) takes .* positional", message):
        return "put the box into brackets: (x, y, width, height); options are written name=value"
    return "check the values this line works with"


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


SHIPPED = Path(pnp.__file__).parent / "_compiled"
"""Where the build of a wheel puts what Jinja generates from the templates that come with pnp; hatch_build.py does."""

GENERATORS = (
    *("render/templates.py", "render/templates.py", "render/template_values.py"),
    *("render/palette.py", "render/drawing_limits.py", "text.py"),
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
