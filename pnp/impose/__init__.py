"""Imposition: pieces laid out on sheets, with margins and marks, boards split into pages, and nested nets."""
