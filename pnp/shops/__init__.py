"""Exports for print shops and virtual tables, by the profile of each."""
