"""Targets of print shops: pictures or a PDF of the pieces that fit a shop's products, named and packed as it requires.

Each shop is a YAML file in `profiles/`: sizes, bleed, resolution, names of files, and where that is said. For any other
there are `png`, a picture of each side of each piece, and `press`, a PDF/X-4 of each component with cut lines.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import count as counting
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Literal

import yaml
from pikepdf import Pdf
from PIL import Image

from pnp.build.pipeline import DrawnGame, ImposedComponent
from pnp.export.image_files import Canvas, FacePicture, canvas_of
from pnp.export.pdf_objects import metadata_of
from pnp.export.press_colours import (
    CUSTOM,
    THINNEST_PT,
    PrintingCondition,
    ProcessColours,
    condition_of,
    rgb_condition,
)
from pnp.export.press_pages import (
    CREASE,
    CUT,
    FLAT_VERSION,
    VERSION,
    CardSide,
    PressFile,
    card_pages,
    write_card_pages,
    write_flat_pages,
    write_press_pages,
)
from pnp.files import opened, package_names, read_package, walk
from pnp.model.bleed import PRESS_BLEED
from pnp.model.diagnostics import CannotUse, Diagnostic
from pnp.model.face import BACK, FRONT, Side
from pnp.model.game import Component
from pnp.model.geometry import MM_PER_PT, Size, hexagon, parse_length
from pnp.model.papers import Paper
from pnp.preflight.ink import ink_on
from pnp.preflight.pdf_faults import box_of, claim_of
from pnp.shops.shop_files import (
    COMMON,
    ExportOptions,
    ExportPlan,
    ExportTarget,
    PlannedFile,
    PlannedPicture,
    common_back,
    copies_of,
    pictures_in,
    sides_of,
    write_zip,
)
from pnp.text import counted, listed
from pnp.verify.comparison import words_of
from pnp.verify.page_contents import ContentReader

Shape = Literal["rectangle", "circle", "hexagon"]


@dataclass(frozen=True, slots=True)
class Product:
    """A thing that a shop makes: its size once it is cut, and how large a picture of it is, bleed included."""

    id: str
    title: str
    shape: Shape
    size: Size
    pixels: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ShopProfile:
    """What a shop takes.

    `copies` says how it learns how many there are of a card: from as many files, or from the name of one. `names` are
    those of "front", "back" and "common_back", or of a "pdf"; in braces stand product, component, piece, number and copies.
    `standard` is the PDF/X that a PDF has to be, "" for any; `ink` the percent of ink that a place may have, 0 for any; `hint`
    says what to do about one that is otherwise.
    """

    id: str
    title: str
    takes: Literal["png", "pdf"]
    checked: str
    sources: Sequence[str]
    dpi: int
    bleed: float
    colours: ProcessColours
    copies: Literal["repeated", "named"]
    names: Mapping[str, str]
    products: Sequence[Product]
    back_first: bool = False
    zipped: bool = False
    note: str = ""
    hint: str = "export again"
    standard: str = ""
    ink: int = 0


PROFILES = "profiles"  # the folder of the files, beside this module


def profile_names() -> tuple[str, ...]:
    """Return the names of the shops there are."""
    names = package_names(__package__, PROFILES)
    return tuple(name.removesuffix(".yaml") for name in names if name.endswith(".yaml"))


@cache
def shop_profile(name: str) -> ShopProfile:
    """Return what the shop of that name, one of profile_names, takes."""
    facts = yaml.safe_load(read_package(__package__, f"{PROFILES}/{name}.yaml"))
    bleed, checked = parse_length(facts["bleed"]), str(facts["checked"])
    products = [_product(entry, facts["dpi"], bleed) for entry in facts["products"]]
    return ShopProfile(name, **{**facts, "bleed": bleed, "checked": checked, "products": products})


def _product(facts: Mapping[str, Any], dpi: int, bleed: float) -> Product:
    width, height = (parse_length(side) for side in facts["size"].split(" x "))
    canvas = canvas_of(Size(width + 2 * bleed, height + 2 * bleed), dpi)
    across, down = map(int, str(facts.get("pixels", f"{canvas.width} x {canvas.height}")).split(" x "))
    shape = facts.get("shape", "rectangle")
    return Product(facts["id"], facts["title"], shape, Size(width, height), (across, down))


# Which product a component fits.

LARGER_MM = 1.0  # how much larger than a piece its product may be: half of it stays as bleed on each edge
SMALLER_MM = 0.25  # how much smaller it may be: knives are not more exact


@dataclass(frozen=True, slots=True)
class Match:
    """A product that a component fits, lying on its side in it or not."""

    product: Product
    turned: bool

    @property
    def size(self) -> Size:
        return self.product.size.turned if self.turned else self.product.size


def shape_of(component: Component) -> Shape | None:
    """Return what a component looks like once it is cut, None for what no shop cuts."""
    outline, size = component.cut, component.size
    if component.net is not None:
        return None
    if outline.kind in ("polygon", "curve"):
        like_one = any(
            hexagon(side / 2, flat_top=flat).size.is_like(size, within=SMALLER_MM)
            for flat, side in ((True, size.width), (False, size.height))
        )
        return "hexagon" if like_one and len(outline.points) == 6 else None
    is_circle = outline.kind == "circle" and abs(size.width - size.height) < SMALLER_MM
    return "circle" if is_circle else "rectangle"


def _matches(component: Component, products: Sequence[Product]) -> list[Match]:
    shape, size = shape_of(component), component.size
    ways = (Match(product, turned) for product in products for turned in (False, True))
    return sorted(
        (match for match in ways if match.product.shape == shape),
        key=lambda match: abs(match.size.width - size.width) + abs(match.size.height - size.height),
    )


def _fits(piece: Size, product: Size) -> bool:
    over = (product.width - piece.width, product.height - piece.height)
    return all(-SMALLER_MM <= length <= LARGER_MM + 1e-6 for length in over)


def in_words(size: Size, shape: Shape | None) -> str:
    """Return "63 × 88 mm", or "22 mm across" for what is round."""
    if shape == "circle":
        return f"{round(size.width, 2):g} mm across"
    return f"{round(size.width, 2):g} × {round(size.height, 2):g} mm"


# What a shop is sent.

TOLD_MM = 0.05  # a difference that is worth a word


def shop_target(profile: ShopProfile) -> ExportTarget:
    """Return the target of a shop."""
    count = counted(len(profile.products), "product")
    form = "a PDF" if profile.takes == "pdf" else f"PNG at {profile.dpi} dpi"
    about = (
        f"{count}, {form} with {profile.bleed:.4g} mm of bleed",
        *(
            f"{product.title}: {in_words(product.size, product.shape)}, {' × '.join(map(str, product.pixels))} pixels"
            for product in profile.products
        ),
        *(f"says {source}" for source in profile.sources),
        f"looked up on {profile.checked}",
    )
    plan = partial(_plan_shop, profile)
    return ExportTarget(profile.id, profile.title, about, plan, takes_icc=bool(profile.ink))


def _plan_shop(profile: ShopProfile, drawn: DrawnGame, options: ExportOptions) -> ExportPlan:
    condition = condition_of(options.icc) if options.icc else None
    if condition and condition.colours != "CMYK":
        fact = f"{options.icc} is for {condition.colours}, not for CMYK"
        raise CannotUse(fact, "give a profile of a CMYK press")
    pictures: list[PlannedPicture] = []
    files: list[PlannedFile] = []
    notes: list[str] = []
    left_out: list[str] = []
    for imposed in drawn.components:
        matches = _matches(imposed.component, profile.products)
        match = next((match for match in matches if _fits(imposed.component.size, match.size)), None)
        if match is None:
            left_out.append(_fits_nothing(imposed, profile, matches))
            continue
        notes.append(_product_note(imposed, match, profile))
        if profile.takes == "pdf":
            files.append(_pdf(profile, drawn, imposed, match, condition))
            continue
        planned = list(_pictures(profile, imposed, match, options.dpi or profile.dpi))
        pictures += planned
        if profile.zipped:
            parent = Path(planned[0].path).parent.as_posix()
            files.append(PlannedFile(f"{parent}.zip", partial(_zip, [picture.path for picture in planned])))
    if notes:
        made = f"{FLAT_VERSION} for {condition.title}, at most {profile.ink} % of ink" if condition else ""
        notes.append(made or profile.note)
    held = partial(held_against, profile) if notes else None
    return ExportPlan(tuple(pictures), tuple(files), tuple(filter(None, notes)), tuple(left_out), held=held)


def _fits_nothing(drawn: ImposedComponent, profile: ShopProfile, matches: Sequence[Match]) -> str:
    component = drawn.component
    if component.net is not None:
        fact = f"cut and folded from a sheet, which {profile.title} does not make to measure"
        return f"{component.title}: {fact}"
    shape = shape_of(component)
    size = in_words(component.size, shape)
    if not matches:
        return f"{component.title} ({size}): nothing of {profile.title} has this shape"
    near = matches[0].product
    return f"{component.title} ({size}): the nearest is {near.title}, {in_words(near.size, shape)}"


def _product_note(drawn: ImposedComponent, match: Match, profile: ShopProfile) -> str:
    component, product = drawn.component, match.product
    shape = product.shape
    note = f"{component.title} ({in_words(component.size, shape)}): {product.title}, {in_words(match.size, shape)}"
    over = Size(match.size.width - component.size.width, match.size.height - component.size.height)
    if max(over.width, over.height) > TOLD_MM:
        note += f"; {over.width / 2:.2g} and {over.height / 2:.2g} mm of the bleed stay on its edges"
    page = _page(product, profile)
    page = page.turned if match.turned else page
    bleed = 2 * component.bleed
    missing = max(page.width - component.size.width - bleed, page.height - component.size.height - bleed) / 2
    if missing > TOLD_MM:
        note += f"; the last {missing:.1f} mm of the bleed continue the edge of the drawing"
    return note


def _page(product: Product, profile: ShopProfile) -> Size:
    return Canvas(*product.pixels, profile.dpi).size


def _pictures(
    profile: ShopProfile, drawn: ImposedComponent, match: Match, dpi: int
) -> Iterator[PlannedPicture]:
    product, component, copies = match.product, drawn.component.id, copies_of(drawn)
    width, height = (round(pixels * dpi / profile.dpi) for pixels in product.pixels)
    repeated, unused = profile.copies == "repeated", counting(1)
    numbers = {piece: list(islice(unused, many if repeated else 1)) for piece, many in copies.items()}
    for piece, side, key in sides_of(drawn):
        picture = FacePicture((key,), Canvas(width, height, dpi, turn=_turn(side, match)))
        fields = {"product": product.id, "component": component, "piece": piece}
        if piece == COMMON:
            path = profile.names["common_back"].format(**fields)
            yield PlannedPicture(path, component, piece, side, sum(copies.values()), picture)
            continue
        name = profile.names["front" if side == FRONT else "back"]
        for number in numbers[piece]:
            count = 1 if repeated else copies[piece]
            path = name.format(**fields, number=f"{number:03}", copies=copies[piece])
            yield PlannedPicture(path, component, piece, side, count, picture)


def _turn(side: Side, match: Match | None) -> int:
    if match is None or not match.turned:
        return 0
    return 270 if side == BACK else 90


def _zip(paths: Sequence[str], folder: Path, stream: BinaryIO) -> None:
    write_zip(stream, ((Path(path).name, content) for path, content in pictures_in(folder, paths)))


def _pdf(
    profile: ShopProfile,
    game: DrawnGame,
    drawn: ImposedComponent,
    match: Match,
    condition: PrintingCondition | None,
) -> PlannedFile:
    product = match.product
    sides = both_sides(drawn, match, back_first=profile.back_first)
    name = profile.names["pdf"].format(product=product.id, component=drawn.component.id)
    page = _page(product, profile)
    meta = metadata_of(game.game, drawn.component, Paper(product.id, product.title, page, 0))
    sheets = card_pages(drawn.component.id, sides, page, product.size)

    def write(_: Path, stream: BinaryIO) -> None:
        pages = game.pages[drawn.component.id]
        if condition is None:
            write_card_pages(stream, sheets, pages, meta)
        else:
            write_flat_pages(stream, sheets, pages, meta, condition=condition, ink=profile.ink)

    return PlannedFile(name, write, drawn.component.id, sum(copies_of(drawn).values()))


def both_sides(
    drawn: ImposedComponent, match: Match | None = None, *, back_first: bool = False
) -> list[CardSide]:
    """Return the sides of every copy of every piece, turned as a product is that they match; fronts alone where there are no backs."""
    deck, back = drawn.rendered.deck, common_back(drawn) or ""
    sides = []
    for piece, count in copies_of(drawn).items():
        front = CardSide(piece, deck.fronts[piece], _turn(FRONT, match))
        behind = CardSide(piece, deck.backs.get(piece, back), _turn(BACK, match), BACK)
        both = [front] if not deck.backs else [behind, front] if back_first else [front, behind]
        sides += both * count
    return sides


# The finished files, held against what the shop has published.


def held_against(profile: ShopProfile, folder: Path) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
    """Return what to know of the files in a folder, and what the shop asks for that they are not."""
    paths = [Path(top) / name for top, _, names in walk(folder) for name in sorted(names)]
    paths = [path for path in paths if path.suffix == f".{profile.takes}"]
    products = {product.id: product for product in profile.products}
    wrong: dict[tuple[str, str], list[str]] = {}
    for path in paths:
        name = path.relative_to(folder).as_posix()
        with opened(path) as file:
            facts = _wrong_in_pdf if profile.takes == "pdf" else _wrong_in_picture
            for fact in facts(profile, products[name.partition("/")[0]], file):
                wrong.setdefault(fact, []).append(name)
    read = f"{counted(len(paths), 'file')} read again: as {profile.title} asked for on {profile.checked}"
    findings = []
    for (wish, hint), names in wrong.items():
        more = f" and {counted(len(names) - 1, 'more file')}" if len(names) > 1 else ""
        said = f"{names[0]}{more}: {profile.title} asks for {wish}"
        findings.append(Diagnostic("PNP590", said, hint=hint))
    return () if findings else (read,), tuple(findings)


def _wrong_in_picture(profile: ShopProfile, product: Product, file: BinaryIO) -> Iterator[tuple[str, str]]:
    with Image.open(file) as picture:
        if picture.size != product.pixels:
            wanted, made = (f"{width} × {height}" for width, height in (product.pixels, picture.size))
            yield f"{wanted} pixels, not {made}", "export again without --dpi"
        if picture.mode != profile.colours:
            yield f"{profile.colours} colours, not {picture.mode}", "export again"


def _wrong_in_pdf(profile: ShopProfile, product: Product, file: BinaryIO) -> Iterator[tuple[str, str]]:
    with Pdf.open(file) as pdf:
        boxes = (("/MediaBox", "pages", _page(product, profile)), ("/TrimBox", "a trim", product.size))
        for name, what, size in boxes:
            for box in {box_of(page.obj, name) or (0.0, 0.0, 0.0, 0.0) for page in pdf.pages}:
                made = Size((box[2] - box[0]) * MM_PER_PT, (box[3] - box[1]) * MM_PER_PT)
                if not made.is_like(size, within=TOLD_MM):
                    fact = f"{what} of {in_words(size, None)}, not {in_words(made, None)}"
                    yield fact, "export again"
        reader = ContentReader(pdf)
        pages = [(page, reader.page(page)) for page in pdf.pages]
        claim = claim_of(words_of(pdf)) or f"PDF {pdf.pdf_version}"
        spaces = {space for _, page in pages for space in page.spaces}
        if claim != (profile.standard or claim) or spaces - {profile.colours, "Gray"}:
            instead = f"{claim} in {listed(sorted(spaces), 'and')}"
            yield f"{profile.standard or 'PDF'} in {profile.colours}, not {instead}", profile.hint
        ink = round(100 * max((ink_on(*page) for page in pages), default=0))
        if profile.ink and ink > profile.ink:
            yield f"at most {profile.ink} % of ink in one place, not {ink} %", profile.hint


# Targets for any shop.


DPI = 300  # what print shops ask for


def _plan_png(drawn: DrawnGame, options: ExportOptions) -> ExportPlan:
    planned = []
    for imposed in drawn.components:
        faces, copies, component = imposed.rendered.deck.faces, copies_of(imposed), imposed.component.id
        for piece, side, key in sides_of(imposed):
            size = faces[key].page if options.bleed else faces[key].trim
            name = "back.png" if piece == COMMON else f"{piece}.{side}.png"
            count = sum(copies.values()) if piece == COMMON else copies[piece]
            picture = FacePicture((key,), canvas_of(size, options.dpi or DPI))
            planned.append(PlannedPicture(f"{component}/{name}", component, piece, side, count, picture))
    return ExportPlan(tuple(planned))


PNG = ExportTarget("png", "PNG pictures", (f"every face, {DPI} dpi unless --dpi says otherwise",), _plan_png)


def _plan_press(drawn: DrawnGame, options: ExportOptions) -> ExportPlan:
    """Return a PDF for each component. Raises CannotUse for a profile that is none of a printing condition."""
    condition = condition_of(options.icc) if options.icc else rgb_condition()
    if options.cmyk and condition.colours != "CMYK":
        hint = "give the profile that the print shop names, such as --icc PSOcoated_v3.icc from eci.org"
        raise CannotUse("CMYK colours need the profile of a CMYK press", hint)
    files = tuple(_file(drawn, imposed, condition, cmyk=options.cmyk) for imposed in drawn.components)
    colours = _colour_note(condition, cmyk=options.cmyk)
    return ExportPlan((), files, (*_short_bleeds(drawn), colours) if files else ())


def _file(
    game: DrawnGame, drawn: ImposedComponent, condition: PrintingCondition, *, cmyk: bool
) -> PlannedFile:
    component = drawn.component
    bleed = 2 * max(PRESS_BLEED, component.bleed)
    page = Size(component.size.width + bleed, component.size.height + bleed)
    sheets = card_pages(component.id, both_sides(drawn), page, component.size)
    file = PressFile(component, sheets, condition, cmyk)
    meta = metadata_of(game.game, component, Paper("press", VERSION, page, 0))

    def write(_: Path, stream: BinaryIO) -> None:
        write_press_pages(stream, file, game.pages[component.id], meta)

    return PlannedFile(f"{component.id}.pdf", write, component.id, sum(copies_of(drawn).values()))


def _short_bleeds(drawn: DrawnGame) -> list[str]:
    short = [imposed.component for imposed in drawn.components if imposed.component.bleed < PRESS_BLEED]
    beyond = f"its edge is continued to {PRESS_BLEED:g} mm"
    return [
        f"{component.title}: drawn with {component.bleed:g} mm of bleed; {'blank paper beyond it' if component.net else beyond}"
        for component in short
    ]


def _colour_note(condition: PrintingCondition, *, cmyk: bool) -> str:
    if condition.colours == "RGB":
        return "Colours are RGB: for a press that needs other colours, use --icc with the ICC profile that the shop names"
    name = condition.title if condition.identifier == CUSTOM else condition.identifier
    colours = "CMYK" if cmyk else "sRGB, which the press converts to its inks"
    return f"Made for {name}; colours are {colours}"


PRESS = ExportTarget(
    "press",
    "Print shops",
    (
        f"{VERSION} for each component, {PRESS_BLEED:g} mm of bleed, cut lines in a spot colour",
        "a page for each side of each copy, front before back, with its trim box and bleed box",
        f"cut lines are the spot colour {CUT.name}, folds {CREASE.name}, each on a layer of its own, overprinting",
        f"thinner lines are printed {THINNEST_PT:g} pt wide",
        "labels and bookmarks of the pages name the pieces",
        "--icc FILE gives the profile of the printing condition, such as PSOcoated_v3.icc",
        "--cmyk converts all colours to its inks, for a shop that refuses RGB",
    ),
    _plan_press,
    takes_icc=True,
)
