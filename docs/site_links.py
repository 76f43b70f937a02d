"""A step of `make docs`: links to files that are not part of the site become plain words."""  # noqa: INP001

import re
from pathlib import PurePosixPath
from typing import Any

OUTSIDE = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+[^)#\s]+)(?:#[^)]*)?\)")


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Return the page without links that lead out of docs/."""
    depth = len(PurePosixPath(page.file.src_uri).parts) - 1

    def kept(link: re.Match[str]) -> str:
        return link[1] if link[2].count("../") > depth else link[0]

    return OUTSIDE.sub(kept, markdown)
