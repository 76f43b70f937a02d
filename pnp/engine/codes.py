"""The findings of the engine: promises of the rulebook that the game does not keep, and needs of play."""

from collections.abc import Mapping
from types import MappingProxyType

CODES: Mapping[str, str] = MappingProxyType(
    {
        "PNP520": "a promise of the rulebook is broken: the data are not as a claim of claims.yaml says",
        "PNP521": "the box lacks what play needs, with some number of players or in some variant",
    }
)
"""What they mean, by code."""
