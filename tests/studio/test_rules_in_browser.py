"""The rules view in a browser: from a sentence to its cards and back, approved where it stands, and safe to read."""

import pytest
from small_game import FOOD, change

pytestmark = pytest.mark.browser
SENTENCE = "Eat all 3 cards, Pea last."


@pytest.fixture
def view(visit, start_studio, soup_rules):
    page = visit(start_studio(soup_rules).address + "#/soup/rules", 1280).page
    page.get_by_text("Eat", exact=False).first.wait_for()
    return page


def test_from_a_sentence_to_a_card_and_back(view):
    said = view.locator("#section-object .said")
    assert said.locator(".words").inner_text() == SENTENCE
    assert said.locator("strong").inner_text() == "all"
    beside = view.get_by_role("complementary", name="Cards that the text mentions")
    beside.get_by_role("link", name="Pea: open in the table").wait_for()
    said.locator(".words").click(position={"x": 4, "y": 4})
    behind = view.get_by_role("group", name="Evidence for the sentence")
    behind.get_by_text("Rulebook: “Object”").wait_for()
    for words in ("count(food) == 3", "There are 3 cards.", "A1: Hot.", "card_data/soup/rules.yaml:1"):
        assert words in behind.inner_text()
    chip = said.get_by_role("button", name="Evidence for")
    assert chip.get_attribute("aria-expanded") == "true"
    chip.press("Enter")
    behind.wait_for(state="detached")
    beside.get_by_role("link", name="Pea").hover()
    assert "speaks" in said.get_attribute("class")
    beside.get_by_role("link", name="Pea").click()
    assert view.url.endswith("#/soup/table/food/pea")
    view.get_by_role("tab", name="Rules").click()
    view.get_by_role("button", name=SENTENCE).click()
    behind.get_by_text("There are 3 cards.", exact=True).wait_for()
    assert view.evaluate("document.activeElement.className") == "chip"
    view.keyboard.press("Escape")
    behind.wait_for(state="detached")
    assert "#/soup/rules" in view.url


def test_the_page_of_a_sentence_stands_beside_it_and_is_typeset_again_after_a_save(view, soup_rules):
    view.get_by_role("button", name="Pages").click()
    view.get_by_role("img", name="Page 1 of").wait_for()
    view.locator("li.said .words", has_text="Pass it on.").click()
    mark = view.locator(".page .marked-words")
    mark.first.wait_for()
    picture = view.locator(".page img").first.get_attribute("src")
    change(soup_rules / "card_data/soup/rules.yaml", "Pass it on.", "Pass it on to your left.")
    view.wait_for_function(
        "(before) => document.querySelector('.page img').getAttribute('src') !== before", arg=picture
    )
    mark.first.wait_for()
    view.keyboard.press("Escape")
    box = mark.first.bounding_box()
    view.mouse.click(box["x"] + 3, box["y"] + 3)
    view.get_by_role("group", name="Evidence for the sentence").get_by_text("It goes round.").wait_for()


def test_a_sentence_that_was_changed_is_approved_where_it_stands(view, soup_rules):
    change(soup_rules / "card_data/soup/rules.yaml", "Pass it on.", "Pass it back.")
    view.get_by_text("1 text is not approved").wait_for()
    step = view.locator("li.said.waiting")
    step.get_by_role("button").click()
    changes = view.locator(".behind .changes")
    changes.wait_for()
    assert [changes.locator(each).inner_text().split() for each in ("del", "ins")] == [
        ["removed:", "on."],
        ["added:", "back."],
    ]
    view.get_by_role("button", name="Approve this sentence").click()
    step.wait_for(state="detached")
    assert "Pass it back." in (soup_rules / "card_data/soup/approved.yaml").read_text()


def test_what_users_write_is_words_and_never_runs(view, soup_rules):
    evil = "<img src=x onerror=alert(1)>"
    (soup_rules / "card_data/soup/food.yaml").write_text(FOOD.replace("name: Pea", f'name: "{evil}"'))
    view.locator("#section-object .said a.piece", has_text=evil).wait_for()
    change(soup_rules / "card_data/soup/rules.yaml", '"Stir."', f'"{evil} **{evil}**"')
    view.locator("#section-turn strong", has_text=evil).wait_for()
