"""The rules summaries of the shipped games, and files made of them, each made when it is first asked for."""

from functools import cached_property
from pathlib import Path

import pytest

from pnp.build.pipeline import fonts_of, render_context
from pnp.claims.claims_file import load_claims
from pnp.load.game import load_game
from pnp.load.project import find_project, game_ids
from pnp.render.faces import render
from pnp.rules.document import make_document, select_sections
from pnp.rules.html_page import as_html
from pnp.rules.pdf import as_pdf
from pnp.rules.pictures import draw_pictures
from pnp.rules.rules_file import load_rules

PROJECT = find_project(Path(__file__).parent)
FONTS = fonts_of(PROJECT)


class Summary:
    fonts = FONTS

    def __init__(self, name, faces):
        self.game = load_game(PROJECT, name).game
        self.rules = load_rules(PROJECT, self.game, load_claims(PROJECT, self.game).rulings)
        context = render_context(PROJECT, self.game, FONTS, cache=faces)
        rendered = [(component, render(component, context)) for component in self.game.components]
        self.drawings = draw_pictures(context, rendered)
        self.document = make_document(context, self.rules.rules, self.drawings)

    @cached_property
    def html(self):
        return as_html(self.document, self.game, FONTS)

    @cached_property
    def pdf(self):
        return as_pdf(self.document, self.game, FONTS)

    def part(self, *sections):
        return select_sections(self.document, sections)


@pytest.fixture(scope="session", params=game_ids(PROJECT))
def summary(request, shared_faces):
    return Summary(request.param, shared_faces)
