"""Settings of production. The service refuses to start until everything that differs by deployment is set."""

from django.core.exceptions import ImproperlyConfigured

from config.logging import logging_settings
from config.settings.base import *  # noqa: F403
from config.settings.base import LOG_LEVEL, SENDS_MAIL, STORAGES, env

DEBUG = False

REQUIRED = {
    "SECRET_KEY": "50 or more random characters: python -c 'import secrets; print(secrets.token_urlsafe(64))'",
    "SEED_SEALING_KEY": "64 hex digits, kept as long as there are matches: "
    "python -c 'import secrets; print(secrets.token_hex(32))'",
    "ROOT_SIGNING_KEY": "64 hex digits that sign the daily roots: "
    "python -c 'import secrets; print(secrets.token_hex(32))'",
    "DATABASE_URL": "postgres://user:password@host:5432/name",
    "ALLOWED_HOSTS": "the names that this service answers to, separated by commas: play.example.org",
    "CELERY_BROKER_URL": "redis://host:6379/0 or amqp://user:password@host:5672//",
}
"""Required environment variable -> the form of its value."""

YEAR = 365 * 24 * 3600


def _faults() -> list[str]:
    faults = [f"{name} is not set. It is {what}" for name, what in REQUIRED.items() if not env.str(name, default="")]
    if not faults and len(env.str("SECRET_KEY")) < 50:
        faults.append(f"SECRET_KEY is too short. It is {REQUIRED['SECRET_KEY']}")
    if not faults and not _is_sealing_key(env.str("SEED_SEALING_KEY")):
        faults.append(f"SEED_SEALING_KEY cannot be a key. It is {REQUIRED['SEED_SEALING_KEY']}")
    if not all(_is_sealing_key(key) for key in env.list("SEED_SEALING_KEY_FALLBACKS", default=[])):
        faults.append("SEED_SEALING_KEY_FALLBACKS are former keys of 64 hex digits each, separated by commas.")
    if not faults and not _is_sealing_key(env.str("ROOT_SIGNING_KEY")):
        faults.append(f"ROOT_SIGNING_KEY cannot be a key. It is {REQUIRED['ROOT_SIGNING_KEY']}")
    if not all(_is_sealing_key(key) for key in env.list("ROOT_PUBLIC_KEYS", default=[])):
        faults.append("ROOT_PUBLIC_KEYS are public keys of former ROOT_SIGNING_KEYs: 64 hex digits each, with commas.")
    if env.bool("HSTS_PRELOAD", default=False) and not (
        env.bool("HSTS_SUBDOMAINS", default=False) and env.int("HSTS_SECONDS", default=YEAR) >= YEAR
    ):
        faults.append("HSTS_PRELOAD asks for HSTS_SUBDOMAINS=on and HSTS_SECONDS of a year: 31536000.")
    if SENDS_MAIL and not (env.str("MAIL_FROM", default="") and env.str("PUBLIC_URL", default="")):
        faults.append("EMAIL_URL asks for MAIL_FROM (play@example.org) and PUBLIC_URL (https://play.example.org).")
    return faults


def _is_sealing_key(text: str) -> bool:
    try:
        return len(bytes.fromhex(text)) == 32 and any(bytes.fromhex(text))
    except ValueError:
        return False


def _origin(host: str) -> str:
    return f"https://*{host}" if host.startswith(".") else f"https://{host}"


if _found := _faults():
    raise ImproperlyConfigured("The service cannot start.\n" + "\n".join(f"- {fault}" for fault in _found))

SECRET_KEY = env.str("SECRET_KEY")
SEED_SEALING_KEY = env.str("SEED_SEALING_KEY")
ROOT_SIGNING_KEY = env.str("ROOT_SIGNING_KEY")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[_origin(host) for host in ALLOWED_HOSTS])

# Behind a proxy that terminates TLS and says so. HTTPS=off is only for trying the stack on one machine.
_https = env.bool("HTTPS", default=True)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = _https
SECURE_REDIRECT_EXEMPT = [r"^health/", r"^metrics$"]
# Browsers remember HSTS for this time: only for this host, unless the operator opts in for the whole domain.
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=YEAR) if _https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = _https and env.bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = _https and env.bool("HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W004", "security.W005", "security.W021"]  # Django always asks for all three.
SESSION_COOKIE_SECURE = _https
CSRF_COOKIE_SECURE = _https
SESSION_COOKIE_HTTPONLY = True
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
PROXIES = env.int("PROXIES", default=1)

STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}}

LOGGING = logging_settings(json=True, level=LOG_LEVEL)
