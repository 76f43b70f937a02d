"""A game beside a release, a revision in git and what was approved: what changed, and how it looked."""

import io
import subprocess
from contextlib import contextmanager

import pytest
from PIL import Image
from small_game import FOOD
from studios import studio

import pnp
from pnp.load.project import find_project

NOW = FOOD.replace("name: Leek, copies: 2", "name: Kale, copies: 3").replace(
    "- {id: pea, name: Pea}", "- {id: bean}"
)


@contextmanager
def changed(soup):
    (soup / "card_data/soup/food.yaml").write_text(NOW, encoding="utf-8")
    with studio(soup) as (client, _):
        yield client


def commit(soup):
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
