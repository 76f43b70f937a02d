import pytest

from pnp.load.kinds.stickers import find_label_sheet
from pnp.model.bought_sheets import BOUGHT_SHEETS, CARD_SHEETS, LABEL_SHEETS, free_margins
from pnp.model.papers import PAPERS


@pytest.mark.parametrize("name", BOUGHT_SHEETS)
def test_every_named_sheet_is_symmetric_to_the_micrometre_and_its_places_keep_apart(name):
    sheet = BOUGHT_SHEETS[name]
    left, top, right, bottom = free_margins(sheet, *_size(sheet.paper))
    assert (left, top) == pytest.approx((right, bottom), abs=1e-3)
    assert min(left, top) > 3
    apart = min(sheet.dx - sheet.size.width, sheet.dy - sheet.size.height)
    assert apart >= -1e-9 if name in CARD_SHEETS else apart > 0  # cards may share a perforation


def _size(paper: str) -> tuple[float, float]:
    size = PAPERS[paper].size
    return size.width, size.height


@pytest.mark.parametrize(
    ("name", "labels", "diameter"),  # as the makers print it on the packet
    [
        ("OL32", 154, 12.7),
        ("OL5275", 108, 19.05),
        ("OL1245", 80, 22.225),
        ("OL1025", 63, 25.4),
        ("OL3012", 48, 31.75),
        ("8293", 20, 38.1),
        ("OL5375", 20, 50.8),
        ("1818K", 150, 18),
        ("6500020x", 96, 20),
        ("6500024x", 70, 24),
        ("2525K", 70, 25),
        ("6500030x", 48, 30),
        ("6500040x", 24, 40),
        ("OL1575", 154, 15.875),
        ("OL2088", 30, 38.1),
        ("5193", 24, 41.275),
        ("6500012x", 234, 12),
        ("1414K", 247, 14),
        ("4545K", 24, 45),
        ("6500060x", 12, 60),
    ],
)
def test_a_sheet_has_as_many_labels_as_its_packet_says(name, labels, diameter):
    sheet = LABEL_SHEETS[name]
    assert sheet.columns * sheet.rows == labels
    assert sheet.diameter == pytest.approx(diameter)


@pytest.mark.parametrize(
    ("name", "cards", "size"),
    [
        ("5371", 10, (88.9, 50.8)),
        ("8373", 8, (88.9, 50.8)),
        ("5388", 3, (127, 76.2)),
        ("5389", 2, (152.4, 101.6)),
        ("C32011", 10, (85, 54)),
        ("C32015", 8, (85, 54)),
        ("L7414", 10, (90, 52)),
    ],
)
def test_a_sheet_has_as_many_cards_as_its_packet_says(name, cards, size):
    sheet = CARD_SHEETS[name]
    assert sheet.columns * sheet.rows == cards
    assert (sheet.size.width, sheet.size.height) == pytest.approx(size)


def test_every_named_sheet_is_tested():
    assert (len(LABEL_SHEETS), len(CARD_SHEETS)) == (20, 7)


@pytest.mark.parametrize(
    "written", ["OL5275", "ol5275", "OL 5275", "ol-5275", "OnlineLabels OL5275", "SL115", "sl-115"]
)
def test_a_name_is_found_however_it_is_written(written):
    assert find_label_sheet(written, {}) is LABEL_SHEETS["OL5275"]


def test_the_first_label_lies_where_a_ruler_finds_it():
    sheet = LABEL_SHEETS["OL5275"]
    inches = [round(length / 25.4, 3) for length in (sheet.x, sheet.y, sheet.dx, sheet.dy)]
    assert inches == [0.625, 0.656, 0.812, 0.812]


def test_a_designer_s_own_sheet_comes_before_a_bought_one_of_that_name():
    own = LABEL_SHEETS["2525K"]
    assert find_label_sheet("ol5275", {"OL5275": own}) is own
    assert find_label_sheet("nonsense", {"OL5275": own}) is None
