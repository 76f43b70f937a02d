"""Cards changed in place, in YAML and CSV, without changing anything around them."""
