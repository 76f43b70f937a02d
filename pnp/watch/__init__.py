"""Games rebuilt whenever one of their files is saved."""
