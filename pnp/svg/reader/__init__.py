"""Reading the SVG files of drawing programs as plain SVG that prints the same."""
