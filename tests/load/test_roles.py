"""Which role each column of a stranger's table gets: by its name, by what it holds, by how its values vary."""

import pytest

from pnp.load.role_guesses import guess_roles

ROWS = range(12)
TEXTS = [f"When you play this card number {n}, draw {n} cards and lose a life." for n in ROWS]
NAMES = [
    f"Lantern of the {word}"
    for word in ["sea", "sky", "fog", "sun", "rain", "wind", "moon", "star", "hill", "road", "gate", "well"]
]


def numbered(form: str) -> list[str]:
    return [form.format(n) for n in ROWS]


CASES = {
    "by name": (
        {"name": NAMES, "cost": [*ROWS], "text": TEXTS},
        {"headline": "name", "cost": "cost", "text": ("text",)},
    ),
    "in French": (
        {"nom": NAMES, "cout": [*ROWS], "effet": TEXTS},
        {"headline": "nom", "cost": "cout", "text": ("effet",)},
    ),
    "by what it holds": (
        {"c1": numbered("A{}"), "c2": NAMES, "c3": TEXTS, "c4": [*ROWS]},
        {"headline": "c2", "text": ("c3",), "numbers": ("c4",)},
    ),
    "the name that varies is the headline": (
        {"name": ["Tactic A", "Tactic B"] * 6, "title": NAMES},
        {"headline": "title", "subtitle": ("name",)},
    ),
    "few values are suits": (
        {"name": NAMES, "faction_code": ["sun", "sea", "fog"] * 4},
        {"suit": "faction_code", "subtitle": ("faction_code",)},
    ),
    "a suit and a rank make a playing card": (
        {"rank": ["A", "2", "K"] * 4, "suit": ["Hearts", "Clubs", "Cups"] * 4},
        {"corner": "rank", "suit": "suit", "headline": "suit"},
    ),
    "what is called a text is the name of a card beside a longer one": (
        {
            "tipo": ["People", "Places"] * 6,
            "texto": NAMES,
            "flavor": [f"{text} and {text}" for text in TEXTS],
        },
        {"headline": "texto", "flavour": ("flavor",)},
    ),
    "the question is the headline, before the answers to choose from": (
        {"asked": [f"What does the {name} show?" for name in NAMES]}
        | {f"choice_{n}": NAMES[n:] + NAMES[:n] for n in (1, 2, 3)}
        | {"answer": NAMES},
        {"headline": "asked", "text": ("choice_1", "choice_2", "choice_3", "answer")},
    ),
    "what few cards have is no headline": (
        {
            "type": ["Quest", "Duel"] * 6,
            "options": ["Ant, Bee or Cow", "Dog, Eel", *[""] * 10],
            "text": TEXTS,
            "vp": [*ROWS],
        },
        {"headline": "type", "text": ("text", "options"), "numbers": ("vp",)},
    ),
    "a number or a mark that a few cards have another of is printed": (
        {"name": NAMES, "hp": [*[1] * 11, 3], "wild": [*["No"] * 11, "yes"], "done": [*["yes"] * 11, "no"]},
        {"numbers": ("hp",), "text": ("wild",)},
    ),
    "numbers that differ on one card are no copy": (
        {"name": NAMES, "full": [*ROWS], "half": [*range(11), 9], "again": [*ROWS]},
        {"numbers": ("full", "half")},
    ),
    "what has many numbers is no playing card": (
        {"color": ["red", "blue", "green"] * 4, "value": [0, 1, 2] * 4}
        | {f"cost_{n}": [n, *ROWS[1:]] for n in range(4)},
        {"corner": "", "suit": "color", "numbers": ("value", "cost_0", "cost_1", "cost_2", "cost_3")},
    ),
    "nor is what has a story": (
        {"name": NAMES, "rank": ["S", "A", "B"] * 4, "story": TEXTS},
        {"corner": "", "flavour": ("story",)},
    ),
    "a name is a better headline than a code in capitals": (
        {
            "c1": [name.upper().replace(" ", "_") for name in NAMES],
            "c2": [f"The {name} (day)" for name in NAMES],
        },
        {"headline": "c2"},
    ),
    "what hardly any card has is no headline": (
        {"scale": ["Trust", *[""] * 11], "text": [*[""], *TEXTS[1:]], "a": [*ROWS], "b": [*ROWS][::-1]},
        {"headline": "text"},
    ),
    "texts to the left and right are no places": (
        {"name": NAMES, "left": [f"to the {name}" for name in NAMES], "right": TEXTS, "top": [*ROWS]},
        {"text": ("right", "left")},
    ),
    "yes and no are no headline": (
        {"does": [f"{text} {text} {text}" for text in TEXTS], "shots": [*[False] * 9, *[True] * 3]},
        {"headline": "does", "text": ("shots",)},
    ),
    "a prompt is a text where nothing else is called one": (
        {"name": NAMES, "prompt": TEXTS, "left": [f"Say {name}" for name in NAMES]},
        {"text": ("prompt", "left")},
    ),
    "what is asked is the headline of a flash card": (
        {"kind": ["word", "verb"] * 6, "card_front": NAMES, "card_back": TEXTS, "example": NAMES[::-1]},
        {"headline": "card_front", "text": ("example",), "back": ("card_back",)},
    ),
    "a key that each has is not printed": (
        {"key": numbered("k{}"), "name": NAMES, "text": TEXTS},
        {"headline": "name", "text": ("text",)},
    ),
    "the name of an icon is no headline": (
        {"icone": ["trail", "anchor"] * 6, "type": ["Card"] * 12, "texte": TEXTS},
        {"symbol": "icone", "headline": "texte"},
    ),
    "names of icons are drawn": (
        {"name": NAMES, "game_icon": ["stone-spear", "log", "cave-entrance"] * 4, "text": TEXTS},
        {"symbol": "game_icon", "text": ("text",)},
    ),
    "words that come again are no numbers": (
        {"name": NAMES, "stage": ["start", "early", "late"] * 4, "vp": [*ROWS]},
        {"subtitle": ("stage",), "numbers": ("vp",)},
    ),
    "a question is a text, and amounts of many digits are numbers": (
        {
            "category": ["Arts", "Science"] * 6,
            "question": TEXTS,
            "losung": NAMES,
            "prize": [n**5 for n in ROWS],
        },
        {"headline": "category", "text": ("question", "losung"), "numbers": ("prize",)},
    ),
    "a question alone is the headline": (
        {"edition": ["Every day"] * 12, "question": [f"What did you think on day {n}?" for n in ROWS]},
        {"headline": "question"},
    ),
    "what all cards are is no headline": (
        {"type": ["plain"] * 12, "ask": TEXTS, "hint": TEXTS[::-1]},
        {"headline": "ask", "text": ("hint",)},
    ),
    "a card without a name is called by its kind": (
        {
            "type": ["plain"] * 12,
            "theme": ["big_ideas"] * 6 + ["life"] * 6,
            "for_whom": ["all", "some"] * 6,
            "ask": TEXTS,
            "hint": TEXTS[::-1],
        },
        {"headline": "theme", "text": ("ask", "hint")},
    ),
    "a key names what has no other name, a letter does not": (
        {"key": ["ember_fox", "grey_owl", "old_oak"] * 4, "A": NAMES, "cost": [*ROWS]},
        {"headline": "key", "cost": "cost"},
    ),
    "what describes the card is its first text": (
        {
            "name": NAMES,
            "group": ["Sea folk", "Sky folk"] * 6,
            "description_template": TEXTS,
            "ability_type": ["At once", "At night"] * 6,
        },
        {"text": ("description_template",)},
    ),
    "the price is no copy of another number": (
        {"name": NAMES, "tier": [*ROWS], "cost": [*ROWS]},
        {"cost": "cost", "numbers": ("tier",)},
    ),
    "of two long texts the shorter is the headline": (
        {"c1": [f"{text} {text}" for text in TEXTS], "c2": TEXTS},
        {"headline": "c2", "text": ("c1",)},
    ),
    "a text alone is the headline, and its numbers stay": (
        {"ef_0": [1, 2, 3] * 4, "opis": TEXTS},
        {"headline": "opis", "numbers": ("ef_0",)},
    ),
    "a name in another language, or beside other words": (
        {"mazo": ["Perfil"] * 12, "nombre_del_perfil": NAMES, "habilidad_especial": NAMES[::-1]},
        {"headline": "nombre_del_perfil"},
    ),
    "sizes in words, dates and sources are for players, a running number is small": (
        {
            "date": [f"2026-01-{n + 10}" for n in ROWS],
            "event": TEXTS,
            "size": ["Small", "Large"] * 6,
            "lp": [n + 1 for n in ROWS],
            "credits": [n % 3 for n in ROWS],
            "source": ["Book: 10", "Book: 11"] * 6,
        },
        {
            "headline": "date",
            "text": ("event",),
            "subtitle": ("size",),
            "numbers": ("credits",),
            "footer": ("source", "lp"),
        },
    ),
    "a letter for yes stands among the texts": (
        {"name": NAMES, "can_swim": ["T", None] * 6},
        {"text": ("can_swim",)},
    ),
    "yes and no stand among the texts": ({"name": NAMES, "unique": ["Yes", "No"] * 6}, {"text": ("unique",)}),
    "what is asked stands before its answers, and these as in the table": (
        {
            "title": NAMES[3:] + NAMES[:3],
            "rare": [TEXTS[0], *[""] * 11],
            "question": TEXTS,
            "option_a": NAMES,
            "option_b": NAMES[1:] + NAMES[:1],
            "answer": NAMES[2:] + NAMES[:2],
        },
        {"headline": "title", "text": ("question", "rare", "option_a", "option_b", "answer")},
    ),
    "all of a series of short texts are printed": (
        {
            "name": NAMES,
            **{f"use_{n}": [f"{word}, then {n}" for word in NAMES[n:] + NAMES[:n]] for n in range(1, 10)},
        },
        {"text": tuple(f"use_{n}" for n in range(1, 10))},
    ),
    "notes are the text where there is no other": (
        {"name": NAMES, "weight": [*ROWS], "notes": TEXTS},
        {"text": ("notes",)},
    ),
    "numbers for keys name no card": (
        {
            "key": [*map(str, ROWS)],
            "slug_front": ["a-b"] * 12,
            "plain_name": [f"{name} up" for name in NAMES],
            "back_name": [f"{name} down now" for name in NAMES],
        },
        {"headline": "plain_name"},
    ),
    "a value that few cards have makes no playing card": (
        {"name": NAMES, "type": ["Spell", "Buff"] * 6, "value": [4, *[None] * 11]},
        {"corner": "", "numbers": ("value",)},
    ),
    "a Spanish deck is one of playing cards": (
        {
            "palo": ["Copas", "Oros"] * 6,
            "label": ["As", "2", "Sota", "Caballo"] * 3,
            "color": ["#123456", "#234567"] * 6,
        },
        {"suit": "palo", "corner": "label", "headline": "palo"},
    ),
    "a faction is no number, but a word with a dash": (
        {"name": NAMES, "faction_code": ["sun-folk", "sea", "fog"] * 4, "faction_cost": [1, 2, 3] * 4},
        {"suit": "faction_code", "numbers": ("faction_cost",)},
    ),
    "files name the cards that have no other name": (
        {"name": numbered("Tile{}.png"), "N": [*ROWS], "S": [*ROWS[::-1]]},
        {"headline": "name", "numbers": ("N", "S")},
    ),
    "words of Chinese are twice as wide": (
        {"name": NAMES, "c1": ["\u592a\u9633\u76d1", "\u6267\u884c\u5b98"] * 6},
        {"subtitle": ("c1",), "numbers": ()},
    ),
    "a name of letters and a number is better than a number": (
        {"nome": numbered("Fogo{}"), "valor": [*ROWS]},
        {"headline": "nome"},
    ),
    "what two choices are called names no card": (
        {
            "who": ["Queen", "Page", "Old monk"] * 4,
            "left_label": NAMES,
            "right_label": NAMES[::-1],
            "text": TEXTS,
        },
        {"headline": "who", "text": ("text", "left_label", "right_label")},
    ),
    "the name of a deck stands below the headline": (
        {"key": ["The First Steps (Short)", "The Long Way Round (Full)"] * 6, "name": NAMES},
        {"subtitle": ("key",)},
    ),
    "words for pictures choose what is drawn": (
        {"name": NAMES, "image": ["seal", "fusion", "face"] * 4, "picture": [f"a {name}" for name in NAMES]},
        {"symbol": "image", "text": ()},
    ),
    "only what is asked for": (
        {"name": NAMES, "text": TEXTS, "cost": [*ROWS]},
        {"headline": "name", "cost": "cost", "text": ()},
        ("cost",),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_column_has_the_role_of_its_name_or_its_values(case):
    columns, roles, *shown = CASES[case]
    guessed = guess_roles(columns, shown=shown[0] if shown else ()).roles
    assert {role: getattr(guessed, role) for role in roles} == roles


LEFT_OUT = {
    "not for players": numbered("x{}"),
    "addresses": numbered("https://example.org/{}"),
    "files": numbered("pictures/{}.eps"),
    "timestamps": ["2026-01-31 12:00"] * 12,
    "codes": numbered("0100{}a"),
    "for screens": ["-43px -34px", "(B=13,G=0,R=1,A=255)", "rgba(1, 2, 3, 0.5)"] * 4,
    "for programs": [
        "card:01006, size:30",
        "{'op': 'hit'}",
        "onPlay[pp>=7]: draw(2)",
        "org.fox.Beast",
        "ON_PLAY · 2 · true",
    ]
    * 3,
    "the same on nearly all cards": ["x1.2"] * 12,
    "a copy of name": [name.upper() for name in NAMES],
    "empty": [""] * 12,
}


@pytest.mark.parametrize("reason", LEFT_OUT)
def test_what_is_not_for_a_card_is_left_out_with_a_reason(reason):
    name = "octgn_id" if reason == "not for players" else "c9"
    guessed = guess_roles({"name": NAMES, name: LEFT_OUT[reason]})
    assert guessed.left_out == {name: reason}


@pytest.mark.parametrize(
    "codes",
    [["L001, L002", "L003"] * 6, ["102030405060", "102030405061"] * 6, numbered("AB/C-1-{:03}"), numbered("00{:04}-001")],
)  # fmt: skip
def test_codes_that_cards_of_another_table_have_are_left_out(codes):
    assert guess_roles({"name": NAMES, "c9": codes}).left_out == {"c9": "codes"}


def test_places_on_a_map_and_copies_without_marks_are_left_out():
    columns = {
        "stripped_text": TEXTS[::-1],
        "text": TEXTS,
        "map_x": [*ROWS],
        "map_y": [*ROWS],
        "draw_x": [*ROWS],
    }
    guessed = guess_roles({"name": NAMES, **columns})
    assert guessed.left_out == {
        **dict.fromkeys(("map_x", "map_y", "draw_x"), "not for players"),
        "stripped_text": "a copy of text",
    }


def test_a_label_for_those_who_make_the_game_is_left_out():
    labels = ["Sea A", "Sea B", "Sky A (old)"] * 4
    guessed = guess_roles({"title": NAMES, "name": labels, "type": ["Sea", "Sea", "Sky"] * 4})
    assert guessed.left_out == {"name": "a label of type"}
    assert guessed.roles.subtitle == ("type",)


def test_a_number_of_its_own_for_each_card_stands_at_the_foot():
    """The copies of a card share it; a number that two cards have is one of the game."""
    columns = {"title": [*NAMES, *NAMES], "class": [str(7 * at % 31) for at in range(len(NAMES))] * 2}
    columns["roster"] = ["North", "South"] * len(NAMES)
    assert guess_roles(columns).roles.footer == ("class",)
    columns["class"] = [str(at % 9) for at in range(len(NAMES))] * 2
    assert guess_roles(columns).roles.numbers == ("class",)


def test_there_is_always_a_headline():
    links = [f"https://example.org/{n}" for n in ROWS]
    guessed = guess_roles({"image": links, "label": numbered("card0{}")})
    assert (guessed.roles.headline, [*guessed.left_out]) == ("label", ["image"])
