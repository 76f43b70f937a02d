"""`pnp cache`: show what earlier builds keep, and remove it."""

from collections.abc import Mapping

import click

from pnp.cli.report import echo
from pnp.text import readable_size

HELP = "The cache keeps finished faces and pages, so that the next build makes only what changed."

WORDS = {
    "drawn faces": ("faces", "requests"),
    "faces as PDF": ("pages",),
    "sheets": ("sheets", "print-files"),
    "SVG files": ("svgs",),
    "small pictures": ("thumbnails", "contact-sheets", "previews"),
    "whole builds": ("builds", "failures"),
    "checks": ("checks",),
}
"""What the kinds of entries are called."""


@click.group("cache", help=f"Show or empty the cache.\n\n{HELP}\n\nExample: pnp cache info")
def command() -> None:
    """Group the commands below."""


@command.command("info")
def info() -> int:
    """Show the folder, size and contents of the cache."""
    from pnp.cache import MAX_AGE_DAYS, MAX_BYTES, VARIABLE, cache_folder, cache_info  # noqa: PLC0415

    folder = cache_folder()
    kept = cache_info(folder)
    echo(f"{folder}  (the environment variable {VARIABLE} names another folder)")
    if kept is None:
        echo("it is empty")
        return 0
    for words, (entries, taken) in _in_words(kept.kinds).items():
        echo(f"  {words:<15} {entries:>7}  {readable_size(taken)}")
    echo(f"{readable_size(kept.bytes)} in all; last use {kept.newest}, longest unused since {kept.oldest}")
    echo(
        f"what is not used for {MAX_AGE_DAYS} days, or exceeds {readable_size(MAX_BYTES)}, is removed automatically"
    )
    echo("pnp cache empty removes everything; the next build then takes as long as the first")
    return 0


def _in_words(kinds: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    sums: dict[str, tuple[int, int]] = {}
    for kind, (entries, taken) in kinds.items():
        words = next((words for words, those in WORDS.items() if kind in those), "other")
        before = sums.get(words, (0, 0))
        sums[words] = (before[0] + entries, before[1] + taken)
    return dict(sorted(sums.items(), key=lambda pair: -pair[1][1]))


@command.command("empty")
def empty() -> int:
    """Remove everything in the cache."""
    from pnp.cache import cache_folder, cache_info, empty_cache  # noqa: PLC0415

    before = cache_info(cache_folder())
    empty_cache(cache_folder())
    echo(f"{readable_size(before.bytes) if before else 'nothing'} dropped")
    return 0
