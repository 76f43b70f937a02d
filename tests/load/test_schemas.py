"""The JSON Schemas, made of the keys that the loader knows, accept what it accepts."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from jsonschema import Draft7Validator
from load_cases import read_cases

import pnp
from pnp.__main__ import run
from pnp.load.nodes import Findings
from pnp.load.project import GameFolder
from pnp.load.yaml_source import read_yaml
from pnp.schema import SCHEMAS, schema_for, schema_of

ROOT = Path(__file__).parent.parent.parent
VALIDATORS = {name: Draft7Validator(schema_of(name)) for name in SCHEMAS}
OF_FORM = {"PNP103", "PNP104", "PNP105", "PNP111", "PNP114"}
"""Findings about the form of a file: a schema should see them."""

BEYOND = {
    "keys that are almost right": "fields of pieces are the designer's own",
    "fields with values of the wrong type": "what a field holds is for the file to say",
    "a number of copies under another name": "fields of pieces are the designer's own",
    "look-ups that are malformed": "a mapping may be a value",
    "keys that a space does not have": "fields of spaces are the designer's own",
    "words of nothing": "what an effect says depends on the wording",
    "an id with an unknown placeholder": "which fields there are depends on the piece",
    "a triangle with four edges": "the number of edges depends on the shape",
    "no front anywhere": "the front may be a piece's",
    "a polygon without corners": "what is needed depends on the shape",
    "questions and the glossary": "words of the glossary are the designer's own",
    "tables and rows that are not there": "tables are the designer's own",
    "an id twice, and a ruling about nothing": "the two are far apart",
}
"""Cases with such findings that no schema can see, and why."""


def plain(value):
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, tuple) else value


def read(path):
    findings = Findings()
    node, _ = read_yaml(path, GameFolder(path.parent.name, path.parent, path.parent, ()), findings)
    return None if node is None or len(findings) else plain(node.value)


def test_a_schema_sees_the_mistakes_of_form_that_the_loader_sees(tmp_path):
    (tmp_path / "fruit").mkdir()
    cases = [case for path in sorted((ROOT / "tests/load/cases").glob("*.yaml")) for case in read_cases(path)]
    accepted = set()
    for case in cases:
        if not case.file.endswith(".yaml") or not {mark[2].split()[0] for mark in case.marks} & OF_FORM:
            continue
        path = tmp_path / "fruit" / case.file
        path.write_text(case.text, encoding="utf-8")
        value = read(path)
        if value is not None and VALIDATORS[schema_for(f"card_data/fruit/{case.file}")].is_valid(value):
            accepted.add(case.claim)
    assert accepted == {*BEYOND}


def test_the_files_of_the_games_are_accepted():
    for path in sorted((ROOT / "card_data").glob("*/**/*.yaml")):
        schema = schema_for(path.relative_to(ROOT).as_posix())
        if schema:
            assert [error.message for error in VALIDATORS[schema].iter_errors(read(path))] == [], path


@pytest.mark.parametrize("start", pnp.STARTS)
def test_new_projects_name_schemas_that_are_there_and_accept_them(start, tmp_path):
    folder = pnp.new_project("demo", start, parent=tmp_path).folder
    for path in (folder / "card_data").rglob("*.yaml"):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        named = path.parent / first.removeprefix("# yaml-language-server: $schema=")
        schema = json.loads(named.read_text(encoding="utf-8"))
        Draft7Validator.check_schema(schema)
        assert [error.message for error in Draft7Validator(schema).iter_errors(read(path))] == []


@pytest.mark.parametrize(
    ("file", "schema"),
    [
        ("card_data/a/game.yaml", "game"),
        ("card_data/a/cards.yaml", "component"),
        ("card_data/a/art/credits.yaml", "credits"),
        ("card_data/a/art/apple.yaml", None),
        ("card_data/a/approved.yaml", None),
        ("card_data/a/cards.csv", None),
        ("templates/a/cards.yaml", None),
    ],
)
def test_a_file_has_the_schema_of_its_place(file, schema):
    assert schema_for(file) == schema


def test_the_command_writes_them_into_the_project_or_shows_one(tmp_path, monkeypatch, capfd):
    (tmp_path / "card_data").mkdir()
    monkeypatch.chdir(tmp_path)
    assert run(["schema"]) == 0
    assert {path.name for path in (tmp_path / "schemas").iterdir()} == {
        f"{name}.schema.json" for name in SCHEMAS
    }
    capfd.readouterr()
    assert run(["schema", "game"]) == 0
    assert json.loads(capfd.readouterr().out) == schema_of("game")
    assert run(["schema", "gam"]) == 2
    assert "did you mean game?" in capfd.readouterr().err
