"""A project from a stranger is looked at in a real browser: no script of it runs, and nobody else is asked for anything."""

import os
import re
from pathlib import Path

import pytest
from far_server import far_server
from hostile_project import hostile_drawing, write_hostile_project
from raw_http import ask

pytestmark = pytest.mark.browser

UNCHECKED = """
from pnp.studio import routing
routing.with_style_sheet = lambda svg, rules: {drawing!r}
"""
"""Every face is served as the hostile drawing, as if no check had found it."""


@pytest.fixture
def far():
    with far_server() as server:
        yield server
    assert server.asked == []


def open_everything(page):
    read = ""
    page.wait_for_selector(".face img")
    for card in page.eval_on_selector_all("main .tile", "all => all.map((each, index) => index)"):
        page.locator("main .tile").nth(card).click()
        for tab in page.locator("[role=tab]").all():
            tab.click()
            read += page.inner_text("body")
    views = page.eval_on_selector_all("nav.tabs a", "all => all.map(each => each.getAttribute('href'))")
    for view in views:
        page.evaluate("where => { location.hash = where }", view)
        page.wait_for_selector(f"nav.tabs a[href='{view}'][aria-current]")
        read += page.inner_text("body")
    return len(views), read


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names of files")
def test_no_word_of_a_project_becomes_a_script(tmp_path, far, start_studio, visit):
    studio = start_studio(write_hostile_project(tmp_path, far.address))
    tab = visit(studio.address)
    tab.forgive(r"status of 404")  # faces that cannot be drawn
    tab.page.wait_for_selector(".home .cover")  # the start page has the games, as there are several
    tab.page.goto(f"{studio.address}#/soup/table")
    views, read = open_everything(tab.page)
    assert views >= 1
    assert "<script>alert(2)</script>" in read
    tab.page.goto(f"{studio.address}#/stew/table")
    tab.page.wait_for_selector(".notice")


def test_a_face_shows_its_drawing_and_runs_nothing(soup, far, start_studio, visit):
    studio = start_studio(soup, code=UNCHECKED.format(drawing=hostile_drawing(far.address)))
    tab = visit(studio.address)
    tab.until("document.querySelector('.face img')?.naturalWidth > 0")
    tab.page.locator("main .tile").first.click()
    tab.page.locator(".card .face").first.click()
    alone = visit(f"{studio.address}faces/soup/food/leek.front.svg", beside=tab)
    alone.page.mouse.click(100, 100)
    assert alone.page.evaluate("document.documentElement.nodeName") == "svg"
    refused = "Content Security Policy|sandboxed|Unsafe attempt"
    assert [each for each in alone.complaints if re.search(refused, each)] != []
    for each in (tab, alone):
        each.forgive(f"{refused}|asked for {far.address}")  # what was refused; it did not arrive there


# A web page of somebody else, open in the same browser, gets nothing from the studio even if it knows the address.


TRIES = Path(__file__).with_name("other_page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2"])
def test_another_page_gets_nothing(tea, start_studio, visit, host):
    studio = start_studio(tea)
    with far_server(host, {"/": TRIES.replace("KNOWN", studio.address)}) as other:
        tab = visit(f"{other.address}/")
        got = tab.page.evaluate("results()")
        assert len(got) == 14
        assert {name: said for name, said in got.items() if said != "nothing"} == {}
        tab.page.evaluate("where => { location.href = where }", studio.address)  # a link to it
        tab.page.wait_for_url(studio.address)
        assert "another web page" in tab.page.inner_text("body")
    tab.forgive("")
    assert ask(studio.address, "api/project").status == 200


# What a page complains of is noticed: a test in the browser cannot pass over it.


COMPLAINING = """<!doctype html><title>x</title><img src="/nothing.png"><img src="http://127.0.0.2:9/far.png">
<script>alert("spoken"); throw new Error("thrown")</script>"""


def test_errors_dialogs_and_requests_to_others_are_complaints(visit):
    with far_server("127.0.0.1", {"/": COMPLAINING}) as server:
        one = visit(f"{server.address}/")
    heard = "\n".join(one.unforgiven())
    for sign in ("dialog: spoken", "thrown", "nothing.png", "asked for http://127.0.0.2:9/far.png"):
        assert sign in heard
    one.forgive("")
    assert one.unforgiven() == []
