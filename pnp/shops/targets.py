"""The export targets: those of this package, one for each shop, and those of installed packages."""

from pnp.model.errors import UnknownName
from pnp.plugins import installed, registered
from pnp.shops.export_plan import ExportTarget
from pnp.shops.profiles import profile_names, shop_profile
from pnp.shops.shop_files import shop_target
from pnp.text import near_names

GROUP = "pnp.export_targets"
"""Entry points of packages that add a target: each names an ExportTarget."""


def export_targets() -> tuple[ExportTarget, ...]:
    """Return every target, in the order in which they are told."""
    own = {target.name: target for target in registered("pnp.shops", ExportTarget)}
    shops = (shop_target(shop_profile(name)) for name in profile_names())
    return (own.pop("png"), own.pop("press"), *shops, *own.values(), *installed(GROUP, ExportTarget))


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
