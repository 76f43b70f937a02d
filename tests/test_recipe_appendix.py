"""The recipe for a rulebook's appendix: its commands run, its example loads, its table of references is true."""

import re
import shutil
from pathlib import Path

import pytest

from pnp.__main__ import run
from pnp.claims.expressions import Expressions
from pnp.claims.selections import Data
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.rules.load import load_rules

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/recipes/rulebook-appendix.md").read_text(encoding="utf-8")
WALK = PAGE[PAGE.index("## Change a sentence") : PAGE.index("## Numbers and names")]
COMMANDS = re.findall(r"^pnp .+$", PAGE.replace(WALK, ""), re.MULTILINE)
TABLE = re.findall(r"^\| `(\{\{.+?\}\})` \| (.+?) \|$", PAGE, re.MULTILINE)
(EXAMPLE,) = re.findall(r"<!-- example -->\n```yaml\n(.*?)```", PAGE, re.DOTALL)
(FINDING,) = re.findall(
    r"^```\n(.*?)```", PAGE.partition("An expression that cannot be evaluated")[2], re.DOTALL | re.MULTILINE
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


@pytest.mark.parametrize(("expression", "read"), TABLE)
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
    assert capfd.readouterr().err == FINDING
