"""Values pickled for another process of the same program."""

import io
import pickle
from types import MappingProxyType
from typing import Any

from pnp.processes.worker import received


class _Pickler(pickle.Pickler):
    """Also takes the read-only mappings that games are made of."""

    def reducer_override(self, value: object) -> Any:
        if type(value) is MappingProxyType:
            return _read_only, (dict(value),)
        return NotImplemented


def _read_only(content: dict[object, object]) -> MappingProxyType[object, object]:
    return MappingProxyType(content)


def pickled(value: object) -> bytes:
    """Return a value as bytes for another process of the same program; `unpickled` makes it a value again."""
    out = io.BytesIO()
    _Pickler(out, pickle.HIGHEST_PROTOCOL).dump(value)
    return out.getvalue()


def unpickled(sent: object) -> Any:
    """Return the value that was `pickled` and sent by the process that started this one."""
    return pickle.loads(received(sent))  # noqa: S301 - from the same program
