#!/bin/sh
# calls.sh <source root> <work dir> <cargo>: hosts built with gcc and clang call plugins built with
# gcc, clang, g++, clang++ and rustc: all pairs say the same, which is calls/expected.txt.
set -eu
root=$1 work=$2 cargo=$3
here=$root/tests/abi/calls
include=$root/plugin-sdk/include
mkdir -p "$work"
plugin_flags="-O2 -I $include -fPIC -shared -fvisibility=hidden
  -Wl,--version-script=$root/plugin-sdk/cmake/plugin.map -Wl,-z,defs,-z,now,-z,relro"

for c in gcc clang-14; do
  $c -std=c11 -D_GNU_SOURCE -O2 -I "$include" "$here/host.c" -ldl -o "$work/host_$c"
  $c -std=c11 $plugin_flags "$here/plugin.c" -o "$work/plugin_$c.so"
done
for cxx in g++ clang++-14; do
  $cxx -std=c++20 $plugin_flags "$here/plugin.cc" -o "$work/plugin_$cxx.so"
done
"$cargo" build --release --offline --quiet --manifest-path "$here/rust/Cargo.toml" \
  --target-dir "$work/rust"
cp "$work/rust/release/libcalls.so" "$work/plugin_rustc.so"

pairs=0
for host in "$work"/host_*; do
  for plugin in "$work"/plugin_*.so; do
    "$host" "$plugin" > "$work/said"
    diff -u "$here/expected.txt" "$work/said" || {
      echo "$(basename "$plugin") says something else to $(basename "$host")" >&2
      exit 1
    }
    pairs=$((pairs + 1))
  done
done
[ "$pairs" = 10 ] || { echo "only $pairs pairs" >&2; exit 1; }
