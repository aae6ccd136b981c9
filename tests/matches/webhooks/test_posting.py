"""Posting to a checked address, whatever the name server and the receiver do."""

import asyncio
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from matches.limits import MOST_ANSWER_BYTES
from matches.webhooks import addresses, posting
from matches.webhooks.addresses import read_url
from matches.webhooks.posting import Answer, NotPosted, post
from tests.matches.webhooks.conftest import Receiver
from tests.matches.webhooks.test_addresses import EVERY

Serve = Callable[[socket.socket], None]


@pytest.fixture(autouse=True)
def loopback(settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]


def posted(url: str, body: bytes = b"{}") -> Answer:
    return asyncio.run(post(read_url(url), {"webhook-id": "msg_1"}, body))


def fault(url: str) -> str:
    with pytest.raises(NotPosted) as failed:
        posted(url)
    return failed.value.code


@contextmanager
def server(serve: Serve, *, context: ssl.SSLContext | None = None) -> Iterator[int]:
    """A server that handles one connection after another. Yields its port."""
    listening = socket.create_server(("127.0.0.1", 0))

    def run() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            try:
                with context.wrap_socket(connection, server_side=True) if context else connection as accepted:
                    serve(accepted)
            except OSError:
                continue

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join(5)


def says(answer: bytes) -> Serve:
    def serve(connection: socket.socket) -> None:
        connection.recv(65_536)
        connection.sendall(answer)

    return serve


# Addresses


@pytest.mark.parametrize("address", [address for address in EVERY if address != "127.0.0.1"])
def test_a_name_that_has_become_private_is_not_connected_to(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    connected = []
    found = [[ipaddress.ip_address("1.1.1.1")], [ipaddress.ip_address(address)]]
    monkeypatch.setattr(addresses, "addresses_of", lambda host, port: found.pop(0))

    async def connect(*args: Any, **more: Any) -> Any:
        connected.append(args)
        raise OSError

    monkeypatch.setattr(asyncio, "open_connection", connect)

    assert fault("https://bots.example.org/") == "unreachable"
    assert fault("https://bots.example.org/") == "no_public_address"
    assert connected == [("1.1.1.1", 443)]


def test_one_private_address_among_public_ones_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [ipaddress.ip_address("1.1.1.1"), ipaddress.ip_address("10.0.0.1")]
    monkeypatch.setattr(addresses, "addresses_of", lambda host, port: found)

    assert fault("https://bots.example.org/") == "no_public_address"


def test_a_host_is_looked_up_once_and_the_connection_goes_to_what_was_checked(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = read_url(receiver.url).port
    looked_up: list[str] = []

    def found(host: str, *args: Any, **more: Any) -> list[Any]:
        looked_up.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    with monkeypatch.context() as patched:
        patched.setattr(socket, "getaddrinfo", found)
        receiver.fails(200)
        answer = posted(f"http://bots.example.org:{port}/hook")

    assert answer.status == 200
    assert looked_up.count("bots.example.org") == 1
    assert receiver.received[0].headers["host"] == f"bots.example.org:{port}"


def test_a_name_without_an_address_says_no_more_than_one_with_a_private_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(host: str, port: int) -> Any:
        raise socket.gaierror

    monkeypatch.setattr(addresses, "addresses_of", unknown)

    assert fault("https://bots.example.org/") == "no_public_address"


def test_in_clear_only_permitted_networks_are_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "addresses_of", lambda host, port: [ipaddress.ip_address("1.1.1.1")])

    assert fault("http://bots.example.org/") == "no_public_address"


def test_addresses_are_read_from_what_the_resolver_says(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [(2, 1, 6, "", ("1.1.1.1", 443)), (10, 1, 6, "", ("fe80::1%eth0", 443, 0, 2))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: [*said, said[0]])

    assert [str(ip) for ip in addresses.addresses_of("bots.example.org", 443)] == ["1.1.1.1", "fe80::1"]


# Answers


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(receiver: Receiver, status: int) -> None:
    receiver.answer = lambda got: (status, {"Location": receiver.url}, b"")

    assert posted(receiver.url).status == status
    assert len(receiver.received) == 1


@pytest.mark.parametrize(
    ("raw", "answer"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", Answer(200, b"hi")),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n", Answer(200, b"hi")),
        (b"HTTP/1.0 204 No Content\r\n\r\n", Answer(204, b"")),
        (b"HTTP/1.1 200 OK\r\n\r\nuntil the end", Answer(200, b"until the end")),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhi", Answer(200, b"hi")),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", Answer(200, b"")),
    ],
)
def test_answers_are_read(raw: bytes, answer: Answer) -> None:
    with server(says(raw)) as port:
        assert posted(f"http://127.0.0.1:{port}/") == answer


@pytest.mark.parametrize(
    "raw",
    [
        *(
            b"",
            b"\r\n\r\n",
            b"SSH-2.0-OpenSSH\r\n\r\n",
            b"HTTP/1.1\r\n\r\n",
            b"HTTP/1.1 abc\r\n\r\n",
            b"HTTP/1.1 200 OK\r\n",
        ),
        b"HTTP/1.1 200 OK\r\nA: " + b"a" * 70_000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 200 + b"\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n" * 1000,
        b"\xff" * 20_000,
        b"-1 -1 -1\r\n\r\n",
    ],
)
def test_what_is_no_answer_is_a_failure(raw: bytes) -> None:
    with server(says(raw)) as port:
        assert fault(f"http://127.0.0.1:{port}/") == "unreadable_answer"


def test_of_a_huge_answer_only_the_beginning_is_read() -> None:
    sent = []

    def serve(connection: socket.socket) -> None:
        connection.recv(65_536)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
        while True:
            connection.sendall(b"a" * 65_536)
            sent.append(65_536)

    with server(serve) as port:
        answer = posted(f"http://127.0.0.1:{port}/")

    assert answer.status == 200 and len(answer.body) < MOST_ANSWER_BYTES
    assert sum(sent) < 50_000_000  # Only what the buffers of two sockets hold.


def test_a_receiver_that_does_not_answer_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.3)
    released = threading.Event()

    with server(lambda connection: (bool(released.wait(10)) and None) or None) as port:
        began = time.monotonic()
        assert fault(f"http://127.0.0.1:{port}/") == "timed_out"
        took = time.monotonic() - began
        released.set()

    assert took < 5


def test_a_receiver_that_drips_its_header_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.3)

    def serve(connection: socket.socket) -> None:
        for byte in b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 1000:
            connection.sendall(bytes([byte]))
            time.sleep(0.02)

    with server(serve) as port:
        assert fault(f"http://127.0.0.1:{port}/") == "timed_out"


def test_a_receiver_that_drips_its_body_has_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.5)

    def serve(connection: socket.socket) -> None:
        connection.recv(65_536)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        for _ in range(200):
            connection.sendall(b"a")
            time.sleep(0.02)

    with server(serve) as port:
        assert posted(f"http://127.0.0.1:{port}/").status == 200


def test_an_answer_in_thousands_of_pieces_is_looked_at_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look reads the whole answer, while all other deliveries of the worker wait."""
    looks = []
    monkeypatch.setattr(posting, "_is_complete", lambda raw: bool(looks.append(len(raw))))
    monkeypatch.setattr(posting, "SECONDS", 1.0)

    def serve(connection: socket.socket) -> None:
        connection.recv(65_536)
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            connection.sendall(b"1\r\nx\r\n")
            time.sleep(0.001)

    with server(serve) as port:
        assert posted(f"http://127.0.0.1:{port}/").status == 200

    assert 1 < len(looks) <= posting.SECONDS / posting.PAUSE
    assert looks == sorted(set(looks))


def test_a_name_server_that_does_not_answer_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "SECONDS", 0.3)
    released = threading.Event()

    def slow(host: str, port: int) -> Any:
        released.wait(10)
        raise OSError

    monkeypatch.setattr(addresses, "addresses_of", slow)

    began = time.monotonic()
    assert fault("https://bots.example.org/") == "timed_out"
    took = time.monotonic() - began
    released.set()

    assert took < 5


def test_where_nobody_listens_nothing_is_reached() -> None:
    with server(says(b"")) as port:
        pass

    assert fault(f"http://127.0.0.1:{port}/") == "unreachable"


# TLS


def certificate_for(name: str, folder: Path) -> Path:
    """The path of a new self-signed certificate, with its key in the same file."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = folder / f"{name}.pem"
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return file


@pytest.fixture
def encrypted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[ssl.SSLContext, list[str]]:
    """The TLS context of a server with a trusted certificate for bots.example.org, and the names requested from it."""
    file = certificate_for("bots.example.org", tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    asked: list[str] = []
    context.sni_callback = lambda connection, name, of: asked.append(name)
    trusting = ssl.create_default_context(cafile=str(file))
    monkeypatch.setattr(posting, "tls", lambda: trusting)
    monkeypatch.setattr(addresses, "addresses_of", lambda host, port: [ipaddress.ip_address("127.0.0.1")])
    return context, asked


OK = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"


def test_the_checked_address_must_have_the_certificate_of_the_host(encrypted: Any) -> None:
    context, asked = encrypted

    with server(says(OK), context=context) as port:
        assert posted(f"https://bots.example.org:{port}/").status == 200
        assert fault(f"https://other.example.org:{port}/") == "tls_failed"

    assert asked == ["bots.example.org", "other.example.org"]


def test_a_certificate_that_nobody_vouches_for_is_refused(encrypted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    context, _ = encrypted
    monkeypatch.setattr(posting, "tls", ssl.create_default_context)

    with server(says(OK), context=context) as port:
        assert fault(f"https://bots.example.org:{port}/") == "tls_failed"


def test_a_server_that_speaks_no_tls_is_refused(encrypted: Any) -> None:
    with server(says(OK)) as port:
        assert fault(f"https://bots.example.org:{port}/") == "tls_failed"
