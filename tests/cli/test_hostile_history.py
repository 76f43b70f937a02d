"""A repository and a release that came with somebody's download: what they hold is compared, or refused in a sentence."""

import subprocess

import pytest
from small_game import change

from pnp.history import revision, versions


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
