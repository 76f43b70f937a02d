"""Pictures of how to cut, fold and join the pieces of a game."""
