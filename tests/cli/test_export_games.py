"""Every shipped game goes to every target with all that fits there, and what does not is told."""

import pytest

import pnp
from pnp.build.build_cache import open_cache
from pnp.build.pipeline import BuildContext, draw_game, fonts_of

GAMES = ("ingeniators", "ryb", "yes_broccoli", "yoggity", "yogire")


@pytest.fixture(scope="module")
def drawn():
    project = pnp.open_project(GAMES)
    with open_cache() as store:
        context = BuildContext(project, fonts_of(project), pnp.ExportOptions().build, store)
        return [draw_game(context, pnp.load_game(project, name).game, convert=False) for name in GAMES]


@pytest.mark.long
@pytest.mark.parametrize("target", pnp.export_targets(), ids=lambda target: target.name)
def test_every_game_goes_to_every_target(drawn, target, tmp_path):
    for game in drawn:
        plan = target.plan(game, pnp.ExportOptions(dpi=300), tmp_path).fitting()
        paths = [each.path.casefold() for each in (*plan.pictures, *plan.files)]
        assert len(set(paths)) == len(paths) > 0
        assert not [path for path in paths if ".." in path or path.startswith("/")]
        components = {each.component.id for each in game.components}
        shown = {each.component for each in (*plan.pictures, *plan.files)} - {""}
        dice = sum("spinner" in note for note in plan.notes)
        assert len(shown) + len(plan.left_out) + dice == len(components)
        if target.name not in ("tts", "pcio"):  # where pictures show several pieces
            wanted = {each.component.id: each.component.copies for each in game.components}
            for component in {each.component for each in plan.pictures}:
                fronts = [
                    each for each in plan.pictures if (each.component, each.side) == (component, "front")
                ]
                assert sum(each.copies for each in fronts) == wanted[component]
