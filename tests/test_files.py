"""The door to the file system: links, sizes, and folders as deep as one likes."""

import os
import re
from pathlib import Path

import pytest

from pnp.files import TooLarge, is_within, read_bytes, real_path, walk, write_parts

links = pytest.mark.skipif(os.name == "nt", reason="needs links")


@links
def test_a_path_is_within_a_folder_once_links_are_followed(tmp_path):
    (tmp_path / "own/deep").mkdir(parents=True)
    (tmp_path / "own/out").symlink_to(tmp_path)
    (tmp_path / "own/in").symlink_to(tmp_path / "own/deep")
    assert is_within(tmp_path / "own/in/x", tmp_path / "own")
    assert not is_within(tmp_path / "own/out/x", tmp_path / "own")
    assert not is_within(tmp_path / "own/../x", tmp_path / "own")
    assert not is_within(tmp_path / "a\0b", tmp_path)


@links
def test_a_ring_of_links_is_no_error(tmp_path):
    (tmp_path / "ring").symlink_to(tmp_path / "ring")
    assert is_within(real_path(tmp_path / "ring/x"), tmp_path)


def test_a_file_is_read_up_to_the_limit(tmp_path):
    (tmp_path / "file").write_bytes(b"12345")
    assert read_bytes(tmp_path / "file", limit=5) == b"12345"
    with pytest.raises(TooLarge) as refused:
        read_bytes(tmp_path / "file", limit=4)
    assert refused.value.size == 5


@links
def test_a_pipe_is_not_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a file"):
        read_bytes(tmp_path / "pipe", limit=10)


@pytest.fixture
def deep(tmp_path, monkeypatch):
    """A folder with folders two thousand deep, which shutil could not remove again on Python 3.11."""
    monkeypatch.chdir(tmp_path)
    for _ in range(2000):
        Path("d").mkdir()
        os.chdir("d")
    yield tmp_path
    for _ in range(2000):
        os.chdir("..")
        Path("d").rmdir()


def test_folders_two_thousand_deep_are_walked(deep):
    (deep / "file").write_text("x")
    found = [files for _, _, files in walk(deep)]
    assert found[:2] == [["file"], []]
    assert len(found) > 1000, "as deep as the system takes a path"


def test_a_folder_taken_off_the_list_is_not_entered(tmp_path):
    for name in ("a/x", "b/y"):
        (tmp_path / name).mkdir(parents=True)
    seen = []
    for top, folders, _ in walk(tmp_path):
        seen.append(Path(top).relative_to(tmp_path).as_posix())
        folders[:] = [name for name in sorted(folders) if name != "a"]
    assert seen == [".", "b", "b/y"]


def test_links_are_followed_in_one_place():
    package = Path(__file__).parent.parent / "pnp"
    elsewhere = [
        path.name
        for path in package.rglob("*.py")
        if path != package / "files.py"
        and re.search(r"\.resolve\(|os\.walk\(", path.read_text(encoding="utf-8"))
    ]
    assert elsewhere == []


@pytest.mark.parametrize("new", ["one two three", "one six three", "one two", "one two three four", "", "x"])
def test_parts_are_worked_out_once_and_a_file_that_holds_them_is_left_alone(tmp_path, new):
    path = tmp_path / "parts"
    path.write_bytes(b"one two three")
    before = path.stat()
    worked_out: list[str] = []
    parts = (worked_out.append(letter) or letter.encode() for letter in new)
    write_parts(path, parts, root=tmp_path)
    assert (path.read_text(), "".join(worked_out)) == (new, new)
    assert (path.stat().st_ino == before.st_ino) == (new == "one two three")
    assert list(tmp_path.iterdir()) == [path]
