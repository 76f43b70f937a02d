"""Compare printed files with what the data require."""
