#!/usr/bin/env bash
# Makes a base image like the official Node image, from Debian's packages and the Node of this
# repository, for machines that cannot pull images. Prints its name. Needs root, debootstrap and buildah.
set -euo pipefail

name=localhost/outcrop-base
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
repository=$(dirname "$(dirname "$(readlink -f "$0")")")

debootstrap --variant=minbase bookworm "$folder" >&2
install -D "$repository/node_modules/node/bin/node" "$folder/usr/local/bin/node"
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
mkdir -p "$folder/usr/local/lib/node_modules"
cp -r "$npm" "$folder/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$folder/usr/local/bin/npm"
rm -rf "$folder"/var/cache/apt/* "$folder"/var/lib/apt/lists/*

container=$(buildah from scratch)
buildah add --quiet "$container" "$folder" / >&2
buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
buildah commit --quiet --rm "$container" "$name" >&2
echo "$name"
