"""The studio: a local web server to look at, edit, check and print a game."""
