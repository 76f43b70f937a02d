"""What `check` passes, `build` builds and `verify` finds right: projects put together at random.

More of them: PNP_EXAMPLES=500 python -m pytest tests/test_what_check_passes.py
"""

import os
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp import BuildOptions, CheckOptions, build_games, check_games, find_paper, has_errors, verify_games
from pnp.build.verification import VerifyOptions
from pnp.load.project import find_project

EXAMPLES = int(os.environ.get("PNP_EXAMPLES", "5"))

KINDS = {
    "cards": "size: {width} x {height} mm\nbleed: {bleed}mm\n",
    "discs": "diameter: {width}mm\nbleed: {bleed}mm\n",
    "tiles": "shape: hexagon\nside: {width}mm\n",
    "markers": "size: {width} x {height} mm\n",
    "sheet": "size: {height} x {width} mm\n",
    "dice": "sides: 6\nsize: 16mm\n",
}
DRAWN = (
    "{{ line(piece.name, face.width / 2, face.height / 2, anchor='middle', size=8) }}",
    "{{ fit(piece.text, face.safe_box, size=12, min=4) }}",
    "{{ line(piece.text, 2, 9, size=8, max_width=face.width - 6, min=4) }}",
    "{{ picture('art', (1, 1, 9, 9)) }}",
    "{{ icon('sun', face.width / 3, 6, 5) }}",
    '<g transform="rotate(20)"><path d="M1 1L5 9" stroke="#aa0000"/></g>',
    '<ed:view xmlns:ed="urn:editor" ed:zoom="2"/><g id="a"/>',
    '<defs><linearGradient id="g"><stop stop-color="#aa0000"/></linearGradient></defs><circle r="9" fill="url(#g)"/>',
    '<use href="#nothing"/>',
    '<text x="3" y="9" font-family="Lato" font-size="3">{{ piece.name|upper }}</text>',
)
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#3f9b3a"/></svg>'
WORDS = st.text(st.sampled_from("abc DEF 12 éß *_`<>&{}[]\\\"'東ب😀"), max_size=30)


@st.composite
def projects(draw):
    """Yield the files of a project, and the paper that it is built on."""
    kind = draw(st.sampled_from(sorted(KINDS)))
    width, height = draw(st.integers(8, 120)), draw(st.integers(8, 180))
    size = KINDS[kind].format(width=width, height=height, bleed=draw(st.sampled_from((0, 1, 3))))
    base = draw(st.sampled_from(('{% extends "base/card.svg.j2" %}{% block body %}', '{% extends "base/net.svg.j2" %}{% block panels %}')))  # fmt: skip
    drawn = "\n".join(draw(st.lists(st.sampled_from(DRAWN), max_size=4)))
    rows = "".join(
        f"  - {{id: p{number}, name: {_quoted(draw(WORDS) or 'x')}, text: {_quoted(draw(WORDS))}}}\n"
        for number in range(draw(st.integers(1, 3)))
    )
    back = draw(st.sampled_from(("", "back: front.svg.j2\n")))
    return {
        "card_data/soup/game.yaml": f"title: {_quoted(draw(WORDS) or 'Soup')}\nfonts: {{title: Lato, body: Source Sans Pro}}\n",
        "card_data/soup/part.yaml": f"kind: {kind}\ntitle: Part\n{size}front: front.svg.j2\n{back}pieces:\n{rows}",
        "card_data/soup/art/art.svg": PICTURE,
        "templates/soup/icons/sun.svg": PICTURE,
        "templates/soup/front.svg.j2": f"{base}{drawn}{{% endblock %}}",
    }, draw(st.sampled_from(("a4", "letter", "a5")))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(projects())
def test_what_check_passes_is_built_and_found_right(made):
    files, paper = made
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        project = find_project(root)
        found = [
            each
            for result in check_games(project, (), CheckOptions(cache=False))
            for each in result.diagnostics
        ]
        assert all(each.place for each in found)
        if has_errors(found):
            return
        options = BuildOptions(papers=(find_paper(paper),), svg=False)
        built = [
            each for result in build_games(project, (), options, cache=False) for each in result.diagnostics
        ]
        no_room = {"PNP402", "PNP403", "PNP408", "PNP416"}  # a paper that check was not asked about
        assert [each for each in built if each.severity == "error" and each.code not in no_room] == []
        if not has_errors(built):
            verified = verify_games(project, (), VerifyOptions())
            wrong = [each for result in verified for each in result.diagnostics if each.severity == "error"]
            assert wrong == []
