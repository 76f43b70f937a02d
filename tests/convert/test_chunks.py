"""A large deck is drawn in parts, and the renderer may forget after each of them."""

from pathlib import Path

from pnp.convert.chunks import PageCache, Task, in_chunks
from pnp.model.face import Face
from pnp.model.geometry import Size


def test_parts_are_drawn_in_order_with_a_rest_after_each():
    told = []
    faces = [Face(letter, "<svg/>", Size(1, 1), 0) for letter in "abcdefg"]

    def draw(some):
        told.append("".join(face.key for face in some))
        return told[-1].encode()

    pages = in_chunks(Task(faces, [], "pen"), draw, size=3, after=lambda: told.append("-"))
    assert " ".join(told) == "abc - def - g -"
    assert pages.chunks == (b"abc", b"def", b"g")
    assert [pages.where[letter] for letter in "acdg"] == [(0, 0), (0, 2), (1, 0), (2, 0)]


def test_a_deck_that_goes_through_at_once_needs_no_rest():
    told = []
    faces = [Face(letter, "<svg/>", Size(1, 1), 0) for letter in "abc"]
    pages = in_chunks(
        Task(faces, [], "pen"), lambda some: b"abc"[: len(some)], size=3, after=lambda: told.append("-")
    )
    assert (pages.chunks, told) == ((b"abc",), [])


class Drawer(dict):
    """A store in memory."""

    put = dict.__setitem__


def test_only_parts_with_another_face_are_drawn_again():
    told = []
    kept = PageCache(Drawer())

    def drawn(letters, fonts=()):
        faces = [Face(letter, "<svg/>", Size(1, 1), 0) for letter in letters]

        def draw(some):
            told.append("".join(face.key for face in some))
            return told[-1].encode()

        told.clear()
        task = Task(faces, fonts, "pen", kept)
        pages = in_chunks(task, draw, size=3, after=lambda: told.append("-"))
        return " ".join(told), b"".join(pages.chunks), pages.redrawn

    assert drawn("abcdefg") == ("abc - def - g -", b"abcdefg", 7)
    assert drawn("abcdefg") == ("", b"abcdefg", 0)
    assert drawn("abcdXfg") == ("dXf -", b"abcdXfg", 3)
    assert drawn("abc") == ("", b"abc", 0)
    font = Path(__file__)
    assert drawn("abc", [font])[0] == "abc"
