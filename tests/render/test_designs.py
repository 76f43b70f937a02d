"""The designs take any fields, in any size and shape, and print all that they are given."""

import math
import re
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pypdfium2
import pytest

import pnp
from pnp.build.games import check_games
from pnp.build.result import CheckOptions
from pnp.checks.trim_and_overlap import art_faults
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.load.role_guesses import value_as_text
from pnp.model.card_looks import DESIGNS, CardWords, Design, Roles
from pnp.render.faces import PieceDrawer
from pnp.templates import design_art
from pnp.templates.context import RenderContext
from pnp.templates.design_art import Drawn, picture_of, subject_of, surely_named_in
from pnp.templates.design_deck import deck_of
from pnp.templates.design_values import design_values, look_of, own_back
from pnp.templates.palette import channels, contrast
from pnp.templates.running import Templates
from pnp.templates.sources import sources_of
from pnp.typesetting.fonts import font_book

LONG = (
    14
    * "Whoever comes to the well first draws one bucket for each lantern that is lit, then passes the rope. "
)
DECK = f"""\
Name,Cost,Type,Card Text,Attack,Flavor Text,Tags,Rare,Notes,A,B,C,Icon Agility,E,Points,Icon Willpower,Speed of the wind,Artist
Ember Fox,2,Creature,"When it enters, **deal 1 damage** to any target.",2,"Small fires travel fast.",beast|fire,yes,ask,1,2,3,4,5,6,7,80,A. Painter
Lantern Keeper,3,Creature,"Look at the top card of your deck. If it is a Lantern, draw it.",1,,human,no,,,,,,,,,,C. Carver
The Long Way Around the Mountain and Down Again to the Sea,11,Spell,Draw a {{card}} or *two [three].,+2,,,,,,,,,,,,,B. Drawer
Donaudampfschifffahrtsgesellschaftskapitänswitwenrente,X+1,Spell,{"Donaudampfschifffahrtsgesellschaft" * 4},,,,,,,,,,,,,,
The Well,1,Place,"{LONG}",,"{LONG[:300]}",,,,,,,,,,,,
Seven,7,,,,,,,,,,,,,,,,
"""
SIZES = {
    "standard": "kind: cards",
    "mini": "kind: cards\nsize: mini",
    "jumbo": "kind: cards\nsize: jumbo",
    "square": "kind: cards\nsize: 40mm x 40mm",
    "wide": "kind: cards\nsize: 88mm x 63mm",
}
PIECES = {
    "hexagon": "kind: tiles\nshape: hexagon\nside: 40mm",
    "triangle": "kind: tiles\nshape: triangle\nside: 90mm",
    "square_tile": "kind: tiles\nshape: square\nside: 50mm",
    "token": "kind: discs\ndiameter: 25mm",
}


def component_of(design: str) -> str:
    return design.replace("-", "_")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("designs") / "card_data/deck"
    (folder / "art").mkdir(parents=True)
    (folder / "game.yaml").write_text("title: The Long Deck\n", encoding="utf-8")
    (folder / "deck.csv").write_text(DECK, encoding="utf-8")
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3"/></svg>'
    (folder / "art/lantern-keeper.svg").write_text(drawing, encoding="utf-8")
    decks = {component_of(name): f"kind: cards\ndesign: {name}" for name in DESIGNS} | SIZES | PIECES
    for name, kind in decks.items():
        (folder / f"{name}.yaml").write_text(f"{kind}\nrows: deck.csv\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def checked(folder):
    (result,) = check_games(find_project(folder), ("deck",), CheckOptions(cache=False))
    return result


@pytest.mark.long
def test_no_data_is_an_error_in_any_design_size_or_shape(checked):
    assert [each for each in checked.diagnostics if each.severity == "error"] == []


def test_what_is_left_out_is_told(checked):
    """The long text does not go into the smallest pieces, not even on both sides; nowhere else is a word lost."""
    cut = {each.piece.partition("/")[0] for each in checked.diagnostics if each.code == "PNP421"}
    assert cut <= {"mini", "square", *PIECES}
    assert cut >= {"token"}


def test_a_text_of_letters_that_no_font_has_is_left_out(tmp_path):
    table = 'Name,Cost,Attack,Text\n\ue123,\ue124,\ue127,\ue125\nFox,2,1,"Wait.\n\u203b\ue126"\n'
    drawn = built(game_of(tmp_path, deck=(table, "id: '{cost}'"))) / "svg/deck"
    assert [">Attack<" in each.read_text() for each in sorted(drawn.glob("*.front.svg"))] == [True, False]


TABLES = {
    "picture": "Name,Cost,Attack,HP\nImp,3B,2,1\nA Very Old Dragon of the Northern Hills,7,11,9\n",
    "pictures": f'Name,Type,HP,Power,Text\nImp,Foe,1,2,Hop.\nElk,Kin,2,1,\nEel,Kin,1,1,\nAnt,Kin,1,1,\nOwl,Kin,1,3,"{LONG[:410]}"\n',
    "text": f'Name,Text,Use 1,Use 2\nImp,"{LONG[:300]}",Walk away \U0001f50a\U0001f50a,Hide in it\nOwl,"{LONG[:500]}",Creep up \U0001f50a,\n',
    "windows": "Name,Type,Wood,Stone,Gold,VP,End,Text\nOwl,Bird,2,1,,6,*,*At the end gain 2 for each Stone of a neighbour who has less of it than you have now.\nFox,Beast,1,,,0,,Draw a card from the deck of a neighbour now then look at the two that come next in it.\nElk,Beast,,,1,3,,Draw another card from the deck for each Stone that you have then put a card back on it.\n",
    "windowed": "Name,Type,Uniqueness,Text\nFox,Beast,2,All that play draw two cards and you draw a third one now.\nOwl,Bird,1,Each of those who play gives a card to another one who plays.\n",
    "rail": "Name,Cost,Subname,Type,A,B,C,D,E,F,G\nImp,1,The Small,Foe,1,2,3,4,5,6,10\nOwl,2T/R,,Friend,9,,,,,,\n",
    "rails": f"Name,Text,{','.join('ABCDEFGHIJK')}\nImp,Win.,1,2,3,4,5,6,7,8,9,10,11\nOwl,{LONG[:400].replace(',', ' ')},,3,,4,,,,,7,,\n",
    "words": "Title,Points,Loud\nSing the song of the one who sits on your left.,3,yes\nSwap seats with somebody who is all in green.,10,no\nDance.,,no\n",
    "words asked": "Title,Type,Hint\nWho was it?,Sea,Ask them all whether they saw it.\nWho?,Sky,\n",
    "picture of values": "Name,Column B,Column C\nXyzzy,1800,20\nPlugh Plugh Plugh Plugh,-2925,1\nThud,0,0\n",
    "cards": "Rank,Suit,Name\nA,Hearts,Ace\nK,Hearts,King\nQ,Spades,Queen\nJ,Clubs,Jack\n10,Clubs,Ten\n14,Clubs,Fourteen\n",
}


TOUCHES = {"PNP412", "PNP413", "PNP415"}
PT = 25.4 / 72


def faults_of(drawn, component) -> set[str]:
    about = (font_book(), component.cut, component.bleed, frozenset())
    texts = (svg.read_text(encoding="utf-8") for svg in drawn.glob("*.svg"))
    return {fault.code for text in texts for fault in art_faults(text, *about, size=component.size)}


@pytest.mark.parametrize("layout", TABLES)
@pytest.mark.parametrize("size", ["standard", "mini", "jumbo"])
def test_every_layout_holds_its_cards(tmp_path, layout, size):
    headline = TABLES[layout].partition("\n")[0].split(",")[2 if layout == "cards" else 0].lower()
    project = game_of(tmp_path, deck=(TABLES[layout], f"size: {size}", f"id: '{{{headline}}}'"))
    component = load_game(project, "deck").game.components[0]
    assert layout.startswith((component.design.layout, "cards"))
    drawn = built(project) / "svg/deck"
    assert faults_of(drawn, component) & TOUCHES == set()
    if layout == "windowed":
        assert ">Uniqueness<" in (drawn / "owl.front.svg").read_text(), "it is as wide as its name"
    if layout == "windows":
        svg = (drawn / "owl.front.svg").read_text()
        paid, kind = (float(re.search(rf'y="([\d.]+)"[^>]*>{text}<', svg)[1]) for text in ("1", "Bird"))
        aside = float(re.search(r'translate\(([\d.]+)[^<]*<path d="[^<]*opacity="0.85"', svg)[1])
        assert (">6*<" in svg, paid < kind, aside > component.size.width / 2 + 3) == (True, True, True)
    if " " in layout:  # what is largest on a card that says little else
        svg = next(drawn.glob("*[yt].front.svg")).read_text()
        sizes = {text: float(size) for size, text in re.findall(r'font-size="([\d.]+)"[^>]*>([^<]+)', svg)}
        assert max(sizes, key=sizes.__getitem__) in ("1800", "Who", "Who was it?")


def test_the_type_of_a_card_without_a_picture_is_above_its_text(tmp_path):
    svg = built(game_of(tmp_path, deck=(TABLES["pictures"],))) / "svg/deck/owl.front.svg"
    lines = re.findall(r'<text [^>]*?\by="([\d.]+)"[^>]*>([^<]*)', svg.read_text(encoding="utf-8"))
    kind, first = (next(float(y) for y, text in lines if text.startswith(begin)) for begin in ("Kin", "Who"))
    assert first - kind > 4.5, "the plate of the type ends 1.3 mm below its letters"


def game_of(root, name="deck", title="Deck", **tables):
    game = root / f"card_data/{name}"
    game.mkdir(parents=True)
    (game / "game.yaml").write_text(f"title: {title}\n", encoding="utf-8")
    for component, (table, *lines) in tables.items():
        (game / f"{component}.csv").write_text(table, encoding="utf-8")
        text = "\n".join(["kind: cards", f"rows: {component}.csv", *lines, ""])
        (game / f"{component}.yaml").write_text(text, encoding="utf-8")
    return find_project(root)


def built(project, *components):
    name = next(path.parent.name for path in project.root.glob("card_data/*/game.yaml"))
    pnp.build_games(project, [name], pnp.BuildOptions(papers=(pnp.find_paper("a4"),), components=components))
    return project.root / "output" / name


def letters(text: str) -> str:
    """The letters and digits of a text alone: lines are broken and words hyphenated as they must."""
    return re.sub(r"[\W_]", "", text).casefold()


def letters_in(path) -> str:
    with pypdfium2.PdfDocument(path) as pdf:
        return letters("".join(page.get_textpage().get_text_range() for page in pdf))


def test_what_shows_the_work_of_a_person_is_drawn():
    looks = design_art.art_data("people")["looks"].values()
    emblems = {emblem for look in looks for emblem in look["words"] if emblem}
    assert all(picture_of(Drawn(f"+{emblem}"), "#336699") for emblem in emblems)


@pytest.mark.parametrize("design", DESIGNS)
def test_a_back_that_goes_on_with_no_text_is_drawn_once(folder, design, monkeypatch):
    monkeypatch.setattr("pnp.templates.design_values.LETTERS_PER_MM2", 0)  # any text might go on
    project, drawn, draw = find_project(folder), [], Templates.draw
    monkeypatch.setattr(Templates, "draw", lambda *g: drawn.append(g[2]["face"]["side"]) or draw(*g))
    game = load_game(project, "deck").game
    (component,) = (each for each in game.components if each.id == component_of(design))
    context = RenderContext(game, sources_of(project, "deck", font_book()))
    pieces = PieceDrawer(component, context).draw(component.pieces)
    going_on = sum(any(finding.code == "PNP422" for finding in piece.found) for piece in pieces)
    assert all(own_back(component, piece) for piece in component.pieces)
    assert (drawn.count("front"), drawn.count("back")) == (len(component.pieces), going_on + 1)


@pytest.mark.parametrize("design", DESIGNS)
def test_every_headline_and_text_is_in_the_pdf(folder, design):
    output = built(find_project(folder), component_of(design))
    printed = letters_in(output / f"a4/{component_of(design)}.pdf")
    names = "Ember Fox,Lantern Keeper,Down Again to the Sea,kapitänswitwenrente,The Well,Seven"
    for words in names.split(","):
        assert letters(words) in printed
    assert "smallfirestravelfast" in printed
    assert "Lookatthetopcardofyourdeck".casefold() in printed
    assert printed.count("passestherope") >= 14, "a long text continues on the back"


WORDS = "Никто не знает кому принадлежит этот фонарь но каждый ночной сторож уже держал его в руках. "
FACT = "испытание Воли отменяет; см. текст"


@pytest.mark.parametrize("design", DESIGNS)
def test_facts_below_a_text_shrink_or_go_on_the_back(tmp_path, design):
    """Cards of wide letters, of a line of text to more than a front holds, with lines of short facts below it."""
    rows = "".join(f"\nCard {n},{WORDS * n}{6 * f',{FACT}'}" for n in range(2, 19, 3))
    table = f"Name,Text,School,Level,Distance,Target,Duration,Save{rows}"
    roles = "roles: {headline: name, text: [text, school, level, distance, target, duration, save]}"
    output = built(game_of(tmp_path, deck=(table, f"design: {design}", roles)))
    printed = letters_in(output / "a4/deck.pdf")
    assert printed.count(letters(FACT)) == 6 * 6
    assert printed.count(letters(WORDS)) + printed.count("continued") >= sum(range(2, 19, 3))


@pytest.mark.parametrize("design", DESIGNS)
def test_no_two_texts_touch_and_nothing_ends_at_the_cut(folder, design):
    """No face of a design is looked at for this when it is drawn, as its shapes are known."""
    project, name = find_project(folder), component_of(design)
    (component,) = (each for each in load_game(project, "deck").game.components if each.id == name)
    assert faults_of(project.root / f"output/deck/svg/{name}", component) & (TOUCHES | {"PNP460"}) == set()


def drawn_sizes(folder, design, family=""):
    found = set()
    for svg in (folder.parents[1] / f"output/deck/svg/{design}").glob("*.svg"):
        shown = rf'<text [^>]*font-family="{family}[^>]*font-size="([\d.]+)"'
        found |= {round(float(size) / PT, 1) for size in re.findall(shown, svg.read_text(encoding="utf-8"))}
    return found


@pytest.mark.parametrize("design", DESIGNS)
def test_texts_have_a_few_sizes_and_none_is_tiny(folder, design):
    built(find_project(folder), component_of(design))
    assert min(drawn_sizes(folder, component_of(design))) >= 5
    bodies = {"classic": "Crimson", "fantasy": "Crimson", "science-fiction": "Lato", "children": "Lato"}
    texts = drawn_sizes(folder, component_of(design), bodies.get(design, "Source"))
    # Three for texts, those of a word alone, of the line of the type, of labels and of "continued", and where a line is long.
    assert sum(size > 6.4 for size in texts) <= 9
    svg = next((folder.parents[1] / f"output/deck/svg/{component_of(design)}").glob("*fox*.svg")).read_text()
    frames = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)"[^>]* stroke="#', svg)
    assert all(float(edge) > 2.9 for frame in frames for edge in frame), "a line near the cut shows"


def test_a_small_thing_beside_a_person_stays_inside_the_picture(tmp_path):
    output = built(game_of(tmp_path, deck=("Name,Type\nHerald of Spring,Unit\nKeeper of Masks,Unit\n",)))
    placed = r"translate\(([\d.]+) [\d.]+\) scale\(([\d.]+) [\d.]+\) translate\(-240"
    for path in (output / "svg/deck").glob("*front.svg"):
        *_, (x, scale) = re.findall(placed, path.read_text("utf-8"))
        assert float(x) + 240 * float(scale) < 60, "with its outline, within the frame"


def test_pictures_of_uneven_texts_have_two_heights(tmp_path):
    """Letters have up to three sizes, and few cards a lower picture; that of cards without the numbers of others is taller."""
    lengths = (150, 210, 270, 330, 440)
    row = {n: f"Owl {n},1,{(LONG * 2)[:n].replace(', ', ' ').rstrip()}.\n" for n in (40, 70, *lengths)}
    deck, three = ("Name,Cost,Text\n" + "".join(map(row.get, some)) for some in (lengths, (40, 70, 440)))
    kind, head = "Foe of sailors,Hatchling of old,Golden grottos", "Name,Type,Size,Place,HP,Ki,Mana,Text\n"
    roles = "roles: {headline: name, subtitle: [type, size, place], numbers: [hp, ki, mana], text: [text]}"
    long = (f'Ox {n},{kind},1,2,3,"GO\n{LONG[:n]}\nRUN\n{LONG[:n]}\nWalk on"\n' for n in range(50, 111, 12))
    tables = {"deck": (deck,), "elk": (head + "".join(long), roles), "three": (three,)}
    svg = built(game_of(tmp_path, **tables)) / "svg"
    empty, sizes, heights = [], [], []
    for face in (*(f"deck/owl-{length}" for length in lengths), "three/owl-40", "elk/ox-110"):
        text = (svg / f"{face}.front.svg").read_text(encoding="utf-8")
        empty.append(88 - 5.2 - max(map(float, re.findall(r'<text [^>]*y="([\d.]+)"', text))))
        sizes.append(float(Counter(re.findall(r'<text [^>]*font-size="([\d.]+)', text)).most_common(1)[0][0]))
        heights += re.findall(r'<svg x="[^>]* height="([\d.]+)" viewBox', text)
    assert (max(*empty[:5], empty[6]) < 14, sizes[:5]) == (True, sorted(sizes[:5], reverse=True)), empty
    assert ([heights[n] for n in (2, 5)], len(heights), len({*heights[:6]})) == ([heights[0]] * 2, 7, 2), (
        heights
    )
    kind = float(re.search(r'font-size="([\d.]+)"[^>]*>Foe', text)[1])  # in two lines
    assert (1 < len({*sizes[:5]}) < 4, sizes[-1] > 8.4 * PT, kind > 7.5 * PT) == (True, True, True)


FIELDS = {
    "name": "Fire Wisp",
    "house": "Ash",
    "rank": "7",
    "worth": "7",
    "bonus": "14",
    "unique": "yes",
    "icon": "gold-ring",
}
ROLES = Roles(headline="name", subtitle=("house",), suit="house", numbers=("worth", "bonus"))


def values_of(
    roles=ROLES, headline="Old Fire", suits=("0 Ash", "Sea"), brief=(), longest=(), kinds=(), **fields
):
    fields = FIELDS | fields
    card = CardWords(headline, fields[roles.symbol] if roles.symbol else "", (fields["house"],))
    words = {"brief": brief, "worded": brief, "longest": longest, "kinds": kinds}
    return design_values(Design(roles=roles, suits=suits, cards=(card,), **words), headline, fields, {}, "")


def test_a_playing_card_says_each_value_once():
    card = values_of(replace(ROLES, corner="rank"))
    assert (card["corner"], card["count"]) == ("7", 7)
    assert [number[:2] for number in card["numbers"]] == [("Bonus", "14")]
    court = values_of(replace(ROLES, corner="rank"), rank="K", worth="4")
    assert (court["corner"], court["count"], court["court"]) == ("K", 0, "king")
    assert values_of(replace(ROLES, corner="rank", text=("name",)))["corner"] == "", "with a text it is none"


def test_the_words_of_a_card_choose_what_is_drawn():
    assert ' viewBox="2.1 2 19.8 20">' in design_art.icon_for("volume-high"), "air on both sides"
    fire, ring = values_of()["thing"], values_of(replace(ROLES, symbol="icon"))["thing"]
    assert fire == values_of(headline="Feuer")["thing"] != ring
    assert values_of(headline="大火", house="")["thing"][0] == fire[0]
    unknown = [values_of(headline=name, house="") for name in ("Xyzzy", "Plugh")]
    assert [(card["thing"], card["scene"], not card["motif"]) for card in unknown] == [(None, "", False)] * 2
    assert unknown[0]["seed"] != unknown[1]["seed"], "two cards without a symbol differ all the same"


@pytest.mark.parametrize(
    ("subject", "names"),
    [
        ("+wolf", "Wolf, Wölfe, Lobo Negro, The Grey Wolves, 狼, Loup, Wolf in Sheep's Clothing"),
        ("+dragon", "Feuerdrache, Orange Dragon, Dragon of the Sea"),
        ("+red-apple", "红苹果, Apfel, Mela del Peccato, Красное яблоко"),
        ("+sailboat", "Arca della salvezza"),
        ("+dog", "Guard Dog"),
        ("+hellhound", "Hell Hound"),
        ("+handshake", "Shaking-hands"),
        ("", "Nine, Rope, Staff, Torch, Twin Disciplines, Scavenging Cricketcatcher, Cold Feet, Powerbank"),
        ("+bow-and-arrow", "Hunter's Bow, Ballista"),
        ("", "Fast Shot, Xyzzy, The Xyzzy, Ours, Firexyzzy, Xyzzyfire, 馬路, 台湾華語"),
        ("", "Nine Points, Carte du Zázzy, Barbarossa, Plan ante Desastrés, Golden Pelt"),
        ("", "Gris, Game, Banking Place, Corridor, Kittencorn, Zasady są po to, Paper Tiger, Phone Tree"),
        ("+helmet", "Elmo do Herói"),
        ("+mace", "Spiked Club"),
    ],
)
def test_the_words_of_a_name_say_what_it_is_about(subject, names):
    named = {name: subject_of(name).subject for name in names.split(", ")}
    assert named == dict.fromkeys(named, subject)
    # Of several senses, where nothing beside tells which.
    for name in ("Hedgehogs", "Keep Watch", "Operation Uranus"):
        assert surely_named_in(name, "Move one of your tanks.") == []
    for name in ("Merlin-1a", "Massive Fishtank", "Oil Painting", "Secret Base", "Soup Cans", "Fuel Tank"):
        assert surely_named_in(name, "Tank. Use") == []
    for name in ("Biblioteca Papale", "Libri Rari", "Rari Libri"):
        assert surely_named_in(name, "", first=True)[0].subject == "+books"
    assert surely_named_in("Hedgehogs", "A beast of the woods.")[0].subject == "+hedgehog"
    assert surely_named_in("Lava Beast", "")[0].subject == "+volcano"
    for name in ("Mars", "Pluto Token", "Pluto Up"):
        assert surely_named_in(name, "Gain 2.")[0].subject == "+full-moon", "and no sea"


@pytest.mark.parametrize(
    ("name", "look", "sex", "emblem"),
    [
        ("Wife", "adult", "f", "ring"),
        ("Angry Locksmith", "worker", "", "key"),
        ("Spider-Woman", "adult", "f", "spider"),
        ("Dragonslayers", "rogue", "", "dragon"),
        ("Drachenreiter", "knight", "m", "dragon"),
        ("Händlerin", "merchant", "f", "coin"),
        ("Captain Marvel", "sailor", "", "anchor"),
    ],
)
def test_somebody_is_a_person_with_a_sign_of_the_trade(name, look, sex, emblem):
    drawn = subject_of(name)
    assert (drawn.subject, drawn.sex, drawn.emblem) == (f"@{look}", sex, emblem and f"+{emblem}")
    assert drawn.several == (name == "Dragonslayers")


def test_a_fact_is_a_line_and_a_flag_a_word():
    card = values_of(replace(ROLES, text=("name", "unique", "bonus", "rank")))
    assert card["subtitle"] == "Ash · Unique"
    assert card["text"] == "**Fire Wisp**\n\n**Bonus:** 14\xa0· **Rank:** 7"
    noted = values_of(replace(ROLES, text=("name", "unique")), name="\\*At the end, gain 2.", unique="\\*")
    assert noted["subtitle"] == "Ash", "the star is that of the text"
    fights = replace(ROLES, text=("name",), numbers=("attack", "attack_cost"))
    assert values_of(replace(ROLES, numbers=(), text=("value",)), value="5 Damage")["cost"] == "5"
    assert values_of(fights, attack=2, attack_cost=7)["text"].endswith("**Attack cost:** 7"), "no flag"
    card = values_of(fights, attack=2, attack_cost=2)
    assert (card["numbers"][0][0], card["text"]) == ("Attack ••", "**Fire Wisp**"), "few are dots at its name"
    both = values_of(
        replace(ROLES, text=("say_up", "say_down")), say_up="If*the sun. ⸻ RÊVE", say_down="Moon."
    )
    assert both["text"] == "**Say up:** If the sun.\n\n**Say down:** Moon.", "both have a name, or none"
    assert values_of(house="0 Ash")["subtitle"] == "Ash", "a number that only sorts is not printed"
    assert values_of(replace(ROLES, text=("rent",)), rent=(6, 30))["text"] == "**Rent:** 6, 30"
    assert values_of(replace(ROLES, text=("name", "column_c")), column_c=7)["text"][-3:] == "\n\n7", "no : 7"
    names = ("ember fox", "old-oak", "grey_owl", "eBay", "https://x.org/a/old-gate_2.png")
    code = Design(roles=ROLES, cards=(CardWords("int x()"), CardWords("struct")))
    titles = [values_of(headline=name)["headline"] for name in names]
    titles.append(design_values(code, "struct", FIELDS, {}, "")["headline"])
    assert titles == ["Ember fox", "Old oak", "Grey owl", "eBay", "Old gate 2", "struct"]


def test_a_word_beside_a_text_stands_in_the_line_of_the_type():
    roles, brief = replace(ROLES, text=("name", "slot", "house")), ("slot",)
    text = "Whoever has it draws a card."
    said = {"name": text, "slot": "hand", "house": "It is a long way home."}
    card = values_of(roles, brief=brief, **said)
    assert card["subtitle"].endswith(" · Slot:\xa0Hand")
    assert card["text"] == f"{text}\n\n**House:** It is a long way home."
    twice = values_of(roles, brief=brief, **said | {"slot": "slot two"})
    assert twice["subtitle"].endswith(" · Slot two"), "not Slot: Slot two"
    sheet = values_of(replace(roles, text=("name", "sheet")), brief=("sheet",), name=text, sheet="Traps")
    assert sheet["subtitle"].endswith(" · Traps"), "without the name of where it stands"
    longer = values_of(roles, brief=brief, longest=(("slot", 56),), **said)
    assert "**Slot:** Hand" in longer["text"], "one field, one place: other cards have more to say there"
    both = ("slot", "traits")
    facts = values_of(replace(ROLES, text=both), brief=both, slot="Hand", traits="Old")
    assert facts["text"] == "**Slot:** Hand\n\n**Trait:** Old", "the first is a fact like the others"
    likes = {"like_1": "high", "like_2": "2+ cats", "like_3": "ramp"}
    facts = values_of(replace(ROLES, text=(*likes,)), longest=[(each, 15) for each in likes], **likes)
    assert facts["text"] == "**Like:** High\xa0· 2+ cats\xa0· Ramp"
    roles = replace(roles, subtitle=("house", "traits", "kind"), text=("name", "slot"))
    said = {"name": text, "slot": "Hand", "traits": "Item. Weapon. Firearm.", "house": "Sea of Ashes"}
    longest = {"traits": 30, "kind": 30, "slot": 9, "": 9}
    kinds = ((("Sea", "Item. Weapon. Firearm.", "", "Sea"), 1), (("Sea", "Fox", "A" * 24, "Sea"), 1))
    card = values_of(roles, brief=brief, longest=tuple(longest.items()), kinds=kinds, **said)
    assert card["subtitle"] == "Item, Weapon, Firearm · Slot:\xa0Hand", "no card has all that is long"
    assert (card["footer"], card["text"]) == ("Sea of Ashes", text)


def test_a_line_says_nothing_twice_and_ends_without_a_stop():
    roles = replace(ROLES, subtitle=("house", "stage", "traits"), text=("unique", "is_unique"))
    card = values_of(roles, is_unique="yes", house="Sea", stage="sea", traits="Item. S.H.I.E.L.D. Tool.")
    assert (card["subtitle"], card["footer"]) == ("Sea · Item, S.H.I.E.L.D., Tool · Unique", "")
    card = values_of(roles, house="Sea", stage="sea", traits="Tool. S.H.I.E.L.D.")
    assert card["subtitle"] == "Sea · Tool, S.H.I.E.L.D. · Unique", "its last dot is not a full stop"
    card = values_of(replace(roles, subtitle=("house", "stage")), house="Sea", stage="Seas")
    assert card["subtitle"] == "Sea · Unique", "a part of a file is called by what is in it"
    assert values_of(replace(ROLES, subtitle=("stage",)), stage="Carte")["subtitle"] == "", "nor what all are"
    card = values_of(roles, house="Starter", stage="Start", traits="Tool")
    assert (card["subtitle"], card["footer"]) == ("Start · Tool · Unique", ""), "nearly the same word"
    card = values_of(roles, suits=("Green", "Red"), house="Green")
    assert (card["subtitle"], card["footer"]) == ("Unique", "Green"), "green is no word for all eyes"


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        ("power skill_combat skill_wild skill_agility", "Power Combat Wild Agility"),
        ("power power_cost manna_cost cc tp", "Power P._cost M._cost CC TP"),
        ("vp vp_climb ap", "VP VP_climb AP"),
        ("cost_j cost_total rp_su rp_usa", "Cost_j Cost_total RP_SU RP_USA"),
        ("speed_of_the_wind card_value mental_value", "Speed Value Mental_value"),
        (
            "a_offset_adepts a_offset_bosses b_offset_adepts b_offset_bosses",
            "A_adepts A_bosses B_adepts B_bosses",
        ),
        (
            "cornervalue rp_usa goldcost coin_gain_coin max_evolution_level",
            "Corner_value RP_USA Gold_cost Coin_gain Evolution",
        ),
        (
            "left_gain_money left_gain_army right_gain_money right_gain_army",
            "L_gain_money L_gain_army R_gain_money R_gain_army",
        ),
    ],
)
def test_numbers_have_short_labels(names, labels):
    deck = deck_of(Design(roles=Roles(numbers=tuple(names.split()))))
    assert [label.replace(" ", "_") for label in deck.labels.values()] == labels.split()


def test_numbers_have_names_in_the_language_of_the_texts():
    text = "Pesca una carta dal mazzo, poi scegli il santo che non hai e distruggi la sua carta."
    roles = Roles(numbers=("strength", "faith", "spice"))
    for said, labels in (
        (text, ["Forza", "Fede", "Spice"]),
        ("Draw a card.", ["Strength", "Faith", "Spice"]),
        ("no no no", ["Strength", "Faith", "Spice"]),
        (f"{text} +1 strength, -1 faith", ["Strength", "Faith", "Spice"]),
    ):
        deck = deck_of(Design(roles=roles, cards=(CardWords("Acqua", text=said),)))
        assert [*deck.labels.values()] == labels


def test_a_card_calls_its_fields_as_the_table_does(tmp_path):
    rows = "Name,größe,💰,4P,Text,Wert,Stage day night\nFox,2,3,5,A,B,day\nOwl,2,3,5,A,B,night\n"
    named = "headline: name, numbers: [grosse, column_c, n4p], text: [text, wert, stage_day_night]"
    plain = "headline: column_a, numbers: [column_b, column_c], text: [column_d, column_e]"
    deck = (rows, "strict: false", "id: '{name}'", f"roles: {{{named}}}")
    rows = "Fox,2,30,Runs.,Hides.\nOwl,3,40,Flies.,Sees.\n"
    bare = (rows, "strict: false", "id: '{column_a}'", f"roles: {{{plain}}}")
    components = load_game(game_of(tmp_path, deck=deck, bare=bare), "deck").game.components
    bare, deck = (design_values(each.design, "Fox", each.pieces[0].fields, {}, "") for each in components)
    assert [number[:2] for number in deck["numbers"]] == [("Größe", "2"), ("💰", "3"), ("4P", "5")]
    assert [number[:2] for number in bare["numbers"]] == [("", "2"), ("", "30")]
    assert deck["text"] == "**A**\n\n**Wert:** B\n\n**Stage:** Day"
    assert bare["text"] == "**Runs.**\n\n**Hides.**"


@pytest.mark.parametrize("name", ["Red Dragon", "Dragon Rouge", "Roter Drache", "Red Knight"])
def test_a_colour_in_a_headline_is_that_of_what_is_drawn(name):
    design = Design(cards=(CardWords(name),))
    card = design_values(design, name, {"name": name}, {"accent": "#b3302c"}, "")
    assert "#d8433b" in {fill for _, fill in card["thing"].parts}
    red, green, blue = channels(card["scenery"])
    assert not (red > 2 * green and red > 2 * blue), "the ground is not red as well"


def test_no_two_cards_of_a_deck_have_the_same_drawing():
    names = ("Log", "Bunch of Logs", "Hollow Log", "Fox", "Fire Fox", "Sly Fox", "Wry Fox", "Shy Fox")
    people = ("Guard", "Sentinel", "Watchman", "Wife", "Housewife")
    design = Design(cards=tuple(map(CardWords, names + people)), roles=Roles(suit="house"))
    cards = [design_values(design, name, {"house": "Ash"}, {}, "") for name in names + people]
    seen = [(*map(card.get, ("thing", "several", "mirrored", "emblem", "scene")),) for card in cards]
    assert len(set(seen)) == len(cards)
    assert [card["several"] for card in cards[:3]] == [False, True, False]
    assert (cards[3]["scene"], cards[4]["scene"]) == ("wood", "fire")
    assert cards[3]["thing"].parts[1:] == cards[4]["thing"].parts[1:], "no fox is green"


def test_a_thing_is_drawn_from_a_name_or_what_is_done_and_a_person_from_a_type():
    cards = (
        CardWords("Xyzzy", kinds=("Shield", "Wolf")),
        CardWords("Plugh", kinds=("Sword",), text="Destroy a card, then feed the bear."),
        CardWords("Shield of Sea", text="The cursed skull."),
        CardWords("Shield", text="The cursed skull."),
        CardWords("Wumpus", kinds=("Knight", "Wizard")),
    )
    deck = deck_of(
        Design(cards=cards, roles=Roles(subtitle=("type",)), kinds=((("Shield", ""), 2), (("Sword", ""), 1)))
    )
    assert deck.marked == "type"
    subjects = [deck.drawn.get(card.headline, Drawn()).subject for card in cards]
    assert subjects == ["+wolf", "", "+shield", "+shield", "@knight"], "of its types the one without a badge"
    assert "skull" not in "".join(each.emblem for each in deck.drawn.values())
    foxes = tuple(CardWords(f"Q{each}", kinds=("Fox",)) for each in "LMNPRST")
    assert {each.subject for each in deck_of(Design(cards=foxes)).drawn.values()} == {"+fox"}
    assert len({*deck_of(Design(cards=tuple(CardWords(f"Wolf {n}") for n in "123456"))).drawn.values()}) == 1
    # Of a type of which few cards have a picture none has; in a deck of pictures, a few may lack one.
    kinds = {"Beast": ("Fox", "Owl", "Bear", "Xyzzy"), "Deed": ("Wait", "Fire", "Quxing", "Plughing")}
    few = [CardWords(name, kinds=(kind,)) for kind in kinds for name in kinds[kind]]
    deck = deck_of(Design(cards=tuple(few), roles=Roles(subtitle=("type",))))
    assert (deck.plain, [*deck.drawn]) == ({*kinds["Deed"]}, ["Fox", "Owl", "Bear"])
    horror = CardWords("Grim Horror", kinds=("Wolf",), text="The horror.")
    drawn = deck_of(Design(cards=(CardWords("Peter Parker", kinds=("Hero",)), horror))).drawn["Peter Parker"]
    assert (drawn.subject, drawn.sex, drawn.grim) == ("@hero", "m", True), "its type says more than a name"
    people = "Xyzzy=Spy, Luke Cage=Guard, Nick Doe=Spy, Pepper Roe=Person, Mark Helmet=, Vision=Hero"
    named = [pair.split("=") for pair in people.split(", ")]
    masked = tuple(CardWords(f"{one} Man", kinds=("Hero",)) for one in ("Ant", "Bat", "Cat"))
    cards = (CardWords(name, kinds=(kind, "")) for name, kind in named)
    today = deck_of(Design(cards=(*masked, *cards))).drawn
    subjects = [today[name].subject for name, _ in named]
    assert subjects == ["@hero", "@hero", "@spy", "@adult", "+motorcycle-helmet", "@hero"]
    assert today["Pepper Roe"].sex == "f"
    icons = Design(cards=(CardWords("Old Throne", "crown"), CardWords("Old Armour", "crown")))
    assert deck_of(icons).drawn["Old Armour"].subject == "+shield", "its own, not another crown"


@pytest.mark.parametrize(
    ("subject", "card"),
    [
        ("+amulet", CardWords("Elder Sign Amulet")),
        ("+flexed-biceps", CardWords("That's It!", kinds=("Tactic",), text="A knight gains strength.")),
        ("+pistol", CardWords("Plugh", kinds=("Item. Weapon. Firearm.", "Neutral"), text="Draw a card.")),
        ("", CardWords("Plugh", kinds=("Criminal Lord", "Event"))),
        ("", CardWords("The Artisan's Table", kinds=("Artifact",))),
        ("", CardWords("Bark the Order", kinds=("Tactic",))),
        ("+dragon", CardWords("Red Guardian", kinds=("Large", "Dragon", "Red"))),
        ("@saint", CardWords("Plugh", kinds=("Saint", "Bank", "Bank"), text="Each knight has a sword.")),
    ],
)
def test_icons_and_what_a_name_is_about_come_before_types_and_persons(subject, card):
    deck = deck_of(Design(cards=(CardWords("Ant"), CardWords("Amulet"), card), roles=Roles(symbol="icon")))
    assert deck.drawn.get(card.headline, Drawn()).subject == subject


def test_numbers_stand_side_by_side_and_leave_no_hole(tmp_path):
    names = ("Iron", "Wool", "Salt", "Ore", "Tin", "Zinc", "Lead")
    rows = {3: ["11,12,13", ",22,23", "31,,33"], 5: ["11,12,13,14,15", ",22,,24,", "31,,,34,35"]}
    rows[7] = ["11,12,13,14,15,16,17", ",22,,24,,,", "31,,,34,,36,"]
    tables = {}
    for count, listed in rows.items():
        cells = "".join(f"Card {each[:3].strip(',')},{each}\n" for each in listed)
        tables[f"deck{count}"] = (f"Name,{','.join(names[:count])}\n{cells}",)
    output = built(game_of(tmp_path, **tables))
    for count, listed in rows.items():
        for row, svg in enumerate(sorted((output / f"svg/deck{count}").glob("*front.svg")), 1):
            text = svg.read_text(encoding="utf-8")
            found = {at: float(x) for x, at in re.findall(rf'<text x="([\d.]+)"[^>]*>{row}(\d)</', text)}
            assert sorted(found) == [at[1] for at in listed[row - 1].split(",") if at]
            middle = (min(found.values()) + max(found.values())) / 2
            assert 22 < middle < 32 or middle > 45, "around the middle of the card, or in a list at its right"
    for sixth, lines in (("Zinc", [6]), ("Willpower", [3, 3]), ("Skill_stoneworks", [1, 5])):
        six = f"Name,{','.join(names[:5])},{sixth},Cost,Text\nOwl,1,2,3,4,5,6,Red,{'Wait for a bell. ' * 8}\n"
        svg = (built(game_of(tmp_path / sixth, deck=(six,))) / "svg/deck/owl.front.svg").read_text("utf-8")
        found = sorted(Counter(re.findall(r'y="([\d.]+)"[^>]*>[1-6]<', svg)).values()), ">Red<" in svg
        assert found == (lines, True), "what is paid is apart; a sign in its colour has its word below it"
    for fixed in (False, True):
        design = Design(roles=Roles(numbers=("attack", "health")), fixed=fixed)
        assert design_values(design, "Fox", {"health": 2}, {}, "")["numbers"][0][3] == fixed
    design = Design(roles=Roles(numbers=("tin", "ore")), together=((("tin",), 6), (("tin", "ore"), 6)))
    card = design_values(replace(design, layout="window"), "Fox", {"tin": "White", "ore": 3}, {}, "")
    assert card["hue"][::2] == (design_art.colour_in("White"), card["cost"]) == (card["hue"][0], "White")


def test_cards_without_pictures_have_larger_words_and_a_number_in_the_corner(tmp_path):
    rows = "".join(f"%s {n},Wait for the bell.,{n * 3 % 4 + 3},7,8,9\n" for n in range(4))
    tables = {
        name: (f"Name,Text,Iron,Tin,Zinc,Power\n{rows.replace('%s', name)}",) for name in ("fox", "xyzzy")
    }
    drawn = built(game_of(tmp_path, **tables)) / "svg"
    faces = [path.read_text(encoding="utf-8") for path in sorted(drawn.glob("*/*1.front.svg"))]
    text = [float(re.search(r'font-size="([\d.]+)"[^>]*>Wait', svg)[1]) for svg in faces]
    windows = [float((re.findall(r'<svg x=[^>]* height="([\d.]+)', svg) or [0])[0]) for svg in faces]
    assert (text[1] > 1.15 * text[0], 6 < windows[1] < 14, windows[0] > 88 / 3) == (True, True, True)
    corners = [float(re.search(r'y="([\d.]+)"[^>]*>9<', svg)[1]) for svg in faces]
    assert max(corners) < 12, "what has most power, not what is first in the table"


@pytest.mark.parametrize("design", DESIGNS)
def test_a_short_sentence_is_in_larger_letters_and_a_black_card_is_black(tmp_path, design):
    rows = "Dance.,white\nSing.,white\nSwap seats with somebody who is all in green and sing.,black\n_ and _.,black\n"
    rows = "Title,Color,Rarity\n" + rows.replace("\n", ",Rare\n")
    built_in = built(game_of(tmp_path, deck=(rows, f"design: {design}"))) / "svg/deck"
    cards = [next(built_in.glob(f"{name}*front.svg")).read_text("utf-8") for name in ("dance", "and", "swap")]
    long, foot = cards.pop(), re.search(r'y="([\d.]+)"[^>]*>(?:[^<]* · )?Rare<', cards[0])
    assert float(foot[1]) < 83, "above the lower line of a frame"
    sizes = [max(map(float, re.findall(r'font-size="([\d.]+)', svg))) for svg in (*cards, long)]
    assert sizes[0] > 1.1 * sizes[2]
    assert ["#f4f1ea" in svg for svg in (*cards, long)] == [False, True, True]
    row = "".join(f"Sing of {n} who went to the sea.,{n},all,any of these,one of them,noon\n" for n in "1234")
    roles = "roles: {headline: title, subtitle: [who], numbers: [n], text: [whom, so, at], footer: [who]}"
    deck = built(game_of(tmp_path / "b", deck=(f"Title,N,Who,Whom,So,At\n{row}", f"design: {design}", roles)))
    assert all("noon" in svg.read_text("utf-8").lower() for svg in deck.glob("svg/deck/*front.svg"))


@pytest.mark.parametrize(
    ("heading", "one", "other", "name"),
    [("11 Deck", "Kin", "Foe", "Kin"), ("Color", "black", "white", "Black")],
)
def test_each_deck_of_a_table_has_its_own_back(tmp_path, heading, one, other, name):
    rows = "".join(f"Card {n},{deck}\n" for n, deck in enumerate((one, one, other, other)))
    roles = f"roles: {{headline: name, suit: {heading.lower().replace('11 ', 'n11_')}}}"
    deck = (f"Name,{heading}\n{rows}", roles, "strict: false", "id: '{name}'")
    output = built(game_of(tmp_path, deck=deck, mixed=(f"Name,Mood\n{rows}",)))
    backs = [path.read_text(encoding="utf-8") for path in sorted((output / "svg/deck").glob("*back.svg"))]
    assert backs[0] == backs[1] != backs[2] == backs[3]
    assert [svg.count(f">{name}<") for svg in backs] == [2, 2, 0, 0]
    mixed = {path.read_text(encoding="utf-8") for path in (output / "svg/mixed").glob("*back.svg")}
    assert len(mixed) == 1, "a mood is no deck"


def test_a_number_that_stands_alone_is_in_the_middle(tmp_path):
    rows = "".join(f"Card {n},{n},C,Block\n" for n in range(1, 5))
    roles = "roles: {headline: name, numbers: [level], footer: [rarity], text: [text]}"
    deck = built(game_of(tmp_path, deck=(f"Name,Level,Rarity,Text\n{rows}", roles))) / "svg/deck"
    bare = "".join(f"Card {n},11,12,13,14,{'Heal' if n > 1 else ''}\n" for n in range(1, 5))
    many = built(game_of(tmp_path / "b", deck=(f"Name,Iron,Tin,Zinc,Lead,Text\n{bare}",))) / "svg/deck"
    for svg in ((many / f"card-{n}.front.svg").read_text("utf-8") for n in (1, 2)):  # no text, and a word
        assert float(re.search(r'font-size="([\d.]+)"[^>]*>11<', svg)[1]) > 18 * PT, "they take the room"
    svg = (deck / "card-1.front.svg").read_text("utf-8")
    placed = re.findall(r'<text x="([\d.]+)"[^>]*>(?:Level|Rarity: C)<', svg)
    assert min(map(float, placed)) > 24, "the foot has a line of its own, in the middle"


def test_what_a_card_is_stands_where_a_hand_of_cards_shows_it():
    roles = Roles(subtitle=("type",))
    kinds = tuple(((kind, ""), 1) for kind in ("Sea", "Spell", "Spirit"))
    design = Design(roles=roles, kinds=kinds)
    marks = [design_values(design, "Fox", {"type": kind[0]}, {}, "")["mark"] for kind, _ in kinds]
    assert len(set(marks)) == 3
    assert all(len(mark) > 2 for mark in marks), "all have a symbol"
    plain = replace(design, kinds=(*kinds, (("Plugh", ""), 1)))
    cards = [design_values(plain, "Grumph", {"type": each}, {}, "") for each in ("Sea", "Plugh")]
    assert [card["mark"] for card in cards] == ["", ""], "none if one has none: a letter says nothing"
    assert [bool(card["sign"]) for card in cards] == [True, False], "in place of a picture its type is drawn"
    assert design_values(Design(roles=roles), "Fox", {"type": "Sea"}, {}, "")["mark"] == ""


def test_a_long_cost_has_a_pill_and_a_text_ends_after_a_field(tmp_path):
    text = "Word " * 120
    rows = f'Name,Cost,Text,Bonus\nFarm,2T/R,"{text}","End {text}"\nHill,3,Short.,\n'
    output = built(game_of(tmp_path, deck=(rows,)))
    drawn = {path.stem: path.read_text(encoding="utf-8") for path in (output / "svg/deck").glob("*.svg")}
    assert [name for name, svg in drawn.items() if ">Bonus:" in svg] == ["farm.back"]


@pytest.mark.parametrize(
    ("cost", "tokens", "is_round"),
    [
        *(("2T/R", "2T/R", False), ("B", "B", False), ("X", "", True), ("12", "", True), ("X+1", "", False)),
        *((r"\{10\}\{w\}\{W\}\{G\}", "10WWG", False), ("(G)(W/U)", "GW/U", False), ("[3]", "", True)),
    ],
)
def test_a_letter_of_a_cost_has_one_form_in_a_deck(cost, tokens, is_round):
    card = values_of(replace(ROLES, cost="worth"), worth=cost)
    assert ("".join(part for part, *_ in card["tokens"]), card["round"]) == (tokens, is_round)


def test_a_letter_that_costs_have_has_its_colour_among_the_numbers():
    paid = Design(roles=replace(ROLES, numbers=("worth",), cost="price"), cost_letters="B")
    one, plain, row, other = (
        design_values(design, "Owl", FIELDS | {"worth": worth}, {}, "")["numbers"][0][5]
        for design, worth in (
            (paid, "(B)"),
            (paid, "2"),
            (paid, "(2)(B)"),
            (replace(paid, cost_letters=""), "OH"),
        )
    )
    assert ([part for part, *_ in row], other) == (["2", "B"], ()), (
        "letters are words where costs are numbers"
    )
    assert (one[0], plain) == (row[1], ()), "2 and a token of the same colour as the one alone"


@pytest.mark.parametrize("design", DESIGNS)
def test_signs_of_a_long_cost_have_room(tmp_path, design):
    table = "name,mana,text\nOwl,[12][W][W][U][U][B][B][R],Rest.\nFox,[],Rest.\n"
    deck = (table, f"design: {design}", "markup: [brackets]", "roles: {headline: name, cost: mana}")
    made = (built(game_of(tmp_path, deck=deck)) / "svg/deck/owl.front.svg").read_text(encoding="utf-8")
    assert [made.count(f">{sign}<") for sign in ("12", "W", "U", "B", "R")] == [1, 2, 2, 2, 1]


def test_the_letters_of_costs_are_explained_where_suits_begin_with_them(tmp_path):
    paid = Design(roles=replace(ROLES, cost="price"), suits=("Blue", "Sea", "Sand"))
    keys = [look_of("Lanterns", {}, replace(paid, cost_letters=each))["key"] for each in ("B", "BS", "BX")]
    card = design_values(paid, "Fox", FIELDS | {"price": "2B", "house": "Blue"}, {}, "Lanterns")
    assert keys == [(("B", "Blue", card["accent"]),), (), ()], "S may be two suits, X is none"
    assert [part[1] for part in card["tokens"]] == ["", card["accent"]]
    five = replace(paid, suits=(), cost_letters="BGRUW")
    tokens = design_values(five, "Fox", FIELDS | {"price": "(W)(U)(B)(R)(G)"}, {}, "")["tokens"]
    assert len({color for _, color, _ in tokens}) == 5, "no two are alike"
    table = "Name,Cost,Color\nFox,2B/R,Red\nOwl,X,Blue\n"
    deck = (table, "roles: {headline: name, cost: cost, suit: color}")
    output = built(game_of(tmp_path, title="Deck\npalette: {ground: '#ffffff'}", deck=deck))
    front, back = ((output / f"svg/deck/fox.{side}.svg").read_text() for side in ("front", "back"))
    assert (back.count(">B<"), back.count(">Blue<"), back.count(">Red<")) == (2, 2, 2), "at both ends"
    for svg in (front, back):  # the ground of the palette, to save ink
        assert re.search(r'<rect [^>]*fill="([^"]+)"', svg)[1] == "#ffffff"


def test_a_reward_of_nothing_is_plain_and_one_point_is_singular():
    numbers = [
        values_of(replace(ROLES, numbers=("points",)), points=value)["numbers"][0]
        for value in ("0", "1", "2")
    ]
    assert [(number[0], number[4]) for number in numbers] == [
        ("Points", ""),
        ("Point", "reward"),
        ("Points", "reward"),
    ]
    several = ("crosses", "bonus", "abilities", "pioches")
    alone = values_of(replace(ROLES, numbers=several), **dict.fromkeys(several, "1"))["numbers"]
    assert {number[0] for number in alone} == {"Cross", "Bonus", "Ability", "Pioches"}
    spent = replace(ROLES, numbers=("resource_wood", "attack"))
    shown = values_of(spent, resource_wood="1", attack="2")["numbers"]
    assert [number[3:5] for number in shown] == [(0, ""), (1, "paid")], (
        "what is paid comes after what a card does"
    )


def test_who_made_a_picture_is_said_only_below_it_and_a_number_of_the_card_at_its_foot(folder):
    drawn = built(find_project(folder), "classic") / "svg/classic"
    fox, lantern = ((drawn / f"{name}.front.svg").read_text() for name in ("ember-fox", "lantern-keeper"))
    assert ("A. Painter" in fox, "C. Carver" in lantern) == (False, True)
    card = values_of(replace(ROLES, footer=("rank",)))
    assert (card["subtitle"], card["footer"]) == ("Ash · Rank 7", ""), "no grey number alone at the foot"
    assert values_of(replace(ROLES, subtitle=(), footer=("rank",)))["footer"] == "Rank 7"
    roles = replace(ROLES, subtitle=(), footer=("icon", "nr", "rarity"))
    signs = values_of(roles, icon="old_sea", nr="7", rarity="c")
    assert signs["footer"] == "Old sea · #7 · Rarity: C"
    assert values_of(roles, icon="", nr="", rarity="R+")["footer"] == "Rarity: R+"
    assert values_of(replace(roles, subtitle=("house",)), nr="", house="r+")["subtitle"] == "House: R+"
    hero = replace(Design(roles=replace(ROLES, footer=("icon",))), cards=(CardWords("Spider-Man"),))
    assert design_values(hero, "Xyzzy", {"icon": "spider_man"}, {}, "")["footer"] == "Spider-Man"


def test_a_suit_has_the_colour_that_a_text_or_a_column_says_and_no_two_are_alike():
    cards = (CardWords("Owl", text="Pay for an Oath <i>(yellow)</i> card."),)
    suits = ("Ash", "Oath", "Red Guard", "Red", "Fern", "Reed")
    design = Design(roles=ROLES, suits=suits, cards=cards)
    colours = [design_values(design, "Fox", FIELDS | {"house": suit}, {}, "")["accent"] for suit in suits]
    plain = replace(design, suits=("Amarela", "red_card"), cards=())
    named = [design_values(plain, "Fox", FIELDS | {"house": suit}, {}, "")["accent"] for suit in plain.suits]
    assert [colours[1], colours[3]] == named, "Red Guard does not take the colour of Red"
    assert min(math.dist(channels(a), channels(b)) for a, b in combinations(colours, 2)) > 60
    said = {
        "house_color": "#123456",
        "card_colour": "(B=86,G=52,R=18)",
        "html_color": "FFEE00",
        "text_color": "#f00",
    }
    hues = [design_values(design, "Fox", {**FIELDS, name: said[name]}, {}, "")["accent"] for name in said]
    assert hues == ["#123456", "#123456", "#e6d600", colours[0]]  # yellow is dark enough for white letters


def test_decks_of_one_suit_have_the_colours_that_their_cards_say(tmp_path):
    table = (
        "Name,Faction,Set Code,Meta Colors,Text\nOwl,Hero,owl_den,#1b5e20 #ffffff,Flies.\nEgg,Hero,owl_den,,Hatches.\n"
        "Fox,Hero,fox_den,#1b5f21,Runs.\nTail,Hero,fox_den,,Wags.\nSun,Basic,,,Shines.\n"
    )
    roles = "roles: {headline: name, suit: faction, subtitle: [faction], text: [text], footer: [set_code]}"
    game = load_game(game_of(tmp_path, deck=(table, roles)), "deck").game
    (deck,) = game.components
    owl, egg, fox, tail, sun = (
        design_values(deck.design, piece.name, piece.fields, {}, "Deck")["accent"] for piece in deck.pieces
    )
    assert owl == egg == "#1b5e20"
    assert fox == tail
    assert len({owl, fox, sun}) == 3
    single = table.replace("Egg", "Owl").replace("Tail", "Fox")  # a deck has cards of several names
    (deck,) = load_game(game_of(tmp_path, "single", deck=(single, roles)), "single").game.components
    assert deck.design.decks == ()


def test_a_long_card_is_full_before_its_text_goes_on_the_back(tmp_path):
    """Notes of short lines follow each other; a picture has at most two heights, and pictures above headlines one."""
    lines = "%n%n".join(["Whoever stands at the well takes one of the stars.", *["Gain a star."] * 8])
    rows = "".join(f'Owl {n},Hoot and wait.,"{lines}","{lines}","{lines}"\n' for n in range(9))
    words = "".join(
        f"Imp {n},1,{'Wait for the bell. ' * (n % 2 * 2 + 1 if n % 8 else 5)},{n},2\n" for n in range(9)
    )
    roles = "roles: {headline: name, text: [text, dawn, noon, dusk]}"
    long = ("Name,Text,Dawn,Noon,Dusk\n" + rows.replace("%n", "\n"), roles)
    roles = "roles: {headline: name, text: [text], cost: cost, numbers: [attack, hp]}"
    drawn = built(game_of(tmp_path, long=long, short=(f"Name,Cost,Text,Attack,HP\n{words}", roles))) / "svg"
    backs = [path.read_text(encoding="utf-8") for path in (drawn / "long").glob("owl-*.back.svg")]
    assert not any("Dusk" in svg or "continued" in svg for svg in backs)
    short = (path.read_text(encoding="utf-8") for path in (drawn / "short").glob("imp-*.front.svg"))
    plates = [re.search(r'<path d="M\S+ (\S+?)h[^>]*-bar\)', svg)[1] for svg in short]
    assert (len(plates), len({*plates})) == (9, 1)


def test_games_have_colours_of_their_own():
    assert len({look_of(title, {})["accent"] for title in ("Lanterns", "Tides", "Owls", "Marsh")}) > 2
    assert look_of("Lanterns", {"accent": "#123456"})["accent"] == "#123456"
    deck = Design(roles=Roles(suit="suit"), suits=("Sun", "Moon", "Star"))
    for suits, same in ((("Moon",) * 4 + ("Sun",), True), (("Moon", "Moon", "Sun"), False)):
        deck = replace(deck, kinds=tuple(((suit,), 1) for suit in suits))
        fronts = [design_values(deck, "Fox", {"suit": suit}, {}, "Lanterns")["accent"] for suit in suits]
        back = look_of("Lanterns", {}, deck)["accent"]
        assert (back in fronts, back == fronts[0]) == (same, same), "as most fronts, or quiet"
        assert design_values(deck, "Fox", {}, {}, "Lanterns")["accent"] not in fronts, "that of no suit"


def test_a_number_that_is_mostly_0_is_not_printed():
    design = Design(roles=replace(ROLES, numbers=("rank", "worth", "bonus")), quiet=("rank", "worth"))
    card = design_values(design, "Wisp", FIELDS | {"rank": "0T", "worth": "0", "bonus": "0"}, {}, "")
    assert [number[1] for number in card["numbers"]] == ["0T", "0"], "a letter says of what there is none"
    spell = replace(design, roles=replace(ROLES, numbers=("hp", "attack", "worth")))
    assert not design_values(spell, "Fog", {"hp": 0, "attack": 0, "worth": 0}, {}, "")["numbers"], "no beast"
    bare = Design(roles=Roles(numbers=("column_b", "column_c")))
    shown = [design_values(bare, "Wisp", {"column_b": 0, "column_c": n}, {}, "")["numbers"] for n in (0, 20)]
    assert list(map(len, shown)) == [0, 2], "two noughts without names say nothing"


def test_a_word_alone_is_bold_and_names_of_cards_are_apart():
    roles = replace(ROLES, text=("name", "worth", "partners"))
    words = {
        "Taunt": "Taunt",
        "spell Immunity": "Spell Immunity",
        "**karateka**": "Karateka",
        "Fury +2": "Fury +2",
    }
    for text, shown in words.items():
        card = values_of(replace(ROLES, text=("name",)), name=text)
        assert card["text"] == f"**{shown}**"
        above = values_of(replace(ROLES, text=("name",)), name=f"{text}\n\nPlay: Wait.\n\nEnd")
        assert above["text"] == f"**{shown}**\n\nPlay: Wait.\n\nEnd", "bold as it is alone"
    assert values_of(replace(ROLES, text=("name",)), name="Spell damage +1.")["text"] == "Spell damage +1."
    design = Design(roles=roles, cards=(CardWords("Owl"), CardWords("Imp")))
    card = design_values(design, "Owl", {"name": "Walk \U0001f50a", "partners": "OwlImp"}, {}, "")
    assert card["text"] == "Walk\xa0\U0001f50a\n\n**Partners:** Owl, Imp"


def test_parts_that_a_formula_has_joined_are_apart_and_a_heading_stays_with_its_part():
    roles = replace(ROLES, text=("name", "worth"))
    glued = "Walk\n\U0001f50aPick\n\U0001f50a\U0001f50aTAKE ALL\nWait.\n\nEND"
    design = Design(roles=roles, layout="text")
    card = design_values(
        design, "Owl", {"name": f"Flee{glued[glued.index('TAKE') :]}", "worth": glued}, {}, ""
    )
    assert card["text"] == "Flee\n\n**TAKE ALL**\\\nWait.\n\nEND"
    dot = "\xa0· "
    walk, pick = "Walk\xa0\U0001f50a", "Pick\xa0\U0001f50a\u2060\U0001f50a"
    assert card["notes"] == (f"**Worth:** {walk}{dot}{pick}\n- **TAKE ALL** Wait.{dot}END",), (
        "a field is one block"
    )
    plain = design_values(
        replace(design, layout="window"),
        "Owl",
        {
            "name": "Flee",
            "worth": "Walk\U0001f50a\nbecomes\nRun\U0001f50a\n\nSIT\nbecomes\nSTAND UP\nHi? · KPop\nWho?",
        },
        {},
        "",
    )
    spent = design_values(design, "Owl", {"name": "Spend \U0001f50afor one"}, {}, "")["text"]
    assert spent == "Spend\xa0\U0001f50a for one", "a blank stands between an icon and a word"
    banned = design_values(design, "Owl", {"name": "Hit 2.\n \u20e0 Rope"}, {}, "")["text"]
    assert banned == "Hit 2.\n \U0001f6ab\u2060 Rope", "no letter that combines with a blank"
    assert design_values(design, "Owl", {"name": "gg\u27aaYB"}, {}, "")["text"] == "gg\xa0\u27aa\xa0YB"
    joined = f"Hide\U0001f4f7Loop FootagePatch In{glued[glued.index('TAKE') :]}"
    card = design_values(design, "Owl", {"name": joined}, {}, "")
    assert card["text"].split("\n\n")[1:3] == ["Loop Footage", "Patch In"]
    said = f"**Flee**\n\n**Worth:** {walk} becomes Run\xa0🔊\n\nSIT becomes STAND UP Hi?\xa0· KPop Who?"
    assert plain["text"] == said, "no dot at the end of a line"


def test_what_says_more_of_a_field_is_a_list_below_it_in_a_deck_of_long_texts():
    roles = Roles(text=("name", "level_up1", "level_up1_text"))
    more = "Bite\nbecomes\nBite II\n\nGet \n+ 1 card\n\nGain the rope that is in the next room."
    fields = {"name": "Wait.", "level_up1": "Imp", "level_up1_text": more}
    card = design_values(Design(roles=roles, layout="text"), "Owl", fields, {}, "")
    said = "**Level up 1: Imp**\n- Bite becomes Bite\xa0II\xa0· Get +1 card\n- Gain the rope that is in the next room."
    assert card["notes"] == (said,)
    fields["level_up1_text"] = more.replace("\n\n", "\n")
    text = design_values(Design(roles=roles), "Owl", fields, {}, "")["text"]
    assert text == f"**Wait.**\n\n{said}".replace("\xa0· ", "\n- ")
    fields = {"bite_name": "Snap", "bite_text": "Draw 1.", "triggers1": "at, by", "effect1": "Sleep."}
    text = design_values(Design(roles=Roles(text=(*fields,))), "Owl", fields, {}, "")["text"]
    assert text == "**Bite: Snap**\xa0· Draw 1.\n\n**At, by:** Sleep."


def test_lines_of_a_text_go_on_and_texts_with_numbers_need_no_names():
    first = "For each of the oldest towns of the map you"
    lines = (first, "gain a coin, and for each fifth of the", "4 roads a road.")
    text = values_of(replace(ROLES, text=("name",)), name="\n".join((*lines, "-1 coin")))["text"]
    assert text == f"{' '.join(lines)}\n-1 coin"
    parts = {"line1": "Hit 3", "line2": "If it hit you", "line3": "this round, draw."}
    card = design_values(Design(roles=Roles(text=tuple(parts))), "Owl", parts, {}, "")
    assert card["text"].replace("**", "") == "Hit 3\nIf it hit you this round, draw."
    uses = {"name": "Wait.", "use_1": "Walk", "use_2": "Run", "use_3": "Run along the road to the sea"}
    card = design_values(Design(roles=Roles(text=tuple(uses))), "Owl", uses, {}, "")
    assert card["text"] == "**Wait.**\n\n**Use:** Walk\nRun\nRun along the road to the sea", "each in a line"
    acts = {"name": "Wait.", "default_1": "Walk {foot-step}", "default_2": "Leap II"}
    card = design_values(Design(roles=Roles(text=tuple(acts))), "Owl", acts, {}, "")
    assert (card["text"], card["actions"]) == ("**Wait.**", ("Default actions", (("Walk", "{foot-step}"), ("Leap II", ""))))  # fmt: skip
    alone = design_values(Design(roles=Roles(text=tuple(uses))), "Owl", {"use_2": "Run"}, {}, "")
    assert alone["text"] == "**Use:** Run", "it has the same label as on cards with several"
    card = design_values(Design(roles=Roles(text=("effect", "effect2"))), "Owl", {"effect": "Hit.", "effect2": "Flee."}, {}, "")  # fmt: skip
    assert card["text"] == "**Hit.**\n\n**Flee.**"
    clues = {f"clue_{n}": f"It has been seen in {n} of the old towns." for n in range(1, 5)}
    text = design_values(Design(roles=Roles(text=tuple(clues))), "Owl", clues, {}, "")["text"]
    assert re.findall(r"\*\*(.+?):\*\*", text) == ["Clue 1", "2", "3", "4"]
    told = ("Strike whoever is the weakest among you all", "Run far away"), ("Fox", "Owl"), ("Hit.", "Run.")
    assert [value_as_text(each).count(sign) for each, sign in zip(told, "·,\n", strict=True)] == [1, 1, 1]


def test_a_cost_has_a_name_and_short_texts_of_a_deck_stand_at_one_height(tmp_path):
    rows = "Town,Heal a player by 2,2,1\nGoblin,Hit a player for 1,1 shattered sapphire,\nNaturale Lamento,Rest for a day,3,1\n"
    output = built(game_of(tmp_path, deck=(f"Name,Text,Mana,Points\n{rows}",)))
    drawn = [path.read_text() for path in (output / "svg/deck").glob("*.front.svg")]
    assert sum(">Mana<" in svg for svg in drawn) == 2, "a long one costs no other its corner"
    assert (
        len({re.search(r'y="([\d.]+)"[^>]*>(?:Heal|Rest)', svg)[1] for svg in drawn if ">Point<" in svg}) == 1
    )


@pytest.mark.parametrize("design", DESIGNS)
def test_a_text_goes_on_on_a_face_like_the_front(folder, design):
    drawn = built(find_project(folder), component_of(design)) / f"svg/{component_of(design)}"
    front, back, other = (
        (drawn / name).read_text() for name in ("the-well.front.svg", "the-well.back.svg", "seven.back.svg")
    )
    assert [words in back for words in ("The Well", "continued")] == [True, True]
    assert "continued" not in front + other
    title = component_of(design).replace("_", " ").capitalize()
    assert other.count(f">{title}<") == 2, "each of several decks has its own name on its backs"
    colours = [set(re.findall(r'fill="(#[0-9a-f]{6})"', svg)) for svg in (front, back)]
    assert len(colours[0] & colours[1]) > 3


def test_a_front_is_full_before_anything_goes_on_the_back(tmp_path):
    """A card with a back of its own can be told from the others: one size less is tried before that."""
    first, part = LONG[:300].replace(", ", " "), "Whoever is here moves on to the next room now"
    rows = "".join(
        f'{name},{first},"{chr(10).join([part, ""] * count)}"\n' for name, count in (("Fox", 6), ("Owl", 40))
    )
    roles = "roles: {headline: name, text: [text, more]}"
    project = game_of(tmp_path, deck=(f"Name,Text,More\n{rows}", roles))
    (checked,) = check_games(project, ("deck",), CheckOptions(cache=False))
    assert {each.piece for each in checked.diagnostics if each.code == "PNP422"} == {"deck/owl"}
    output = built(project)
    front, back = ((output / f"svg/deck/owl.{side}.svg").read_text() for side in ("front", "back"))
    low = max(float(y) for y in re.findall(r'y="([\d.]+)"[^>]*>(?:now|[^<]*room)', front))
    assert low > 72
    assert "room" in back


SIDES = f"""\
Name,Type,Text,Quote,Attack,Luck,Back Name,Back Type,Back Text,Back Flavor,Back Attack,Back Speed
Owl,Bird,Draw a card.,Hoot.,2,77,Moon Owl,Spirit,"{LONG[:300]}",It has seen the sea.,38,49
Fox,Beast,Hide.,,1,66,,,"{LONG[:200]}",,,
Imp,Beast,Hide.,,3,55,,,,,,
"""


@pytest.mark.parametrize("design", DESIGNS)
def test_texts_for_the_other_side_make_a_face_like_the_front(tmp_path, design):
    project = game_of(tmp_path, title="Deck\ntitle_on_backs: false", deck=(SIDES, f"design: {design}"))
    (result,) = check_games(project, ("deck",), CheckOptions(cache=False))
    assert not result.diagnostics
    drawn = built(project) / "svg/deck"
    faces = {path.stem.removesuffix(".svg"): path.read_text(encoding="utf-8") for path in drawn.iterdir()}
    words = {
        name: " ".join(re.findall(r">([^<>]+)</t(?:ext|span)>", svg)).casefold()
        for name, svg in faces.items()
    }
    assert "draws one bucket" in words["owl.back"] + words["fox.back"]
    assert "draws one bucket" not in words["owl.front"] + words["fox.front"]
    for name in ("moon owl", "spirit", "it has seen the sea.", "38", "49", "speed"):
        assert (name in words["owl.back"], name in words["owl.front"]) == (True, False)
    assert "fox" in words["fox.back"]
    assert "beast" in words["fox.back"]
    assert not any(number in words["owl.back"] + words["fox.back"] for number in ("77", "66"))
    assert not any(label in words["owl.back"] for label in ("back", "text", "flavo", "bird", "continued"))
    assert words["imp.back"] == ""


@pytest.mark.parametrize("design", DESIGNS)
def test_sections_go_on_the_back_whole_before_letters_are_small(tmp_path, design):
    part = "Whoever comes to the well first draws one bucket for each lantern that is lit."
    rows = "".join(
        f'{name},{part},Look around twice,"Walk{chr(10)}STRONG ARMS{chr(10)}{part}{chr(10)}QUICK{chr(10)}{part}","{" ".join([part] * 5)}","{" ".join([part] * 5)}"\n'
        for name in ("Owl", "Fox", "Imp")
    )
    roles = "roles: {headline: name, text: [text, dawn, noon, dusk, night]}"
    table = f"Name,Text,Dawn,Noon,Dusk,Night\n{rows}"
    drawn = built(game_of(tmp_path, deck=(table, f"design: {design}", roles))) / "svg/deck"
    assert min(drawn_sizes(tmp_path / "card_data/deck", "deck")) > 6.7
    front, back = ((drawn / f"owl.{side}.svg").read_text() for side in ("front", "back"))
    heads = [[head for head in ("Dawn:", "Noon:", "Dusk:", "Night:") if head in svg] for svg in (front, back)]
    assert heads[0] + heads[1] == ["Dawn:", "Noon:", "Dusk:", "Night:"]
    assert heads[1]
    whole = [svg for svg in (front, back) if "STRONG ARMS" in svg]
    assert len(whole) == 1
    assert whole[0].count("•") == 2, "named parts are a list"


@pytest.mark.parametrize("table", ["cards", "picture"])
def test_a_back_is_the_same_either_way_up_and_each_deck_has_its_own(tmp_path, monkeypatch, table):
    """The emblem has a turned copy, and so has the title; the signs of the field alternate to both ends alike."""
    draw, drawn = Templates.draw, []

    def kept(*given):
        drawn.append((given[2]["face"]["side"], draw(*given)))
        return drawn[-1][1]

    monkeypatch.setattr(Templates, "draw", kept)
    for name in ("deck", "harbour"):
        title = f"{name.title()}\ntitle_on_backs: {str(name == 'deck').lower()}"
        rows = TABLES[table].replace("Imp", "Wolf") if name == "harbour" else TABLES[table]
        project = game_of(tmp_path, name, title, deck=(rows, "id: '{name}'"))
        loaded = load_game(project, name).game
        PieceDrawer(loaded.components[0], RenderContext(loaded, sources_of(project, name, font_book()))).draw(
            loaded.components[0].pieces[:1]
        )
    backs = [svg for side, svg in drawn if side == "back"]
    assert look_of("Harbour", {})["thing"], "its emblem is what the title names"
    assert look_of("Harbour", {}, Design())["thing"] is None, "a back without a title has petals"
    for svg, titles in zip(backs, (2, 0), strict=True):
        assert svg.count(">Deck<") == svg.count("<text") == titles
        assert svg.count("rotate(180 ") == svg.count("<use ") + titles // 2
        signs = re.findall(r'd="(M0-1\.9|M0-\.8)', svg)
        assert len({*signs}) == 2
        assert signs == signs[::-1]
        halves = r'd="([^"]+)" transform="scale\(-1 1\)" fill="([^"]+)"/>\s*<path d="\1" fill="([^"]+)"'
        for _, light, dark in re.findall(halves, svg):
            assert contrast(light, dark) < 1.9, "the halves of a petal are one"
    decks = [Design(cards=(CardWords(name),)) for name in ("Wolf", "Oak", "Trident", "Shark")]
    fleet = Design(cards=(*decks[2].cards, *decks[3].cards, CardWords("Dice")))
    assert [look_of("Cards", {}, deck)["motif"] for deck in (*decks[2:], fleet)] == ["sea"] * 3
    assert len({look_of("Cards", {}, deck)["motif"] for deck in decks}) > 1, "of what most cards speak of"
    assert len({look_of(title, {}, Design())["motif"] for title in "ABCDEF"}) > 3, "or of the title"
    kinds = [set(re.findall(r' (?:d|fill)="([^"]+)"', svg)) for svg in backs]
    assert min(len(kinds[0] - kinds[1]), len(kinds[1] - kinds[0])) > 3


def test_a_playing_card_has_as_many_pips_as_its_rank_says(tmp_path):
    """A sign that a font shows as 10 is none; the number that counts the cards says it."""
    assert [
        design_values(DECK_OF_RANKS, "Ten", {"rank": rank, "nr": "10"}, {}, "")["count"] for rank in "=9"
    ] == [10, 9]
    rows = "".join(f"{rank},Hearts,Card {rank}\n" for rank in range(1, 13))
    output = built(game_of(tmp_path, deck=(f"Rank,Suit,Name\n{rows}", "id: '{name}'")))
    for rank in range(1, 13):
        svg = (output / f"svg/deck/card-{rank}.front.svg").read_text(encoding="utf-8")
        assert svg.count("translate(-12 -12)") == rank + 2, "two at the corners"
        assert f">Card {rank} · Hearts<" in svg
        assert svg.count(f">{rank}<") == 2


DECK_OF_RANKS = Design(roles=Roles(headline="name", corner="rank", footer=("nr",)))
