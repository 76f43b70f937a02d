"""A file of the project is opened in the system's program for it; nothing else is."""

import pytest
from studios import studio

from pnp.model.errors import CannotUse, UnknownName
from pnp.studio import edit_routes
from pnp.studio.edit_routes import open_file


@pytest.fixture
def launched(monkeypatch):
    paths: list[str] = []
    monkeypatch.setattr(edit_routes.click, "launch", lambda path: paths.append(path) or 0)
    monkeypatch.setenv("DISPLAY", ":0")
    return paths


@pytest.mark.parametrize(
    "file",
    [
        *("card_data/soup/none.yaml", "../secret.yaml", "/etc/passwd", "card_data/soup"),
        *("a\0b.yaml", "link.yaml", "a\\b"),
    ],
)
def test_what_is_no_file_of_the_project_is_not_opened(soup, launched, file):
    (soup.parent / "secret.yaml").write_text("x: 1", encoding="utf-8")
    (soup / "link.yaml").symlink_to(soup.parent / "secret.yaml")
    with pytest.raises(UnknownName, match="there is no file"):
        open_file(soup, file)
    assert launched == []


def test_what_might_be_run_is_not_opened(soup, launched):
    (soup / "card_data/soup/game.desktop").write_text("Exec=true", encoding="utf-8")
    with pytest.raises(CannotUse, match=r"no files that end in \.desktop"):
        open_file(soup, "card_data/soup/game.desktop")
    assert launched == []


def test_where_nothing_can_be_opened_a_sentence_says_so(soup, monkeypatch):
    monkeypatch.setattr(edit_routes.click, "launch", lambda _: 1)
    with pytest.raises(CannotUse, match="no program was found to open"):
        open_file(soup, "card_data/soup/food.yaml")


def test_the_page_asks_for_it(soup, launched):
    with studio(soup) as (client, _):
        asked = {"file": "card_data/soup/food.yaml", "line": 7}
        assert client.post("api/open", json=asked).status_code == 200
        assert launched == [str(soup / "card_data/soup/food.yaml")]
        assert client.post("api/open", json={"file": "nothing.yaml"}).status_code == 404
        assert client.post("api/open", json={}).status_code == 404
