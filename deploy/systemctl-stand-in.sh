#!/bin/bash
# For deploy/try-debian.sh only, where systemd does not run: starts services without it.
set -euo pipefail
verb=$1 && shift
[ "$verb" = start ] || exit 0
for unit in "$@"; do
  file=/etc/systemd/system/$unit.service
  if [ ! -e "$file" ]; then
    service "$unit" status >/dev/null 2>&1 || service "$unit" start
    continue
  fi
  mapfile -t settings < <(sed -n 's/^EnvironmentFile=-\?//p' "$file" | xargs cat)
  read -ra command < <(sed -n 's/^ExecStart=//p' "$file")
  setsid env --ignore-environment --chdir=/ PATH="$PATH" "${settings[@]}" \
    setpriv --reuid 65534 --regid 65534 --clear-groups --no-new-privs --bounding-set=-all \
    "${command[@]}" >"/var/log/$unit.log" 2>&1 </dev/null &
done
