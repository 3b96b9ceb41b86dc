package main

import (
	"bytes"
	"strconv"
	"strings"
)

// metric sums the series of a family, in Prometheus' text, that have all these labels.
func metric(page []byte, family string, labels ...string) float64 {
	sum := 0.0
	for line := range bytes.Lines(page) {
		text := strings.TrimSpace(string(line))
		if !strings.HasPrefix(text, family) {
			continue
		}
		rest := text[len(family):]
		if rest == "" || (rest[0] != '{' && rest[0] != ' ') || !hasAll(rest, labels) {
			continue
		}
		number := rest[strings.LastIndexByte(rest, ' ')+1:]
		if value, err := strconv.ParseFloat(number, 64); err == nil {
			sum += value
		}
	}
	return sum
}

func hasAll(text string, parts []string) bool {
	for _, part := range parts {
		if !strings.Contains(text, part) {
			return false
		}
	}
	return true
}

// openWatches is how many watch streams of a resource the API server serves, without its own.
func openWatches(page []byte, resource string) float64 {
	return metric(page, "apiserver_longrunning_requests", `resource="`+resource+`"`, `verb="WATCH"`)
}

// podLists is how many lists of Pods were asked for, streamed ones too.
func podLists(page []byte) float64 {
	return metric(page, "apiserver_request_total", `resource="pods"`, `verb="LIST"`) +
		metric(page, "apiserver_watch_list_duration_seconds_count", `resource="pods"`)
}
