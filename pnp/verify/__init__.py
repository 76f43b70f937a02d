"""Printed files read back and compared with what the data ask for."""
