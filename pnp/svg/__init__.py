"""SVG drawings and pictures: read, sanitized, checked for what does not print, and written."""
