"""The excerpts of how-it-works.md, one card followed through the stages, and of claims.md; all as they really are."""  # noqa: INP001

import json
import re
import shutil
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pikepdf

from pnp.__main__ import run
from pnp.build.options import BuildOptions
from pnp.build.pipeline import BuildContext, ImposedComponent, draw_game, fonts_of
from pnp.claims.expressions import FUNCTIONS
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.face import FacePages
from pnp.model.game import Piece
from pnp.model.papers import find_paper
from pnp.model.sheet import Sheet

ROOT = Path(__file__).resolve().parent.parent
GAME, COMPONENT, CARD = "yes_broccoli", "food", "apple"


@dataclass(frozen=True)
class Followed:
    """The card's component after each stage."""

    piece: Piece
    printed: ImposedComponent
    pages: FacePages

    def sheets(self) -> list[Sheet]:
        """Return the two sides of the first sheet that has the card."""
        every = self.printed.sheets["a4"]
        first = next(each for each in every if any(p.piece == CARD for p in each.placements))
        return [each for each in every if each.number == first.number]


@cache
def followed() -> Followed:
    """Take the component through the stages, as `pnp build` does."""
    project = find_project(ROOT)
    game = load_game(project, GAME).game
    assert game is not None
    (component,) = [each for each in game.components if each.id == COMPONENT]
    (piece,) = [each for each in component.pieces if each.id == CARD]
    options = BuildOptions(papers=(find_paper("a4"),), components=(COMPONENT,))
    drawn = draw_game(BuildContext(project, fonts_of(project), options), game)
    assert not drawn.diagnostics
    (printed,) = drawn.components
    return Followed(piece, printed, drawn.pages[COMPONENT])


def fenced(text: str, language: str = "") -> str:
    """Return the text as a block of code."""
    return f"```{language}\n{text.rstrip()}\n```"


def yaml_line() -> str:
    """Return the card as it stands in its file, without where its facts come from."""
    lines = (ROOT / f"card_data/{GAME}/{COMPONENT}.yaml").read_text(encoding="utf-8").splitlines()
    (line,) = [line for line in lines if f"id: {CARD}," in line]
    return fenced(re.sub(r", source: .*", ", source: ...}", line.strip()), "yaml")


def value() -> str:
    """Return the card as a value of the model."""
    piece = followed().piece
    place = piece.places["value"]
    parts = [
        f"id={piece.id!r}",
        f"copies={piece.copies}",
        f"fields={{'name': {piece.fields['name']!r}, 'value': {piece.fields['value']!r}}}",
        f"front={piece.front!r}",
        f"back={piece.back!r}",
        f"places={{'value': Place({place.file!r}, line={place.line}, column={place.column}), ...}}",
    ]
    return fenced("Piece(" + ",\n      ".join(parts) + ", ...)", "python")


def finding() -> str:
    """Return what `pnp check` says when the card has a slip."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for part in (f"card_data/{GAME}", f"templates/{GAME}"):
            shutil.copytree(ROOT / part, root / part)
        path = root / f"card_data/{GAME}/{COMPONENT}.yaml"
        text = path.read_text(encoding="utf-8")
        slip = re.sub(rf"(id: {CARD},.*?copies: )3(.*)", r"\1three}", text, count=1)
        assert slip != text
        path.write_text(slip, encoding="utf-8")
        said = StringIO()
        with chdir(root), redirect_stderr(said), redirect_stdout(StringIO()):
            assert run(["check"]) == 1
    return fenced(said.getvalue())


def drawing() -> str:
    """Return the head of the card's drawing and its name."""
    deck = followed().printed.rendered.deck
    svg = deck.faces[deck.fronts[CARD]].svg
    head = svg[: svg.index("</title>") + len("</title>")]
    (name,) = re.findall(r"<text[^>]*>Apple</text>", svg)
    return fenced(f"{head}\n  ...\n{name}\n  ...\n</svg>", "xml")


def counts() -> str:
    """Return how many things, drawings and pages there are."""
    printed = followed().printed
    deck, component = printed.rendered.deck, printed.component
    return (
        f"The {component.copies} cards of `{COMPONENT}` are {len(component.pieces)} pieces; with their common back\n"
        f"they are {len(deck.faces)} drawings, so the one conversion makes {len(followed().pages.where)} pages of "
        f"{component.size.width + 2 * component.bleed:g} × {component.size.height + 2 * component.bleed:g} mm."
    )


def page_map() -> str:
    """Return front and back of the card's sheet as one sees them."""
    sides = [(sheet.side, _rows(sheet)) for sheet in followed().sheets()]
    width = max(len(word) for _, rows in sides for row in rows for word in row) + 2
    lines = ["   ".join(f"{side:<{3 * width}}" for side, _ in sides)]
    lines += (
        "   ".join("".join(f"{word:<{width}}" for word in row) for row in rows)
        for rows in zip(*(rows for _, rows in sides), strict=True)
    )
    return fenced("\n".join(line.rstrip() for line in lines))


def _rows(sheet: Sheet) -> list[list[str]]:
    """Return which copy of which piece lies where, row by row."""
    tops = sorted({round(each.trim.y, 3) for each in sheet.placements})
    return [
        [
            f"{each.piece} {each.copy}"
            for each in sorted(sheet.placements, key=lambda each: each.trim.x)
            if round(each.trim.y, 3) == top
        ]
        for top in tops
    ]


@cache
def built() -> tuple[str, str]:
    """Return the manifest's entry of the card's first copy, and the operators that draw it in the PDF."""
    with TemporaryDirectory() as folder:
        with chdir(ROOT), redirect_stdout(StringIO()):
            run(["build", GAME, "--component", COMPONENT, "--paper", "a4", "--no-svg", "--out", folder])
        manifest = json.loads((Path(folder) / GAME / "manifest.json").read_text(encoding="utf-8"))
        number = followed().sheets()[0].page
        entries = manifest["sheets"][number - 1]["placements"]
        index = next(index for index, each in enumerate(entries) if each["piece"] == CARD)
        with pikepdf.open(Path(folder) / GAME / "a4" / f"{COMPONENT}.pdf") as pdf:
            contents = pdf.pages[number - 1].Contents
            stream = contents[0].read_bytes().decode()
        (drawn,) = [line for line in stream.splitlines() if f"/C{index + 1} Do" in line]
    return json.dumps(entries[index]), drawn


def said_by(*words: str) -> str:
    """Return what pnp says to a command line in the project's folder."""
    said = StringIO()
    with chdir(ROOT), redirect_stdout(said):
        assert run(words) == 0
    return fenced(said.getvalue(), "text")


def broken_claim() -> str:
    """Return what `pnp check` says when a food is missing from the box."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for part in (f"card_data/{GAME}", f"templates/{GAME}"):
            shutil.copytree(ROOT / part, root / part)
        path = root / f"card_data/{GAME}/{COMPONENT}.yaml"
        fewer, changes = re.subn(rf"(id: {CARD},.*?copies: )3", r"\g<1>2", path.read_text(encoding="utf-8"))
        assert changes == 1
        path.write_text(fewer, encoding="utf-8")
        said = StringIO()
        with chdir(root), redirect_stderr(said), redirect_stdout(StringIO()):
            assert run(["check", "--no-faces"]) == 1
    first = said.getvalue().split("card_data/")[1]
    return fenced(f"card_data/{first}", "text")


def claim_functions() -> str:
    """Return the functions of expressions, each with its docstring and its examples."""
    found = []
    for name, function in FUNCTIONS.items():
        lines = [line.strip() for line in (function.call.__doc__ or "").strip().splitlines()]
        examples = "\n".join(line.removeprefix("> ") for line in lines if line.startswith("> "))
        found.append(f"### {name}\n\n{lines[0]}\n" + (f"\n{fenced(examples, 'jinja')}" if examples else ""))
    return "\n\n".join(each.rstrip() for each in found)


EXCERPTS = {
    "the card in YAML": yaml_line,
    "the card as a value": value,
    "a slip": finding,
    "the card as a drawing": drawing,
    "how many": counts,
    "the card on its sheet": page_map,
    "the card in the manifest": lambda: fenced(built()[0], "json"),
    "the card in the PDF": lambda: fenced(built()[1]),
    "a verdict": lambda: said_by("check", "yoggity", "--no-faces"),
    "a claim explained": lambda: said_by("check", "yoggity", "--explain", "Y051"),
    "a broken claim": broken_claim,
    "the functions of claims": claim_functions,
}
"""What how-it-works.md and claims.md ask for -> what makes it."""
