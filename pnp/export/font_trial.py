"""Try a font file in every way it will be used: measured, subset, made static, set, typeset and drawn.

It is tried in a worker process (pnp.typesetting.font_validation), which a damaged font may end.
"""

import json
import re
from html import escape
from pathlib import Path

from pnp.convert.trial_pages import PDFIUM
from pnp.convert.typst_pages import FontAliases
from pnp.export.svg_files import declared_font
from pnp.files import temporary_folder
from pnp.model.diagnostics import PnpError
from pnp.typesetting.font_validation import NO_FONT
from pnp.typesetting.fonts import UNREADABLE, FontFile, subset
from pnp.workers.worker import begins

MOST_DRAWN = 1_500  # Letters that are drawn, from all over the font; all of them are measured and cut down.
AT_ONCE = 100
MISSING = "\u0378"  # A letter that no font has: what is drawn in its place is in every font.
USUAL = "AVAVA ffi 123 éß"  # Letters that most faces have: pairs, ligatures, and those this font may lack.
_NAME = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\"<>{};\\]{1,100}")
_UNPRINTED = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def fault_of(path: Path) -> str:
    """Return why a font cannot be used, "" when it can. A font may also end the process."""
    try:
        font = FontFile(path)
    except UNREADABLE:
        return NO_FONT
    names = declared_font(path)
    if not (_NAME.fullmatch(names.family) and _NAME.fullmatch(names.full_name)):
        return "has a name that cannot be used"
    try:
        subset(path, font.characters)
        subset(path, map(ord, USUAL))
        for variant in font.variants() if font.variable else (font,):
            begins(font.family)
            _try(variant)
    except (PnpError, RuntimeError, *UNREADABLE):
        return "is damaged"
    return ""


def _try(font: FontFile) -> None:
    letters = _UNPRINTED.sub("", "".join(map(chr, sorted(font.characters))))
    for start in range(0, len(letters), AT_ONCE):
        font.ink(letters[start : start + AT_ONCE])
    shown = letters[:AT_ONCE] + letters[AT_ONCE :: max(1, len(letters) // MOST_DRAWN)]
    shown += MISSING
    lines = [USUAL, *(shown[start : start + AT_ONCE] for start in range(0, len(shown), AT_ONCE))]
    font.ink(USUAL)
    with temporary_folder("fonts") as folder:
        aliases = FontAliases([font.path], Path(folder))
        for page in _pages(font, aliases, lines):
            _draw(page)


def _pages(font: FontFile, aliases: FontAliases, lines: list[str]) -> list[bytes]:
    import typst  # noqa: PLC0415

    family, alias = font.family, aliases.of_family(font.family)
    rows = "".join(f'<text y="{9 + 9 * n}">{escape(line)}</text>' for n, line in enumerate(lines))
    height = 9 * len(lines) + 20
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="900" height="{height}" font-size="8" '
        f'font-family="\'{escape(family)}\'" font-weight="{font.style.weight}">{rows}</svg>'
    )
    shown = 'image(bytes(sys.inputs.svg), format: "svg")'
    written = f"{{ set text(font: {json.dumps(alias)}, fallback: false); sys.inputs.text }}"
    words = {"svg": aliases.in_aliases(svg), "text": "\n".join(lines)}
    return [
        typst.compile(
            f"#set page(width: 900pt, height: auto)\n#{body}".encode(),
            font_paths=aliases.fonts,
            sys_inputs=words,
            timestamp=0,
        )
        for body in (shown, written)
    ]


def _draw(pdf: bytes) -> None:
    import pypdfium2  # noqa: PLC0415

    with PDFIUM, pypdfium2.PdfDocument(pdf) as document:
        document[0].render(scale=0.5)
