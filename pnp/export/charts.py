"""A table of counts as a bar chart, as SVG (svgwrite) and PNG."""

import io
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from pnp.claims.stats import Distribution
from pnp.convert.engines import engine
from pnp.escaping import in_a_line
from pnp.export.image_files import face_picture, png
from pnp.export.marks_layer import font_file
from pnp.files import write
from pnp.model.face import Face, face_key
from pnp.model.geometry import Size

WIDTH, ROW, TOP, LABELS = 120.0, 6.4, 13.0, 46.0
"""In mm: the chart, a bar with the air above it, the heading, and the room for the values at the left."""

TITLE, LETTER = 4.4, 0.56
"""The size of the title in mm where there is room for it, and how wide a bold letter is of that, on the safe side."""

FONT = "Lato"
BAR, INK, QUIET = "#3d7ea6", "#222222", "#666666"
DPI = 200


def bar_chart(title: str, rows: tuple[tuple[str, int], ...], note: str = "", *, width: float = WIDTH) -> Face:
    """Return a chart with a bar for each (value, count), the longest as wide as there is room."""
    import svgwrite  # noqa: PLC0415 - it is large, and most builds draw no chart

    height = TOP + ROW * len(rows) + (8 if note else 3)
    size, view = (f"{width:g}mm", f"{height:g}mm"), f"0 0 {width:g} {height:g}"
    drawing = svgwrite.Drawing(size=size, viewBox=view, debug=False)  # every value here is one that SVG knows
    drawing.add(drawing.rect((0, 0), (width, height), fill="#ffffff"))
    text = partial(drawing.text, font_family=FONT)
    title, note = in_a_line(title), in_a_line(note)
    rows = tuple((in_a_line(label), count) for label, count in rows)
    large = round(min(TITLE, (width - 6) / max(1, len(title)) / LETTER), 2)
    drawing.add(text(title, (3, 7.5), font_size=large, font_weight=700, fill=INK))
    most = max((count for _, count in rows), default=1)
    labels = min(LABELS, 6 + 1.75 * max((len(label) for label, _ in rows), default=0))
    room = width - labels - 14
    for number, (label, count) in enumerate(rows):
        y = TOP + number * ROW
        line = y + ROW * 0.62
        words = label if len(label) <= 24 else label[:23] + "…"
        drawing.add(text(words, (labels - 2, line), font_size=3.3, text_anchor="end", fill=INK))
        drawing.add(drawing.rect((labels, y + 0.7), (round(room * count / most, 2), ROW - 1.8), fill=BAR))
        after = (round(labels + room * count / most + 1.5, 2), line)
        drawing.add(text(str(count), after, font_size=3.3, fill=INK))
    if note:
        drawing.add(text(note, (3, height - 3), font_size=2.9, fill=QUIET))
    out = io.StringIO()
    drawing.write(out)
    svg = out.getvalue()
    return Face(face_key(svg), svg, Size(width, height), 0.0)


def write_charts(folder: Path, tables: Sequence[Distribution]) -> tuple[Path, ...]:
    """Write a chart of each table as SVG and PNG below `folder`/stats; return the SVG files. Raises CannotWrite."""
    charts = {
        folder / "stats" / f"{table.component}-{table.field.replace('.', '-')}.svg": bar_chart(
            f"{table.component}: {table.field}", table.rows, _note(table)
        )
        for table in tables
    }
    pages = engine("typst").convert(
        list(charts.values()), [font_file(), font_file().with_name("Lato-Bold.ttf")]
    )
    for path, chart in charts.items():
        write(path, chart.svg.encode(), root=folder)
        picture = png(face_picture(pages, chart.key, dpi=DPI), dpi=DPI)
        write(path.with_suffix(".png"), picture, root=folder)
    return tuple(charts)


def _note(table: Distribution) -> str:
    if table.summary is None:
        return table.totals()
    s = table.summary
    return f"{table.totals()}, mean {s.mean:.2f}, median {s.median:g}, total {s.total:g}"
