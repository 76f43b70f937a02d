"""A picture is put in its place; what was there is kept, and no link leads the write elsewhere."""

import pytest

from pnp.art.add import install
from pnp.model.errors import CannotWrite


@pytest.fixture
def game(tmp_path):
    (tmp_path / "game/art").mkdir(parents=True)
    return tmp_path / "game"


def put(game, name, data, *replaces):
    return install(game / "art", name, data, replaces=[game / "art" / each for each in replaces], root=game)


def tree(game):
    art = game / "art"
    return {path.relative_to(art).as_posix(): path.read_bytes() for path in art.rglob("*") if path.is_file()}


def test_a_first_picture_makes_the_folder(tmp_path):
    (tmp_path / "game").mkdir()
    kept = put(tmp_path / "game", "sub/ant.svg", b"new")
    assert kept == []
    assert tree(tmp_path / "game") == {"sub/ant.svg": b"new"}


def test_an_older_picture_is_kept_whatever_its_ending(game):
    (game / "art/ant.png").write_bytes(b"old")
    (game / "art/ant.svg").write_bytes(b"older")
    kept = put(game, "ant.png", b"new", "ant.png", "ant.svg")
    assert tree(game) == {"ant.png": b"new", "replaced/ant.png": b"old", "replaced/ant.svg": b"older"}
    assert [path.name for path in kept] == ["ant.png", "ant.svg"]


def test_nothing_that_was_laid_aside_is_overwritten(game):
    for number in range(3):
        put(game, "ant.png", b"%d" % number, "ant.png")
    assert tree(game) == {"ant.png": b"2", "replaced/ant.png": b"0", "replaced/ant-2.png": b"1"}


def test_the_same_picture_twice_is_put_once(game):
    put(game, "ant.png", b"new", "ant.png")
    assert put(game, "ant.png", b"new", "ant.png") == []
    assert tree(game) == {"ant.png": b"new"}


def test_a_link_is_laid_aside_and_its_target_not_touched(game, tmp_path):
    (tmp_path / "mine.png").write_bytes(b"mine")
    (game / "art/ant.png").symlink_to(tmp_path / "mine.png")
    put(game, "ant.png", b"new", "ant.png")
    assert (tmp_path / "mine.png").read_bytes() == b"mine"
    assert not (game / "art/ant.png").is_symlink()
    assert (game / "art/replaced/ant.png").is_symlink()


@pytest.mark.parametrize("link", ["art", "art/replaced", "art/sub"])
def test_no_folder_leads_out(game, tmp_path, link):
    (tmp_path / "outside").mkdir()
    if link == "art":
        (game / "art").rmdir()
    (game / link).symlink_to(tmp_path / "outside")
    with pytest.raises(CannotWrite, match="outside of"):
        put(game, "sub/ant.png", b"new", "sub/ant.png")
    assert list((tmp_path / "outside").iterdir()) == []


def test_a_name_that_climbs_out_is_refused(game, tmp_path):
    with pytest.raises(CannotWrite, match="outside of"):
        put(game, "../../ant.png", b"new")
    assert not (tmp_path / "ant.png").exists()
