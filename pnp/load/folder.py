"""The files of one game on disk: reading them, and never reading anything outside their folder."""

import re
from dataclasses import dataclass
from pathlib import Path

from pnp.load.findings import Findings
from pnp.load.near import suggest
from pnp.load.nodes import ScalarNode
from pnp.load.source import MAX_BYTES
from pnp.model.diagnostics import Place

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
    """Return the bytes of a file (no more than parse() wants to see), or None with a finding."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        hint = "look at its permissions" if path.exists() else "look whether the file is still there"
        findings.error("PNP100", f"the file cannot be read: {reason}", Place(label, 1, 1), hint=hint)
        return None


def find_inside(folder: Path, node: ScalarNode, findings: Findings, *, what: str) -> Path | None:
    """Return the file that `node` names below `folder`, or None with a finding (PNP115, PNP116).

    Neither `..` nor an absolute path nor a link may lead out of the folder.
    """
    path = _inside(folder, node.text)
    if path is None:
        findings.error(
            "PNP116",
            f'"{node.text}" leads out of {folder.name}/',
            node.place,
            hint=f"put the file into {folder.name}/ and write its name alone",
        )
        return None
    if not path.is_file():
        names = (
            [item.name for item in sorted(path.parent.iterdir()) if item.is_file()]
            if path.parent.is_dir()
            else []
        )
        alike = [name for name in names if Path(name).suffix == path.suffix] or names
        findings.error(
            "PNP115",
            f'there is no {what} "{node.text}" in {folder.name}/',
            node.place,
            hint=suggest(path.name, alike, what="files"),
        )
        return None
    return path


def find_template(game: GameFolder, node: ScalarNode, findings: Findings) -> str | None:
    """Return the full name of the template that `node` names, such as "ryb/tile.svg.j2", or None with a finding.

    The game's own templates come before the base ones; the project's before the shipped ones.
    """
    name = node.text
    candidates = [f"{game.id}/{name}", f"base/{name}"] + ([name] if name.startswith(f"{game.id}/") else [])
    candidates += [name] if name.startswith("base/") else []
    for candidate in candidates:
        for root in game.templates:
            path = _inside(root, candidate)
            if path is None:
                findings.error(
                    "PNP116",
                    f'"{name}" leads out of templates/',
                    node.place,
                    hint=f"put the template into templates/{game.id}/ and write its name alone",
                )
                return None
            if path.is_file():
                return candidate
    findings.error(
        "PNP115",
        f'there is no template "{name}" in templates/{game.id}/ or templates/base/',
        node.place,
        hint=suggest(name, _template_names(game), what="templates"),
    )
    return None


def _template_names(game: GameFolder) -> list[str]:
    """Return the templates a card can name, those meant for other templates (they begin with _) left out."""
    folders = [root / part for root in game.templates for part in (game.id, "base")]
    return sorted({path.name for folder in folders for path in folder.glob("[!_]*.svg.j2")})


def _inside(folder: Path, name: str) -> Path | None:
    """Return the path of `name` below `folder`, or None when it would leave it."""
    if _FOREIGN.search(name) or ".." in name.split("/"):
        return None
    try:
        path = folder / name
        inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):
        return None
    return path if inside else None
