"""Whatever is in a table of jobs, it is either a job in a folder of its own or a finding in a cell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_game import change, write_game

from pnp.batch import NAME, read_jobs, read_table
from pnp.build.options import BuildOptions
from pnp.load.game import load_game
from pnp.load.nodes import Findings
from pnp.load.project import find_project


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    root = write_game(tmp_path_factory.mktemp("table") / "soup")
    change(root / "card_data/soup/game.yaml", "fonts:", "facts: {rounds: 8}\nfonts:")
    return find_project(root)


def read(project, text: str):
    path = project.root / "jobs.csv"
    path.write_bytes(text.encode())
    findings = Findings()
    table = read_table(project, path, findings)
    jobs = read_jobs(project, table, BuildOptions(), findings)
    return jobs, [table.named(each) for each in findings.ordered()]


HEADINGS = ("food.name", "food/leek.name", "food.copies", "food.art", "food.front", "food.extra", "game.title",
            "game.facts.rounds", "game.palette.leaf", "language", "theme", "paper", "food.id", "fod.", ".", "x")  # fmt: skip
CELLS = ("", "zoe", "3", "-1", "true", "{{ count(food) }}", "{{", "{name}", "../x", "C:\\x", "\u202ex", "#ff0000", "con",
         "a4", "low-ink", '"a\nb"', '"')  # fmt: skip


@given(
    st.lists(st.sampled_from(HEADINGS), min_size=1, max_size=4),
    st.lists(st.lists(st.sampled_from(CELLS), min_size=1, max_size=6), max_size=3),
)
def test_any_table_is_jobs_or_findings_in_it(project, headings, rows):
    lines = [["name", *headings], *([f"p{number}", *row] for number, row in enumerate(rows))]
    jobs, found = read(project, "\n".join(";".join(line) for line in lines))
    assert all(each.place.file == "jobs.csv" and "\n" not in each.message for each in found)
    for job in jobs:
        assert NAME.fullmatch(job.name)
        errors = load_game(project, job.game, job.options.overrides).diagnostics
        assert {each.place.file for each in errors} <= {"jobs.csv"}
