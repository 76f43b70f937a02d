"""Jinja templates of faces: their sandbox, their values and functions, and SVG files used as templates."""
