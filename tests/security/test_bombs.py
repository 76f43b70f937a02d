"""Endless work is ended by the limits of the worker that draws, with a finding that names the face."""

import os
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from small_game import write_files

from pnp.convert.renderers import engine
from pnp.model.diagnostics import CannotRender
from pnp.model.face import Face
from pnp.model.geometry import Size
from pnp.svg.images import UnsafeDrawing
from pnp.svg.sanitizer import read_drawing

ROOT = Path(__file__).parents[2]
SECONDS = 10
BYTES = 1_000_000_000
STOPPED_AFTER = 12
"""Seconds of processor time after which a bomb has gone off for sure."""

COMMANDS = (("check",), ("build", "--paper", "a4"), ("verify",))
"""What is run one after the other, as far as there is something to do: what follows an error finds it again."""

Files = Mapping[str, str]
DOUBLED = "{% set ns = namespace(x=['a']) %}{% for i in range(30) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}"
"""A list of two, each the same list of two, thirty levels deep."""

LOOP = "{% for i in range(20000) %}"
TEMPLATES: Mapping[str, str] = {
    "a doubled list printed": DOUBLED + "{{ ns.x }}",
    "letters centred": "{{ 'a'.center(10**9)|length }}",
    "a text made longer": "{% set ns = namespace(x='a') %}{% for i in range(60) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
    "a loop in a loop": LOOP + LOOP + "{% set x = 1 %}{% endfor %}{% endfor %}",
    "a macro of itself": "{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}",
    "a constant worked out": "{{ 'a' * 999999 * 999999 }}{{ '%*d' % (10**8, 1) }}",
}
"""Templates that are a line of text and endless work, in Python or within one call of C."""


def project(body: str) -> Files:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94" width="69mm" height="94mm">'
    cards = "kind: cards\nsize: 63 x 88 mm\nfront: front.svg.j2\npieces: [{id: a}]\n"
    return {
        "card_data/g/game.yaml": "title: G\nthemes: {a: {lighten: 0.1}, b: {lighten: 0.2}, c: {lighten: 0.3}}\n",
        **{f"card_data/g/i18n/{language}/game.yaml": "title: G\n" for language in ("de", "fr", "it")},
        "card_data/g/cards.yaml": cards,
        "templates/g/front.svg.j2": f'{svg}<rect x="-3" y="-3" width="69" height="94" fill="#888888"/>{body}</svg>',
    }


def run(command: Sequence[str], folder: Path) -> tuple[int, str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PNP_CACHE_DIR": str(folder / "cache")}
    with (folder / "said").open("w+b") as said:
        process = subprocess.Popen(
            [sys.executable, "-c", MEASURED, sys.executable, "-m", "pnp", *command],
            cwd=folder,
            env=environment,
            stdout=said,
            stderr=said,
            stdin=subprocess.DEVNULL,
            preexec_fn=_bounded,  # noqa: PLW1509 - nothing here has threads
            start_new_session=True,
        )
        code = process.wait()
        said.seek(0)
        words, _, used = said.read().decode(errors="replace").strip().rpartition("\n")
    seconds, memory = used.split()
    return code, _wrong(code, words, float(seconds), int(memory) * 1024)


MEASURED = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss, flush=True)
sys.exit(code % 256)
"""
"""Runs a command and says what it took: started by the process of the tests itself, it would begin with the memory of that."""


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (STOPPED_AFTER, STOPPED_AFTER))
    resource.setrlimit(resource.RLIMIT_AS, (6 * BYTES, 6 * BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _wrong(code: int, words: str, seconds: float, memory: int) -> str:
    faults = []
    if code not in (0, 1, 2):
        faults.append(f"exit {code}")
    if "Traceback" in words:
        faults.append(f"traceback: {words.strip().splitlines()[-1][:90]}")
    if code and not any(f"{kind} PNP" in words for kind in ("error", "warning")) and "PNP" not in words:
        faults.append(f"no finding: {words.strip()[-90:]}")
    if seconds > SECONDS:
        faults.append(f"{seconds:.0f} s")
    if memory > BYTES:
        faults.append(f"{memory / 1e6:.0f} MB")
    return ", ".join(faults)


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
RECT = '<rect width="100" height="100" fill="#888888"/>'


def doubled(levels: int) -> str:
    copies = [f'<use href="#u{n}"/>' * 10 for n in range(levels)]
    groups = "".join(f'<g id="u{n}">{inside}</g>' for n, inside in enumerate(copies, 1))
    return f'<defs><g id="u0">{RECT}</g>{groups}</defs><use href="#u{levels}"/>'


ZIGZAG = " ".join(f"{n % 100},{n % 7}" for n in range(50_000))
DRAWINGS = {
    "copies of copies": doubled(12),
    "markers on 50,000 corners": (
        f'<defs><marker id="m" markerWidth="3" markerHeight="3">{RECT * 100}</marker></defs>'
        f'<polyline points="{ZIGZAG}" marker-mid="url(#m)" fill="none" stroke="#000000"/>'
    ),
    "a pattern of 10^10 tiles": (
        '<defs><pattern id="p" width="0.001" height="0.001" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(30)"><circle r="0.0003"/></pattern></defs>'
        '<rect width="100" height="100" fill="url(#p)"/>'
    ),
}


@pytest.mark.processes
@pytest.mark.long
@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_that_is_endless_work_ends_with_its_worker(name):
    drawing = read_drawing(f"{SVG}{DRAWINGS[name]}</svg>".encode(), prefix="")
    face = Face("bomb", f"{SVG}{drawing.inner}</svg>", Size(100, 100), 0)
    with pytest.raises(CannotRender, match="the drawing bomb") as caught:
        engine().convert([face], [])
    assert caught.value.face == "bomb"


@pytest.mark.parametrize(
    ("rules", "elements"),
    [
        ("g " * 500 + "rect{fill:red}", "<g>" * 190 + RECT * 5_000 + "</g>" * 190),
        ("rect:nth-child(3n+1 of rect){fill:red}", RECT * 20_000),
    ],
)
def test_rules_that_look_far_are_no_work(rules, elements):
    with pytest.raises(UnsafeDrawing, match="style sheet"):
        read_drawing(f"{SVG}<style>{rules}</style>{elements}</svg>".encode(), prefix="")


@pytest.mark.long
@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_that_never_ends_is_stopped_by_its_worker(name, tmp_path):
    """Each command ends within 10 s of a processor and 1 GB, with a finding and without a traceback."""
    write_files(tmp_path, project(TEMPLATES[name]))
    for command in COMMANDS:  # what has errors is not built, what is not built not verified
        code, wrong = run(command, tmp_path)
        assert wrong == ""
        if code:
            break
