"""Versions of a game: approved, released, compared and reprinted."""
