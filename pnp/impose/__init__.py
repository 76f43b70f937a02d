"""Imposition: pieces laid out on sheets, with margins, marks, tiles of boards and nets."""
