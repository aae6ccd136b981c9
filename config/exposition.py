"""Metrics for Prometheus, of this process or of all that share a folder, and access to them."""

import hmac
import os
import threading
from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.conf import settings
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from common.addresses import client_address

SECONDS = 5
"""Timeout of a request to a worker."""


def gathered() -> bytes:
    """The counters of all processes that share PROMETHEUS_MULTIPROC_DIR, or of this one if it is not set."""
    registry: CollectorRegistry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
    return generate_latest(registry)


def may_read(environ: dict[str, Any]) -> bool:
    """Whether the request has METRICS_TOKEN; if none is set, whether it comes from this machine."""
    if settings.METRICS_TOKEN:
        given = environ.get("HTTP_AUTHORIZATION", "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), settings.METRICS_TOKEN.encode())
    address = client_address(environ)
    return "HTTP_X_FORWARDED_FOR" not in environ and address is not None and address.is_loopback


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """WSGI application with a worker's counters at `/metrics`, and nothing else."""
    if environ["PATH_INFO"] != "/metrics" or environ["REQUEST_METHOD"] != "GET" or not may_read(environ):
        start_response("404 Not Found", [("Content-Type", "text/plain")])
        return [b"There is nothing here.\n"]
    start_response("200 OK", [("Content-Type", CONTENT_TYPE_LATEST)])
    return [gathered()]


class _Handler(WSGIRequestHandler):
    timeout = SECONDS

    def log_message(self, *said: Any) -> None:
        """Do not log scrapes."""

    def address_string(self) -> str:
        return str(self.client_address[0])


def serve(port: int) -> WSGIServer:
    """Serve a worker's counters from a thread: on all interfaces if METRICS_TOKEN is set, else on loopback.

    It serves one request at a time, each for a few seconds at most.
    """
    server = make_server(
        "0.0.0.0" if settings.METRICS_TOKEN else "127.0.0.1", port, application, handler_class=_Handler
    )
    threading.Thread(target=server.serve_forever, daemon=True, name="metrics").start()
    return server
