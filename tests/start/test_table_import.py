"""pnp import makes cards of any table in a folder where nothing is, says what it decided, and takes a newer file."""

import csv
import io
import json
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
import yaml
from PIL import Image

import pnp
from pnp.__main__ import run
from pnp.render.faces import PieceDrawer
from pnp.templates.context import RenderContext
from pnp.templates.design_art import symbol_outline
from pnp.templates.sources import sources_of
from pnp.typesetting.fonts import font_book

DECK = "Name;Cost;Qty;Rare;Tags\nEmber Fox;2;3;x;beast|fire\nStair;0;1;;\n"
SQUIB = """\
- title: Robot Golem
  qty: 3
  text: |
    Two lines:
    "quoted", and # more.
- {title: Ninja, qty: 0, text: null}
"""


def imported(root: Path, name: str, data: bytes | str, **options) -> pnp.ImportedTable:
    (root / name).write_bytes(data.encode() if isinstance(data, str) else data)
    return pnp.import_table(root / name, here=root, options=pnp.ImportOptions(**options))


def cards(root: Path) -> dict[str, tuple[int, dict]]:
    loaded = pnp.load_games(pnp.find_project(root))
    assert not pnp.has_errors(loaded.diagnostics)
    (game,) = loaded.games
    return {piece.id: (piece.copies, dict(piece.fields)) for part in game.components for piece in part.pieces}


def workbook(*sheets: tuple[str, list[list]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def ods(*rows: tuple[str, ...], repeated: int = 1) -> bytes:
    cell = f'<table:table-cell table:number-columns-repeated="{repeated}" office:value-type="string"><text:p>%s</text:p></table:table-cell>'
    body = "".join(
        f"<table:table-row>{''.join(cell % each for each in row)}</table:table-row>" for row in rows
    )
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "content.xml",
            f"<office:document-content {spaces}><office:body><office:spreadsheet>"
            f'<table:table table:name="Deck">{body}</table:table></office:spreadsheet></office:body></office:document-content>',
        )
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
    return stream.getvalue()


def test_a_table_is_printed_with_two_commands_from_an_empty_folder(tmp_path, monkeypatch, capfd):
    (tmp_path / "My Deck.csv").write_text(DECK, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(["import", "My Deck.csv"]) == 0
    said = capfd.readouterr().out
    assert "4 cards in 2 rows; ids are made from Name\n  copies are in Qty\n" in said
    assert run(["build", "--paper", "a4", "--no-svg"]) == 0
    assert (tmp_path / "output/my_deck/a4/my_deck.pdf").is_file()
    assert cards(tmp_path) == {
        "ember-fox": (3, {"name": "Ember Fox", "cost": 2, "rare": "x", "tags": ("beast", "fire")}),
        "stair": (1, {"name": "Stair", "cost": 0}),
    }


TABLES = yaml.safe_load(Path(__file__).with_name("tables.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", TABLES, ids=lambda case: case["file"])
def test_a_table_of_any_sort_ends_in_cards(tmp_path, case):
    data = workbook(*case["sheets"].items()) if "sheets" in case else case["table"]
    made = imported(tmp_path, case["file"], data.encode(case["encoding"]) if "encoding" in case else data)
    assert made.files
    assert made.diagnostics == ()
    read = {
        name: [
            copies,
            {field: list(each) if isinstance(each, tuple) else each for field, each in fields.items()},
        ]
        for name, (copies, fields) in cards(tmp_path).items()
    }
    assert read == case["cards"]


def test_a_table_of_libreoffice_ends_in_cards(tmp_path):
    imported(tmp_path, "libre.ods", ods(("Nome", "Copie"), ("Drago", "2")))
    assert cards(tmp_path) == {"drago": (2, {"nome": "Drago"})}


def test_a_package_for_letters_that_no_font_has_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("pnp.start.table_import.package_for", lambda letters: "pip" * ("狐" in letters))
    made = [imported(tmp_path, f"{name}.csv", f"Name,Text\n{name},Bites.\n") for name in ("狐", "Fox")]
    assert ["fonts: pip" in each.decided for each in made] == [True, False]
    monkeypatch.setattr("pnp.start.table_guesses.package_for", lambda letters: "pip" * ("狐" in letters))
    for heading in ("Name,Text,Name_zh", "Name_en,Text,名称"):
        table = f"{heading}\nFox,Bites a 狐.,狐狐狐\nOwl,Flies.,狐\nEel,Swims.,狐狐\n"
        headline, *_, unprinted = heading.split(",")
        translated = imported(tmp_path, f"{headline}.csv", table).decided
        told = (f"headline:  {headline}", f"not printed: {unprinted} (no font has its letters)", "fonts: pip")
        assert {*told, "text:      Text"} <= {*translated}
        assert not any("not playable" in line for line in translated)
    bare = imported(tmp_path, "bare.csv", "Id,Name,Power\nfox_1,狐狐狐,1\nowl_2,狐,3\neel_3,狐狐,2\n").decided
    assert bare[-1] == "not playable yet, without Name: pip, import again"
    links = "A,B\nhttp://x.y/a.png,http://x.y/b.png\nhttp://x.y/c.png,http://x.y/d.png\n"
    several = ",Other,,,Text\nFox,P,1 a,b,Runs off.\n,Cost,2 a,c,Hides.\nOwl,Q,,d,Flies off.\n"
    for table, told in (
        (links, "not playable yet, with addresses"),
        (several, "there may be several tables"),
    ):
        assert told in imported(tmp_path, f"{told[:5]}.csv", table).decided[-1]
    rows = [f"Fox {n},{n},Runs off.,{n}" for n in range(10)] + ["Owl,Flies off.,3,"]
    told = imported(tmp_path, "odd.csv", "\n".join(["Name,Cost,Text,Worth", *rows])).decided
    assert told[-1].startswith("A12: words and numbers are in each other's columns")


def test_what_was_decided_is_told_on_one_screen_and_written_into_the_component(tmp_path):
    rows = "".join(f"Card {each},{each},Hero,{each % 7},http://x.y/{each},#REF!,e\n" for each in range(20))
    heading = "Card,1,Type," + "Power,Link,Odd,Odd" + ",".join(f",Column {each}" for each in range(60))
    made = imported(tmp_path, "long.csv", f"{heading}\n{rows}")
    assert len(made.decided) < 20
    assert max(map(len, made.decided)) < 80
    assert "headline:  Card" in made.decided
    assert any("Link (addresses)" in line for line in made.decided)
    assert "F2, F3 (and 18 more): a formula without a result, left empty" in made.decided
    written = yaml.safe_load((tmp_path / "card_data/long/long.yaml").read_text(encoding="utf-8"))
    assert written["columns"] == {"1": "n1"}
    assert (written["strict"], written["roles"]["headline"]) == (False, "card")
    game = yaml.safe_load((tmp_path / "card_data/long/game.yaml").read_text(encoding="utf-8"))
    assert game == {"title": "Long", "title_on_backs": False}, "what a file is called is no title for backs"
    signs = imported(tmp_path, "signs.csv", "Name,💰,⚡\nFox,1,2\nOwl,3,4\n", game="signs").decided
    assert not any("without headings" in line for line in signs), "they are labels"
    imported(tmp_path, "short.csv", "Name\nFox\n", game="Tea Time")
    game = yaml.safe_load((tmp_path / "card_data/tea_time/game.yaml").read_text(encoding="utf-8"))
    assert game == {"title": "Tea Time"}


def test_sheets_with_the_same_columns_are_one_deck(tmp_path):
    elves, orcs = [["Name", "Cost"], ["Bow", 1], ["Elk", 3]], [["cost", "Name", "Text"], [2, "Axe", "Hits."]]
    named = "Orcs of the low lands"
    older = ("Elves v1", [["Name", "Cost"], ["Bow", 2], ["Elk", 2], ["Oak", 2]])
    book = workbook(("Elves", elves), ("To do", [["Task"], ["draw"]]), (named, orcs), older)
    told = imported(tmp_path, "war.xlsx", book).decided
    assert any(line.startswith(f"sheets (--sheet): Elves (taken), To do, {named} (taken)") for line in told)
    assert f'those with the same columns, as one deck: --sheet "Elves + {named} + Elves v1"' in told
    assert cards(tmp_path)["axe"] == (1, {"cost": 2, "name": "Axe", "text": "Hits.", "sheet": named})
    assert cards(tmp_path)["bow"] == (1, {"cost": 1, "name": "Bow", "sheet": "Elves"})
    one = imported(tmp_path, "one.xlsx", book, sheet="elves", component="one").plan
    assert (one.sheet, one.cards) == ("Elves", 2), "the one that is asked for alone"
    kinds = ((n, [["Type", "Name"], *([t, f"{t} {n}"] for t in ("Ally", "Foe", "Tool"))]) for n in "AB")
    assert imported(tmp_path, "kinds.xlsx", workbook(*kinds), component="kinds").plan.cards == 6, "no states"
    words = (("Fox Owl Eel Ant Bee", "EN"), ("Fuchs Eule Aal Ameise Biene", "DE"))
    both = [
        (name, [["Name", "Cost", "Power"], *([each, at, 9 - at] for at, each in enumerate(said.split()))])
        for said, name in words
    ]
    assert imported(tmp_path, "both.xlsx", workbook(*both), component="both").plan.cards == 5


def test_notes_of_who_makes_a_game_are_no_text(tmp_path):
    for case in ("rules, Draw a card.,", "mine, Maybe.,", "art, Draw a bow.,Artist "):
        name, said, of = case.split(",")
        table = f"Name,Cost,{of}Note\nFox,2,{said}\nOwl,1,{said} Yes.\n"
        made = imported(tmp_path, f"{name}.csv", table, component=name)
        assert any(f"text:      {of}Note" in each for each in made.decided) == (name == "rules")


def test_what_is_not_printed_of_a_table_is_told(tmp_path):
    table = json.dumps(
        {
            "version": 2,
            "beasts": [{"name": "Fox"}, {"name": "Owl"}, {"name": "Eel"}],
            "tools": [{"name": "Axe", "use": 1}, {"name": "Saw", "use": 2}],
        }
    )
    assert "sheets (--sheet): beasts (taken), tools" in imported(tmp_path, "all.json", table).decided
    made = imported(tmp_path, "all.json", table, sheet="Tools", component="tools")
    assert yaml.safe_load(made.files[1].read_text(encoding="utf-8"))["sheet"] == "Tools"
    assert [*cards(tmp_path)] == ["fox", "owl", "eel", "axe", "saw"]
    table = "Name,Copies,a,b\nFox,9,1,1\nElk,9,1,9\nOwl,0,1,2\nAnt,1,2,2\nTotal,2,2,3\n"
    made = imported(tmp_path, "none.csv", table, component="more")
    assert made.decided[1] == "copies are in Copies; 1 row with 0 copies: not printed"
    assert "A6: a total or a note, not a card: left out" in made.decided
    loaded = pnp.load_game(pnp.find_project(tmp_path), made.game).game.components
    assert next(each.design.suits for each in loaded if each.id == "more") == ("Fox", "Elk"), "those of many"
    parts = "Name,Kind\nSun cards,\nFox,Ally\nOwl,Ally\nSea cards,\nEel,Ally\nRay,Ally\n"
    bare = "Kind,Name\nSea,Eel\nSea,\nSea,\nSky,Owl\nSky,Kite\n"
    made = imported(tmp_path, "bare.csv", bare, component="bare")
    loaded = pnp.load_game(pnp.find_project(tmp_path), made.game).game.components
    named = [each.headline for part in loaded if part.id == "bare" for each in part.pieces]
    assert named == ["Eel", "Sea", "Sea", "Owl", "Kite"]
    lists = "Sort,Call,Way\nAim,Dawn,Find an owl|Find a fox\nAim,Dusk,Sail far away\nTask,Noon,Light a fire|Keep it\n"
    assert "headline:  Call" in imported(tmp_path, "bars.csv", lists, component="bars").decided
    made = imported(tmp_path, "parts.csv", parts, component="parts")
    assert "A2, A5: a heading of the rows below, not a card" in made.decided
    assert {"ray", "sun-cards", "sea-cards"} & {*cards(tmp_path)} == {"ray"}
    made = imported(tmp_path, "s.xlsx", workbook(("a", [["Name"], ["Fox", "red"], ["Owl"]])), component="b")
    assert "B2: after the last heading: left out" in made.decided
    made = imported(
        tmp_path, "odds.csv", "Name,Copies,Rate,Day,Id\nFox,3,0.75,1-Feb,7\nOwl,1,0.25,,7\n", component="c"
    )
    assert made.decided[-1].startswith('D2: "1-Feb" may have been a fraction'), "it is printed as it stands"
    assert "not printed: Rate (the share of the copies), Id (ids, but not used)" in made.decided
    assert pnp.load_game(pnp.find_project(tmp_path), made.game).diagnostics == ()


def test_merged_cells_of_many_rows_are_told_in_one_line(tmp_path):
    sheet = openpyxl.load_workbook(
        io.BytesIO(workbook(("Deck", [["Name", "Text", ""]] + [["Fox", "a", ""]] * 9)))
    )
    for row in range(2, 11):
        sheet.active.merge_cells(f"B{row}:C{row}")
    stream = io.BytesIO()
    sheet.save(stream)
    made = imported(tmp_path, "deck.xlsx", stream.getvalue())
    assert [line[:20] for line in made.decided if "merged" in line] == ["B2, B3 (and 7 more):"]


def test_rows_that_differ_in_positions_alone_are_one_card(tmp_path):
    rows = "two,1,6,T,2\ntwo,1,42,V,2\nthree,1,6,T,3\nthree,3,9,T,3\nace,1,1,T,A\nace,1,1,T,A\n"
    made = imported(tmp_path, "deck.csv", f"cardtitle,x,y,flags,cornervalue\n{rows}")
    assert [*cards(tmp_path)] == ["two", "three", "ace", "ace-2"], "two rows that are the same are two cards"
    assert "6 rows make 4 cards: rows with the same name differ only in x, y, flags" in made.decided


def test_options_say_what_is_not_to_be_guessed(tmp_path):
    table = "Nr,Card,Action,Num,Text\n7,A,Draw,3,x_\n8,B,Hit,2,y\n"
    made = imported(
        tmp_path, "deck.csv", table, title="action", id="nr", count="none", columns={"Text": "rule", "Num": "uses"}, fields=("Num",)
    )  # fmt: skip
    assert cards(tmp_path)["7"] == (1, {"nr": 7, "card": "A", "action": "Draw", "uses": 3, "rule": "x_"})
    written = yaml.safe_load((tmp_path / "card_data/deck/deck.yaml").read_text(encoding="utf-8"))
    assert written["roles"] == {"headline": "action", "numbers": ["uses"]}
    assert made.decided[0] == "2 cards in 2 rows; ids are made from Nr"
    with pytest.raises(pnp.PnpError, match='no column has the heading "Nmae"'):
        imported(tmp_path, "other.csv", table, title="Nmae")


def test_pictures_that_a_column_names_are_copied_and_those_that_are_not_there_are_told_once(tmp_path):
    (tmp_path / "all/pics").mkdir(parents=True)
    Image.new("RGB", (8, 8), "red").save(tmp_path / "all/pics/fox.png")
    (tmp_path / "all/pics/bad.png").write_text("no picture", encoding="utf-8")
    table = "Name,Image\nFox,C:\\mine\\fox.png\nOwl,bad.png\nBat,none.jpg\nEmu,\n"
    made = imported(tmp_path, "deck.csv", table)
    assert "1 picture of Image copied into art/, 2 not found: bad.png, none.jpg" in made.decided
    found = {name: fields.get("art") for name, (_, fields) in cards(tmp_path).items()}
    assert found == {"fox": "fox.png", "owl": None, "bat": None, "emu": None}
    made = imported(tmp_path, "links.csv", "Name,Image\nFox,https://example.org/a/fox.png\n")
    assert "1 picture of Image copied into art/" in made.decided
    made = imported(tmp_path, "without.csv", "Name,Image\nFox,x/y.png\n", game="other")
    assert "none of the pictures named in Image was found (--art-folder)" in made.decided
    for name, text in (
        ("a.csv", "Name,Pic\nUlf,red-fox.png\nIda,i/owl.png\n"),
        ("b.yml", "- {name: Ulf, pic: owl.png}\n- {name: Ida, pic: x.png}\n"),
    ):
        made = imported(tmp_path, name, text, game="files", component=name[0])
        assert "symbol: pic" in made.files[-2 if name == "a.csv" else -1].read_text(encoding="utf-8")


def test_a_newer_file_brings_the_copy_up_to_date_and_keeps_the_component(tmp_path):
    imported(tmp_path, "deck.csv", "Name,Cost\nFox,1\nOwl,2\nBat,3\n")
    component = tmp_path / "card_data/deck/deck.yaml"
    component.write_text(component.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    made = imported(tmp_path, "deck.csv", "Name,Cost,Extra\nFox,1\nOwl,5\nEmu,3,new\n")
    assert made.decided == (
        "deck.yaml stays as it is",
        "1 card came: Emu",
        "1 card went: Bat",
        "1 card changed: Owl",
        "printed when roles names them: card_extra",
    )
    assert component.read_text(encoding="utf-8").endswith("# mine\n")
    assert [*cards(tmp_path)] == ["fox", "owl", "emu"]
    again = imported(tmp_path, "deck.csv", (tmp_path / "deck.csv").read_bytes(), design="minimal")
    assert again.decided[:2] == (
        "deck.yaml stays as it is; delete it first to use --design",
        "no card has changed",
    )


def test_edits_in_the_copy_of_a_table_are_never_lost_in_silence(tmp_path):
    imported(tmp_path, "deck.csv", "Name,Cost\nFox,1\n")
    copy = tmp_path / "card_data/deck/deck.csv"
    copy.write_bytes(b"Name,Cost\r\nFox,1\r\n")  # as version control may write it
    imported(tmp_path, "deck.csv", "Name,Cost\nFox,2\n")
    copy.write_bytes(b"Name,Cost\nFox,7\n")
    with pytest.raises(pnp.PnpError, match=r"deck.csv in card_data/deck was edited after it was imported"):
        imported(tmp_path, "deck.csv", "Name,Cost\nFox,3\n")
    assert copy.read_bytes() == b"Name,Cost\nFox,7\n"
    imported(tmp_path, "deck.csv", "Name,Cost\nFox,3\n", replace=True)
    assert imported(tmp_path, "deck.csv", "Name,Cost\nFox,4\n").decided[1] == "1 card changed: Fox"


def test_columns_of_a_newer_file_that_are_called_otherwise_are_told(tmp_path):
    imported(tmp_path, "deck.csv", "Name,Cost,Qty\nFox,1,2\nOwl,2,1\n")
    told = imported(tmp_path, "deck.csv", "Name,Price,Copies\nFox,1,2\nOwl,2,1\n").decided
    assert "no longer in the table, see roles and columns: cost, copies" in told
    assert "printed when roles names them: price, card_copies" in told


def test_yaml_goes_into_the_one_game_there_is_and_nothing_is_written_over(tmp_path):
    folder = tmp_path / "card_data/old"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text("title: Old\n", encoding="utf-8")
    made = imported(tmp_path, "print.yaml", SQUIB)
    assert (made.game, made.component) == ("old", "print_cards")
    text = 'Two lines:\n"quoted", and # more.'
    assert cards(tmp_path) == {"robot-golem": (3, {"title": "Robot Golem", "text": text})}
    (folder / "print_cards.yaml").write_text("kind: cards\n", encoding="utf-8")
    with pytest.raises(pnp.PnpError, match="exists already"):
        imported(tmp_path, "print.yaml", SQUIB)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("deck.csv", b""),
        ("deck.csv", b"Name,Text\n"),
        ("deck.xlsx", b"PK"),
        ("deck.ods", b"PK"),
        ("deck.xls", b"no workbook"),
        ("deck.xlsx", bytes.fromhex("d0cf11e0a1b11ae1")),  # with a password
        ("deck.ods", ods(("Name",), ("x",), repeated=9_000_000)),
        ("deck.json", b"{"),
        ("deck.yaml", b"a: ["),
    ],
)
def test_where_there_is_no_table_nothing_is_written_and_the_file_is_blamed(tmp_path, monkeypatch, name, data):
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(data)
    made = pnp.import_table(Path(name), here=tmp_path)
    assert made.files == ()
    assert {each.place.file for each in made.diagnostics} == {name}
    assert len(made.diagnostics) == 1
    assert [each.name for each in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        *(("deck.numbers", b""), ("deck.pdf", b""), ("none.csv", None)),
        *((name, b"%PDF-1.7\n1,2\n") for name in ("a.csv", "a.xlsx")),
        *(
            (name, start + b"12\0,3" * 20)
            for name, start in (("a.csv", b"PK\3\4,b\n1,2\n"), ("a.txt", b"\x89PNG\r"))
        ),
    ],
)
def test_what_is_no_table_is_told(tmp_path, monkeypatch, capfd, name, data):
    monkeypatch.chdir(tmp_path)
    if data is not None:
        Path(name).write_bytes(data)
    assert run(["import", name]) == 2
    assert "hint: " in capfd.readouterr().err


def test_words_in_brackets_that_a_symbol_is_known_for_become_icons(tmp_path):
    made = imported(tmp_path, "words.csv", "Name,Text\nFox,Pay [skull] [skull].\nOwl,Lose [skull].\n")
    assert "icons in templates/words, to be replaced by yours: skull" in made.decided
    (icon,) = (tmp_path / "templates/words/icons").iterdir()
    assert (icon.name, 'fill="currentColor"' in icon.read_text(encoding="utf-8")) == ("skull.svg", True)
    newer = f"Name,Text\nFox,Pay [skull] or [qwerty].\nOwl,[heart] [heart] [elder_sign] [elder_sign] {'[skull]' * 30} an owl ([owl] [owl])\n"
    assert imported(tmp_path, "words.csv", newer).decided[-1].endswith("by yours: heart, elder_sign, owl")
    drawn = (tmp_path / "templates/words/icons/elder_sign.svg").read_text(encoding="utf-8")
    assert symbol_outline("pentagram") in drawn, "not the symbol of its first word"
    assert cards(tmp_path)["fox"][1]["text"] == "Pay {skull} or [QWERTY]{.small-capitals}."
    unlike = imported(tmp_path, "unlike.csv", "Name,Text\nFox,[skull] [elder_rune]\nOwl,[skull]\n").decided
    assert not any("icons in" in line for line in unlike), "words beside icons look like a mistake"
    paid = "Name,Cost,Text\nYak,{2}{R},Pay {R} and {2}: <hit>Run</hit>.\nGnu,{U},Gain {R}.\n"
    told = imported(tmp_path, "paid.csv", paid).decided
    assert "left out, but not what they are around: <hit> (1)" in told
    assert told[-1].endswith("to be replaced by yours: token-r, token-2")
    assert cards(tmp_path)["yak"][1] == {
        "name": "Yak",
        "cost": r"\{2\}\{R\}",
        "text": "Pay {token-r} and {token-2}: Run.",
    }
    signs = "Name,Text\nFox,\U0001f525 \U0001f525 \U0001f6d1 \u2764 \u2764 \u2665 \u2665\n"
    told = "icons in templates/words, to be replaced by yours: \U0001f525"
    assert told in imported(tmp_path, "signs.csv", signs).decided, "two kinds of hearts stay two"
    assert (tmp_path / "templates/words/emoji/1f525.svg").is_file()


def deck(headings: str, *rows: str) -> str:
    names = ["Ant", "Bear", "Crow", "Deer", "Elk", "Fox", "Goat", "Hare", "Ibex", "Jay", "Kite", "Lynx"]
    more = rows + (rows[0],) * (len(names) - len(rows))
    return "\n".join([headings, *(f"{name},{row}" for name, row in zip(names, more, strict=True))])


TABLES = {
    "a raw column has what the clean one lacks": deck(
        "Name,CostRaw,Cost,FaithRaw,Faith,Text", "2,2,3,3,Runs.", "Any two,,4,4,Flies.", "4,4,0,,Sleeps well.", "5,5,7,7,"
    ),
    "a number is 0 on some cards": deck("Name,Attack,Text", "2,Runs.", "0,Flies.", "3,Sleeps."),
    "answers, not all of them yes or no": deck(
        "Name,Question,Answer,Weight", "How many are there at the end of the long road?,Seven or eight of them,2",
        "Is it blue in the morning?,No,0", "Is it red at night?,Yes,7"
    ),
    "one suit is called as a colour": deck("Name,Faction,Text", "Wolves,Runs.", "Neutral,Flies.", "Owls,Sleeps."),
    "texts for the other side": json.dumps([
        {"name": "Ant", "text": "Runs.", "back_text": "Choose one of the three paths before the game."},
        *({"name": f"Bear {n}", "text": "Flies."} for n in range(11)),
    ]),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_each_cell_is_on_its_card(tmp_path, name):
    data = TABLES[name]
    made = imported(tmp_path, f"deck.{'json' if data[0] == '[' else 'csv'}", data)
    rows = json.loads(data) if data[0] == "[" else list(csv.DictReader(io.StringIO(data)))
    fields = made.plan.columns.fields
    printed = {name for names in made.plan.guessed.roles.fields.values() for name in names}
    assert {*fields.values()} == printed
    project = pnp.find_project(tmp_path)
    (game,) = pnp.load_games(project).games
    context = RenderContext(game, sources_of(project, game.id, font_book()))
    (component,) = game.components
    for row, drawn in zip(rows, PieceDrawer(component, context).draw(component.pieces), strict=True):
        svg = " ".join(side.face.svg for side in drawn.sides.values())
        words = re.sub(r"<[^>]*>", "", "".join(re.findall(r"<text.*?</text>", svg, re.DOTALL)))
        for heading, cell in row.items():
            assert re.sub(r"\W", "", cell).casefold() in re.sub(r"\W", "", words).casefold(), heading


def test_the_import_says_which_column_fills_the_gaps_of_another(tmp_path):
    made = imported(tmp_path, "deck.csv", TABLES["a raw column has what the clean one lacks"])
    assert {"Cost takes the value of CostRaw in 1 row", "Faith takes the value of FaithRaw in 1 row"} <= {
        *made.decided
    }
    assert {key: card[1].get("faith") for key, card in cards(tmp_path).items()}["crow"] == 0


def test_the_import_says_on_how_many_cards_a_copy_differs(tmp_path):
    rows = [f"Word {n},{'Other' if n == 3 else f'WORD {n}'},Runs.,R{n} x" for n in range(20)]
    made = imported(tmp_path, "deck.csv", "\n".join(["Name,Label,Text,Text_plain", *rows]))
    said = {"text_plain": "other words of text", "label": "a copy of name, but not on 1 card"}
    assert made.plan.guessed.left_out == said


def test_credits_and_numbers_that_are_mostly_0_are_said_to_be_left_out(tmp_path):
    made = imported(
        tmp_path,
        "deck.csv",
        deck(
            "Name,Attack,Health,Luck,Text,Illustrator",
            *["0,2,0,Runs.,A. Painter", "0,1,0,Hops.,C. Mason", "2,3,1,Flies.,B. Carver"] * 4,
        ),
    )
    assert "footer:    Illustrator (only beside a picture of yours)" in made.decided
    assert "no 0 is printed, as most are 0: Luck" in made.decided, "attack 0 beside health 2 is"
