"""Faces of pieces drawn from templates, and the pages that say how to build the game."""
