import pytest

from pnp.render.svg_lint import declarations, faults, references


@pytest.mark.parametrize(
    "harmless",
    [
        ("transform", "rotate(45 5 5)"),
        ("fill", "url(#sky)"),
        ("fill", "url( '#sky' ) #eee"),
        ("spreadMethod", "pad"),
        ("direction", "ltr"),
        ("style", "fill:none;vector-effect:none;font-feature-settings:normal;filter:none"),
        ("d", "M0 0L1 1"),
    ],
)
def test_plain_values_print(harmless):
    assert list(faults(*harmless)) == []


@pytest.mark.parametrize(
    ("key", "value", "what"),
    [
        ("transform-origin", "center", "the attribute transform-origin does not print"),
        ("vector-effect", "non-scaling-stroke", "the attribute vector-effect does not print"),
        ("direction", "rtl", "the attribute direction does not print"),
        ("filter", "blur(2px)", "the attribute filter does not print"),
        ("font", "12px Arial", "the attribute font does not print"),
        ("fill", "var(--red)", "var in fill does not print"),
        ("style", "stroke: red; filter: url(#f)", "the attribute filter does not print"),
        ("style", "fill: url(x.svg#a)", 'fill="url(x.svg#a)" reaches outside the drawing'),
        ("mask", "url(//x)", 'mask="url(//x)" reaches outside the drawing'),
        ("onload", "", "the attribute onload runs a script"),
    ],
)
def test_what_is_dropped_in_silence_is_named(key, value, what):
    ((message, hint),) = faults(key, value)
    assert message == what
    assert hint


def test_a_style_is_a_list_of_properties():
    assert list(declarations("fill : red;; stroke:url(#a);junk")) == [("fill", "red"), ("stroke", "url(#a)")]


def test_references_are_found_in_every_spelling():
    assert references("url(#a) url('#b') url( \"#c\" ) url(x#d) #e") == ["a", "b", "c"]
