import pytest

from pnp.model.bought_sheets import BOUGHT_SHEETS
from pnp.model.errors import UnknownName
from pnp.model.geometry import Size
from pnp.model.papers import PAPERS, find_paper, found_papers


@pytest.mark.parametrize("name", ["arch_b", "Arch B", "ARCH-B", "archb"])
def test_a_paper_is_found_however_its_name_is_written(name):
    assert find_paper(name).name == "arch_b"


def test_papers_have_their_exact_sizes_in_mm():
    sizes = {paper.name: (paper.size.width, paper.size.height) for paper in PAPERS.values()}
    assert sizes == {
        "a6": (105, 148),
        "a5": (148, 210),
        "a4_letter": (210, 279.4),
        "a4": (210, 297),
        "letter": (215.9, 279.4),
        "legal": (215.9, 355.6),
        "a3": (297, 420),
        "tabloid": (279.4, 431.8),
        "arch_b": (304.8, 457.2),
        "sra3": (320, 450),
    }


def test_american_papers_are_whole_and_half_inches():
    for name, inches in {
        "letter": (8.5, 11),
        "legal": (8.5, 14),
        "tabloid": (11, 17),
        "arch_b": (12, 18),
    }.items():
        assert find_paper(name).size == Size(*(round(side * 25.4, 9) for side in inches))


def test_every_paper_keeps_a_quarter_inch_free():
    assert {paper.unprintable for paper in PAPERS.values()} == {25.4 / 4}


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


def test_a_wholly_unknown_paper_names_them_all():
    with pytest.raises(UnknownName) as error:
        find_paper("qqq")
    assert (
        error.value.hint
        == "the papers are a6, a5, a4_letter, a4, letter, legal, a3, tabloid, arch_b, sra3, and any size such as 200x300mm or 4x6in; "
        f"the sheets of labels and cards are {', '.join(BOUGHT_SHEETS)}"
    )


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


def test_folders_are_papers_when_they_are_named_as_a_build_names_them():
    names = ["svg", "letter", "300x200mm", "200x300mm", "a4", "9x9mm", "full-size"]
    assert [paper.name for paper in found_papers(names)] == ["a4", "letter", "200x300mm"]
