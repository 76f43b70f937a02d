"""`pnp calibrate` and `pnp printers`: the page, what was read off it, and what is kept."""

import io

import pypdfium2
import pytest
from small_game import FOOD, write_game

LINE = "calibrate --printer Office --left-top 0.6,-0.2 --right-top 0.6,0 --left-bottom 0.4,-0.2 --right-bottom 0.4,0"
OFFICE = "office: back 0.5 mm right, 0.1 mm up, turned 0.05"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_the_page_has_two_sides_and_says_what_to_do(pnp, tmp_path):
    outcome = pnp("calibrate --paper a5")
    assert outcome.out.startswith("output/calibration-a5.pdf: print it on both sides")
    with pypdfium2.PdfDocument(tmp_path / "output/calibration-a5.pdf") as pdf:
        front, back = (page.get_textpage().get_text_bounded() for page in pdf)
    assert "FRONT" in front
    assert "turned on" in front
    assert "BACK" in back


def test_what_was_read_is_kept_and_listed(pnp, config_folder):
    outcome = pnp(LINE)
    assert (outcome.status, outcome.out.startswith(OFFICE)) == (0, True)
    assert pnp("printers").out.startswith(OFFICE)
    assert [path.name for path in (config_folder / "printers").iterdir()] == ["office.yaml"]


def test_a_printer_that_is_no_file_is_named(pnp, config_folder):
    file = config_folder / "printers/office.yaml"
    file.mkdir(parents=True)
    for command in ("printers", "build --printer office"):
        outcome = pnp(command)
        assert outcome.status != 0
        assert f"{file} cannot be read" in outcome.err
    assert pnp("printers").out == "no printer is calibrated yet; pnp calibrate makes the test page\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("calibrate --paper A9", "pnp: no paper is called"),
        ("calibrate --left-top 1,2", "pnp: which printer are these readings from?"),
        (LINE.replace("0.6,-0.2", "much"), 'pnp: --left-top: "much" is not two numbers'),
        (LINE.replace("Office", "../x"), 'pnp: "../x" cannot be the name of a printer'),
        (f"{LINE} --front 90,230", "pnp: front: a ruler of 90 mm should have about 180 mm"),
        (
            "calibrate --printer office --left-top 0,0",
            "are missing: --right-top, --left-bottom, --right-bottom",
        ),
        ("build --margin 5", 'the margin: "5" has no unit\n  hint: write "5mm"'),
        ("build --margin 80mm", "a margin of 80 mm is not possible\n  hint: write one from 0mm to 50mm"),
        ("calibrate --printer office --margin wide", 'the margin: "wide" is not a length'),
        ("calibrate --margin 5mm", "which printer are these readings from?"),
        ("batch jobs.csv --printer zzz", 'no printer is called "zzz"'),
        ("watch --printer zzz", 'no printer is called "zzz"'),
    ],
)
def test_what_cannot_be_is_said(soup, pnp, config_folder, line, said):
    outcome = pnp(line)
    assert (outcome.status, said in outcome.err) == (2, True), outcome.err
    assert not config_folder.exists()


def test_a_build_for_a_printer_is_made_anew_when_it_is_calibrated_anew_and_verified(
    pnp, tmp_path, monkeypatch
):
    monkeypatch.chdir(write_game(tmp_path / "soup"))
    pdf = tmp_path / "soup/output/soup/a4/food.pdf"
    build = "build --paper a4 --no-svg --workers 1"
    pnp(build)
    plain = pdf.read_bytes()
    pnp(LINE)
    assert pnp(f"{build} --printer OFFICE").status == 0
    first = pdf.read_bytes()
    assert pnp("verify --workers 1").out == "Soup: a4, 3 cards, every one in its place\n"
    pnp(LINE.replace("0.6,", "0.9,"))
    pnp(f"{build} --printer office")
    assert len({plain, first, pdf.read_bytes()}) == 3
    pnp(build)
    assert pdf.read_bytes() == plain


class Keyboard(io.StringIO):
    def isatty(self):
        return True


def test_at_a_terminal_each_reading_is_asked_for_until_it_is_two_numbers(pnp, monkeypatch):
    typed = "0.6 -0.2\n0.6\n0.6, 0\n0.4,\N{MINUS SIGN}0.2\n0.4 0\n\n\n\n"
    monkeypatch.setattr("sys.stdin", Keyboard(typed))
    outcome = pnp("calibrate --printer office")
    assert outcome.status == 0
    assert '--right-top: "0.6" is not two numbers; write them as 0.6,-0.3' in outcome.out
    assert OFFICE in outcome.out


def test_the_margin_is_kept_beside_the_calibration_and_used(pnp, tmp_path, monkeypatch, config_folder):
    assert pnp("calibrate --printer office --margin 11mm").out.startswith("office: back 0 mm right")
    assert "; margin 11 mm\n" in pnp(LINE).out  # read anew, the margin stays
    assert pnp("calibrate --printer office --margin 12mm").out.startswith(OFFICE)
    assert pnp("printers").out.endswith("; margin 12 mm\n")
    monkeypatch.chdir(write_game(tmp_path / "soup", food=FOOD.replace("copies: 2", "copies: 8")))
    assert "a4/food.pdf: 1 sheet, " in pnp("build --paper a4 -v --no-rules").out
    assert "a4/food.pdf: 2 sheets, " in pnp("build --paper a4 -v --no-rules --printer office").out
    assert pnp("verify").status == 0
    assert "a4/food.pdf: 1 sheet, " in pnp("build --paper a4 -v --no-rules --printer office --margin 5mm").out
    (config_folder / "printers/office.yaml").write_text("margin: -1")
    assert pnp("printers").status == 1
