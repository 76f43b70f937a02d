"""Bleed: how much of it a drawing may have, how much of it a sheet shows, and how much a press wants. In mm."""

MOST_BLEED = 20.0  # That a component may ask for.
PRESS_BLEED = 3.0  # What print shops ask for (ISO 12647 leaves it open; in inches, an eighth).
FOLD_BLEED = 1.0  # That may show towards a fold, so that the fold line stays white.
LABEL_BLEED = 1.0  # Beyond a label: printers feed to about a millimetre, more inks the liner.
BLOCK_BLEED = 1.0  # Around a block of triangles with gutters: its many marks lie on white paper.
SHOWN_BLEED = 0.5  # That stays shown, at least, where words and marks take room from the outer bleed.
