"""The script of the service `backup`, on the tests' own PostgreSQL."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings

from tests.faults.servers import Postgres, postgres_bin, wait_for
from tests.faults.stack import COMPOSE

pytestmark = pytest.mark.processes

SCRIPT = Path(settings.BASE_DIR) / "config" / "backup" / "backup.sh"


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    server = Postgres(tmp_path_factory.mktemp("database"))
    server.execute("CREATE TABLE kept AS SELECT 1 AS one")
    yield server
    server.stop("immediate")


@contextmanager
def backing_up(postgres: Postgres, folder: Path, **environment: str) -> Iterator[subprocess.Popen[str]]:
    variables = {
        "PATH": f"{Path(postgres_bin('pg_dump')).parent}:{os.environ['PATH']}",
        **{"PGHOST": "127.0.0.1", "PGPORT": str(postgres.port), "PGUSER": "match", "PGDATABASE": "match"},
        **{"BACKUPS": str(folder), "BACKUP_HOURS": "0", "BACKUPS_KEPT": "2", "BACKUP_RETRY_SECONDS": "0"},
        **environment,
    }
    process = subprocess.Popen(
        ["sh", str(SCRIPT)], env=variables, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def dumps(folder: Path) -> list[Path]:
    return sorted(folder.glob("match-*.dump"))


def test_dumps_are_made_can_be_restored_and_only_the_newest_stay(postgres: Postgres, tmp_path: Path) -> None:
    (tmp_path / "match-20200101T000000Z.dump").write_text("old")
    (tmp_path / "match-20200102T000000Z.dump.part").write_text("half of one")

    with backing_up(postgres, tmp_path):
        wait_for(lambda: len(dumps(tmp_path)) == 2 and dumps(tmp_path)[0].name > "match-2021", "two new dumps")

    listed = [postgres_bin("pg_restore"), "--list", str(dumps(tmp_path)[0])]
    assert "TABLE public kept" in subprocess.run(listed, capture_output=True, text=True, check=True).stdout
    assert not (tmp_path / "match-20200102T000000Z.dump.part").exists()


def test_a_database_that_does_not_answer_costs_no_dump_that_is_there(postgres: Postgres, tmp_path: Path) -> None:
    old = tmp_path / "match-20200101T000000Z.dump"
    old.write_text("old")

    with (
        backing_up(postgres, tmp_path, PGPORT="1", BACKUPS_KEPT="1") as process,
        pytest.raises(subprocess.TimeoutExpired),
    ):
        process.wait(2)

    assert dumps(tmp_path) == [old]


def test_the_container_has_what_the_script_needs() -> None:
    service = COMPOSE["services"]["backup"]

    assert {"PGHOST", "PGUSER", "PGPASSWORD", "PGDATABASE", "BACKUP_HOURS", "BACKUPS_KEPT"} == set(
        service["environment"]
    )
    assert "./config/backup/backup.sh:/backup.sh:ro" in service["volumes"] and service["networks"] == ["inside"]
