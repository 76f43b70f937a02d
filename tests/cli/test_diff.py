"""`pnp diff` and `pnp release`: what changed in the printed pieces since a commit, a release or a build."""

import json
import re
import shutil

import pytest
from repository import commit, git
from small_game import BACK, TOOLS, change, contents

from pnp.model.face import face_key

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
FOODS = "card_data/soup/food.yaml"


def test_a_line_for_each_piece_that_changed(soup, pnp):
    commit(soup)
    change(soup / FOODS, "name: Leek, copies: 2", "name: Young Leek, copies: 3")
    change(soup / FOODS, "- {id: pea, name: Pea}", "- {id: bean, name: Bean}")
    assert pnp("diff").out == (
        "Soup, since HEAD\n"
        "  food\n"
        '    ~ leek (Young Leek): front: "Young" added; 3 copies (were 2)\n'
        "    + bean (Bean): new, 1 copy\n"
        "    - pea (Pea): gone, 1 copy\n"
        "Soup: 1 changed, 1 added, 1 removed, 1 with another number of copies\n"
    )


def test_a_change_that_many_cards_share_is_told_once(soup, pnp):
    more = "".join(f"  - {{id: {name.lower()}, name: {name}}}\n" for name in ("Bean", "Corn", "Dill"))
    (soup / FOODS).write_text((soup / FOODS).read_text() + more)
    commit(soup)
    (soup / "templates/soup/back.svg.j2").write_text(BACK.replace("palette.leaf", "'#123456'"))
    change(soup / FOODS, "name: Corn", "name: Maize")
    assert pnp("diff").out == (
        "Soup, since HEAD\n"
        "  food\n"
        "    ~ 5 pieces (Leek, Pea, Bean and 2 more): back: different layout\n"
        '    ~ corn (Maize): front: was "Corn", now "Maize"\n'
        "Soup: 5 changed\n"
    )


def test_version_footer_comments_and_the_order_of_pieces_are_no_change(soup, pnp):
    commit(soup)
    change(soup / "card_data/soup/game.yaml", 'version: "1.2"', 'version: "2.0"')
    change(soup / "card_data/soup/game.yaml", "credits: Cooked by Ann", "credits: Cooked by Bob")
    change(soup / "card_data/soup/game.yaml", "title: Soup", "title: Broth")
    change(soup / "templates/soup/food.svg.j2", "A name and nothing else", "The name")
    change(soup / FOODS, "  - {id: leek, name: Leek, copies: 2}\n", "")
    (soup / FOODS).write_text((soup / FOODS).read_text() + "  - {id: leek, name: Leek, copies: 2}\n")
    done = pnp("diff --exit-code")
    assert (done.status, done.out) == (0, "Broth: nothing changed since HEAD, 2 the same\n")


def test_any_name_that_git_knows_will_do(soup, pnp):
    commit(soup)
    git(soup, "tag", "first")
    change(soup / FOODS, "name: Leek", "name: Kale")
    commit(soup)
    git(soup, "branch", "kale")
    first = git(soup, "rev-parse", "--short", "first").strip()
    for name in ("first", "HEAD~1", first):
        assert 'was "Leek", now "Kale"' in pnp(f"diff {name}").out
    assert "nothing changed since kale" in pnp("diff kale soup").out


def test_nothing_of_the_project_is_touched(soup, pnp):
    commit(soup)
    change(soup / FOODS, "name: Leek", "name: Kale")
    git(soup, "add", ".")
    change(soup / FOODS, "name: Pea", "name: Bean")
    before = contents(soup)
    pnp("diff")
    assert contents(soup) == before


def test_json_has_every_part(soup, pnp):
    (soup / "card_data/soup/tools.yaml").write_text(TOOLS)
    commit(soup)
    change(soup / FOODS, "name: Leek, copies: 2", "name: Kale, copies: 1")
    (soup / "card_data/soup/tools.yaml").unlink()
    found = json.loads(pnp("diff --format json").out)
    (game,) = found["games"]
    assert (found["since"], game["game"], game["existed"], game["same"]) == ("HEAD", "soup", True, 1)
    piece = {"component": "food", "id": "leek", "name": "Kale"}
    side = {"side": "front", "what": ["text"], "was": "Leek", "now": "Kale"}
    assert game["changed"] == [{**piece, "what": ["text"], "sides": [side]}]
    assert game["copies"] == [{**piece, "was": 2, "now": 1}]
    assert game["added"] == []
    assert game["removed"] == [
        {"component": "tools", "id": "pot", "name": "Pot", "copies": 2},
        {"component": "tools", "id": "lid", "name": "Pea", "copies": 1},
    ]


def test_the_status_tells_a_script_when_asked(soup, pnp):
    commit(soup)
    assert pnp("diff --exit-code").status == 0
    change(soup / FOODS, "copies: 2", "copies: 1")
    assert (pnp("diff").status, pnp("diff --exit-code").status) == (0, 1)


def test_a_game_with_errors_is_not_compared(soup, pnp):
    commit(soup)
    change(soup / FOODS, "copies: 2", "copies: two")
    done = pnp("diff")
    assert (done.status, done.out) == (1, "")
    assert "PNP104" in done.err


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("frist", 'no release, revision or manifest "frist"'),
        ("HEAD~9", 'no release, revision or manifest "HEAD~9"'),
        ("--upload-pack=x", "No such option"),
        ("card_data", "no release, revision or manifest"),
    ],
)
def test_a_name_that_means_nothing_is_told_with_what_there_is(soup, pnp, name, said):
    commit(soup)
    git(soup, "tag", "first")
    done = pnp(f"diff {name}")
    assert done.status == 2
    assert said in done.err
    assert name != "frist" or "did you mean first?" in done.err


def test_a_name_that_looks_like_an_option_never_reaches_git(soup, pnp):
    commit(soup)
    assert "no release, revision or manifest" in pnp("diff -- --output=stolen").err
    assert not (soup / "stolen").exists()


def test_without_git_there_is_a_way_out(soup, pnp, monkeypatch):
    done = pnp("diff")
    assert done.status == 2
    assert "there is nothing to compare with:" in done.err
    assert "is in no git repository" in done.err
    assert "pnp release v1" in done.err
    monkeypatch.setenv("PATH", "")
    assert "git is not installed" in pnp("diff").err


def test_a_repository_of_somebody_else_runs_nothing(soup, pnp, tmp_path):
    commit(soup)
    ran = tmp_path / "ran"
    for setting in ("core.fsmonitor", "core.pager", "diff.external", "core.sshCommand", "filter.x.smudge"):
        git(soup, "config", setting, f"touch {ran}")
    (soup / ".git/info").mkdir(exist_ok=True)
    (soup / ".git/info/attributes").write_text("* filter=x diff=x\n")
    change(soup / FOODS, "name: Leek", "name: Kale")
    assert 'now "Kale"' in pnp("diff").out
    assert not ran.exists()


def test_what_a_repository_lacks_is_fetched_by_no_program_that_it_names(soup, pnp, tmp_path):
    commit(soup)
    ran = tmp_path / "ran"
    lost = git(soup, "rev-parse", f"HEAD:{FOODS}").strip()
    (soup / f".git/objects/{lost[:2]}/{lost[2:]}").unlink()
    with (soup / ".git/config").open("a", encoding="utf-8") as config:
        config.write(
            "[core] repositoryFormatVersion = 1\n[extensions] partialClone = odd\n[protocol.ext] allow = always\n"
            f"[remote.odd] promisor = true\n  url = ext::touch {ran}\n"
        )
    outcome = pnp("diff")
    assert (outcome.status, "Traceback" in outcome.err) == (2, False), outcome
    assert not ran.exists()


def test_the_page_holds_all_it_shows(soup, pnp):
    commit(soup)
    change(soup / FOODS, "name: Leek, copies: 2", "name: Kale <b>, copies: 3")
    change(soup / FOODS, "- {id: pea, name: Pea}", "- {id: bean, name: Bean}")
    (soup / "templates/soup/back.svg.j2").write_text(BACK.replace("palette.leaf", "'#123456'"))
    assert pnp("diff --format html").out == "output/changes.html\n"
    page = (soup / "output/changes.html").read_text(encoding="utf-8")
    # Front and back of the leek before, now and between; the new bean; the pea that is gone.
    assert page.count("data:image/png;base64,") == 8
    assert re.findall(r"(?:src|href)=\"(?!data:)|<script|<link|@import|url\(", page) == []
    assert "<del>Leek</del> <ins>Kale &lt;b&gt;</ins>" in page
    assert "<td>2</td><td>3</td>" in page


KEPT = "releases/v1/soup"


def test_a_release_is_the_manifest_and_every_face(soup, pnp):
    done = pnp("release v1")
    assert done.status == 0
    assert done.out.splitlines() == [
        f"{KEPT}: version 1.2, 3 pieces, 3 faces",
        "pnp diff v1 shows what changed since; pnp build --changed-since v1 prints it",
    ]
    manifest = json.loads((soup / KEPT / "manifest.json").read_text())
    assert list(manifest) == ["game", "version", "pieces", "sheets"]
    assert (manifest["game"], manifest["version"], manifest["sheets"]) == ("soup", "1.2", [])
    leek, pea = manifest["pieces"]
    assert list(leek) == ["component", "id", "copies", "front", "back", "sha256"]
    assert leek["back"] == pea["back"]
    for entry in (leek, pea):
        for where in (entry["front"], entry["back"]):
            assert where == f"faces/{face_key((soup / KEPT / where).read_text())}.svg"


def test_without_git_the_latest_release_is_compared_with(soup, pnp):
    for tag in ("v1.9", "v1.10", "draft"):
        pnp(f"release {tag}")
    shutil.rmtree(soup / "releases/draft")
    assert "since v1.10," in pnp("diff").out
    assert "since v1.10," in pnp("diff soup").out


def test_a_release_is_not_replaced_by_accident(soup, pnp):
    pnp("release v1")
    change(soup / FOODS, "name: Leek", "name: Kale")
    before = contents(soup)
    done = pnp("release v1")
    assert (done.status, done.out) == (2, "")
    assert "there is another release v1 of soup already" in done.err
    assert "--force" in done.err
    assert contents(soup) == before
    assert pnp("release v1 --force").status == 0
    assert "nothing changed" in pnp("diff v1").out


@pytest.mark.parametrize("where", ["../../../secret.svg", "/secret.svg", "svg/link.svg", "faces/x.svg", 7])
def test_a_manifest_leads_to_no_file_outside_its_folder(soup, pnp, tmp_path, where):
    pnp("build --paper a4")
    manifest = soup / "output/soup/manifest.json"
    old = soup / "output/soup/svg/food/leek.front.svg"
    secret = tmp_path / "secret.svg"
    shutil.move(old, secret)  # its bytes are right: only its place is not
    (soup / "output/soup/svg/link.svg").symlink_to(secret)
    where = str(secret) if where == "/secret.svg" else where
    manifest.write_text(manifest.read_text().replace('"svg/food/leek.front.svg"', json.dumps(where)))
    change(soup / FOODS, "name: Leek", "name: Kale")
    assert "its old face is not known" in pnp("diff output").out
