"""How a value reads in a sentence."""

from pnp.model.value import Value


def shown(value: Value) -> str:
    """Return a value as a sentence has it; a mapping is too much for one.

    >>> shown(-2), shown(2.50), shown(("red", "blue", "green")), shown(True)
    ('−2', '2.5', 'red, blue and green', 'yes')
    """
    if isinstance(value, tuple):
        words = [shown(each) for each in value]
        return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        value = round(value, 4)
        return f"{int(value) if value.is_integer() else value}".replace("-", "−")
    if isinstance(value, int):
        return str(value).replace("-", "−")
    return value if isinstance(value, str) else ""


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its word.

    >>> counted(1, "card"), counted(2, "card"), counted(0, "die", "dice")
    ('1 card', '2 cards', '0 dice')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"
