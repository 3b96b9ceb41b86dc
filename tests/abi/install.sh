#!/bin/sh
# install.sh <build dir> <exports.sh> <plugin source>: a project that knows only the installed SDK
# builds the plugin.
set -eu
build=$1 exports=$2 source=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --component plugin-sdk --prefix "$work/sdk" > /dev/null
mkdir "$work/project"
cp "$source" "$work/project/hello.cc"
cat > "$work/project/CMakeLists.txt" <<'PROJECT'
cmake_minimum_required(VERSION 3.25)
project(hello LANGUAGES C CXX)
find_package(OarlockPluginSdk 0.1 REQUIRED)
oarlock_plugin(hello SRCS hello.cc)
PROJECT
cmake -S "$work/project" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/sdk" \
  -DCMAKE_CXX_COMPILER=g++ -DCMAKE_C_COMPILER=gcc > "$work/log" 2>&1 &&
  cmake --build "$work/build" >> "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$exports" "$work/build/plugins/hello.so" oar_entry_v1
