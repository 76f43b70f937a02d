"""Links that lead out of a project, and names that do."""

import os
from collections.abc import Iterator
from functools import partial

from tests.security.escape_case import ART, KEEP, LOOK, WRITING, Escape
from tests.security.escape_sandbox import FRONT, Sandbox

READ = {
    "card_data": "../neighbour/card_data",
    "card_data/soup": "../../neighbour/card_data/soup",
    "card_data/soup/game.yaml": "../../../neighbour/folder/game.yaml",
    "card_data/soup/food.yaml": "../../../neighbour/secret.yaml",
    "card_data/soup/more.yaml": "../../../neighbour/secret.yaml",
    "card_data/soup/broken.yaml": "../../../neighbour/secret.txt",
    "card_data/soup/deck.csv": "../../../neighbour/secret.csv",
    "card_data/soup/rules.yaml": "../../../neighbour/secret.txt",
    "card_data/soup/claims.yaml": "../../../neighbour/secret.txt",
    "card_data/soup/approved.yaml": "../../../neighbour/secret.txt",
    "card_data/soup/i18n": "../../../neighbour/folder",
    "card_data/soup/i18n/fr": "../../../../neighbour/folder",
    "card_data/soup/i18n/fr/food.yaml": "../../../../../neighbour/secret.txt",
    "card_data/soup/i18n/fr/fonts": "../../../../../neighbour/folder",
    "card_data/soup/art": "../../../neighbour/folder",
    "card_data/soup/art/leek.svg": "../../../../neighbour/secret.svg",
    "card_data/soup/art/leek.png": "../../../../neighbour/secret.png",
    "card_data/soup/art/placement.yaml": "../../../../neighbour/secret.txt",
    "card_data/soup/art/credits.yaml": "../../../../neighbour/secret.txt",
    "card_data/soup/art/below": "../../../../neighbour/folder",
    "templates": "../neighbour/templates",
    "templates/soup": "../../neighbour/folder",
    "templates/base": "../../neighbour/folder",
    "templates/soup/food.svg.j2": "../../../neighbour/secret.svg.j2",
    "templates/soup/icons": "../../../neighbour/folder",
    "templates/soup/icons/pea.svg": "../../../../neighbour/secret.svg",
    "templates/soup/art": "../../../neighbour/folder",
    "fonts": "../neighbour/folder",
    "fonts/secret.ttf": "../../neighbour/secret.ttf",
    "fonts/below": "../../neighbour/folder",
    "fonts/broken.ttf": "../../neighbour/secret.txt",
    "releases": "../neighbour/folder",
    "releases/v1": "../../neighbour",
    "releases/v1/soup": "../../../neighbour/folder",
    "releases/v1/soup/manifest.json": "../../../../neighbour/folder/manifest.json",
    "releases/v1/soup/faces": "../../../../neighbour/folder",
    "snapshots": "../neighbour/folder",
    "snapshots/soup": "../../neighbour/folder",
    "snapshots/soup/manifest.json": "../../../neighbour/folder/manifest.json",
    "v1": "../neighbour/folder",
    "HEAD": "../neighbour/folder",
    "jobs.csv": "../neighbour/secret.csv",
}
"""A name in the project, and where a link of that name leads."""

WRITTEN = (
    "output",
    "output/soup",
    "output/soup/a4",
    "output/soup/svg",
    "output/soup/svg/fonts",
    "output/soup/manifest.json",
    "output/soup/a4/print.pdf",
    "output/soup/rules.html",
    "output/soup/export",
    "output/soup/export/png",
    "output/soup/art-brief",
    "output/soup/stats",
    "output/soup/snapshot.html",
    "output/batch",
    "output/batch/batch-report.csv",
    "output/calibration-a4.pdf",
    "releases",
    "releases/v2",
    "releases/v2/soup",
    "snapshots",
    "snapshots/soup",
    "snapshots/soup/faces",
    "schemas",
    "card_data/soup/approved.yaml",
    "card_data/soup/i18n/de",
    "card_data/soup/art/replaced",
    "card_data/soup/art/credits.yaml",
)
"""What commands write."""

EVERY_WRITING = (
    *WRITING,
    "rules --format html",
    "export png",
    "export tts",
    "batch jobs.csv --workers 1",
    "calibrate",
    "schema",
    "strings --lang de --write",
    "art add @PROJECT/new.svg --for leek --credit Ann",
    "art place leek --zoom 1.5",
    "snapshot",
    "snapshot --update",
)

WRITERS = {
    "output": ("",),
    "output/soup": ("build", "rules", "brief", "stats", "export", "snapshot"),
    "output/soup/rules.html": ("rules",),
    "output/soup/export": ("export",),
    "output/soup/export/png": ("export",),
    "output/soup/art-brief": ("brief",),
    "output/soup/stats": ("stats",),
    "output/soup/snapshot.html": ("approve", "snapshot"),
    "output/batch": ("batch",),
    "output/batch/batch-report.csv": ("batch",),
    "output/calibration-a4.pdf": ("calibrate",),
    "releases": ("release",),
    "releases/v2": ("release",),
    "releases/v2/soup": ("release",),
    "snapshots": ("approve", "snapshot"),
    "snapshots/soup": ("approve", "snapshot"),
    "snapshots/soup/faces": ("approve", "snapshot"),
    "schemas": ("schema",),
    "card_data/soup/approved.yaml": ("approve",),
    "card_data/soup/i18n/de": ("strings",),
    "card_data/soup/art/replaced": ("art",),
    "card_data/soup/art/credits.yaml": ("art",),
}
"""The commands that write a file or a folder, by words that they have; others are written by build."""

NAMES = {
    "parent": "../../../neighbour/secret{}",
    "parent further": "../../../../../../../../../../..@NEIGHBOUR/secret{}",
    "absolute": "@NEIGHBOUR/secret{}",
    "home": "~/secret{}",
    "home of a user": "~root/secret{}",
    "variable": "$HOME/secret{}",
    "backslashes": "..\\..\\..\\neighbour\\secret{}",
    "drive": "C:\\neighbour\\secret{}",
    "drive, relative": "C:secret{}",
    "share": "\\\\127.0.0.1\\share\\secret{}",
    "share, slashes": "//127.0.0.1/share/secret{}",
    "device path": "\\\\?\\C:\\secret{}",
    "file address": "file://@NEIGHBOUR/secret{}",
    "web address": "@URL/secret{}",
    "percent": "..%2f..%2f..%2fneighbour%2fsecret{}",
    "percent twice": "..%252f..%252fneighbour%252fsecret{}",
    "null byte": "leek\\0../../../neighbour/secret{}",
    "dot segments": "./.././../../neighbour/./secret{}",
    "inner parent": "below/../../../../neighbour/secret{}",
    "look-alike slash": "..\u2215..\u2215..\u2215neighbour\u2215secret{}",
    "full-width dots": "\uff0e\uff0e/\uff0e\uff0e/neighbour/secret{}",
    "trailing dots": ".../.../.../neighbour/secret{}",
    "trailing space": ".. /.. /.. /neighbour/secret{}",
    "stream": "leek.svg::$DATA/../../../../neighbour/secret{}",
    "proc": "/proc/self/cwd/../neighbour/secret{}",
}
"""A name that a file may give in the place of that of a file beside it."""


def escapes() -> Iterator[Escape]:
    """Yield the attempts."""
    for name, target in READ.items():
        yield Escape("links read", name, partial(_linked, name=name, target=target), _commands_of(name))
    yield Escape(
        "links read",
        "absolute",
        partial(_linked, name="card_data/soup/art/leek.svg", target="@NEIGHBOUR/secret.svg"),
    )
    yield Escape("links read", "chain of links", _chained, quick=True)
    yield Escape("links read", "ring of links", _ringed)
    yield Escape("links read", "link to a link that leads back", _around)
    yield Escape(
        "links read",
        "hidden folder",
        partial(_linked, name="card_data/.soup", target="../../neighbour/card_data/soup"),
    )
    for target in ("/dev/zero", "/proc/self/environ", "/etc/passwd"):
        for name in (
            "card_data/soup/more.yaml",
            "card_data/soup/art/leek.svg",
            "fonts/a.ttf",
            "templates/soup/food.svg.j2",
        ):
            yield Escape(
                "links to devices",
                f"{name} to {target}",
                partial(_linked, name=name, target=target),
                ("check",),
            )
    for name in (
        "card_data/soup/more.yaml",
        "card_data/soup/art/leek.svg",
        "templates/soup/icons/pea.svg",
        "fonts/a.ttf",
    ):
        yield Escape(
            "links to devices", f"{name}, a pipe", partial(_pipe, name=name), ("check", "build --paper a4")
        )
    for name in WRITTEN:
        target = "neighbour/written" if "." in name.rpartition("/")[2] else "neighbour/folder"
        up = "../" * (name.count("/") + 1)
        yield Escape(
            "links written", name, partial(_linked_output, name=name, target=up + target), EVERY_WRITING
        )
    yield Escape("links written", "a file of the neighbour", _overwrites, EVERY_WRITING, quick=True)
    yield Escape(
        "links written",
        "--out in the project",
        partial(_linked, name="mine", target="../neighbour/folder"),
        ("build --paper a4",),
    )
    for what, (key, change) in _NAMED.items():
        for how, name in NAMES.items():
            yield Escape(
                f"names of {what}", how, partial(change, name=name), _commands_of(key), quick=how == "parent"
            )


def _commands_of(name: str) -> tuple[str, ...]:
    if name.startswith(("releases", "v1", "HEAD")):
        return ("diff v1", "diff HEAD", "build --paper a4 --changed-since v1", "release v1")
    if name.startswith("snapshots"):
        return ("snapshot", "approve soup --pictures")
    if "i18n" in name:
        return ("check --lang fr", "build --paper a4 --lang fr", "strings --lang fr", "check")
    if name == "jobs.csv":
        return ("batch jobs.csv --workers 1",)
    if "art" in name:
        return (*LOOK, *ART)
    if "approved" in name:
        return ("check", *KEEP)
    return (*LOOK, "list --pieces", "stats soup")


def _linked(box: Sandbox, name: str, target: str) -> None:
    box.link(name, target)


def _linked_output(box: Sandbox, name: str, target: str) -> None:
    box.write("jobs.csv", "name\na\n")
    box.write("new.svg", (box.project / "card_data/soup/art/leek.svg").read_bytes())
    box.link(name, target)


def _chained(box: Sandbox) -> None:
    box.link("one", "../neighbour")
    box.link("two", "one")
    box.link("card_data/soup/art/leek.svg", "../../../two/secret.svg")


def _ringed(box: Sandbox) -> None:
    for name in (
        "card_data/soup/art/leek.svg",
        "output",
        "fonts",
        "card_data/soup/more.yaml",
        "templates/soup/icons",
    ):
        box.link(name, name.rpartition("/")[2])


def _around(box: Sandbox) -> None:
    box.link("card_data/soup/art/leek.svg", "../../../../neighbour/../neighbour/folder/../secret.svg")


def _pipe(box: Sandbox, name: str) -> None:
    path = box.project / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def _overwrites(box: Sandbox) -> None:
    _linked_output(box, "output/soup/manifest.json", "../../../neighbour/secret.json")
    box.link("output/soup/rules.html", "../../../neighbour/secret.txt")
    box.link("card_data/soup/art/placement.yaml", "../../../../neighbour/secret.yaml")


def _front(box: Sandbox, name: str) -> None:
    box.change("card_data/soup/food.yaml", "front: food.svg.j2", f"front: {_quoted(name, '.svg.j2')}")


def _rows(box: Sandbox, name: str) -> None:
    box.change("card_data/soup/deck.yaml", "rows: deck.csv", f"rows: {_quoted(name, '.csv')}")


def _art_field(box: Sandbox, name: str) -> None:
    box.change("card_data/soup/food.yaml", "name: Leek,", f"name: Leek, art: {_quoted(name, '')},")
    box.write(
        "templates/soup/food.svg.j2", FRONT.replace("picture(piece.id", "picture(piece.art or piece.id")
    )


def _icon(box: Sandbox, name: str) -> None:
    box.change(
        "card_data/soup/food.yaml",
        "{pea}",
        "{" + name.format("").replace('"', "").replace("\\", "\\\\") + "}",
    )


def _include(box: Sandbox, name: str) -> None:
    text = name.format(".svg.j2").replace("\\", "\\\\")
    box.change(
        "templates/soup/food.svg.j2",
        "{% endblock %}",
        f'{{% include "{text}" ignore missing %}}{{% endblock %}}',
    )


def _piece_id(box: Sandbox, name: str) -> None:
    box.change("card_data/soup/food.yaml", "id: leek", f"id: {_quoted(name, '')}")


def _slot(box: Sandbox, name: str) -> None:
    box.write("card_data/soup/art/placement.yaml", f"{_quoted(name, '')}: {{zoom: 2}}\n")
    box.write("card_data/soup/art/credits.yaml", f"{_quoted(name, '.svg')}: {{credit: Ann}}\n")
    text = name.format("").replace("\\", "\\\\").replace('"', "")
    box.change("templates/soup/food.svg.j2", "picture(piece.id", f'picture("{text}"')


def _language(box: Sandbox, name: str) -> None:
    text = name.format("").replace(" ", "")
    box.write("lang.txt", text)


def _quoted(name: str, ending: str) -> str:
    """Return the name as YAML has it."""
    text = name.format(ending)
    return '"' + text.replace("\\0", "\x00").replace("\\", "\\\\").replace("\x00", "\\0") + '"'


_NAMED = {
    "templates": ("front", _front),
    "tables": ("rows", _rows),
    "pictures": ("art", _art_field),
    "icons": ("icon", _icon),
    "included templates": ("include", _include),
    "pieces": ("art", _piece_id),
    "slots": ("art", _slot),
}
