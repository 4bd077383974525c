#!/usr/bin/env bash
# Follows "One Debian machine" of docs/self-hosting.md on a new Debian, up to the first lead: runs the
# page's commands as they are, in one shell, and prints the time of each. The machine is a folder made
# by debootstrap, with its own network and processes. It has no systemd, so its systemctl is a
# replacement: it runs ExecStart of a unit as an unprivileged user, with the unit's EnvironmentFile, but
# not the other restrictions.
# Needs root and `npm ci`.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/node_modules/.bin:$PATH"
work=$(mktemp -d) pids=()
root=$work/debian

finish() {
  local status=$?
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null && wait "$pid" || true; done
  rm -rf --one-file-system "$work"
  exit $status
}
trap finish EXIT
trap 'exit 130' INT TERM

install_packages() {
  local missing=()
  for name in debootstrap slirp4netns; do type -P $name >/dev/null || missing+=($name); done
  [ ${#missing[@]} -eq 0 ] && return
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${missing[@]}"
}

make_machine() {
  debootstrap --variant=minbase bookworm "$root"
  mkdir -p "$root/opt/outcrop"
  git ls-files -co --exclude-standard -z | tar --create --null --files-from=- --ignore-failed-read |
    tar --extract --directory "$root/opt/outcrop" --no-same-owner
  # The network of slirp4netns, and the npm settings of this machine.
  echo 'nameserver 10.0.2.3' >"$root/etc/resolv.conf"
  [ ! -e ~/.npmrc ] || install -m 600 ~/.npmrc "$root/root/.npmrc"
  cp /etc/ssl/certs/ca-certificates.crt "$root/root/certificates.crt"
  install -m 755 deploy/systemctl-stand-in.sh "$root/usr/local/bin/systemctl"
  node deploy/console-commands.ts docs/self-hosting.md 'One Debian machine' >"$root/root/commands.sh"
}

has_own_network() {
  local network
  network=$(readlink "/proc/$1/ns/net") && [ "$network" != "$(readlink /proc/self/ns/net)" ]
}

run_commands() {
  unshare --net --pid --fork --kill-child --mount --propagation private bash -c '
    mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev"
    for _ in {1..100}; do grep -q tap0 /proc/net/dev && break || sleep 0.1; done
    exec chroot "$1" env --ignore-environment HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      DEBIAN_FRONTEND=noninteractive NPM_CONFIG_CAFILE=/root/certificates.crt bash /root/commands.sh' - "$root" &
  local machine=$!
  pids+=($machine)
  # slirp4netns configures the network of this process, which must not be that of the host.
  for _ in {1..100}; do has_own_network $machine && break || sleep 0.1; done
  has_own_network $machine || { echo "The machine has no network of its own." >&2 && exit 1; }
  slirp4netns --configure --mtu=65520 $machine tap0 >"$work/network.log" 2>&1 & pids+=($!)
  wait $machine
}

install_packages >"$work/install.log" 2>&1 || { cat "$work/install.log" && exit 1; }
make_machine >"$work/machine.log" 2>&1 || { tail "$work/machine.log" && exit 1; }
echo "The new Debian is there after $SECONDS s. From here on, the page is followed:"
started=$SECONDS
run_commands
[ $((SECONDS - started)) -lt 600 ] || { echo 'FAILED: it took more than ten minutes' && exit 1; }
