"""The small game with a component of every kind, to be laid on a table on a screen."""

from pathlib import Path

PIECES = {
    "coins": "kind: discs\ntitle: Coins\ndiameter: 20mm\nback: back.svg.j2\n",
    "board": "kind: board\ntitle: Board\nsize: 200mm x 100mm\n",
    "tiles": "kind: tiles\ntitle: Tiles\nshape: triangle\nside: 44mm\n",
    "dice": "kind: dice\ntitle: Dice\n",
    "men": "kind: markers\ntitle: Men\nstand: true\nsize: 16mm x 24mm\n",
    "box": "kind: box\ntitle: Tuck box\nholds: [food]\n",
}
TOKEN = """\
{# A circle in the middle, whatever the piece. Fields: name. #}
{% extends "base/card.svg.j2" %}
{% block body %}<circle cx="{{ face.width / 2 }}" cy="{{ face.height / 2 }}" r="3"><title>{{ piece.name }}</title></circle>{% endblock %}
"""
HOW_MANY = {"coins": 3, "board": 1, "tiles": 2, "dice": 2, "men": 1, "box": 1}


def with_every_kind(root: Path) -> Path:
    (root / "templates/soup/token.svg.j2").write_text(TOKEN, encoding="utf-8")
    for name, head in PIECES.items():
        piece = f"pieces: [{{id: {name}, name: One of {name}, copies: {HOW_MANY[name]}}}]\n"
        text = f"{head}front: token.svg.j2\n{piece}"
        (root / f"card_data/soup/{name}.yaml").write_text(text, encoding="utf-8")
    return root
