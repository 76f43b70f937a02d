"""Every use that pnp makes of a font: one that is proved usable may end or stop none of them."""

import json
import os
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

from pnp.convert.engines import engine
from pnp.export.declared_fonts import read, style
from pnp.export.font_trial import fault_of
from pnp.model.face import Face
from pnp.model.geometry import Size
from pnp.typesetting.fonts import FontBook, FontFile, Style, subset, weights

TEXT = "Ab 12 ffi éß"


def use_fonts(folder: Path) -> int:
    """Prove each font of a folder, and use the sound ones as a build and a rules summary do; returns 0."""
    for path in sorted(folder.iterdir()):
        said = in_a_copy(lambda path=path: fault_of(path))
        if said == "":
            told = in_a_copy(lambda path=path: list(uses(path)) and "")
            if told != "":
                raise AssertionError(f"{path.name} was proved, but: {told or 'the process ended'}")
    return 0


def in_a_copy(work: Callable[[], str]) -> str | None:
    """Return what a function returns or raises, called in a copy of this process; None when the copy ended."""
    if len(os.listdir("/proc/self/task")) > 1:  # noqa: PTH208 - a copy would lack the threads of libraries
        return None
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = work()
        except BaseException as error:  # noqa: BLE001 - it is told
            said = f"{type(error).__name__}: {error}"
        finally:
            os.write(writer, json.dumps(said).encode())
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        said = stream.read()
    os.waitpid(child, 0)
    return json.loads(said) if said else None


def uses(path: Path) -> Iterator[object]:
    """Yield what comes of each use of a font."""
    font = FontFile(path)
    for each in font.variants() if font.variable else (font,):
        yield each.ascent, each.descent, each.cap_height, each.digest
        yield (
            each.width(TEXT),
            each.ink(TEXT),
            each.missing(TEXT),
            each.joins_after("ab"),
            each.joins_before("ab"),
        )
        yield style([read(each.path)], "fonts")
        yield subset(each.path, map(ord, TEXT))
        yield subset(each.path, [])
        drawn = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 20"><text y="15" font-family="{escape(each.family)}">{TEXT}</text></svg>'
        yield engine().convert([Face("trial", drawn, Size(90, 20), 0)], [each.path])
    book = FontBook({font.family: {font.style: font}})
    yield book.explain("Trial", Style()), book.with_glyphs("é"), book.digest, list(weights(font._face))
