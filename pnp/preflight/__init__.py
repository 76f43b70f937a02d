"""Comparing any PDF with the requirements of a printing condition."""
