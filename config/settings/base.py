"""Settings shared by all environments. Everything that differs by deployment comes from environment variables."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF

from config.logging import logging_settings


class _Given(environ.Env):
    """The environment, in which empty variables count as unset: `PROXIES=` means the default."""

    ENVIRON = {name: value for name, value in os.environ.items() if value}


env = _Given()
if not env.str("PROMETHEUS_MULTIPROC_DIR", default=""):
    os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)  # The library only checks whether it is set.

BASE_DIR = Path(__file__).resolve().parents[2]
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))

INSTALLED_APPS = [
    "common",  # First: its templates override those of the admin.
    "config.apps.StaffConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "import_export",
    "csp",
    "django_structlog",
    "players",
    "cards",
    "decks",
    "matches",
    "leagues",
    "playtesting",
    "replay",
]

# Origins whose web pages may use the API (CORS), such as https://play.example.org; * for all.
API_ORIGINS = env.list("API_ORIGINS", default=[])
CORS_URLS_REGEX = r"^/(api/v1/|oauth/(token|revoke)$|\.well-known/oauth-authorization-server$)"
CORS_ALLOW_ALL_ORIGINS = "*" in API_ORIGINS
CORS_ALLOWED_ORIGINS = [origin for origin in API_ORIGINS if origin != "*"]
CORS_ALLOW_HEADERS = [
    *("accept-language", "authorization", "content-type", "idempotency-key", "if-match", "if-none-match"),
    *("last-event-id", "x-request-id"),
]
CORS_EXPOSE_HEADERS = [
    *("Allow", "Deprecation", "ETag", "Link", "Location", "RateLimit", "RateLimit-Policy", "Retry-After", "Sunset"),
    "X-Request-ID",
]

MIDDLEWARE = [
    "config.request_logging.RequestLogging",
    "config.middleware.ReadAgain",
    "django.middleware.security.SecurityMiddleware",
    *(["corsheaders.middleware.CorsMiddleware"] if API_ORIGINS else []),
    "config.middleware.Transfers",
    "config.middleware.ApiShortcut",
    # The following are only for pages.
    "config.middleware.NoNul",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.middleware.AccountLanguage",
    "config.middleware.SeenOnPages",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.middleware.Unlisted",
    "config.middleware.SignInPages",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "config" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "matches.pages.waiting.waiting",
            ],
        },
    }
]

# Data

SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}
POSTGRES_OPTIONS: dict[str, Any] = {
    "server_side_binding": True,
    "prepare_threshold": 2,
    # A process that freezes or loses its connection in a transaction must not block every slot and worker.
    # Compiling a statement (jit) takes longer than it saves: pages and answers are short.
    "options": "-c lock_timeout=5s -c idle_in_transaction_session_timeout=60s -c jit=off",
    # A machine that is gone sends no error. Without these, a statement waits for it for a quarter of an hour.
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}


def database(url_variable: str, default: str) -> dict[str, Any]:
    """Django's settings for the database at the URL in this variable, with the options of its engine.

    Options in the URL replace ours. With several hosts, psycopg tries one after another.
    """
    settings: dict[str, Any] = env.db_url(url_variable, default=default)
    sqlite = settings["ENGINE"].endswith("sqlite3")
    settings["OPTIONS"] = {**(SQLITE_OPTIONS if sqlite else POSTGRES_OPTIONS), **settings.get("OPTIONS", {})}
    settings["CONN_MAX_AGE"] = None  # common/worker_slots.py and config/middleware.py notice dead ones.
    return settings


DATABASES = {"default": database("DATABASE_URL", f"sqlite:///{VAR_DIR / 'match.sqlite3'}")}

# A streaming replica of PostgreSQL for lists and statistics (common/replica.py), and how old it may be, in seconds.
REPLICA_LAG_SECONDS = env.float("REPLICA_LAG_SECONDS", default=5.0)
if env.str("REPLICA_URL", default="") and not DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["replica"] = database("REPLICA_URL", "")
    DATABASES["replica"]["ENGINE"] = "common.replica_engine"
    DATABASES["replica"]["OPTIONS"] |= {
        "connect_timeout": 2,
        "options": "-c statement_timeout=5s -c default_transaction_read_only=on -c jit=off",
    }
    DATABASES["replica"]["TEST"] = {"MIRROR": "default"}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# People

AUTH_USER_MODEL = "players.Player"
AUTHENTICATION_BACKENDS = ["players.auth.CountedPasswords"]
LOGIN_URL = "admin:login"
LOGIN_REDIRECT_URL = "admin:index"  # After signing in without a valid `next`.
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
KNOX_TOKEN_MODEL = "players.AccessToken"
MIGRATION_MODULES = {"knox": None}  # Its migrations create the table of the model that ours replaces.
REST_KNOX = {"TOKEN_TTL": timedelta(days=30), "AUTH_HEADER_PREFIX": "Bearer", "TOKEN_PREFIX": "match_"}

# Mail: confirming addresses, new passwords, turns. None is sent if EMAIL_URL is not set.

EMAIL_URL = env.str("EMAIL_URL", default="")
SENDS_MAIL = bool(EMAIL_URL)
if SENDS_MAIL:
    globals().update(env.email_url("EMAIL_URL"))
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("MAIL_FROM", default="webmaster@localhost")
PUBLIC_URL = env.str("PUBLIC_URL", default="http://127.0.0.1:8000")  # Used in mails.
PASSWORD_RESET_TIMEOUT = 2 * 3600
TURN_MAIL_MINUTES = env.int("TURN_MAIL_MINUTES", default=15)

# Languages

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ja", "日本語")]
LOCALE_PATHS = [BASE_DIR / "config" / "locale"]
FORMAT_MODULE_PATH = ["config.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Files

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "config" / "static", ("verifier", BASE_DIR / "docs" / "verifier")]

# The archive of old logs (matches/log/archive.py): a folder, which other users of the machine cannot read, or a bucket.
ARCHIVE: dict[str, Any] = {
    "BACKEND": "django.core.files.storage.FileSystemStorage",
    "OPTIONS": {
        "location": VAR_DIR / "archive",
        "file_permissions_mode": 0o600,
        "directory_permissions_mode": 0o700,
    },
}
if env.str("ARCHIVE_S3_BUCKET", default=""):
    ARCHIVE = {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": env.str("ARCHIVE_S3_BUCKET"),
            "endpoint_url": env.str("ARCHIVE_S3_URL", default="") or None,
            "region_name": env.str("ARCHIVE_S3_REGION", default="") or None,
            "access_key": env.str("ARCHIVE_S3_KEY", default="") or None,
            "secret_key": env.str("ARCHIVE_S3_SECRET", default="") or None,
            "default_acl": None,
            "file_overwrite": False,
        },
    }
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    "archive": ARCHIVE,
}

# API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["players.auth.BearerToken"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "EXCEPTION_HANDLER": "config.problems.handle",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Card-game match service",
    "DESCRIPTION": (
        "Matches of five card games. Every match is an append-only log that anyone can verify when it is over. "
        "Sign up, sign in, open a match, and send one of your legal actions whenever you are asked. "
        "[How to write a client](/api/docs/clients.md), [all errors](/api/docs/errors), "
        "[how to verify a match](/api/docs/verify.md). The examples are recorded requests and answers. Of long "
        "lists, maps and texts they show only the beginning."
    ),
    "VERSION": "0.1.0",  # Also the clients' version.
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": ["config.openapi.add_rulesets"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "persistAuthorization": True, "displayOperationId": True},
}
CSRF_FAILURE_VIEW = "config.problems.form_expired"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000

# The number of proxies in front of the service. Each appends its peer to X-Forwarded-For (common/addresses.py).
PROXIES = env.int("PROXIES", default=0)

# Rate limits: requests in a full bucket, and seconds to refill it. With Redis, all processes share the buckets.
REDIS_URL = env.str("REDIS_URL", default="")
_factor = env.int("RATE_FACTOR", default=1)
_requests = {"default": 600, "moves": 1200, "pages": 1200, "sign_in": 20, "exports": 60, "imports": 20, "webhooks": 20}
RATES = {name: (requests, 60) for name, requests in _requests.items()}
THROTTLES = {name: (requests * _factor, seconds) for name, (requests, seconds) in RATES.items()}
# Failed attempts, regardless of RATE_FACTOR (players/attempts.py): wrong passwords for one name from one place, from
# one address for all names, and for one name from all places strange to it; invalid tokens; and invalid codes of
# invitation links.
FAILURES = {
    "passwords": (8, 900),
    "guesses": (60, 900),
    "strangers": (60, 3600),
    "refused_tokens": (60, 60),
    "refused_codes": (30, 60),
}
# Mails to one mail address, and mails requested by one network address; regardless of RATE_FACTOR.
MAILS = {"mails": (5, 3600), "mail_requests": (20, 3600)}
# Guest accounts that one network address may open, regardless of RATE_FACTOR.
GUESTS = {"guests": (10, 3600)}
THROTTLES.update({**FAILURES, **MAILS, **GUESTS})

# How readers learn of news (matches/notifications): from Redis if there is one, on SQLite from the database's change
# counter, otherwise by looking twice a second.
NEWS_BACKEND = "matches.notifications.news.NoNews"
if REDIS_URL:
    NEWS_BACKEND = "matches.notifications.redis_news.RedisNews"
elif DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    NEWS_BACKEND = "matches.notifications.change_counter.ChangeCounter"

# How many requests a process works on at once, and how many readers wait in it. Each takes a thread.
WORK_AT_ONCE = env.int("WORK_AT_ONCE", default=4)
WAITERS_AT_ONCE = env.int("WAITERS_AT_ONCE", default=48)  # fewer than the threads of a web process, by WORK_AT_ONCE

WAITERS_OF_ONE_ADDRESS = env.int("WAITERS_OF_ONE_ADDRESS", default=24)
WAITERS_OF_ONE_ACCOUNT = env.int("WAITERS_OF_ONE_ACCOUNT", default=16)
# Streams in a stream process (config/asgi.py). Each takes some kilobytes.
STREAMS_AT_ONCE = env.int("STREAMS_AT_ONCE", default=2000)
STREAMS_OF_ONE_ADDRESS = env.int("STREAMS_OF_ONE_ADDRESS", default=100)
STREAMS_OF_ONE_ACCOUNT = env.int("STREAMS_OF_ONE_ACCOUNT", default=50)
STREAM_SECONDS = env.float("STREAM_SECONDS", default=300)  # so that places and processes change regularly

# Bodies that are still arriving and long answers that are still being sent. Each takes a thread too.
TRANSFERS_AT_ONCE = env.int("TRANSFERS_AT_ONCE", default=64)  # half the threads of a web process
TRANSFERS_OF_ONE_ADDRESS = env.int("TRANSFERS_OF_ONE_ADDRESS", default=8)

# For operators. Without a token, metrics are for this machine only.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
WORKER_METRICS_PORT = env.int("WORKER_METRICS_PORT", default=0)
if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
    Path(env.str("PROMETHEUS_MULTIPROC_DIR")).mkdir(parents=True, exist_ok=True)

# Pages may load nothing from other sites, and no inline scripts.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# Logs: text for people here, JSON in production (prod.py). They have no addresses of players.
LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")
LOGGING = logging_settings(json=False, level=LOG_LEVEL)
DJANGO_STRUCTLOG_CELERY_ENABLED = True

# Tasks: the queue of work is in the database, and messages only wake workers (matches/README.md).

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="")
# Give up on a broker that accepts connections but does not answer.
# A request that wakes a worker must not wait for a broker that is gone: kombu would try to connect for six seconds.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 2,
    "socket_timeout": 5,
    "max_retries": 1,
    "interval_start": 0,
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_DB_REUSE_MAX = 1000  # Tasks per connection (config/celery.py).
TASK_QUEUES = {
    "bots": ["matches.workers.bot_runner.play_bots"],  # Those that a person waits for go to `answers`.
    "leagues": ["leagues.compute_season", "leagues.play_controls", "leagues.play_deals", "playtesting.play_trial"],
    "files": ["common.work_on_archive", "decks.work_on_import"],
    "maintenance": [
        *("common.sweep_archives", "decks.judge_decks", "decks.sweep_imports"),
        *("leagues.call_accounts", "leagues.sweep"),
        *(
            "matches.make_partitions",
            "matches.search.terms.sweep_search_terms",
            "matches.services.ratings.fold_ratings",
        ),
        *("matches.services.scoring.score", "matches.workers.maintenance.sweep"),
        "playtesting.sweep_trials",
        *("replay.publish_root", "replay.verify_recent", "replay.verify_roots"),
    ],
    # Only the workers of these two queues reach other networks: URLs that players enter, and the mail server.
    "hooks": ["matches.webhooks.delivering.deliver", "matches.webhooks.delivering.sweep"],
    "mail": [
        *("leagues.tell_maker", "leagues.tell_makers", "matches.workers.maintenance.tell_turns"),
        *("players.send_confirmation", "players.send_password_reset", "players.tell_former"),
        "playtesting.tell_of_review",
    ],
}
"""Queue -> all its tasks. docker-compose.yml assigns workers to queues."""
CELERY_TASK_ROUTES = {task: {"queue": queue} for queue, tasks in TASK_QUEUES.items() for task in tasks}
CELERY_TASK_DEFAULT_QUEUE = "unrouted"  # No worker serves it.
# In a cluster of RabbitMQ, these queues are replicated, so a lost machine loses no mail. Other brokers have one kind.
CELERY_TASK_CREATE_MISSING_QUEUE_TYPE = CELERY_TASK_DEFAULT_QUEUE_TYPE = "quorum"
# RabbitMQ notices a dead machine only after a minute. Until then, an exclusive queue would keep out its new worker.
CELERY_CONTROL_QUEUE_EXCLUSIVE = False
CELERY_CONTROL_QUEUE_DURABLE = True
SWEEP_SECONDS = env.float("SWEEP_SECONDS", default=10.0)
# Messages of a sweep expire only after several sweeps, because the worker checks this by its own clock.
SWEPT_SECONDS = max(60.0, 3 * SWEEP_SECONDS)

# Webhooks (matches/webhooks): seconds between sweeps for turns and late deliveries, and the private networks that
# webhooks may reach, also over http.
WEBHOOK_SECONDS = env.float("WEBHOOK_SECONDS", default=3.0)
WEBHOOK_NETWORKS = env.list("WEBHOOK_NETWORKS", default=[])

# How many lobbies an account may have at once, and how many matches including lobbies. Those count in which it has a
# seat or that it opened (matches/services/match_limits.py).
MOST_LOBBIES = env.int("MOST_LOBBIES", default=20)
MOST_MATCHES = env.int("MOST_MATCHES", default=200)

# The key that seals server seeds and authenticates snapshots, as 64 hex digits, and former keys for older data.
SEED_SEALING_KEY = env.str("SEED_SEALING_KEY", default="")
SEED_SEALING_KEY_FALLBACKS = env.list("SEED_SEALING_KEY_FALLBACKS", default=[])

# The key that signs daily roots, an Ed25519 seed as 64 hex digits, and the public keys of former ones.
ROOT_SIGNING_KEY = env.str("ROOT_SIGNING_KEY", default="")
ROOT_PUBLIC_KEYS = env.list("ROOT_PUBLIC_KEYS", default=[])
