"""A PDF with very many faces is written part by part, and is the same to whoever opens it."""

from collections.abc import Mapping
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from tiny import FACES, FONT, FRONT, duplex, opened, seen, written

from pnp.convert.engines import engine
from pnp.export import pdf
from pnp.export.pdf_objects import PdfMetadata
from pnp.model.face import Face, FacePages


def in_parts(shown: Mapping[str, Face] = FACES) -> FacePages:
    faces = list(shown.values())[::-1]
    parts = [engine().convert(faces[start : start + 2], [FONT]) for start in range(0, len(faces), 2)]
    where = {face.key: divmod(index, 2) for index, face in enumerate(faces)}
    return FacePages(tuple(part.chunks[0] for part in parts), where)


@pytest.fixture
def long(tmp_path, monkeypatch) -> Path:
    monkeypatch.setattr(pdf, "MANY", 0)
    return written(tmp_path / "long.pdf", converted=in_parts())


@pytest.fixture
def short(tmp_path) -> Path:
    return written(tmp_path / "short.pdf", converted=in_parts())


def pictures(path: Path) -> list[bytes]:
    with pypdfium2.PdfDocument(path) as document:
        return [page.render(scale=2).to_pil().tobytes() for page in document]


def kinds(path: Path) -> list[str]:
    with opened(path) as found:
        assert found.check_pdf_syntax() == []
        return sorted(
            repr(sorted(each.keys())) for each in found.objects if isinstance(each, pikepdf.Dictionary)
        )


def test_it_looks_and_reads_like_one_written_at_once(long, short):
    assert pictures(long) == pictures(short)
    assert kinds(long) == kinds(short)
    with opened(long) as one, opened(short) as other:
        assert one.docinfo == other.docinfo
        assert one.Root.keys() == other.Root.keys()


def test_a_title_that_looks_like_an_object_is_a_title(tmp_path, monkeypatch):
    monkeypatch.setattr(pdf, "MANY", 0)
    odd = "5 0 R (a) << /PnpFace (x) /PnpLater 1 >> \\ endobj\nstream\n /Type /Catalog >>"
    path = tmp_path / "odd.pdf"
    pdf.write_pdf(path, duplex(), in_parts(), meta=PdfMetadata(odd, odd))
    with opened(path) as found:
        assert found.check_pdf_syntax() == []
        assert str(found.docinfo.Title) == odd
        with found.open_outline() as outline:
            assert outline.root[0].title == odd
    assert seen(path, 1) == FRONT
