"""Production's settings but for the hash of passwords: the tests sign in hundreds of times, at 0.3 s each."""

from config.settings.prod import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
