import pytest
from workbench import DOT, SVG, a_piece, drawn, sources, spot, svg_of, the_finding

from pnp.svg.images import PictureTooLarge
from pnp.templates.sources import Gallery, Icons


def gallery(root, *names: str) -> Gallery:
    return Gallery(sources(root, dict.fromkeys(names, DOT)), "g")


def test_the_users_own_picture_wins_over_the_drawn_one(tmp_path):
    found = gallery(tmp_path, "templates/g/art/ant.svg", "card_data/g/art/ant.png")
    assert found.find("ant") == tmp_path / "card_data/g/art/ant.png"


def test_an_svg_wins_over_a_photo_and_capitals_do_not_matter(tmp_path):
    found = gallery(
        tmp_path, *(f"card_data/g/art/{name}" for name in ("ant.jpg", "ant.svg", "bee.PNG", "c.d.webp"))
    )
    assert [found.find(slot).name for slot in ("ant", "ant.jpg", "bee", "c.d")] == [
        "ant.svg", "ant.jpg", "bee.PNG", "c.d.webp",
    ]  # fmt: skip


@pytest.mark.parametrize("slot", ["../../../etc/passwd", "/etc/passwd", "nope", "a\0b", "x" * 5000, ""])
def test_a_slot_is_a_file_in_the_art_folder(tmp_path, slot):
    assert gallery(tmp_path).find(slot) is None


def test_a_slot_does_not_climb_out_of_its_folder(tmp_path):
    finding = the_finding(
        drawn(
            tmp_path,
            '{{ picture("../secret", (1, 1, 9, 9)) }}',
            files={"card_data/g/secret.svg": DOT, "card_data/g/art/a.svg": DOT},
        )
    )
    assert finding.code == "PNP310"
    assert "outside of the art folder" in finding.message


def test_a_link_does_not_lead_out_of_the_folder(tmp_path):
    (tmp_path / "card_data/g/art").mkdir(parents=True)
    (tmp_path / "secret.svg").write_text(DOT)
    (tmp_path / "card_data/g/art/ant.svg").symlink_to(tmp_path / "secret.svg")
    finding = the_finding(drawn(tmp_path, '{{ picture("ant", (1, 1, 9, 9)) }}'))
    assert finding.message.endswith("outside of the art folder")
    assert finding.hint == "copy the file into card_data/g/art/"
    assert spot(finding) == "card_data/g/art/ant.svg:1"


def test_a_huge_file_is_not_even_opened(tmp_path):
    found = gallery(tmp_path, "card_data/g/art/ant.png")
    with (tmp_path / "card_data/g/art/ant.png").open("r+b") as file:
        file.truncate(200_000_000)
    with pytest.raises(PictureTooLarge, match="the file has 200 MB"):
        found.read(tmp_path / "card_data/g/art/ant.png")


def test_a_missing_picture_is_a_placeholder_and_a_warning_at_the_card(tmp_path):
    rendered = drawn(tmp_path, "{{ picture(piece.id, (1, 1, 9, 9)) }}", a_piece("bee"))
    finding = the_finding(rendered)
    assert finding.severity == "warning"
    assert spot(finding) == "card_data/g/cards.yaml:10"
    assert len(rendered.deck.faces) == 1
    assert "stroke-dasharray" in next(iter(rendered.deck.faces.values())).svg


def test_the_games_icon_wins_over_the_shared_one(tmp_path):
    files = {
        "templates/g/icons/cu.svg": DOT,
        "templates/base/icons/cu.svg": DOT,
        "templates/base/icons/b.svg": DOT,
    }
    icons = Icons(sources(tmp_path, files), "g")
    assert icons.find("cu") == tmp_path / "templates/g/icons/cu.svg"
    assert icons.find("b") == tmp_path / "templates/base/icons/b.svg"
    assert icons.find("none") is None


def test_an_icon_lies_inside_the_templates(tmp_path):
    icons = Icons(sources(tmp_path, {"elsewhere/x.svg": DOT, "templates/g/icons/cu.svg": DOT}), "g")
    for name in ("../../../elsewhere/x", f"{tmp_path}/elsewhere/x", "a\0b", "x" * 5000):
        assert icons.find(name) is None


def test_the_hint_lists_the_icons_that_are_near(tmp_path):
    icons = Icons(sources(tmp_path, {f"templates/g/icons/{n}.svg": DOT for n in ("strength", "cost")}), "g")
    assert (
        icons.near("strenght") == "there are cost, strength; icons are templates/g/icons/<name>.svg or .png"
    )
    many = sources(tmp_path, {f"templates/m/icons/{n}.svg": DOT for n in ("strength", *"abcdefgh")})
    assert Icons(many, "m").near("strenght").startswith("similar names are strength; icons are")
    assert Icons(many, "m").near("+") == "icons are templates/m/icons/<name>.svg or .png"
    assert (
        Icons(sources(tmp_path, {}), "h").near("x")
        == "there are none yet; icons are templates/h/icons/<name>.svg or .png"
    )


def test_an_icon_and_a_picture_of_one_name_keep_their_own_colours(tmp_path):
    def gradient(colour: str) -> str:
        stops = f'<linearGradient id="a"><stop stop-color="{colour}"/></linearGradient>'
        return f'{SVG}<defs>{stops}</defs><rect width="9" height="9" fill="url(#a)"/></svg>'

    files = {"templates/g/icons/ant.svg": gradient("#111"), "templates/g/art/ant.svg": gradient("#222")}
    svg = svg_of(drawn(tmp_path, '{{ icon("ant", 1, 1, 9) }}{{ picture("ant", (1, 1, 9, 9)) }}', files=files))
    assert svg.count('icon-ant.a"') == svg.count('art-ant.a"') == 1
    assert svg.count("icon-ant.a)") == svg.count("art-ant.a)") == 1
