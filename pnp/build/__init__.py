"""A build from end to end with its cache, the checks of games, and the verification of what was built."""
