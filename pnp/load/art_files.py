"""The files in art/ of a game: credits, placements, and pictures that no card uses."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pnp.files import is_within, read_text
from pnp.load.keys import TEXT, FileKey, NumberKey, Schema, WordKey, either, map_of, mapping
from pnp.load.nodes import Findings, Key, ListNode, MapNode, Node, ScalarNode, not_wanted
from pnp.load.pieces import PICTURES
from pnp.load.project import GameFolder, template_files, template_folders
from pnp.model.art_placement import AS_ASKED, FITS, ROTATIONS, ZOOMS, Fit, Placement
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.game import ArtCredit, Component
from pnp.model.geometry import Point
from pnp.text import nearest

# art/credits.yaml: who made the pictures that somebody put into a game, by the name of the slot.

CREDITS = "credits.yaml"
CREDIT_KEYS = tuple(map(FileKey, ("credit", "licence", "source")))
CREDITS_SCHEMA: Schema = map_of(either(TEXT, {"type": "null"}, mapping(CREDIT_KEYS)))
LONGEST_CREDIT = 500  # Characters of one credit: a line or three in the rules summary.


def read_credits(node: Node | None, findings: Findings) -> dict[str, ArtCredit]:
    """Return the credits by slot; `apple: Ann` is short for `apple: {credit: Ann}`."""
    read = (_credit(key, value, findings) for key, value in findings.entries(node, CREDITS))
    return {credit.slot: credit for credit in read if credit is not None}


def _credit(key: Key, node: Node, findings: Findings) -> ArtCredit | None:
    if not isinstance(node, MapNode):
        who = _text(node, key.text, findings)
        return ArtCredit(key.text, who, "", "", key.place) if who else None
    before = len(findings)
    findings.check_keys(node, CREDIT_KEYS, f"the credit of {key.text}")
    credit, licence, source = (_text(node.get(name), name, findings) for name in CREDIT_KEYS)
    if not (credit or licence or source) and len(findings) == before:
        message = f"the credit of {key.text} is empty"
        findings.error("PNP105", message, key.place, hint=f"add credit: who made it, or remove {key.text}")
    return ArtCredit(key.text, credit, licence, source, key.place)


def _text(node: Node | None, what: str, findings: Findings) -> str:
    if isinstance(node, ScalarNode) and node.value is None and not node.quoted:
        return ""
    text = " ".join((findings.want_text(node, what) or "").split())
    if node is not None and len(text) > LONGEST_CREDIT:
        message = f"{what} has {len(text)} letters; the limit is {LONGEST_CREDIT}"
        findings.error("PNP117", message, node.place, hint="shorten it, or give the page as source")
    return text


# art/placement.yaml: how pictures lie in their boxes, by the name of the slot.

PLACEMENTS = "placement.yaml"
_SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
FOCUS = FileKey(
    "focus",
    "The point in the middle of the box: how far across the picture and how far down it, each from 0 to 1.",
    {"type": "array", "items": _SHARE, "minItems": 2, "maxItems": 2},
)
ZOOM = NumberKey(
    "zoom",
    "Enlargement, relative to the fit.",
    ZOOMS,
    default=AS_ASKED.zoom,
    hint="write 1 for the size of the fit, 2 for twice that",
)
_CLOCKWISE = "write 15 for fifteen degrees clockwise, -15 for the other way"
ROTATION = NumberKey("rotation", "In degrees, clockwise.", ROTATIONS, hint=_CLOCKWISE)
FIT = WordKey[Fit]("fit", "Overrides the fit of the template.", FITS)
PLACEMENT = (FOCUS, ZOOM, ROTATION, FIT)
_FOCUS_HINT = "write [0.5, 0.5] for the middle, [0.5, 0] for the middle of its top"


def read_placements(node: Node | None, findings: Findings) -> tuple[dict[str, Placement], dict[str, Place]]:
    """Return the placements by slot, and where each is written."""
    entries = findings.entries(node, PLACEMENTS)
    read = {key.text: _placement(key, value, findings) for key, value in entries}
    return read, {key.text: key.place for key, _ in entries}


def _placement(key: Key, node: Node, findings: Findings) -> Placement:
    section = findings.want_map(node, f"the placement of {key.text}")
    if section is None:
        return AS_ASKED
    findings.check_keys(section, PLACEMENT, f"the placement of {key.text}")
    focus = findings.attempt(_focus, section.get(FOCUS)) or AS_ASKED.focus
    zoom, rotation = ZOOM.read(section, findings), ROTATION.read(section, findings)
    return Placement(focus, zoom, rotation, FIT.read(section, findings))


def _focus(node: Node) -> Point:
    if not isinstance(node, ListNode) or len(node.items) != 2:
        wanted = "focus must be a list of two numbers, across and down"
        raise not_wanted(node, wanted, _FOCUS_HINT)
    shares: list[float] = []
    for item in node.items:
        value = item.value
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
            raise not_wanted(item, "focus must be two numbers from 0 to 1", _FOCUS_HINT)
        shares.append(float(value))
    return shares[0], shares[1]


# Pictures in art/ under a name that no card asks for: the card would keep its old picture, and nobody would know why.

CLOSE = 0.75  # How alike two names must be for the one to be taken for the other misspelt.
MOST_COMPARED = 200  # Names compared with every slot; thousands are no slips and take minutes.
STRAY = "PNP128"  # The finding of this module.
REPLACED = "replaced"  # The folder below art/ for replaced pictures; nothing is read from it.
UNREAD = (".gif", ".bmp", ".tif", ".tiff", ".heic", ".avif", ".eps", ".psd", ".ai", ".pdf", ".procreate", ".xcf",
          ".kra")  # fmt: skip
"""Pictures of other formats. The files of a drawing program may lie beside what was exported from them."""


def stray_pictures(folder: GameFolder, components: Iterable[Component]) -> Iterator[Diagnostic]:
    """Yield a warning (PNP128) for each picture in art/ that cannot be read, or almost has the name of a slot.

    A name like no other is left alone: a template may put the names of its slots together.
    """
    art = folder.path / "art"
    files = sorted(path for path in art.glob("*") if path.is_file() and not path.name.startswith("."))
    if not files:
        return
    asked = _AskedPictures(folder, components)
    read = {path.stem for path in files if path.suffix.lower() in PICTURES}
    taken: dict[str, Path] = {}
    pictures = [path for path in files if path.suffix.lower() in PICTURES]
    for path in sorted(pictures, key=lambda path: (PICTURES.index(path.suffix.lower()), path.name)):
        place = Place(folder.label(path), 1, 1)
        first = taken.setdefault(path.stem, path)
        is_mixed = path.suffix not in (path.suffix.lower(), path.suffix.upper())
        if is_mixed and asked.may_have(path.stem):
            said = f"{path.name} is ignored: its ending must be in lower case"
            hint = f"rename it to {path.stem}{path.suffix.lower()}"
        elif first is not path:
            said = f"{path.name} is ignored: {first.name} is the picture of {path.stem}"
            hint = f"delete the one you do not want, or move it to art/{REPLACED}/"
        else:
            continue
        yield Diagnostic(STRAY, said, place, hint, severity="warning")
    for path in files:
        place = Place(folder.label(path), 1, 1)
        if path.suffix.lower() in UNREAD and path.stem not in read:
            said = f"{path.name} is not a picture that pnp reads"
            hint = f"export it as {path.stem}.svg, .png or .jpg in the program that made it"
            yield Diagnostic(STRAY, said, place, hint, severity="warning")
        elif path.stem in read and not asked.may_have(path.stem) and (near := asked.near(path.stem)):
            said = f'no card uses a picture called "{path.stem}"'
            hint = f"did you mean {near}? rename it to {near}{path.suffix.lower()}"
            yield Diagnostic(STRAY, said, place, hint, severity="warning")


class _AskedPictures:
    """The names that pictures are surely asked for by: ids, `art` fields, and what the drawn ones are called."""

    def __init__(self, folder: GameFolder, components: Iterable[Component]) -> None:
        components = tuple(components)
        tops = template_folders(folder.templates, folder.id)
        templates = (path for top in tops for path in template_files(top) if is_within(path, top))
        pieces = [piece for component in components for piece in component.pieces]
        self.names = {Path(str(piece.fields["art"])).stem for piece in pieces if "art" in piece.fields}
        self.names |= {path.stem for top in tops for path in (top / "art").glob("*.svg")}
        self.names |= {piece.id for piece in pieces}
        self.names |= {piece for component in components for piece in component.benched}
        self._words = "\n".join(read_text(path, errors="replace") for path in templates)
        self._left = MOST_COMPARED

    def may_have(self, name: str) -> bool:
        """Say whether a card may ask for a name: it is a slot, or the templates speak of it."""
        return name in self.names or name in self._words

    def near(self, name: str) -> str | None:
        """Return the slot that somebody probably meant by a name, or None; it gives up after MOST_COMPARED."""
        self._left -= 1
        return None if self._left < 0 else nearest(name.replace(" ", "_"), self.names, cutoff=CLOSE)


def stray_slots(
    folder: GameFolder, components: Iterable[Component], named: Mapping[str, Place], code: str
) -> Iterator[Diagnostic]:
    """Yield a warning of that code for each slot which a file in art/ names, and no card seems to ask for.

    A template may put the names of its slots together; then the picture beside the file speaks for the name.
    """
    if not named:
        return
    asked = _AskedPictures(folder, components)
    supplied = {path.stem for path in (folder.path / "art").glob("*") if path.suffix != ".yaml"}
    for slot, place in named.items():
        stem = slot.rpartition("/")[2].partition(".")[0]
        if slot not in asked.names and not {slot, stem} & supplied and not asked.may_have(stem):
            near = asked.near(slot)
            hint = f"did you mean {near}?" if near else "remove it; pnp art list names the slots"
            said = f'no card uses a picture called "{slot}"'
            yield Diagnostic(code, said, place, hint, severity="warning")
