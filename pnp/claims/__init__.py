"""Expressions over the data of a game, the claims about its rulebook tested with them, and statistics."""
