"""What is worked out when a wheel is built, or pnp installed from a checkout: the code of the templates that come with it."""

import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledTemplates(BuildHookInterface):
    """Writes what Jinja generates from each template to pnp/_compiled; a build of a game need not generate it again."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the files before the package is gathered."""
        del version, build_data
        sys.path.insert(0, self.root)
        from pnp.templates.sandbox import (  # noqa: PLC0415
            SHIPPED,
            Sandbox,
            code_key,
        )

        shutil.rmtree(SHIPPED, ignore_errors=True)
        SHIPPED.mkdir()
        sandbox = Sandbox([Path(self.root) / "templates"])
        for name in sandbox.list_templates(extensions=["j2"]):
            text = sandbox.text_of(name)
            assert text is not None, name
            source = sandbox.compile(text, name, raw=True)
            (SHIPPED / f"t{code_key(text, name)}.py").write_text(source, encoding="utf-8", newline="\n")
