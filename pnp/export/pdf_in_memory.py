"""PDFs that are held in memory, opened to be read."""

import io

from pikepdf import AccessMode, Pdf

from pnp.files import temporary_file


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
