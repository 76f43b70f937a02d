"""Breaking atoms into lines: as few lines as possible, then as even as possible.

Widths are in em throughout; the caller divides its box by the size.
"""

from collections.abc import Callable, Sequence

from pnp.render.text.measure import Atom, Bit, width_of

SLACK_EM = 1e-6  # float noise must not push a word that fits exactly to the next line

Line = tuple[Atom, ...]


def line_width(line: Sequence[Atom]) -> float:
    """Return the width of a line, blanks between its atoms included."""
    return sum(atom.width + (atom.space if index else 0.0) for index, atom in enumerate(line))


def fewest_lines(row: Sequence[Atom], limit: float) -> list[Line]:
    """Fill line after line; an atom wider than `limit` stands alone on a line that is too wide."""
    lines: list[Line] = []
    current: list[Atom] = []
    width = 0.0
    for atom in row:
        needed = width + (atom.space if current else 0.0) + atom.width
        if current and needed > limit + SLACK_EM:
            lines.append(tuple(current))
            current, needed = [], atom.width
        current.append(atom)
        width = needed
    lines.append(tuple(current))
    return lines


def even_lines(row: Sequence[Atom], limit: float) -> list[Line]:
    """Return as many lines as `fewest_lines` needs, with the blank ends as equal as can be.

    Minimises the sum of squared slack over all ways to break; lines that must be too wide cost their excess.
    """
    wanted = len(fewest_lines(row, limit))
    if wanted == 1:
        return [tuple(row)]
    best: list[dict[int, tuple[float, int]]] = [{0: (0.0, 0)}]
    for end in range(1, len(row) + 1):
        best.append(_best_ending_at(row, end, limit, best, wanted))
    lines: list[Line] = []
    end, count = len(row), wanted
    while count:
        start = best[end][count][1]
        lines.append(tuple(row[start:end]))
        end, count = start, count - 1
    return lines[::-1]


def _best_ending_at(
    row: Sequence[Atom], end: int, limit: float, best: list[dict[int, tuple[float, int]]], wanted: int
) -> dict[int, tuple[float, int]]:
    """Return, for each number of lines, the cheapest cost and the start of the last line ending before `end`."""
    found: dict[int, tuple[float, int]] = {}
    width = 0.0
    for start in range(end - 1, -1, -1):
        width += row[start].width + (row[start + 1].space if start + 1 < end else 0.0)
        if width > limit + SLACK_EM and start + 1 < end:
            break
        cost = (limit - width) ** 2 if width <= limit + SLACK_EM else 1e6 * (width - limit)
        for count, (before, _) in best[start].items():
            if count < wanted and (count + 1 not in found or before + cost < found[count + 1][0] - 1e-12):
                found[count + 1] = (before + cost, start)
    return found


def hyphenated(row: Sequence[Atom], limit: float, cut: Callable[[str], list[tuple[str, str]]]) -> list[Atom]:
    """Return the row with every word that is wider than `limit` cut where the language allows it.

    `cut` gives the ways to split a word, longest head first. A word with no fitting cut stays whole.
    """
    out: list[Atom] = []
    todo = list(row)[::-1]
    while todo:
        atom = todo.pop()
        bit = atom.bits[-1] if atom.bits else None
        if atom.width <= limit + SLACK_EM or bit is None or bit.font is None or len(atom.bits) != 1:
            out.append(atom)
            continue
        for head, tail in cut(bit.text):
            width = width_of(bit.font, head + "-")
            if width <= limit:
                out.append(Atom((Bit(head + "-", bit.font, width),), atom.space))
                todo.append(Atom((Bit(tail, bit.font, width_of(bit.font, tail)),), 0.0))
                break
        else:
            out.append(atom)
    return out
