#!/bin/sh
# Creates .env from .env.example, with random passwords and keys: deploy/make-env.sh DOMAIN
set -eu
cd "$(dirname "$0")/.."
[ $# -eq 1 ] || { echo 'Specify the domain, such as deploy/make-env.sh outcrop.example.com' >&2 && exit 1; }
[ ! -e .env ] || { echo '.env exists already. Its keys are needed to read what is stored.' >&2 && exit 1; }

random() { openssl rand -hex 32; }
umask 077
sed \
  -e "s|^DOMAIN=.*|DOMAIN=$1|" \
  -e "s|^POSTGRES_PASSWORD=$|&$(random)|" \
  -e "s|^OWNER_PASSWORD=$|&$(random)|" \
  -e "s|^APP_PASSWORD=$|&$(random)|" \
  -e "s|^SUPPRESSION_KEY=$|&$(random)|" \
  -e "s|^SECRETS_KEY=$|&1:$(openssl rand -base64 32)|" \
  -e "s|^SESSION_SECRET=$|&$(random)|" \
  .env.example >.env
