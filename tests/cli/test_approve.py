"""What was read and found right is written down; what is not as it was approved is a finding until it is approved too."""

import re

import pytest
from small_game import FRONT, change, contents, prepared, write_game

RULES = """\
object: {text: "Eat the soup.", claim: S1}
turn:
  - "Stir."
  - steps: ["Taste.", "Pass it on."]
"""
CLAIMS = """\
claims:
  - {id: S1, where: Object, says: Soup is eaten., judged: it is the point}
rulings:
  - {id: A1, about: [S1], conflict: Hot or cold?, ruling: Hot., reason: It is soup.}
"""
FILE = "card_data/soup/approved.yaml"


def with_rules(soup):
    (soup / "card_data/soup/rules.yaml").write_text(RULES)
    (soup / "card_data/soup/claims.yaml").write_text(CLAIMS)
    return soup


approved = prepared(lambda root: with_rules(write_game(root)), "approve soup")


def test_nobody_has_to_approve_anything_and_what_is_approved_is_told(soup, pnp):
    with_rules(soup)
    assert pnp("check").status == 0
    outcome = pnp("approve soup")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == f"Soup: all of it approved anew; 8 texts and 3 faces in {FILE}\n"


def codes(outcome):
    return re.findall(r"error (PNP\d+): (.*)", outcome.err)


def test_the_file_can_be_read_and_has_a_line_for_each(approved):
    text = (approved / FILE).read_text()
    for line in (
        '    - {digest: "', 'claims: [S1], text: "Eat the soup."}', "  rulings A1:", 'text: "Pass it on."}',
        "  food/leek front: {drawing: ", "themes: {low-ink: ", 'text: "Leek"}', "  food back: {drawing: ",
        'text: "made by: Cooked by Ann"',
    ):  # fmt: skip
        assert line in text
    assert max(len(re.findall("text: ", line)) for line in text.splitlines()) == 1


CHANGES = {
    "a sentence that names a claim": (
        "rules.yaml", "Eat the soup.", "Spill the soup.",
        ("PNP575", 'rules object: it reads "Spill the soup.", and was approved as "Eat the soup."; read again: S1 (Soup is eaten)'),
        "S1",
    ),
    "the claim of a sentence": (
        "claims.yaml", "Soup is eaten.", "Soup is drunk.",
        ("PNP575", ('rules object: the claims of "Eat the soup." have changed since it was approved; '
         "read again: S1 (Soup is drunk)")), "S1",
    ),
    "another claim for a sentence": (
        "rules.yaml", "claim: S1", "claim: A1",
        ("PNP575", 'rules object: "Eat the soup." was approved with other claims (S1); read again: A1 (Hot)'), "object",
    ),
    "a new sentence": (
        "rules.yaml", '["Taste.",', '["Taste.", "Burn your tongue.",',
        ("PNP576", 'rules turn: "Burn your tongue." was not approved yet'), "turn",
    ),
    "a sentence that is gone": (
        "rules.yaml", '"Taste.", ', "", ("PNP577", 'rules turn: "Taste." was approved, and was removed'), "turn",
    ),
    "a ruling": (
        "claims.yaml", "ruling: Hot.", "ruling: Cold.",
        ("PNP575", ('rulings A1: it reads "Hot or cold? / Cold. / It is soup.", and was approved as "Hot or cold? / Hot. / It is '
         'soup."; read again: S1 (Soup is eaten)')), "A1",
    ),
    "the title of the game": (
        "game.yaml", "title: Soup", "title: Stew", ("PNP575", 'title: it reads "Stew", and was approved as "Soup"'), "title",
    ),
    "the credits": (
        "game.yaml", "Cooked by Ann", "Cooked by Bob",
        ("PNP575", 'credits: it reads "made by: Cooked by Bob", and was approved as "made by: Cooked by Ann"'), "credits",
    ),
    "where a card comes from": (
        "food.yaml", "name: Pea}", "name: Pea, source: {kind: stated, pointer: W1}}",
        ("PNP576", 'sources food: "all stated (W1): pea" was not approved yet'), "sources",
    ),
    "the words on a card": (
        "food.yaml", "name: Pea}", "name: Bean}",
        ("PNP571", 'food/pea front: it says "Bean", and was approved as "Pea"'), "food/pea",
    ),
    "a colour": (
        "game.yaml", "#3f9b3a", "#3f9b3b",
        ("PNP571", "food back: drawn differently than approved: another picture, colours or positions"), "food",
    ),
    "a colour of a theme": (
        "game.yaml", 'leaf: "#ffffff"', 'leaf: "#fffff0"',
        ("PNP571", "food back: drawn differently in the theme low-ink than approved: another picture, colours or positions"), "food",
    ),
    "a card that is gone": (
        "food.yaml", "  - {id: pea, name: Pea}\n", "",
        ("PNP573", "food/pea front: it was approved, and is no longer in the game"), "food/pea",
    ),
    "a new card": (
        "food.yaml", "  - {id: pea, name: Pea}\n", "  - {id: pea, name: Pea}\n  - {id: nut, name: Nut}\n",
        ("PNP572", "food/nut front: not approved yet"), "food/nut",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CHANGES)
def test_a_change_is_a_finding_until_it_is_approved(case, approved, pnp):
    file, old, new, finding, name = CHANGES[case]
    change(approved / "card_data/soup" / file, old, new)
    outcome = pnp("check")
    assert outcome.status == 1
    assert finding in codes(outcome)
    assert pnp(f"approve soup {name}").status == 0
    left = codes(pnp("check"))
    assert finding not in left
    pnp("approve soup")
    assert pnp("check").status == 0


def test_many_faces_that_changed_alike_are_one_finding(soup, pnp):
    cards = "".join(f"  - {{id: card-{n}, name: Card {n}}}\n" for n in range(9))
    with (soup / "card_data/soup/food.yaml").open("a") as file:
        file.write(cards)
    pnp("approve soup")
    (soup / "templates/soup/food.svg.j2").write_text(FRONT.replace("31.5, 44", "31.5, 45"))
    (code, message), *others = codes(pnp("check"))
    assert others == []
    assert (code, message[:46]) == ("PNP571", "food: 11 faces drawn differently than approved")


def test_only_what_is_named_is_approved(approved, pnp):
    change(approved / "card_data/soup/rules.yaml", "Pass it on.", "Pass it back.")
    change(approved / "card_data/soup/food.yaml", "name: Pea}", "name: Bean}")
    assert (
        pnp("approve soup food/pea").out
        == f"Soup: 0 texts and 1 face approved anew; 8 texts and 3 faces in {FILE}\n"
    )
    assert [code for code, _ in codes(pnp("check"))] == ["PNP575"]


def test_a_name_that_is_nothing_in_the_game(approved, pnp):
    outcome = pnp("approve soup food/peas")
    assert outcome.status == 2
    assert 'nothing in soup is called "food/peas"' in outcome.err
    assert "food/pea" in outcome.err


def test_a_game_with_errors_is_not_approved(approved, pnp):
    before = (approved / FILE).read_bytes()
    change(approved / "card_data/soup/claims.yaml", "judged: it is the point", "test: count(food) == 7")
    change(approved / "card_data/soup/rules.yaml", "Pass it on.", "Pass it back.")
    outcome = pnp("approve soup")
    assert outcome.status == 1
    assert [code for code, _ in codes(outcome)] == ["PNP520"]
    assert (approved / FILE).read_bytes() == before


SNAPSHOTS = "snapshots/soup"
pictured = prepared(lambda root: with_rules(write_game(root)), "approve soup", "approve soup --pictures")


def test_pictures_are_kept_when_asked_for(approved, pnp):
    outcome = pnp("approve soup --pictures")
    assert outcome.out.splitlines() == [
        f"Soup: 0 texts and 0 faces approved anew; 8 texts and 3 faces in {FILE}",
        f"Soup: 3 faces kept in {SNAPSHOTS}",
    ]
    assert pnp("diff approved").out == "Soup: nothing changed since approved, 2 the same\n"


def test_a_face_is_approved_with_its_picture(pictured, pnp):
    change(pictured / "card_data/soup/food.yaml", "name: Pea}", "name: Bean}")
    change(pictured / "card_data/soup/rules.yaml", "Pass it on.", "Pass it back.")
    before = contents(pictured / SNAPSHOTS)
    hint = "hint: pnp diff approved soup --format html shows it; if it is right: pnp approve soup food/pea\n"
    assert hint in pnp("check").err
    assert '~ pea (Bean): front: was "Pea", now "Bean"' in pnp("diff approved").out
    told = pnp("approve soup turn").out  # a sentence: no picture is about it
    assert told == f"Soup: 2 texts and 0 faces approved anew; 8 texts and 3 faces in {FILE}\n"
    assert contents(pictured / SNAPSHOTS) == before
    assert pnp("approve soup food/pea").status == 0
    assert len(contents(pictured / SNAPSHOTS).items() - before.items()) == 2  # the face and the manifest
    assert (pnp("check").status, pnp("diff approved --exit-code").status) == (0, 0)
    change(pictured / "card_data/soup/food.yaml", "  - {id: pea, name: Bean}\n", "")
    assert pnp("approve soup").status == 0
    assert pnp("diff approved").out == "Soup: nothing changed since approved, 1 the same\n"


def test_neither_is_written_where_the_record_is_damaged_or_pictures_cannot_be(pictured, pnp):
    change(pictured / "card_data/soup/food.yaml", "name: Pea}", "name: Bean}")
    file = pictured / FILE
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    before = contents(pictured / SNAPSHOTS)
    outcome = pnp("approve soup")
    assert (outcome.status, f"{FILE}:" in outcome.err) == (1, True)
    assert contents(pictured / SNAPSHOTS) == before
    file.write_bytes(whole)
    (pictured / SNAPSHOTS / "manifest.json").unlink()
    (pictured / SNAPSHOTS / "manifest.json").mkdir()
    assert pnp("approve soup").status == 2
    assert file.read_bytes() == whole


DAMAGED = {
    "a merge that was not joined": (
        lambda text: text.replace("  rules turn:\n", "<<<<<<< HEAD\n  rules turn:\n"),
        "the file has merge conflicts",
    ),
    "a newer version": (
        lambda text: text.replace("version: 1", "version: 2"),
        "the file has version 2; this pnp reads version 1",
    ),
    "a digest cut short": (
        lambda text: re.sub(r'(drawing: "\w{9})\w+', r"\1", text, count=1),
        "the file is damaged: drawing must be 16 digits of a digest",
    ),
    "half a file": (lambda text: text[: len(text) // 2], ""),
    "nothing": (lambda _: "", ""),
    "a list": (lambda _: "- a\n", "the file is damaged: version must be a number"),
    "no faces": (lambda text: text.partition("faces:")[0], "the file is damaged: faces must be a mapping"),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_a_damaged_file_approves_nothing(case, approved, pnp):
    spoil, message = DAMAGED[case]
    file = approved / FILE
    file.write_text(spoil(file.read_text()))
    damaged = file.read_bytes()
    outcome = pnp("check")
    assert outcome.status == 1
    assert f"{FILE}:" in outcome.err
    assert message in outcome.err
    assert "not approved yet" not in outcome.err
    assert pnp("approve soup").status == 1
    assert file.read_bytes() == damaged
    assert pnp("approve soup --anew").status == 0
    assert pnp("check").status == 0


def test_approving_twice_writes_the_same_bytes(approved, pnp):
    before = (approved / FILE).read_bytes()
    pnp("approve soup --no-cache")
    assert (approved / FILE).read_bytes() == before
