#!/bin/sh
# layout.sh <include dir> <snapshot> [--update]: the layout of every struct and constant of the ABI,
# as each compiler sees it, must be the committed one. Adding at an end is legal and changes the
# snapshot (run with --update, raise OAR_ABI_MINOR after a release); anything else breaks plugins.
# The same snapshot is a header of compile-time assertions, oarlock/abi/generated/layout.h, and the
# bindings of the Rust crate, rust/src/generated/sys.rs.
set -eu
include=$1 snapshot=$2 bindings=$1/../rust/src/generated/sys.rs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{
  printf '#include "oarlock/abi/abi.h"\n#include <stdio.h>\nint main(void) {\n'
  for header in "$include"/oarlock/abi/*.h; do
    gcc -fpreprocessed -dD -E -P "$header" 2>/dev/null
  done | awk -f "$(dirname "$0")/layout.awk"
  printf '  return 0;\n}\n'
} > "$work/layout.c"
cp "$work/layout.c" "$work/layout.cc"

for build in "gcc -std=c11 -xc" "clang-14 -std=c11 -xc" "g++ -std=c++20 -xc++" \
             "clang++-14 -std=c++11 -xc++"; do
  $build -DOAR_NO_LAYOUT_CHECK -I "$include" "$work/layout.c" -o "$work/layout"
  "$work/layout" > "$work/now"
  if [ "${3-}" = --update ]; then
    cp "$work/now" "$snapshot"
    mkdir -p "$include/oarlock/abi/generated"
    awk -f "$(dirname "$0")/asserts.awk" "$snapshot" > "$include/oarlock/abi/generated/layout.h"
    awk -f "$(dirname "$0")/rust_sys.awk" "$snapshot" > "$bindings"
  elif ! diff -u "$snapshot" "$work/now"; then
    echo "the ABI's layout differs from $snapshot with: $build" >&2
    exit 1
  fi
done
awk -f "$(dirname "$0")/asserts.awk" "$snapshot" |
  diff - "$include/oarlock/abi/generated/layout.h" || { echo "layout.h is not of this snapshot"; exit 1; }
awk -f "$(dirname "$0")/rust_sys.awk" "$snapshot" |
  diff - "$bindings" || { echo "sys.rs is not of this snapshot"; exit 1; }
[ "$(wc -l < "$work/now")" -gt 300 ] || { echo "the snapshot is too short to be true" >&2; exit 1; }
