#!/bin/sh
# headers.sh <include dir>: the ABI compiles without a warning in every language version it promises
# and with both compilers, on both machines; each header compiles alone; the SDK's headers do so in
# C++20.
set -eu
include=$1
warnings="-Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wundef"
failed=0

compile() {  # compile <header> <command...>
  header=$1
  shift
  if ! printf '#include "%s"\nint oar_unit;\n' "$header" |
      "$@" $warnings -fsyntax-only -I "$include" -; then
    echo "FAILED: $header with $*" >&2
    failed=1
  fi
}

compile oarlock/abi/generated/layout.h gcc -std=c11 -xc
compile oarlock/abi/generated/layout.h clang++-14 -std=c++11 -xc++
# No C library of the other machine is needed: the layout is asserted at compile time.
compile oarlock/abi/generated/layout.h clang-14 --target=aarch64-linux-gnu -ffreestanding -std=c11 -xc
compile oarlock/abi/generated/layout.h clang++-14 --target=aarch64-linux-gnu -ffreestanding \
  -std=c++11 -xc++
for std in c11 c17 c2x; do
  compile oarlock/abi/abi.h gcc -std=$std -xc
  compile oarlock/abi/abi.h clang-14 -std=$std -xc
done
for std in c++11 c++14 c++17 c++20 c++2b; do
  compile oarlock/abi/abi.h g++ -std=$std -xc++ -Wold-style-cast
  compile oarlock/abi/abi.h clang++-14 -std=$std -xc++ -Wold-style-cast
done
for path in "$include"/oarlock/abi/*.h; do
  header=oarlock/abi/$(basename "$path")
  compile "$header" gcc -std=c11 -xc
  # Nothing but fixed-width integers comes in.
  if grep -h '#include <' "$path" | grep -v '<stdint.h>'; then
    echo "FAILED: $header includes more than stdint.h" >&2
    failed=1
  fi
done
for path in "$include"/oarlock/sdk/*.h; do
  header=oarlock/sdk/$(basename "$path")
  compile "$header" g++ -std=c++20 -xc++ -Wold-style-cast -Wsign-conversion
done
compile oarlock/sdk/sdk.h clang++-14 -std=c++20 -xc++ -Wold-style-cast -Wsign-conversion
exit $failed
