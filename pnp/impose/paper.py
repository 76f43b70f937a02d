"""Finding a paper by the name somebody typed."""

import difflib

from pnp.model.errors import UnknownName
from pnp.model.papers import PAPERS
from pnp.model.sheet import Paper


def find_paper(name: str) -> Paper:
    """Return the paper of that name; case, spaces, hyphens and underscores do not matter.

    Raises UnknownName with the near names.

    >>> find_paper("Arch-B").size
    Size(width=304.8, height=457.2)
    """
    by_key = {_key(paper): PAPERS[paper] for paper in PAPERS}
    paper = by_key.get(_key(name))
    if paper is None:
        near = [by_key[key].name for key in difflib.get_close_matches(_key(name), by_key, n=2, cutoff=0.5)]
        known = f"the papers are {', '.join(PAPERS)}"
        raise UnknownName(
            f'no paper is called "{name}"', f"did you mean {' or '.join(near)}? {known}" if near else known
        )
    return paper


def _key(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter not in " -_")
