"""Templates that are a line of text and endless work: each what a face draws beside nothing else.

Nothing in a template is counted: one of each way to take a processor or memory, in Python or within one call of C.
"""

from collections.abc import Mapping

DOUBLED = "{% set ns = namespace(x=['a']) %}{% for i in range(30) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}"
"""A list of two, each the same list of two, thirty levels deep."""

TWICE = DOUBLED.replace("ns", "ns2").replace("ns2space", "namespace")
TUPLES = DOUBLED.replace("['a']", "('a',)").replace("[ns.x, ns.x]", "(ns.x, ns.x)")
LONG = "{% set long = 'a' * 1000000 %}"
MANY = "{% set many = [0] * 15000 + [1] %}"


def often(body: str, times: int = 20_000) -> str:
    """Return something done often."""
    return f"{{% for i in range({times}) %}}{body}{{% endfor %}}"


def grown(start: str, step: str, times: int, last: str = "") -> str:
    """Return a value made from itself so many times."""
    return f"{{% set ns = namespace(x={start}) %}}" + often(f"{{% set ns.x = {step} %}}", times) + last


def fitted(text: str) -> str:
    """Return a text set into a box at every size."""
    return f"{{{{ fit({text}, (0, 0, 60, 80), size=30, min=1) }}}}"


TEMPLATES: Mapping[str, str] = {
    "a doubled list printed": DOUBLED + "{{ ns.x }}",
    "a doubled list as JSON": DOUBLED + "{{ ns.x|tojson }}",
    "a doubled list in a format": DOUBLED + "{{ '%s'|format(ns.x)|length }}{{ '{0[0]}'.format(ns.x)|length }}",
    "a doubled list compared": DOUBLED + TWICE + "{{ ns.x == ns2.x }}{{ ns.x in [ns2.x] }}{{ [ns.x, ns2.x]|sort|length }}",
    "a doubled list as a key": TUPLES + "{{ {ns.x: 1}|length }}{{ [ns.x, ns.x]|unique|list|length }}",
    "a doubled list given to fit": DOUBLED + "{{ fit(ns.x, (0, 0, 40, 40)) }}",
    "a doubled list given to picture": DOUBLED + "{{ picture(ns.x, (0, 0, 40, 40)) }}",
    "a doubled list in an error": DOUBLED + "{{ range(ns.x) }}",
    "a doubled list asked for": DOUBLED + "{{ piece[ns.x] }}",
    "a list made longer": grown("['a']", "ns.x + ns.x", 40, "{{ ns.x|length }}"),
    "slices without end": LONG + grown("[]", "ns.x + [long[i:]]", 20_000),
    "lists looked through": MANY + often("{{ many.count(-1) }}{{ 'x' if -1 in many }}{{ many|sort|length }}"),
    "letters looked for": "{% set a = 'a' * 500000 %}{% set b = a ~ 'b' ~ a %}" + often("{{ b in a ~ a }}", 500),
    "letters replaced": LONG + often("{{ long.replace('a', 'bb')|length }}"),
    "letters translated": LONG + "{{ long.translate({97: long})|length }}",
    "letters expanded": "{% set tabs = '\\t' * 100000 %}{{ tabs.expandtabs(20000)|length }}",
    "letters centred": "{{ 'a'.center(10**9)|length }}",
    "letters of a wide format": "{{ '%1000000000d' % 1 }}{{ '{:>{}}'.format(1, 1000000000)|length }}",
    "digits without end": "{{ 9 ** 9 ** 9 }}",
    "digits of powers": grown("2", "ns.x ** 1000", 5),
    "a number of digits": "{{ ('9' * 1000000)|int }}",
    "a text made longer": grown("'a'", "ns.x ~ ns.x", 60),
    "a text printed often": LONG + often("{{ long }}", 1_000),
    "a text of a macro": LONG + "{% macro m() %}" + often("{{ long }}", 200) + "{% endmacro %}" + often("{% set x = m() %}", 90),
    "bytes of a number": "{{ (1).to_bytes(1000000000, 'big')|length }}",
    "a loop in a loop": often(often("{% set x = 1 %}")),
    "a loop of itself": "{% for a in [[[]]] recursive %}{{ loop([[[]], [[]]]) }}{% endfor %}",
    "a macro of itself": "{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}",
    "an include of itself": '{% include "g/front.svg.j2" %}',
    "an extension of itself": '{% extends "g/front.svg.j2" %}',
    "tuples in tuples": grown("()", "(ns.x,)", 20_000, "{{ {ns.x: 1}|length }}"),
    "a chain of filters": grown("[1]", "ns.x|map('string')", 20_000, "{{ ns.x|list }}"),
    "namespaces in namespaces": grown("'a'", "namespace(x=ns.x, y=ns.x)", 30, "{{ ns }}"),
    "tags stripped by halves": "{{ ('<' * 300000)|striptags|length }}{{ ('<!--' * 90000)|striptags|length }}",
    "links made": LONG + often("{{ ('http://a.b ' * 10000)|urlize(target=long)|length }}", 100),
    "900 calls of fit": often("{{ fit('word ' * 40, (5, 5, 50, 50)) }}", 900),
    "20,000 letters to fit": fitted("'word ' * 4000"),
    "20,000 letters without a blank": fitted("'a' * 20000"),
    "20,000 icons to fit": fitted("'{cloud}' * 2800"),
    "20,000 letters of right to left": fitted("'\u05d0\u05d1 ' * 6000"),
    "20,000 letters of Chinese": fitted("'\u4e00' * 20000"),
    "20,000 marks": fitted("'**a*' * 5000"),
    "a text of many sizes": "{{ fit('word ' * 400, (0, 0, 60, 10), size=20000, min=0.01) }}",
    "a text in a box of no number": "{{ fit('word', (0, 0, 'inf'|float, 'nan'|float), size='inf'|float) }}",
    "10,000 pictures": often("{{ picture('x' ~ i, (0, 0, 9, 9)) }}", 10_000),
    "10,000 lines of text": often("{{ line('word ' * 3, 5, 5) }}", 10_000),
    "1,000 brackets": "{{ " + "(" * 1_000 + "1" + ")" * 1_000 + " }}",
    "90 loops in loops": "{% for a in [1] %}" * 90 + "{% endfor %}" * 90,
    "a template of 4 MB": "{{ 1 }}" * 600_000,
    "100,000 names": "".join(f"{{% set a{n} = 1 %}}" for n in range(50_000)),
    "a constant worked out": "{{ 'a' * 999999 * 999999 }}{{ 'a' * 900000 ~ 'a' * 900000 }}",
    "constant lists": "{{ ([0] * 900000, [0] * 900000, [0] * 900000)|string|length }}" * 20,
}  # fmt: skip
