package subject

import (
	"math/bits"
	"strconv"
	"sync"
	"time"
)

// Latencies below this many bits of nanoseconds are kept exactly, above to one part in 128.
const exactBits = 7

// Events counts what handlers are told, and how long it took to get there.
type Events struct {
	mu      sync.Mutex
	count   uint64
	timed   uint64
	buckets [(65 - exactBits) << exactBits]uint64
	extra   map[string]any
}

// Note counts one call of a handler. With changed, which the first state of an object is not, its
// annotation (may be "") says when it was sent.
func (e *Events) Note(sent string, changed bool) {
	var latency int64 = -1
	if changed && sent != "" {
		if at, err := strconv.ParseInt(sent, 10, 64); err == nil {
			latency = max(time.Now().UnixNano()-at, 0)
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.count++
	if latency >= 0 {
		e.timed++
		e.buckets[bucket(uint64(latency))]++
	}
}

// Extra adds a member to the answer of stats.
func (e *Events) Extra(name string, value any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.extra == nil {
		e.extra = map[string]any{}
	}
	e.extra[name] = value
}

// Reset forgets all counts.
func (e *Events) Reset() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.count, e.timed = 0, 0
	clear(e.buckets[:])
}

// Stats is the answer to stats.
func (e *Events) Stats() map[string]any {
	e.mu.Lock()
	defer e.mu.Unlock()
	line := map[string]any{"event": "stats", "events": e.count,
		"p50_us": e.percentile(0.50), "p99_us": e.percentile(0.99)}
	for name, value := range e.extra {
		line[name] = value
	}
	return line
}

// In microseconds; nil when nothing was timed.
func (e *Events) percentile(part float64) any {
	if e.timed == 0 {
		return nil
	}
	rank := uint64(part * float64(e.timed-1))
	for i, n := range e.buckets {
		if rank < n {
			return float64(lowest(i)) / 1e3
		}
		rank -= n
	}
	return nil
}

func bucket(ns uint64) int {
	shift := max(bits.Len64(ns)-exactBits-1, 0)
	return shift<<exactBits + int(ns>>shift)
}

// The lowest latency of a bucket.
func lowest(i int) uint64 {
	shift := max(i>>exactBits-1, 0)
	return uint64(i-shift<<exactBits) << shift
}
