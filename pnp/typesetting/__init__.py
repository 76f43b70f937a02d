"""Text set in a box: fonts, markup, bidirectional text, line breaking, fitting, and output as SVG."""
