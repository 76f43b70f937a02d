"""Renderers are found by name; a large deck is drawn in chunks, and its pages wait on the disk."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from small_game import DictStore

from pnp.convert import renderers
from pnp.convert.renderers import ENGINES, PageCache, engine
from pnp.files import WaitingBytes
from pnp.model.diagnostics import UnknownName
from pnp.model.face import Face
from pnp.model.geometry import Size
from pnp.workers.pool import WorkerDied
from pnp.workers.tasks import Workers


def test_an_unknown_renderer_gets_the_near_name():
    with pytest.raises(UnknownName) as refusal:
        engine("typs")
    assert str(refusal.value) == 'there is no renderer "typs"'
    assert refusal.value.hint == "did you mean typst?"


def faces(letters):
    return [Face(letter, "<svg/>", Size(1, 1), 0) for letter in letters]


class Here:
    shares_files = True

    def share_out(self, tasks, there):
        return [there(task) for task in tasks]

    def run(self, function, *arguments, **_):
        return function(*arguments)


class Drawer:
    def __init__(self, cache=renderers.NO_PAGE_CACHE):
        self.told = []
        self.cache = cache

    def pages(self, some, _):
        self.told.append("".join(face.key for face in some))
        return self.told[-1].encode()

    def looked_at(self, _, some, __, new):
        self.looks += "".join(some[place].key for place in new)
        return []

    def converted(self, letters, fonts=()):
        self.told.clear()
        self.looks = ""
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(sys.modules, "letters", self)
            patch.setitem(ENGINES, "letters", "letters")
            patch.setattr(renderers, "draw_once", self.looked_at)
            return engine("letters").convert(
                faces(letters), fonts, page_cache=self.cache, size=3, workers=Here()
            )

    def forget(self):
        self.told.append("-")


def test_chunks_are_drawn_in_order_and_forgotten_when_they_are_large(monkeypatch):
    monkeypatch.setattr(renderers, "MANY_FACES", 2)
    drawer = Drawer()
    pages = drawer.converted("abcdefg")
    assert " ".join(drawer.told) == "abc - def - g"
    assert pages.chunks == (b"abc", b"def", b"g")
    assert [pages.where[letter] for letter in "acdg"] == [(0, 0), (0, 2), (1, 0), (2, 0)]


def test_of_faces_with_large_pictures_fewer_are_drawn_at_a_time(monkeypatch):
    monkeypatch.setattr(renderers, "CHUNK_BYTES", 2 * len(bytes(faces("a")[0].packed)))
    monkeypatch.setattr(renderers, "MANY_BYTES", renderers.CHUNK_BYTES)
    drawer = Drawer()
    drawer.converted("abcde")
    assert " ".join(drawer.told) == "ab - cd - e"


def test_of_a_deck_of_thousands_fewer_faces_are_drawn_at_a_time(monkeypatch):
    monkeypatch.setattr(renderers, "MOST_HELD", 3)
    monkeypatch.setattr(renderers, "FACES_PER_CHUNK_OF_MANY", 2)
    drawer = Drawer()
    assert (drawer.converted("abc").chunks, [*map(bytes, drawer.converted("abcd").chunks)]) == (
        (b"abc",),
        [b"ab", b"cd"],
    )


def test_only_chunks_with_another_face_are_drawn_again():
    drawer = Drawer(PageCache(DictStore()))

    def drawn(letters, fonts=()):
        return b"".join(drawer.converted(letters, fonts).chunks), " ".join(drawer.told)

    assert drawn("abcdefg") == (b"abcdefg", "abc def g")
    assert drawn("abcdefg") == (b"abcdefg", "")
    assert (drawn("abcdXfg"), drawer.looks) == ((b"abcdXfg", "dXf"), "X")
    assert drawn("abc") == (b"abc", "")
    assert drawn("abc", [Path(__file__)])[1] == "abc"


@pytest.mark.parametrize(("cause", "times"), [("lost", 2), ("crash", 1), ("time", 1), ("memory", 1)])
def test_only_what_somebody_ended_is_begun_again(cause, times):
    begun = []

    def do(task, _):
        begun.append(task)
        raise WorkerDied("", None, cause=cause)

    with pytest.raises(WorkerDied):
        Workers(SimpleNamespace(do=do, stop=list)).run(len)
    assert len(begun) == times


def test_the_pages_of_many_faces_are_the_same_from_the_disk(monkeypatch):
    held = Drawer().converted("abcdefg")
    monkeypatch.setattr(renderers, "MOST_HELD", 6)
    waiting = Drawer().converted("abcdefg")
    assert {type(pdf) for pdf in waiting.chunks} == {WaitingBytes}
    assert (tuple(map(bytes, waiting.chunks)), waiting.where) == (held.chunks, held.where)
