"""The proxy of docker-compose.yml, with its own configuration, in front of a running stack."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.faults.servers import _answers, free_port, wait_for
from tests.faults.stack import ROOT, Stack


class Proxy:
    """nginx in front of these web and streams processes (`host:port`).

    `inside` is the beginning of a command that runs the rest on the proxy's host.
    """

    def __init__(
        self,
        folder: Path,
        web: Sequence[str],
        streams: Sequence[str],
        *,
        host: str = "127.0.0.1",
        inside: Sequence[str] = (),
    ) -> None:
        self.host, self._inside = host, tuple(inside)
        self.port, self.plain_port = free_port(), free_port()
        self.certificate = folder / "tls" / "fullchain.pem"
        self._process: subprocess.Popen[bytes] | None = None
        self._folder = folder
        for name in ("tls", "acme/.well-known/acme-challenge", "tmp"):
            (folder / name).mkdir(parents=True)
        folder.chmod(0o755)
        (folder / "tmp").chmod(0o777)
        (folder / "acme/.well-known/acme-challenge/token").write_text("proof")
        _certify(folder / "tls")
        self.forward_to(web, streams)

    def forward_to(self, web: Sequence[str], streams: Sequence[str]) -> None:
        """Write the configuration. A running proxy reads it at `reload`."""
        text = (ROOT / "config/proxy/nginx.conf").read_text()
        for here, there in {
            "server web:8000;": _servers(web),
            "server streams:8001;": _servers(streams),
            "listen 8443": f"listen {self.host}:{self.port}",
            "listen 8080": f"listen {self.host}:{self.plain_port}",
            "/tmp/": f"{self._folder}/tmp/",
            "/etc/nginx/tls": f"{self._folder}/tls",
            "/srv/acme": f"{self._folder}/acme",
        }.items():
            assert here in text, here
            text = text.replace(here, there)
        (self._folder / "nginx.conf").write_text(text)

    def start(self) -> None:
        found = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        if found is None and os.environ.get("CI") != "true":
            pytest.skip("nginx is not on this machine: .ci/prepare installs it")
        assert found is not None, "nginx is missing"
        command = [*self._inside, found, "-c", str(self._folder / "nginx.conf"), "-g", "daemon off;"]
        with (self._folder / "proxy.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        wait_for(lambda: _answers(self.port, self.host), "the proxy")

    def reload(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGHUP)

    def log(self) -> str:
        return (self._folder / "proxy.log").read_text()

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)


def _servers(addresses: Sequence[str]) -> str:
    """Several of a kind as docs/operations.md says, or a single one as in docker-compose.yml."""
    excluded = " max_fails=3 fail_timeout=3s" if len(addresses) > 1 else ""
    return " ".join(f"server {address}{excluded};" for address in addresses)


def _certify(folder: Path) -> None:
    """Create a certificate for 127.0.0.1 that only the tests trust."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "privkey.pem").write_bytes(private)
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))


@contextmanager
def running_proxy(service: Stack) -> Iterator[Proxy]:
    folder = Path(tempfile.mkdtemp(prefix="proxy-"))
    proxy = Proxy(folder, [f"127.0.0.1:{service.port}"], [f"127.0.0.1:{service.streams_port}"])
    try:
        proxy.start()
        yield proxy
    finally:
        proxy.stop()
        shutil.rmtree(folder, ignore_errors=True)
