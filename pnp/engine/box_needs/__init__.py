"""One module for each game, found by its name; nothing lists them."""
