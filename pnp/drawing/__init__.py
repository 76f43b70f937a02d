"""Drawing shared out among worker processes."""
