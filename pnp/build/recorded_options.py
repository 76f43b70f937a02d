"""The options that a file was built with, kept in the manifest and read from there."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pnp.build.options import BuildOptions
from pnp.convert.engines import ENGINES
from pnp.export.manifest import how_made
from pnp.model.cutting_machines import CuttingMachine
from pnp.model.line_styles import MARKS
from pnp.model.papers import FULL_SIZE, MOST_MARGIN, Paper, found_papers
from pnp.model.sheet import BACKS

USUAL = BuildOptions()


def made_with_of(options: BuildOptions, paper: str) -> dict[str, Any]:
    """Return what a manifest says of a file that is made with these options on this paper.

    >>> made_with_of(BuildOptions(marks="none", margin=4), "a4")
    {'marks': 'none', 'margin_mm': 4}
    """
    names = ("backs", "marks", "renderer", "theme")
    said = {name: getattr(options, name) for name in names}
    made: dict[str, Any] = {name: value for name, value in said.items() if value != getattr(USUAL, name)}
    for own, usual in zip(
        (each for each in options.papers if each.name == paper), found_papers([paper]), strict=False
    ):
        if own.unprintable != usual.unprintable:
            made["margin_mm"] = own.unprintable
    return made


def options_of(
    manifest: Mapping[str, Any], file: str, paper: Paper, machine: CuttingMachine | None = None
) -> BuildOptions:
    """Return the options that a manifest says a file was made with; what no build could have had is passed over."""
    said = how_made(manifest, file)
    known = {"backs": tuple(BACKS), "marks": tuple(MARKS), "renderer": tuple(ENGINES)}
    chosen = {name: said[name] for name, values in known.items() if said.get(name) in values}
    if machine and chosen.get("backs") == "gutterfold":
        del chosen["backs"]
    margin = said.get("margin_mm")
    if isinstance(margin, int | float) and 0 <= margin <= MOST_MARGIN and paper.name != FULL_SIZE:
        paper = replace(paper, unprintable=margin)
    return BuildOptions(papers=(paper,), cut=(machine.id,) if machine else (), **chosen)


def themes_of(manifest: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the themes that a manifest says its files were made with, "" for the usual look, and the papers of each."""
    found: dict[str, set[str]] = {}
    for file, paper in _sheet_files(manifest).items():
        found.setdefault(str(how_made(manifest, file).get("theme", "")), set()).add(paper)
    return {theme: sorted(papers) for theme, papers in sorted(found.items())}


def renderer_of(manifest: Mapping[str, Any], usual: str) -> str:
    """Return the renderer that a manifest says its files were made with, where that is not the usual one."""
    said = sorted({str(how_made(manifest, file).get("renderer", usual)) for file in _sheet_files(manifest)})
    return next((name for name in said if name in ENGINES and name != usual), usual)


def _sheet_files(manifest: Mapping[str, Any]) -> dict[str, str]:
    """Return the files of sheets that a manifest names, with the paper of each."""
    return {f"{each['paper']}/{each['component']}.pdf": each["paper"] for each in manifest.get("sheets", ())}
