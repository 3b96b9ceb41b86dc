#!/bin/sh
# tags.sh <include dir>: each function of the ABI has its line of tags (base.h, convention 11).
set -eu
awk '
  function bad(what) { print FILENAME ":" FNR ": " what; failed = 1 }
  FNR == 1 { tag = "" }
  /^ *(\/\*|\*)? *\* ?\[|^ *\/\* \[/ {
    tag = $0
    if (tag !~ /\[(control|worker|any)(, (control|worker|any))* \| [^]]+\]/) bad("threads and state")
    if (tag !~ /-> ([A-Z_]+(\([^)]*\))?|any)/) bad("no returns")
    threads = tag; sub(/^.*\[/, "", threads); sub(/\].*/, "", threads)
    states = threads; sub(/^.*\| /, "", states)
    n = split(states, words, /[ ,&]+/)
    for (i = 1; i <= n; ++i) {
      word = words[i]; sub(/^!/, "", word)
      if (word !~ /^(created|configured|declared|synced|leading|active|draining|inactive|in-flight)$/)
        bad("unknown state " word)
    }
    next
  }
  /^ *int32_t \(\*[a-z_0-9]+\)\(/ || /^OAR_EXPORT/ {
    if (tag == "") bad("a function without tags")
    tag = ""; functions++
  }
  END {
    if (functions < 60) { print "only " functions " functions found"; failed = 1 }
    exit failed
  }' "$1"/oarlock/abi/*.h
