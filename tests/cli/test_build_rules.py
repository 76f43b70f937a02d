"""The rules that come with a build: written with the sheets, left alone when nothing has changed, verified, left out."""

import pytest
from small_game import Prepared, change, manifest, words, write_game

RULES = "object: Cook with {{ count(food) }} foods.\n"
FILES = ("rules.pdf", "reference.pdf", "a4/rules-booklet.pdf", "letter/rules-booklet.pdf")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory) -> Prepared:
    soup = write_game(tmp_path_factory.mktemp("cooked") / "soup")
    (soup / "card_data/soup/rules.yaml").write_text(RULES, encoding="utf-8")
    return Prepared(soup, "build soup")


@pytest.fixture
def soup(prepared, tmp_path, monkeypatch):
    return prepared.copy(tmp_path / "soup", monkeypatch)


@pytest.fixture
def cooked(soup):
    return soup / "output/soup"


def test_a_build_brings_the_rules_to_read_and_to_fold(cooked, soup):
    for name in set(FILES) - {"reference.pdf"}:
        assert "Cook with 3 foods." in words(cooked / name)
    assert sorted(manifest(soup)["rules"]) == sorted(FILES)
    page = words(cooked / "a4/build.pdf")
    assert page.index("The rules: pages 3 to 4, both sides") < page.index("Print at 100")
    assert "Every card and piece" in words(cooked / "reference.pdf")
    assert "Every card and piece" not in words(cooked / "rules.pdf")


def test_rules_that_did_not_change_are_left_alone(cooked, pnp, soup):
    template = soup / "templates/soup/food.svg.j2"
    template.write_text(template.read_text() + "{# nothing that is seen #}", encoding="utf-8")
    pnp("build soup")
    template.write_text(template.read_text() + " ", encoding="utf-8")
    said = pnp("build soup -v").out
    for name in FILES:
        assert f"{name}: " in said
    assert all(line.endswith(", unchanged") for line in said.splitlines() if "rules" in line)
    change(soup / "card_data/soup/rules.yaml", "Cook", "Boil")
    said = pnp("build soup -v").out
    assert not any(line.endswith(", unchanged") for line in said.splitlines() if "rules" in line)
    assert "Boil with 3 foods." in words(cooked / FILES[2])


def test_verify_knows_the_rules(cooked, pnp, soup):
    assert pnp("verify soup").status == 0
    (cooked / FILES[2]).unlink()
    told = pnp("verify soup").err
    assert "error PNP550: a4/rules-booklet.pdf is missing, or is not a complete PDF" in told
    assert "error PNP565: a4/print.pdf" in told
    pnp("build soup")
    change(soup / "card_data/soup/rules.yaml", "Cook", "Boil")
    told = pnp("verify soup --all").err
    assert told.count("error PNP564: ") == 3
    assert "rules.pdf does not match the current data" in told


def test_rules_with_an_error_keep_the_game_from_being_built(cooked, pnp, soup):
    change(soup / "card_data/soup/rules.yaml", "count(food)", "count(fod)")
    told = pnp("build soup")
    assert told.status == 1
    assert 'rules.yaml:1:28: error PNP171: there is no component "fod"' in told.err
    assert "Soup: not built" in told.out
    assert pnp("build soup --no-rules").status == 0
