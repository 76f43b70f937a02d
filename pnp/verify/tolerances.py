"""How much a finished PDF may differ from what it should be, and how closely it is looked at."""

POSITION_MM = 0.01
"""Of edges and sizes; a hundredth is what a good plotter repeats, and two hundred times what rounding does here."""

TURN_DEGREES = 0.01

SAME_PLACE_MM = 1.0
"""Two cards nearer than that are meant for the same place, exact or not."""

SAME_LINE_MM = 2.0
"""Cards less apart than that are in one row or column when their places are named."""

GREY_STEPS = 12
"""Of 255, within which two pictures are the same; a black hairline of 0.1 mm makes 20."""

FOREIGN_GREY_STEPS = 40
"""Mean difference beyond which a picture is like none of the faces."""

EDGE_PIXELS = 2
"""Along the trim that are not looked at: neighbours and crop marks blur into them."""

VIEWS = ((0.0, 0.0), (0.37, 0.61), (0.71, 0.23))
"""How many pixels, in x and y, the pictures lie apart in which a place is compared."""
