"""The small game with a picture on every card, and pictures to put there."""

import io
from pathlib import Path

from PIL import Image
from small_game import change

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"><circle cx="30" cy="20" r="15"/></svg>'


def with_pictures(soup: Path) -> Path:
    """Let the cards of the small game show pictures: their own in front, `back_food` behind; return the art folder."""
    change(
        soup / "templates/soup/food.svg.j2",
        "{% block body %}",
        "{% block body %}{{ picture(piece.id, (1.5, 4, 60, 40)) }}",
    )
    change(
        soup / "templates/soup/back.svg.j2",
        "{% endblock %}",
        '{{ picture("back_food", (-3, -3, 69, 94), fit="cover") }}{% endblock %}',
    )
    return soup / "card_data/soup/art"


def a_picture(
    path: Path, width: int = 720, height: int = 480, kind: str = "PNG", *, colour="#c33", **more
) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    out = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(out, kind, **more)
    path.write_bytes(out.getvalue())
    return path
