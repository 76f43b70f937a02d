"""A game whose every word is an attack: what somebody opens that came from a stranger."""

import json
from pathlib import Path

from small_game import BACK, FRONT, GAME, write_files

FAR = "http://127.0.0.2:9"
"""What `far` stands for in these texts."""


def attack(number: int) -> str:
    return json.dumps(f"\"'><img src={FAR}/{number} onerror=alert({number})><script>alert({number})</script>")


FOOD = f"""\
kind: cards
title: {attack(1)}
size: standard
front: food.svg.j2
back: back.svg.j2
pieces:
  - {{id: leek, name: {attack(2)}, copies: 2, note: "javascript:alert(20)", more: {attack(4)}}}
  - {{id: pea, name: "<svg/onload=alert(5)>", link: "{FAR}/link", list: ["<iframe src={FAR}/list>", "</script>"]}}
"""

BROKEN_ON_PURPOSE = """\
{% extends "base/card.svg.j2" %}
{% block body %}<script>alert(6)</script><foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml"
src="{far}/6" onerror="alert(6)"/></foreignObject><image href="{far}/7" width="9" height="9" onload="alert(7)"/>{% endblock %}
""".replace("{far}", FAR)

DRAWING = f"""\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 32 32" onload="alert(8)">
<script>alert(8); fetch("{FAR}/8")</script>
<script xlink:href="{FAR}/9.js"/>
<style>@import url({FAR}/10.css); rect {{ background: url({FAR}/11.png) }}</style>
<foreignObject width="32" height="32"><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(12)"/></body>
</foreignObject>
<image href="{FAR}/13.png" width="32" height="32"/><use href="{FAR}/14.svg#a"/>
<a href="javascript:alert(15)"><rect width="32" height="32" fill="green" onclick="alert(15)" onmouseover="alert(15)"/></a>
<animate attributeName="x" onbegin="alert(16)" dur="1s"/>
</svg>
"""

PICTURE = "{% block body %}{{ picture(piece.id, (15.5, 50, 32, 32)) }}"


def hostile_drawing(far: str) -> str:
    """Return a drawing that asks the server `far` for all that an SVG can ask for, and runs what it can."""
    return DRAWING.replace(FAR, far)


def write_hostile_project(root: Path, far: str) -> Path:
    files = {
        "card_data/soup/game.yaml": GAME.replace("title: Soup", f"title: {attack(30)}"),
        "card_data/soup/food.yaml": FOOD,
        "card_data/soup/tools.yaml": FOOD.replace("food.svg.j2", "tools.svg.j2"),
        "card_data/soup/art/pea.svg": DRAWING,
        "card_data/soup/art/leek.svg": DRAWING.replace("<script", "<rect").replace("</script", "</rect"),
        "card_data/soup/art/<img src=x onerror=alert(40)>.svg": DRAWING,
        "templates/soup/food.svg.j2": FRONT.replace("{% block body %}", PICTURE),
        "templates/soup/tools.svg.j2": BROKEN_ON_PURPOSE,
        "templates/soup/back.svg.j2": BACK,
        "card_data/stew/game.yaml": f"title: {attack(50)}\n{attack(51)}: 1\n<script>alert(52)</script>: 1\n",
    }
    return write_files(root, {name: text.replace(FAR, far) for name, text in files.items()})
