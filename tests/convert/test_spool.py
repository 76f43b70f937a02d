"""The pages of a very large deck lie on the disk, and nobody sees a difference."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from pnp.convert import chunks
from pnp.convert.chunks import PdfsOnDisk, Task, in_chunks
from pnp.model.face import Face
from pnp.model.geometry import Size

FACES = [Face(letter, "<svg/>", Size(1, 1), 0) for letter in "abcdefg"]


def spool(*pieces: bytes) -> PdfsOnDisk:
    found = PdfsOnDisk()
    for piece in pieces:
        found.append(piece)
    return found


def test_pieces_come_back_as_they_were_put_in():
    pieces = spool(b"abc", b"", b"de")
    assert (pieces[0], pieces[1], pieces[2], pieces[-1], len(pieces)) == (b"abc", b"", b"de", b"de", 3)
    assert (pieces[1:], list(pieces)) == ((b"", b"de"), [b"abc", b"", b"de"])


def test_there_is_no_piece_beyond_the_last():
    with pytest.raises(IndexError):
        spool(b"abc")[1]


def test_pieces_can_be_added_after_some_were_read():
    pieces = spool(b"abc", b"de")
    assert pieces[0] == b"abc"
    pieces.append(b"f")
    assert list(pieces) == [b"abc", b"de", b"f"]


def test_threads_read_without_disturbing_each_other():
    pieces = spool(*(bytes([letter]) * 5_000 for letter in range(20)))
    with ThreadPoolExecutor(4) as pool:
        read = list(pool.map(lambda number: set(pieces[number % 20]), range(2_000)))
    assert read == [{number % 20} for number in range(2_000)]


def test_the_pages_of_many_faces_are_the_same_from_the_disk(monkeypatch):
    def draw(some) -> bytes:
        return "".join(face.key for face in some).encode()

    held = in_chunks(Task(FACES, (), "letters"), draw, size=3)
    monkeypatch.setattr(chunks, "MOST_HELD", 6)
    spooled = in_chunks(Task(FACES, (), "letters"), draw, size=3)
    assert isinstance(spooled.chunks, PdfsOnDisk)
    assert (tuple(spooled.chunks), spooled.where) == (held.chunks, held.where)
