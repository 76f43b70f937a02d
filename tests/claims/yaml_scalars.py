"""Where each value of a YAML file is written, so that one of them can be changed and the rest of the file stays."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Path = tuple[str, ...]


@dataclass(frozen=True)
class Written:
    """A value as it is written: where it is in the file (keys, and numbers of items), and from where to where.

    `plain` says that it is no list and no mapping.
    """

    path: Path
    start: int
    end: int
    raw: str
    plain: bool = True


@lru_cache(maxsize=64)
def written(text: str) -> tuple[Written, ...]:
    """Return the values of a file in order: scalars, and lists and mappings in brackets; each once."""
    found: dict[int, Written] = {}
    for each in _walk(yaml.compose(text, LOADER), text, ()):
        found.setdefault(each.start * 2 + each.plain, each)
    return tuple(found.values())


def _walk(node: yaml.Node | None, text: str, path: Path) -> Iterator[Written]:
    if node is None:
        return
    start, end = node.start_mark.index, node.end_mark.index
    if isinstance(node, yaml.ScalarNode):
        raw = text[start:end].rstrip()
        if raw and raw[0] not in "|>&*":
            yield Written(path, start, start + len(raw), raw)
        return
    if node.flow_style and text[start] in "[{":
        yield Written(path, start, end, text[start:end], plain=False)
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _walk(value, text, (*path, str(key.value)))
    else:
        for number, item in enumerate(node.value, 1):
            yield from _walk(item, text, (*path, str(number)))


def replaced(text: str, new: Mapping[Written, str]) -> str:
    """Return the file with these values written differently."""
    for each in sorted(new, key=lambda each: each.start, reverse=True):
        text = text[: each.start] + new[each] + text[each.end :]
    return text
