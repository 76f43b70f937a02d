"""What the tests of a game from a stranger share: hostile files, and ways to look at what they do."""
