package subject

import (
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// So many objects are read in turn: few enough to stay in the processor's caches.
const hotObjects = 256

type place struct{ key, node string }

// Half of the time gets, half of it index lookups.
func reads(cache Cache, threads int, time time.Duration) map[string]any {
	places := hotPlaces(cache)
	line := map[string]any{"event": "reads", "gets_per_second": nil, "index_per_second": nil}
	if len(places) == 0 {
		return line
	}
	line["gets_per_second"] = rate(threads, time/2, func(i int) bool {
		return cache.Get(places[i%len(places)].key)
	})
	line["index_per_second"] = rate(threads, time/2, func(i int) bool {
		return cache.ByNode(places[i%len(places)].node) > 0
	})
	return line
}

func hotPlaces(cache Cache) []place {
	var all []string
	cache.Each(func(namespace, name, _ string) { all = append(all, namespace+"/"+name) })
	step := max(len(all)/hotObjects, 1)
	var hot []place
	for i := 0; i < len(all) && len(hot) < hotObjects; i += step {
		hot = append(hot, place{all[i], cache.Node(all[i])})
	}
	return hot
}

// cpuTime of the calling thread. A processor that others have meanwhile is not its matter.
func cpuTime() time.Duration {
	const thisThread = 1
	var used syscall.Rusage
	if err := syscall.Getrusage(thisThread, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// How often per second that they run `read` can be called by so many threads, looking at the clock
// now and then.
func rate(threads int, length time.Duration, read func(i int) bool) float64 {
	var total, found, ran atomic.Int64
	var all sync.WaitGroup
	start := time.Now()
	for thread := range threads {
		all.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			var n, hits int64
			before := cpuTime()
			for time.Since(start) < length {
				for range 1000 {
					if read(int(n) + thread*97) {
						hits++
					}
					n++
				}
			}
			ran.Add(int64(cpuTime() - before))
			total.Add(n)
			found.Add(hits)
		})
	}
	all.Wait()
	if found.Load() == 0 {
		return 0
	}
	return float64(total.Load()) * float64(threads) / time.Duration(ran.Load()).Seconds()
}
