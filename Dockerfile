# One image for web, worker and beat; what a container does is its command (docker-compose.yml).
FROM python:3.12-slim AS build
# With --build-arg S3=1, the archive may be a bucket.
ARG S3=""
COPY requirements.txt requirements-s3.txt /tmp/
RUN python -m venv /opt/venv && /opt/venv/bin/pip install --no-cache-dir --require-hashes -r /tmp/requirements.txt ${S3:+-r /tmp/requirements-s3.txt}

FROM python:3.12-slim
RUN useradd --system --uid 10001 --home-dir /app --shell /usr/sbin/nologin app
COPY --from=build /opt/venv /opt/venv
WORKDIR /app
COPY --chown=root:root manage.py pyproject.toml CHANGELOG.md ./
COPY --chown=root:root config config
COPY --chown=root:root rules rules
COPY --chown=root:root common common
COPY --chown=root:root cards cards
COPY --chown=root:root players players
COPY --chown=root:root decks decks
COPY --chown=root:root matches matches
COPY --chown=root:root leagues leagues
COPY --chown=root:root playtesting playtesting
COPY --chown=root:root replay replay
COPY --chown=root:root docs docs
COPY --chown=root:root clients clients
# Else each of a process's threads may keep memory of its own that no other one gets.
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 MALLOC_ARENA_MAX=2 \
    DJANGO_SETTINGS_MODULE=config.settings.prod VAR_DIR=/var/lib/match-service
RUN mkdir -p /var/lib/match-service/static /var/lib/match-service/archive && chown -R app /var/lib/match-service \
    && SECRET_KEY=$(printf 'build-only-%.0s' 1 2 3 4 5 6) SEED_SEALING_KEY=$(printf '01%.0s' $(seq 32)) \
       ROOT_SIGNING_KEY=$(printf '01%.0s' $(seq 32)) ALLOWED_HOSTS=localhost \
       DATABASE_URL=postgres://nobody@localhost/none CELERY_BROKER_URL=memory:// python manage.py collectstatic --noinput
USER app
EXPOSE 8000
CMD ["granian", "--interface", "wsgi", "--host", "0.0.0.0", "--port", "8000", "--workers", "1", "--http", "1", "--respawn-failed-workers", "--blocking-threads", "128", "--runtime-mode", "st", "--workers-kill-timeout", "5", "config.wsgi:application"]
