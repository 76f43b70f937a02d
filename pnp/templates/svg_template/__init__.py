"""A drawing made in Inkscape used as a template: its objects named after fields are filled."""
