"""Texts that were marked for another program print as they did there: its marks are pnp's, all other signs are letters."""

import pytest

from pnp.load.rows import NOTATIONS
from pnp.load.rows.imported_markup import converted, notations_in


@pytest.mark.parametrize(
    ("written", "notations", "read"),
    [
        ("<b>Play: </b>draw&nbsp;2", "html", "**Play:** draw\xa02"),  # the blank goes outside, or it were no mark
        ("<i>a <b>b</i> c</b>", "html", "*a* ***b*** **c**"),
        ("one<br/>two<p>three</p><ul><li>four</li></ul>", "html", "one\ntwo\nthree\n\n- four"),
        ('<font color="red">red</font> <u>under</u>', "html", "red [under]{.underline}"),
        ("&lt;b&gt; AT&T; <custom>", "html", r"\<b> AT\&T; \<custom>"),
        ("+1 card<n><left>+2<line>when <justify>discarded", "html", "+1 card\n+2\nwhen discarded"),
        ('<link rel="x.css"><h5>Fog</h5><thead>a</thead>', "html", "**Fog**\na"),
        ("<p><q>Who is <i>it</i>?</q></p>", "html", "“Who is *it*?”"),
        ("w>$**B+$**YT", "markdown", r"w>$\*\*B+$\*\*YT"),
        ("**Play:**draw **a+**", "markdown", "**Play:**draw **a+**"),
        ("*stars* _lines_ [coin] {coin}", "html", r"\*stars\* \_lines_ \[coin] \{coin\}"),
        ("__bold__ *italic* _too_ 3 * 4 snake_case 2* 3*", "markdown", r"**bold** *italic* *too* 3 * 4 snake_case 2\* 3\*"),
        ("2[coin] 2[none]", "brackets", "2{coin} 2\xa0[NONE]{.small-capitals}"),
        ("[egg] [egg][LowCave][coin]", "brackets", "[2 EGG, LOW CAVE]{.small-capitals}{coin}"),
        ("[[Trait]] [coin] [none]", "brackets", "**Trait** {coin} [NONE]{.small-capitals}"),
        ("{coin} {kind:ore} {2", "braces", r"{coin} [ORE]{.small-capitals} \{2"),
        ("3 {a:ore} ore, ore {ore} 2", "braces", "3 ore, ore 2"),
        ("2{{icon_coin:small}} {{none}} {{{coin}}}", "braces", r"2{coin} [NONE]{.small-capitals} \{{coin}\}"),
        ("# How *to* #\nplay # 2", "markdown", "**How** ***to***\nplay # 2"),
        ("&ltFox> &lt;b", "html", r"\<Fox> \<b"),
        (":coin: :raw ore: at 10:30:45", "colons", "{coin} [RAW ORE]{.small-capitals} at 10:30:45"),
        (r"one%ntwo\nthree, 50%now", "breaks", "one\ntwo\nthree, 50%now"),
        ("x {coin} <b>y</b>", "", r"x \{coin\} \<b>y\</b>"),
    ],
)  # fmt: skip
def test_marks_become_those_of_pnp_and_other_signs_letters(written, notations, read):
    assert converted(written, (notations,) if notations else (), "coin".__eq__) == read


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("plain, 3 < 4 & 5", None),
        ("**deal 1 damage**, *now*", None),  # that is what pnp has itself
        ("<b>x</b> [coin]", ("html", "brackets")),
        ("a &amp; b", ("html",)),
        ("__bold__", ("markdown",)),
        ("## How to\nplay", ("markdown",)),
        ("a lone { or *star", ()),
    ],
)
def test_what_a_table_is_marked_with_is_found(text, found):
    assert notations_in([text])[0] == found


@pytest.mark.parametrize(
    "text", ["<b", "</b></i>", "[[", "{{{", "***", "**a*b**c*", "&#0;", "\\", "%n", "<li><li>", "_" * 50]
)
def test_no_text_raises(text):
    converted(text, NOTATIONS, bool)
    notations_in([text])
