"""What a cold build does with its CPU time: the stage of every sample, by the innermost module that has one."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.building import forget, memory
from benchmarks.stopwatch import run

STAGES: Mapping[str, tuple[str, ...]] = {
    "load": ("pnp.load", "pnp.claims", "pnp.engine"),
    "templates": ("pnp.render", "pnp.templates", "pnp.svg", "pnp.typesetting", "pnp.checks"),
    "art": ("pnp.svg.images", "pnp.svg.sanitizer", "pnp.svg.reader", "pnp.templates.sources"),
    "checks": ("pnp.checks", "pnp.svg.shapes"),
    "text": (
        "pnp.typesetting.fonts",
        "pnp.typesetting.justify",
        "pnp.typesetting.fit",
        "pnp.typesetting.line_layout",
        "pnp.typesetting.markup",
    ),
    "lint": ("pnp.svg.refused_features", "pnp.svg.vocabulary"),
    "convert": ("pnp.convert",),
    "trial": ("pnp.convert.trial_pages",),
    "impose": ("pnp.impose",),
    "furniture": (
        "pnp.impose.footer_and_ruler",
        "pnp.impose.marks",
        "pnp.export.marks_layer",
    ),
    "assemble": ("pnp.export",),
    "write": ("pnp.files:writing", "pnp.files:write", "pnp.export.manifest", "pnp.export.cut_files"),
    "preview": ("pnp.export.image_files", "pnp.export.image_files"),
    "rules": ("pnp.rules", "pnp.build.rules_files"),
    "cache": ("pnp.cache", "pnp.build.build_cache"),
}
"""A stage -> packages, modules and functions; the longest name decides. Others count for whoever called them."""

IMPORTS, OTHER = "start and imports", "other"
EVERY = (IMPORTS, *STAGES, OTHER)
_STAGE_OF = {name: stage for stage, names in STAGES.items() for name in names}

Stack = tuple[str, ...]
"""Functions from the outermost to the innermost, each as "module:function"."""


def stage_of(stack: Sequence[str]) -> str:
    """Return the stage that a sample belongs to."""
    for frame in reversed(stack):
        if is_import(frame):
            return IMPORTS
        stage = next((_STAGE_OF[name] for name in _names(frame) if name in _STAGE_OF), None)
        if stage is not None:
            return stage
    return OTHER


def is_import(frame: str) -> bool:
    """Tell whether a function is the start of Python, the import of a module, or a module as it is imported."""
    module, _, function = frame.partition(":")
    return (
        module in {"start", "_frozen_importlib", "_frozen_importlib_external"}
        or module.startswith("importlib.")
        or (function == "<module>" and module != "__main__")
    )


def _names(frame: str) -> Iterator[str]:
    """Yield what the function, its module and the packages around it are called, the longest first."""
    module, _, function = frame.partition(":")
    yield f"{module}:{function.partition('.')[0]}"
    while module:
        yield module
        module = module.rpartition(".")[0]


def sampled(project: Path, *options: str, root: Path | None = None) -> dict[Stack, int]:
    """Build what is in `root`, the project unless said otherwise, from nothing; return microseconds by stack.

    One process does all the work: a stage takes as much CPU time in several.
    """
    forget(project)
    samples = project / "samples.txt"
    command = ["-m", "benchmarks.sampler", str(samples), "benchmarks.one_process", "build", *options]
    command += ["--workers", "1"]
    run(command, folder=root or project, log=project / "run.log", environment=memory(project))
    found: Counter[Stack] = Counter()
    for line in samples.read_text(encoding="utf-8").splitlines():
        stack, _, microseconds = line.rpartition(" ")
        found[tuple(stack.split(";"))] += int(microseconds)
    return found


def by_stage(samples: Mapping[Stack, int]) -> Counter[str]:
    """Return microseconds by stage."""
    found: Counter[str] = Counter()
    for stack, microseconds in samples.items():
        found[stage_of(stack)] += microseconds
    return found


def by_function(samples: Mapping[Stack, int]) -> Counter[str]:
    """Return microseconds by the innermost function of pnp, or of a template, that was at work; imports count together."""
    found: Counter[str] = Counter()
    for stack, microseconds in samples.items():
        own = (each for each in reversed(stack) if each.startswith(("pnp.", "template:")))
        name = IMPORTS if stage_of(stack) == IMPORTS else next(own, OTHER)
        found[name.removeprefix("pnp.").replace(".<locals>", "")] += microseconds
    return found


def function_table(
    scenarios: Mapping[str, Mapping[str, int]], every: Sequence[str], most: int = 30
) -> dict[str, list[str | None]]:
    """Return a line per function, those first that take most of any build: its share of each build in per cent."""
    shares = {
        name: {key: used / sum(found.values()) for key, used in found.items()}
        for name, found in scenarios.items()
    }
    largest = Counter[str]()
    for found in shares.values():
        largest |= Counter({key: round(1e6 * share) for key, share in found.items()})
    return {
        f"`{key}`": [
            f"{100 * shares[name].get(key, 0.0):.1f} %" if name in shares else None for name in every
        ]
        for key, _ in largest.most_common(most)
    }


def over_the_rest(samples: Mapping[Stack, int], package: str) -> float:
    """Return the time that a module or package took, with all that it called, over that of everything else."""
    inside = sum(used for stack, used in samples.items() if any(package in _names(frame) for frame in stack))
    return inside / (sum(samples.values()) - inside)


def stage_table(
    scenarios: Mapping[str, Mapping[str, int]], every: Sequence[str]
) -> dict[str, list[str | None]]:
    """Return a line per stage, a column per build: seconds and the share of the whole; None where not measured."""
    lines: dict[str, list[str | None]] = {stage: [] for stage in EVERY} | {"**all**": []}
    for name in every:
        found = scenarios.get(name, {})
        whole = sum(found.values())
        for stage in EVERY:
            part = found.get(stage, 0)
            lines[stage].append(f"{part / 1e6:.2f} ({100 * part / whole:.0f} %)" if whole else None)
        lines["**all**"].append(f"{whole / 1e6:.2f}" if whole else None)
    return lines
