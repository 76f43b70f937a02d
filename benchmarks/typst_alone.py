"""Nothing but typst on faces that lie there as SVG: what no build can be faster than."""

import json
import shutil
import sys
import tempfile
from pathlib import Path

import typst


def main(folder: Path) -> None:
    """Convert each component's faces in one compile, one page each."""
    for component in sorted(folder.iterdir()):
        about = json.loads((component / "about.json").read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as fonts:
            for number, path in enumerate(about["fonts"]):
                shutil.copyfile(path, Path(fonts) / f"{number}.ttf")
            known = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[fonts])
            pages, faces = [], {}
            for number, (width, height) in enumerate(about["sizes"]):
                picture = f'image(bytes(sys.inputs.at("{number}")), format: "svg", width: 100%, height: 100%)'
                pages.append(f"#page(width: {width}mm, height: {height}mm, margin: 0mm, {picture})")
                faces[str(number)] = (component / f"{number}.svg").read_text(encoding="utf-8")
            source = "\n".join(pages).encode()
            pdf = typst.Compiler(font_paths=known).compile(
                input=source, format="pdf", sys_inputs=faces, timestamp=0
            )
            (component / "faces.pdf").write_bytes(pdf)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
