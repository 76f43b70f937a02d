"""Pages come as the printer takes them, and say which sheet and side they are."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from pikepdf import Dictionary, Name, Object, Pdf, Stream

from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck
from pnp.model.game import Component
from pnp.model.geometry import Outline, Rect, Size
from pnp.model.sheet import Paper
from pnp.model.sides import Axis, Backs, behind, turning_axis
from pnp.text import counted
from pnp.verify.face_match import RecognisedCard, covers, outline_of, overlap
from pnp.verify.pdf_reader import PdfPage, PdfSheets, PlacedCard

# What to call things in a finding: a piece by its component and id, a face by the pieces that show it.


@dataclass(frozen=True, slots=True)
class Naming:
    """The names of one component's pieces and faces, for the findings about one file (`file`, as the user sees it).

    Where several components share a file, their pieces say themselves whose they are.
    """

    deck: Deck
    game: str
    file: str

    def piece(self, piece: str) -> str:
        """Return "food/apple"."""
        return piece if "/" in piece else f"{self.deck.component}/{piece}"

    def pieces(self, pieces: Iterable[str]) -> str:
        """Return the first of several pieces and how many there are besides: "food/apple (and 2 alike)"."""
        first, *others = sorted(pieces)
        return self.piece(first) + (f" (and {len(others)} alike)" if others else "")

    def face(self, face: str | None) -> str:
        """Return what a face shows: "food/apple", "the back of food/apple", or that it is nobody's."""
        fronts = [piece for piece, key in self.deck.fronts.items() if key == face]
        backs = [piece for piece, key in self.deck.backs.items() if key == face]
        if fronts:
            return self.pieces(fronts)
        return f"the back of {self.pieces(backs)}" if backs else f"no face of {self.deck.component}"

    def seen(self, seen: RecognisedCard) -> str:
        """Return the face seen in a card's place."""
        return self.face(seen.face)

    def finding(
        self, code: str, fact: str, hint: str | None = None, *, piece: str | None = None
    ) -> Diagnostic:
        """Return a finding about the file."""
        named = None if piece is None else self.piece(piece)
        return Diagnostic(code, f"{self.file}: {fact}", hint=hint, game=self.game, piece=named)


def check_order(file: PdfSheets, names: Naming) -> Iterator[Diagnostic]:
    """Yield the pages that are not labelled "1 front", "1 back", "2 front" and so on.

    One-sided files have fronts only; in two-sided ones every front but the last has a back behind it.
    """
    number, side = 1, "front"
    for sheet in file.sheets:
        due = f"{number} {side}"
        if sheet.label != due:
            said = f'labelled "{sheet.label}"' if sheet.label else "not labelled"
            yield names.finding("PNP552", f'page {sheet.page} is {said}, it should be "{due}"', "build again")
        if file.flip != "none" and side == "front":
            side = "back"
        else:
            number, side = number + 1, "front"


# Fonts are embedded, cut down and there once; no drawing asks for a font or a picture the file does not hold.

_SUBSET = re.compile(r"/[A-Z]{6}\+(.+)")
_FONT_USE = re.compile(rb"/([^\s/<>\[\]()]+)\s+-?[\d.]+\s+Tf\b")
_PICTURE_USE = re.compile(rb"/([^\s/<>\[\]()]+)\s+Do\b")


def check_contents(pdf: Pdf, names: Naming, *, chunks: int) -> Iterator[Diagnostic]:
    """Yield what is wrong with fonts and pictures; a deck converted in several `chunks` has each font so often."""
    fonts: dict[tuple[int, int], Object] = {}
    for stream, resources in _drawings(pdf):
        held = resources.get(Name.Font, Dictionary())
        fonts |= {font.objgen: font for font in held.values()}
        yield from _missing(stream, resources, names)
    families = Counter[str]()
    for font in fonts.values():
        if font.get(Name.Subtype) == "/Type3":  # its glyphs are drawings within the file
            continue
        name = str(font.get(Name.BaseFont, "/(a font without a name)"))
        subset = _SUBSET.fullmatch(name)
        families[subset[1] if subset else name[1:]] += 1
        if not _is_embedded(font):
            yield names.finding("PNP559", f"the font {name[1:]} is not embedded", "build again")
        elif not subset:
            yield names.finding("PNP559", f"the font {name[1:]} is embedded whole", "build again")
    for family, count in sorted(families.items()):
        if count > chunks:
            yield names.finding("PNP559", f"the font {family} is embedded {count} times", "build again")


def _missing(stream: bytes, resources: Object, names: Naming) -> Iterator[Diagnostic]:
    for kind, use, where in (("font", _FONT_USE, Name.Font), ("picture", _PICTURE_USE, Name.XObject)):
        held = {str(name)[1:] for name in resources.get(where, Dictionary()).keys()}  # noqa: SIM118 - not a dict
        for name in sorted({found.decode("latin-1") for found in use.findall(stream)} - held):
            fact = f"a drawing asks for the {kind} {name}, which is not in the file"
            yield names.finding("PNP560", fact, "build again")


def _is_embedded(font: Object) -> bool:
    inner = font.get(Name.DescendantFonts, [font])[0]
    descriptor = inner.get(Name.FontDescriptor, Dictionary())
    return any(name in descriptor for name in ("/FontFile", "/FontFile2", "/FontFile3"))


def _drawings(pdf: Pdf) -> Iterator[tuple[bytes, Object]]:
    """Yield every content stream of the file with its resources: pages, and the forms, masks and patterns in them."""
    for page in pdf.pages:
        contents: Any = page.obj.get(Name.Contents, [])
        streams = [contents] if isinstance(contents, Stream) else list(contents)
        yield b"\n".join(stream.read_bytes() for stream in streams), page.resources
    for each in pdf.objects:
        if isinstance(each, Stream) and (each.get(Name.Subtype) == "/Form" or Name.PatternType in each):
            yield each.read_bytes(), each.get(Name.Resources, Dictionary())


# Pages have the size of their paper, and their boxes hold what lies on them.

EXACT = 0.01
"""mm; a hundredth is what a good plotter repeats, and two hundred times what rounding does here."""

TRUE_SIZE = 'print at "actual size" or 100 %, and build again to get a file that asks for it'


def check_boxes(file: PdfSheets, paper: Paper, names: Naming) -> Iterator[Diagnostic]:
    """Yield what is wrong with the pages' boxes and with what the file asks of the printer."""
    if file.scaling != "/None":
        yield names.finding("PNP553", "nothing tells the printer to keep true size", TRUE_SIZE)
    for sheet in file.sheets:
        size = sheet.size
        if not (_same_size(size, paper.size) or _same_size(size, paper.size.turned)):
            fact = f"{sheet} is {_text(size)}, {paper.title} is {_text(paper.size)}"
            yield names.finding("PNP551", fact, "build again")
        if sheet.turned:
            yield names.finding("PNP551", f"{sheet} is turned or scaled as a whole page", "build again")
        yield from (
            names.finding(
                "PNP551", f"{sheet}: the {name} is {_rect(said)}, it should be {_rect(due)}", "build again"
            )
            for name, said, due in _due(sheet)
            if not same(said, due)
        )


def _due(sheet: PdfPage) -> Iterator[tuple[str, Rect, Rect]]:
    page = Rect(0, 0, sheet.size.width, sheet.size.height)
    yield "crop box", sheet.boxes.crop, page
    yield "bleed box", sheet.boxes.bleed, _around([card.clip for card in sheet.cards], page)
    yield "trim box", sheet.boxes.trim, _around([card.in_view for card in sheet.cards], page)


def _around(rects: list[Rect], page: Rect) -> Rect:
    if not rects:
        return page
    left, top = max(0, min(rect.x for rect in rects)), max(0, min(rect.y for rect in rects))
    right = min(page.right, max(rect.right for rect in rects))
    bottom = min(page.bottom, max(rect.bottom for rect in rects))
    return Rect(left, top, right - left, bottom - top)


def same(one: Rect, other: Rect, *, within: float = EXACT) -> bool:
    """Say whether two rectangles agree on every edge."""
    ours, theirs = (one.x, one.y, one.right, one.bottom), (other.x, other.y, other.right, other.bottom)
    return all(abs(mine - its) <= within for mine, its in zip(ours, theirs, strict=True))


def _same_size(one: Size, other: Size) -> bool:
    return abs(one.width - other.width) <= EXACT and abs(one.height - other.height) <= EXACT


def _text(size: Size) -> str:
    return f"{size.width:.2f} x {size.height:.2f} mm"


def _rect(rect: Rect) -> str:
    return f"{_text(rect.size)} at {rect.x:.2f}, {rect.y:.2f}"


# Every place shows one card and nothing else.


def check_visibility(sheet: PdfPage, seen: Iterable[RecognisedCard], names: Naming) -> Iterator[Diagnostic]:
    """Yield the places that show no card of the component, or one with something else upon it."""
    for each in seen:
        where = sheet.place(each.card)
        if each.face is None:
            yield names.finding("PNP556", f"{where} shows {names.seen(each)}", "build again")
        elif not each.whole:
            fact = f"{where} shows {names.seen(each)}, but not as the data has it now"
            yield names.finding(
                "PNP556", fact, "something lies over it, or it is an older drawing: build again"
            )


# Cards lie at true size, straight, whole, apart from each other and on the paper.

HINT = "build again"


def check_placing(sheet: PdfPage, component: Component, names: Naming) -> Iterator[Diagnostic]:
    """Yield what is wrong with where and how the cards of a sheet lie."""
    paper = Rect(0, 0, sheet.size.width, sheet.size.height)
    for card in sheet.cards:
        where = sheet.place(card)
        yield from (names.finding("PNP554", f"{where} {fact}", HINT) for fact in _faults(card, component))
        if not paper.contains(card.in_view, slack=EXACT):
            yield names.finding("PNP555", f"{where} hangs over the edge of the paper", HINT)
    for one, other in combinations(sheet.cards, 2):
        if one.trim.overlaps(other.trim, slack=EXACT) and _meet(one, other, component.cut):
            fact = f"{sheet.place(one)} overlaps {sheet.place(other)}"
            yield names.finding("PNP555", fact, HINT)


def _faults(card: PlacedCard, component: Component) -> Iterator[str]:
    across, down = card.scale
    quarter = min(abs(card.turn - turn) for turn in (0, 90, 180, 270, 360))
    due = component.size if card.rotation % 180 == 0 else component.size.turned
    if down < 0:
        yield "is mirrored"
    if abs(card.trim.width - due.width) > EXACT or abs(card.trim.height - due.height) > EXACT:
        yield (
            f"is {card.trim.width:.2f} x {card.trim.height:.2f} mm ({min(across, abs(down)):.1%}), "
            f"it should be {due.width:.2f} x {due.height:.2f} mm"
        )
    if quarter > 0.01:
        yield f"is turned by {card.turn:.2f} degrees"
    if card.part:
        return
    whole = card.clip.contains(card.trim, slack=EXACT)
    if not whole or (card.edge and not covers(card.edge, outline_of(card, component.cut), slack=EXACT)):
        yield "is cut short: not all of it is shown"


def _meet(one: PlacedCard, other: PlacedCard, cut: Outline) -> bool:
    """Say whether two cards whose boxes overlap do so themselves."""
    if cut.kind == "rectangle":
        return True
    return overlap(outline_of(one, cut), outline_of(other, cut), slack=EXACT)


# Which back lies behind which front, once the sheet is turned or folded as it is meant to be.

ReadPage = tuple[PdfPage, tuple[RecognisedCard, ...]]
"""A page and what is seen on it."""

CardPair = tuple[PdfPage, RecognisedCard, RecognisedCard | None]
"""A front, the sheet it lies on, and what lies behind it."""


def flip_of(file: PdfSheets, pages_read: Sequence[ReadPage], deck: Deck, copies: int) -> Backs:
    """Return how backs get behind the fronts of `copies` pieces.

    As the file asks; or folded, when one side of the paper carries backs too.
    """
    faces = [each.face for _, seen in pages_read for each in seen]
    only_backs = set(deck.backs.values()) - set(deck.fronts.values())
    has_backs = bool(only_backs.intersection(faces)) or (bool(deck.backs) and len(faces) > copies)
    return "gutterfold" if file.flip == "none" and has_backs else file.flip


def pairs(
    pages_read: Sequence[ReadPage], flip: Backs, deck: Deck
) -> tuple[list[CardPair], list[tuple[PdfPage, RecognisedCard]]]:
    """Return every front with what lies behind it, and the backs that lie behind no front."""
    found: list[CardPair] = []
    alone: list[tuple[PdfPage, RecognisedCard]] = []
    for front, fronts, backs, back in _sides(pages_read, flip, deck):
        axis = _fold(front.size, fronts, backs) if flip == "gutterfold" else turning_axis(front.size, flip)
        left = list(backs)
        for each in fronts:
            place = behind(each.card.trim, front.size, axis)
            covered = [other for other in left if _covers(place, other)]
            nearest = min(covered, key=lambda other: _pair_apart(place, other.card.trim), default=None)
            if nearest is not None:
                left.remove(nearest)
            found.append((front, each, nearest))
        alone += [(back, each) for each in left]
    return found, alone


def _pair_apart(one: Rect, other: Rect) -> float:
    return abs(one.x - other.x) + abs(one.y - other.y)


def _covers(place: Rect, back: RecognisedCard) -> bool:
    """Say whether a back lies about there: near enough to be meant for that place, exact or not.

    Boxes of triangles overlap by half; a neighbour is not meant.
    """
    trim = back.card.trim
    across, down = trim.x + trim.width / 2 - place.x, trim.y + trim.height / 2 - place.y
    return 0.1 < across / place.width < 0.9 and 0.1 < down / place.height < 0.9


def _sides(
    pages_read: Sequence[ReadPage], flip: Backs, deck: Deck
) -> Iterator[tuple[PdfPage, list[RecognisedCard], list[RecognisedCard], PdfPage]]:
    """Yield each physical sheet: its front page, the fronts, the backs, and the page the backs are on."""
    if flip in ("none", "gutterfold"):
        for sheet, seen in pages_read:
            backs = _folded_backs(sheet.size, seen, deck) if flip == "gutterfold" else []
            yield sheet, [each for each in seen if each not in backs], backs, sheet
        return
    back_pages = {sheet.number: (sheet, list(seen)) for sheet, seen in pages_read if sheet.side == "back"}
    for sheet, seen in pages_read:
        if sheet.side == "front":
            back, backs = back_pages.pop(sheet.number, (sheet, []))
            yield sheet, list(seen), backs, back
    for back, backs in back_pages.values():
        yield back, [], backs, back


def _folded_backs(page: Size, seen: Sequence[RecognisedCard], deck: Deck) -> list[RecognisedCard]:
    """Return the backs among the cards of a page that is folded: fronts are drawn first.

    A face that is both somebody's front and somebody's back is a back where a front lies behind it.
    """
    axis = _fold(page, seen, seen)
    fronts, backs = set(deck.fronts.values()), set(deck.backs.values())
    found: list[RecognisedCard] = []
    places: list[Rect] = []
    for each in seen:
        covered = any(same(place, each.card.trim, within=1) for place in places)
        if each.face in backs and (covered or each.face not in fronts):
            found.append(each)
        else:
            places.append(behind(each.card.trim, page, axis))
    return found


def _fold(page: Size, fronts: Sequence[RecognisedCard], backs: Sequence[RecognisedCard]) -> Axis:
    """Return the fold that brings more backs behind fronts."""

    def met(axis: Axis) -> int:
        places = [behind(each.card.trim, page, axis) for each in fronts]
        return sum(any(same(place, back.card.trim, within=1) for place in places) for back in backs)

    return "horizontal" if met("horizontal") > met("vertical") else "vertical"


# Every piece is on the sheets as often as the data says.

FacePair = tuple[str | None, str | None]
"""A front and its back; pieces that look alike on both sides are interchangeable."""


def check_counts(
    pairs: Sequence[CardPair], component: Component, deck: Deck, names: Naming, *, two_sided: bool
) -> Iterator[Diagnostic]:
    """Yield the pieces of which there are more or fewer than there should be.

    Pieces alike in front are told apart by their backs only where backs are printed and every one is right.
    """
    by_back = two_sided and all(
        _fits(front.face, back.face if back else None, deck) for _, front, back in pairs
    )
    alike: dict[FacePair, list[str]] = defaultdict(list)
    due: Counter[FacePair] = Counter()
    for piece in component.pieces:
        faces = (deck.fronts.get(piece.id), deck.backs.get(piece.id) if by_back else None)
        alike[faces].append(piece.id)
        due[faces] += piece.copies
    there: Counter[FacePair] = Counter(
        (front.face, back.face if by_back and back else None) for _, front, back in pairs if front.face
    )
    for faces, pieces in alike.items():
        if there[faces] != due[faces]:
            fact = f"{names.pieces(pieces)}: {counted(there[faces], 'copy', 'copies')} on the sheets, {due[faces]} in the data"
            yield names.finding("PNP557", fact, "build again", piece=pieces[0])


def _fits(front: str | None, back: str | None, deck: Deck) -> bool:
    return any(key == front and deck.backs.get(piece) == back for piece, key in deck.fronts.items())
