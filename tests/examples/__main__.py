"""`python -m tests.examples`: record the examples of the API reference again, and write docs/openapi.json with them.

Run it after answers have changed. If an operation is new or has a new path, run `make openapi` before.
"""

import os
import tempfile

import django


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="examples-") as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings.test", "VAR_DIR": folder}
        os.environ.pop("DATABASE_URL", None)
        django.setup()

        from django.db import connection  # noqa: PLC0415 -- only now there are settings

        from config.openapi_examples import EXAMPLES  # noqa: PLC0415
        from config.openapi_file import DOCUMENT, made  # noqa: PLC0415
        from tests.examples.recording import as_text  # noqa: PLC0415
        from tests.examples.scenario import record  # noqa: PLC0415

        connection.creation.create_test_db(verbosity=0)
        EXAMPLES.write_text(as_text(record()), encoding="utf-8")
        connection.close()
        DOCUMENT.write_text(made(), encoding="utf-8")


if __name__ == "__main__":
    main()
