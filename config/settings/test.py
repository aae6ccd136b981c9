"""Settings of the test suite: SQLite by default, PostgreSQL with DATABASE_URL; tasks are sent nowhere."""

from config.settings.base import *  # noqa: F403
from config.settings.base import DATABASES, FAILURES, MAILS, STATIC_ROOT, THROTTLES, VAR_DIR

DEBUG = False
ALLOWED_HOSTS = ["*"]
SECRET_KEY = "tests-only-" + "x" * 50
SEED_SEALING_KEY = "11" * 32
ROOT_SIGNING_KEY = "44" * 32
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CELERY_BROKER_URL = "memory://"
REDIS_URL = ""
STREAM_SECONDS = 55
NEWS_BACKEND = "matches.notifications.news.NoNews"
THROTTLES = {**dict.fromkeys(THROTTLES, (100_000, 60)), **FAILURES, **MAILS}
SENDS_MAIL = True
LOGGING = {"version": 1, "disable_existing_loggers": False}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    "archive": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
}

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, as in real use: SQLite's in-memory databases lock differently. Data need not survive a power cut.
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"] = {
        **DATABASES["default"]["OPTIONS"],
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON;",
    }

# Tests do not collect static files, but whitenoise needs the folder.
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
