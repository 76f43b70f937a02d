"""The words that pnp prints itself, in a YAML file for each language that it knows: en.yaml names them all."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from pnp.load.nodes import MapNode, ScalarNode
from pnp.load.yaml_source import parse
from pnp.model.diagnostics import Place


def own_texts() -> Mapping[str, Place]:
    """Return the words that pnp prints itself, and where they stand."""
    return {text: place for text, _, place in _read("en")}


def own_words(language: str) -> Mapping[str, str]:
    """Return what stands for the words of pnp itself, as far as it knows the language, such as "fr" or "fr-CA"."""
    known = (each for each in (language, language.partition("-")[0]) if _text(each))
    return {text: said for name in known for text, said, _ in _read(name)}


def _text(language: str) -> str:
    names = {entry.name for entry in files(__package__).iterdir()}
    name = f"{language}.yaml"
    return (files(__package__) / name).read_text(encoding="utf-8") if name in names else ""


@cache
def _read(language: str) -> tuple[tuple[str, str, Place], ...]:
    node = parse(_text(language).encode(), f"pnp/load/own_words/{language}.yaml")[0]
    return tuple(_entries(node)) if isinstance(node, MapNode) else ()


def _entries(section: MapNode) -> Iterator[tuple[str, str, Place]]:
    for key, value in section.entries:
        said = (
            value.text
            if isinstance(value, ScalarNode) and (value.value is not None or value.quoted)
            else key.text
        )
        yield key.text, said, key.place
