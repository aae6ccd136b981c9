"""Settings of the test suite: SQLite by default, PostgreSQL by DATABASE_URL; tasks run where they are called."""

from config.settings.base import *  # noqa: F403

DEBUG = False
ALLOWED_HOSTS = ["*"]
SECRET_KEY = "tests-only-" + "x" * 50
SEED_SEALING_KEY = "11" * 32
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CELERY_BROKER_URL = "memory://"
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
AXES_ENABLED = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
