"""Where games can be exported to, by name."""

from pnp.model.errors import UnknownName
from pnp.shops.export_plan import ExportTarget
from pnp.shops.png_files import PNG
from pnp.text import near_names

TARGETS = (PNG,)


def export_targets() -> tuple[ExportTarget, ...]:
    """Return every target, in the order in which they are told."""
    return TARGETS


def find_target(name: str) -> ExportTarget:
    """Return the target of that name; raises UnknownName, which lists those there are.

    >>> find_target("png").title
    'PNG pictures'
    """
    known = {target.name: target for target in export_targets()}
    if name in known:
        return known[name]
    near = near_names(name, known, most=1)
    listed = f"the targets are {', '.join(known)}"
    hint = f"did you mean {near[0]}? {listed}" if near else listed
    raise UnknownName(f'there is nothing to export to called "{name}"', hint)
