"""Tables of builds: the same games with other values in each row."""
