"""Dates are written only when SOURCE_DATE_EPOCH gives one."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tiny import META, duplex, opened, pages

from pnp.export.pdf import write_pdf
from pnp.export.pdf_objects import source_date
from pnp.model.errors import PnpError


def test_the_stated_date_is_in_the_file(tmp_path):
    write_pdf(
        tmp_path / "food.pdf",
        duplex(),
        pages(),
        meta=replace(META, date=datetime(2024, 2, 29, 12, tzinfo=UTC)),
    )
    with opened(tmp_path / "food.pdf") as pdf:
        assert str(pdf.docinfo["/CreationDate"]) == "D:20240229120000Z"
        with pdf.open_metadata() as xmp:
            assert xmp["xmp:CreateDate"] == "2024-02-29T12:00:00Z"


@pytest.mark.parametrize("value", ["yesterday", "1.5", "9" * 30])
def test_a_date_that_is_none_is_refused(value):
    with pytest.raises(PnpError) as refusal:
        source_date({"SOURCE_DATE_EPOCH": value})
    assert "SOURCE_DATE_EPOCH is not a number of seconds" in str(refusal.value)
    assert source_date({}) is None
