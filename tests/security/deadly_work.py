"""What a drawing may do to the process that draws it, when every limit that is counted was passed."""

import os


def eat() -> None:
    """Take memory without end."""
    held = []
    while True:
        held.append(bytearray(1 << 24))


def swallow() -> None:
    """Take all the memory there may be, and end as a library does that gets no more."""
    try:
        eat()
    except MemoryError:
        os.abort()


DEADLY = {"memory": eat, "crash": os.abort, "swallow": swallow, "time": lambda: sum(range(10**12))}
