#!/usr/bin/env bash
# Builds the image, inspects it, and runs migrate, api and worker from it against the PostgreSQL and
# Redis of this machine, up to a first lead and an import. No container engine is involved: the
# processes run on a read-only mount of the image's files, as its user, without capabilities.
# Needs root and `npm ci`. BASE is the base image; without it, deploy/make-base.sh makes one. IMAGE is
# an image that exists already, to be tried without building it.
set -euo pipefail
cd "$(dirname "$0")/.."
export BUILDAH_ISOLATION=chroot PATH="$PWD/node_modules/.bin:$PATH"

image=${IMAGE:-localhost/outcrop-try}
database=outcrop_image_$$
work=$(mktemp -d)
mkdir -m 1777 "$work"/{api,worker,command}
# The npm settings of this machine, such as its registry, are there during the build only.
cat ~/.npmrc /etc/npmrc >"$work/npmrc" 2>/dev/null || true
container='' pids=()

finish() {
  local status=$?
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null && wait "$pid" || true; done
  [ $status -eq 0 ] || tail -n 20 "$work"/*.log
  [ -z "$container" ] || buildah rm "$container" >/dev/null
  dropdb --if-exists --host 127.0.0.1 --username postgres "$database" || true
  rm -rf "$work"
  exit $status
}
trap finish EXIT
trap 'exit 130' INT TERM

say() { printf '%4d s  %s\n' "$SECONDS" "$*"; }
fail() { say "FAILED: $*" && exit 1; }

install_packages() {
  local missing=()
  for name in buildah debootstrap; do type -P $name >/dev/null || missing+=($name); done
  [ ${#missing[@]} -eq 0 ] && return
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${missing[@]}"
}

build() {
  # The OCI format has no health checks.
  buildah build --format docker --build-arg "BASE=$1" --build-arg "REVISION=$(git rev-parse HEAD)" \
    --tag "$image" --secret "id=npmrc,src=$work/npmrc" --volume /etc/ssl/certs:/etc/ssl/certs:ro .
}

size() { buildah images --format '{{.Size}}' "$1"; }
setting() { buildah inspect --type image --format "{{$1}}" "$image"; }

# in_image FOLDER COMMAND…: the image's entry point with its environment and user. The root is
# read-only, and FOLDER is its /tmp.
in_image() {
  local tmp=$1 && shift
  exec unshare --mount --propagation private bash -c '
    set -e; root=$1 tmp=$2; shift 2
    mount --bind "$root" "$root"; mount -o remount,bind,ro "$root"
    mount --bind "$tmp" "$root/tmp"; mount --rbind /dev "$root/dev"; mount -t proc proc "$root/proc"
    exec chroot "$root" "$@"' - "$root" "$tmp" \
    setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs --bounding-set=-all \
    env --ignore-environment --chdir=/outcrop "${environment[@]}" "$@"
}
outcrop() { (in_image "$work/command" outcrop "$@"); }

# from_json 'a.b' reads a field of standard input.
from_json() { node -e "console.log(JSON.parse(require('fs').readFileSync(0, 'utf8')).$1)"; }
call() { curl -sS --fail-with-body -H "Authorization: Bearer $token" "$@"; }

make_image() {
  install_packages >"$work/install.log" 2>&1
  if [ -z "${IMAGE-}" ]; then
    local base=${BASE:-$(deploy/make-base.sh 2>"$work/base.log")}
    say "base image: $base, $(size "$base")"
    build "$base" >"$work/build.log" 2>&1
  fi
  container=$(buildah from "$image")
  root=$(buildah mount "$container")
  say "image: $image, $(size "$image"), of which Outcrop is $(du -sm "$root/outcrop" | cut -f1) MB"
}

inspect() {
  [ "$(setting .OCIv1.Config.User)" = 10001:10001 ] || fail "the user is $(setting .OCIv1.Config.User)"
  [ "$(setting .OCIv1.Config.Entrypoint)" = '[outcrop]' ] || fail 'the entry point is not outcrop'
  [[ "$(setting .Docker.Config.Healthcheck)" == *'[CMD outcrop health]'* ]] || fail 'there is no health check'
  mapfile -t environment < <(buildah inspect --type image "$image" | from_json "OCIv1.config.Env.join('\n')")
  [ -z "$(find "$root/outcrop" ! -user root -print -quit)" ] || fail 'the user owns files of the image'
  [ -z "$(find "$root" -xdev -name .npmrc -o -xdev -name '.env*' -o -xdev -name .git | grep -v node_modules)" ] ||
    fail 'there are files that could hold secrets'
  for word in $(grep -oE '_(authToken|auth|password) *= *.*' "$work/npmrc" | sed 's/^[^=]*= *//'); do
    ! grep -rqF -- "$word" "$root" || fail 'a secret of npm is in the image'
  done
  node deploy/image-packages.ts "$root/outcrop" || fail 'the packages differ from what is shipped'
  say 'inspected: not root, no secrets, no development packages, SBOM and NOTICE complete'
}

start() {
  local url=postgres://127.0.0.1:5432
  port=$(node -e "const s=require('net').createServer().listen(0,()=>{console.log(s.address().port);s.close()})")
  environment+=("PORT=$port" "REDIS_URL=redis://127.0.0.1:6379" "LOG_LEVEL=info"
    "DATABASE_ADMIN_URL=${url/\/\//\/\/postgres@}/postgres" "DATABASE_OWNER_URL=${url/\/\//\/\/outcrop_owner@}/$database"
    "DATABASE_URL=${url/\/\//\/\/outcrop_app@}/$database"
    "SUPPRESSION_KEY=$(openssl rand -hex 32)" "SESSION_SECRET=$(openssl rand -hex 32)"
    "SECRETS_KEY=a:$(openssl rand -base64 32)")
  touch "$work/started"
  say "$(outcrop migrate --create | cut -c1-60)…"
  in_image "$work/api" outcrop api >"$work/api.log" 2>&1 & pids+=($!)
  in_image "$work/worker" outcrop worker >"$work/worker.log" 2>&1 & pids+=($!)
  wait_for api && wait_for worker
  say 'api and worker are healthy'
}

wait_for() {
  for _ in {1..60}; do (in_image "$work/$1" outcrop health) 2>>"$work/health.log" && return; sleep 1; done
  fail "$1 is not healthy"
}

use() {
  local base=http://127.0.0.1:$port workspace user import task
  workspace=$(outcrop account create-workspace --name Try --plan starter --json | from_json workspaceId)
  user=$(outcrop account create-user --workspace "$workspace" --name Try --email try@outcrop.example --role admin --json | from_json userId)
  token=$(outcrop account create-token --workspace "$workspace" --user "$user" --name Try --json | from_json token)
  for path in / /readyz /openapi.json /docs/; do
    curl -sS --fail -H 'Accept: text/html,*/*' -o "$work/page" "$base$path" || fail "$path"
  done
  [ "$(call "$base/api/v1/ext/leads" -H 'Content-Type: application/json' \
    -d '{"leads":[{"fullName":"Maren Solberg","email":"maren@kelptide.example"}]}' | from_json data.inserted)" = 1 ] ||
    fail 'the lead was not added'
  say 'a lead is added'
  # An upload is written to /tmp, and the worker imports it.
  import=$(printf 'name,email\nIdris Okafor,idris@kelptide.example\n' |
    call "$base/api/v1/manage/imports" -H 'Content-Type: text/csv' --data-binary @- | from_json data.import.id)
  task=$(call "$base/api/v1/manage/imports/$import/run" -H 'Content-Type: application/json' \
    -d '{}' | from_json data.task.id)
  for _ in {1..60}; do
    [ "$(call "$base/api/v1/manage/tasks/$task" | from_json data.task.status)" = done ] && break
    sleep 1
  done
  [ "$(call "$base/api/v1/ext/prospects?q=okafor" | from_json data.total)" = 1 ] || fail 'the import did not run'
  say 'a file is imported by the worker'
}

stop() {
  for pid in "${pids[@]}"; do kill "$pid" && wait "$pid" || fail 'a process did not stop with status 0'; done
  pids=()
  [ -z "$(find "$root" -xdev -newer "$work/started" -type f -print -quit)" ] || fail 'the image was written to'
  [ -z "$(ls -A "$work/api" "$work/worker" "$work/command" | grep -v :)" ] || fail 'files are left in /tmp'
  say 'stopped; nothing is left in /tmp'
}

make_image
inspect
start
use
stop
