"""A web server on another address of this machine: a far site for the browser, which tells who came."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class FarServer(ThreadingHTTPServer):
    def __init__(self, host: str, pages: Mapping[str, str]) -> None:
        super().__init__((host, 0), _Handler)
        self.asked: list[str] = []
        self.pages = pages
        self.address = f"http://{host}:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: FarServer

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        page = self.server.pages.get(self.path)
        self.send_response(404 if page is None else 200)
        self.send_header("content-type", "text/html")
        self.send_header("access-control-allow-origin", "*")
        self.end_headers()
        self.wfile.write((page or "").encode())

    do_POST = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def far_server(host: str = "127.0.0.2", pages: Mapping[str, str] | None = None) -> Iterator[FarServer]:
    with FarServer(host, {} if pages is None else pages) as server:
        Thread(target=server.serve_forever, args=(0.05,)).start()
        yield server
        server.shutdown()
