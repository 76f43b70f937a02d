"""The cache gives back what was put, or nothing: whatever becomes of its file, its day, its neighbours."""

import os
import random
import sqlite3
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pnp
from pnp import cache as stored
from pnp.cache import DAY, FILE, Cache, cache_info, program


def filled(folder, entries):
    with Cache(folder) as cache:
        for key, content in entries.items():
            cache.put(key, content)
    return folder


def found(folder, *keys):
    with Cache(folder) as cache:
        return [cache.get(key) for key in keys]


def test_what_was_put_is_there_for_the_next_build(tmp_path):
    filled(tmp_path, {"faces a": b"apple", "faces b": b""})
    assert found(tmp_path, "faces a", "faces b", "faces c") == [b"apple", b"", None]


@pytest.mark.parametrize(
    "broken", ["substr(content, 1, 9)", "7", "(SELECT content FROM work WHERE key = 'b')"]
)
def test_an_entry_that_is_cut_short_or_another_one_is_none_and_can_be_put_again(tmp_path, broken):
    filled(tmp_path, {"a": b"apple", "b": b"bread"})
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute(f"UPDATE work SET content = {broken} WHERE key = 'a'")
    assert found(tmp_path, "a") == [None]
    filled(tmp_path, {"a": b"apple"})
    assert found(tmp_path, "a") == [b"apple"]


@pytest.mark.long
@settings(max_examples=24)
@given(st.integers(0, 2**32), st.sampled_from(["cut", "flip", "zero", "words"]))
def test_a_damaged_file_gives_the_truth_or_nothing(tmp_path_factory, seed, harm):
    folder = tmp_path_factory.mktemp("harm")
    truth = {f"faces {number}": bytes([number]) * 700 for number in range(40)}
    filled(folder, truth)
    path, chance = folder / FILE, random.Random(seed)
    data = bytearray(path.read_bytes())
    at = chance.randrange(len(data))
    if harm == "cut":
        del data[at:]
    elif harm == "words":
        data = bytearray(b"not a database at all")
    else:
        for _ in range(30):
            data[chance.randrange(len(data))] = 0 if harm == "zero" else chance.randrange(256)
    path.write_bytes(data)
    with Cache(folder) as cache:
        assert all(cache.get(key) in (content, None) for key, content in truth.items())
        cache.put("new", b"cake")
        assert cache.get("new") == b"cake"
    cache_info(folder)


def test_many_threads_and_two_builds_at_once(tmp_path):
    with Cache(tmp_path) as one, Cache(tmp_path) as other:

        def work(cache, name):
            for number in range(60):
                cache.put(f"{name} {number}", name.encode() * 100)
                assert cache.get(f"{name} {number}") == name.encode() * 100

        threads = [
            threading.Thread(target=work, args=(cache, name)) for cache in (one, other) for name in "ab"
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found(tmp_path, "a 59", "b 0") == [b"a" * 100, b"b" * 100]


@pytest.mark.skipif(sys.platform != "linux", reason="the open files of a process are told by /proc")
def test_a_copy_of_this_process_has_no_file_of_the_cache_open(tmp_path):
    """SQLite in the copy takes the locks of the original for its own: the file is spoilt, and begun anew."""
    with Cache(tmp_path) as cache:
        cache.put("a", b"1")
        assert cache.get("b") is None  # has opened the file
        pid = os.fork()
        if pid == 0:
            is_open = any(str(tmp_path) in str(each.resolve()) for each in Path("/proc/self/fd").iterdir())
            os._exit(is_open)
        assert os.waitpid(pid, 0)[1] == 0
        assert cache.get("a") == b"1"


def test_a_locked_file_is_no_reason_to_fail(tmp_path, monkeypatch):
    monkeypatch.setattr(stored, "PATIENCE_S", 0.01)
    filled(tmp_path, {"a": b"apple"})
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        filled(tmp_path, {"b": b"pea"})
        db.execute("ROLLBACK")
    assert found(tmp_path, "a", "b") == [b"apple", None]


def on_day(monkeypatch, day):
    monkeypatch.setattr(stored, "_today", lambda: day * DAY)


def test_what_is_not_used_for_long_goes_by_itself(tmp_path, monkeypatch):
    on_day(monkeypatch, 1000)
    filled(tmp_path, {"used": b"u", "left": b"l"})
    on_day(monkeypatch, 1025)
    assert found(tmp_path, "used") == [b"u"]
    on_day(monkeypatch, 1031)
    filled(tmp_path, {"new": b"n"})
    assert found(tmp_path, "used", "left", "new") == [b"u", None, b"n"]


def test_what_is_too_much_goes_the_longest_unused_first(tmp_path, monkeypatch):
    monkeypatch.setattr(stored, "MAX_BYTES", 300_000)
    for day in range(1, 5):
        on_day(monkeypatch, day)
        filled(tmp_path, {f"day {day}": b"x" * 90_000})
    on_day(monkeypatch, 5)
    assert [entry is not None for entry in found(tmp_path, *(f"day {day}" for day in range(1, 5)))] == [
        False,
        False,
        True,
        True,
    ]
    assert (tmp_path / FILE).stat().st_size < 300_000


def test_the_program_is_its_sources(tmp_path, monkeypatch):
    (tmp_path / "a.py").write_text("one = 1\n")
    monkeypatch.setattr(pnp, "__file__", str(tmp_path / "__init__.py"))
    before = program()
    assert program() == before
    (tmp_path / "a.py").write_text("one = 2\n")
    assert program() != before
