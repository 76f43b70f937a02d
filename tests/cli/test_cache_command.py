"""`pnp cache`: what is kept, in words that somebody who prints knows, and how it is emptied."""

import pytest


@pytest.fixture
def built(soup, pnp, monkeypatch, tmp_path):
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "kept"))
    pnp("build --paper a4")
    return soup


def test_what_a_build_keeps_is_told_in_words(built, pnp):
    said = pnp("cache info").out
    for words in ("drawn faces", "faces as PDF", "sheets", "SVG files", "small pictures", "whole builds"):
        assert f"\n  {words} " in said
    assert "other" not in said.split("\n", 1)[1].split(" in all")[0]
    assert "pnp cache empty removes everything" in said


def test_an_emptied_cache_is_empty(built, pnp):
    assert pnp("cache empty").out.endswith(" dropped\n")
    assert pnp("cache info").out.splitlines()[1] == "it is empty"
    assert "4 faces (all reused)" not in pnp("build --paper a4").out
