"""PDFs that are opened to be read, and what is raised for those that cannot be."""

import io

import pypdfium2
from pikepdf import AccessMode, PasswordError, Pdf, PdfError

from pnp.files import temporary_file

UNREADABLE_PDF = (
    *(PdfError, PasswordError, pypdfium2.PdfiumError, OSError),
    *(ValueError, TypeError, AttributeError, LookupError, ArithmeticError, RuntimeError),
)
"""What the PDF libraries raise on files that are damaged, locked or something else."""


def open_pdf(content: bytes) -> Pdf:
    """Open a PDF, by way of a temporary file: QPDF maps a file into memory, and asks Python for every piece of a stream.

    Raises PdfError.
    """
    try:
        with temporary_file("pdf") as file:
            file.write(content)
            file.flush()
            return Pdf.open(file, access_mode=AccessMode.mmap)
    except OSError:  # there is no room for it
        return Pdf.open(io.BytesIO(content))
