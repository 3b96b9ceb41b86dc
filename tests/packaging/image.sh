#!/bin/sh
# image.sh <build dir>: the image twice, and what must be true of it: the same digest both times, a
# small size, no more in it than it needs, and that its program and plugins work in it as its user.
set -eu
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
mounted=
cleanup() {
  [ -z "$mounted" ] || umount "$mounted"
  rm -rf "$work"
}
trap cleanup EXIT

fail() { echo "image: $*" >&2; exit 1; }

"$root/tests/packaging/build_twice.sh" "$root/packaging/image/build" "$build" "$work"

# The layout: every blob is named by its digest, and the index leads to the manifest.
"$root/tests/packaging/unpack.sh" "$work/one/oarlock.oci.tar" "$work"
for blob in "$work"/layout/blobs/sha256/*; do
  echo "$(basename "$blob")  $blob"
done | sha256sum --check --quiet || fail "a blob is not what its name says"
digest=$(cat "$work/one/digest")
grep -q "\"digest\":\"$digest\"" "$work/layout/index.json" || fail "the index names another digest"
manifest=$work/layout/blobs/sha256/${digest#sha256:}
for layer in $(grep -o '"layers":.*' "$manifest" | grep -o 'sha256:[0-9a-f]*'); do
  gzip -dc "$work/layout/blobs/sha256/${layer#sha256:}" | sha256sum | cut -d' ' -f1
done > "$work/diff_ids"
config=$(grep -o '"config":{[^}]*}' "$manifest" | grep -o 'sha256:[0-9a-f]*')
while read -r id; do
  grep -q "sha256:$id" "$work/layout/blobs/sha256/${config#sha256:}" ||
    fail "the configuration lacks the layer $id"
done < "$work/diff_ids"
grep -q '"User":"65532:65532"' "$work/layout/blobs/sha256/${config#sha256:}" || fail "it runs as root"

# 40 MB, packed and unpacked.
packed=$(stat -c %s "$work/one/oarlock.oci.tar")
unpacked=$(du -s --apparent-size -B1 "$work/fs" | cut -f1)
[ "$packed" -lt 40000000 ] || fail "$packed bytes"
[ "$unpacked" -lt 40000000 ] || fail "$unpacked bytes unpacked"

# No shell, nothing that may change who runs it, nothing that its user may write but /tmp.
[ ! -e "$work/fs/bin/sh" ] || fail "it has a shell"
[ -z "$(find "$work/fs" -perm /6000)" ] || fail "set-user-ID files"
[ -z "$(find "$work/fs" -perm -o+w ! -type l ! -path "$work/fs/tmp")" ] || fail "writable files"
[ -z "$(find "$work/fs" ! -uid 0)" ] || fail "files that are not root's"
for file in etc/ssl/certs/ca-certificates.crt etc/passwd usr/share/sbom/oarlock.spdx.json \
  opt/oarlock/plugins/reloader.so; do
  [ -s "$work/fs/$file" ] || fail "$file is not there"
done
# Each library in it belongs to a package of the list.
for package in libc6 libcurl4 libssl3 ca-certificates; do
  grep -q "\"name\":\"$package\",\"versionInfo\":\"[^\"]" "$work/one/oarlock.spdx.json" ||
    fail "$package is not in the list of packages"
  [ -s "$work/fs/usr/share/doc/$package/copyright" ] || fail "$package came without its licence"
done

in_image() { chroot --userspec=65532:65532 "$work/fs" "$@"; }
said=$(in_image /opt/oarlock/bin/oarlock --version) || fail "it does not start"
[ "$said" = "$("$build/bin/oarlock" --version)" ] || fail "it is another version: $said"
# Plugins are read through /proc/self.
mount -t proc proc "$work/fs/proc" && mounted=$work/fs/proc
said=$(in_image /opt/oarlock/bin/oarlock inspect /opt/oarlock/plugins/reloader.so 2>&1) ||
  fail "its plugin cannot be loaded: $said"
echo "$said" | grep -q 'controller reloader' || fail "its plugin declares nothing: $said"
echo "image: $packed bytes packed, $unpacked unpacked, $digest"
