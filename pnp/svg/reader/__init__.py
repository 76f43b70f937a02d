"""Any SVG file of a drawing program read into plain SVG that prints the same."""
