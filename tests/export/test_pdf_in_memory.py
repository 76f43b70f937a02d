"""PDFs in memory are opened, with room on the disk and without."""

import errno
import io

import pytest
from pikepdf import Pdf

from pnp.export import pdf_objects


@pytest.mark.parametrize("full", [False, True], ids=["room on the disk", "a full disk"])
def test_a_pdf_in_memory_is_opened(monkeypatch, full):
    def no_file(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    content = io.BytesIO()
    with Pdf.new() as made:
        made.add_blank_page(page_size=(63, 88))
        made.save(content)
    if full:
        monkeypatch.setattr(pdf_objects, "temporary_file", no_file)
    with pdf_objects.open_pdf(content.getvalue()) as pdf:
        assert [float(edge) for edge in pdf.pages[0].mediabox.as_list()] == [0, 0, 63, 88]
