"""Versions of a game: approved, released, taken as a snapshot, compared and reprinted."""
