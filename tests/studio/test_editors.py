"""A file of the project is opened in the user's editor, at its line; nothing else is, and no shell is asked."""

import json
import os
import sys
from pathlib import Path

import pytest
from studios import studio

from pnp.model.errors import CannotUse, UnknownName
from pnp.studio import edit_routes as editors
from pnp.studio.edit_routes import open_in_editor

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the editor of the tests is a script")


@pytest.fixture
def editor(tmp_path, monkeypatch):
    """Return a function that puts an editor on a PATH of its own and returns its settings; it notes what it was told."""

    monkeypatch.setattr(editors, "SOON", 20)  # on a machine with much to do a script takes its time

    def make(name: str, *, status: int = 0, options: str = "") -> dict[str, str]:
        folder = tmp_path.parent / f"{tmp_path.name}-programs"
        folder.mkdir(exist_ok=True)
        program = folder / name
        program.write_text(
            f"#!{sys.executable}\nimport json, sys\n"
            f"json.dump(sys.argv[1:], open({str(folder / 'told')!r}, 'w'))\nsys.exit({status})\n"
        )
        program.chmod(0o755)
        return {"PATH": str(folder), "VISUAL": f"{name} {options}".strip(), "told": str(folder / "told")}

    return make


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("code", "--wait", ["--wait", "--goto", "{file}:8"]),
        ("subl", "", ["{file}:8"]),
        ("kate", "", ["--line", "8", "{file}"]),
        ("gedit", "", ["+8", "{file}"]),
        ("mate", "", ["-l", "8", "{file}"]),
        ("notepad++", "", ["-n8", "{file}"]),
    ],
)
def test_an_editor_is_told_the_file_and_the_line_in_its_own_way(soup, editor, name, options, told):
    (soup / "card_data/soup/a b;$(touch x).yaml").write_text("x: 1", encoding="utf-8")
    settings = editor(name, options=options)
    assert open_in_editor(soup, "card_data/soup/a b;$(touch x).yaml", 8, settings) == name
    heard = json.loads(Path(settings["told"]).read_text(encoding="utf-8"))
    assert heard == [each.format(file=soup / "card_data/soup/a b;$(touch x).yaml") for each in told]


@pytest.mark.parametrize(
    "file",
    [
        "card_data/soup/none.yaml",
        "../secret.yaml",
        "/etc/passwd",
        "card_data/soup",
        "a\0b.yaml",
        "link.yaml",
        "a\\b",
    ],
)
def test_what_is_no_file_of_the_project_is_not_opened(soup, editor, file):
    (soup.parent / "secret.yaml").write_text("x: 1", encoding="utf-8")
    (soup / "link.yaml").symlink_to(soup.parent / "secret.yaml")
    with pytest.raises(UnknownName, match="there is no file"):
        open_in_editor(soup, file, 1, editor("code"))


def test_what_might_be_run_is_not_opened(soup, editor):
    (soup / "card_data/soup/game.desktop").write_text("Exec=true", encoding="utf-8")
    with pytest.raises(CannotUse, match=r"no files that end in \.desktop"):
        open_in_editor(soup, "card_data/soup/game.desktop", 1, editor("code"))


@pytest.mark.parametrize("visual", ["nano", "vi -R", "'", "", "none-such"])
def test_an_editor_of_the_terminal_gives_way_to_the_program_of_the_system(soup, editor, monkeypatch, visual):
    launched = []
    monkeypatch.setattr(editors.click, "launch", lambda path: launched.append(path) or 0)
    settings = {**editor("nano"), "VISUAL": visual, "DISPLAY": ":0"}
    assert open_in_editor(soup, "card_data/soup/food.yaml", 8, settings) == ""
    assert launched == [str(soup / "card_data/soup/food.yaml")]


def test_where_nothing_can_be_opened_a_sentence_says_what_to_set(soup, editor):
    with pytest.raises(CannotUse, match="no program was found to open") as told:
        open_in_editor(soup, "card_data/soup/food.yaml", 8, {"PATH": ""})
    assert "set VISUAL" in told.value.hint
    with pytest.raises(CannotUse, match="code ended at once, with status 3"):
        open_in_editor(soup, "card_data/soup/food.yaml", 8, editor("code", status=3))


def test_the_page_asks_for_it(soup, editor, monkeypatch):
    for name, value in editor("code").items():
        monkeypatch.setenv(name, value)
    with studio(soup) as (client, _):
        asked = {"file": "card_data/soup/food.yaml", "line": 7}
        assert client.post("api/open", json=asked).json() == {"program": "code"}
        assert client.post("api/open", json={"file": "nothing.yaml"}).status_code == 404
        for wrong in ({}, {"file": 7}, {"file": "x", "line": "7"}):
            assert client.post("api/open", json=wrong).status_code == 409
