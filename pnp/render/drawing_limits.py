"""What drawing holds to: the smallest text, the quality of pictures, how much is held; pnp.model.limits has the rest."""

SMALLEST_TEXT_PT = 7
"""Below this, print-and-play makers report unreadable text from home printers; templates know it as `smallest`."""

UNREADABLE_PT = 4
"""Below this nobody reads a print at all, whatever printer it comes from."""

JPEG_QUALITY = 95  # of a JPEG that has to be written again: no difference to be seen in print
PICTURES_HELD = 32  # a picture on many cards is read once, a thousand pictures do not pile up

DRAWINGS_HELD = 1_000
"""Pieces whose drawings, of some 10 KB each, are held in memory; those of a larger component wait on the disk."""

WALL_SECONDS = 180.0
"""Of the clock, for what a worker does at a time: the last resort, where something waits for ever."""

CONVERT_SECONDS, CONVERT_SECONDS_PER_FACE = 2.0, 0.05
"""Of a processor, for faces converted together; when that is not enough they are converted one by one."""

SIMPLER = "make the drawing simpler: fewer filters, patterns and groups inside groups, smaller pictures"
"""What helps against a face that takes too long, or too much."""
