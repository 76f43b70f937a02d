"""New projects, tables imported from spreadsheets, and the examination of an installation."""
