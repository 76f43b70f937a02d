"""Where games can be exported to, by name."""

from pnp.model.errors import UnknownName
from pnp.shops.export_plan import ExportTarget
from pnp.shops.playingcards_io import PCIO
from pnp.shops.png_files import PNG
from pnp.shops.press import PRESS
from pnp.shops.profiles import profile_names, shop_profile
from pnp.shops.shop_files import shop_target
from pnp.shops.tabletop_simulator import TTS
from pnp.text import near_names


def export_targets() -> tuple[ExportTarget, ...]:
    """Return every target, in the order in which they are told."""
    shops = (shop_target(shop_profile(name)) for name in profile_names())
    return (PNG, PRESS, *shops, TTS, PCIO)


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
