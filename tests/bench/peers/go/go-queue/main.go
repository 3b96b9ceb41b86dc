// go-queue: client-go's queues alone, doing what bench_queue_cycles does with ours.
package main

import (
	"fmt"
	"log"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"oarlock.dev/tests/bench/peers/subject"
)

const (
	keyCount    = 100_000
	updateCount = 1_000_000
	burst       = 1000 // updates that arrive before the consumer takes them
	rounds      = 5
)

func main() {
	subject.Say(map[string]any{"event": "started"})
	report("queue.delta", delta)
	report("queue.work", work)
}

// The best of some rounds: the first ones only warm up.
func report(name string, round func() float64) {
	best := 0.0
	for range rounds {
		best = max(best, round())
	}
	subject.Say(map[string]any{"event": "micro", "name": name, "per_second": best})
}

func podName(i int) string { return fmt.Sprintf("checkout-frontend-7c9d8f6b54-%06d", i) }

// As shared informers of this release make it by default. Updates come in bursts, all over the
// keys, and are taken in batches.
func delta() float64 {
	objects := make([]any, keyCount)
	for i := range objects {
		objects[i] = &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: podName(i)}}
	}
	fifo := cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{
		KeyFunction: cache.MetaNamespaceKeyFunc, AtomicEvents: true, UnlockWhileProcessing: true,
		EmitDeltaTypeBookmark: true,
	})
	taken := 0
	batch := func(deltas []cache.Delta, _ bool) error { taken += len(deltas); return nil }
	single := func(object any, _ bool) error { taken += len(object.(cache.Deltas)); return nil }
	start := time.Now()
	for sent := 0; sent < updateCount; sent += burst {
		for i := sent; i < sent+burst; i++ {
			if err := fifo.Update(objects[i*7919%keyCount]); err != nil {
				log.Fatal(err)
			}
		}
		for taken < sent+burst {
			if err := fifo.PopBatch(batch, single); err != nil {
				log.Fatal(err)
			}
		}
	}
	return updateCount / time.Since(start).Seconds()
}

// Each key is added, taken and done; keyCount/2 others wait all the time.
func work() float64 {
	keys := make([]string, keyCount)
	for i := range keys {
		keys[i] = "shop/" + podName(i)
	}
	queue := workqueue.NewTyped[string]()
	for _, key := range keys[:keyCount/2] {
		queue.Add(key)
	}
	start := time.Now()
	for i := range updateCount {
		queue.Add(keys[(i+keyCount/2)%keyCount])
		key, _ := queue.Get()
		queue.Done(key)
	}
	seconds := time.Since(start).Seconds()
	queue.ShutDown()
	return updateCount / seconds
}
