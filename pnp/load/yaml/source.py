"""Read the bytes of a YAML file into nodes that know their line and column, whatever the bytes are.

Nothing is raised for anything in a file, no object is built from a tag, and no alias is followed without end.
"""

import re

from pnp.load.findings import Findings
from pnp.load.yaml.compose import Refused, compose
from pnp.load.yaml.nodes import Node
from pnp.load.yaml.syntax import explain
from pnp.model.diagnostics import Diagnostic, Place

MAX_BYTES = 5_000_000
"""A game's largest file is some tens of kilobytes; ten times a novel is a mistake."""

_INVISIBLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def parse(data: bytes, file: str) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """Return what the file says, and what is wrong with it; None when nothing could be read.

    `file` is the name for messages. A file can be read and still have findings (a key written twice).
    """
    findings = Findings()
    text = decode(data, file, findings)
    if text is None:
        return None, findings.ordered()
    node: Node | None = None
    try:
        node = compose(text, file, findings)
    except Refused as refusal:
        findings.add(refusal.finding)
    except _yaml_error() as error:
        findings.add(explain(error, text, file))
    else:
        if node is None:
            findings.error(
                "PNP107", "the file is empty", Place(file, 1, 1), hint="write something in it, or delete it"
            )
    return node, findings.ordered()


def decode(data: bytes, file: str, findings: Findings) -> str | None:
    """Return the text of a file without its byte order mark, or None with a finding."""
    top = Place(file, 1, 1)
    if len(data) > MAX_BYTES:
        findings.error(
            "PNP100",
            f"the file has {len(data) / 1e6:.1f} MB; the limit is {MAX_BYTES // 1_000_000} MB",
            top,
            hint="split it into several components",
        )
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        findings.error(
            "PNP100",
            f"byte {data[error.start]:#04x} is not UTF-8 text",
            _place_after(before, file),
            hint='save the file as "UTF-8" (in the editor\'s save dialogue)',
        )
        return None
    found = _INVISIBLE.search(text)
    if found:
        findings.error(
            "PNP100",
            f"there is an invisible character (U+{ord(found[0]):04X}) here",
            _place_after(text[: found.start()], file),
            hint="delete it",
        )
        return None
    return text


def _place_after(before: str, file: str) -> Place:
    return Place(file, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)


def _yaml_error() -> type[Exception]:
    import yaml  # noqa: PLC0415 - only loading pays for it

    return yaml.YAMLError
