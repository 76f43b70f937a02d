"""The sheets of tests/export/tiny.py as a file that is verified, and ways to spoil it."""

from dataclasses import replace

from tiny import META, component, deck, duplex, opened, pages, written

from pnp.build.expected_files import ExpectedFile, verify_file
from pnp.export.manifest import sheet_entry
from pnp.workers.tasks import Workers


def expected(path, sheets=None, **changes):
    sheets = duplex() if sheets is None else sheets
    entries = tuple(sheet_entry(each) for each in sheets)
    file = ExpectedFile(
        path, "tiny", component(), deck(), pages(), tuple(sheets), META, entries, "run: pnp build tiny"
    )
    return replace(file, **changes)


def findings(file):
    return [f"{each.code} {each.message.partition('food.pdf: ')[2]}" for each in verify_file(file, Workers())]


def spoiled(path, change, sheets=None, **changes):
    """Write the file, change it, and return what is found: `change` is given the PDF and its first page."""
    written(path, sheets, changes.pop("drawn", None))
    with opened(path) as whole:
        saving = change(whole, whole.pages[0]) or {}
        whole.save(path, **saving)
    return findings(expected(path, sheets, **changes))
