"""The manifest says what was built, in a fixed form, and a partial build keeps the rest."""

import json
from dataclasses import replace

from tiny import FACES, component, deck, duplex, game, sheet

from pnp.export.manifest import NAME, fingerprint, manifest_of, read, write_manifest


def built(folder, *what, **lists):
    write_manifest(folder, manifest_of(read(folder / NAME), *what, **lists))


def written(folder, sheets, **copies):
    built(folder, game(component(**copies)), {"food": deck()}, sheets)
    return (folder / "manifest.json").read_text(encoding="utf-8")


def test_it_has_the_promised_form(tmp_path):
    one = sheet("b\n.", flip="none")
    text = written(tmp_path, [one], b=2)
    whole = json.loads(text)
    assert list(whole) == ["game", "version", "pieces", "sheets"]
    assert whole["pieces"][1] == {
        "component": "food",
        "id": "b",
        "copies": 2,
        "front": "svg/food/b.front.svg",
        "back": "svg/food/b.back.svg",
        "sha256": fingerprint(FACES["b"].key, FACES["W"].key),
    }
    assert text.endswith(
        """  "sheets": [
    {
      "file": "tiny/food.pdf",
      "page": 1,
      "paper": "tiny",
      "side": "front",
      "component": "food",
      "flip": "none",
      "placements": [
        {
          "piece": "b",
          "copy": 1,
          "x_mm": 10,
          "y_mm": 10,
          "width_mm": 20,
          "height_mm": 30,
          "rotation": 0
        }
      ]
    }
  ]
}
"""
    )


def test_a_build_of_another_paper_keeps_this_one(tmp_path):
    written(tmp_path, duplex())
    text = written(tmp_path, [replace(each, paper="a4") for each in duplex()])
    files = [(each["file"], each["page"]) for each in json.loads(text)["sheets"]]
    assert files == [("a4/food.pdf", 1), ("a4/food.pdf", 2), ("tiny/food.pdf", 1), ("tiny/food.pdf", 2)]


def test_a_build_of_one_component_keeps_the_others_and_drops_those_that_are_gone(tmp_path):
    food, bids, gone = component(), replace(component(), id="bids"), replace(component(), id="gone")
    decks = {each.id: replace(deck(), component=each.id) for each in (food, bids, gone)}
    sheets = [replace(each, component=name) for name in decks for each in duplex()]
    built(tmp_path, game(food, bids, gone), decks, sheets)
    built(tmp_path, game(food, bids), {"food": deck()}, duplex())
    whole = json.loads((tmp_path / "manifest.json").read_text())
    assert {each["component"] for each in whole["pieces"]} == {"food", "bids"}
    assert {each["component"] for each in whole["sheets"]} == {"food", "bids"}
