"""Tables: their rows and headings, read as pieces."""

NOTATIONS = ("html", "markdown", "brackets", "braces", "colons", "breaks")
"""What `markup` can name: <b>, **bold** and __bold__, [[bold]] and [icon], {icon} and {kind:icon}, :icon:, %n and \\n for a line break."""
