"""What holds for all tests: the same examples every time, and no test fails because the machine is busy."""

from hypothesis import settings

settings.register_profile("pnp", deadline=None, derandomize=True)
settings.load_profile("pnp")
