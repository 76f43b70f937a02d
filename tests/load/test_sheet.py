"""A sheet of paper is read with straight corners, and keeps clear of the edge where it is a whole page."""

from load_cases import load_text

from pnp.model.geometry import Size


def read(root, text):
    loaded = load_text(root / "p", f"kind: sheet\nfront: front.svg.j2\npieces: [{{id: aid}}]\n{text}\n")
    assert loaded.diagnostics == ()
    return loaded.game.components[0]


def test_a_sheet_has_straight_corners_and_a_bleed(tmp_path):
    sheet = read(tmp_path, "size: a6 landscape")
    assert (sheet.kind.name, sheet.size, sheet.corner, sheet.bleed, sheet.safe) == (
        "sheet",
        Size(148, 105),
        0,
        3,
        4,
    )


def test_a_whole_page_keeps_clear_of_what_printers_leave_white(tmp_path):
    assert read(tmp_path, "size: a4").safe == 7


def test_a_sheet_without_a_size_is_a_finding(tmp_path):
    (finding,) = load_text(
        tmp_path / "p", "kind: sheet\nfront: front.svg.j2\npieces: [{id: aid}]\n"
    ).diagnostics
    assert (finding.code, finding.hint) == ("PNP105", "add size: a5")
