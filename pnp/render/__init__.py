"""Faces of pieces drawn from templates, and the pages that explain how to build the game."""
