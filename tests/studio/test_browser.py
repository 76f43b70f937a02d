"""What a page complains of is noticed: a test in the browser cannot pass over it."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

pytestmark = pytest.mark.browser

PAGE = b"""<!doctype html><title>x</title><img src="/nothing.png"><img src="http://127.0.0.2:9/far.png">
<script>alert("spoken"); throw new Error("thrown")</script>"""


class Server(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if self.path == "/" else 404)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE if self.path == "/" else b"")

    def log_message(self, *_):
        """Print nothing."""


@pytest.fixture
def address():
    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_errors_dialogs_and_requests_to_others_are_complaints(visit, address):
    one = visit(address)
    heard = "\n".join(one.unforgiven())
    for sign in ("dialog: spoken", "thrown", "nothing.png", "asked for http://127.0.0.2:9/far.png"):
        assert sign in heard
    one.forgive("")
    assert one.unforgiven() == []
