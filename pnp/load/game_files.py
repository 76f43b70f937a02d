"""The files of a game that are read."""

READ = (
    ".yaml",
    ".yml",
    ".csv",
    ".tsv",
    ".txt",
    ".json",
    ".xlsx",
    ".xlsm",
    ".svg",
    ".png",
    ".jpg",
    ".jpeg",
    ".webp",
    ".ttf",
    ".otf",
    ".j2",
)
"""Endings of the files that are read; of others, such as a painter's own file, only the name can matter."""

LARGEST = 1_000_000_000
"""Bytes; nothing of a game is as large, and reading it would take longer than building."""
