#!/usr/bin/env bash
# Runs a command with a network, processes and mounts of its own, connected by slirp4netns:
#   deploy/run-with-own-network.sh COMMAND…
# It cannot change the network of this machine: it keeps the network of the command open, goes on only if
# that is another one than its own, and gives slirp4netns this network instead of a process.
# No wait is longer than NETWORK_WAIT_TENTHS, and all processes end with it. Needs root.
set -euo pipefail
tenths=${NETWORK_WAIT_TENTHS:-100} pids=()

finish() {
  local status=$?
  for pid in "${pids[@]}"; do kill -KILL "$pid" 2>/dev/null && wait "$pid" 2>/dev/null || true; done
  exit $status
}
trap finish EXIT
trap 'exit 130' INT TERM

setpriv --pdeathsig KILL unshare --net --pid --fork --kill-child --mount --propagation private bash -c '
  for ((n = 0; n < $1; n++)); do grep -q tap0 /proc/net/dev && exec "${@:2}"; sleep 0.1; done
  echo "The network of the command did not start." >&2 && exit 1' - "$tenths" "$@" &
machine=$!
pids+=($machine)

# Opened once: the process may end, and its id may become that of another process.
has_own_network() {
  exec {network}<"/proc/$machine/ns/net" || return 1
  [ "$(readlink "/proc/$$/fd/$network")" != "$(readlink "/proc/$$/ns/net")" ] && return
  exec {network}<&-
  return 1
}
for ((n = 0; n < tenths; n++)); do has_own_network && break || sleep 0.1; done
[ -n "${network-}" ] && [ -e "/proc/$$/fd/$network" ] ||
  { echo "The command has no network of its own." >&2 && exit 1; }
setpriv --pdeathsig KILL slirp4netns --configure --mtu=65520 --netns-type=path "/proc/$$/fd/$network" tap0 \
  >"${NETWORK_LOG:-/dev/null}" 2>&1 &
pids+=($!)
wait $machine
