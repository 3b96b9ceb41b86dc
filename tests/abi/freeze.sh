#!/bin/sh
# freeze.sh <abi>: builds the SDK's samples with every compiler into frozen/<abi>/<machine>. Once per
# minor, at its release: what is there already is not built again.
set -eu
abi=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
out=$root/tests/abi/frozen/$abi/$(uname -m)
cargo=$(command -v cargo || echo "$HOME/.cargo/bin/cargo")
samples=$root/plugin-sdk/samples
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

want="$(awk '/^#define OAR_ABI_(MAJOR|MINOR) / {v = v s $3; s = "."} END {print v}' \
  "$root/plugin-sdk/include/oarlock/abi/base.h")"
[ "$abi" = "$want" ] || { echo "the headers are of ABI $want" >&2; exit 1; }
[ ! -e "$out" ] || { echo "$out is there already: frozen plugins do not change" >&2; exit 1; }

build() {  # build <C compiler> <C++ compiler>
  mkdir "$work/$1"
  printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(frozen LANGUAGES C CXX)' \
    'set(OARLOCK_SDK_VERSION 0.1.0)' \
    'add_library(oarlock_plugin_sdk INTERFACE)' \
    'add_library(oarlock::plugin_sdk ALIAS oarlock_plugin_sdk)' \
    "target_include_directories(oarlock_plugin_sdk INTERFACE $root/plugin-sdk/include)" \
    "include($root/plugin-sdk/cmake/oarlock-add-plugin.cmake)" \
    "add_subdirectory($samples samples)" > "$work/$1/CMakeLists.txt"
  cmake -S "$work/$1" -B "$work/$1/build" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_COMPILER="$1" -DCMAKE_CXX_COMPILER="$2" > "$work/log" 2>&1 &&
    cmake --build "$work/$1/build" >> "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
}

build gcc g++
build clang-14 clang++-14
"$cargo" build --release --offline --locked --quiet --workspace \
  --manifest-path "$root/plugin-sdk/rust/Cargo.toml" --target-dir "$work/rust"
mkdir -p "$out"
cp "$work/gcc/build/plugins/owner_label.so" "$out/owner_label.g++.so"
cp "$work/gcc/build/plugins/inherit_label.so" "$out/inherit_label.gcc.so"
cp "$work/clang-14/build/plugins/owner_label.so" "$out/owner_label.clang++.so"
cp "$work/clang-14/build/plugins/inherit_label.so" "$out/inherit_label.clang.so"
cp "$work/rust/release/libexpiry.so" "$out/expiry.rustc.so"
strip --strip-unneeded "$out"/*.so
ls -l "$out"
