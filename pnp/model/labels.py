"""A bought sheet of round labels: how many, how large, where they are. Lengths in mm."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """`x`, `y` is the top-left corner of the first label's box; `dx`, `dy` run from centre to centre."""

    name: str
    title: str
    paper: str
    diameter: float
    columns: int
    rows: int
    x: float
    y: float
    dx: float
    dy: float
