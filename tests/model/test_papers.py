import pytest

from pnp.model.errors import UnknownName
from pnp.model.geometry import Size
from pnp.model.papers import PAPERS, find_paper


@pytest.mark.parametrize("name", ["arch_b", "Arch B", "ARCH-B", "archb"])
def test_a_paper_is_found_however_its_name_is_written(name):
    assert find_paper(name).name == "arch_b"


def test_papers_have_their_exact_sizes_in_mm():
    sizes = {paper.name: (paper.size.width, paper.size.height) for paper in PAPERS.values()}
    assert sizes == {
        "a5": (148, 210),
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


def test_a_wholly_unknown_paper_names_them_all():
    with pytest.raises(UnknownName) as error:
        find_paper("qqq")
    assert error.value.hint == "the papers are a5, a4, letter, legal, a3, tabloid, arch_b, sra3"
