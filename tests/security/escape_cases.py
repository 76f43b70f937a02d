"""Every attempt to get out of a project: what is put into it, and which commands run then."""

import io
import json
import os
import zipfile
from collections.abc import Callable, Iterator
from functools import partial

from tests.security.escape_sandbox import FRONT, Sandbox, git
from tests.security.escape_texts import (
    CLAIMS,
    FOREIGN_OBJECTS,
    GIT_SETTINGS,
    HEADER,
    NAMES,
    PRINTERS,
    READ,
    SVG,
    TABLES,
    TEMPLATE,
    TEXTS,
    WHOLE_SVG,
    WORKBOOK_PARTS,
    WRITTEN,
    YAML,
)
from tests.security.escapes import ART, KEEP, LOOK, Escape

WRITING = (
    "build --paper a4",
    "rules --format html",
    "art brief",
    "release v2",
    "approve soup --pictures",
    "stats soup",
    "export png",
    "export tts",
    "batch jobs.csv --workers 1",
    "calibrate",
    "schema",
    "strings --lang de --write",
    "art add @PROJECT/new.svg --for leek --credit Ann",
    "art place leek --zoom 1.5",
)
VERSIONS = ("diff HEAD", "diff main", "build --paper a4 --changed-since HEAD")
DRAWN = ("check", "build --paper a4", "rules --format html")
QUICK = {
    "links read: chain of links",
    "links read: snapshots/soup/manifest.json",
    "links written: a file of the neighbour",
    "templates: include, parent",
    "templates: subclasses, filter",
    "templates: format kept for later",
    "drawings of strangers: image, file",
    "drawings of strangers: comment that ends in HTML",
    "drawings of strangers: style, image-set",
    "drawings of strangers: entity, file",
    "claims: attribute",
    "yaml: python object",
    "git: watcher of files",
    "git: repository of the neighbour",
    "git: objects of the neighbour: objects/info/alternates",
    "git: objects of the neighbour: commondir",
}
"""The attempts that the suite makes, besides one of each kind of names."""


def table(kind: str, texts: dict, prepare: Callable[..., object], *commands: str) -> Iterator[Escape]:
    """Yield an attempt for each text; `prepare` is given the sandbox and the text."""
    for name, text in texts.items():
        yield Escape(f"{kind}: {name}", partial(prepare, text=text), commands or LOOK)


def every() -> Iterator[Escape]:
    """Yield the attempts."""
    # Links, and names that lead out.
    for name, target in READ.items():
        yield Escape(f"links read: {name}", partial(_linked, name=name, target=target), _readers(name))
    yield Escape("links read: chain of links", _chained)
    yield Escape("links read: ring of links", _ringed)
    devices = (
        "card_data/soup/more.yaml",
        "card_data/soup/art/leek.svg",
        "fonts/a.ttf",
        "templates/soup/food.svg.j2",
    )
    for name in devices:
        for target in ("/dev/zero", "/proc/self/environ", "/etc/passwd"):
            act = partial(_linked, name=name, target=target)
            yield Escape(f"links to devices: {name} to {target}", act, ("check",))
        yield Escape(
            f"links to devices: {name}, a pipe", partial(_pipe, name=name), ("check", "build --paper a4")
        )
    for name in WRITTEN:
        target = "neighbour/written" if "." in name.rpartition("/")[2] else "neighbour/folder"
        act = partial(_linked_output, name=name, target="../" * (name.count("/") + 1) + target)
        yield Escape(f"links written: {name}", act, WRITING)
    yield Escape("links written: a file of the neighbour", _overwrites, WRITING)
    for what, (key, change) in NAMED.items():
        for how, name in NAMES.items():
            yield Escape(
                f"names of {what}: {how}", partial(change, name=name), _readers(key), quick=how == "parent"
            )
    # Templates, drawings, texts and data.
    yield from table("templates", TEMPLATE, _template, *DRAWN)
    yield from table("drawings in templates", SVG, _template, *DRAWN)
    yield from table("drawings of strangers", SVG, _drawing, *DRAWN[:2])
    yield from table("drawings of strangers", WHOLE_SVG, _whole, *DRAWN[:2])
    yield from table("texts", TEXTS, _text)
    yield from table(
        "texts of the rules",
        TEXTS,
        _rules,
        "check",
        "rules --format html",
        "rules --format pdf",
        "rules --format md",
    )
    yield from table("claims", CLAIMS, _claim, "check", "rules --format md --out -")
    yield from table("yaml", YAML, _yaml, "check", "list --pieces")
    yield from table("game.yaml", HEADER, _header, *LOOK, "build --paper a4 --theme x")
    # Files that a program may trust.
    yield from table("git", GIT_SETTINGS, _repository, VERSIONS[0])
    for name, prepare in {
        "hooks": _hooks,
        "repository of the neighbour": _foreign_repository,
        "link in a commit": _committed_link,
        "names of branches": _branches,
    }.items():
        yield Escape(f"git: {name}", prepare, VERSIONS)
    for name, content in FOREIGN_OBJECTS.items():
        act = partial(_foreign_objects, name=name, content=content)
        yield Escape(f"git: objects of the neighbour: {name}", act, VERSIONS)
    paths = {
        name: f"{start}secret.svg"
        for name, start in {
            "parent": "../" * 4 + "neighbour/",
            "absolute": "@NEIGHBOUR/",
            "file": "file://@NEIGHBOUR/",
        }.items()
    }
    yield from table("manifests", paths, _manifest, "diff v1", "build --paper a4 --changed-since v1")
    yield from table("approvals", paths, _approved, "check", *KEEP[:2], "check")
    yield from table("printers", PRINTERS, _printer, "printers", "build --paper a4 --printer office")
    yield from table(
        "batches",
        {name: {"jobs.csv": text} for name, text in TABLES.items()},
        _files,
        "batch jobs.csv --workers 1",
    )
    code = "import pathlib; pathlib.Path('@RAN').touch()\n"
    modules = ("json", "yaml", "multiprocessing", "pickle", "sitecustomize", "conftest", "PIL", "pnp_soup")
    files = {name: {f"{name}.py": code, f"{name}/__init__.py": code} for name in modules}
    yield from table("modules", files, _files, "check")
    text = '[tool.pnp]\nplugins = ["x"]\nout = "@NEIGHBOUR"\n[pnp]\nPNP_CACHE_DIR=@NEIGHBOUR\n'
    settings = {name: {name: text} for name in ("pyproject.toml", ".env", "pnp.toml", ".gitconfig")}
    yield from table("settings in the project", settings, _files, *LOOK[:2])
    yield from table("workbooks", WORKBOOK_PARTS, _workbook, "check", "import deck.xlsx --component spy")


def _readers(name: str) -> tuple[str, ...]:
    """Return the commands that read a file of the project."""
    if name.startswith(("releases", "v1", "HEAD")):
        return ("diff v1", "diff HEAD", "build --paper a4 --changed-since v1", "release v1")
    if name.startswith("snapshots"):
        return ("diff approved", "approve soup --pictures")
    if "i18n" in name:
        return ("check --lang fr", "build --paper a4 --lang fr", "strings --lang fr", "check")
    if name == "jobs.csv":
        return ("batch jobs.csv --workers 1",)
    return (
        *LOOK,
        *(ART if "art" in name else ("list --pieces", "stats soup")),
        *(KEEP if "approved" in name else ()),
    )


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


def _pipe(box: Sandbox, name: str) -> None:
    path = box.project / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def _overwrites(box: Sandbox) -> None:
    _linked_output(box, "output/soup/manifest.json", "../../../neighbour/secret.json")
    box.link("output/soup/rules.html", "../../../neighbour/secret.txt")
    box.link("card_data/soup/art/placement.yaml", "../../../../neighbour/secret.yaml")


def _quoted(name: str, ending: str = "") -> str:
    """Return the name as YAML has it."""
    text = name.format(ending)
    return '"' + text.replace("\\0", "\x00").replace("\\", "\\\\").replace("\x00", "\\0") + '"'


def _in_food(old: str, new: str, ending: str = "") -> Callable[..., None]:
    """Return what names something in the file of the cards."""
    return lambda box, name: box.change(
        "card_data/soup/food.yaml", old, new.replace("@NAME", _quoted(name, ending))
    )


def _rows(box: Sandbox, name: str) -> None:
    box.change("card_data/soup/deck.yaml", "rows: deck.csv", f"rows: {_quoted(name, '.csv')}")


def _art_field(box: Sandbox, name: str) -> None:
    box.change("card_data/soup/food.yaml", "name: Leek,", f"name: Leek, art: {_quoted(name)},")
    box.write(
        "templates/soup/food.svg.j2", FRONT.replace("picture(piece.id", "picture(piece.art or piece.id")
    )


def _icon(box: Sandbox, name: str) -> None:
    text = name.format("").replace('"', "").replace("\\", "\\\\")
    box.change("card_data/soup/food.yaml", "{pea}", "{" + text + "}")


def _include(box: Sandbox, name: str) -> None:
    text = name.format(".svg.j2").replace("\\", "\\\\")
    _template(box, f'{{% include "{text}" ignore missing %}}')


def _slot(box: Sandbox, name: str) -> None:
    box.write("card_data/soup/art/placement.yaml", f"{_quoted(name)}: {{zoom: 2}}\n")
    box.write("card_data/soup/art/credits.yaml", f"{_quoted(name, '.svg')}: {{credit: Ann}}\n")
    text = name.format("").replace("\\", "\\\\").replace('"', "")
    box.change("templates/soup/food.svg.j2", "picture(piece.id", f'picture("{text}"')


NAMED = {
    "templates": ("front", _in_food("front: food.svg.j2", "front: @NAME", ".svg.j2")),
    "tables": ("rows", _rows),
    "pictures": ("art", _art_field),
    "icons": ("icon", _icon),
    "included templates": ("include", _include),
    "pieces": ("art", _in_food("id: leek", "id: @NAME")),
    "slots": ("art", _slot),
}


def _template(box: Sandbox, text: str) -> None:
    box.change("templates/soup/food.svg.j2", "{% endblock %}", text + "{% endblock %}")


def _drawing(box: Sandbox, text: str) -> None:
    words = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"'
    words += ' xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
    _whole(box, f"<svg {words}>{text}</svg>")


def _whole(box: Sandbox, text: str) -> None:
    content = text.encode("latin-1", "replace") if text.startswith("\x1f") else text
    for name in ("card_data/soup/art/leek.svg", "templates/soup/icons/pea.svg", "templates/soup/plain.svg"):
        box.write(name, content)
    own = "kind: cards\ntitle: Own\nsize: 40 x 40 mm\nfront: plain.svg\npieces: [{id: own, name: Own}]\n"
    box.write("card_data/soup/own.yaml", own)


def _text(box: Sandbox, text: str) -> None:
    box.change("card_data/soup/food.yaml", "Boil **twice** {pea}.", text)


def _rules(box: Sandbox, text: str) -> None:
    box.change("card_data/soup/rules.yaml", '["Stir."]', f'["{text}"]')


def _claim(box: Sandbox, text: str) -> None:
    claim = f'claims:\n  - {{id: S1, where: Object, says: There is a card., test: "{text}"}}\n'
    box.write("card_data/soup/claims.yaml", claim)
    box.change("card_data/soup/rules.yaml", "{{ count(food) }}", "{{ " + text.replace(" == ", " or ") + " }}")


def _yaml(box: Sandbox, text: str) -> None:
    box.change("card_data/soup/food.yaml", "name: Leek", f"name: {text}")
    box.write("card_data/soup/i18n/fr/food.yaml", f"Leek: {text}\n")
    box.write("card_data/soup/art/placement.yaml", f"leek: {text}\n")
    box.write("card_data/soup/approved.yaml", f"faces: {text}\n")


def _header(box: Sandbox, text: str) -> None:
    key = text.partition(":")[0]
    old = (box.project / "card_data/soup/game.yaml").read_text(encoding="utf-8")
    kept = [each for each in old.splitlines() if not each.startswith(f"{key}:")]
    box.write("card_data/soup/game.yaml", "\n".join([*kept, text, ""]))


def _files(box: Sandbox, text: dict[str, str]) -> None:
    for name, content in text.items():
        box.write(name, content)


def _repository(box: Sandbox, text: str) -> None:
    box.write(".gitattributes", "* filter=x diff=x export-subst\n")
    git(box.project, "init", "--quiet", "--initial-branch=main")
    git(box.project, "add", "--all")
    git(box.project, "commit", "--quiet", "--message=x")
    with (box.project / ".git/config").open("a", encoding="utf-8") as file:
        file.write(box.filled(text))


def _hooks(box: Sandbox) -> None:
    _repository(box, "")
    for name in (
        "post-checkout",
        "pre-commit",
        "fsmonitor-watchman",
        "reference-transaction",
        "post-index-change",
    ):
        box.write(f".git/hooks/{name}", "#!/bin/sh\ntouch @RAN\n").chmod(0o755)


def _neighbours_repository(box: Sandbox) -> None:
    git(box.neighbour, "init", "--quiet", "--initial-branch=main")
    git(box.neighbour, "add", "card_data", "templates")
    git(box.neighbour, "commit", "--quiet", "--message=x")


def _foreign_repository(box: Sandbox) -> None:
    _neighbours_repository(box)
    box.write(".git", "gitdir: @NEIGHBOUR/.git\n")


def _foreign_objects(box: Sandbox, *, name: str, content: str | None) -> None:
    _neighbours_repository(box)
    git(box.neighbour, "gc", "--quiet")
    commit = git(box.neighbour, "rev-parse", "HEAD")
    git(box.project, "init", "--quiet", "--initial-branch=main")
    if content is None:
        box.link(f".git/{name}", f"@NEIGHBOUR/.git/{name}")
    else:
        box.write(f".git/{name}", content)
    box.write(".git/refs/heads/main", commit + "\n")


def _committed_link(box: Sandbox) -> None:
    box.link("card_data/soup/art/leek.svg", "../../../../neighbour/secret.svg")
    box.link("templates/soup/icons/pea.svg", "@NEIGHBOUR/secret.svg")
    _repository(box, "")


def _branches(box: Sandbox) -> None:
    _repository(box, "")
    for name in ("--output=@RAN", "-x", "$(touch @RAN)", "`touch @RAN`", "x;touch @RAN", "../../x"):
        path = box.project / ".git/refs/heads" / box.filled(name).replace("/", "_")
        path.write_text(git(box.project, "rev-parse", "HEAD") + "\n", encoding="utf-8")


def _pieces(box: Sandbox, path: str) -> list[dict[str, object]]:
    about = {"component": "food", "id": "leek", "copies": 1, "sha256": "0" * 64}
    return [{**about, "front": box.filled(path), "back": None}]


def _manifest(box: Sandbox, text: str) -> None:
    said = {"game": "soup", "version": "1", "files": {box.filled(text): {}}, "pieces": _pieces(box, text)}
    for name in ("releases/v1/soup", "output/soup"):
        box.write(f"{name}/manifest.json", json.dumps(said))


def _approved(box: Sandbox, text: str) -> None:
    name = json.dumps(box.filled(text))
    record = f"sentences: {{{name}: {name}}}\nfaces: {{{name}: {name}}}\npictures: [{name}]\n"
    box.write("card_data/soup/approved.yaml", record)
    kept = {"game": "soup", "version": "1", "pieces": _pieces(box, text)}
    box.write("snapshots/soup/manifest.json", json.dumps(kept))


def _printer(box: Sandbox, text: str) -> None:
    folder = box.folder / "settings/printers"
    folder.mkdir()
    (folder / "office.yaml").write_text(box.filled(text), encoding="utf-8")


def _workbook(box: Sandbox, text: tuple[str, str]) -> None:
    part, inside = text
    old = zipfile.ZipFile(io.BytesIO((box.neighbour / "secret.xlsx").read_bytes()))
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as new:
        for name in old.namelist():
            if name != part and not name.startswith("docProps"):  # which tell the time
                new.writestr(zipfile.ZipInfo(name), old.read(name).replace(box.mark.encode(), b"Ant"))
        new.writestr(zipfile.ZipInfo(box.filled(part)), box.filled(inside))
    for name in ("deck.xlsx", "card_data/soup/deck.xlsx"):
        box.write(name, content.getvalue())
    box.change("card_data/soup/deck.yaml", "deck.csv", "deck.xlsx")


ESCAPES = tuple(every())
