"""Files beside those of a game that a program may trust: repositories, manifests, settings, tables, modules of Python."""

import io
import json
import zipfile
from collections.abc import Iterator
from functools import partial

from tests.security.escape_case import KEEP, LOOK, Escape
from tests.security.escape_sandbox import Sandbox, git

VERSIONS = ("diff HEAD", "diff main", "build --paper a4 --changed-since HEAD")

GIT_SETTINGS = {
    "watcher of files": "[core]\n\tfsmonitor = touch @RAN\n",
    "pager": '[core]\n\tpager = touch @RAN\n[pager]\n\tdiff = "touch @RAN"\n\tarchive = true\n',
    "hooks elsewhere": "[core]\n\thooksPath = @NEIGHBOUR\n",
    "editor": "[core]\n\teditor = touch @RAN\n\tsshCommand = touch @RAN\n\taskPass = touch @RAN\n",
    "alias": '[alias]\n\trev-parse = "!touch @RAN"\n\tarchive = "!touch @RAN"\n\tls-tree = "!touch @RAN"\n',
    "filter": '[filter "x"]\n\tclean = touch @RAN\n\tsmudge = touch @RAN\n\tprocess = touch @RAN\n\trequired = true\n',
    "text conversion": '[diff "x"]\n\ttextconv = touch @RAN\n\tcommand = touch @RAN\n[diff]\n\texternal = touch @RAN\n',
    "archive format": '[tar "tar"]\n\tcommand = touch @RAN\n[tar "x"]\n\tcommand = touch @RAN\n',
    "signatures": "[gpg]\n\tprogram = touch @RAN\n[commit]\n\tgpgSign = true\n[log]\n\tshowSignature = true\n",
    "promised objects": '[extensions]\n\tpartialClone = o\n[remote "o"]\n\turl = ext::touch @RAN\n\tpromisor = true\n',
    "remote": '[remote "o"]\n\turl = @URL/a.git\n\tfetch = +refs/*:refs/*\n\tpromisor = true\n',
    "file included": "[include]\n\tpath = @NEIGHBOUR/secret.txt\n",
    "folder of the work": "[core]\n\tworktree = @NEIGHBOUR\n",
    "attributes elsewhere": "[core]\n\tattributesFile = @NEIGHBOUR/secret\n\texcludesFile = @NEIGHBOUR/secret\n",
}
ATTRIBUTES = "* filter=x diff=x export-subst\n"
PATHS = (
    "../../../../neighbour/secret.svg",
    "@NEIGHBOUR/secret.svg",
    "..\\..\\neighbour\\secret.svg",
    "file://@NEIGHBOUR/secret.svg",
)
PRINTERS = {
    "python object": "!!python/object/apply:os.system ['touch @RAN']\n",
    "numbers that there are not": "front: [.nan, .inf]\nback: [1, 1]\nright: .nan\ndown: -.inf\nturn: .inf\n",
    "negative and huge": "front: [-1, 1.0e+400]\nback: [1, 1]\nright: -1.0e+308\ndown: 0\nturn: 0\n",
    "a number of thousands of digits": "front: [1, 1]\nback: [1, 1]\nright: "
    + "9" * 5000
    + "\ndown: 0\nturn: 0\n",
    "nested": "[" * 3000 + "\n",
    "repeated": "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nfront: *c\n",
    "no text": "\x00\x01\x02",
    "margin": "front: [1, 1]\nback: [1, 1]\nright: 0\ndown: 0\nturn: 0\nmargin: [1]\nsideways: [up]\n",
}
TABLES = {
    "names": "name\n../../../neighbour/written\n",
    "names, absolute": "name\n@NEIGHBOUR/written\n",
    "names of devices": "name\nCON\n",
    "columns": "name,game.engine,game.fonts,food/leek.art\na,../x,@NEIGHBOUR/secret.ttf,../../../../neighbour/secret\n",
    "formulas": "name,game.title\na,=cmd|'/c touch @RAN'!A0\n",
    "language": "name,language\na,../../../../neighbour\n",
    "theme and paper": "name,theme,paper\na,../../x,../a4\n",
}
MODULES = (
    "json",
    "yaml",
    "jinja2",
    "multiprocessing",
    "pickle",
    "threading",
    "sitecustomize",
    "usercustomize",
    "conftest",
    "PIL",
    "pnp_soup",
)
WORKBOOK_PARTS = {
    "entity": ("xl/worksheets/sheet1.xml", '<!DOCTYPE x [<!ENTITY a SYSTEM "file://@NEIGHBOUR/secret.txt">]><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&a;</t></is></c></row></sheetData></worksheet>'),
    "document type": ("xl/sharedStrings.xml", '<!DOCTYPE x SYSTEM "@URL/a.dtd"><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'),
    "external link": ("xl/externalLinks/externalLink1.xml", '<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><externalBook/></externalLink>'),
    "relation to a file": ("xl/_rels/workbook.xml.rels", '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="file://@NEIGHBOUR/secret.xlsx" TargetMode="External"/></Relationships>'),
    "name that leads out": ("../../../../neighbour/written.txt", "x"),
    "absolute name": ("@NEIGHBOUR/written.txt", "x"),
}  # fmt: skip


def escapes() -> Iterator[Escape]:
    """Yield the attempts."""
    for name, settings in GIT_SETTINGS.items():
        yield Escape(
            "git",
            name,
            partial(_repository, settings=settings),
            VERSIONS[:1],
            quick=name == "watcher of files",
        )
    yield Escape("git", "hooks", _hooks, VERSIONS)
    yield Escape("git", "repository of the neighbour", _foreign_repository, VERSIONS, quick=True)
    for name, content in FOREIGN_OBJECTS.items():
        act = partial(_foreign_objects, name=name, content=content)
        yield Escape("git", f"objects of the neighbour: {name}", act, VERSIONS, quick=content is not None)
    yield Escape("git", "link in a commit", _committed_link, VERSIONS)
    yield Escape("git", "names of branches", _branches, (*VERSIONS, "diff nothing"))
    yield Escape(
        "git",
        "environment in the project",
        partial(_files, files={".gitconfig": "[core]\n\tpager = touch @RAN\n", ".git-credentials": "x"}),
        ("diff v1",),
    )
    for number, path in enumerate(PATHS):
        yield Escape(
            "manifests",
            f"paths of faces {number}",
            partial(_manifest, path=path),
            ("diff v1", "build --paper a4 --changed-since v1"),
        )
        yield Escape(
            "approvals",
            f"names of faces {number}",
            partial(_approved, path=path),
            ("check", *KEEP[:2], "check"),
        )
    for name, text in PRINTERS.items():
        yield Escape(
            "printers", name, partial(_printer, text=text), ("printers", "build --paper a4 --printer office")
        )
    for name, text in TABLES.items():
        yield Escape(
            "batches", name, partial(_files, files={"jobs.csv": text}), ("batch jobs.csv --workers 1",)
        )
    for name in MODULES:
        code = "import pathlib; pathlib.Path('@RAN').touch()\n"
        yield Escape(
            "modules",
            name,
            partial(_files, files={f"{name}.py": code, f"{name}/__init__.py": code}),
            ("check",),
        )
    for name in ("pyproject.toml", "setup.cfg", ".env", "tox.ini", "pnp.toml", ".pnprc"):
        text = '[tool.pnp]\nplugins = ["x"]\nout = "@NEIGHBOUR"\n[pnp]\nPNP_CACHE_DIR=@NEIGHBOUR\n'
        yield Escape("settings in the project", name, partial(_files, files={name: text}), LOOK[:2])
    for name, (part, text) in WORKBOOK_PARTS.items():
        yield Escape(
            "workbooks",
            name,
            partial(_workbook, part=part, text=text),
            ("check", "import deck.xlsx --component spy"),
        )


def _files(box: Sandbox, files: dict[str, str]) -> None:
    for name, text in files.items():
        box.write(name, text)


def _repository(box: Sandbox, settings: str) -> None:
    box.write(".gitattributes", ATTRIBUTES)
    git(box.project, "init", "--quiet", "--initial-branch=main")
    git(box.project, "add", "--all")
    git(box.project, "commit", "--quiet", "--message=x")
    with (box.project / ".git/config").open("a", encoding="utf-8") as file:
        file.write(box.filled(settings))


def _hooks(box: Sandbox) -> None:
    _repository(box, "")
    for name in (
        "post-checkout",
        "pre-commit",
        "fsmonitor-watchman",
        "reference-transaction",
        "post-index-change",
    ):
        hook = box.write(f".git/hooks/{name}", "#!/bin/sh\ntouch @RAN\n")
        hook.chmod(0o755)


def _neighbours_repository(box: Sandbox) -> None:
    git(box.neighbour, "init", "--quiet", "--initial-branch=main")
    git(box.neighbour, "add", "card_data", "templates")
    git(box.neighbour, "commit", "--quiet", "--message=x")


def _foreign_repository(box: Sandbox) -> None:
    _neighbours_repository(box)
    box.write(".git", "gitdir: @NEIGHBOUR/.git\n")


FOREIGN_OBJECTS = {
    "objects/info/alternates": "@NEIGHBOUR/.git/objects\n",
    "commondir": "@NEIGHBOUR/.git\n",
    "objects": None,
    "objects/info": None,
    "objects/pack": None,
}
"""What in a .git folder may lead to objects elsewhere: files with a path, and links."""


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


def _manifest(box: Sandbox, path: str) -> None:
    piece = {
        "component": "food",
        "id": "leek",
        "copies": 1,
        "sha256": "0" * 64,
        "front": box.filled(path),
        "back": None,
    }
    box.write(
        "releases/v1/soup/manifest.json", json.dumps({"game": "soup", "version": "1", "pieces": [piece]})
    )
    box.write(
        "output/soup/manifest.json",
        json.dumps({"game": "soup", "files": {box.filled(path): {}}, "pieces": [piece]}),
    )


def _approved(box: Sandbox, path: str) -> None:
    name = json.dumps(box.filled(path))
    box.write(
        "card_data/soup/approved.yaml",
        f"sentences: {{{name}: {name}}}\nfaces: {{{name}: {name}}}\npictures: [{name}]\n",
    )
    piece = {
        "component": "food",
        "id": "leek",
        "copies": 1,
        "sha256": "0" * 64,
        "front": box.filled(path),
        "back": None,
    }
    manifest = {"game": "soup", "version": "1", "pieces": [piece]}
    box.write("snapshots/soup/manifest.json", json.dumps(manifest))


def _printer(box: Sandbox, text: str) -> None:
    folder = box.folder / "settings/printers"
    folder.mkdir()
    (folder / "office.yaml").write_text(box.filled(text), encoding="utf-8")


def _workbook(box: Sandbox, part: str, text: str) -> None:
    old = zipfile.ZipFile(io.BytesIO((box.neighbour / "secret.xlsx").read_bytes()))
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as new:
        for name in old.namelist():
            if name != part and not name.startswith("docProps"):  # which tell the time
                new.writestr(zipfile.ZipInfo(name), old.read(name).replace(box.mark.encode(), b"Ant"))
        new.writestr(zipfile.ZipInfo(box.filled(part)), box.filled(text))
    box.write("deck.xlsx", content.getvalue())
    box.write("card_data/soup/deck.xlsx", content.getvalue())
    box.change("card_data/soup/deck.yaml", "deck.csv", "deck.xlsx")
