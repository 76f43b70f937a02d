"""The files of one game on disk: reading them, and never reading anything outside their folder."""

import re
from dataclasses import dataclass
from pathlib import Path

from pnp.files import MAX_TEXT_BYTES, TooLarge, is_within, read_bytes
from pnp.load.project import BASE, template_folders, template_roots
from pnp.load.schema import Findings
from pnp.load.yaml_nodes import ScalarNode
from pnp.model.diagnostics import Place
from pnp.text import nearest, suggest

TEMPLATE_SUFFIX = ".svg.j2"

_FOREIGN = re.compile(r"^[/\\~]|\\|^[A-Za-z]:|^[a-z]+://|\0")


@dataclass(frozen=True, slots=True)
class GameFolder:
    """One game's files: its id, its folder, and where its templates are looked for, in order."""

    id: str
    path: Path
    templates: tuple[Path, ...]

    def label(self, path: Path) -> str:
        """Return the name of a file for messages: relative to the project, with forward slashes."""
        return f"card_data/{self.id}/{path.relative_to(self.path).as_posix()}"


def read(path: Path, label: str, findings: Findings) -> bytes | None:
    """Return the bytes of a file, or None with a finding."""
    try:
        return read_bytes(path, limit=MAX_TEXT_BYTES)
    except TooLarge as error:
        message = f"the file has {error.size / 1e6:.1f} MB; the limit is {MAX_TEXT_BYTES // 1_000_000} MB"
        findings.error("PNP100", message, Place(label, 1, 1), hint="split it into several components")
        return None
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        hint = "look at its permissions" if path.exists() else "look whether the file is still there"
        findings.error("PNP100", f"the file cannot be read: {reason}", Place(label, 1, 1), hint=hint)
        return None


def find_inside(
    folder: Path, node: ScalarNode, findings: Findings, *, what: str, suffixes: tuple[str, ...]
) -> Path | None:
    """Return the file that `node` names below `folder`, or None with a finding (PNP115, PNP116, PNP126).

    Neither `..` nor an absolute path nor a link may lead out of the folder.
    """
    path = _inside(folder, node.text)
    if path is None:
        hint = f"put the file into {folder.name}/ and write its name alone"
        findings.error("PNP116", f'"{node.text}" leads out of {folder.name}/', node.place, hint=hint)
        return None
    if path.suffix.lower() not in suffixes:
        formats = ", ".join(suffix[1:].upper() for suffix in suffixes)
        message = f'a {what} must be {formats}, got "{node.text}"'
        hint = f"save it as {formats.split(',')[0]} and write {path.stem}{suffixes[0]}"
        findings.error("PNP126", message, node.place, hint=hint)
        return None
    if not _is_file(path):
        names = [item.name for item in folder.glob("*") if item.suffix.lower() in suffixes]
        hint = suggest(path.name, names, what=f"{what}s")
        findings.error("PNP115", f'there is no {what} "{node.text}" in {folder.name}/', node.place, hint=hint)
        return None
    return path


def find_template(game: GameFolder, node: ScalarNode, findings: Findings) -> str | None:
    """Return the full name of the template that `node` names, such as "ryb/tile.svg.j2", or None with a finding.

    The game's own templates come before the base ones; the project's before the shipped ones.
    """
    name = node.text
    candidates = [f"{game.id}/{name}", f"base/{name}"]
    candidates += [name] if name.startswith((f"{game.id}/", "base/")) else []
    paths = {
        candidate: [
            _inside(root, candidate) for root in template_roots(game.templates, candidate.split("/")[0])
        ]
        for candidate in candidates
    }
    if _FOREIGN.search(name) or any(path is None for found in paths.values() for path in found):
        hint = f"put the template into templates/{game.id}/ and write its name alone"
        findings.error("PNP116", f'"{name}" leads out of templates/', node.place, hint=hint)
        return None
    for candidate, found in paths.items():
        if any(path is not None and _is_file(path) for path in found):
            return candidate
    message = f'there is no template "{name}" in templates/{game.id}/ or templates/base/'
    findings.error("PNP115", message, node.place, hint=_template_hint(game, name))
    return None


def _template_hint(game: GameFolder, name: str) -> str:
    """Return the template most like `name`, or all that a card can name (those that begin with _ are for templates)."""
    folders = template_folders(game.templates, game.id, BASE)
    names = {path.name for folder in folders for path in folder.glob(f"[!_]*{TEMPLATE_SUFFIX}")}
    near = nearest(name.split(".", maxsplit=1)[0], {known.removesuffix(TEMPLATE_SUFFIX) for known in names})
    return f'did you mean "{near}{TEMPLATE_SUFFIX}"?' if near else suggest("", names, what="templates")


def _inside(folder: Path, name: str) -> Path | None:
    """Return the path of `name` below `folder`, or None when it would leave it."""
    if _FOREIGN.search(name) or ".." in name.split("/"):
        return None
    try:
        path = folder / name
        inside = is_within(path, folder)
    except (OSError, RuntimeError, ValueError):
        return None
    return path if inside else None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # no file can have so long a name
        return False
