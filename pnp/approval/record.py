"""approved.yaml: what somebody has read and found right, sentence by sentence and face by face.

    version: 1
    texts:
      rules turn:
        - {digest: 5f0c2a9b1d3e4f60, claims: [Y037], text: "Draw 1 card."}
    faces:
      food/apple front: {drawing: 8a1f03c2b4d5e6f7, themes: {low-ink: 19ab02cd34ef5678}, text: "Apple 3"}

One line for each, so that the changes of two branches can be joined. A digest is what counts; the text stands beside it
for those who compare the two.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from pnp.escaping import yaml_text
from pnp.load.nodes import Findings, ListNode, MapNode, Node, ScalarNode
from pnp.load.project import APPROVED, GameFolder, Project
from pnp.load.translation_files import FOLDER
from pnp.load.yaml_source import parse_noting
from pnp.model.diagnostics import Diagnostic, Place

APPROVED_FACES = "snapshots"
"""The folder of a project in which approved faces are kept, where somebody wants them."""

VERSION = 1
HEAD = """\
# What has been read and found right. pnp check reports what is not as it stands here; pnp approve {game} writes it anew.
version: {version}
"""
DIGITS = 16
"""Of a digest in hexadecimal: enough that no two texts of a game share one by chance."""

_DIGEST = re.compile(r"[0-9a-f]{16}")
_CONFLICT = re.compile(rb"^(<{7} |={7}$|>{7} |\|{7} )", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ApprovedText:
    """A text as it was approved: where it is printed, its digest, its words, and the claims that it named."""

    at: str
    digest: str
    text: str
    claims: tuple[str, ...] = ()
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ApprovedFace:
    """A face as it was approved: the digest of its drawing in each theme ("" is the usual look), and its words."""

    at: str
    drawings: Mapping[str, str]
    text: str
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Approvals:
    """What is approved of a game."""

    texts: tuple[ApprovedText, ...] = ()
    faces: tuple[ApprovedFace, ...] = ()

    def as_yaml(self, game: str) -> str:
        """Return the file that says so."""
        return "".join(_lines(self, game))


def _lines(approvals: Approvals, game: str) -> Iterator[str]:
    yield HEAD.format(game=game, version=VERSION)
    yield "texts:\n" if approvals.texts else "texts: {}\n"
    for at, texts in groupby(approvals.texts, key=lambda each: each.at):
        yield f"  {_quoted(at)}:\n"
        for text in texts:
            claims = f"claims: [{', '.join(map(_quoted, text.claims))}], " if text.claims else ""
            yield f'    - {{digest: "{text.digest}", {claims}text: {yaml_text(text.text)}}}\n'
    yield "faces:\n" if approvals.faces else "faces: {}\n"
    for face in approvals.faces:
        drawing, themes = (
            face.drawings.get("", ""),
            {name: each for name, each in face.drawings.items() if name},
        )
        others = ", ".join(f'{_quoted(name)}: "{digest}"' for name, digest in themes.items())
        themed = f"themes: {{{others}}}, " if others else ""
        yield f'  {_quoted(face.at)}: {{drawing: "{drawing}", {themed}text: {yaml_text(face.text)}}}\n'


def _quoted(text: str) -> str:
    """Return a name as YAML reads it back, without quotes where that is plain to see."""
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*", text) and text.lower() not in _WORDS:
        return text
    return yaml_text(text)


_WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})


@dataclass(frozen=True, slots=True)
class LoadedApprovals:
    """What came of reading; `approvals` is None where there is no file, or none that can be used."""

    approvals: Approvals | None = None
    diagnostics: tuple[Diagnostic, ...] = ()


def record_of(project: Project, game: str) -> Path | None:
    """Return where it stands what is approved of a game in the language of the project; None for no game."""
    folder = project.game_folder(game)
    own = Path(FOLDER, project.language, APPROVED) if project.language else Path(APPROVED)
    return folder / own if folder else None


def load_approvals(project: Project, game: str) -> LoadedApprovals:
    """Return what is approved of a game. A file that is damaged in any way approves nothing."""
    folder, path, findings = project.game_folder(game), record_of(project, game), Findings()
    if folder is None or path is None or not path.exists():
        return LoadedApprovals()
    files = GameFolder.of(project, game, folder)
    label, data = files.label(path), files.read(path, findings)
    if data is not None and (marks := _CONFLICT.search(data)):
        line = data.count(b"\n", 0, marks.start()) + 1
        message = "two branches changed the file, and were not joined"
        hint = f"keep the lines of both, delete the lines <<<<<<<, ======= and >>>>>>>, then look with pnp check {game}"
        findings.error("PNP578", message, Place(label, line, 1, 7), hint=hint)
    elif data is not None:
        found = _Reader(findings, game).approvals(parse_noting(data, label, findings))
        if not len(findings):
            return LoadedApprovals(found)
    return LoadedApprovals(None, findings.ordered(game=game))


@dataclass(frozen=True, slots=True)
class _Reader:
    findings: Findings
    game: str

    def damaged(self, node: Node, wanted: str) -> None:
        hint = f"restore the file, or read everything again and write it anew: pnp approve {self.game} --anew"
        self.findings.wrong_value(node, f"the file is damaged: {wanted}", hint=hint, code="PNP578")

    def approvals(self, node: Node | None) -> Approvals:
        if not isinstance(node, MapNode):
            if node is not None:
                self.damaged(node, "it must be a mapping")
            return Approvals()
        version = node.get("version")
        if not isinstance(version, ScalarNode) or type(version.value) is not int:
            self.damaged(version or node, "version must be a number")
            return Approvals()
        if version.value > VERSION:
            message = f"the file is of version {version.value}; this pnp reads version {VERSION}"
            self.findings.error("PNP578", message, version.place, hint="use the newer pnp that wrote it")
            return Approvals()
        self.findings.check_keys(node, ("version", "texts", "faces"), APPROVED)
        texts = tuple(text for key, value in self.entries(node, "texts") for text in self.texts(key, value))
        faces = tuple(filter(None, (self.face(key, value) for key, value in self.entries(node, "faces"))))
        return Approvals(texts, faces)

    def entries(self, node: MapNode, key: str) -> Iterator[tuple[str, Node]]:
        section = node.get(key)
        if isinstance(section, MapNode):
            yield from ((name.text, value) for name, value in section.entries)
        else:
            self.damaged(section or node, f"{key} must be a mapping")

    def texts(self, at: str, node: Node) -> Iterator[ApprovedText]:
        for item in node.items if isinstance(node, ListNode) else (node,):
            digest, text = self.digest(item), self.text(item)
            claims = item.get("claims") if isinstance(item, MapNode) else None
            ids = tuple(map(str, claims.value)) if isinstance(claims, ListNode) else ()
            if digest and text is not None:
                yield ApprovedText(at, digest, text, ids, item.place)

    def face(self, at: str, node: Node) -> ApprovedFace | None:
        drawing, text = self.digest(node, "drawing"), self.text(node)
        if not drawing or text is None or not isinstance(node, MapNode):
            return None
        themes = node.get("themes")
        named = (
            {key.text: self.digest(themes, key.text) for key, _ in themes.entries}
            if isinstance(themes, MapNode)
            else {}
        )
        return ApprovedFace(at, {"": drawing, **named}, text, node.place)

    def digest(self, node: Node, key: str = "digest") -> str:
        value = node.get(key) if isinstance(node, MapNode) else None
        if isinstance(value, ScalarNode) and _DIGEST.fullmatch(value.text):
            return value.text
        self.damaged(value or node, f"{key} must be {DIGITS} digits of a digest")
        return ""

    def text(self, node: Node) -> str | None:
        value = node.get("text") if isinstance(node, MapNode) else None
        if isinstance(value, ScalarNode) and isinstance(value.value, str):
            return value.text
        self.damaged(value or node, "text must be a text")
        return None
