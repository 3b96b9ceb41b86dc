# A thin front: CMakePresets.json says how things are built, scripts/ does what is no build.
.DEFAULT_GOAL := help
.NOTPARALLEL:
SHELL := /bin/bash

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: deps  ## the optimised build: build/release/bin/oarlock, build/release/plugins/*.so
	@scripts/build release product

kube: deps  ## etcd, kube-apiserver, kube-controller-manager, kubectl in build/kube/bin
	@scripts/build-kube

demo: build $(if $(KUBE),kube)  ## a plugin at work, in plain sentences; KUBE=1: on a real API server
	@KUBE=$(KUBE) scripts/demo

test: deps kube  ## everything, from unit tests to the real API server
	@scripts/build dev
	@ctest --preset dev
	@scripts/build release product tests_kube tests_install tests_memory tests_instructions
	@ctest --preset release

test-all: test  ## test, again under ThreadSanitizer and clang, and ten thousand reloads
	@ctest --preset storm
	@scripts/build tsan
	@ctest --preset tsan
	@scripts/build clang
	@ctest --preset clang

bench: deps kube  ## oarlock and other clients side by side; into build/bench (BENCH=name: one)
	@scripts/bench $(BENCH)

lint: deps  ## clang-format over all sources, clang-tidy over changed ones (LINT=--all: all)
	@scripts/lint $(LINT)

metrics-page: deps  ## docs/metrics.md's tables brought up to date with what the code registers
	@scripts/build dev
	@OARLOCK_METRICS_PAGE=write ctest --preset dev -L 'unit|integration'

fuzz: deps  ## the fuzz targets, each for a short while
	@scripts/build fuzz
	@scripts/run-label fuzz fuzz

image: build  ## the container image as an OCI archive, without Docker: build/image/oarlock.oci.tar
	@packaging/image/build

package: build kube  ## Debian package, container image and chart, into build/package
	@packaging/build

deps:
	@scripts/install-deps

.PHONY: help build kube demo test test-all bench lint metrics-page fuzz image package deps
