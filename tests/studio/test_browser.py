"""What a page complains of is noticed: a test in the browser cannot pass over it."""

import pytest
from far_server import far_server

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><title>x</title><img src="/nothing.png"><img src="http://127.0.0.2:9/far.png">
<script>alert("spoken"); throw new Error("thrown")</script>"""


def test_errors_dialogs_and_requests_to_others_are_complaints(visit):
    with far_server("127.0.0.1", {"/": PAGE}) as server:
        one = visit(f"{server.address}/")
    heard = "\n".join(one.unforgiven())
    for sign in ("dialog: spoken", "thrown", "nothing.png", "asked for http://127.0.0.2:9/far.png"):
        assert sign in heard
    one.forgive("")
    assert one.unforgiven() == []
