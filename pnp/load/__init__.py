"""Game files read into the model, with a finding for whatever is wrong in them."""
