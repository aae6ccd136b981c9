"""A small S3-compatible store for tests: it puts, gets and lists objects by name, and checks no signatures."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit


@contextmanager
def s3_store() -> Iterator[tuple[str, dict[str, bytes]]]:
    """The address of a running store, and its objects by `/bucket/name`."""
    objects: dict[str, bytes] = {}

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_PUT(self) -> None:
            objects[self._name] = self._body()
            self._answer(200, b"", objects[self._name])

        def do_GET(self) -> None:
            found = objects.get(self._name)
            self._answer(404 if found is None else 200, found or b"", found or b"")

        do_HEAD = do_GET

        @property
        def _name(self) -> str:
            return urlsplit(self.path).path

        def _body(self) -> bytes:
            """The body, without the frames of `aws-chunked`."""
            raw = self.rfile.read(int(self.headers["Content-Length"]))
            if "aws-chunked" not in self.headers.get("Content-Encoding", ""):
                return raw
            body = b""
            while raw:
                head, _, rest = raw.partition(b"\r\n")
                size = int(head.partition(b";")[0], 16)
                if size == 0:
                    break
                body, raw = body + rest[:size], rest[size + 2 :]
            return body

        def _answer(self, status: int, body: bytes, entity: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("ETag", f'"{hashlib.md5(entity).hexdigest()}"')
            self.send_header("Last-Modified", "Thu, 26 Nov 2026 12:00:00 GMT")
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", objects
    finally:
        server.shutdown()
        server.server_close()
