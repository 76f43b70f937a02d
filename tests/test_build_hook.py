"""What a wheel is built with is declared: an isolated build has Jinja, and no other library of pnp."""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent

IMPORT = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] not in {*sys.stdlib_module_names, "pnp", "jinja2", "markupsafe"}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Refuse())
import pnp.templates.sandbox
"""


def test_the_module_that_the_build_hook_imports_needs_only_jinja():
    required = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"][
        "requires"
    ]
    assert [name.partition(">")[0] for name in required] == ["hatchling", "jinja2"]
    assert "from pnp.templates.sandbox import" in (ROOT / "hatch_build.py").read_text(encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", IMPORT], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
