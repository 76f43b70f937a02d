"""Who made a picture, and under what terms it may be printed."""

from dataclasses import dataclass

from pnp.model.diagnostics import Place


@dataclass(frozen=True, slots=True)
class ArtCredit:
    """The credit of one art slot, as art/credits.yaml has it; what is not said is ""."""

    slot: str
    credit: str
    licence: str
    source: str
    place: Place
