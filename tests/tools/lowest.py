"""The lowest versions that pyproject.toml allows, as constraints for pip: `make test-lowest` installs them."""

import re
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def constraints() -> list[str]:
    bounds = (re.match(r"([\w.-]+)>=([\w.]+)", line) for line in PROJECT["dependencies"])
    return [f"{bound[1]}=={bound[2]}" for bound in bounds if bound]


if __name__ == "__main__":
    print("\n".join(constraints()))
