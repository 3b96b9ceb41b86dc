#!/bin/sh
# unpack.sh <archive> <dir>: an OCI archive as DIR/layout, and its image's root file system as DIR/fs.
set -eu
mkdir -p "$2/layout" "$2/fs"
tar -xf "$1" -C "$2/layout"
digest=$(grep -o '"digest":"sha256:[0-9a-f]*' "$2/layout/index.json" | head -n 1)
manifest=$2/layout/blobs/sha256/${digest##*:}
for layer in $(grep -o '"layers":.*' "$manifest" | grep -o 'sha256:[0-9a-f]*'); do
  tar -xzf "$2/layout/blobs/sha256/${layer#sha256:}" -C "$2/fs"
done
