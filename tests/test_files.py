"""A file is whole or not there; what a killed build leaves is swept up; links lead nowhere else."""

import os
import re
import subprocess
import sys
import time

import pytest

from pnp.files import sweep, write, writing
from pnp.model.errors import CannotWrite

KILLED = """
import sys, time
from pathlib import Path
from pnp.files import writing
with writing(Path(sys.argv[1])) as stream:
    stream.write(b"half of the new")
    stream.flush()
    print("writing", flush=True)
    time.sleep(60)
"""


def names(folder):
    return sorted(each.name for each in folder.iterdir())


def test_a_build_killed_while_writing_leaves_the_old_file_and_the_next_one_sweeps_up(tmp_path):
    path = tmp_path / "food.pdf"
    path.write_bytes(b"the whole old file")
    child = subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE)
    with child:
        assert child.stdout.readline() == b"writing\n"
        sweep(tmp_path)
        temporary, finished = names(tmp_path)  # still at work: let be
        assert re.fullmatch(rf"\.food\.pdf\.[0-9a-f]{{16}}\.{child.pid}\.pnp-tmp", temporary)
        assert finished == "food.pdf"
        child.kill()
    assert path.read_bytes() == b"the whole old file"
    assert len(names(tmp_path)) == 2
    sweep(tmp_path)
    assert names(tmp_path) == ["food.pdf"]


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "food.pdf"
    path.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError), writing(path) as stream:
        stream.write(b"new")
        raise ZeroDivisionError
    assert (names(tmp_path), path.read_bytes()) == (["food.pdf"], b"old")


def test_folders_are_made_on_the_way(tmp_path):
    write(tmp_path / "a4" / "deep" / "food.pdf", b"new", root=tmp_path)
    assert (tmp_path / "a4" / "deep" / "food.pdf").read_bytes() == b"new"


def test_a_file_that_is_right_already_is_left_alone(tmp_path):
    path = tmp_path / "a.svg"
    write(path, b"same")
    os.utime(path, (1, 1))
    write(path, b"same")
    assert path.stat().st_mtime == 1
    write(path, b"other")
    assert time.time() - path.stat().st_mtime < 60


def test_a_link_out_of_the_output_folder_is_not_followed(tmp_path):
    out, elsewhere = tmp_path / "output", tmp_path / "elsewhere"
    out.mkdir()
    elsewhere.mkdir()
    (out / "a4").symlink_to(elsewhere, target_is_directory=True)
    with pytest.raises(CannotWrite) as refusal:
        write(out / "a4" / "food.pdf", b"new", root=out)
    assert "leads out of the output folder" in str(refusal.value)
    assert refusal.value.hint == "remove that link, or choose the real folder with --out"
    with pytest.raises(CannotWrite):
        write(out / "a4" / "deeper" / "food.pdf", b"new", root=out)
    assert names(elsewhere) == []


def test_a_linked_file_is_replaced_and_its_target_stays(tmp_path):
    target, link = tmp_path / "precious.pdf", tmp_path / "food.pdf"
    target.write_bytes(b"precious")
    link.symlink_to(target)
    write(link, b"precious", root=tmp_path)
    write(link, b"new", root=tmp_path)
    assert (target.read_bytes(), link.read_bytes(), link.is_symlink()) == (b"precious", b"new", False)


def test_a_link_planted_under_the_temporary_name_is_not_followed(tmp_path, monkeypatch):
    precious, path = tmp_path / "precious", tmp_path / "food.pdf"
    precious.write_bytes(b"precious")
    monkeypatch.setattr("pnp.files.token_hex", lambda _: "guessed")
    planted = tmp_path / f".food.pdf.guessed.{os.getpid()}.pnp-tmp"
    planted.symlink_to(precious)
    with pytest.raises(CannotWrite):
        write(path, b"new")
    assert (precious.read_bytes(), planted.is_symlink(), path.exists()) == (b"precious", True, False)


def test_a_pipe_is_not_replaced(tmp_path):
    pipe, link = tmp_path / "food.pdf", tmp_path / "link.pdf"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(CannotWrite) as refusal:
            write(path, b"new")
        assert str(refusal.value) == f"{path} is a device or a pipe"
    assert pipe.is_fifo()
    assert names(tmp_path) == ["food.pdf", "link.pdf"]


def test_a_file_where_the_folder_should_be_is_explained(tmp_path):
    (tmp_path / "a4").write_text("I am a file")
    with pytest.raises(CannotWrite) as refusal:
        write(tmp_path / "a4" / "food.pdf", b"new", root=tmp_path)
    assert "food.pdf cannot be written" in str(refusal.value)
    assert "is a file; move it away or choose another folder with --out" in refusal.value.hint


def test_a_folder_where_the_file_should_be_is_explained(tmp_path):
    (tmp_path / "food.pdf").mkdir()
    with pytest.raises(CannotWrite) as refusal:
        write(tmp_path / "food.pdf", b"new", root=tmp_path)
    assert "is a folder; move it away" in refusal.value.hint
    assert names(tmp_path) == ["food.pdf"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission_is_explained(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(CannotWrite) as refusal:
        write(tmp_path / "food.pdf", b"new")
    assert refusal.value.hint == f"make {tmp_path} writable or choose another folder with --out"
