#!/usr/bin/env bash
# Builds the image on the base image's current digest, and pushes it with its SBOM and provenance.
# Usage: release/publish-image.sh ghcr.io/owner/name v0.1.0
set -euo pipefail
cd "$(dirname "$0")/.."

image=${1,,}
tag=$2
version=$(npm pkg get version --workspaces=false | tr -d '"')
if [ "$tag" != "v$version" ]; then
  echo "The tag is $tag, but package.json has $version." >&2
  exit 1
fi

base=$(sed -n 's/^ARG BASE=//p' Containerfile)
base_digest=$(docker buildx imagetools inspect "$base" --format '{{.Manifest.Digest}}')
metadata=$(mktemp)
trap 'rm -f "$metadata"' EXIT

docker buildx build . --file Containerfile --platform linux/amd64 \
  --build-arg BASE="$base@$base_digest" \
  --build-arg VERSION="$version" \
  --build-arg REVISION="$(git rev-parse HEAD)" \
  --label org.opencontainers.image.base.name="$base" \
  --label org.opencontainers.image.base.digest="$base_digest" \
  --tag "$image:$version" --tag "$image:latest" \
  --sbom=true --provenance=mode=max --metadata-file "$metadata" --push

digest=$(sed -n 's/.*"containerimage.digest": *"\([^"]*\)".*/\1/p' "$metadata")
printf 'image=%s\n' "$image@$digest" >>"${GITHUB_OUTPUT:-/dev/null}"
printf '%s\n' "Image: $image:$version@$digest" "Base: $base@$base_digest" |
  tee -a "${GITHUB_STEP_SUMMARY:-/dev/null}"
