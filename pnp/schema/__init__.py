"""JSON schemas of the game files, for editors."""
