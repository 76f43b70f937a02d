"""The picture of docs/text.md: a card in each of six scripts, in the fonts that the tests have."""  # noqa: INP001

import json
from pathlib import Path

from PIL import Image
from sample_cards import card_pictures

FONTS = Path(__file__).resolve().parents[1] / "tests" / "render" / "scripts"
DPI = 100
GAME = """\
title: Red Bird
palette: {bird: "#b3261e"}
fonts:
  ja: Noto Sans CJK JP
  zh: Noto Sans CJK SC
  ko: Noto Sans CJK KR
  ar: [Noto Naskh Arabic, Source Sans Pro]
  he: [Noto Sans Hebrew, Source Sans Pro]
  th: [Noto Sans Thai, Source Sans Pro]
"""
TEXTS = {
    "ja": "山札から二枚、「赤い鳥」のカードを引く。ちょっと待って、手札（五枚まで）に加えてもよい！",
    "zh": "从牌库中抽三张牌，然后弃掉一张。（每回合一次）如果你有“红鸟”，再抽一张！",
    "ko": "카드 두 장을 뽑고 한 장을 버립니다. 빨간 새가 있으면 한 장을 더 뽑을 수 있습니다!",
    "ar": "اسحب **بطاقتين** من المجموعة، ثم ادفع 3{bird} (أو 15%) إلى البنك. من يملك الطائر الأحمر يسحب بطاقة ثالثة؟",
    "he": "שלפו **שני** קלפים מהחפיסה, שלמו 3{bird} (או 15%) לקופה. למי שיש ציפור אדומה מותר לשלוף קלף שלישי!",
    "th": "จั่วการ์ดสองใบแล้วทิ้งหนึ่งใบ ถ้ามีนกสีแดงให้จั่วเพิ่มอีกหนึ่งใบ",
}
BIRD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
<path d="M4 44Q22 20 44 28Q58 2 96 6Q76 16 74 44Q70 82 34 84L18 96L22 76Q10 66 20 46Z" fill="#b3261e"/></svg>"""
CARD = """{% extends "base/card.svg.j2" %}
{% block body %}{{ fit(piece.text, (4, 4, 46, 34), font=piece.id, size=11.5, leading=1.35, valign="middle") }}{% endblock %}"""


def scripts() -> list[list[Image.Image]]:
    """Return the cards, three in a row."""
    cards = {
        "kind": "cards",
        "title": "Cards",
        "size": "54mm x 42mm",
        "front": "card.svg.j2",
        "pieces": [{"id": role, "name": role, "text": text} for role, text in TEXTS.items()],
    }
    files = {
        "card_data/bird/game.yaml": GAME,
        "card_data/bird/cards.yaml": json.dumps(cards),
        "templates/bird/card.svg.j2": CARD,
        "templates/bird/icons/bird.svg": BIRD,
    }
    shown = card_pictures("bird", files, dpi=DPI, fonts=FONTS)
    small = [shown[role] for role in TEXTS]
    return [small[:3], small[3:]]
