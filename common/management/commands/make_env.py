"""`manage.py make_env HOST`: write the `.env` that docker-compose.yml needs, with fresh keys."""

import os
import re
import secrets
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

HOST = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*")
HTTPS = 443


class Command(BaseCommand):
    help = (
        "Write a complete .env for docker-compose.yml, with fresh keys. You can add any other setting of "
        "docs/operations.md. An existing file is never overwritten: without its keys, no match can be verified."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("host", help="the name of the service, such as play.example.org")
        parser.add_argument("--tls-folder", default="/srv/tls", help="the folder with fullchain.pem and privkey.pem")
        parser.add_argument(
            "--port", type=int, default=HTTPS, help="the port of this machine that the proxy listens on"
        )
        parser.add_argument("--http-port", type=int, default=80, help="the port for certificates and redirects")
        parser.add_argument("--file", default=".env", help="the file to write; - for standard output")

    def handle(self, *args: Any, host: str, port: int, file: str, **options: Any) -> None:
        if not HOST.fullmatch(host):
            raise CommandError(f"{host!r} is not the name of a host. Write it like play.example.org, without https://.")
        url = f"https://{host}" if port == HTTPS else f"https://{host}:{port}"
        values = {
            "ALLOWED_HOSTS": host,
            "CSRF_TRUSTED_ORIGINS": url,
            "PUBLIC_URL": url,
            "TLS_FOLDER": options["tls_folder"],
            "PORT": port,
            "HTTP_PORT": options["http_port"],
            "POSTGRES_PASSWORD": secrets.token_hex(24),
            "SECRET_KEY": secrets.token_urlsafe(64),
            "SEED_SEALING_KEY": secrets.token_hex(32),
            "ROOT_SIGNING_KEY": secrets.token_hex(32),
            "METRICS_TOKEN": secrets.token_urlsafe(32),
        }
        text = "".join(f"{name}={value}\n" for name, value in values.items())
        text += "# Mail is sent once these two are set:\n#EMAIL_URL=smtp+tls://user:password@mail.example.org:587\n"
        text += f"#MAIL_FROM=play@{host}\n"
        if file == "-":
            sys.stdout.write(text)
            return
        try:
            with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as written:
                written.write(text)
        except FileExistsError:
            raise CommandError(
                f"{file} already exists and was not changed: it may hold the only copy of its keys."
            ) from None
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}") from None
        self.stdout.write(f"{Path(file).resolve()} is written. Back up SEED_SEALING_KEY apart from the database.")
