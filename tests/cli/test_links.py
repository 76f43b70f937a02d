"""Links lead nowhere: what leaves the project is an error that names both ends, and a ring of links ends in a sentence."""

import pytest


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


@pytest.mark.parametrize("name", ["food.yaml", "game.yaml", "rules.yaml", "approved.yaml"])
def test_a_file_of_a_game_that_is_a_link_out_of_it_is_not_read(name, soup, pnp, tmp_path):
    secret, link = tmp_path / "secret.yaml", soup / "card_data/soup" / name
    secret.write_text("SECRET: [\n")
    link.unlink(missing_ok=True)
    link.symlink_to(secret)
    outcome = pnp("check")
    assert outcome.status == 1
    assert f"card_data/soup/{name}:1:1: error PNP116: card_data/soup/{name} leads to " in outcome.err
    assert "SECRET" not in outcome.out + outcome.err
