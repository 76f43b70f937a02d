"""Every limit of drawing in one place: the smallest text, what a template may spend, how large a picture may be."""

SMALLEST_TEXT_PT = 7
"""Below this, print-and-play makers report unreadable text from home printers; templates know it as `smallest`."""

UNREADABLE_PT = 4
"""Below this nobody reads a print at all, whatever printer it comes from."""

TEMPLATE_LIMITS = {
    # Loops over ten thousand cards' worth of values pass; a loop inside a loop inside a loop does not.
    "turns": (100_000, "its loops and calls take more than 100000 turns"),
    # Numbers that range() hands out: no face shows twenty thousand things one by one.
    "steps": (20_000, "its loops take more than 20000 steps"),
    # Letters handed to functions, which measure and wrap them; a rulebook has some tens of thousands.
    "letters": (200_000, "it works on more than 200000 letters"),
    # Bytes of texts and lists made on the way, pictures included: what every computer has to spare.
    "made": (100_000_000, "the texts it makes are too long"),
    # Letters of one drawing, the pixels of its pictures included.
    "svg": (400_000_000, "the drawing is too long"),
}
"""What one drawing may spend, and what is said when it is spent. The bounds stop accidents and the obvious bombs."""

MAX_WIDTH = 20_000  # what a width, a count or a precision may be: more than the columns of any text
MAX_REPEATED = 1_000_000  # letters that one multiplication may make
MAX_POWER = 1_000  # of a base or an exponent: beyond, whole numbers take seconds
MAX_BITS = 4_000  # of a product; a thousand digits, which Python still prints

MAX_FONT_BYTES = 64_000_000  # the largest fonts of all Chinese letters have 30 MB
MAX_PICTURE_BYTES = 100_000_000  # an A4 page at 600 dpi without any compression
MAX_SIDE_PX = 12_000  # one metre at 300 dpi; more than any card, and a bomb to decode
MAX_PIXELS = 60_000_000  # of a picture: an A2 poster at 300 dpi has 35 million
JPEG_QUALITY = 95  # of a JPEG that has to be written again: no difference to be seen in print
PICTURES_HELD = 32  # a picture on many cards is read once, a thousand pictures do not pile up

MAX_SVG_BYTES = 8_000_000  # a drawing beyond this is a traced photograph; it belongs in a PNG
MAX_DEPTH = 200  # groups inside groups; renderers call themselves for each
MAX_ATTRIBUTES = 1_000  # of one element; renderers compare each with every other
MAX_SHAPES = (
    100_000  # counted with every repetition: ten <use> of ten <use>, ten levels deep, are 10^10 shapes
)

DRAWINGS_HELD = 1_000
"""Pieces whose drawings, of some 10 KB each, are held in memory; those of a larger component wait on the disk."""
