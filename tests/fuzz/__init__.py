"""Small projects, damaged by chance: no file in one may end pnp with a traceback, a crash, or without an end."""
