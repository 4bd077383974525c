#!/usr/bin/env bash
# Signs a pushed image without a key. Usage: release/sign-image.sh ghcr.io/owner/name@sha256:…
set -euo pipefail

if [[ ! $1 =~ ^ghcr\.io/[a-z0-9._/-]+@sha256:[0-9a-f]{64}$ ]]; then
  echo "\"$1\" is not an image with its digest." >&2
  exit 1
fi
cosign sign --yes "$1"
