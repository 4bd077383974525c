#!/usr/bin/env bash
# Follows "One Debian machine" of docs/self-hosting.md on a new Debian: runs the page's commands as they
# are, in one shell, and prints the time of each. The machine is a folder made by debootstrap, with its own
# network and processes. It has no systemd, so its systemctl is a
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

run_commands() {
  NETWORK_LOG=$work/network.log timeout --kill-after=30 1200 deploy/run-with-own-network.sh bash -c '
    mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev"
    exec chroot "$1" env --ignore-environment HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      DEBIAN_FRONTEND=noninteractive NPM_CONFIG_CAFILE=/root/certificates.crt bash /root/commands.sh' - "$root" &
  pids+=($!)
  wait $!
}

install_packages >"$work/install.log" 2>&1 || { cat "$work/install.log" && exit 1; }
make_machine >"$work/machine.log" 2>&1 || { tail "$work/machine.log" && exit 1; }
echo "The new Debian is there after $SECONDS s. From here on, the page is followed:"
started=$SECONDS
run_commands
[ $((SECONDS - started)) -lt 600 ] || { echo 'FAILED: it took more than ten minutes' && exit 1; }
