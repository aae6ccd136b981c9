"""News on SQLite: while there are readers, one thread per process watches the database's change counter."""

import logging
import time
from collections.abc import Collection, Iterator
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from matches.notifications.news import Channel, Topic

logger = logging.getLogger(__name__)

EVERY = 0.005
"""Seconds between two reads of the counter, which cost some microseconds each."""
PAUSE = 1.0
BATCH = 500
_VERSION = "PRAGMA data_version"
_STATES = {
    "match": "SELECT id, version, status, is_hidden, draw_offers, updated_at FROM matches_match WHERE id IN ({})",
    "account": "SELECT account_id, newest FROM matches_inbox WHERE account_id IN ({})",
    "access": "SELECT id, is_active, (SELECT COUNT(*) FROM players_accesstoken WHERE user_id = p.id), "
    "(SELECT MAX(created) FROM players_accesstoken WHERE user_id = p.id) FROM players_player p WHERE id IN ({})",
}
"""For each kind of topic: its id, and the columns that change when there is news."""


class ChangeCounter:
    """Nothing is published: the counter changes with every commit of another connection."""

    look_every = 5.0

    def publish(self, topics: Collection[Topic]) -> None:
        pass

    def listen(self, channel: Channel) -> None:
        connection = connections.create_connection(DEFAULT_DB_ALIAS)
        known: dict[Topic, Any] = {}
        seen = None
        try:
            with connection.cursor() as cursor:
                while channel.is_needed():
                    version = cursor.execute(_VERSION).fetchone()
                    if version != seen:
                        found = dict(_states(cursor, channel.topics()))
                        channel.tell([topic for topic, state in found.items() if known.get(topic) != state])
                        seen, known = version, found
                    time.sleep(EVERY)
        except DatabaseError as error:
            logger.warning("readers poll, the change counter cannot be read: %s", error)
            time.sleep(PAUSE)
        finally:
            connection.close()


def _states(cursor: Any, topics: Collection[Topic]) -> Iterator[tuple[Topic, Any]]:
    """The topics with the state that changes when there is news."""
    for kind, statement in _STATES.items():
        ids = [id_ for of, _, id_ in (topic.partition(":") for topic in topics) if of == kind]
        for start in range(0, len(ids), BATCH):
            batch = ids[start : start + BATCH]
            for id_, *state in cursor.execute(statement.format(", ".join(["%s"] * len(batch))), batch).fetchall():
                yield f"{kind}:{id_}", state
