"""Settings of the embedded default: one machine, SQLite, a broker without a server. `make demo` uses them."""

import os

os.environ.setdefault("API_ORIGINS", "*")

from config.logging import logging_settings
from config.settings.base import *  # noqa: F403
from config.settings.base import SENDS_MAIL, VAR_DIR, env

DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
SECRET_KEY = env.str("SECRET_KEY", default="development-only-" + "x" * 40)
SEED_SEALING_KEY = env.str("SEED_SEALING_KEY", default="00" * 32)
ROOT_SIGNING_KEY = env.str("ROOT_SIGNING_KEY", default="00" * 32)

if not SENDS_MAIL:  # Workers write mails to their log.
    SENDS_MAIL = True
    EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

LOGGING = logging_settings(json=False, level=env.str("LOG_LEVEL", default="WARNING"))

SWEEP_SECONDS = env.float("SWEEP_SECONDS", default=2.0)
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="filesystem://localhost")
VAR_DIR.mkdir(parents=True, exist_ok=True)  # SQLite makes its file there, but not the folder.
if CELERY_BROKER_URL.startswith("filesystem://"):
    CELERY_BROKER_TRANSPORT = "config.broker:Transport"
    _broker = VAR_DIR / "broker"
    for _folder in ("messages", "processed", "control"):
        (_broker / _folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_broker / "messages"),
        "data_folder_out": str(_broker / "messages"),
        "processed_folder": str(_broker / "processed"),
        "control_folder": str(_broker / "control"),
        "polling_interval": 0.05,
    }
