import pytest

from pnp.model.errors import UnknownName
from pnp.model.geometry import Size
from pnp.model.papers import find_paper


@pytest.mark.parametrize("name", ["arch_b", "Arch B", "ARCH-B", "archb"])
def test_a_paper_is_found_however_its_name_is_written(name):
    assert find_paper(name).name == "arch_b"


def test_an_unknown_paper_names_the_near_ones():
    with pytest.raises(UnknownName, match='no paper is called "leter"') as error:
        find_paper("leter")
    assert error.value.hint.startswith("did you mean letter")


@pytest.mark.parametrize(
    ("name", "meant"), [("4x6", "4x6in"), ("200 x 300", "200x300mm"), ("55x55", "55x55in or 55x55mm")]
)
def test_a_size_without_a_unit_names_those_it_may_have(name, meant):
    with pytest.raises(UnknownName) as error:
        find_paper(name)
    assert error.value.hint.startswith(f"did you mean {meant}?")


@pytest.mark.parametrize(
    ("written", "name", "size"),
    [
        ("200x300mm", "200x300mm", (200, 300)),
        ("300 x 200 MM", "200x300mm", (200, 300)),
        ("4x6in", "4x6in", (101.6, 152.4)),
        ("8.5x13in", "8.5x13in", (215.9, 330.2)),
    ],
)
def test_a_paper_of_any_size_is_named_by_its_sides_upright(written, name, size):
    found = find_paper(written)
    assert (found.name, found.size) == (name, Size(*size))
    assert find_paper(found.name) == found


@pytest.mark.parametrize("written", ["0x0mm", "20x300mm", "200x2000mm", "9999x9999in"])
def test_a_size_that_no_printer_takes_is_refused_with_the_limits(written):
    with pytest.raises(UnknownName) as error:
        find_paper(written)
    assert error.value.hint == "write sides from 50 mm to 1500 mm, such as 200x300mm"
