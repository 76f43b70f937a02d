"""The rules in the studio: sentences and what stands behind them, the pieces they speak of, and what is approved."""

from io import BytesIO
from queue import Queue

import pytest
from PIL import Image
from small_game import change
from studios import studio

OBJECT = "card_data/soup/rules.yaml:1:16"
STEP = "card_data/soup/rules.yaml:4:13"


def saved(state, path, old, new):
    told: Queue = Queue()
    state.events.send = lambda kind, **_: told.put(kind)
    change(path, old, new)
    while told.get(timeout=20) != "data":
        pass


def runs_of(line):
    return [(run["words"], run.get("bold", False), run.get("piece", "")) for run in line["runs"]]


def test_the_summary_is_words_with_their_sentences(soup_rules):
    with studio(soup_rules) as (client, _):
        known = client.get("api/games/soup/rules").json()
        sections = {each["id"]: each for each in known["sections"]}
        assert list(sections) == ["object", "components", "turn", "cards", "rulings", "glossary"]
        [line] = sections["object"]["blocks"][0]["lines"]
        assert line["sentence"] == OBJECT
        assert runs_of(line) == [
            ("Eat ", False, ""), ("all", True, ""), (" 3 cards, ", False, ""), ("Pea", False, "food/pea"), (" last.", False, ""),
        ]  # fmt: skip
        assert [each["kind"] for each in sections["turn"]["blocks"]] == ["paragraph", "steps"]
        [ruling] = sections["rulings"]["blocks"]
        assert [each["sentence"] for each in ruling["lines"]] == ["card_data/soup/claims.yaml:5:10"] * 3
        said = known["sentences"][OBJECT]
        assert said["claims"] == {"S1": "kept", "A1": "ruling"}
        assert (said["named"], said["pieces"], said["count"]) == (1, ["food/pea", "food/leek"], 2)
        assert "unapproved" not in said
        assert known["unapproved"] == 0


def test_what_stands_behind_a_sentence(soup_rules):
    with studio(soup_rules) as (client, _):
        basis = client.get("api/games/soup/rules/sentence", params={"id": OBJECT}).json()
        counted, named = basis["worked_out"]
        assert (counted["text"], counted["value"], named["value"]) == ("count(food)", "3", "Pea")
        pieces = [{"piece": "food/leek", "name": "Leek", "copies": 2, "held": ""}]
        assert counted["looked_at"][0]["pieces"][:1] == pieces
        claim, ruling = basis["behind"]
        assert (claim["where"], claim["state"], claim["tests"]) == ("Object", "kept", ["count(food) == 3"])
        assert (claim["file"], claim["line"]) == ("card_data/soup/claims.yaml", 2)
        assert claim["notes"] == [["ruling", "A1: Hot."]]
        assert (ruling["says"], ruling["notes"][0]) == ("Hot.", ["conflict", "Hot or cold?"])
        gone = client.get("api/games/soup/rules/sentence", params={"id": "rules.yaml:9:9"})
        assert (gone.status_code, gone.json()["hint"]) == (404, "it was moved; look at the rules again")


@pytest.mark.long
def test_the_typeset_pages_tell_where_each_sentence_stands(soup_rules):
    with studio(soup_rules) as (client, state):
        before = client.get("api/games/soup/rules/pages").json()
        place = before["places"][STEP]
        assert place["page"] == 0
        [(left, top, width, height)] = place["boxes"]
        picture = client.get(f"api/games/soup/rules/pages/0.png?key={before['key']}")
        assert "immutable" in picture.headers["cache-control"]
        page = Image.open(BytesIO(picture.content)).convert("L")
        across, down = page.size
        words = page.crop(
            (int(left * across), int(top * down), int((left + width) * across), int((top + height) * down))
        )
        assert words.getextrema()[0] < 80
        assert page.getpixel((2, down - 2)) == 255
        assert client.get("api/games/soup/rules/pages/9.png").status_code == 409
        saved(state, soup_rules / "card_data/soup/rules.yaml", "Stir.", "Stir it for an hour.")
        after = client.get("api/games/soup/rules/pages").json()
        assert after["key"] != before["key"]
        assert after["places"][STEP]["page"] == 0


def test_the_sentences_that_speak_of_a_card(soup_rules):
    with studio(soup_rules) as (client, _):
        about = {
            piece: [
                (each["text"], each["how"])
                for each in client.get(f"api/games/soup/rules/about/food/{piece}").json()
            ]
            for piece in ("pea", "leek")
        }
    said = "Eat all 3 cards, Pea last."
    assert about == {"pea": [(said, "named")], "leek": [("It is green.", "named"), (said, "counted")]}


def test_a_save_that_breaks_a_claim_is_seen_at_its_sentences(soup_rules):
    with studio(soup_rules) as (client, state):
        assert client.get("api/games/soup/rules").json()["findings"] == []
        saved(state, soup_rules / "card_data/soup/food.yaml", "name: Pea}", "name: Pea, copies: 4}")
        known = client.get("api/games/soup/rules").json()
        assert known["sentences"][OBJECT]["broken"] is True
        assert known["sentences"][OBJECT]["claims"]["S1"] == "broken"
        assert [(each["code"], each["sentences"]) for each in known["findings"]] == [("PNP520", [OBJECT])]
        [claim, _] = client.get("api/games/soup/rules/sentence", params={"id": OBJECT}).json()["behind"]
        assert claim["found"] == ["count(food) is 6, not 3"]


def test_rules_that_are_broken_stay_as_they_were(soup_rules):
    path = soup_rules / "card_data/soup/rules.yaml"
    with studio(soup_rules) as (client, state):
        before = client.get("api/games/soup/rules").json()
        saved(state, path, "  - steps:", "  - stairs:")
        known = client.get("api/games/soup/rules").json()
        assert (known["sections"], known["current"]) == (before["sections"], False)
        assert [(each["code"], each["line"]) for each in known["findings"]] == [("PNP103", 4)]
        assert client.get("api/games/soup/rules/sentence", params={"id": OBJECT}).status_code == 200
        saved(state, path, "  - stairs:", "  - steps:")
        assert client.get("api/games/soup/rules").json() == before


def test_one_sentence_is_approved_and_the_others_wait(soup_rules):
    change(soup_rules / "card_data/soup/rules.yaml", '"Taste."', '"Taste it."')
    change(soup_rules / "card_data/soup/rules.yaml", '"Pass it on."', '"Pass it back."')
    change(soup_rules / "card_data/soup/food.yaml", "name: Leek", "name: Leeks")
    with studio(soup_rules) as (client, _):
        known = client.get("api/games/soup/rules").json()
        assert known["sentences"][STEP]["unapproved"]["before"] == "Taste."
        waiting = client.get("api/games/soup/unapproved").json()["unapproved"]
        assert [(each["at"], each["changes"]) for each in waiting if each["what"] == "text"] == [
            ("rules turn", [["old", "Taste."], ["new", "Taste it."]]),
            ("rules turn", [["same", "Pass it "], ["old", "on."], ["new", "back."]]),
        ]
        [face] = [each for each in waiting if each["what"] == "face"]
        told = [face[each] for each in ("at", "side", "how")]
        assert told == ["food/leek front", "food/leek.front", "reads otherwise"]
        for each in (waiting[0], face):
            answer = client.post("api/games/soup/approve", json={"names": each["names"]})
            assert answer.status_code == 200
        left = client.get("api/games/soup/unapproved").json()["unapproved"]
        assert [each["now"] for each in left] == ["Pass it back."]
        known = client.get("api/games/soup/rules").json()
        assert "unapproved" not in known["sentences"][STEP]


def test_what_was_changed_after_it_was_looked_at_is_not_approved(soup_rules):
    change(soup_rules / "card_data/soup/rules.yaml", "Taste.", "Taste it.")
    record = soup_rules / "card_data/soup/approved.yaml"
    before = record.read_bytes()
    with studio(soup_rules) as (client, _):
        [seen] = client.get("api/games/soup/unapproved").json()["unapproved"]
        change(soup_rules / "card_data/soup/rules.yaml", "Taste it.", "Spit it.")
        answer = client.post("api/games/soup/approve", json={"names": seen["names"]})
        error = "what you approved was changed meanwhile"
        assert (answer.status_code, answer.json()["error"]) == (409, error)
        assert client.post("api/games/soup/approve", json={"names": []}).status_code == 409
        for body in (b"all", b"[" * 100_000, b'{"names": [1]}', b'{"names": "*"}'):
            assert client.post("api/games/soup/approve", content=body).status_code in {400, 409}
        change(soup_rules / "card_data/soup/claims.yaml", "== 3", "== 4")
        answer = client.post("api/games/soup/approve", json={"names": seen["names"]})
        assert (answer.status_code, [each["code"] for each in answer.json()["findings"]]) == (409, ["PNP520"])
    assert record.read_bytes() == before
