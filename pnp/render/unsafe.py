"""Why a picture from outside cannot be used; what art, icons and the readers of their formats raise."""


class UnsafeDrawing(ValueError):
    """A picture that cannot be used; str() says why, `hint` what to do, `line` where (0 when unknown)."""

    def __init__(self, message: str, hint: str, line: int = 0) -> None:
        super().__init__(message)
        self.hint = hint
        self.line = line


class TooLarge(UnsafeDrawing):
    """A picture with more bytes or pixels than any sheet can show."""
