#!/bin/sh
# build_twice.sh BUILDER BUILD WORK: what BUILDER makes of that build, in WORK/one and WORK/two; the
# same bytes both times, since somebody else's umask, locale, time zone and folder are no part of it.
set -eu
builder=$1 build=$2 work=$3

"$builder" --build "$build" --out "$work/one" >"$work/log" 2>&1 ||
  { cat "$work/log" >&2; echo "$builder: it fails" >&2; exit 1; }
(umask 077; cd /; TMPDIR=$work LC_ALL=C.UTF-8 TZ=Asia/Tokyo \
  "$builder" --build "$build" --out "$work/two" >"$work/log" 2>&1) ||
  { cat "$work/log" >&2; echo "$builder: it fails the second time" >&2; exit 1; }
diff -r "$work/one" "$work/two" || { echo "$builder: two builds differ" >&2; exit 1; }
