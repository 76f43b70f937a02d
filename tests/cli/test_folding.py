"""Gutterfold, seen on the page: folded along the middle, each back lies behind its own face, top on top."""

from colour_cards import DATA, colour_cards, letters_of
from small_game import change

FACE = "{% block body %}<rect x='2' y='2' width='30' height='40' fill='#ffffff'/>{% endblock %}\n"
"""A white corner at the upper left of each side."""

PAGE = """
..bbbbbbbbcccccccc.
......bbbb....cccc.
......bbbb....cccc.
..bbbbbbbbcccccccc.
..bbbbbbbbcccccccc.
..bbbbbbbbcccccccc.
.BBBBBBBBBCCCCCCCC.
.BBBBBBBBBCCCCCCCC.
.BBBBBBBBBCCCCCCCC.
.BBBBB...BCCCC.....
.BBBBB...BCCCC.....
.BBBBB...BCCCC.....
"""


def test_each_back_lies_behind_its_face_when_the_page_is_folded(tmp_path, monkeypatch, pnp):
    root = colour_cards(tmp_path / "soup")
    for name in ("card", "card-back"):
        template = root / f"templates/soup/{name}.svg.j2"
        template.write_text(template.read_text() + FACE)
    change(root / DATA, "copies: 3", "copies: 1")
    change(root / DATA, "copies: 2", "copies: 0")
    monkeypatch.chdir(root)
    assert pnp("build --paper a4 --backs gutterfold").status == 0
    assert pnp("verify").status == 0
    assert letters_of(root / "output/soup/a4/cards.pdf", 0, range(16, 205, 16), range(8, 160, 8)) == PAGE
