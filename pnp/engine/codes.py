"""The findings of the engine: promises of the rulebook that the game does not keep."""

from collections.abc import Mapping
from types import MappingProxyType

CODES: Mapping[str, str] = MappingProxyType(
    {
        "PNP520": "a promise of the rulebook is broken: the data are not as a claim of claims.yaml says",
    }
)
"""What they mean, by code."""
