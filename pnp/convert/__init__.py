"""Faces from SVG to pages of PDF, with typst or CairoSVG."""
