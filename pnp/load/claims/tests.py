"""The tests of claims.yaml: one verb with its options, each verb read by its own function."""

from collections.abc import Callable, Mapping
from math import prod
from types import MappingProxyType

from pnp.load.claims.amounts import read_span, read_values
from pnp.load.claims.quantities import read_fact, read_quantities, read_quantity
from pnp.load.claims.selections import (
    SELECTION,
    Scope,
    known_field,
    read_component,
    read_field,
    read_selection,
)
from pnp.load.schema import check_keys, require, want_flag, want_list, want_map, want_text, want_whole
from pnp.load.yaml_nodes import ListNode, MapNode, Node, ScalarNode, described
from pnp.model import claims
from pnp.model.claims import Selection, Span, Test
from pnp.text import suggest

MOST = 10_000
"""The most combinations, and the most times that one can be wanted: the most pieces that a component can hold."""


def read_test(node: Node | None, scope: Scope) -> Test | None:
    """Return a test; None with a finding when it cannot be read."""
    section = want_map(node, "test", scope.findings)
    if section is None:
        return None
    if len(section.entries) != 1:
        number = len(section.entries)
        message = f"a test has one verb, this one has {number}" if number else "this test has no verb"
        hint = (
            "write all: [...] to join several tests" if number else "write test: {count: {of: cards, is: 4}}"
        )
        scope.findings.error("PNP162", message, section.place, hint=hint)
        return None
    verb, options = section.entries[0]
    if verb.text == "all":
        return _all(options, scope)
    if verb.text not in VERBS:
        hint = suggest(verb.text, (*VERBS, "all"), what="verbs")
        scope.findings.error("PNP162", f'there is no verb "{verb.text}"', verb.place, hint=hint)
        return None
    inner = want_map(options, verb.text, scope.findings)
    if inner is None:
        return None
    keys, read = VERBS[verb.text]
    check_keys(inner, keys, verb.text, scope.findings)
    return read(inner, scope)


def _all(node: Node, scope: Scope) -> Test | None:
    listed = want_list(node, "all", scope.findings)
    tests = [read_test(item, scope) for item in listed.items] if listed else []
    return claims.All(tuple(test for test in tests if test is not None)) if tests else None


def _count(section: MapNode, scope: Scope) -> Test | None:
    selection, wanted = read_selection(section, "count", scope), _wanted(section, "count", scope)
    return claims.Count(selection, wanted) if selection and wanted else None


def _sum(section: MapNode, scope: Scope) -> Test | None:
    selection, field = _field(section, "sum", scope)
    wanted = _wanted(section, "sum", scope)
    return claims.Sum(selection, field, wanted) if selection and field and wanted else None


def _range(section: MapNode, scope: Scope) -> Test | None:
    selection, field = _field(section, "range", scope)
    low, high = (read_span(section.get(key), key, scope.findings) for key in ("from", "to"))
    if low is None and high is None:
        require(section, "from", "range", scope.findings, example="1")
        return None
    span = Span(low.low if low else None, high.high if high else None)
    reached = want_flag(section.get("reached"), "reached", scope.findings, default=False)
    return claims.Range(selection, field, span, reached) if selection and field else None


def _unique(section: MapNode, scope: Scope) -> Test | None:
    selection = read_selection(section, "unique", scope)
    node = require(section, "by", "unique", scope.findings, example="[name]")
    by = []
    for item in node.items if isinstance(node, ListNode) else (node,):
        name = want_text(item, "by", scope.findings)
        if item and name and selection and known_field(name, item.place, selection, scope):
            by.append(name)
    return claims.Unique(selection, tuple(by)) if selection and by else None


def _every_combination_once(section: MapNode, scope: Scope) -> Test | None:
    verb = "every_combination_once"
    selection = read_selection(section, verb, scope)
    by = want_map(
        require(section, "by", verb, scope.findings, example="{color: [red, blue]}"), "by", scope.findings
    )
    each = section.get("each")
    number = 1 if each is None else want_whole(each, "each", scope.findings, low=1, high=MOST)
    if selection is None or by is None or number is None:
        return None
    values = {
        key.text: read_values(node, key.text, scope.findings)
        for key, node in by.entries
        if known_field(key.text, key.place, selection, scope)
    }
    combinations = prod(len(each) for each in values.values())
    if not 0 < combinations <= MOST:
        message = f"this makes {combinations:,} combinations; the limit is {MOST:,}"
        scope.findings.error("PNP117", message, by.place, hint="write by: {color: [red, blue], value: 1..9}")
        return None
    return claims.EveryCombinationOnce(selection, values, number)


def _covers(section: MapNode, scope: Scope) -> Test | None:
    selection, field = _field(section, "covers", scope)
    values = require(section, "includes", "covers", scope.findings, example="[red, blue]")
    includes = read_values(values, "includes", scope.findings)
    return claims.Covers(selection, field, includes) if selection and field and includes else None


def _subset(section: MapNode, scope: Scope) -> Test | None:
    selection, field = _field(section, "subset", scope)
    values = require(section, "among", "subset", scope.findings, example="[red, blue]")
    among = read_values(values, "among", scope.findings)
    return claims.Subset(selection, field, among) if selection and field and among else None


def _tally(section: MapNode, scope: Scope) -> Test | None:
    selection, field = _field(section, "tally", scope)
    wanted = want_map(
        require(section, "is", "tally", scope.findings, example="{red: 3}"), "is", scope.findings
    )
    spans = (
        {key.text: read_span(node, key.text, scope.findings) for key, node in wanted.entries}
        if wanted
        else {}
    )
    if selection is None or field is None or wanted is None:
        return None
    return claims.Tally(selection, field, {key: span for key, span in spans.items() if span})


def _values(section: MapNode, scope: Scope) -> Test | None:
    selection, field = _field(section, "values", scope)
    by = "id" if "by" not in section else read_field(section, "by", "values", selection, scope)
    wanted = want_map(
        require(section, "are", "values", scope.findings, example="{kale: 15}"), "are", scope.findings
    )
    if selection is None or field is None or by is None or wanted is None:
        return None
    return claims.Values(selection, by, field, wanted.value)


def _follows(section: MapNode, scope: Scope) -> Test | None:
    selection, field = _field(section, "follows", scope)
    source = read_field(section, "from", "follows", selection, scope)
    times, plus = _number(section, "times", 1, scope), _number(section, "plus", 0, scope)
    return claims.Follows(selection, field, source, times, plus) if selection and field and source else None


def _refers_to(section: MapNode, scope: Scope) -> Test | None:
    selection, field = _field(section, "refers_to", scope)
    node = require(section, "component", "refers_to", scope.findings, example="cards")
    component = read_component(node, scope) if node else None
    if component is None:
        return None
    there = Selection((component,))
    target = "id" if "target" not in section else read_field(section, "target", "refers_to", there, scope)
    return claims.RefersTo(selection, field, component, target) if selection and field and target else None


def _equals(section: MapNode, scope: Scope) -> Test | None:
    path = read_fact(require(section, "fact", "equals", scope.findings, example="setup.hand"), scope)
    wanted = require(section, "is", "equals", scope.findings, example="4")
    return claims.Equals(path, wanted.value) if path and wanted else None


def _derived_from(section: MapNode, scope: Scope) -> Test | None:
    example = "{count: {of: cards}}"
    this, source = (
        require(section, key, "derived_from", scope.findings, example=example) for key in ("this", "from")
    )
    quantity = read_quantity(this, "this", scope) if this else None
    sources = read_quantities(source, "from", scope) if source else ()
    times, plus = _number(section, "times", 1, scope), _number(section, "plus", 0, scope)
    return claims.DerivedFrom(quantity, sources, times, plus) if quantity and sources else None


def _back(section: MapNode, scope: Scope) -> Test | None:
    selection = read_selection(section, "back", scope)
    node = require(section, "is", "back", scope.findings, example="back.svg.j2")
    name = want_text(node, "is", scope.findings)
    return claims.Back(selection, None if name == "none" else name) if selection and name else None


def _field(section: MapNode, verb: str, scope: Scope) -> tuple[Selection | None, str | None]:
    selection = read_selection(section, verb, scope)
    return selection, read_field(section, "field", verb, selection, scope)


def _wanted(section: MapNode, verb: str, scope: Scope) -> Span | None:
    node = require(section, "is", verb, scope.findings, example="4")
    return read_span(node, "is", scope.findings)


def _number(section: MapNode, key: str, default: float, scope: Scope) -> float:
    node = section.get(key)
    if node is None:
        return default
    if (
        isinstance(node, ScalarNode)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
    ):
        return node.value
    if isinstance(node, ScalarNode) and (parts := node.text.split("/")) and len(parts) == 2:
        top, bottom = (part.strip() for part in parts)
        if top.isdigit() and bottom.isdigit() and int(bottom):
            return int(top) / int(bottom)
    scope.findings.error(
        "PNP104",
        f"{key} must be a number, got {described(node)}",
        node.place,
        hint=f"write {key}: 2, or {key}: 4/3",
    )
    return default


Reader = Callable[[MapNode, Scope], Test | None]

VERBS: Mapping[str, tuple[tuple[str, ...], Reader]] = MappingProxyType(
    {
        "count": ((*SELECTION, "is"), _count),
        "sum": ((*SELECTION, "field", "is"), _sum),
        "range": ((*SELECTION, "field", "from", "to", "reached"), _range),
        "unique": ((*SELECTION, "by"), _unique),
        "every_combination_once": ((*SELECTION, "by", "each"), _every_combination_once),
        "covers": ((*SELECTION, "field", "includes"), _covers),
        "subset": ((*SELECTION, "field", "among"), _subset),
        "tally": ((*SELECTION, "field", "is"), _tally),
        "values": ((*SELECTION, "by", "field", "are"), _values),
        "follows": ((*SELECTION, "field", "from", "times", "plus"), _follows),
        "refers_to": ((*SELECTION, "field", "component", "target"), _refers_to),
        "equals": (("fact", "is"), _equals),
        "derived_from": (("this", "from", "times", "plus"), _derived_from),
        "back": ((*SELECTION, "is"), _back),
    }
)
"""Every verb but `all`: the options it takes, and what reads them."""
