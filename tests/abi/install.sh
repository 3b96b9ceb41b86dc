#!/bin/sh
# install.sh <build dir> <exports.sh> <cargo>: projects that know only the installed tree: the
# samples, one built through pkg-config, and what `oarlock new` writes in each language. Each is
# built, tested, and passes `oarlock check`.
set -eu
build=$1 exports=$2 cargo=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix

fail() { echo "install: $*" >&2; exit 1; }
# Runs in silence; all it said is shown where it fails.
quietly() {
  "$@" > "$work/log" 2>&1 || { cat "$work/log" >&2; fail "$*"; }
}
build_cmake() {  # build_cmake <source> <binary>
  quietly cmake -S "$1" -B "$2" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_COMPILER=g++ -DCMAKE_C_COMPILER=gcc
  quietly cmake --build "$2"
}

quietly cmake --install "$build" --strip --prefix "$prefix"
oarlock=$prefix/bin/oarlock

build_cmake "$prefix/share/oarlock-sdk/samples" "$work/samples"
for sample in owner_label inherit_label; do
  "$exports" "$work/samples/plugins/$sample.so" oar_entry_v1
  quietly "$oarlock" check "$work/samples/plugins/$sample.so"
done
quietly "$oarlock" inspect "$work/samples/plugins/inherit_label.so"
grep -q 'verbs: \["get", "list", "patch", "watch"\]' "$work/log" || {
  cat "$work/log"
  fail "inspect does not print the needed rules"
}

config=$(find "$prefix" -name oarlock-sdk.pc)
PKG_CONFIG_PATH=$(dirname "$config")
export PKG_CONFIG_PATH
# Words, not one argument.
# shellcheck disable=SC2046
quietly g++ -std=c++20 -O2 $(pkg-config --cflags oarlock-sdk) \
  $(pkg-config --variable=gxxflags oarlock-sdk) \
  "$prefix/share/oarlock-sdk/samples/owner_label.cc" $(pkg-config --libs oarlock-sdk) \
  -o "$work/by_hand.so"
"$exports" "$work/by_hand.so" oar_entry_v1
quietly "$oarlock" check "$work/by_hand.so"

cd "$work"
for language in cpp c; do
  quietly "$oarlock" new "my-$language" --lang "$language"
  build_cmake "$work/my-$language" "$work/my-$language/build"
  quietly ctest --test-dir "$work/my-$language/build" --output-on-failure --no-tests=error
  grep -q "2 tests passed\|100% tests passed, 0 tests failed out of 2" "$work/log" ||
    fail "the project in $language does not run its tests"
  quietly "$oarlock" check "$work/my-$language/build/plugins/my_$language.so"
  quietly "$oarlock" check "$work/my-$language/manifest.yaml" \
    --plugin-dir "$work/my-$language/build/plugins"
done
quietly "$oarlock" new my-rust --lang rust
quietly "$cargo" build --offline --release --manifest-path my-rust/Cargo.toml
quietly "$cargo" test --offline --manifest-path my-rust/Cargo.toml
quietly "$oarlock" check my-rust/target/release/libmy_rust.so
quietly "$oarlock" check my-rust/manifest.yaml --plugin-dir my-rust/target/release
