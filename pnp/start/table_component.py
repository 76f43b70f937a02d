"""The component that reads an imported table, as YAML with comments and as lines for a terminal."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap

import yaml

from pnp.load.rows.read import rows_left_out
from pnp.model.diagnostics import Diagnostic
from pnp.model.game import Value
from pnp.model.roles import DESIGNS, ONE_FIELD, ROLES
from pnp.start.table_plan import TablePlan
from pnp.text import counted, one_line

WIDTH = 78
"""Letters of a line on a terminal."""

MOST_NAMED = 8
"""Names that one line tells before it says how many more there are."""

_EXAMPLES = 2

_DONE = {
    "PNP100": "an invisible character, removed",
    "PNP104": "the number of copies is none, so the card is printed once",
    "PNP108": "a text that is too long, cut",
    "PNP117": "too many copies, or fewer than none: the card is printed once",
    "PNP155": "a formula without a result, left empty",
    "PNP156": "a date, taken as it is shown",
}
"""What was done to a cell with a finding of that code."""


def component_yaml(plan: TablePlan, *, table: str, copy: str, title: str, component: str, design: str) -> str:
    """Return the component; `table` is the file that was imported, `copy` what `rows` names, "" for rows in YAML."""
    lines = [f"# Made of {one_line(table)} by pnp import."]
    if copy:
        lines += [f"# The cards are in {copy}: change them there. Here stands how they are read and printed."]
    lines += ["kind: cards", f"title: {_word(title)}", "size: standard   # or poker, tarot, 70mm x 120mm ..."]
    lines += [f"design: {_word(design)}   # or {', '.join(each for each in DESIGNS if each != design)}"]
    lines += [f"# front: {component}.svg.j2   # a template of your own in place of the design"]
    if copy:
        lines += [f"rows: {copy}", "strict: false   # what cannot be read is left out, with a warning"]
        lines += [f"sheet: {_word(plan.sheet)}"] if plan.sheet else []
        lines += [f"encoding: {_word(plan.encoding)}"] if plan.encoding else []
        lines += [f'id: "{plan.id}"'] if plan.id else []
        lines += _columns(plan.columns.written)
        if plan.markup is not None:
            lines += [f"markup: [{', '.join(plan.markup)}]   # how the texts of the table are marked"]
    lines += ["roles:   # what is printed, and where: a field without a role is not printed", *_roles(plan)]
    lines += [f"# {line}" for line in _wrapped("Not printed:", _grouped(plan.guessed.left_out), 110)]
    if not copy:
        pieces = [{key: _plain(value) for key, value in each.value.items()} for each in plan.entries]
        lines += ["pieces:", _dumped(pieces)]
    return "\n".join(lines).rstrip() + "\n"


def _columns(fields: Mapping[str, str]) -> Iterator[str]:
    if fields:
        yield "columns:"
    for heading, made in fields.items():
        key = _word(heading)
        yield f"  {key}: {made}" if len(key) < WIDTH else f"  ? {key}\n  : {made}"


def _roles(plan: TablePlan) -> Iterator[str]:
    for role, names in _named(plan).items():
        written = names[0] if role in ONE_FIELD else f"[{', '.join(names)}]"
        reasons = dict.fromkeys(plan.guessed.reasons[name] for name in names if name in plan.guessed.reasons)
        yield f"  {role}: {written}   # {'; '.join(reasons)}".rstrip(" #")


def _named(plan: TablePlan) -> dict[str, tuple[str, ...]]:
    """Return the fields of each role that has some."""
    found = {}
    for role in ROLES:
        value = getattr(plan.guessed.roles, role)
        names = tuple(filter(None, (value,) if isinstance(value, str) else value))
        if names:
            found[role] = names
    return found


def plan_summary(plan: TablePlan) -> tuple[str, ...]:
    """Return what was decided, in lines that a terminal shows unbroken."""
    columns = plan.columns
    heading = columns.heading
    made_of = f"ids are made of {_shown(heading(plan.id.strip('{}')))}" if plan.id else "ids are written"
    lines = [f"{counted(plan.cards, 'card')} in {counted(len(plan.entries), 'row')}; {made_of}"]
    if columns.copies:
        lines.append(
            f"copies are in {_shown(columns.copies)}"
            + (" (--count none: they are not)" if columns.unsure else "")
        )
    for role, names in _named(plan).items():
        same = role == "suit" and names[0] in plan.guessed.roles.subtitle
        lines += _wrapped(
            f"{role + ':':<10}",
            [_shown(heading(name)) for name in names] + (["its values have colours"] if same else []),
        )
    lines += _wrapped("not printed:", _grouped(plan.guessed.left_out, heading))
    if columns.nested:
        lines += _wrapped(
            "left out, as there are lists or mappings in it:", [_shown(each) for each in columns.nested]
        )
    renamed = [f"{_shown(each)} ({columns.fields[each]})" for each in columns.renamed]
    lines += _wrapped("fields with names of their own:", renamed)
    if plan.lists:
        lines += _wrapped("lists:", [_shown(heading(name)) for name in plan.lists])
    lines += filter(None, [plan.merged_rows])
    if plan.left_out_rows:
        lines.append(rows_left_out(plan.left_out_rows))
    if plan.encoding:
        lines.append(f"the text is {plan.encoding}, not UTF-8 (--encoding)")
    if len(plan.sheets) > 1:
        taken = plan.sheet or plan.sheets[0]
        sheets = [f"{_shown(each)} (taken)" if each == taken else _shown(each) for each in plan.sheets]
        lines += _wrapped("sheets (--sheet):", sheets)
    if plan.markup is not None:
        lines.append(f"marks in texts: {', '.join(plan.markup) or 'none'} (--markup)")
    if plan.unknown_marks:
        shown = [f"{one_line(tag)} ({number})" for tag, number in plan.unknown_marks.items()]
        lines += _wrapped("printed as they stand:", shown)
    return tuple(lines)


def cell_summary(found: Iterable[Diagnostic]) -> Iterator[str]:
    """Yield a line for each kind of what is not as it should be in cells, with the first of them."""
    kinds: dict[tuple[str, str], list[Diagnostic]] = {}
    for each in found:
        kinds.setdefault((each.code, each.message[:12]), []).append(each)
    for same in kinds.values():
        where = [each.place.cell or f"line {each.place.line}" for each in same if each.place]
        more = f" (and {len(where) - _EXAMPLES} more)" if len(where) > _EXAMPLES else ""
        told = _DONE.get(same[0].code) or one_line(same[0].message)
        yield shortened(f"{', '.join(where[:_EXAMPLES])}{more}: {told}")


def shortened(line: str) -> str:
    """Return a line that is no longer than a terminal shows."""
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…"


def _shown(heading: str) -> str:
    """Return a heading as a line shows it."""
    plain = one_line(heading)
    return plain if len(plain) <= 32 else f"{plain[:31]}…"


def _grouped(reasons: Mapping[str, str], heading: object = None) -> list[str]:
    """Return names with the reason behind the last of those that share it."""
    groups: dict[str, list[str]] = {}
    for name, reason in reasons.items():
        groups.setdefault(reason, []).append(_shown(heading(name)) if callable(heading) else name)
    return [part for reason, names in groups.items() for part in (*names[:-1], f"{names[-1]} ({reason})")]


def _wrapped(start: str, parts: Sequence[str], width: int = WIDTH) -> list[str]:
    """Return a list of names behind its start, in two lines at most."""
    if not parts:
        return []
    for count in range(len(parts), 0, -1):
        more = f" and {len(parts) - count} more" if count < len(parts) else ""
        lines = wrap(
            f"{start} {', '.join(parts[:count])}{more}", width, subsequent_indent="  ", break_on_hyphens=False
        )
        if len(lines) <= 2:
            break
    return lines


def _word(text: str) -> str:
    """Return a text as YAML has it on one line."""
    style = '"' if not text.isprintable() else None
    return (
        yaml.safe_dump(text, allow_unicode=True, width=100_000, default_style=style)
        .removesuffix("...\n")
        .strip()
    )


def game_yaml(title: str) -> str:
    """Return the game around a table, if there is none yet."""
    return f'title: {_word(title)}\n# fonts: {{title: Manrope, body: Source Sans Pro}}\n# palette: {{accent: "#2f4b7c"}}\n'


def _plain(value: Value) -> object:
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, str):
        return value.strip()
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as such."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)


def _dumped(pieces: list[dict[str, object]]) -> str:
    text = yaml.dump(pieces, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=100)
    return "".join(f"  {line}\n" for line in text.splitlines())
