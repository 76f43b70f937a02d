"""A web page of somebody else, open in the same browser, gets nothing from the studio even if it knows the address."""

import pytest
from far_server import far_server
from raw_http import ask

pytestmark = pytest.mark.browser

TRIES = """<!doctype html><title>other</title><body><script>
const known = "KNOWN";
const face = known + "faces/tea_time/cards/calm.front.svg";
const loaded = (tag, more) => new Promise((done) => {
  const element = Object.assign(document.createElement(tag), more);
  element.onload = () => done(tag === "iframe" ? framed(element) : "loaded");
  element.onerror = () => done("nothing");
  document.body.append(element);
});
const framed = (frame) => {
  try { return frame.contentDocument?.body ? "nothing" : (frame.contentWindow.location.href ? "loaded" : "nothing"); }
  catch { return "nothing"; }
};
const read = async (path, options) => {
  try { return (await (await fetch(known + path, options)).text()) || "nothing"; } catch { return "nothing"; }
};
const opened = (make, good) => new Promise((done) => {
  try { const stream = make(); stream.onopen = () => done(good); stream.onerror = () => done("nothing"); }
  catch { done("nothing"); }
});
const form = () => new Promise((done) => {
  const sent = Object.assign(document.createElement("form"), { action: known + "api/project", method: "post", target: "in" });
  const frame = Object.assign(document.createElement("iframe"), { name: "in", onload: () => done(framed(frame)) });
  document.body.append(frame, sent);
  sent.submit();
});
const late = () => new Promise((done) => setTimeout(done, 15000, "no answer"));
const tries = {
  read: () => read("api/project"),
  blind: () => read("api/project", { mode: "no-cors" }),
  face: () => read("faces/tea_time/cards/calm.front.svg"),
  write: () => read("api/project", { method: "PUT", headers: { "content-type": "application/json" }, body: "{}" }),
  blind_write: () => read("api/project", { method: "POST", mode: "no-cors", body: "{}" }),
  picture: () => loaded("img", { src: face }),
  script: () => loaded("script", { src: known + "api/project" }),
  module: () => loaded("script", { src: known + "page/app.js", type: "module" }),
  old_script: () => loaded("script", { src: known + "page/app.js" }),
  style: () => loaded("link", { rel: "stylesheet", href: known + "page/style.css" }),
  frame: () => loaded("iframe", { src: known }),
  stream: () => opened(() => new EventSource(known + "api/events"), "events"),
  socket: () => opened(() => new WebSocket(known.replace("http", "ws") + "api/events"), "events"),
  form: () => form(),
};
globalThis.results = async () => {
  const got = {};
  for (const [name, attempt] of Object.entries(tries)) got[name] = await Promise.race([attempt(), late()]);
  return got;
};
</script>"""


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
