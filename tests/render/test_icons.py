from workbench import DOT, SVG, drawn, sources, svg_of, the_finding

from pnp.render.sources import Icons, symbol_id


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
    assert icons.near("strenght") == "there are strength, cost; icons are templates/g/icons/<name>.svg"
    assert (
        Icons(sources(tmp_path, {}), "h").near("x")
        == "there are none yet; icons are templates/h/icons/<name>.svg"
    )


def test_an_icon_and_a_picture_of_one_name_keep_their_own_colours(tmp_path):
    def gradient(colour: str) -> str:
        stops = f'<linearGradient id="a"><stop stop-color="{colour}"/></linearGradient>'
        return f'{SVG}<defs>{stops}</defs><rect width="9" height="9" fill="url(#a)"/></svg>'

    files = {"templates/g/icons/ant.svg": gradient("#111"), "templates/g/art/ant.svg": gradient("#222")}
    svg = svg_of(drawn(tmp_path, '{{ icon("ant", 1, 1, 9) }}{{ picture("ant", (1, 1, 9, 9)) }}', files=files))
    assert svg.count('icon-ant.a"') == svg.count('art-ant.a"') == 1
    assert svg.count("icon-ant.a)") == svg.count("art-ant.a)") == 1


def test_an_icon_may_have_a_blank_in_its_name(tmp_path):
    svg = svg_of(
        drawn(
            tmp_path, '{{ icon("my (old) cu", 1, 1, 9) }}', files={"templates/g/icons/my (old) cu.svg": DOT}
        )
    )
    assert svg.count(symbol_id("my (old) cu") + '"') == 2


def test_an_icon_that_cannot_be_used_is_named_by_its_file(tmp_path):
    finding = the_finding(
        drawn(tmp_path, '{{ icon("cu", 1, 1, 9) }}', files={"templates/g/icons/cu.svg": "<svg>"})
    )
    assert finding.code == "PNP310"
    assert finding.place is not None
    assert finding.place.file == "templates/g/icons/cu.svg"
