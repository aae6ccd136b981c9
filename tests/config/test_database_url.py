"""DATABASE_URL: one PostgreSQL, or a primary and its standbys, with options for the connection."""

import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from config.settings import base

TIMEOUTS = {"connect_timeout": 5, "tcp_user_timeout": 10_000, "keepalives_idle": 5}


def database(url: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    monkeypatch.setitem(base.env.ENVIRON, "SOME_URL", url)
    return base.database("SOME_URL", "sqlite:///none")


def test_a_connection_gives_up_a_machine_that_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    options = database("postgres://match@db1/match", monkeypatch)["OPTIONS"]

    assert {name: options[name] for name in TIMEOUTS} == TIMEOUTS
    assert conninfo_to_dict(make_conninfo(**{name: options[name] for name in TIMEOUTS})), "libpq knows these names"


def test_several_hosts_are_given_to_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    url = "postgres://match@db1:5432,db2:5433/match?target_session_attrs=read-write"

    settings = database(url, monkeypatch)

    assert (settings["HOST"], settings["PORT"], settings["NAME"]) == ("db1,db2", "5432,5433", "match")
    assert settings["OPTIONS"]["target_session_attrs"] == "read-write"
    assert settings["OPTIONS"]["options"] == base.POSTGRES_OPTIONS["options"]


def test_an_option_in_the_url_replaces_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = database("postgres://match@db1/match?connect_timeout=2", monkeypatch)

    assert settings["OPTIONS"]["connect_timeout"] == 2


def test_sqlite_has_no_timeouts_of_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = database("sqlite:///some.sqlite3", monkeypatch)

    assert settings["OPTIONS"] == base.SQLITE_OPTIONS
