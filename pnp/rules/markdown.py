"""A rules summary as Markdown to paste into another document, with its pictures in files beside it."""

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
from pnp.rules.embedded_fonts import embedded_fonts
from pnp.rules.pictures import inside

_SIGNS = re.compile(r"([\\`*_{}\[\]<>|~])")
_FIRST = re.compile(r"^(\s*)(?:(\d+)(?=[.)])|(?=[#+=-]))")


def as_markdown(document: RulesDocument, pictures: str | None = None) -> str:
    """Return Markdown that pastes into another document: plain tables, and an anchor for every card.

    `pictures` is where its pictures lie, relative to the text, None to leave them out; each is called as its block.
    """
    parts = [f"# {escaped(document.title)}"]
    for section in document.sections:
        parts.append(f'<a id="{section.anchor}"></a>\n\n## {escaped(section.title)}')
        for block in section.blocks:
            written = "\n\n".join(_paragraphs(block, pictures))
            if written.startswith("- ") and parts[-1].startswith("- "):  # lines of one list
                parts[-1] += f"\n{written}"
            else:
                parts.append(written)
    parts += [f"*{escaped(words)}*" for words in (document.credits, document.notice) if words]
    return "\n\n".join(parts) + "\n"


def markdown_pictures(document: RulesDocument) -> dict[str, bytes]:
    """Return the drawings that the document shows, by file name; each carries the letters it needs."""
    fonts = embedded_fonts(document.fonts)
    found: dict[str, bytes] = {}
    for block in (block for section in document.sections for block in section.blocks):
        picture = document.pictures.get(block.picture) if isinstance(block, Entry | Chart) else None
        if isinstance(block, Entry | Chart) and picture is not None:
            drawn = inside(picture.svg)
            style = f"<style>{fonts.rules([picture.svg])}</style>"
            found[f"{block.anchor}.svg"] = picture.svg.replace(drawn, style + drawn, 1).encode()
    return found


def escaped(words: str) -> str:
    r"""Return words that mean nothing to Markdown.

    >>> print(escaped("2 * 3 [see] <b>"), escaped("1. # no"))
    2 \* 3 \[see\] \<b\> 1\. # no
    """
    return _escaped_start(_escaped_signs(words))


def _escaped_signs(words: str) -> str:
    return _SIGNS.sub(r"\\\1", words.replace("&", "&amp;"))


def _escaped_start(words: str) -> str:
    r"""Return a paragraph whose beginning is no heading, list or rule.

    >>> print(_escaped_start("- not a list"), _escaped_start("**bold** stays"))
    \- not a list **bold** stays
    """
    return _FIRST.sub(r"\1\2\\", words)


def _marked(runs: Text) -> str:
    """Return runs as Markdown.

    >>> _marked((Run("Add "), Run("3", bold=True), Run(" to "), Run("it", to="card-x")))
    'Add **3** to [it](#card-x)'
    """
    return "".join(_run(run) for run in runs)


def _run(run: Run) -> str:
    words = _escaped_signs(run.words)
    inner = words.strip()
    if not inner:
        return words
    mark = ("**" if run.bold else "") + ("*" if run.italic else "")
    marked = f"{mark}{inner}{mark[::-1]}"
    return words.replace(inner, f"[{marked}](#{run.to})" if run.to else marked, 1)


def _links(runs: Text) -> str:
    return ", ".join(map(_run, runs))


def _paragraphs(block: Block, pictures: str | None) -> Iterator[str]:
    match block:
        case Paragraph() | Heading():
            text = _marked(block.text)
            yield f"### {text}" if isinstance(block, Heading) else _escaped_start(text)
        case Listing():
            signs = [f"{n}." if block.numbered else "-" for n in range(1, len(block.items) + 1)]
            yield "\n".join(f"{sign} {_marked(item)}" for sign, item in zip(signs, block.items, strict=True))
        case Table():
            head, *rows = (f"| {' | '.join(map(_marked, row))} |" for row in (block.head, *block.rows))
            yield "\n".join([head, f"|{'---|' * len(block.head)}", *rows])
        case Part():
            yield f'<a id="{block.anchor}"></a>\n\n### {escaped(block.title)}'
            yield from _picture(block, pictures)
            yield f"{_escaped_start(block.count)}. {' '.join(map(_marked, block.texts))}".strip()
        case Entry():
            yield f'<a id="{block.anchor}"></a>\n\n#### {escaped(block.title)} ({escaped(block.count)})'
            yield from _picture(block, pictures)
            facts = [f"- {escaped(label)}: {_marked(text)}" for label, text in block.facts]
            facts += [f"- See also: {_links(block.see)}"] if block.see else []
            yield from ["\n".join(facts)] if facts else []
            yield from (_escaped_start(_marked(text)) for text in block.texts)
        case Case():
            yield f'<a id="{block.anchor}"></a>\n\n**{escaped(block.title)}.** {_marked(block.question)}'
            reason = f" *Why:* {_marked(block.reason)}" if block.reason else ""
            see = f" See {_links(block.see)}." if block.see else ""
            yield f"**Ruling:** {_marked(block.ruling)}{reason}{see}"
        case Chart():
            yield f'<a id="{block.anchor}"></a>\n\n**{escaped(block.title)}**'
            yield from _picture(block, pictures, width=420)
            yield escaped(block.words)
        case Term():
            yield f"- **{escaped(block.title)}:** {_marked(block.meaning)}"
        case IndexLine():
            yield f"- {escaped(block.word)}: {_links(block.places)}"


def _picture(block: Entry | Chart, pictures: str | None, *, width: int = 110) -> Iterator[str]:
    if block.picture and pictures is not None:
        words = block.title.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
        yield f'<img src="{pictures}/{block.anchor}.svg" alt="{words}" width="{width}">'
