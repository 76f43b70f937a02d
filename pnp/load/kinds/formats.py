"""Sizes of sheets and boards: paper formats, lying or upright, beside the sizes of cards."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from pnp.load.fields import want_text
from pnp.load.findings import Findings
from pnp.load.kinds.sizes import NAMED, read_size
from pnp.load.near import suggest
from pnp.load.yaml.nodes import Node
from pnp.model.geometry import Size
from pnp.model.papers import PAPERS

FORMATS: Mapping[str, Size] = MappingProxyType(
    {
        "a1": Size(594, 841),  # A sizes: ISO 216
        "a2": Size(420, 594),
        **{name.replace("_", " "): paper.size for name, paper in PAPERS.items()},
        "a6": Size(105, 148),
        "a7": Size(74, 105),
        "half letter": Size(139.7, 215.9),  # ANSI/ASME Y14.1 A, folded once
        "quarter letter": Size(107.95, 139.7),
        "card": NAMED["standard"],
    }
)
"""Formats by name, upright, in mm."""

_NAME = re.compile(r"(?:(landscape|portrait) )?([a-z][a-z0-9 ]*?)(?: (landscape|portrait))?")


def read_format(node: Node, findings: Findings) -> Size | None:
    """Return the size that `node` names ("a5", "a6 landscape", "card") or spells out, or None with PNP110."""
    text = want_text(node, "size", findings)
    if text is None:
        return None
    squeezed = re.sub(r"[\s_-]+", " ", text.strip().casefold())
    match = _NAME.fullmatch(squeezed)
    if match is None:
        return read_size(node, findings)
    before, name, after = match.groups()
    size = FORMATS.get(name) or NAMED.get(name)
    if size is None:
        hint = suggest(name, FORMATS, what="formats")
        findings.error(
            "PNP110", f'there is no size "{text}"', node.place, hint=f'{hint} (or "148mm x 105mm")'
        )
        return None
    short, long = sorted((size.width, size.height))
    turn = before or after
    return size if turn is None else Size(long, short) if turn == "landscape" else Size(short, long)
