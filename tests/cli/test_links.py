"""Links lead nowhere: what leaves the project is an error that names both ends, and a ring of links ends in a sentence."""

import shutil

import pytest
from small_game import change, contents


def replace_by_link(path, target):
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        path.rename(path.with_name(f"{path.name}-before"))
    path.symlink_to(target)


@pytest.mark.parametrize(
    ("link", "line"),
    [
        ("templates", "check"),
        ("output", "build --paper a4"),
        ("output/soup", "verify"),
        ("output", "rules"),
        ("releases", "release v1"),
        ("releases", "diff v1"),
        ("snapshots", "approve soup --pictures"),
        ("card_data/soup/art", "art list"),
        ("card_data/soup/food.yaml", "check"),
        ("fonts", "check"),
    ],
)
def test_a_ring_of_links_ends_in_a_sentence(link, line, soup, pnp):
    replace_by_link(soup / link, soup / link)
    assert pnp(line).status in (0, 1, 2)  # anything that is raised fails the test


@pytest.mark.parametrize("link", ["templates", "card_data", "fonts"])
def test_a_folder_of_the_project_that_leads_out_of_it_is_refused(link, soup, pnp, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    replace_by_link(soup / link, tmp_path / "elsewhere")
    outcome = pnp("check")
    assert outcome.status == 2
    assert f"{soup / link} leads to {tmp_path / 'elsewhere'}, outside of {soup}" in outcome.err


def test_a_game_that_is_a_link_out_of_card_data_is_not_read(soup, pnp, tmp_path):
    (soup / "card_data/soup").rename(tmp_path / "elsewhere")
    (soup / "card_data/soup").symlink_to(tmp_path / "elsewhere")
    outcome = pnp("check")
    assert outcome.status == 1
    said = f"error PNP116: card_data/soup leads to {tmp_path / 'elsewhere'}, outside of {soup}"
    assert said in outcome.err
    assert "  1 | " not in outcome.err


FILES = ("food.yaml", "game.yaml", "rules.yaml", "approved.yaml", "art/credits.yaml")


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_a_game_that_is_a_link_out_of_it_is_not_read(name, soup, pnp, tmp_path):
    secret, link = tmp_path / "secret.yaml", soup / "card_data/soup" / name
    secret.write_text("SECRET: [\n")
    link.parent.mkdir(exist_ok=True)
    link.unlink(missing_ok=True)
    link.symlink_to(secret)
    outcome = pnp("check")
    assert outcome.status == 1
    assert f"card_data/soup/{name}:1:1: error PNP116: card_data/soup/{name} leads to " in outcome.err
    assert "SECRET" not in outcome.out + outcome.err


@pytest.mark.parametrize(
    ("link", "before", "line"),
    [
        ("output", (), "build soup"),
        ("output/soup", (), "rules soup"),
        ("output/soup/a4", (), "build --paper a4"),
        ("output/soup/selection", (), "build --only pea"),
        ("output/soup/export", (), "export png --dpi 50"),
        ("output", ("release v1",), "diff v1 --format html"),
        ("output/soup/reprint", ("release v1",), "build --changed-since v1"),
        ("output/soup/reprint", ("release v1",), "build --changed-since v1 --only leek"),  # which removes it
        ("output/soup/reprint", ("build --paper a4",), "verify"),
        ("releases", (), "release v1"),
        ("releases/v1", (), "release v1"),
        ("releases/v1/soup/manifest.json", (), "release v1"),
        ("snapshots/soup", ("approve soup --pictures",), "approve soup --pictures"),
    ],
)
def test_nothing_is_written_through_a_link_out_of_the_project(link, before, line, soup, pnp, tmp_path):
    assert [pnp(earlier).status for earlier in before] == [0] * len(before)
    change(soup / "card_data/soup/food.yaml", "name: Pea", "name: Bean")
    place, outside = soup / link, tmp_path / "outside"
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(place, outside) if place.exists() else outside.mkdir()
    place.symlink_to(outside)
    held = contents(outside)
    outcome = pnp(line)
    assert (outcome.status, contents(outside)) == (2, held)
    assert f"leads to {outside}" in outcome.err
    assert "hint: remove that link" in outcome.err


def test_an_output_that_became_a_link_is_written_anew(soup, pnp, tmp_path):
    pnp("build --paper a4")
    pdf = soup / "output/soup/a4/food.pdf"
    pdf.symlink_to(shutil.move(pdf, tmp_path))
    assert (pnp("build --paper a4").status, pdf.is_symlink()) == (0, False)


@pytest.mark.parametrize(
    ("folder", "before", "line", "said"),
    [
        ("releases", "release v1", "diff v1", 'no manifest "v1"'),
        ("snapshots/soup", "approve soup --pictures", "diff approved", "did not exist at approved"),
    ],
)
def test_nothing_is_compared_with_what_lies_outside(folder, before, line, said, soup, pnp, tmp_path):
    pnp(before)
    shutil.move(soup / folder, tmp_path / "theirs")
    (soup / folder).symlink_to(tmp_path / "theirs")
    outcome = pnp(line)
    assert said in outcome.out + outcome.err
