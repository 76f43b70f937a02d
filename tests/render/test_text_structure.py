import pytest

from pnp.model.text_styles import USUAL_STYLES
from pnp.typesetting.markup import Words
from pnp.typesetting.structure import Paragraph, Table, structure


def shown(text: str) -> str:
    """The parts of a text, one in a row: the level and marker of items, the cells of tables."""
    return "\n".join(map(_part, structure(text, USUAL_STYLES)))


def _part(part: Paragraph | Table) -> str:
    if isinstance(part, Table):
        rows = [" | ".join(map(_runs, row)) for row in part.rows]
        return "\n".join([f"{' '.join(part.aligned)}{' head' * part.head}:", *rows])
    mark = f"{part.level}({_runs(part.marker)}) " if part.level else "+ " if part.follows else ""
    return mark + _runs(part.runs)


def _runs(runs) -> str:
    return "".join(f"B({run.text})" if run.bold else run.text for run in runs)


def test_lines_that_begin_with_a_sign_are_a_list():
    assert shown("Do:\n- one\n- **two\nthree** x") == "Do:\n1(•) one\n1(•) B(two)\nB(three) x"
    assert shown("* one\n* two") == "1(•) one\n1(•) two"
    assert shown("• one") == "1(•) one"
    assert shown("9. one\n10. two") == "1(9.) one\n1(10.) two"
    assert shown("1) one\n2) two") == "1(1)) one\n1(2)) two"


def test_lists_lie_inside_each_other_and_items_go_on():
    text = "1. one\n   more of one\n2. two\n  - a\n  - b\n3. three"
    assert shown(text) == "1(1.) one\n1() more of one\n1(2.) two\n2(•) a\n2(•) b\n1(3.) three"


@pytest.mark.parametrize(
    "text",
    [
        "- Ada Example",
        "7. July 1914\nwas a day",
        "1. one\n3. three",
        "-1 coin\n-2 coins",
        "2.5 mm\n3.5 mm",
        "5 | 6",
        "| alone |",
        "||\n",
    ],
)
def test_a_line_alone_is_a_line(text):
    assert all(isinstance(part, Paragraph) and not part.level for part in structure(text, USUAL_STYLES))
    assert shown(text) == text.strip("\n")


def test_a_backslash_at_its_end_keeps_a_line_with_the_next():
    assert shown("one\\\ntwo\nthree\\\\\nfour") == "one\n+ two\nthree\\\nfour"


def test_lines_between_bars_are_a_table():
    assert shown("| 1 | a |\n| 2 |") == "start start:\n1 | a\n2 | "
    assert (
        shown("|Roll|Of\\|fer|\n|:-:|--:|\n|1|**x**|\nend")
        == "center right head:\nRoll | Of|fer\n1 | B(x)\nend"
    )


def test_empty_lines_and_line_ends_of_windows():
    assert shown("\r\na\r\n\r\n- b\r\n- c\r\n") == "a\n\n1(•) b\n1(•) c"
    assert structure("", USUAL_STYLES) == (Paragraph(()),)
    assert structure("| | a |\n| b | |", USUAL_STYLES)[0].rows == (((), (Words("a"),)), ((Words("b"),), ()))
