"""`pnp stats`: tables on the terminal, charts in the output folder."""

import json
from xml.etree.ElementTree import fromstring

import pypdfium2

from pnp.convert.engines import engine
from pnp.export.charts import bar_chart
from pnp.export.marks_layer import font_file


def test_the_tables_say_counts_shares_and_chances(pnp, tmp_path):
    outcome = pnp(f"stats yogire --no-charts --out {tmp_path}")
    assert outcome.status == 0
    assert "cards, enemy.strength: 53 pieces; 1 to 5, mean 2.17, median 2, total 115" in outcome.out
    assert "  5     5    9.4%   33.6% in a hand of 4" in outcome.out
    assert list(tmp_path.iterdir()) == []


def test_charts_come_as_svg_and_png(pnp, tmp_path):
    assert pnp(f"stats yes_broccoli --out {tmp_path}").status == 0
    folder = tmp_path / "yes_broccoli" / "stats"
    assert {"food-value.svg", "food-value.png", "bids-icons.svg"} <= {path.name for path in folder.iterdir()}
    assert (folder / "food-value.png").read_bytes().startswith(b"\x89PNG")
    assert fromstring((folder / "food-value.svg").read_text()).get("width") == "120mm"


def test_scripts_read_json(pnp):
    tables = json.loads(pnp("stats yoggity --format json --no-charts").out)
    (parts,) = [table for table in tables if (table["component"], table["field"]) == ("orders", "parts")]
    assert dict(parts["rows"]) == {"circle": 15, "square": 15, "stick": 15, "triangle": 15}


def test_bars_are_as_long_as_their_counts():
    chart = bar_chart("Parts", (("stick", 4), ("circle", 2)))
    bars = list(fromstring(chart.svg).iter("{http://www.w3.org/2000/svg}rect"))[1:]
    long, short = (float(bar.get("width")) for bar in bars)
    assert long == 2 * short
    pages = engine("typst").convert([chart], [font_file(), font_file().with_name("Lato-Bold.ttf")])
    with pypdfium2.PdfDocument(pages.chunks[0]) as pdf:
        assert "stick" in pdf[0].get_textpage().get_text_bounded()
