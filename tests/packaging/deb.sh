#!/bin/sh
# deb.sh <build dir>: the Debian package twice, the same bytes both times; and what must be true
# of it: it names what it needs, and its program works from where it lands, with its plugins.
set -eu
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
host=
cleanup() {
  [ -z "$host" ] || { kill "$host" && wait "$host" || true; }
  rm -rf "$work"
}
trap cleanup EXIT

fail() { echo "deb: $*" >&2; exit 1; }

"$root/tests/packaging/build_twice.sh" "$root/packaging/deb/build" "$build" "$work"
deb=$(echo "$work"/one/*.deb)

for package in libc6 libcurl4 libssl3 ca-certificates; do
  dpkg-deb --field "$deb" Depends | grep -q "$package" || fail "it does not depend on $package"
done
[ "oarlock $(dpkg-deb --field "$deb" Version)" = "$("$build/bin/oarlock" version | head -n 1 |
  cut -d' ' -f1,2)" ] || fail "it has another version"
dpkg-deb --info "$deb" | grep -q 'postinst' && fail "it does something when it is installed"

fs=$work/fs
dpkg-deb --extract "$deb" "$fs"
[ "$(readlink "$fs/usr/bin/oarlock")" = /opt/oarlock/bin/oarlock ] || fail "no command in the path"
for file in usr/share/doc/oarlock/copyright usr/share/zsh/vendor-completions/_oarlock \
  usr/share/fish/vendor_completions.d/oarlock.fish opt/oarlock/plugins/reloader.so; do
  [ -s "$fs/$file" ] || fail "$file is not there"
done
bash -n "$fs/usr/share/bash-completion/completions/oarlock" || fail "bash cannot read its completion"
[ -z "$(find "$fs" -perm /6022 ! -type l)" ] || fail "files that others may write or run as root"

# What the unit says is what the program takes.
unit=$fs/usr/lib/systemd/system/oarlock.service
"$fs/opt/oarlock/bin/oarlock" run --help >"$work/help"
for flag in $(grep '^ExecStart=' "$unit" | grep -o -e '--[a-z-]*'); do
  grep -q -e "$flag " "$work/help" || fail "oarlock run has no $flag"
done

cat >"$work/manifest.yaml" <<YAML
apiVersion: oarlock.dev/v1alpha1
kind: PluginManifest
metadata: {name: packaged}
spec:
  plugins:
    - {name: reloader, library: reloader.so}
YAML
export OARLOCK_ADMIN_SOCKET=$work/admin.sock
"$fs/opt/oarlock/bin/oarlock" run --sandbox --manifest "$work/manifest.yaml" \
  --listen 127.0.0.1:0 --admin-socket "$OARLOCK_ADMIN_SOCKET" 2>"$work/host.log" &
host=$!
deadline=$(($(date +%s) + 60))
until "$fs/opt/oarlock/bin/oarlock" plugins 2>&1 | grep -q 'reloader *active'; do
  [ "$(date +%s)" -lt "$deadline" ] || { cat "$work/host.log" >&2; fail "its plugin does not run"; }
  sleep 0.1
done
kill "$host"
wait "$host" || fail "it did not stop in order"
host=
echo "deb: $(stat -c %s "$deb") bytes"
