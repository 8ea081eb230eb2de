#!/bin/sh
# Dumps the database of DATABASE_URL into BACKUP_TO, in the custom format of pg_dump (docs/runbooks/restore.md).
#
#   backup.sh always   now and each BACKUP_HOURS, and after a failure each minute
#   backup.sh once     now; the exit code is that of pg_dump
#   backup.sh check    fails if the newest dump is older than BACKUP_HOURS and two hours
#
# The newest BACKUP_KEEP dumps stay. A dump has its name only when it is whole, and its owner alone may read it.
set -u
umask 077
to=${BACKUP_TO:-/backups}
hours=${BACKUP_HOURS:-24}
keep=${BACKUP_KEEP:-14}

dump() {
  name="$to/herald-$(date -u +%Y%m%dT%H%M%SZ).dump"
  # libpq has no sslmode=no-verify; its name for "encrypt, and check nothing" is require.
  url=$(printf '%s' "$DATABASE_URL" | sed 's/sslmode=no-verify/sslmode=require/')
  # Every user of the machine may read the arguments of a program. A password in percents stays there: libpq decodes it.
  password=$(printf '%s' "$url" | sed -n 's#^[a-z]*://[^:/@]*:\([^@%/?]*\)@.*#\1#p')
  if [ -n "$password" ]; then
    url=$(printf '%s' "$url" | sed 's#^\([a-z]*://[^:/@]*\):[^@]*@#\1@#')
    export PGPASSWORD="$password"
  fi
  options=''
  [ "${ROW_LEVEL_SECURITY:-false}" = true ] && options=--enable-row-security
  if pg_dump --dbname="$url" --format=custom --no-owner $options --file="$name.part"; then
    mv "$name.part" "$name"
    echo "backup: $name"
    ls -1 "$to"/herald-*.dump | sort -r | tail -n "+$((keep + 1))" | while read -r old; do rm -f "$old"; done
  else
    rm -f "$name.part"
    echo 'backup: pg_dump failed' >&2
    return 1
  fi
}

# A shell handles a signal after the command that runs; beside `wait` at once.
pause() {
  sleep "$1" &
  sleeping=$!
  wait "$sleeping"
}

case ${1:-always} in
  once) dump ;;
  check) find "$to" -name 'herald-*.dump' -mmin "-$((hours * 60 + 120))" | grep -q . ;;
  always)
    sleeping=''
    trap '[ -z "$sleeping" ] || kill "$sleeping" 2>/dev/null; exit 0' TERM INT
    while true; do
      if dump; then pause "$((hours * 3600))"; else pause 60; fi
    done
    ;;
  *)
    echo 'backup.sh always | once | check' >&2
    exit 2
    ;;
esac
