#!/bin/sh
# A dump every BACKUP_HOURS, of which the newest BACKUPS_KEPT are kept. One that failed is tried again ten minutes later.
# pg_dump takes the database from PGHOST, PGUSER, PGPASSWORD and PGDATABASE.
set -u
folder=${BACKUPS:-/backups}

dump() {
  name="$folder/match-$(date -u +%Y%m%dT%H%M%SZ).dump"
  pg_dump --format custom --file "$name.part" && pg_restore --list "$name.part" > /dev/null && mv "$name.part" "$name"
}

while :; do
  rm -f "$folder"/match-*.dump.part
  if dump; then
    echo "$name is written"
    ls "$folder"/match-*.dump | sort -r | tail -n "+$((${BACKUPS_KEPT:-14} + 1))" | while read -r old; do rm -f "$old"; done
    sleep "$((${BACKUP_HOURS:-24} * 3600))"
  else
    echo "no dump could be made" >&2
    sleep "${BACKUP_RETRY_SECONDS:-600}"
  fi
done
