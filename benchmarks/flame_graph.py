"""CPU time as a picture: a box per function, as wide as its share, under those that it called, in the colour of its stage."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from benchmarks.stages import EVERY, OTHER, Stack, by_stage, is_import, stage_of

WIDTH, ROW, LETTER = 1200, 17, 5.9
LEAST = 1.0
"""In px: what is narrower is left out."""

TOP = 64
STYLE = """text { font: 11px system-ui, sans-serif; fill: #1f2328 }
.page { fill: #1f2328 }
@media (prefers-color-scheme: dark) { .page { fill: #e6edf3 } }"""


@dataclass(slots=True)
class Box:
    """A function called from the box below it, with all that it called."""

    name: str
    stage: str
    microseconds: int = 0
    called: dict[tuple[str, str], "Box"] = field(default_factory=dict)


def flame_graph(samples: Mapping[Stack, int], title: str) -> str:
    """Return the picture as SVG."""
    root = Box("pnp build", OTHER)
    for stack, microseconds in samples.items():
        box = root
        box.microseconds += microseconds
        for name, stage in _named(stack):
            box = box.called.setdefault((name, stage), Box(name, stage))
            box.microseconds += microseconds
    scale = WIDTH / max(1, root.microseconds)
    boxes = list(_boxes(root, 0.0, 0, scale))
    height = TOP + ROW * (1 + max(level for _, _, level in boxes))
    drawn = "\n".join(_drawn(box, x, height - ROW * (level + 1), root, scale) for box, x, level in boxes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">\n'
        f"<style>{STYLE}</style>\n"
        f'<text class="page" x="0" y="14" font-weight="bold">{escape(title)}: {root.microseconds / 1e6:.2f} s of CPU</text>\n'
        f"{''.join(_legend(samples))}{drawn}\n</svg>\n"
    )


def _named(stack: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield name and stage of each box of a sample: functions of pnp, and one for each library on the way."""
    last = ""
    start = next((at for at, frame in enumerate(stack) if frame.startswith("pnp.")), len(stack))
    for at, frame in enumerate(stack):
        if is_import(frame):
            yield "imports", stage_of(stack[: at + 1])
            yield from ((name, stage_of(stack)) for name in _imported(stack[at:]))
            return
        if at < start:
            continue
        module, _, function = frame.partition(":")
        ours = module.startswith("pnp.")
        if ours and "<" in function.rpartition(".")[2]:  # a comprehension
            continue
        name = (
            f"{module.rpartition('.')[2]}.{function.rpartition('.')[2]}" if ours else module.partition(".")[0]
        )
        if name != last:
            yield name, stage_of(stack[: at + 1])
        last = name


def _imported(frames: Sequence[str]) -> list[str]:
    """Return the packages that import one another."""
    modules = [frame.partition(":")[0] for frame in frames if frame.endswith(":<module>")]
    parts = [module if module.startswith("pnp.") else module.partition(".")[0] for module in modules]
    return list(dict.fromkeys(parts))


def _boxes(box: Box, x: float, level: int, scale: float) -> Iterator[tuple[Box, float, int]]:
    yield box, x, level
    for each in sorted(box.called.values(), key=lambda each: (-each.microseconds, each.name)):
        if each.microseconds * scale >= LEAST:
            yield from _boxes(each, x, level + 1, scale)
            x += each.microseconds * scale


def _drawn(box: Box, x: float, y: float, root: Box, scale: float) -> str:
    width = box.microseconds * scale
    share = 100 * box.microseconds / max(1, root.microseconds)
    tip = f"{box.name}: {box.microseconds / 1e6:.3f} s, {share:.1f} %, {box.stage}"
    letters = int((width - 4) / LETTER)
    name = box.name if len(box.name) <= letters else box.name[: letters - 1] + "…"
    text = f'<text x="{x + 3:.0f}" y="{y + 12:.0f}">{escape(name)}</text>' if letters > 2 else ""
    return (
        f'<g><title>{escape(tip)}</title><rect x="{x:.1f}" y="{y:.0f}" width="{width - 0.5:.1f}" '
        f'height="{ROW - 1}" fill="{_colour(box.stage)}"/>{text}</g>'
    )


def _legend(samples: Mapping[Stack, int]) -> Iterator[str]:
    found = by_stage(samples)
    whole = max(1, sum(found.values()))
    column = WIDTH / ((len(EVERY) + 1) // 2)
    for number, stage in enumerate(EVERY):
        x, y = column * (number // 2), 24 + 18 * (number % 2)
        yield f'<rect x="{x:.0f}" y="{y}" width="12" height="12" fill="{_colour(stage)}"/>'
        yield f'<text class="page" x="{x + 16:.0f}" y="{y + 10}">{stage} {100 * found[stage] / whole:.0f} %</text>\n'


def _colour(stage: str) -> str:
    """Return a light colour, so that dark letters are read on it whatever is behind the picture."""
    if stage == OTHER:
        return "#c8ccd0"
    return f"hsl({360 * EVERY.index(stage) // len(EVERY)} 65% {78 - 8 * (EVERY.index(stage) % 2)}%)"
