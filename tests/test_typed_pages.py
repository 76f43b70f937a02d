"""The pages that somebody follows line by line are done as they say: first game, tables, batches, drawings, other tools."""

import re
import shutil

import pytest
from docs_pages import ROOT, blocks, typed, write_files
from small_game import change

from pnp.__main__ import run
from pnp.claims.expressions import Expressions
from pnp.claims.selections import Data
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.rules.rules_file import load_rules
from pnp.templates.svg_template.object_names import INSTRUCTIONS

PAGE = "first-game.md"
TYPED = [block.splitlines() for block in blocks(PAGE, "type")]
(SAID,) = blocks(PAGE, "said")
((OLD, NEW, FINDING),) = blocks(PAGE, "slip: (.*?) -> (.*?)")
((REPLACED, PICTURE),) = blocks(PAGE, r"instead of: (\w+)")


@pytest.fixture
def weather(files_of_page):
    return files_of_page(PAGE)


def test_the_game_of_the_page_is_checked_built_and_verified(weather, capfd):
    assert [typed(line) for line in TYPED[0]] == [0, 0, 0]
    said = capfd.readouterr()
    assert said.err == ""
    for line in SAID.splitlines():
        assert line in said.out.splitlines()
    assert (weather / "output/weather/a4/cards.pdf").is_file()


def test_the_mistake_of_the_page_is_found_as_shown(weather, capfd):
    change(weather / "card_data/weather/cards.yaml", OLD, NEW)
    assert typed("pnp check") == 1
    assert capfd.readouterr().err == FINDING


def test_the_picture_of_the_page_is_a_placeholder_until_it_is_there(weather, capfd):
    card = weather / "templates/weather/card.svg.j2"
    lines = card.read_text(encoding="utf-8").splitlines(keepends=True)
    (line,) = [line for line in lines if f"<{REPLACED}" in line]
    card.write_text("".join(lines).replace(line, PICTURE), encoding="utf-8")
    assert typed("pnp check") == 0
    assert "warning PNP309" in capfd.readouterr().err
    art = weather / "card_data/weather/art/sunshine.svg"
    art.parent.mkdir()
    art.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    )
    ((line,),) = TYPED[1:]
    assert typed(line) == 0
    assert "PNP309" not in capfd.readouterr().err
    assert "<rect" in (weather / "output/weather/selection/svg/cards/sunshine.front.svg").read_text(
        encoding="utf-8"
    )


SPREADSHEETS = "spreadsheets.md"
((TABLE_TYPED),) = (block.splitlines() for block in blocks(SPREADSHEETS, "type"))
(TABLE_SAID,) = blocks(SPREADSHEETS, "said")
((TABLE_OLD, TABLE_NEW, TABLE_FINDING),) = blocks(SPREADSHEETS, "slip: (.*?) -> (.*?)")


@pytest.fixture
def lanterns(tmp_path, monkeypatch):
    write_files(SPREADSHEETS, tmp_path / "page")
    (tmp_path / "lanterns.csv").write_bytes((tmp_path / "page/lanterns.csv").read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page_goes_from_a_table_to_paper_and_finds_the_slip(lanterns, capfd):
    assert [typed(line, "--quiet") if "build" in line else typed(line) for line in TABLE_TYPED] == [0, 0]
    said = capfd.readouterr()
    assert said.err == ""
    assert TABLE_SAID in said.out
    assert (lanterns / "output/lanterns/a4/print.pdf").is_file()
    folder = lanterns / "card_data/lanterns"
    (folder / "lanterns.yaml").write_bytes((lanterns / "page/card_data/lanterns/lanterns.yaml").read_bytes())
    assert typed("pnp check --no-faces") == 0
    change(folder / "lanterns.csv", TABLE_OLD, TABLE_NEW)
    capfd.readouterr()
    assert typed("pnp check") == 1
    assert capfd.readouterr().err == TABLE_FINDING


BATCH = "batch.md"
(BATCH_TYPED,) = blocks(BATCH, "type")
((BATCH_OLD, BATCH_NEW, BATCH_FINDING),) = blocks(BATCH, "slip: (.*?) -> (.*?)")
(REPORT,) = blocks(BATCH, "report")


@pytest.fixture
def guests(files_of_page):
    return files_of_page(BATCH)


def test_the_table_of_the_page_is_built_and_reported_as_shown(guests, capfd):
    assert typed(BATCH_TYPED, "--workers", "1") == 0
    assert capfd.readouterr().err == ""
    report = (guests / "output/batch/batch-report.csv").read_text(encoding="utf-8-sig")
    assert report.replace("\r\n", "\n") == REPORT
    assert (guests / "output/batch/zoe/guests/a4/cards.pdf").is_file()
    thanks = (guests / "output/batch/max/guests/svg/cards/thanks.front.svg").read_text(encoding="utf-8")
    welcome = (guests / "output/batch/max/guests/svg/cards/seat.front.svg").read_text(encoding="utf-8")
    assert ("See you" in thanks, "Max" in thanks, "Max" in welcome) == (True, False, True)


def test_the_mistake_in_the_table_of_jobs_is_found_as_shown(guests, capfd):
    change(guests / "guests.csv", BATCH_OLD, BATCH_NEW)
    assert typed(BATCH_TYPED) == 1
    assert capfd.readouterr().err == BATCH_FINDING


INKSCAPE = "inkscape.md"
((PAGE_OLD, PAGE_NEW, PAGE_FINDING),) = blocks(INKSCAPE, "slip: (.*?) -> (.*?)")


def test_a_deck_is_made_of_drawings_and_a_wrong_page_is_found(tmp_path, monkeypatch, capfd):
    make, enter, check, build = blocks(INKSCAPE, "type")[0].splitlines()
    monkeypatch.chdir(tmp_path)
    assert typed(make) == 0
    monkeypatch.chdir(tmp_path / enter.split()[1])
    capfd.readouterr()
    assert typed(check) == 0
    assert capfd.readouterr().err == ""
    assert typed(build, "--paper", "a4", "--no-rules") == 0
    change(tmp_path / "Beasts/templates/beasts/card.svg", PAGE_OLD, PAGE_NEW)
    assert typed(check) == 1
    assert " ".join(PAGE_FINDING.split()) in capfd.readouterr().err


def test_the_page_has_every_instruction():
    page = (ROOT / "docs" / INKSCAPE).read_text(encoding="utf-8")
    assert {*INSTRUCTIONS} <= {*re.findall(r"`([a-z-]+):", page)}


# The pages for people who come from other tools: their examples are made, checked, built and exported as they stand.


COMING_FROM = ["coming-from-squib.md", "coming-from-nandeck.md"]


@pytest.mark.parametrize("page", COMING_FROM)
def test_the_examples_of_the_page_build_without_a_finding(page, files_of_page, capfd):
    folder = files_of_page(page)
    for line in blocks(page, "type")[0].splitlines():
        assert typed(line) == 0, line
        said = capfd.readouterr()
        assert (said.err, "warning" in said.out) == ("", False), line
    (game,) = (folder / "card_data").iterdir()
    for component in game.glob("*s.yaml"):
        assert list((folder / "output" / game.name).glob(f"*/{component.stem}.pdf"))


@pytest.mark.parametrize("page", COMING_FROM)
def test_each_row_names_both_words(page):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+) \| (.+) \|$", text, re.MULTILINE)[1:]
    assert len(rows) > 20
    assert all(theirs.strip() and ours.strip() for theirs, ours in rows)


# The recipe for a rulebook's appendix: its commands run, its example loads, its table of references is true.


APPENDIX = (ROOT / "docs/recipes/rulebook-appendix.md").read_text(encoding="utf-8")
WALK = APPENDIX[APPENDIX.index("## Change a sentence") : APPENDIX.index("## Numbers and names")]
COMMANDS = re.findall(r"^pnp .+$", APPENDIX.replace(WALK, ""), re.MULTILINE)
EXPRESSIONS = re.findall(r"^\| `(\{\{.+?\}\})` \| (.+?) \|$", APPENDIX, re.MULTILINE)
(EXAMPLE,) = re.findall(r"<!-- example -->\n```yaml\n(.*?)```", APPENDIX, re.DOTALL)
(APPENDIX_FINDING,) = re.findall(
    r"^```\n(.*?)```",
    APPENDIX.partition("An expression that cannot be evaluated")[2],
    re.DOTALL | re.MULTILINE,
)


@pytest.fixture
def broccoli(tmp_path, monkeypatch, shipped_games):
    for folder in ("card_data/yes_broccoli", "templates/yes_broccoli", "templates/base"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("i18n"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.long
def test_every_command_of_the_page_works(broccoli):
    assert len(COMMANDS) == 8
    for command in COMMANDS:
        assert run(command.split()[1:]) == 0, command


@pytest.mark.long
def test_a_sentence_is_changed_looked_at_and_approved_as_the_page_says(broccoli, capfd):
    approve, look, explain, approve_part, look_again = re.findall(r"^pnp (.+)$", WALK, re.MULTILINE)
    old, new = re.findall(r"^[-+] (.+)$", WALK, re.MULTILINE)
    finding, claim, printed = re.findall(r"^(error PNP.+|  claim .+| +rules object .+)$", WALK, re.MULTILINE)
    rules = broccoli / "card_data/yes_broccoli/rules.yaml"
    text = rules.read_text(encoding="utf-8")
    assert text.count(old) == 1
    assert run(approve.split()) == 0
    assert run(look.split()) == 0
    rules.write_text(text.replace(old, new), encoding="utf-8")
    capfd.readouterr()
    assert run(look.split()) == 1
    told = capfd.readouterr().err
    assert finding in told
    assert f'was approved as "{old}' in told
    assert "read again: B007" in told
    assert run(explain.split()) == 0
    told = capfd.readouterr().out
    assert claim in told
    assert printed in told
    assert run(approve_part.split()) == 0
    assert run(look_again.split()) == 0


@pytest.mark.parametrize(("expression", "read"), EXPRESSIONS)
def test_each_expression_of_the_page_comes_to_what_it_says(expression, read):
    game = load_game(find_project(ROOT), "yes_broccoli").game
    assert Expressions(Data(game)).sentence(expression.replace("\\|", "|")) == (read, ())


@pytest.fixture
def fresh(broccoli):
    (broccoli / "card_data/yes_broccoli/claims.yaml").unlink()
    return broccoli


def test_the_example_of_the_page_can_be_used_as_it_is(fresh, capfd):
    (fresh / "card_data/yes_broccoli/rules.yaml").write_text(EXAMPLE, encoding="utf-8")
    project = find_project(fresh)
    assert load_rules(project, load_game(project, "yes_broccoli").game).diagnostics == ()
    assert run(["rules", "yes_broccoli", "--format", "md", "--out", "-"]) == 0
    assert "Nobody wants it: −8 points." in capfd.readouterr().out


def test_the_finding_of_the_page_is_what_pnp_says(fresh, capfd):
    text = EXAMPLE.replace("{{ facts.rounds }} rounds.", "{{ facts.ruonds }} rounds.")
    (fresh / "card_data/yes_broccoli/rules.yaml").write_text(text, encoding="utf-8")
    assert run(["rules", "yes_broccoli"]) == 1
    assert capfd.readouterr().err == APPENDIX_FINDING
