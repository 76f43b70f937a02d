"""Expressions over the data of a game, the claims of its rulebook that are tested with them, and statistics."""
