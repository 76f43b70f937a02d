"""Files in the earlier ways of writing are rewritten: tests of claims.yaml as verbs, [[references]] of rules.yaml."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from pnp.files import MAX_TEXT_BYTES, is_file, is_within, read_bytes, read_text, write
from pnp.load.yaml_source import resolve

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
        if is_file(path) and not _is_own(path):
            found.append(Migrated(path, 0, ("it is a link that leads out of the project",)))
        elif is_file(path):
            text = ""
            try:
                text = read_bytes(path, limit=MAX_TEXT_BYTES).decode("utf-8")
                new, converted, left = rewrite(text, _facts(folder))
            except (
                OSError,
                ArithmeticError,
                TypeError,
                ValueError,
                LookupError,
                AttributeError,
                yaml.YAMLError,
                RecursionError,
            ):
                new, converted, left = text, 0, ("it cannot be read: pnp check says why",)
            if new != text:
                write(path, new.encode("utf-8"), root=folder)
            if converted or left:
                found.append(Migrated(path, converted, left))
    return tuple(found)


def _is_own(path: Path) -> bool:
    """Say whether a file of a game lies in the project, once links are followed."""
    return is_within(path, path.parents[2])


def _facts(folder: Path) -> Mapping[str, Any]:
    file = folder / "game.yaml"
    held = yaml.safe_load(read_text(file)) if is_file(file) and _is_own(file) else None
    facts = held.get("facts") if isinstance(held, dict) else None
    return facts if isinstance(facts, dict) else {}


Rewritten = tuple[str, int, tuple[str, ...]]


def rewritten_claims(text: str, facts: Mapping[str, Any]) -> Rewritten:
    """Return claims.yaml with an expression for every verb, how many were written, and what was left as it is."""
    top = yaml.compose(text, Loader=yaml.SafeLoader)
    claims = _entries(top).get("claims")
    parts, left, at, converted = [], [], 0, 0
    for claim in claims.value if isinstance(claims, yaml.SequenceNode) else ():
        test = _entries(claim).get("test")
        if not isinstance(test, yaml.MappingNode):
            continue
        try:
            tests = _tests(_value(test), facts)
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


def _entries(node: yaml.Node | None) -> dict[str, yaml.Node]:
    """Return the keys of a mapping; none of anything else."""
    return {str(key.value): each for key, each in node.value} if isinstance(node, yaml.MappingNode) else {}


class _Range(tuple[str, str]):
    """A range such as 2..4 or 3..; an end that is left out is ""."""

    __slots__ = ()


def _value(node: yaml.Node) -> Any:
    """Return what a node says; a whole range in a list is written out."""
    if isinstance(node, yaml.SequenceNode):
        return tuple(each for item in node.value for each in _spread(_value(item)))
    if isinstance(node, yaml.MappingNode):
        return {key: _value(each) for key, each in _entries(node).items()}
    if not isinstance(node, yaml.ScalarNode) or node.style is not None:
        return str(node.value)
    match = _RANGE.fullmatch(node.value)
    return _Range((match[1] or "", match[2] or "")) if match else resolve(node.value)


def _spread(held: Any) -> tuple[Any, ...]:
    """Return a value as a list: of all whole numbers of a range, or of itself."""
    if isinstance(held, _Range) and all(held):
        return tuple(range(int(held[0]), int(held[1]) + 1))
    return held if isinstance(held, tuple) and not isinstance(held, _Range) else (held,)


def literal(held: Any) -> str:  # noqa: PLR0911 - one line for each sort
    """Return a value as an expression has it; a range is a condition.

    >>> literal(("a", 2, True)), literal({"a": 1}), literal({"a b": None})
    ("['a', 2, true]", 'dict(a=1)', "{'a b': none}")
    """
    if isinstance(held, _Range):
        low, high = held
        one_sided = f"at_least({low})" if low else f"at_most({high})"
        return f"between({low}, {high})" if low and high else one_sided
    if isinstance(held, str):
        quote = '"' if "'" in held and '"' not in held else "'"
        return quote + held.replace("\\", "\\\\").replace(quote, f"\\{quote}") + quote
    if held is None or isinstance(held, bool):
        return {None: "none", True: "true", False: "false"}[held]
    if isinstance(held, tuple):
        return f"[{', '.join(map(literal, held))}]"
    if isinstance(held, Mapping):
        if all(map(_NAME.fullmatch, held)):
            return f"dict({', '.join(_named(held))})"
        return "{" + ", ".join(f"{literal(key)}: {literal(each)}" for key, each in held.items()) + "}"
    return f"{held:g}" if isinstance(held, float) else str(held)


def _named(held: Mapping[str, Any]) -> list[str]:
    return [f"{key}={_condition(each)}" for key, each in held.items()]


def _condition(held: Any) -> str:
    if isinstance(held, Mapping) and held.keys() == {"exactly"}:
        return f"exactly({', '.join(map(literal, _spread(held['exactly'])))})"
    if isinstance(held, Mapping) and held.keys() == {"not"}:
        inner = held["not"] if isinstance(held["not"], tuple | Mapping) else (held["not"],)
        listed = [_condition(inner)] if isinstance(inner, Mapping | _Range) else map(literal, inner)
        return f"other_than({', '.join(listed)})"
    return literal(held)


def within(owner: str, name: str) -> str:
    """Return a name in something, with a dot when it is a plain word.

    >>> within("bids", "red"), within("bids", "red-9"), within("facts.hand", "2")
    ('bids.red', "bids['red-9']", 'facts.hand[2]')
    """
    if _NAME.fullmatch(name):
        return f"{owner}.{name}"
    return f"{owner}[{name if name.isdigit() else literal(name)}]"


# Each verb, by its options as values.

Options = Mapping[str, Any]


def _tests(verbs: Any, facts: Mapping[str, Any]) -> list[str]:
    if not isinstance(verbs, Mapping) or len(verbs) != 1 or not verbs.keys() <= {"all", *_VERBS}:
        raise CannotConvert("a test has one verb that there was")
    ((verb, options),) = verbs.items()
    if verb == "all":
        return [each for item in _spread(options) for each in _tests(item, facts)]
    try:
        return [_VERBS[verb]({**options, _FACTS: facts})]
    except (LookupError, ValueError, TypeError, AttributeError):
        raise CannotConvert(f"{verb} is not written as it was") from None


_FACTS = " facts"
"""The key under which the options of a verb hold the facts of the game; no file can have it."""


def _call(name: str, it: Options, *given: str, inline: bool = True) -> str:
    """Return the call of a function: with conditions `inline`, or with pieces that are narrowed before."""
    names = ["pieces" if each == "*" else str(each) for each in _spread(it["of"])]
    filters = [each for each in ("extras", "distinct") if it.get(each) is True]
    where = it.get("where") or {}
    plain = {field: held for field, held in where.items() if _NAME.fullmatch(field)}
    filters += [f"where({literal(each)}, {_condition(where[each])})" for each in where if each not in plain]
    filters += [f"where({', '.join(_named(plain))})"] if plain and not inline else []
    said = " + ".join(names)
    said = "|".join((f"({said})" if filters and len(names) > 1 else said, *filters))
    return f"{name}({', '.join((said, *filter(None, given), *(_named(plain) if inline else ())))})"


def _check(name: str, it: Options, *given: str) -> str:
    return _call(name, it, *given, inline=False)


def _field(it: Options, key: str = "field") -> str:
    return literal(str(it[key]))


def _compared(said: str, wanted: Any) -> str:
    if not isinstance(wanted, _Range):
        return f"{said} == {literal(wanted)}"
    low, high = wanted
    one_sided = f"{said} >= {low}" if low else f"{said} <= {high}"
    return f"{low} <= {said} <= {high}" if low and high else one_sided


def _within(it: Options) -> str:
    ends = [str(it[key]) for key in ("from", "to") if key in it]
    ends = ends if "from" in it else [f"high={ends[0]}"]
    return _check("within", it, _field(it), *ends, "reached=true" if it.get("reached") is True else "")


def _values(it: Options) -> str:
    by = f"by={_field(it, 'by')}" if it.get("by", "id") != "id" else ""
    return f"{_call('values', it, _field(it), by)} == {literal(it['are'])}"


def _fact(path: str, facts: Mapping[str, Any]) -> str:
    """Return a fact of game.yaml, or a parameter of rules.yaml."""
    steps = path.split(".")
    held: Any = facts
    for step in steps:
        by_text = {str(key): each for key, each in held.items()} if isinstance(held, dict) else {}
        held = by_text.get(step)
    said = "params" if held is None else "facts"
    for step in steps:
        said = within(said, step)
    return said


def _quantity(held: Any, it: Options) -> str:
    if not isinstance(held, Mapping):
        return str(held)
    ((kind, inner),) = held.items()
    if kind == "fact":
        return _fact(str(inner), it[_FACTS])
    return _call(kind, inner, "" if kind == "count" else _field(inner))


def _derived(it: Options) -> str:
    parts = [_quantity(each, it) for each in _spread(it["from"])]
    said = " + ".join(parts)
    if "times" in it:
        said = f"{str(it['times']).replace('/', ' / ')} * {f'({said})' if len(parts) > 1 else said}"
    plus = str(it.get("plus", ""))
    said += f" - {plus[1:]}" if plus.startswith("-") else f" + {plus}" if plus else ""
    return f"{_quantity(it['this'], it)} == {said}"


_VERBS: Mapping[str, Callable[[Options], str]] = MappingProxyType(
    {
        "count": lambda it: _compared(_call("count", it), it["is"]),
        "sum": lambda it: _compared(_call("sum", it, _field(it)), it["is"]),
        "range": _within,
        "unique": lambda it: _check("unique", it, *map(literal, _spread(it["by"]))),
        "every_combination_once": lambda it: _check(
            "combinations", it, str(it.get("each", "")), *_named(it["by"])
        ),
        "covers": lambda it: _check("covers", it, _field(it), literal(_spread(it["includes"]))),
        "subset": lambda it: _check("subset", it, _field(it), literal(_spread(it["among"]))),
        "tally": lambda it: (
            f"{_call('tally', it, _field(it))} == {literal({key: n for key, n in it['is'].items() if n != 0})}"
        ),
        "values": _values,
        "follows": lambda it: _check(
            "follows",
            it,
            _field(it),
            _field(it, "from"),
            *(f"{key}={it[key]}" for key in ("times", "plus") if key in it),
        ),
        "refers_to": lambda it: _check(
            "refers_to", it, _field(it), str(it["component"]), _field(it, "target") if "target" in it else ""
        ),
        "equals": lambda it: f"{_fact(str(it['fact']), it[_FACTS])} == {literal(it['is'])}",
        "derived_from": _derived,
        "back": lambda it: _check("back", it, "none" if it["is"] == "none" else _field(it, "is")),
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
            by_players = step == "players" and index and verb == "fact"
            said = f"{said}[players]" if by_players else within(said, step)
        return said
    target, *filters = rest.split() or [""]
    if verb in ("copies", "value"):
        component, _, piece = target.partition("/")
        piece, _, path = piece.partition(".")
        return f"{within(component, piece)}.{path or 'copies'}"
    component, _, field = target.partition(".")
    if verb not in ("count", "kinds", "sum", "min", "max", "list") or not component:
        raise CannotConvert(words)
    said = "pieces" if component == "*" else component
    arguments = [f"{said}|distinct" if verb == "kinds" else said, *([literal(field)] if field else [])]
    function = "count" if verb == "kinds" else verb
    return f"{function}({', '.join((*arguments, *map(_filter, filters)))})"


def _filter(words: str) -> str:
    match = _FILTER.fullmatch(words)
    if match is None or "." in match[1]:
        raise CannotConvert(words)
    sign, wanted = _SIGNS[match[2]], literal(resolve(match[3]))
    return f"{match[1]}={f'{sign}({wanted})' if sign else wanted}"
