"""Cards changed in place, in YAML, CSV, JSON and .xlsx files, without changing anything around them."""
