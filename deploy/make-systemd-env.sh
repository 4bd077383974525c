#!/bin/sh
# Creates the settings of the systemd services, with random passwords and keys:
#   /etc/outcrop/outcrop.env   for the API and the worker
#   /etc/outcrop/api.env       for the API only: its port for metrics
#   /etc/outcrop/worker.env    for the worker only: likewise
#   /etc/outcrop/owner.env     for operator commands, which may change the tables
# Another folder can be given as the first argument.
set -eu
folder=${1:-/etc/outcrop}
[ ! -e "$folder/outcrop.env" ] ||
  { echo "$folder/outcrop.env exists already. Its keys are needed to read what is stored." >&2 && exit 1; }

random() { openssl rand -hex 32; }
umask 077
mkdir -p "$folder"
cat >"$folder/outcrop.env" <<END
DATABASE_URL=postgres://outcrop_app:$(random)@127.0.0.1:5432/outcrop
REDIS_URL=redis://127.0.0.1:6379
SUPPRESSION_KEY=$(random)
SECRETS_KEY=1:$(openssl rand -base64 32)
SESSION_SECRET=$(random)
END
echo METRICS_PORT=9464 >"$folder/api.env"
echo METRICS_PORT=9465 >"$folder/worker.env"
cat >"$folder/owner.env" <<END
DATABASE_OWNER_URL=postgres://outcrop_owner:$(random)@127.0.0.1:5432/outcrop
DATABASE_ADMIN_URL=postgres://postgres@/postgres?host=/var/run/postgresql
END
