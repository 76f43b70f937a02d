"""Drawings from Inkscape as templates: objects named after fields are filled."""
