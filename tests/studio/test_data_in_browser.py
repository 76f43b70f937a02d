"""The cards as a spreadsheet in the browser: typed, pasted, filled down, added, deleted; several of the cards at once."""

import pytest

pytestmark = pytest.mark.browser
CARDS = "card_data/tea_time/cards.yaml"
SAID = "document.querySelector('.data-said').textContent"
PASTE = """(text) => {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true }));
}"""


@pytest.fixture
def data(tea, start_studio, visit):
    tab = visit(f"{start_studio(tea).address}#/tea_time/grid", 1280)
    tab.until("document.querySelectorAll('.data-row').length > 20")
    return tab


def cell(tab, row: str, column: str):
    number = tab.page.evaluate(
        "id => [...document.querySelectorAll('.data-row')].find(each => each.children[1].textContent === id).children[0].dataset.row",
        row,
    )
    index = tab.page.evaluate(
        "name => [...document.querySelectorAll('.data-title')].findIndex(each => each.textContent.trim().toLowerCase() === name)",
        column,
    )
    return tab.page.locator(f".data-cell[data-row='{number}'][data-column='{index}']")


def test_a_cell_is_typed_refused_undone_and_filled_down(data, tea):
    page, rainbow = data.page, cell(data, "rainbow", "copies")
    rainbow.click()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    data.until(f"{SAID} === 'Saved: Rainbow: copies'")
    assert page.locator(".data-card h2").inner_text() == "Rainbow"  # the cursor is on the next card
    assert "name: Rainbow, copies: 7" in (tea / CARDS).read_text()
    rainbow.click()
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    whole = (tea / CARDS).read_text()
    (tea / CARDS).write_text(whole[:-20] + "[")  # half written
    page.locator(".data-cell").first.wait_for(state="hidden")
    (tea / CARDS).write_text(whole.replace("name: Calm", "name: Lull"))
    data.until("document.querySelector('.data-plane').textContent.includes('Lull')")
    page.keyboard.press("Control+d")  # the rows were read again: the block stays
    data.until(f"{SAID} === 'Saved: 2 cells'")
    assert (tea / CARDS).read_text().count("copies: 7") == 3
    assert page.get_by_role("button", name="Delete 3").is_visible()
    page.get_by_label("Filter").fill("rainbow")  # the block is of rows that are not there
    page.get_by_role("button", name="Delete", exact=True).wait_for()
    page.get_by_label("Filter").fill("")
    rainbow.click()
    page.keyboard.press("Control+z")
    data.until("document.querySelector('.undo-tools').textContent.includes('Undone: 2 cells')")
    assert (tea / CARDS).read_text().count("copies: 7") == 1
    data.until("document.querySelector('.data-plane').textContent.match(/event7/g).length === 1")
    data.until(f"!{SAID}.includes('Saved')")
    data.forgive("409")
    storm = cell(data, "storm", "copies")
    before = storm.inner_text()
    storm.click()
    page.keyboard.type("many")
    page.keyboard.press("Enter")
    data.until(f"{SAID}.includes('must be')")
    assert storm.inner_text() == before  # which is what the file has
    field = """async () => (await import(new URL('cells.js', document.querySelector('script').src))).fieldOf(
      { message: 'there is no icon "magnet"' }, { values: ['magnet', 'magnet'] }, [{ name: 'id', fixed: true }, { name: 'icon' }])"""
    assert page.evaluate(field) == "icon"
    page.evaluate("""() => { // another game, whose table cannot be read, while a cell has the focus
      const told = [['/rows/', { refused: 'No such table.' }], ['/pieces', { pieces: [] }], ['/findings', []]];
      window.fetch = async (path) => Response.json(told.find(([part]) => String(path).includes(part))?.[1] ?? {});
      location.hash = location.hash.split('?')[0] + '?theme=other'; }""")
    page.get_by_text("No such table.").wait_for()


def test_rows_read_before_a_save_do_not_take_it_back(data, tea):
    page, held = data.page, []
    page.route(
        "**/rows/*",
        lambda route: held.append((route, route.fetch() if route.request.method == "GET" else None)),
    )
    (tea / CARDS).write_text((tea / CARDS).read_text().replace("name: Storm", "name: Gale"))
    while not held:
        page.wait_for_timeout(50)
    cell(data, "rainbow", "copies").click()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    page.wait_for_timeout(100)
    (early, before), (save, _) = held[-2:]
    early.fulfill(response=before)
    page.wait_for_timeout(100)
    assert cell(data, "rainbow", "copies").inner_text() == "7"
    save.continue_()
    page.unroute_all(behavior="ignoreErrors")


def test_a_block_of_a_spreadsheet_is_pasted_and_makes_new_cards(data, tea):
    page = data.page
    cell(data, "storm", "name").click()
    page.evaluate(PASTE, 'Name\tText\nSquall\t"Two\nlines, of ""it"""\nLull\tWait.\nGale\tRun: all of you.\n')
    data.until(f"{SAID}.startsWith('Saved: 4 cells, 1 card added')")
    text = (tea / CARDS).read_text()
    assert "id: storm, suit: event, name: Squall" in text
    assert "id: gale" in text
    assert "# id and copies belong to pnp." in text
    data.until("document.body.innerText.includes('gale')")


def test_a_new_card_waits_until_it_has_what_it_must_have(tea, start_studio, visit):
    file = tea / CARDS
    fields = "fields: {suit: {required: true, one_of: [sun, rain, wind, event]}, value: integer, text: text}"
    file.write_text(file.read_text().replace("pieces:", f"{fields}\n\npieces:", 1))
    tab = visit(f"{start_studio(tea).address}#/tea_time/grid", 1280)
    tab.until("document.querySelectorAll('.data-row').length > 20")
    tab.page.get_by_role("button", name="Add a card").click()
    tab.until(f"{SAID} === 'Not saved yet: Suit is missing.'")
    tab.page.keyboard.press("ArrowLeft")
    tab.page.keyboard.type("Earl Grey")
    tab.page.keyboard.press("Enter")
    tab.until("document.activeElement.matches('.data-row.new .data-cell.bad')")  # that of the suit
    tab.page.keyboard.type("sun")
    tab.page.keyboard.press("Enter")
    tab.until(f"{SAID} === 'Saved: 1 card added'")
    assert "{id: earl-grey, name: Earl Grey, suit: sun}" in file.read_text()


def test_several_cards_are_selected_changed_printed_and_exported(tea, start_studio, visit):
    tab = visit(f"{start_studio(tea).address}#/tea_time/table", 1280)
    tab.until("document.querySelectorAll('.tile').length > 20")
    page = tab.page
    page.get_by_role("gridcell", name="Rainbow").click(modifiers=["Control"])
    page.get_by_role("gridcell", name="Calm").click(modifiers=["Shift"])
    assert page.locator(".selection strong").inner_text() == "3 cards selected"
    page.get_by_role("button", name="Set a field…").click()
    page.locator(".set-dialog input").fill("Rest.")
    page.get_by_role("button", name="Set", exact=True).click()  # which field is not said yet
    page.locator(".set-dialog select").select_option("text")
    page.get_by_role("button", name="Set", exact=True).click()
    tab.until("document.querySelector('.selection-said').textContent === 'Saved: 3 cells'")
    assert (tea / CARDS).read_text().replace('"', "").count("text: Rest.") == 3
    page.get_by_role("button", name="Export…").click()
    page.get_by_role("button", name="Export PNG pictures").click()
    tab.until("document.querySelector('.job h3')?.textContent === 'The files are ready'")
    pictures = sorted(path.name for path in (tea / "output/tea_time/export/png").rglob("*.front.png"))
    assert pictures == ["calm.front.png", "rainbow.front.png", "storm.front.png"]
    page.get_by_role("radio", name="Print at home").check()
    tab.until("document.querySelector('.print .some')?.textContent.includes('Only the 3 cards')")
    page.get_by_role("button", name="Print 3 cards on A4").wait_for()
    tab.until("document.querySelector('.print .sum').textContent.startsWith('1 sheet')")
    page.get_by_role("button", name="Include all cards").click()
    tab.until("document.querySelector('.print .sum').textContent.startsWith('3 sheets')")


def test_a_column_is_added_and_renamed_in_its_heading(data, tea):
    page = data.page
    for row, field, value in (("storm", "Wind speed", "12"), ("rainbow", "Rain", "5")):
        cell(data, row, "name").click()
        page.get_by_role("button", name="Add a column").click()
        page.keyboard.type(field)
        page.keyboard.press("Enter")
        data.until(
            "document.querySelector('.data-cell.here')?.dataset.column === String(document.querySelectorAll('.data-title').length - 2)"
        )
        page.keyboard.type(value)
        page.keyboard.press("Enter")
        data.until(f"{SAID}.startsWith('Saved: {row.title()}')")
        assert f"{field.lower().replace(' ', '_')}: {value}" in (tea / CARDS).read_text()
    page.get_by_role("button", name="Rename Wind speed").click()
    page.keyboard.type("Gusts")
    page.keyboard.press("Enter")
    data.until(f"{SAID} === 'Saved: wind speed renamed gusts'")
    assert "gusts: 12" in (tea / CARDS).read_text()
    titles = "[...document.querySelectorAll('.data-title')].map((each) => each.textContent.slice(0, 4)).slice(-3).join()"
    data.until(f"{titles} === 'Gust,Rain,+'")  # the file has Rain first
