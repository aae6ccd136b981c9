"""Serves metrics to Prometheus, of this process or of all processes that share a folder."""

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
    """The metrics of all processes that share PROMETHEUS_MULTIPROC_DIR, or of this process if it is not set."""
    registry: CollectorRegistry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
    return generate_latest(registry)


def may_read(environ: dict[str, Any]) -> bool:
    """Whether the request may read metrics: it has METRICS_TOKEN or, if that is not set, comes from this machine."""
    if settings.METRICS_TOKEN:
        given = environ.get("HTTP_AUTHORIZATION", "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), settings.METRICS_TOKEN.encode())
    address = client_address(environ)
    return "HTTP_X_FORWARDED_FOR" not in environ and address is not None and address.is_loopback


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """A WSGI application that serves only `/metrics`, with a worker's metrics."""
    if environ["PATH_INFO"] != "/metrics" or environ["REQUEST_METHOD"] != "GET" or not may_read(environ):
        start_response("404 Not Found", [("Content-Type", "text/plain")])
        return [b"There is nothing here.\n"]
    start_response("200 OK", [("Content-Type", CONTENT_TYPE_LATEST)])
    return [gathered()]


class _Handler(WSGIRequestHandler):
    timeout = SECONDS

    def log_message(self, *args: Any) -> None:
        """Do not log scrapes."""

    def address_string(self) -> str:
        return str(self.client_address[0])


def serve(port: int) -> WSGIServer:
    """Serve a worker's metrics from a thread, on all interfaces if METRICS_TOKEN is set, else on loopback.

    It handles one request at a time, each for a few seconds at most.
    """
    server = make_server(
        "0.0.0.0" if settings.METRICS_TOKEN else "127.0.0.1", port, application, handler_class=_Handler
    )
    threading.Thread(target=server.serve_forever, daemon=True, name="metrics").start()
    return server
