"""Repositories, releases and manifests of a download: what they hold is used, passed over or refused."""

import json
import shutil
import subprocess

import pytest
from small_game import FRONT, change, prepared, write_files, write_game

from pnp.history import git_revision as revision
from pnp.history import versions


def git(root, *words, given=b""):
    name = ("-c", "user.name=Ann", "-c", "user.email=ann@soup")
    return subprocess.run(
        ["git", *name, *words], cwd=root, check=True, capture_output=True, input=given
    ).stdout


def blob(root, content: bytes) -> str:
    return git(root, "hash-object", "-w", "--stdin", given=content).decode().strip()


def entries(root, tree: str) -> list[tuple[str, bytes]]:
    listed = filter(None, git(root, "ls-tree", "-z", tree).split(b"\0"))
    return [(about.decode(), name) for about, _, name in (line.partition(b"\t") for line in listed)]


def folder(root, inside: list[tuple[str, bytes]]) -> str:
    """Make a tree; nothing is checked, as in a repository that somebody has put together."""
    given = b"".join(f"{about}\t".encode() + name + b"\0" for about, name in inside)
    return git(root, "mktree", "-z", "--missing", given=given).decode().strip()


@pytest.fixture
def commit(soup):
    """Commit the game with more files beside it, each as (mode, type, object, name), as the branch "odd"."""
    for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "Soup")):
        git(soup, *words)

    def make(*more: tuple[str, bytes]) -> None:
        game = folder(soup, [*entries(soup, "HEAD:card_data/soup"), *more])
        data = folder(soup, [(f"040000 tree {game}", b"soup")])
        top = [each for each in entries(soup, "HEAD") if each[1] != b"card_data"]
        whole = folder(soup, [*top, (f"040000 tree {data}", b"card_data")])
        git(
            soup,
            "update-ref",
            "refs/heads/odd",
            git(soup, "commit-tree", whole, "-m", "odd").decode().strip(),
        )
        change(soup / "templates/soup/food.svg.j2", "31.5", "30")

    return make


def test_files_that_no_disk_takes_are_passed_over(soup, commit, pnp):
    file, deep = f"100644 blob {blob(soup, b'hi')}", blob(soup, b"hi")
    tree = folder(soup, [(f"100644 blob {deep}", b"y")])
    for _ in range(40):
        tree = folder(soup, [(f"040000 tree {tree}", b"d" * 200)])
    commit(
        (file, b"a:b.svg"),
        (f"120000 blob {blob(soup, b'a:b.svg')}", b"to-a-name-that-is-none.svg"),
        (f"120000 blob {blob(soup, b'circle.svg')}", b"circle.svg"),
        (f"120000 blob {blob(soup, b'../../../../../etc/passwd')}", b"out.svg"),
        (file, b"x" * 300 + b".svg"),
        (file, b"\xff\xfe.svg"),
        (file, b"twice"),
        (f"040000 tree {folder(soup, [(file, b'y')])}", b"twice"),
        (f"040000 tree {tree}", b"deep"),
        (f"160000 commit {'1' * 40}", b"elsewhere"),
    )
    outcome = pnp("diff odd")
    assert outcome.status == 0, outcome.err
    assert outcome.out.endswith("Soup: 2 changed\n")


def test_a_file_that_is_not_in_the_repository_is_missed(soup, commit, pnp):
    commit((f"100644 blob {'1' * 40}", b"gone.svg"))
    outcome = pnp("diff odd")
    assert outcome.status == 2
    assert outcome.err.startswith("pnp: git cannot provide the files of that revision")


@pytest.mark.parametrize("way", ["a link", "objects/info/alternates", "commondir"])
def test_objects_elsewhere_are_not_read(soup, commit, pnp, tmp_path_factory, way):
    place = tmp_path_factory.mktemp("elsewhere") / ".git"
    shutil.copytree(soup / ".git", place)
    shutil.rmtree(soup / ".git/objects")
    (soup / ".git/objects").mkdir()
    for inside in (place / "objects").glob("??") if way == "a link" else ():
        (soup / ".git/objects" / inside.name).symlink_to(inside)
    if way != "a link":
        write_files(soup, {f".git/{way}": f"{place}{'/objects' if 'objects' in way else ''}\n"})
    assert git(soup, "rev-parse", "HEAD^{tree}")  # git itself reads them
    outcome = pnp("diff HEAD")
    assert outcome.status == 2
    assert "leads to a repository elsewhere" in outcome.err


def test_many_links_to_one_large_file_are_too_much(soup, commit, pnp, monkeypatch):
    monkeypatch.setattr(revision, "LARGEST", 1_000_000)
    large = f"100644 blob {blob(soup, bytes(100_000))}"
    link = f"120000 blob {blob(soup, b'large.bin')}"
    commit((large, b"large.bin"), *((link, b"link-%d" % number) for number in range(20)))
    outcome = pnp("diff odd")
    assert outcome.status == 2
    assert "with what its links lead to are 0.0 GB, more than pnp takes out of git" in outcome.err


def test_of_a_release_without_end_only_some_drawings_are_read(soup, pnp, monkeypatch):
    assert pnp("release v1 soup").status == 0
    path = soup / "releases/v1/soup/manifest.json"
    assert len(versions.read_version(path, "v1").faces) == 3
    sizes = [face.stat().st_size for face in (path.parent / "faces").iterdir()]
    monkeypatch.setattr(versions, "MOST", sum(sizes) - 1)
    assert 0 < len(versions.read_version(path, "v1").faces) < 3


# A manifest that came with somebody's download: whatever it says, a build goes on and removes nothing but its own.


SHEET = {"component": "food", "paper": "legal", "page": 1, "file": "legal/food.pdf", "placements": []}
PIECE = {"component": "food", "id": "leek"}


def manifest(*sheets: dict, pieces: tuple[dict, ...] = ()) -> str:
    return json.dumps({"game": "soup", "pieces": pieces, "sheets": sheets})


ODD = {
    "a piece of a list": manifest(pieces=({**PIECE, "component": []},)),
    "a page that is no number": manifest({**SHEET, "page": "x"}),
    "papers": manifest({**SHEET, "component": "packed-a", "paper": ["a4"]}),
    "half a letter": manifest({**SHEET, "file": "\ud800"}),
    "a long name in wide letters": manifest(pieces=({**PIECE, "front": f"svg/food/{'丑' * 150}.front.svg"},)),
    "placements in placements": manifest({**SHEET, "placements": [{"piece": "leek", "x": [[[1]]]}]}),
    "too deep": "[" * 100_000,
}

released = prepared(write_game, "release v1 soup")


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_an_odd_manifest_is_as_good_as_none(released, pnp, odd):
    soup = released
    own, again = soup / "output/soup/manifest.json", soup / "output/soup/reprint/manifest.json"
    for line, path in (
        ("build -q --paper a4", own),
        ("build -q --paper a4 --component food", own),
        ("build -q --paper a4 --changed-since v1", again),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(odd)
        (soup / "templates/soup/food.svg.j2").write_text(FRONT.replace("31.5", "30"))
        assert pnp(line).status == 0
        assert json.loads(path.read_text())["game"] == "soup"


def test_only_what_a_build_may_have_written_is_removed(soup, pnp):
    folder = soup / "output/soup"
    theirs = ["scans/contract.pdf", "preview/food.pdf", "a4/plan.txt"]
    theirs += ["svg/food/mine.svg", "svg/notes.front.svg"]
    ours = ["legal/old.pdf", "svg/old/leek.front.svg"]
    for name in (*theirs, *ours):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("there")
    sheets = [
        {**SHEET, "component": "old", "file": name, "placements": [{"piece": "leek"}]}
        for name in (*theirs, *ours)
    ]
    pieces = tuple({"component": "old", "id": name, "front": name} for name in (*theirs, *ours))
    (folder / "manifest.json").write_text(
        manifest(
            *sheets, pieces=(*pieces, {"component": "old", "id": "a", "front": "svg/old/gone.front.svg"})
        )
    )
    (folder / "svg/old/gone.front.svg").mkdir()
    assert pnp("build -q --paper a4").status == 0
    assert [name for name in theirs if not (folder / name).exists()] == []
    assert [name for name in ours if (folder / name).exists()] == []
    assert (folder / "svg/old/gone.front.svg").is_dir()
