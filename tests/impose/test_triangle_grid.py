from maps import on_card, pieces_of, planned, triangle_map

from pnp.model.geometry import triangle


def tiles(pieces: str, *, side: float = 44, bleed: float = 3, **more):
    return pieces_of("tiles", pieces, triangle(side), bleed=bleed, **more)


def sheets(pieces: str, paper: str = "a4", backs: str = "long-edge", **more):
    found = planned(on_card(tiles(pieces, **more)), paper, backs)
    assert found.diagnostics == ()
    return found.sheets


ALPHABET = " ".join("abcdefghijklmnopqrstuvwxyz")


def test_rows_point_up_and_down_in_turn_so_that_cuts_run_straight_through():
    (front,) = sheets(ALPHABET, backs="none")
    assert triangle_map(front) == "\n".join(
        [r"/a\b/c\d/e\f/g\ ".strip(), r"\h/i\j/k\l/m\n/", r"/o\p/q\r/s\t/u\ ".strip(), r"\v/w\x/y\z/"]
    )
