"""The pages that say how to build the game, and their pictures."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

import pytest
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pnp.load.kinds import KINDS
from pnp.load.kinds.dice import die_net
from pnp.model.diagnostics import Place
from pnp.model.face import Face
from pnp.model.game import Component, Game, Piece
from pnp.model.geometry import Outline, Rect, Size, circle, rectangle, triangle
from pnp.model.line_styles import PARTING, Stroke
from pnp.model.nets import standee, tuckbox
from pnp.model.papers import LABEL_SHEETS, Paper
from pnp.model.sheet import Placement, Sheet
from pnp.render.assembly_steps import BAR, STEPS_OF, Columns, Printed, Section, on_pages, sections_of
from pnp.render.guide_page import Entry, PrintJob, guide

HERE = Place("card_data/small/cards.yaml", 1, 1)
SMALL = Game("small", "Small", "1", (), HERE)
A4, LETTER = Paper("a4", "A4", Size(210, 297), 6.35), Paper("letter", "Letter", Size(215.9, 279.4), 6.35)
GLUED = "Plain paper, glued on 1.5 mm gray board, or card alone."
LABELS = LABEL_SHEETS["2525K"]
TRIM = Rect(10, 20, 63, 88)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94"><title>{{x}}</title><rect width="9" height="9"/></svg>'


def an_entry(name: str, *, sheets: int = 2, pages: int = 4) -> Entry:
    piece = Piece("one", 3, {}, "a.svg.j2", None, HERE)
    component = Component(name, KINDS["cards"], name.title(), Size(63, 88), 3, 3, 3, (piece,), HERE)
    face = Face("key", SVG, Size(63, 88), 3)
    return Entry(component, face, f"{name}.pdf", sheets, pages, "long-edge")


def a_sheet(component: str, flip: str = "long-edge", places: Sequence[Rect] = (TRIM,)) -> Sheet:
    placements = tuple(Placement("one", 1, "k", place, place) for place in places)
    return Sheet(component, "a4", A4.size, "front", flip, 1, 1, 1, placements)


def page_of(*entries: Entry, **about):
    return guide(replace(SMALL, **about), entries, A4, PrintJob()).pieces[0].fields


def lines_of(page) -> list[tuple]:
    """What to print on which paper: paper, pages, whether both sides, sheets, what it is."""
    keys = ("paper", "pages", "both", "sheets")
    return [(*(line[key] for key in keys), ", ".join(line["names"])) for line in page["plan"]]


@pytest.mark.parametrize(("components", "rows"), [(1, [1]), (18, [18]), (19, [18, 1]), (45, [18, 26, 1])])
def test_components_fill_the_first_page_and_then_the_next(components, rows):
    made = guide(SMALL, [an_entry(f"deck{number}") for number in range(components)], A4, PrintJob())
    assert [len(piece.fields["rows"]) for piece in made.pieces][: len(rows)] == rows
    assert not any(piece.fields["rows"] for piece in made.pieces[len(rows) :])


def test_a_component_is_shown_by_its_own_drawing_without_its_frame():
    page = page_of(an_entry("food"))
    drawing = page["rows"][0]["drawing"]
    assert drawing == '<title>{&#123;x}}</title><rect width="9" height="9"/>'  # no expression to work out
    assert lines_of(page) == [("Card, 200 to 250 g/m²", "food.pdf", True, 2, "Food")]


@pytest.mark.parametrize(
    ("sheets", "where"), [(1, "page 7"), (3, "pages 7, 9, 11"), (10, "odd pages of 7 to 26")]
)
def test_what_has_no_backs_is_printed_without_the_empty_pages(sheets, where):
    entries = [replace(an_entry("food", sheets=sheets, pages=sheets), labels=LABELS)]
    both = enumerate((a_sheet("bids"), a_sheet("bids", places=(TRIM, replace(TRIM, y=120)))), 1)
    shown = [replace(sheet, number=n, side=side) for n, sheet in both for side in ("front", "back")]
    entries.insert(0, replace(an_entry("bids"), shown=tuple(shown)))
    first = guide(SMALL, entries, A4, PrintJob("print.pdf")).pieces[0].fields
    assert an_entry("", sheets=9, pages=9).where([1, 2, 3, 4, 5, 8]) == "odd pages of 1 to 10, 15 to 16"
    assert lines_of(first)[1] == ("Label sheet, 7 × 10 rounds of 25 mm", where, False, sheets, "Food")
    assert first["light"] == "pages 3-4"  # with less ink


def test_components_that_share_sheets_name_their_own_pages_and_boards_their_backs():
    """Dice without backs are on the fronts alone of sheets that others have backs on."""
    numbered = [replace(a_sheet("food"), number=number) for number in range(1, 5)]
    behind = [replace(sheet, side="back") for sheet in numbered]
    food = an_entry("food", sheets=4, pages=8)
    food = replace(food, file="packed.pdf", shown=(*numbered[:2], *behind[:2]))
    bids = replace(food, component=an_entry("bids").component, shown=(*numbered[1:], *behind[1:]))
    dice = replace(food, component=an_entry("dice").component, shown=tuple(numbered[2:]))
    backs = tuple(replace(sheet, side="back") if sheet.number % 2 == 0 else sheet for sheet in numbered)
    tiles = replace(an_entry("tiles", sheets=4, pages=4), shown=backs)
    duplex = guide(SMALL, [food, bids, dice, tiles], A4, PrintJob("print.pdf")).pieces
    assert page_of(tiles)["rows"][0]["pages"] == "pages 1, 3; the backs: pages 2, 4 of tiles.pdf"
    rows = [row["pages"] for row in duplex[0].fields["rows"]]
    assert rows == ["pages 3 to 6", "pages 5 to 10", "pages 7, 9", "pages 11, 15; the backs: pages 13, 17"]
    assert [line[:4] for line in lines_of(duplex[0].fields)] == [
        ("Card, 200 to 250 g/m²", "pages 3 to 12, 15 to 16", True, 6),
        ("Card, 200 to 250 g/m²", "pages 13, 17", False, 2),  # if you like
    ]
    assert duplex[0].fields["plan"][1]["names"] == ["Tiles (its back, if you like)"]
    single = guide(SMALL, [tiles], A4, PrintJob("print.pdf", printer="single")).pieces
    assert [line[1] for line in lines_of(single[0].fields)] == ["pages 2, 4", "pages 3, 5"]
    assert single[0].fields["rows"][0]["pages"] == "pages 2, 4; the backs: pages 3, 5"
    steps = [pages[-1].fields["sections"][-1]["pages"] for pages in (duplex, single)]
    assert steps == ["pages 3 to 10; pages 11, 13, 15, 17", "pages 2 to 5"]


def test_a_choice_has_a_letter_which_says_what_changes_in_printing_and_in_making():
    """Dice share their first sheet with the aids; only the second one need not be printed."""
    six = tuple(Placement("one", copy, "k", TRIM, TRIM) for copy in range(1, 7))
    sheets = [replace(a_sheet("dice"), number=number, placements=six) for number in (1, 2, 3)]
    net = replace(an_entry("dice").component, net=die_net("d6"), instead="**12 bought dice**")
    dice = replace(an_entry("dice", pages=2), component=net, shown=tuple(sheets[:2]), file="packed.pdf")
    backs = [replace(sheet, side="back") for sheet in (sheets[0], sheets[2])]
    aids = replace(an_entry("aids", pages=4), shown=(sheets[0], sheets[2], *backs), file="packed.pdf")
    game = replace(SMALL, facts={"leave_out": {"with 3 dice": "dice/one/[4-6]", "without": "dice/*"}})
    page = guide(game, [aids, dice], A4, PrintJob("print.pdf")).pieces[0].fields
    assert [choice["letter"] + choice["words"] for choice in page["easier"]] == [
        "AInstead of the dice, use **12 bought dice** (saves **1 sheet** and **30 minutes**).",
        "BWith 3 dice (saves **15 minutes**).",
        "CWithout (saves **1 sheet** and **30 minutes**).",
        "DNo card? Print **pages 3 to 5** on **one side** of plain paper, 3 sheets. Glue each even page (else a blank sheet) behind the odd one before it: one edge first, the rest once the crosses meet against the light, tops together. Dry under books, then cut.",
    ]
    assert page["plan"][0]["note"] == ". **D: plain paper, one side**"
    kind = replace(KINDS["tiles"], grey_board=None, stock="card")
    tiles = replace(an_entry("t"), component=replace(an_entry("t").component, kind=kind), shown=(sheets[0],))
    first = guide(SMALL, [tiles], A4, PrintJob("print.pdf", "rules.pdf", 2)).pieces[0].fields
    plan, needs = first["plan"], [need["text"] for need in first["needs"]]
    assert "if you like: **1 ×** card, 1 mm, size of a sheet, for thick tiles" in needs
    assert "".join(line["note"] for line in plan) == ". **A: also 5, one side**. **B: plain paper, one side**"
    assert plan[1]["strip"] == (("A", "5-6"), ("", "7-8"))
    tiles = replace(tiles, sheets=12, pages=12, shown=[replace(sheets[0], number=n) for n in range(1, 13)])
    plan = guide(SMALL, [tiles], A4, PrintJob("print.pdf", "rules.pdf", 2)).pieces[0].fields["plan"]
    assert plan[0]["what"] == "the rules. **A: also odd pages of 5-28, one side**"
    assert page["sections"][1]["note"] == "**A or C:** skip. **B:** make 3"


@pytest.mark.parametrize(("boxes", "pages"), [(1, "page 3"), (2, "pages 3 to 4")])
def test_without_card_what_has_nothing_behind_it_is_glued_onto_a_blank_sheet(boxes, pages):
    folded, sheet = a_sheet("food", "gutterfold"), a_sheet("box")
    food = replace(an_entry("food", sheets=1, pages=1), flip="gutterfold", shown=(folded,))
    sheets = tuple(replace(sheet, number=n) for n in range(1, boxes + 1))
    box = replace(an_entry("box", sheets=boxes, pages=boxes), shown=sheets)
    made = guide(SMALL, [food, box], A4, PrintJob("print.pdf", printer="single"))
    notes = [section["note"] for section in made.pieces[-1].fields["sections"]]
    assert notes == ["", f"**A:** first glue blank paper behind {pages}"]


def test_pages_of_pieces_that_nobody_needs_then_may_be_left_out():
    """The second sheet of food holds a blank card as well, which the basic game has no use for either."""

    def sheet(number: int, *pieces: str) -> Sheet:
        placements = tuple(Placement(piece, 1, "k", TRIM, TRIM) for piece in pieces)
        return replace(a_sheet("packed"), number=number, placements=placements)

    sheets = (sheet(1, "food/leek"), sheet(2, "powers/plus", "food/blank"), sheet(3, "powers/minus"))
    food = replace(an_entry("food", sheets=3, pages=6), file="packed.pdf", shown=sheets[:2])
    powers = replace(an_entry("powers", sheets=3, pages=6), file="packed.pdf", shown=sheets[1:])
    ways = {"with 2 players": ("food/blank/*",), "for the basic game": ("powers/*", "food/blank/1")}
    game = replace(SMALL, facts={"leave_out": ways | {"with minuses": ("food/*", "powers/plus/*")}})
    page = guide(game, [food, powers], A4, PrintJob("print.pdf")).pieces[0].fields
    assert page["easier"][0]["words"] == "For the basic game (saves **2 sheets**)."
    assert page["plan"][0]["strip"] == (("B", "3-4"), ("A or B", "5-6"), ("A", "7-8"))


@pytest.mark.parametrize(
    ("kind", "changes", "paper", "said"),
    [
        ("cards", {}, "Card, 200 to 250 g/m²", ""),
        ("cards", {"finish": ("sleeves",)}, "Paper, 120 to 160 g/m²", ""),
        ("tiles", {"finish": ("sleeves",)}, "Plain paper", GLUED),
        ("cards", {"finish": ("laminate",)}, "Paper, 120 to 160 g/m², laminated", ""),
        ("cards", {"flip": "gutterfold"}, "Plain paper", "Plain paper, folded and glued."),
        ("discs", {}, "Plain paper", GLUED),
        ("cards", {"flip": "none", "weights": range(250, 251)}, "Card, 250 g/m²", ""),
    ],
)
def test_what_is_said_of_the_paper_suits_how_it_is_printed(kind, changes, paper, said):
    entry = an_entry("chips")
    page = page_of(replace(entry, component=replace(entry.component, kind=KINDS[kind]), **changes))
    assert (page["plan"][0]["paper"], page["rows"][0]["paper"]) == (paper, said)


PUNCH = "if you like: corner punch, 3 mm"


@pytest.mark.parametrize(
    ("finish", "things"),
    [
        ((), [PUNCH]),
        (("square",), []),
        (("sleeves",), ["**6 ×** sleeve for cards of 63 × 88 mm"]),
        (("laminate",), ["laminator and pouches for whole sheets", PUNCH]),
    ],
)
def test_what_becomes_of_the_cards_decides_what_is_needed(finish, things):
    sheet = a_sheet("food")
    entry = replace(an_entry("food"), shown=(sheet,), finish=finish)
    entries = [entry, replace(entry, component=replace(entry.component, id="bids"))]
    (page,) = (each.fields for each in guide(SMALL, entries, A4, PrintJob()).pieces)  # a small game fits
    needs = [need["text"] for need in page["needs"] if need["symbol"] in {"thing", "punch"}]
    assert needs == things
    made = [step["name"] for section in page["sections"] for step in section["steps"]]
    assert (made[0] == "laminate") is ("laminate" in finish), "sheets are laminated before they are cut"
    assert ("corner" in made) is (PUNCH in things)


def test_sheets_with_nets_are_not_laminated():
    folded = replace(an_entry("die"), component=replace(an_entry("die").component, net=tuckbox(65, 90, 20)))
    made = [replace(folded, finish=("laminate",)), replace(an_entry("food"), finish=("laminate",))]
    assert [line[0].endswith("laminated") for line in lines_of(page_of(*made))] == [False, True]


@pytest.mark.parametrize(
    ("finish", "what"), [("sleeves", "cards in sleeves"), ("laminate", "laminated cards")]
)
def test_a_box_is_said_to_be_too_small_for_cards_that_became_thicker(finish, what):
    box = replace(an_entry("box").component, net=tuckbox(65, 90, 20), note="Holds all.")
    entry = replace(an_entry("box"), component=box)
    assert page_of(entry)["rows"][0]["note"] == "Holds all."
    (row,) = page_of(replace(entry, finish=(finish,)))["rows"]
    assert row["note"] == f"Holds all. Too small for {what}: keep them in another box."


def a_board(*sides: str) -> Entry:
    """A board of 400 × 200 mm that is joined of two sheets on each side, with a joint 200 mm from the left."""
    board, whole = an_entry("board"), Size(400, 200)
    component = replace(board.component, kind=KINDS["board"], size=whole)
    sheets = []
    for number, (side, left) in enumerate(((side, left) for side in sides for left in (0, 200)), 1):
        part = Placement("one", 1, "k", Rect(5 - left, 9, 400, 200), Rect(5, 9, 200, 200))
        sheets.append(replace(a_sheet("board", "none"), side=side, number=number, placements=(part,)))
    return replace(board, component=component, sheets=len(sheets), pages=len(sheets), shown=tuple(sheets))


@pytest.mark.parametrize(
    ("sides", "cut", "glue"),
    [
        (["front"], "margin of page 5", "page 5 onto 3, up to"),
        (["front", "back"], "margins of 5 and 9", "5 onto 3, for the back 9 onto 7, at"),
    ],
)
def test_a_board_says_which_page_is_cut_and_where_its_corners_go(sides, cut, glue):
    made = guide(SMALL, [a_board(*sides)], A4, PrintJob("print.pdf")).pieces
    (section,) = made[-1].fields["sections"]
    names = f"margin glue-on prick-corners whole-on-board {'pin-board ' * (len(sides) - 1)}press-and-trim hinge".split()
    assert [step["name"] for step in section["steps"]] == names
    assert (section["stack"], len({step["x"] for step in section["steps"]})) == (True, 3), "in rows of three"
    said = [section["said"][name] for name in ("margin", "glue-on", "hinge")]
    hinge = "To fold: front up, cut through all layers at the seam; clear tape on the back."
    assert said == [f"Cut off the left {cut} at line A.", f"Glue {glue} the triangles.", hinge]
    assert ("**No back?** Leave out pages 7, 9 and step 5" in section["note"]) is (len(sides) > 1)
    needs = {need["symbol"]: need["text"] for need in made[0].fields["needs"]}
    assert (needs["box"], needs["tape"][-4:]) == ("a box or bag of 44 × 24 cm", "tape")


@pytest.mark.parametrize(("flip", "size"), [("glued", "210 × 297"), ("gutterfold", "210 × 148.5")])
def test_what_is_folded_round_a_board_needs_half_of_it_and_a_punch_if_round(flip, size):
    chips = replace(an_entry("chips").component, kind=KINDS["discs"], outline=circle(63))
    places = [Rect(10, y, 63, 88) for y in (20, 189)][: 2 if flip == "gutterfold" else 1]
    sheet = a_sheet("chips", flip, places)
    entry = replace(an_entry("chips"), component=chips, flip=flip, shown=(sheet,))
    page = page_of(entry)
    needs = {need["symbol"]: need["text"] for need in page["needs"]}
    assert needs["board"] == f"**1 ×** gray board, 1.5 mm thick, {size} mm, or cardboard from a box"
    assert needs["hollow-punch"] == "hollow punch, 63 mm, and hammer, or scissors for thin card"
    assert page["rows"][0]["paper"] == GLUED


def test_what_is_needed_is_counted_once_and_nothing_else_is_named():
    """Two decks share a file of two sheets; a third has one of its own; the box takes the same card and thicker."""
    shared = [replace(an_entry(name), file="packed.pdf") for name in ("food", "bids")]
    box = replace(an_entry("box", sheets=1), weights=range(200, 301))
    page = page_of(*shared, an_entry("aids", sheets=1), box)
    (line,), card = lines_of(page), "Card, 200 to 250 g/m²"
    assert (*line[:4], page["needs"]) == (card, "packed.pdf, aids.pdf, box.pdf", True, 4, ())


def test_needs_are_time_boards_things_and_tools_in_this_order():
    board = replace(an_entry("boards").component, kind=KINDS["tiles"])
    labels = replace(an_entry("bids"), labels=LABELS)
    entries = [labels, replace(an_entry("boards"), component=board, shown=(a_sheet("boards"),))]
    page = page_of(*entries, facts={"supply": ("a pencil",)})
    needs = [(need["symbol"], need["text"]) for need in page["needs"]]
    assert [symbol for symbol, _ in needs][:3] == ["clock", "board", "pencil"]
    assert (needs[0][1], needs[2][1]) == ("about **15 minutes**, and a night to dry", "a pencil")
    assert dict(needs[3:]).keys() >= {"knife", "spray", "book"}
    assert [line[0] for line in lines_of(page)] == ["Plain paper", "Label sheet, 7 × 10 rounds of 25 mm"]


@pytest.mark.parametrize("folded", [False, True])
def test_pictures_are_as_large_as_a_page_has_room_for(folded):
    """They are in three columns. Folded cards take six steps: fold, glue, see the marks, cut long, cut short, round the corners."""
    flip = "gutterfold" if folded else "long-edge"
    spots = [(1 + x, Rect(20 + 65 * x, 20 + 90 * y, 63, 88)) for y in (0, 1) for x in (0, 1)]
    placed = tuple(Placement("one", copy, "k", spot, spot) for copy, spot in spots)
    food, sheet = an_entry("food"), replace(a_sheet("food", flip), placements=placed)
    food = replace(food, flip=flip, component=replace(food.component, corner=3.0), shown=(sheet,))
    _, last = guide(SMALL, [food] * 14, A4, PrintJob()).pieces
    steps = [step for section in last.fields["sections"] for step in section["steps"]]
    assert round(steps[0]["width"], 2) == round((182 - 3 * 2) / 3, 2)


@pytest.mark.parametrize(
    ("paper", "printer", "said"),
    [
        (A4, "duplex", ("pages 3 to 6", 5, 2, "")),
        (A4, "single", ("pages 3 to 5", 7, 3, "")),
        (LETTER, "duplex", ("pages 3 to 6", 5, 2, " (75 to 90 lb cover)")),
    ],
)
def test_guide_and_rules_are_counted_with_the_paper_to_buy(paper, printer, said):
    """Six pages of rules in a booklet are 4 sides of 2 sheets; on one side they are 3 sheets."""
    rules = 3 if printer == "single" else 4
    job = PrintJob("print.pdf", "rules-booklet.pdf", rules, printer=printer)
    entry = replace(an_entry("food"), shown=tuple(a_sheet("food") for _ in range(2)))
    made = guide(SMALL, [entry] * 12, paper, job)
    page, (first, total, plain, pounds) = made.pieces[0].fields, said
    read, card = lines_of(page)
    assert read == ("Plain paper", first, printer == "duplex", plain, "the rules")
    assert (page["total"], card[0], card[3]) == (total, f"Card, 200 to 250 g/m²{pounds}", 2)


SHEET, CARD = Size(210, 297), Size(63, 88)


def printed(kind: str, *, name: str = "", size: Size = CARD, flip="long-edge", back=False, **changes):
    piece, name = Piece("one", 6, {}, "a.svg.j2", None, HERE), name or kind
    component = Component(name, KINDS[kind], name.title(), size, 3, 3, 3, (piece,), HERE, **changes)
    w, h = size.width, size.height
    places = [Rect(10 + x * w, 10 + y * h, w, h) for y in (0, 1) for x in (0, 1)]
    placements = tuple(Placement("one", n, "key", place, place) for n, place in enumerate(places, 1))
    front = Sheet(name, "a4", SHEET, "front", flip, 1, 1, 1, placements)
    return Printed(component, (front, replace(front, side="back", page=2)) if back else (front,))


TILES = {"size": triangle(44).size, "outline": triangle(44)}
DISCS = {"size": Size(22, 22), "outline": circle(22)}
CORNER, NET = Outline("polygon", ((0, 0), (63, 0), (9, 88))), "pen scissors glue"


def steps(*all_printed, booklet=0):
    return {section.title: section.steps for section in sections_of(all_printed, booklet=booklet)}


def test_what_is_cut_in_the_same_way_is_shown_once():
    food, bids = printed("cards", name="food"), printed("cards", name="bids")
    (section,) = sections_of([food, bids])
    assert (section.title, section.parts) == ("Cards", ("Food", "Bids"))
    assert sections_of([printed("cards"), bids])[0].title == "Cards, Bids"
    assert section.tools == {"knife", "punch"}
    assert [steps(booklet=n)["Rules"] for n in (2, 4)] == [("fold-once",), ("staple", "fold-once")]
    column = replace(food.sheets[0], placements=food.sheets[0].placements[::2], strokes=(BAR,))
    close, apart = (steps(Printed(replace(food.component, gap=mm), (column,)))["Food"] for mm in (0, 3))
    assert (close[0], apart[:3]) == ("strip", ("marks", "long-cuts", "bars"))
    assert [section.steps for section in sections_of([], loose=True)] == [("staple-corner",)]
    assert [*steps(food, printed("discs", **DISCS), booklet=4)] == ["Discs", "Rules", "Food"]  # dry first


@pytest.mark.parametrize(
    ("made", "names", "tools"),
    [
        (printed("box", net=tuckbox(65, 90, 20)), "net box-sides box-bottom box-fill", NET),
        (printed("dice", net=die_net("d6")), "net die-fold die-glue die-done", NET),
        (printed("dice", net=die_net("d20")), "net die-like-cube die-glue die-done", NET),
        (printed("markers", net=standee(16, 24)), "net stand-glue stand-done", NET),
        (printed("discs", **DISCS), "on-board press punch-out", "spray book"),
        (printed("tiles", outline=rectangle(CARD)), "on-board press cut-2", "spray book knife"),
        (printed("tiles", outline=CORNER), "on-board press cut-out", "spray book scissors"),
        (printed("tiles", **TILES), "on-board press across slants", "spray book knife"),
        (printed("stickers", **DISCS), "circles glue-on-disc", "scissors glue"),
        (Printed(printed("cards").component, (a_sheet("cards"),)), "alone corner", "knife punch"),
        (replace(printed("stickers", **DISCS), labels=True), "peel stick", ""),
        (printed("markers", **DISCS), "on-card cut-out", "glue scissors book"),
        (printed("markers", flip="gutterfold", **DISCS), "fold glue-halves cut-out", "spray book scissors"),
        (printed("dice", net=die_net("d4")), "net d4-fold d4-glue d4-done", NET),
        (printed("discs", flip="gutterfold", **DISCS), "wrap-front wrap-back press punch-out", "spray book"),
    ],
)
def test_every_kind_has_its_steps_and_its_tools(made, names, tools):
    (section,) = sections_of([made])
    assert (" ".join(section.steps), section.tools) == (names, {*tools.split()})


def test_every_step_has_words_and_a_picture():
    found = Environment(loader=FileSystemLoader("templates"), undefined=StrictUndefined)
    found.filters["mm"] = str
    drawings = found.get_template("base/assembly.svg.j2").module
    assert {*chain(*STEPS_OF.values())} <= drawings.words.keys()
    others = drawings.words.keys() - {"net", "part", "cut-out", "circles", "on-card"}
    assert [name for name in others if "<path" not in drawings.picture(name)] == []
    assert all("<path" in drawings.key(name) for name in ("part", "marks", "outline", "folds", "glue"))


def test_backs_are_pinned_behind_their_fronts_where_the_sheets_have_crosses():
    chips = printed("discs", back=True, **DISCS)
    cross = (Stroke(8, 10, 12, 10), Stroke(10, 8, 10, 12))
    crossed = tuple(replace(sheet, strokes=(*cross, Stroke(1, 1, 1, 5))) for sheet in chips.sheets)
    assert crossed[0].crosses == ((10, 10),)
    (section,) = sections_of([replace(chips, sheets=crossed)])
    assert section.steps[1:3] == ("prick", "pin")
    assert "pin" in section.tools
    assert steps(chips)["Discs"][1] == "backs-on-board"


def test_a_sheet_with_several_forms_is_first_cut_between_them():
    chips, cards = printed("discs", **DISCS), printed("cards")
    place = Rect(10, 240, 22, 22)
    low = (replace(chips.sheets[0].placements[0], trim=place, clip=place),) * 2
    line, mark = Stroke(6, 220, 204, 220, PARTING.width), Stroke(1, 215, 5, 215)
    fronts = [replace(each.sheets[0], component="packed", strokes=(mark, line)) for each in (cards, chips)]
    below = replace(fronts[1], placements=low)
    together = [replace(cards, sheets=(fronts[0],)), replace(chips, sheets=(below,))]
    assert next(iter(steps(*together).items())) == ("Cut apart", ("part",))
    assert sections_of(together)[0].said == {"part": "First cut along the thick line."}
    more = replace(fronts[1], strokes=(line, replace(line, y1=99, y2=99)))
    assert sections_of([replace(cards, sheets=(more,))])[0].said == {}
    assert "Cut apart" not in steps(cards, chips)
    laminated = [Section("Laminate", (), ("laminate",)), *sections_of(together)]
    (shown,) = on_pages(laminated, Columns(5, 14, 182, bottom=297))
    assert [each["stack"] or each["title"] for each in shown[:2]] == ["Laminate", "Cut apart"]


def test_tiles_with_waste_between_them_are_cut_every_way_inside_the_frame():
    tiles = printed("tiles", **TILES)
    size = tiles.component.size
    places = [Rect(10, y, size.width, size.height) for y in (10, 13 + size.height)]
    placements = tuple(Placement("one", n, "key", place, place) for n, place in enumerate(places, 1))
    sheet = replace(tiles.sheets[0], placements=placements)
    assert steps(replace(tiles, sheets=(sheet,)))["Tiles"][2:] == ("waste", "across", "slants")


def test_short_sections_stand_side_by_side_and_the_rest_on_the_next_page():
    square = replace(printed("cards"), component=replace(printed("cards").component, corner=0))
    stickers, box = printed("stickers", outline=circle(19)), printed("box", net=tuckbox(65, 90, 20))
    sections = sections_of([stickers, box, square])
    columns = Columns(5, 14, 182, bottom=75, fewest=4)
    first, second = on_pages(sections, columns)
    assert [section["title"] for section in first] == ["Stickers", "Cards"]
    assert [section["title"] for section in second] == ["Box"]
    widths = [section["steps"][0]["width"] for section in (first[0], second[0])]
    assert widths == [34, 43.25]  # where there are fewer, they are larger
