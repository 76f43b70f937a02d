"""Files in the earlier ways of writing are rewritten: tests of claims.yaml as verbs, [[references]] of rules.yaml."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from pnp.files import write
from pnp.load.yaml_source import resolve
from pnp.model.game import Value

_NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
_RANGE = re.compile(rf"({_NUMBER})?\.\.({_NUMBER})?")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class CannotConvert(ValueError):
    """Something that is not written as the earlier versions had it; str() says what and on which line."""


@dataclass(frozen=True, slots=True)
class Migrated:
    """A file that was rewritten, and what in it could not be."""

    file: Path
    converted: int
    left: tuple[str, ...] = ()


def migrate_game(folder: Path) -> tuple[Migrated, ...]:
    """Rewrite claims.yaml and rules.yaml of a game's folder where they need it; comments stay."""
    found = []
    for name, rewrite in (("claims.yaml", rewritten_claims), ("rules.yaml", rewritten_rules)):
        path = folder / name
        if path.is_file():
            text = ""
            try:
                text = path.read_bytes().decode("utf-8")
                new, converted, left = rewrite(text, _facts(folder / "game.yaml"))
            except (OSError, UnicodeDecodeError, yaml.YAMLError, RecursionError):
                new, converted, left = text, 0, ("it cannot be read: pnp check says why",)
            if new != text:
                write(path, new.encode("utf-8"), root=folder)
            if converted or left:
                found.append(Migrated(path, converted, left))
    return tuple(found)


def _facts(file: Path) -> Mapping[str, Any]:
    try:
        held = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError):
        return {}
    facts = held.get("facts") if isinstance(held, dict) else None
    return facts if isinstance(facts, dict) else {}


Rewritten = tuple[str, int, tuple[str, ...]]


def rewritten_claims(text: str, facts: Mapping[str, Any]) -> Rewritten:
    """Return claims.yaml with an expression for every verb, how many were written, and what was left as it is."""
    top = yaml.compose(text, Loader=yaml.SafeLoader)
    claims = dict(_entries(top)).get("claims") if isinstance(top, yaml.MappingNode) else None
    parts, left, at, converted = [], [], 0, 0
    for claim in claims.value if isinstance(claims, yaml.SequenceNode) else ():
        test = dict(_entries(claim)).get("test") if isinstance(claim, yaml.MappingNode) else None
        if not isinstance(claim, yaml.MappingNode) or not isinstance(test, yaml.MappingNode):
            continue
        try:
            tests = _tests(test, facts)
        except CannotConvert as error:
            left.append(f"line {test.start_mark.line + 1}: {error}")
            continue
        before = text[at : test.start_mark.index].rstrip(" \n")
        remark = "#" in before.rpartition("test")[2]
        parts += [before, _written(tests, claim, on_its_own=remark)]
        at, converted = _end(test), converted + 1
    return "".join((*parts, text[at:])), converted, tuple(left)


def _end(node: yaml.Node) -> int:
    """Return where the text of a node ends, without the lines and comments behind it."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(last, tuple) else last)
    return int(node.end_mark.index)


def _written(tests: Sequence[str], claim: yaml.MappingNode, *, on_its_own: bool) -> str:
    quoted = [_scalar(test, flow=bool(claim.flow_style)) for test in tests]
    indent = f"\n{' ' * claim.start_mark.column}  "
    if len(quoted) == 1:
        return f"{indent if on_its_own else ' '}{quoted[0]}"
    return f" [{', '.join(quoted)}]" if claim.flow_style else "".join(f"{indent}- {test}" for test in quoted)


def _scalar(text: str, *, flow: bool) -> str:
    """Return a text as YAML has it, in quotes when it needs them."""
    if re.search(r": | #|:$|^[^A-Za-z0-9(]" + (r"|[,\[\]{}]" if flow else ""), text):
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return text


def _entries(node: yaml.Node) -> list[tuple[str, yaml.Node]]:
    if not isinstance(node, yaml.MappingNode):
        raise CannotConvert(f"a mapping is expected on line {node.start_mark.line + 1}")
    return [(str(key.value), value) for key, value in node.value]


def _tests(test: yaml.Node, facts: Mapping[str, Any]) -> list[str]:
    entries = _entries(test)
    if len(entries) != 1 or entries[0][0] not in ("all", *_VERBS):
        raise CannotConvert("a test has one verb that there was")
    ((verb, options),) = entries
    if verb == "all" and isinstance(options, yaml.SequenceNode):
        return [each for item in options.value for each in _tests(item, facts)]
    try:
        return [_VERBS[verb](_Options(dict(_entries(options)), facts))]
    except CannotConvert:
        raise
    except (LookupError, ValueError, TypeError, AttributeError):
        raise CannotConvert(f"{verb} is not written as it was") from None


def value(node: yaml.Node) -> Value:
    """Return what a node of YAML says."""
    if isinstance(node, yaml.SequenceNode):
        return tuple(each for item in node.value for each in _spread(item))
    if isinstance(node, yaml.MappingNode):
        return {key: value(each) for key, each in _entries(node)}
    plain = isinstance(node, yaml.ScalarNode) and node.style is None
    return resolve(node.value) if plain else str(node.value)


def _spread(node: yaml.Node) -> tuple[Value, ...]:
    """Return the values of one entry of a list: a range such as 1..9 is nine of them."""
    match = _range(node)
    if match and match[1] and match[2]:
        return tuple(range(int(match[1]), int(match[2]) + 1))
    return (value(node),)


def _range(node: yaml.Node) -> re.Match[str] | None:
    plain = isinstance(node, yaml.ScalarNode) and node.style is None
    return _RANGE.fullmatch(node.value) if plain else None


def literal(held: Value) -> str:
    """Return a value as an expression has it.

    >>> literal(("a", 2, True)), literal({"a": 1}), literal({"a b": None})
    ("['a', 2, true]", 'dict(a=1)', "{'a b': none}")
    """
    if isinstance(held, str):
        quote = '"' if "'" in held and '"' not in held else "'"
        return quote + held.replace("\\", "\\\\").replace(quote, f"\\{quote}") + quote
    if held is None or isinstance(held, bool):
        return {None: "none", True: "true", False: "false"}[held]
    if isinstance(held, tuple):
        return f"[{', '.join(map(literal, held))}]"
    if isinstance(held, Mapping):
        return _table({key: literal(each) for key, each in held.items()})
    return f"{held:g}" if isinstance(held, float) else str(held)


def _table(rows: Mapping[str, str]) -> str:
    if all(map(_NAME.fullmatch, rows)):
        return f"dict({', '.join(f'{key}={each}' for key, each in rows.items())})"
    return "{" + ", ".join(f"{literal(key)}: {each}" for key, each in rows.items()) + "}"


def _span(node: yaml.Node) -> str:
    """Return a number or a range as a condition."""
    match = _range(node)
    if not match:
        return literal(value(node))
    low, high = match.groups()
    return f"between({low}, {high})" if low and high else f"at_least({low})" if low else f"at_most({high})"


def _condition(node: yaml.Node) -> str:
    if isinstance(node, yaml.MappingNode):
        ((how, inner),) = _entries(node)
        if how == "exactly":
            return f"exactly({', '.join(map(literal, _values(inner)))})"
        return f"other_than({_condition(inner).removeprefix('[').removesuffix(']')})"
    return _span(node)


def _values(node: yaml.Node) -> tuple[Value, ...]:
    return (
        tuple(each for item in node.value for each in _spread(item))
        if isinstance(node, yaml.SequenceNode)
        else _spread(node)
    )


def within(owner: str, name: str) -> str:
    """Return a name in something, with a dot when it is a plain word.

    >>> within("bids", "red"), within("bids", "red-9"), within("facts.hand", "2")
    ('bids.red', "bids['red-9']", 'facts.hand[2]')
    """
    if _NAME.fullmatch(name):
        return f"{owner}.{name}"
    return f"{owner}[{name if name.isdigit() else literal(name)}]"


@dataclass(frozen=True, slots=True)
class _Options:
    """The options of a verb."""

    nodes: Mapping[str, yaml.Node]
    facts: Mapping[str, Any]

    def text(self, key: str) -> str:
        return str(self.nodes[key].value)

    def quoted(self, key: str) -> str:
        return literal(self.text(key))

    def flag(self, key: str) -> bool:
        return key in self.nodes and value(self.nodes[key]) is True

    def chosen(self) -> tuple[str, list[str]]:
        """Return the pieces, and conditions as arguments of a function."""
        of = self.nodes["of"]
        names = (
            [str(each.value) for each in of.value] if isinstance(of, yaml.SequenceNode) else [str(of.value)]
        )
        said = " + ".join("pieces" if name == "*" else name for name in names)
        said = f"({said})" if len(names) > 1 and (self.flag("extras") or self.flag("distinct")) else said
        said += "|extras" if self.flag("extras") else ""
        said += "|distinct" if self.flag("distinct") else ""
        conditions = _entries(self.nodes["where"]) if "where" in self.nodes else []
        plain = [(field, node) for field, node in conditions if _NAME.fullmatch(field)]
        for field, node in conditions:
            if (field, node) not in plain:
                said = f"({said})" if " + " in said and not said.startswith("(") else said
                said += f"|where({literal(field)}, {_condition(node)})"
        return said, [f"{field}={_condition(node)}" for field, node in plain]

    def call(self, name: str, *arguments: str) -> str:
        """Return the call of a function that takes conditions."""
        said, conditions = self.chosen()
        return f"{name}({', '.join((said, *arguments, *conditions))})"

    def check(self, name: str, *arguments: str) -> str:
        """Return the call of a function that takes pieces alone."""
        said, conditions = self.chosen()
        if conditions:
            said = f"({said})" if " + " in said and not said.startswith("(") else said
            said += f"|where({', '.join(conditions)})"
        return f"{name}({', '.join((said, *filter(None, arguments)))})"

    def number(self, key: str, name: str) -> str:
        return f"{name}={self.text(key)}" if key in self.nodes else ""

    def compared(self, said: str) -> str:
        match = _range(self.nodes["is"])
        low, high = match.groups() if match else (None, None)
        if low and high:
            return f"{low} <= {said} <= {high}"
        return (
            f"{said} >= {low}"
            if low
            else f"{said} <= {high}"
            if high
            else f"{said} == {literal(value(self.nodes['is']))}"
        )

    def fact(self, path: str) -> str:
        """Return a fact of game.yaml, or a parameter of rules.yaml."""
        held: Any = self.facts
        for step in path.split("."):
            held = (
                held.get(step, held.get(int(step)) if step.isdigit() else None)
                if isinstance(held, dict)
                else None
            )
        said = "params" if held is None else "facts"
        for step in path.split("."):
            said = within(said, step)
        return said

    def quantity(self, node: yaml.Node) -> str:
        if isinstance(node, yaml.ScalarNode):
            return str(node.value)
        ((kind, inner),) = _entries(node)
        if kind == "fact":
            return self.fact(str(inner.value))
        options = _Options(dict(_entries(inner)), self.facts)
        return options.call(kind, *([] if kind == "count" else [options.quoted("field")]))


def _ranged(it: _Options) -> str:
    ends = {"low": it.nodes.get("from"), "high": it.nodes.get("to")}
    written = {name: str(node.value) for name, node in ends.items() if node is not None}
    given = [f"high={written['high']}"] if "low" not in written else list(written.values())
    return it.check("within", it.quoted("field"), *given, "reached=true" if it.flag("reached") else "")


def _derived(it: _Options) -> str:
    node = it.nodes["from"]
    parts = [it.quantity(each) for each in (node.value if isinstance(node, yaml.SequenceNode) else [node])]
    said = " + ".join(parts)
    if "times" in it.nodes:
        said = f"{it.text('times').replace('/', ' / ')} * {f'({said})' if len(parts) > 1 else said}"
    plus = it.text("plus") if "plus" in it.nodes else ""
    said += f" - {plus[1:]}" if plus.startswith("-") else f" + {plus}" if plus else ""
    return f"{it.quantity(it.nodes['this'])} == {said}"


def _unique(it: _Options) -> str:
    return it.check("unique", *map(literal, _values(it.nodes["by"])))


def _combinations(it: _Options) -> str:
    by = [f"{field}={_condition(node)}" for field, node in _entries(it.nodes["by"])]
    return it.check("combinations", it.text("each") if "each" in it.nodes else "", *by)


def _tally(it: _Options) -> str:
    rows = {key: said for key, node in _entries(it.nodes["is"]) if (said := _span(node)) != "0"}
    return f"{it.call('tally', it.quoted('field'))} == {_table(rows)}"


def _pieces_values(it: _Options) -> str:
    by = [f"by={it.quoted('by')}"] if it.nodes.get("by") is not None and it.text("by") != "id" else []
    return f"{it.call('values', it.quoted('field'), *by)} == {literal(value(it.nodes['are']))}"


def _follows(it: _Options) -> str:
    return it.check(
        "follows",
        it.quoted("field"),
        it.quoted("from"),
        it.number("times", "times"),
        it.number("plus", "plus"),
    )


def _refers_to(it: _Options) -> str:
    target = it.quoted("target") if "target" in it.nodes else ""
    return it.check("refers_to", it.quoted("field"), it.text("component"), target)


_VERBS: Mapping[str, Callable[[_Options], str]] = MappingProxyType(
    {
        "count": lambda it: it.compared(it.call("count")),
        "sum": lambda it: it.compared(it.call("sum", it.quoted("field"))),
        "range": _ranged,
        "unique": _unique,
        "every_combination_once": _combinations,
        "covers": lambda it: it.check("covers", it.quoted("field"), literal(_values(it.nodes["includes"]))),
        "subset": lambda it: it.check("subset", it.quoted("field"), literal(_values(it.nodes["among"]))),
        "tally": _tally,
        "values": _pieces_values,
        "follows": _follows,
        "refers_to": _refers_to,
        "equals": lambda it: f"{it.fact(it.text('fact'))} == {literal(value(it.nodes['is']))}",
        "derived_from": _derived,
        "back": lambda it: it.check("back", "none" if it.text("is") == "none" else it.quoted("is")),
    }
)


# The references of rules.yaml.

_REFERENCE = re.compile(r"\[\[([^\[\]]*)\]\]")
_FILTER = re.compile(r"([A-Za-z][A-Za-z0-9_.]*)(!=|<=|>=|=|<|>)(\S+)")
_SIGNS = {"=": "", "!=": "other_than", "<": "below", ">": "above", "<=": "at_most", ">=": "at_least"}


def rewritten_rules(text: str, _facts: Mapping[str, Any]) -> Rewritten:
    """Return rules.yaml with an expression for every reference, how many were written, and what was left."""
    left: list[str] = []
    parts, at, converted = [], 0, 0
    before = ""
    for token in yaml.scan(text):
        if isinstance(token, yaml.ScalarToken):
            start, end = token.start_mark.index, token.end_mark.index
            component, *filters = token.value.split() or [""]
            if before == "of" and filters and all(map(_FILTER.fullmatch, filters)):
                said = f"{component}|where({', '.join(map(_filter, filters))})"
                parts += [text[at:start], said.replace("'", '"')]
                at, converted = end, converted + 1
            before = token.value
            for match in _REFERENCE.finditer(text, start, end):
                try:
                    said = expression_of(match[1])
                except ValueError:
                    left.append(f"line {text.count(chr(10), 0, match.start()) + 1}: {match[0]}")
                    continue
                said = said.replace("'", '"') if token.style == "'" else said
                parts += [text[at : match.start()], f"{{{{ {said} }}}}"]
                at, converted = match.end(), converted + 1
    return "".join((*parts, text[at:])), converted, tuple(left)


def expression_of(reference: str) -> str:
    """Return the expression for the words of a reference; raises CannotConvert.

    >>> expression_of("count food value<0|card|cards"), expression_of("players * fact hand.players")
    ("count(food, value=below(0))|plural('card', 'cards')", 'players * facts.hand[players]')
    """
    words, *forms = (part.strip() for part in reference.split("|"))
    if words.startswith("card "):
        component, _, piece = words.removeprefix("card ").strip().partition("/")
        return f"card({component}[this.id])" if piece == "this" else f"card({within(component, piece)})"
    parts = re.split(r" ([+*-]) ", words)
    said = " ".join(part if index % 2 else _term(part.strip()) for index, part in enumerate(parts))
    if not forms:
        return said
    one, many = forms
    return f"{f'({said})' if len(parts) > 1 else said}|plural({literal(one)}, {literal(many)})"


def _term(words: str) -> str:
    verb, _, rest = words.partition(" ")
    if re.fullmatch(_NUMBER, words) or words == "players":
        return words
    if verb in ("fact", "param", "this") and rest:
        said = {"fact": "facts", "param": "params", "this": "this"}[verb]
        for index, step in enumerate(rest.split(".")):
            said = (
                f"{said}[players]" if step == "players" and index and verb == "fact" else within(said, step)
            )
        return said
    target, *filters = rest.split() or [""]
    if verb in ("copies", "value"):
        component, _, piece = target.partition("/")
        piece, _, path = piece.partition(".")
        return f"{within(component, piece)}.{path or 'copies'}"
    component, _, field = target.partition(".")
    functions = {"count": "count", "kinds": "count", "sum": "sum", "min": "min", "max": "max", "list": "list"}
    if verb not in functions or not component:
        raise CannotConvert(words)
    said = "pieces" if component == "*" else component
    arguments = [f"{said}|distinct" if verb == "kinds" else said, *([literal(field)] if field else [])]
    return f"{functions[verb]}({', '.join((*arguments, *map(_filter, filters)))})"


def _filter(words: str) -> str:
    match = _FILTER.fullmatch(words)
    if match is None or "." in match[1]:
        raise CannotConvert(words)
    sign, wanted = _SIGNS[match[2]], literal(resolve(match[3]))
    return f"{match[1]}={f'{sign}({wanted})' if sign else wanted}"
