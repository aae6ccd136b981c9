"""Production's settings but for the hash of passwords: the tests sign in hundreds of times, at 0.3 s each. And every
message of a task is delivered as often as DELIVERIES says."""

import os

from config.settings.prod import *  # noqa: F403
from tests.faults.deliveries import deliver_again

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
deliver_again(int(os.environ.get("DELIVERIES", "1")))
