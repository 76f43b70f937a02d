"""Every exception that pnp raises on purpose, for a request that cannot be met (mistakes in files are findings)."""


class PnpError(Exception):
    """A request that cannot be met: catch this one. str() is the sentence for the user, `hint` says the way out."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        """Let an error of another process be raised here as it was there."""
        return (_remade, (type(self), str(self), self.__dict__))


class ProjectNotFound(PnpError):
    """No card_data/ here or in any folder above."""


class UnknownName(PnpError):
    """No such game, component, paper or theme."""


class CannotRender(PnpError):
    """The SVG renderer refused a face, or is not installed; `face` is the key of the refused face."""

    def __init__(self, message: str, hint: str | None = None, *, face: str | None = None) -> None:
        super().__init__(message, hint)
        self.face = face


class CannotWrite(PnpError):
    """The output folder cannot be written."""


class CannotUse(PnpError):
    """A file or folder is not what it should be: one named on the command line, or a link that leads elsewhere."""


class CannotEdit(PnpError):
    """A value that cannot be changed without changing something else, or a file that has changed meanwhile."""


class NothingBuilt(PnpError):
    """There is no output to read back yet."""


class WorkerLost(PnpError):
    """A process that had a part of the work is gone, or never came."""


def _remade(kind: type[PnpError], message: str, about: dict[str, object]) -> PnpError:
    error = kind(message)
    error.__dict__.update(about)
    return error
