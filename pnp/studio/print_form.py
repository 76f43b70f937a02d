"""What there is to choose from when a game is printed, for a form: each choice with a sentence about it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pnp.export.cut_formats import CUT_FORMATS
from pnp.impose.bought_layout import bought_layout
from pnp.load.game import Loaded
from pnp.load.machines import cutting_machine, machine_names
from pnp.load.project import Project
from pnp.load.translation_files import languages_of
from pnp.model.bought_sheets import BOUGHT_SHEETS
from pnp.model.game import Component, Game
from pnp.model.kinds import STOCKS
from pnp.model.line_styles import MARKS
from pnp.model.papers import PAPERS, UNPRINTABLE, Paper, find_paper
from pnp.model.sheet import BACKS
from pnp.printers import known_printers
from pnp.shops.targets import export_targets
from pnp.studio.print_choice import KnownVersion, in_words_of_the_page, known_versions
from pnp.text import counted

COMMON = ("a4", "letter")
"""The papers that most people have, which come first."""

_CUT: Mapping[str, str] = {
    "svg": "the cut lines of each sheet as SVG, for a cutting plotter or a drawing program",
    "dxf": "the cut lines of each sheet as DXF, for a cutting plotter",
    "laser": "the cut lines of each sheet as SVG in the colours that laser cutters know",
}


@dataclass(frozen=True, slots=True)
class Option:
    """One of several things to choose: its `name`, a `title` to show, and a sentence `about` it."""

    name: str
    title: str
    about: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class ComponentOption:
    """A component that can be printed alone."""

    name: str
    title: str
    about: str
    copies: int


@dataclass(frozen=True, slots=True)
class GameOption:
    """A game that can be printed; one with errors in its files has no components, and a number of `errors`.

    `sheets` are those sold ready cut that something of it fits.
    """

    name: str
    title: str
    components: tuple[ComponentOption, ...] = ()
    themes: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    sheets: tuple[Option, ...] = ()
    errors: int = 0


@dataclass(frozen=True, slots=True)
class TargetOption:
    """A print shop or a table on a screen, and what it takes."""

    name: str
    title: str
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrintForm:
    """All there is to choose from; the first of each is what most people want. `margin` is what a printer leaves white, in mm.

    `set_aside` are sentences about printers whose files were damaged.
    """

    games: tuple[GameOption, ...]
    papers: tuple[Option, ...]
    backs: tuple[Option, ...]
    marks: tuple[Option, ...]
    cuts: tuple[Option, ...]
    printers: tuple[Option, ...]
    targets: tuple[TargetOption, ...]
    versions: tuple[KnownVersion, ...]
    margin: float = UNPRINTABLE
    set_aside: tuple[str, ...] = ()


def print_form(project: Project, games: Mapping[str, Loaded]) -> PrintForm:
    """Return what there is to choose from for the games of a project."""
    printers = known_printers()
    return PrintForm(
        games=tuple(_game(project, name, loaded) for name, loaded in games.items()),
        papers=tuple(_paper(paper) for paper in _papers_in_order()),
        backs=tuple(Option(name, name, about) for name, about in BACKS.items()),
        marks=tuple(Option(name, name, about) for name, about in MARKS.items()),
        cuts=tuple(_cuts()),
        printers=tuple(
            Option(each.name, each.name, str(each).removeprefix(f"{each.name}: "))
            for each in printers.printers
        ),
        targets=tuple(
            TargetOption(each.name, each.title, tuple(map(in_words_of_the_page, each.about)))
            for each in export_targets()
        ),
        versions=known_versions(project),
        set_aside=printers.set_aside,
    )


def _game(project: Project, name: str, loaded: Loaded) -> GameOption:
    game, folder = loaded.game, project.game_folder(name)
    if game is None:
        return GameOption(name, name, errors=sum(each.severity == "error" for each in loaded.diagnostics))
    return GameOption(
        name,
        game.title,
        components=tuple(_component(each) for each in game.components),
        themes=tuple(game.themes),
        languages=languages_of(folder) if folder else (),
        sheets=tuple(_fitting_sheets(game)),
    )


def _component(component: Component) -> ComponentOption:
    kind, count = component.kind, component.copies
    about = (
        f"{counted(count, kind.one, kind.many)}, {component.size.width:.4g} × {component.size.height:.4g} mm"
    )
    return ComponentOption(component.id, component.title, f"{about}; {STOCKS[kind.stock]}", count)


def _fitting_sheets(game: Game) -> Iterator[Option]:
    """Yield the sheets of labels and cards that some component fits."""
    for name, sheet in BOUGHT_SHEETS.items():
        paper = find_paper(name)
        fitting = [each.title for each in game.components if bought_layout(each, paper.size, sheet)]
        if fitting:
            yield Option(
                name, paper.title, f"{PAPERS[sheet.paper].title}, for {', '.join(fitting)}", "bought"
            )


def _papers_in_order() -> Sequence[Paper]:
    return [
        *(PAPERS[name] for name in COMMON),
        *(paper for name, paper in PAPERS.items() if name not in COMMON),
    ]


def _paper(paper: Paper) -> Option:
    group = "common" if paper.name in COMMON else "other"
    return Option(paper.name, paper.title, f"{paper.size.width:g} × {paper.size.height:g} mm", group)


def _cuts() -> Iterator[Option]:
    """Yield the kinds of cut files, and the machines that find a sheet by its marks or print themselves."""
    for name in CUT_FORMATS:
        yield Option(name, name.upper() if name != "laser" else "Laser", _CUT[name], "file")
    for name in machine_names():
        machine = cutting_machine(name)
        takes = (
            "pictures that its program prints" if machine.areas else "sheets with the marks that it looks for"
        )
        yield Option(name, machine.title, f"{takes}, in a folder of their own", "machine")
