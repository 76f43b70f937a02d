"""The objects of a PDF in the form qpdf gives them, to be put into another file under other numbers."""

import io
import re
from dataclasses import dataclass

from pikepdf import ObjectStreamMode, Pdf

_REFERENCE = re.compile(rb"\((?:[^()\\]|\\.)*\)|<[0-9a-fA-F]*>|\b(\d+) 0 R\b", re.DOTALL)
"""A reference, or a string, in which something may look like one; qpdf leaves no bracket in a string unescaped."""

_STREAM = b"\nstream\n"


@dataclass(frozen=True, slots=True)
class Body:
    """What stands between "obj" and "endobj": a dictionary or another value, and the rest where it is a stream."""

    value: bytes
    stream: bytes = b""

    def renumbered(self, numbers: dict[int, int]) -> "Body":
        """Return the object with every reference to a number changed to what `numbers` says."""

        def changed(found: re.Match[bytes]) -> bytes:
            return b"%d 0 R" % numbers[int(found[1])] if found[1] else found[0]

        return Body(_REFERENCE.sub(changed, self.value), self.stream)


@dataclass(frozen=True, slots=True)
class Written:
    """A whole PDF: what comes before the first object, the objects by number, and the trailer's dictionary."""

    header: bytes
    bodies: dict[int, Body]
    trailer: bytes


def written(pdf: Pdf) -> Written:
    """Return the PDF as qpdf writes it."""
    out = io.BytesIO()
    pdf.save(out, min_version="1.7", object_stream_mode=ObjectStreamMode.disable, deterministic_id=True)
    data = out.getvalue()
    table = int(data[data.rindex(b"startxref") :].split()[1])
    lines = data[table : data.index(b"trailer", table)].splitlines()
    offsets = {
        number: int(line[:10]) for number, line in enumerate(lines[3:], 1)
    }  # the first is that of number 0
    ordered = sorted(offsets, key=offsets.__getitem__)
    ends = [*(offsets[number] for number in ordered[1:]), table]
    bodies = {number: _body(data[offsets[number] : end]) for number, end in zip(ordered, ends, strict=True)}
    trailer = data[data.index(b"<<", table) : data.rindex(b">>") + 2]
    return Written(data[: offsets[ordered[0]]], bodies, trailer)


def _body(written_object: bytes) -> Body:
    inner = written_object[written_object.index(b"obj\n") + 4 : written_object.rindex(b"\nendobj")]
    value, mark, stream = inner.partition(_STREAM)
    return Body(value, mark + stream)
