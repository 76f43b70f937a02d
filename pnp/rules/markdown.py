"""A rules summary as Markdown that pastes into another document: plain tables, and an anchor for every card."""

import re
from collections.abc import Iterator

from pnp.model.rules import (
    Block,
    Case,
    Chart,
    Entry,
    Heading,
    IndexLine,
    Listing,
    Paragraph,
    Part,
    RulesDocument,
    Run,
    Table,
    Term,
    Text,
)

_SIGNS = re.compile(r"([\\`*_{}\[\]<>|~])")
_FIRST = re.compile(r"^(\s*)([#+=-]|\d+(?=[.)]))")


def write(document: RulesDocument, *, pictures: str | None = None) -> str:
    """Return the document; `pictures` is where its pictures lie, relative to the text, None to leave them out.

    Each picture is called as the anchor of its block.
    """
    parts = [f"# {escaped(document.title)}"]
    for section in document.sections:
        parts.append(f'<a id="{section.anchor}"></a>\n\n## {escaped(section.title)}')
        parts += _joined(block for each in section.blocks for block in _block(each, pictures))
    rights = [words for words in (document.credits, document.notice) if words]
    parts += [f"*{escaped(words)}*" for words in rights]
    return "\n\n".join(parts) + "\n"


def escaped(words: str) -> str:
    r"""Return words that mean nothing to Markdown.

    >>> print(escaped("2 * 3 [see] <b>"), escaped("1. # no"))
    2 \* 3 \[see\] \<b\> 1\. # no
    """
    safe = _SIGNS.sub(r"\\\1", words.replace("&", "&amp;"))
    first = _FIRST.match(safe)
    if first is None:
        return safe
    sign = first[2]
    end = first.end()
    return f"{first[1]}{sign}\\{safe[end:]}" if sign.isdigit() else f"{first[1]}\\{sign}{safe[end:]}"


def text(runs: Text) -> str:
    """Return runs as Markdown.

    >>> text((Run("Add "), Run("3", bold=True), Run(" to "), Run("it", to="card-x")))
    'Add **3** to [it](#card-x)'
    """
    return "".join(_run(run) for run in runs)


def _run(run: Run) -> str:
    words = _SIGNS.sub(r"\\\1", run.words.replace("&", "&amp;"))
    inner = words.strip()
    if not inner:
        return words
    mark = ("**" if run.bold else "") + ("*" if run.italic else "")
    marked = f"{mark}{inner}{mark[::-1]}"
    linked = f"[{marked}](#{run.to})" if run.to else marked
    return words.replace(inner, linked, 1) if words != inner else linked


def _joined(blocks: Iterator[str]) -> list[str]:
    """Return the blocks, lines of one list together."""
    joined: list[str] = []
    for block in blocks:
        if joined and block.startswith("- ") and joined[-1].startswith("- "):
            joined[-1] += f"\n{block}"
        else:
            joined.append(block)
    return joined


def _block(block: Block, pictures: str | None) -> Iterator[str]:
    match block:
        case Paragraph() | Heading():
            said = text(block.text)
            yield f"### {said}" if isinstance(block, Heading) else escaped_start(said)
        case Listing():
            signs = [f"{n}." if block.numbered else "-" for n in range(1, len(block.items) + 1)]
            yield "\n".join(f"{sign} {text(item)}" for sign, item in zip(signs, block.items, strict=True))
        case Table():
            yield _table(block)
        case Part():
            yield from _part(block, pictures)
        case Entry():
            yield from _entry(block, pictures)
        case Case():
            yield from _case(block)
        case Chart():
            yield f'<a id="{block.anchor}"></a>\n\n**{escaped(block.title)}**'
            yield from _picture(block, pictures, width=420)
            yield escaped(block.words)
        case Term():
            yield f"- **{escaped(block.title)}:** {text(block.meaning)}"
        case IndexLine():
            yield f"- {escaped(block.word)}: {', '.join(text((place,)) for place in block.places)}"


def escaped_start(words: str) -> str:
    r"""Return a paragraph whose beginning is no heading, list or rule.

    >>> print(escaped_start("- not a list"), escaped_start("**bold** stays"))
    \- not a list **bold** stays
    """
    first = _FIRST.match(words)
    if first is None:
        return words
    end = first.end()
    return f"{words[:end]}\\{words[end:]}" if first[2].isdigit() else f"{first[1]}\\{first[2]}{words[end:]}"


def _table(table: Table) -> str:
    rows = [table.head, *table.rows]
    lines = [f"| {' | '.join(text(cell) for cell in row)} |" for row in rows]
    return "\n".join([lines[0], f"|{'---|' * len(table.head)}", *lines[1:]])


def _part(part: Part, pictures: str | None) -> Iterator[str]:
    yield f'<a id="{part.anchor}"></a>\n\n### {escaped(part.title)}'
    yield from _picture(part, pictures)
    note = text(part.note)
    yield f"{escaped_start(part.count)}. {note}".strip()


def _entry(entry: Entry, pictures: str | None) -> Iterator[str]:
    yield f'<a id="{entry.anchor}"></a>\n\n#### {escaped(entry.title)} ({escaped(entry.count)})'
    yield from _picture(entry, pictures)
    facts = [f"- {escaped(label)}: {text(runs)}" for label, runs in entry.facts]
    see = ", ".join(text((run,)) for run in entry.see)
    facts += [f"- See also: {see}"] if see else []
    if facts:
        yield "\n".join(facts)
    yield from (escaped_start(text(runs)) for runs in entry.texts)


def _case(case: Case) -> Iterator[str]:
    yield f'<a id="{case.anchor}"></a>\n\n**{escaped(case.title)}.** {text(case.question)}'
    reason = f" *Why:* {text(case.reason)}" if case.reason else ""
    see = f" See {', '.join(text((run,)) for run in case.see)}." if case.see else ""
    yield f"**Ruling:** {text(case.ruling)}{reason}{see}"


def _picture(block: Part | Entry | Chart, pictures: str | None, *, width: int = 110) -> Iterator[str]:
    if block.picture and pictures is not None:
        words = block.title.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
        yield f'<img src="{pictures}/{block.anchor}.svg" alt="{words}" width="{width}">'
