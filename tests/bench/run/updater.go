package main

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// updater changes objects by writing the time into their annotation, in etcd itself: the API
// server's write path would need more than the machine has at 2 000 changes a second, and it is not
// what is measured. The API server sees each change and sends it to its watches, as any other.
type updater struct {
	etcd    *etcdClient
	keys    []string
	values  [][]byte
	offsets []int // of the digits of the time
}

// The objects that change, one after the other.
const changingObjects = 1000

func newUpdater(s *server, prefix string, from generator) (*updater, error) {
	n := min(changingObjects, from.n)
	u := &updater{etcd: s.etcd, keys: make([]string, n), values: make([][]byte, n),
		offsets: make([]int, n)}
	return u, inParallel(n, func(i int) error {
		at := i * (from.n / n)
		key := prefix + from.namespace(at) + "/" + from.name(at)
		value, err := s.etcd.get(key)
		if err != nil {
			return err
		}
		u.keys[i], u.values[i] = key, value
		u.offsets[i], err = digitsOffset(value)
		return err
	})
}

// digitsOffset finds the annotation's value in JSON or protobuf: it has one length in all objects.
func digitsOffset(value []byte) (int, error) {
	const gap = 4 // what stands between key and value
	for at := 0; ; {
		found := bytes.Index(value[at:], []byte(sentKey))
		if found < 0 {
			return 0, fmt.Errorf("no annotation %s", sentKey)
		}
		at += found + len(sentKey)
		for from := at; from < at+gap+1 && from+sentDigits <= len(value); from++ {
			if allDigits(value[from : from+sentDigits]) {
				return from, nil
			}
		}
	}
}

func allDigits(text []byte) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

func (u *updater) send(i int) error {
	at := i % len(u.keys)
	copy(u.values[at][u.offsets[at]:], fmt.Sprintf("%019d", time.Now().UnixNano()))
	return u.etcd.put(u.keys[at], u.values[at])
}

// steady makes n changes at so many a second and says how many it really made a second.
func (u *updater) steady(n int, perSecond float64) (float64, error) {
	start := time.Now()
	var next atomic.Int64
	err := inParallel(writers, func(int) error {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			time.Sleep(time.Until(start.Add(time.Duration(float64(i) / perSecond * 1e9))))
			if err := u.send(i); err != nil {
				return err
			}
		}
		return nil
	})
	return float64(n) / time.Since(start).Seconds(), err
}

// background makes changes until the function that it gives back is called.
func (u *updater) background(perSecond float64) (stop func() error) {
	end := make(chan struct{})
	var done sync.WaitGroup
	var failed error
	done.Go(func() {
		ticks := time.NewTicker(time.Duration(1e9 / perSecond))
		defer ticks.Stop()
		for i := 0; ; i++ {
			select {
			case <-end:
				return
			case <-ticks.C:
			}
			if err := u.send(i); err != nil {
				failed = err
				return
			}
		}
	})
	return func() error {
		close(end)
		done.Wait()
		return failed
	}
}
