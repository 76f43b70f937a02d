"""The rules that come with a build: written with the sheets, left alone when nothing has changed, verified, left out."""

import json

import pypdfium2
import pytest
from small_game import change

from pnp.processes.pool import WorkerDied

RULES = "object: Cook with {{ count(food) }} foods.\n"
FILES = ("rules.pdf", "a4/rules-booklet.pdf", "letter/rules-booklet.pdf")


@pytest.fixture
def cooked(soup, pnp):
    """A game with rules, built; its output folder."""
    (soup / "card_data/soup/rules.yaml").write_text(RULES, encoding="utf-8")
    assert pnp("build soup").status == 0
    return soup / "output/soup"


def words(pdf):
    with pypdfium2.PdfDocument(pdf) as document:
        return " ".join("".join(page.get_textpage().get_text_range() for page in document).split())


def listed(output):
    return json.loads((output / "manifest.json").read_text()).get("rules", [])


def test_a_build_brings_the_rules_to_read_and_to_fold(cooked):
    for name in FILES:
        assert "Cook with 3 foods." in words(cooked / name)
    assert sorted(listed(cooked)) == sorted(FILES)
    page = words(cooked / "a4/build.pdf")
    assert page.index("The rules: pages 2 to 3, both sides") < page.index("Print at 100")


def test_the_booklet_is_to_play_with_and_the_pages_explain_every_card(cooked):
    assert "Every card and piece" in words(cooked / "rules.pdf")
    assert "Soup Rules" in words(cooked / "a4/rules-booklet.pdf")
    assert "Every card and piece" not in words(cooked / "a4/rules-booklet.pdf")


def test_rules_that_did_not_change_are_left_alone(cooked, pnp, soup):
    template = soup / "templates/soup/food.svg.j2"
    template.write_text(template.read_text() + "{# nothing that is seen #}", encoding="utf-8")
    said = pnp("build soup -v").out
    for name in FILES:
        assert f"{name}: " in said
    assert all(line.endswith(", unchanged") for line in said.splitlines() if "rules" in line)
    change(soup / "card_data/soup/rules.yaml", "Cook", "Boil")
    said = pnp("build soup -v").out
    assert not any(line.endswith(", unchanged") for line in said.splitlines() if "rules" in line)
    assert "Boil with 3 foods." in words(cooked / FILES[1])


def test_rules_can_be_left_out(cooked, pnp):
    (cooked / "a4/notes.pdf").write_bytes(b"mine")
    assert "rules" not in pnp("build soup --no-rules -v").out
    assert not any((cooked / name).exists() for name in FILES)
    assert (cooked / "a4/notes.pdf").exists()
    assert listed(cooked) == []
    assert "rules" not in words(cooked / "a4/build.pdf")


def test_a_build_for_one_paper_leaves_the_booklet_of_the_other(cooked, pnp):
    assert pnp("build soup --paper a4").status == 0
    assert sorted(listed(cooked)) == sorted(FILES)
    assert all((cooked / name).is_file() for name in FILES)


def test_a_build_of_some_pieces_leaves_the_rules_alone(cooked, pnp, soup):
    change(soup / "card_data/soup/rules.yaml", "Cook", "Boil")
    assert pnp("build soup --only leek").status == 0
    assert "Cook with 3 foods." in words(cooked / "rules.pdf")
    assert sorted(listed(cooked)) == sorted(FILES)


def test_verify_knows_the_rules(cooked, pnp, soup):
    assert pnp("verify soup").status == 0
    (cooked / FILES[1]).unlink()
    told = pnp("verify soup").err
    assert "error PNP550: a4/rules-booklet.pdf is not there, or is no whole PDF" in told
    assert "error PNP565: a4/print.pdf" in told
    pnp("build soup")
    change(soup / "card_data/soup/rules.yaml", "Cook", "Boil")
    told = pnp("verify soup --all").err
    assert told.count("error PNP564: ") == 3
    assert "rules.pdf does not say what the data say now" in told


def test_rules_that_are_written_after_a_build_without_any_are_no_fault(soup, pnp):
    pnp("build soup --no-rules --paper a4")
    pnp("rules soup --format pdf")
    assert (soup / "output/soup/rules.pdf").is_file()
    assert pnp("verify soup").status == 0


def test_rules_with_an_error_keep_the_game_from_being_built(cooked, pnp, soup):
    change(soup / "card_data/soup/rules.yaml", "count(food)", "count(fod)")
    told = pnp("build soup")
    assert told.status == 1
    assert 'rules.yaml:1:28: error PNP171: there is no component "fod"' in told.err
    assert "Soup: not built" in told.out
    assert pnp("build soup --no-rules").status == 0


def test_rules_that_cannot_be_typeset_are_told_of(cooked, pnp, soup):
    change(soup / "card_data/soup/rules.yaml", "Cook", "\U00005403")
    told = pnp("build soup")
    assert told.status == 1
    assert "error PNP502: the rules of Soup cannot be typeset" in told.err


def test_rules_whose_worker_was_ended_are_tried_again(cooked, pnp, soup, monkeypatch):
    change(soup / "card_data/soup/rules.yaml", "Cook", "Boil")

    def ended(*_, **__):
        raise WorkerDied("it was ended", reason="was ended by the system", cause="lost")

    with monkeypatch.context() as once:
        once.setattr("pnp.rules.pdf.typeset_pages", ended)
        told = pnp("build soup")
    assert (told.status, told.err.count("error PNP502")) == (1, 1)
    again = pnp("build soup")
    assert (again.status, again.err) == (0, "")


def test_a_game_without_rules_of_its_own_has_none(soup, pnp):
    assert "rules" not in pnp("build soup -v").out
    assert listed(soup / "output/soup") == []
    assert not (soup / "output/soup/rules.pdf").exists()


def test_rules_are_the_same_bytes_each_time(cooked, pnp):
    before = {name: (cooked / name).read_bytes() for name in FILES}
    assert pnp("build soup --no-cache").status == 0
    assert {name: (cooked / name).read_bytes() for name in FILES} == before
