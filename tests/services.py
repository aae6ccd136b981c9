"""`python -m tests.services POSTGRES_URL REDIS_URL AMQP_URL`: exit with 0 if all answer, else name those that don't."""

import sys

import psycopg
import redis
from kombu import Connection
from kombu.exceptions import OperationalError


def main(postgres: str, broker: str, amqp: str) -> int:
    missing = []
    try:
        psycopg.connect(postgres.replace("postgres://", "postgresql://", 1), connect_timeout=3).close()
    except psycopg.OperationalError as error:
        missing.append(f"PostgreSQL: {error}")
    try:
        redis.Redis.from_url(broker, socket_connect_timeout=3).ping()
    except redis.RedisError as error:
        missing.append(f"Redis: {error}")
    try:
        with Connection(amqp) as connection:
            connection.ensure_connection(max_retries=1, timeout=3)
    except (OperationalError, OSError) as error:
        missing.append(f"RabbitMQ: {error}")
    for line in missing:
        print(line)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
