"""`pnp cache`: what earlier builds keep, and how to be rid of it."""

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
    "small pictures": ("thumbnails", "contact-sheets"),
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
    from pnp.cache import (  # noqa: PLC0415
        MAX_AGE_DAYS,
        MAX_BYTES,
        VARIABLE,
        cache_folder,
        cache_info,
    )

    folder = cache_folder()
    kept = cache_info(folder)
    echo(f"{folder}  (the environment variable {VARIABLE} names another folder)")
    if kept is None:
        echo("it is empty")
        return 0
    for words, (entries, taken) in _in_words(kept.kinds).items():
        echo(f"  {words:<15} {entries:>7}  {readable_size(taken)}")
    echo(f"{readable_size(kept.bytes)} in all; last used {kept.newest}, longest unused since {kept.oldest}")
    echo(f"what is not used for {MAX_AGE_DAYS} days, or is beyond {readable_size(MAX_BYTES)}, goes by itself")
    echo("pnp cache prune --all empties it; the next build then takes as long as the first")
    return 0


def _in_words(kinds: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Return entries and bytes by what they are to somebody who prints; the largest first."""
    sums: dict[str, tuple[int, int]] = {}
    for kind, (entries, taken) in kinds.items():
        words = next((words for words, those in WORDS.items() if kind in those), "other")
        before = sums.get(words, (0, 0))
        sums[words] = (before[0] + entries, before[1] + taken)
    return dict(sorted(sums.items(), key=lambda each: -each[1][1]))


class _Amount(click.FloatRange):
    """A number from 0 to a thousand million; nan is outside no range, and infinity inside."""

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number."""
        amount = float(super().convert(value, param, ctx))
        return amount if amount <= 1e9 else self.fail(f"{value} is no such number.", param, ctx)


@command.command("prune")
@click.option("--days", type=_Amount(0), metavar="N", help="Keep entries used in the last N days.")
@click.option("--mb", type=_Amount(0), metavar="N", help="Keep at most N MB, the newest.")
@click.option("--all", "everything", is_flag=True, help="Remove everything.")
def prune(days: float | None, mb: float | None, *, everything: bool) -> int:
    """Remove old entries.

    Example: pnp cache prune --days 7
    """
    from pnp.cache import (  # noqa: PLC0415
        MAX_AGE_DAYS,
        MAX_BYTES,
        cache_folder,
        cache_info,
        empty_cache,
        prune_cache,
    )

    folder = cache_folder()
    before = cache_info(folder)
    if everything:
        empty_cache(folder)
    else:
        limit = MAX_BYTES if mb is None else int(mb * 1_000_000)
        prune_cache(folder, days=MAX_AGE_DAYS if days is None else days, size=limit)
    after = cache_info(folder)
    was, now = (found.bytes if found else 0 for found in (before, after))
    echo(
        f"{readable_size(now) if now else 'nothing'} kept, {readable_size(was - now) if was > now else 'nothing'} dropped"
    )
    return 0
