"""New projects, tables imported from spreadsheets, and the check of an installation."""
