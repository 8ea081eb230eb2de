#!/bin/sh
# Prints the images of Compose with their digests of today, as lines for docker/.env:
#
#   sh docker/pin-images.sh >> docker/.env
#
# It asks the registries (docker buildx). A tag may mean another image tomorrow, a digest never does.
set -eu
while read -r setting image; do
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
  case $digest in
    sha256:*) echo "$setting=$image@$digest" ;;
    *)
      echo "pin-images: $image has no digest: $digest" >&2
      exit 1
      ;;
  esac
done <<'IMAGES'
NODE_IMAGE node:24-bookworm-slim
POSTGRES_IMAGE postgres:18-bookworm
REDIS_IMAGE redis:8-bookworm
CADDY_IMAGE caddy:2-alpine
IMAGES
