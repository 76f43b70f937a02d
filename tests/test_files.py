"""The door to the file system: links, sizes, and folders as deep as one likes."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pnp import files
from pnp.cache import Cache
from pnp.files import TooLarge, digest_of_file, is_within, read_bytes, real_path, walk, write, writing_folder
from pnp.model.diagnostics import CannotWrite

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
    assert read_bytes(tmp_path / "file", limit=10**15) == b"12345", "no more is set aside than is there"
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


@pytest.mark.long
def test_folders_two_thousand_deep_are_walked(deep):
    (deep / "file").write_text("x")
    found = [files for _, _, files in walk(deep)]
    assert found[:2] == [["file"], []]
    assert len(found) > 1000, "as deep as the system takes a path"


def test_a_ring_of_links_is_gone_round_once(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a/ring").symlink_to(tmp_path)
    assert [(folders, files) for _, folders, files in walk(tmp_path)] == [(["a"], []), (["ring"], [])]


def test_links_are_followed_in_one_place():
    package = Path(__file__).parent.parent / "pnp"
    elsewhere = [
        path.name
        for path in package.rglob("*.py")
        if path != package / "files.py"
        and re.search(r"\.resolve\(|os\.walk\(", path.read_text(encoding="utf-8"))
    ]
    assert elsewhere == []


@links
def test_a_planted_link_is_not_opened(tmp_path, monkeypatch):
    (tmp_path / "victim").write_text("old")
    (tmp_path / ".planted").symlink_to(tmp_path / "victim")
    monkeypatch.setattr(files, "temporary_name", lambda *_: ".planted")
    with pytest.raises(CannotWrite, match="File exists"):
        write(tmp_path / "new", b"x")
    assert (tmp_path / "victim").read_text() == "old"
    assert not (tmp_path / "new").exists()


@links
def test_what_dead_processes_left_is_swept_before_the_first_write(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    here, number = files._machine(), dead_process()
    gone = [f".a.pdf.01234567.{here}-{number}.pnp-tmp", f"tmp/pnp-fonts-abcd_123.{here}-{number}"]
    stays = [
        f".a.pdf.01234567.{here}-{os.getpid()}.pnp-tmp",
        f".a.pdf.01234567.00000000-{number}.pnp-tmp",
        f".a.pdf.{number}.pnp-tmp",
        f"tmp/pnp-fonts-abcd_123.{here}-{os.getppid()}",
        f"tmp/pnp-fonts-{number}",
    ]
    for name in (*gone, *stays):
        (tmp_path / name).mkdir()
    write(tmp_path / "new", b"x")
    assert [name for name in gone if (tmp_path / name).exists()] == []
    assert [name for name in stays if not (tmp_path / name).exists()] == []


@links
def test_a_folder_whose_new_content_did_not_come_gets_its_name_back(tmp_path):
    old = tmp_path / f".export.01234567.{files._machine()}-{dead_process()}.pnp-old"
    old.mkdir()
    (old / "mark").write_text("old")
    files.sweep(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["export"]


def test_a_folder_is_replaced_whole(tmp_path):
    for content in ("old", "new"):
        with writing_folder(tmp_path / "export", root=tmp_path, mark="mark") as folder:
            write(folder / "mark", content.encode())
    assert [(path.name, (path / "mark").read_text()) for path in tmp_path.iterdir()] == [("export", "new")]


@links
def test_a_link_in_the_place_of_a_folder_stays(tmp_path):
    write(tmp_path / "elsewhere/mark", b"old")
    (tmp_path / "export").symlink_to("elsewhere")
    with pytest.raises(CannotWrite), writing_folder(tmp_path / "export", root=tmp_path, mark="mark"):
        pass
    assert (tmp_path / "export").is_symlink()


def test_a_file_that_changes_twice_in_a_tick_of_the_clock_has_two_digests(tmp_path, monkeypatch):
    path, state = tmp_path / "a", tmp_path.stat()
    monkeypatch.setattr("os.fstat", lambda _: state)
    one, two = (path.write_bytes(content) and digest_of_file(path) for content in (b"one", b"two"))
    assert one != two


@links
def test_a_cache_that_everybody_may_write_to_is_not_believed(tmp_path):
    with Cache(tmp_path / "cache") as store:
        store.put("a", b"1")
    (tmp_path / "cache").chmod(0o777)
    with Cache(tmp_path / "cache") as store:
        assert store.get("a") is None


def dead_process():
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        pass
    return process.pid
