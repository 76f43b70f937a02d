"""The words of pnp itself, in a YAML file for each language; en.yaml has them all."""

from collections.abc import Iterator, Mapping
from functools import cache

from pnp.files import package_names, read_package
from pnp.load.nodes import MapNode, ScalarNode
from pnp.load.yaml_source import parse
from pnp.model.diagnostics import Place


def interface_texts() -> Mapping[str, Place]:
    """Return the words that pnp prints itself, and where they stand."""
    return {text: place for text, _, place in _read("en")}


def interface_words(language: str) -> Mapping[str, str]:
    """Return what stands for the words of pnp itself, as far as it knows the language, such as "fr" or "fr-CA"."""
    known = (each for each in (language, language.partition("-")[0]) if _text(each))
    return {text: said for name in known for text, said, _ in _read(name)}


def _text(language: str) -> bytes:
    name = f"{language}.yaml"
    return read_package(__package__, name) if name in package_names(__package__) else b""


@cache
def _read(language: str) -> tuple[tuple[str, str, Place], ...]:
    node = parse(_text(language), f"pnp/load/interface_words/{language}.yaml")[0]
    return tuple(_entries(node)) if isinstance(node, MapNode) else ()


def _entries(section: MapNode) -> Iterator[tuple[str, str, Place]]:
    for key, value in section.entries:
        said = (
            value.text
            if isinstance(value, ScalarNode) and (value.value is not None or value.quoted)
            else key.text
        )
        yield key.text, said, key.place
