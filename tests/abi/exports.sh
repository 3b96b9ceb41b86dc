#!/bin/sh
# exports.sh <plugin.so> <symbol or none>: a built plugin exports exactly that symbol, holds no
# unique one and no run path, has the note in a PT_NOTE segment and a build id, binds at load.
set -eu
plugin=$1 symbol=$2
fail() { echo "$plugin: $1" >&2; exit 1; }

exported=$(nm -D --defined-only "$plugin" | awk '{print $NF}' | sort | tr '\n' ' ')
[ "$symbol" = none ] && symbol=
[ "$exported" = "${symbol:+$symbol }" ] || fail "exports '$exported' instead of '$symbol'"
if readelf -sW "$plugin" | grep -w UNIQUE; then fail "unique symbols"; fi
readelf -lW "$plugin" | grep -q NOTE || fail "no PT_NOTE segment"
readelf -nW "$plugin" | grep -q "OARLOCK" || fail "no OARLOCK note"
readelf -nW "$plugin" | grep -q "Build ID: [0-9a-f]\{40\}$" || fail "no sha1 build id"
readelf -dW "$plugin" | grep -qE "RPATH|RUNPATH" && fail "has a run path"
readelf -dW "$plugin" | grep -qE "STATIC_TLS|TEXTREL|NODELETE" && fail "cannot be unloaded"
readelf -dW "$plugin" | grep -q "NOW" || fail "does not bind at load"
readelf -lW "$plugin" | grep -q "GNU_RELRO" || fail "no relro"
exit 0
