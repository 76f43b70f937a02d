"""Game files read into the model, with a finding for every mistake in them."""
