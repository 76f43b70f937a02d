"""Templates that are a line of text and endless work: each what a face draws beside nothing else."""

from collections.abc import Mapping

DOUBLED = "{% set ns = namespace(x=['a']) %}{% for i in range(30) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}"
"""A list of two, each the same list of two, thirty levels deep."""

LONG = "{% set long = 'a' * 1000000 %}"
MANY = "{% set many = [0] * 15000 + [1] %}"
TWICE = (
    "{% set ns2 = namespace(x=['a']) %}{% for i in range(30) %}{% set ns2.x = [ns2.x, ns2.x] %}{% endfor %}"
)


def often(body: str, times: int = 20_000) -> str:
    """Return something done often."""
    return f"{{% for i in range({times}) %}}{body}{{% endfor %}}"


TEMPLATES: Mapping[str, str] = {
    "a doubled list printed": DOUBLED + "{{ ns.x }}",
    "a doubled list as JSON": DOUBLED + "{{ ns.x|tojson }}",
    "a doubled list as text": DOUBLED + "{{ ns.x|string|length }}",
    "a doubled list joined to text": DOUBLED + "{{ (ns.x ~ 'a')|length }}",
    "a doubled list in a format": DOUBLED + "{{ '%s'|format(ns.x)|length }}",
    "a doubled list by %": DOUBLED + "{{ ('%s' % ns.x)|length }}",
    "a doubled list by format()": DOUBLED + "{{ '{}'.format(ns.x)|length }}",
    "a doubled list by format() with fields": DOUBLED + "{{ '{0[0]}'.format(ns.x)|length }}",
    "a doubled list escaped": DOUBLED + "{{ ns.x|escape|length }}",
    "a doubled list in capitals": DOUBLED + "{{ ns.x|upper|length }}",
    "a doubled list joined": DOUBLED + "{{ ns.x|join(',')|length }}",
    "a doubled list replaced": DOUBLED + "{{ 'a'|replace('a', ns.x)|length }}",
    "a doubled list compared": DOUBLED + TWICE + "{{ ns.x == ns2.x }}",
    "a doubled list ordered": DOUBLED + TWICE + "{{ ns.x < ns2.x }}",
    "a doubled list looked for": DOUBLED + TWICE + "{{ ns.x in [ns2.x] }}",
    "a doubled list as a key": "{% set ns = namespace(x=('a',)) %}{% for i in range(30) %}{% set ns.x = (ns.x, ns.x) %}{% endfor %}"
    "{{ {ns.x: 1}|length }}",
    "a doubled list as an index": "{% set ns = namespace(x=('a',)) %}{% for i in range(30) %}{% set ns.x = (ns.x, ns.x) %}{% endfor %}"
    "{{ {}[ns.x] }}",
    "a doubled list unique": "{% set ns = namespace(x=('a',)) %}{% for i in range(30) %}{% set ns.x = (ns.x, ns.x) %}{% endfor %}"
    "{{ [ns.x, ns.x]|unique|list|length }}",
    "a doubled list sorted": DOUBLED + TWICE + "{{ [ns.x, ns2.x]|sort|length }}",
    "a doubled list at its highest": DOUBLED + TWICE + "{{ [ns.x, ns2.x]|max|length }}",
    "a doubled list counted": DOUBLED + TWICE + "{{ [ns.x].count(ns2.x) }}",
    "a doubled list grouped": DOUBLED + TWICE + "{{ [{'a': ns.x}, {'a': ns2.x}]|groupby('a')|list|length }}",
    "a doubled list for a text": DOUBLED + "{{ fit(ns.x|string, (0, 0, 40, 40)) }}",
    "a doubled list given to fit": DOUBLED + "{{ fit(ns.x, (0, 0, 40, 40)) }}",
    "a doubled list given to line": DOUBLED + "{{ line(ns.x, 5, 5) }}",
    "a doubled list given to picture": DOUBLED + "{{ picture(ns.x, (0, 0, 40, 40)) }}",
    "a doubled list pretty": DOUBLED + "{{ ns.x|pprint|length }}",
    "a doubled list as attributes": DOUBLED + "{{ {'a': ns.x}|xmlattr|length }}",
    "a doubled list in an error": DOUBLED + "{{ range(ns.x) }}",
    "a doubled list asked for": DOUBLED + "{{ piece[ns.x] }}",
    "a doubled list concatenated": "{% set ns = namespace(x=['a']) %}"
    + often("{% set ns.x = ns.x + ns.x %}", 40)
    + "{{ ns.x|length }}",
    "slices without end": LONG
    + "{% set ns = namespace(x=[]) %}"
    + often("{% set ns.x = ns.x + [long[i:]] %}"),
    "slices of lists": MANY + "{% set ns = namespace(x=[]) %}" + often("{% set ns.x = [ns.x, many[:]] %}"),
    "slices by a filter": MANY + often("{% set x = many|slice(3)|list %}"),
    "batches": MANY + often("{% set x = many|batch(3)|list %}"),
    "a number looked for": MANY + often("{{ 'x' if -1 in many }}"),
    "a number looked for in a range": often("{{ 'x' if 0.5 in range(19999) }}", 19_999),
    "letters looked for": LONG + often("{{ 'x' if 'aaaab' in long }}"),
    "letters looked for the hard way": "{% set a = 'a' * 500000 %}{% set b = 'a' * 250000 ~ 'b' ~ 'a' * 250000 %}"
    + often("{{ b in a ~ a }}", 500),
    "lists compared": MANY + "{% set other = [0] * 15000 + [2] %}" + often("{{ 'x' if many != other }}"),
    "texts compared": "{% set a = 'a' * 1000000 %}{% set b = 'a' * 999999 ~ 'b' %}"
    + often("{{ 'x' if a > b }}"),
    "a number counted": MANY + often("{{ many.count(-1) }}"),
    "a number indexed": MANY + often("{{ many.index(1) }}"),
    "letters counted": LONG + often("{{ long.count('b') }}"),
    "letters found": LONG + often("{{ long.find('b') }}"),
    "letters split": LONG + often("{{ long.split('a')|length }}"),
    "letters parted": LONG + often("{{ long.rpartition('b')|length }}"),
    "letters stripped": LONG + often("{{ long.strip('a') }}"),
    "letters in capitals": LONG + often("{{ long.swapcase()|length }}"),
    "letters translated": LONG + often("{{ long.translate({})|length }}"),
    "letters encoded": LONG + often("{{ long.encode()|length }}"),
    "letters replaced": LONG + often("{{ long.replace('a', 'bb')|length }}"),
    "letters expanded": "{% set tabs = '\\t' * 100000 %}{{ tabs.expandtabs(20000)|length }}",
    "zeros in front": often("{{ 'a'.zfill(20000)|length }}"),
    "letters centred": "{{ 'a'.center(10**9)|length }}",
    "letters centred by a filter": "{{ 'a'|center(10**9)|length }}",
    "letters of a wide format": "{{ '%1000000000d' % 1 }}",
    "letters of a starred format": "{{ '%*d' % (1000000000, 1) }}",
    "letters of a wide field": "{{ '{:>1000000000}'.format(1)|length }}",
    "letters of a nested field": "{{ '{:>{}}'.format(1, 1000000000)|length }}",
    "digits without end": "{{ 9 ** 9 ** 9 }}",
    "digits of many": "{% set ns = namespace(x=3) %}"
    + often("{% set ns.x = ns.x * ns.x %}", 40)
    + "{{ ns.x }}",
    "digits of sums": "{% set ns = namespace(x=3) %}" + often("{% set ns.x = ns.x + ns.x %}") + "{{ ns.x }}",
    "digits of powers": "{% set ns = namespace(x=2) %}" + often("{% set ns.x = ns.x ** 1000 %}", 5),
    "digits divided": "{% set ns = namespace(x=2 ** 1000) %}"
    + often("{% set ns.x = ns.x * 2 ** 1000 // 3 %}"),
    "a tall number": "{{ 1e308 * 1e308 }}{{ (1e308 * 1e308)|int }}",
    "a number of digits": "{{ ('9' * 1000000)|int }}",
    "a text made longer": "{% set ns = namespace(x='a') %}" + often("{% set ns.x = ns.x ~ ns.x %}", 60),
    "a text joined": "{% set ns = namespace(x='ab') %}" + often("{% set ns.x = ns.x.join(ns.x) %}", 30),
    "a text printed often": LONG + often("{{ long }}", 1_000),
    "a loop in a loop": often(often("{% set x = 1 %}")),
    "a loop of letters": LONG + "{% for a in long %}{% for b in long %}{% endfor %}{% endfor %}",
    "a loop of itself": "{% for a in [[[]]] recursive %}{{ loop([[[]], [[]]]) }}{% endfor %}",
    "a macro of itself": "{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}",
    "a macro with a call of itself": "{% macro m() %}{{ caller() }}{% endmacro %}"
    + "{% call m() %}" * 90
    + "{% endcall %}" * 90,
    "an include of itself": '{% include "g/front.svg.j2" %}',
    "an extension of itself": '{% extends "g/front.svg.j2" %}',
    "900 calls of fit": often("{{ fit('word ' * 40, (5, 5, 50, 50)) }}", 900),
    "20,000 letters to fit": "{{ fit('word ' * 4000, (0, 0, 60, 80), size=30, min=1) }}",
    "20,000 letters without a blank": "{{ fit('a' * 20000, (0, 0, 60, 80), size=30, min=1) }}",
    "20,000 icons to fit": "{{ fit('{cloud}' * 2800, (0, 0, 60, 80), size=30, min=1) }}",
    "20,000 letters of right to left": "{{ fit('\u05d0\u05d1 ' * 6000, (0, 0, 60, 80), size=30, min=1) }}",
    "20,000 letters of Chinese": "{{ fit('\u4e00' * 20000, (0, 0, 60, 80), size=30, min=1) }}",
    "20,000 marks": "{{ fit('**a*' * 5000, (0, 0, 60, 80), size=30, min=1) }}",
    "20,000 brackets": "{{ fit('[a' * 10000, (0, 0, 60, 80), size=30, min=1) }}",
    "10,000 lines": "{{ fit('- a\\n' * 5000, (0, 0, 60, 80), size=30, min=1) }}",
    "a text in a box of 10^9 mm": "{{ fit('word ' * 4000, (0, 0, 1e9, 1e9), size=1e9, min=0.0001) }}",
    "a text of many sizes": "{{ fit('word ' * 400, (0, 0, 60, 10), size=20000, min=0.01) }}",
    "a text in a box of nothing": "{{ fit('word ' * 400, (0, 0, 0, 0), size=100, min=0.01) }}",
    "a text in a box of no number": "{{ fit('word', (0, 0, 'inf'|float, 'nan'|float), size='inf'|float) }}",
    "10,000 pictures": often("{{ picture('x' ~ i, (0, 0, 9, 9)) }}", 10_000),
    "10,000 icons": often("{{ icon('x' ~ i, 1, 1, 1) }}", 10_000),
    "10,000 lines of text": often("{{ line('word ' * 3, 5, 5) }}", 10_000),
    "pairs of attributes": MANY + often("{{ many|map(attribute='real')|list|length }}"),
    "sums of lists": MANY + often("{{ many|sum }}"),
    "sums of sums": "{% set ns = namespace(x=[[1]]) %}{{ ([[1] * 1000] * 1000)|sum(start=[])|length }}",
    "sorted lists": MANY + often("{{ many|sort|length }}"),
    "reversed lists": MANY + often("{{ many|reverse|list|length }}"),
    "unique lists": MANY + often("{{ many|unique|list|length }}"),
    "lists in dicts": MANY + often("{{ dict(a=many)|items|list|length }}"),
    "a joiner": often("{{ joiner('a' * 1000)() }}"),
    "a cycler": often("{{ cycler(1, 2).next() }}", 19_999),
    "a namespace": often("{% set x = namespace(a='a' * 1000000) %}"),
    "a text set often": LONG + "{% set x %}" + often("{{ long }}") + "{% endset %}",
    "a text of a macro": LONG
    + "{% macro m() %}"
    + often("{{ long }}", 200)
    + "{% endmacro %}"
    + often("{% set x = m() %}", 90),
    "many joined by a text": LONG + MANY + "{{ (many|map('string'))|join(long)|length }}",
    "many joined by a method": LONG + MANY + "{{ long.join(many|map('string'))|length }}",
    "replaced by name": LONG + "{{ long|replace(old='a', new='b' * 900000)|length }}",
    "a format of one word often": LONG + "{{ ('%(a)s' * 90000)|format(a=long)|length }}",
    "a format of one field often": LONG + "{{ ('{0}' * 90000).format(long)|length }}",
    "a format of a mapping": LONG + "{{ ('%(a)s' * 90000) % {'a': long} }}",
    "a translation of each letter": LONG + "{{ long.translate({97: long})|length }}",
    "a wrap with a text": LONG + "{{ ('a ' * 90000)|wordwrap(1, wrapstring=long)|length }}",
    "an indent with a text": LONG + "{{ ('a\\n' * 90000)|indent(long)|length }}",
    "JSON far in": MANY + "{{ many|tojson(indent=20000)|length }}",
    "links to a long place": LONG + "{{ ('http://a.b ' * 9000)|urlize(target=long)|length }}",
    "a large number of bytes": LONG + "{{ (1).from_bytes(long.encode(), 'big') // 3 }}",
    "a large number of digits": LONG + "{{ long|int(base=16) // 3 }}",
    "bytes of a number": "{{ (1).to_bytes(1000000000, 'big')|length }}",
    "tuples in tuples": "{% set ns = namespace(x=()) %}"
    + often("{% set ns.x = (ns.x,) %}")
    + "{{ {ns.x: 1}|length }}",
    "a chain of filters": "{% set ns = namespace(x=[1]) %}"
    + often("{% set ns.x = ns.x|map('string') %}")
    + "{{ ns.x|list }}",
    "comments in tags": "{{ ('a<!---->' * 90000)|striptags|length }}{{ ('a<!---->' * 90000)|safe|striptags|length }}",
    "pictures of letters": "{% set a = '\U0001f600' * 900000 %}" + often("{% set x = a ~ i %}"),
    "changed in a loop": DOUBLED + "{% for i in [1, 2] %}{{ loop.changed(ns.x) }}{% endfor %}",
    "cycles of lists": DOUBLED + "{% for i in [1, 2] %}{{ loop.cycle(ns.x) }}{% endfor %}",
    "a dict of pairs": DOUBLED + "{{ dict([(ns.x|string, 1)])|length }}",
    "keys of pairs": "{% set ns = namespace(x=('a',)) %}{% for i in range(30) %}{% set ns.x = (ns.x, ns.x) %}{% endfor %}"
    "{{ dict([(ns.x, 1)])|length }}{{ {}.fromkeys([ns.x])|length }}",
    "a namespace of namespaces": "{% set ns = namespace(x='a') %}"
    + often("{% set ns.x = namespace(x=ns.x, y=ns.x) %}", 30)
    + "{{ ns }}",
    "a test of lists": DOUBLED
    + TWICE
    + "{{ ns.x is eq(ns2.x) }}{{ [ns.x]|select('eq', ns2.x)|list|length }}",
    "a default of lists": DOUBLED + TWICE + "{{ [{'x': ns.x}]|selectattr('x', 'in', [ns2.x])|list|length }}",
    "a block of texts": LONG + "{% filter upper %}" + often("{{ long }}") + "{% endfilter %}",
    "a call of texts": LONG
    + "{% macro m() %}{{ caller() }}{{ caller() }}{% endmacro %}{% call m() %}{% call m() %}"
    + often("{{ long }}", 50)
    + "{% endcall %}{% endcall %}",
    "wrapped words": LONG + often("{{ long|wordwrap(1)|length }}", 100),
    "links made": LONG + often("{{ ('http://a.b ' * 10000)|urlize|length }}", 100),
    "tags stripped": LONG + often("{{ ('<a ' * 100000)|striptags|length }}", 100),
    "tags stripped by halves": "{{ ('<' * 300000)|striptags|length }}{{ ('<!--' * 90000)|striptags|length }}",
    "words counted": "{{ ('a ' * 400000)|wordcount }}" * 50,
    "titles": "{{ ('a ' * 400000)|title|length }}" * 50,
    "file sizes": "{{ (10 ** 1000)|filesizeformat }}",
    "truncated": LONG + often("{{ long|truncate(20000)|length }}"),
    "indented": "{{ ('a\\n' * 400000)|indent(20000)|length }}",
    "lines": LONG + often("{{ long.splitlines()|length }}"),
    "1,000 brackets": "{{ " + "(" * 1_000 + "1" + ")" * 1_000 + " }}",
    "90 loops in loops": "{% for a in [1] %}" * 90 + "{% endfor %}" * 90,
    "a template of 4 MB": "{{ 1 }}" * 600_000,
    "100,000 names": "".join(f"{{% set a{n} = 1 %}}" for n in range(50_000)),
    "a sum of 100,000": "{{ " + "+".join(["1"] * 100_000) + " }}",
    "a list of 100,000": "{{ [" + ",".join(["1"] * 100_000) + "]|length }}",
    "a constant worked out": "{{ 'a' * 999999 * 999999 }}{{ 'a' * 900000 ~ 'a' * 900000 }}",
    "a constant list": "{% set x = [0] * 999999 * 999999 %}",
    "constant lists": "{{ ([0] * 900000, [0] * 900000, [0] * 900000)|string|length }}" * 20,
}
