"""`python -m tests.services POSTGRES_URL REDIS_URL`: exit 0 if both answer, else say which does not."""

import sys

import psycopg
import redis


def main(postgres: str, broker: str) -> int:
    missing = []
    try:
        psycopg.connect(postgres.replace("postgres://", "postgresql://", 1), connect_timeout=3).close()
    except psycopg.OperationalError as error:
        missing.append(f"PostgreSQL: {error}")
    try:
        redis.Redis.from_url(broker, socket_connect_timeout=3).ping()
    except redis.RedisError as error:
        missing.append(f"Redis: {error}")
    for line in missing:
        print(line)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
