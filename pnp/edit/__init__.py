"""Cards changed in place, in YAML and in workbooks, without a change to anything beside them."""
