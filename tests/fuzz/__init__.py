"""Projects, drawings, fonts and PDFs with mistakes in them, and what pnp makes of each: `python -m tests.fuzz --help`."""
