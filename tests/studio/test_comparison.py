"""A game beside a release, a revision in git and what was approved: what changed, and how it looked."""

import io
import subprocess
from contextlib import contextmanager

import pytest
from PIL import Image
from small_game import FOOD, change
from studios import studio

import pnp
from pnp.load.project import find_project

NOW = FOOD.replace("name: Leek, copies: 2", "name: Kale, copies: 3").replace(
    "- {id: pea, name: Pea}", "- {id: bean}"
)


@contextmanager
def changed(soup):
    """Offer a client of the studio of a game whose cards were changed."""
    (soup / "card_data/soup/food.yaml").write_text(NOW, encoding="utf-8")
    with studio(soup) as (client, _):
        yield client


def commit(soup):
    """Put the project into a repository of its own."""
    own = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    for words in (("init", "-q", "-b", "trunk"), ("add", "."), (*own, "commit", "-q", "-m", "first")):
        subprocess.run(["git", "-C", str(soup), *words], check=True)


@pytest.mark.parametrize(
    ("kept", "name"), [("release", "v1"), ("revision", "trunk"), ("approved", "approved")]
)
def test_what_changed_since_a_release_a_revision_and_what_was_approved(soup, kept, name):
    project = find_project(soup)
    if kept == "release":
        pnp.release_games(project, name)
    elif kept == "revision":
        commit(soup)
    else:
        pnp.approve_game(project, "soup", pictures=True)
    with changed(soup) as client:
        known = client.get("api/games/soup/states").json()["states"]
        assert {"name": name, "kind": kept} in known
        leek, bean, pea = client.get(f"api/games/soup/since?since={name}").json()
        assert (leek["id"], leek["state"], leek["copies"], leek["kinds"]) == (
            "leek",
            "changed",
            [2, 3],
            ["text"],
        )
        assert (bean["id"], bean["state"]) == ("bean", "new")
        assert (pea["id"], pea["state"]) == ("pea", "gone")
        [side] = leek["sides"]
        assert [(word["was"], word["now"]) for word in side["words"]] == [("Leek", "Kale")]
        old = client.get(f"before/soup/{side['old']}.svg?since={name}")
        assert ">Leek<" in old.text
        assert "font/ttf;base64," in old.text
        assert "immutable" in old.headers["cache-control"]
        assert client.get(f"before/soup/{pea['sides'][0]['old']}.svg?since={name}").status_code == 200
        marked = client.get(f"difference/soup/food/leek.front.png?since={name}&was={side['old']}")
        picture = Image.open(io.BytesIO(marked.content)).convert("RGB")
        assert picture.size == (407, 555)
        assert (0xA3, 0x00, 0x5A) in {colour for _, colour in picture.getcolors(1 << 20)}


def test_a_theme_is_compared_with_a_revision_and_not_with_a_release(soup):
    pnp.release_games(find_project(soup), "v1")
    commit(soup)
    with changed(soup) as client:
        found = client.get("api/games/soup/since?since=HEAD&theme=low-ink").json()
        assert [each["state"] for each in found] == ["changed", "new", "gone"]
        refused = client.get("api/games/soup/since?since=v1&theme=low-ink")
        assert refused.json()["error"] == "the release v1 is kept in the usual look"


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("api/games/soup/since?since=v9", 'no release and no revision in git "v9"'),
        ("api/games/soup/since?since=../../secret", "no release and no revision"),
        ("api/games/soup/since", "no release and no revision"),
        ("before/soup/0123abcd.svg?since=v1", "is not known as it was at v1"),
        ("difference/soup/food/none.front.png?since=v1", 'no piece "food/none"'),
    ],
)
def test_what_is_not_known_is_said(soup, address, words):
    pnp.release_games(find_project(soup), "v1")
    with studio(soup) as (client, _):
        answer = client.get(address)
        assert answer.status_code == 404
        assert words in answer.json()["error"]


def test_a_drawing_of_a_release_that_somebody_changed_is_not_shown(soup):
    """Its bytes are not those of the manifest: the old face is not known."""
    pnp.release_games(find_project(soup), "v1")
    manifest = soup / "releases/v1/soup/manifest.json"
    change(manifest, '"id": "leek"', '"id": "leek" ')
    for face in (manifest.parent / "faces").iterdir():
        face.write_bytes(b"no drawing")
    with changed(soup) as client:
        leek = client.get("api/games/soup/since?since=v1").json()[0]
        assert (leek["state"], leek["sides"], leek["kinds"]) == ("changed", [], ["face"])
