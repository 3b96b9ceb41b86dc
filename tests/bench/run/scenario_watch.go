package main

import (
	"fmt"
	"time"
)

const (
	podKeys        = "/registry/pods/"
	steadyRate     = 400
	fastRate       = 2000
	steadyEvents   = 3200
	fastEvents     = 6000
	eventsGoneTime = 60 * time.Second // for the last events to arrive
)

// watchSteady: events at two rates, to a handler.
func watchSteady(env *environment) error {
	s, err := env.mainServer()
	if err != nil {
		return err
	}
	update, err := newUpdater(s, podKeys, env.main.pods)
	if err != nil {
		return err
	}
	watch := func(who, accept string) run {
		k, arguments := floorWatch(accept, "2", podsPath)
		return run{kind: k, who: who, arguments: arguments, floor: true}
	}
	runs := []run{
		podsRun(oarlock), podsRun(oarlockJSON), podsRun(goTyped), podsRun(goJSON),
		podsRun(goDynamic), podsRun(controllerRuntime), podsRun(kubeRS),
		watch("floor", "protobuf"), watch("floor-json", "json"),
	}
	err = interleave(env, runs, func(round int, r run) error {
		return r.watched(env, s, update, round == 0)
	})
	if err != nil {
		return err
	}
	return watchHost(env, s, update)
}

func (r run) watched(env *environment, s *server, update *updater, check bool) error {
	p, err := r.kind.start(env, append([]string{"--kubeconfig", s.kubeconfig}, r.arguments...)...)
	if err != nil {
		return err
	}
	defer p.stop()
	if _, err := p.synced(); err != nil {
		return err
	}
	if !r.floor {
		if err := p.settle(); err != nil {
			return err
		}
	}
	type pace struct {
		prefix string
		rate   float64
		events int
	}
	paces := []pace{{"watch", steadyRate, steadyEvents}, {"watch.fast", fastRate, fastEvents}}
	if r.who == "floor-json" {
		// The server writes JSON more slowly than that, and ends a watch that does not resume.
		paces = paces[:1]
	}
	for _, pace := range paces {
		if err := quiet(p.pid(), 30*time.Second); err != nil {
			return err
		}
		if err := r.paced(env, p, update, pace.prefix, pace.rate, env.count(pace.events)); err != nil {
			return err
		}
	}
	if r.floor || !check {
		return nil
	}
	return env.checkNow(s, p, "after events, "+r.name())
}

// checkNow compares a cache of Pods with what the server has by now.
func (e *environment) checkNow(s *server, p *subject, what string) error {
	truth, err := newTruth(s.api, podsPath, e.main.pods)
	if err != nil {
		return err
	}
	return truth.check(e, p, what)
}

func (r run) paced(env *environment, p *subject, update *updater, prefix string, rate float64,
	events int) error {
	if _, err := p.ask("reset", "reset"); err != nil {
		return err
	}
	before := p.cpu()
	made, err := update.steady(events, rate)
	if err != nil {
		return err
	}
	if made < 0.9*rate {
		env.say("%s: only %.0f changes a second of %.0f", r.name(), made, rate)
	}
	stats, used, err := p.arrived(events)
	if err != nil {
		return err
	}
	used -= before
	perEvent := float64(used.Nanoseconds()) / 1e3 / float64(events)
	env.results.add(prefix+".cpu_per_event", r.name(), perEvent)
	env.results.add(prefix+".made_per_second", r.name(), made)
	if !r.floor && stats.P50 > 0 {
		env.results.add(prefix+".p50", r.name(), stats.P50)
		env.results.add(prefix+".p99", r.name(), stats.P99)
	}
	return nil
}

// arrived waits for the events and says how much CPU time the program had used by then. Some may
// have been merged with a later one of the same object.
func (s *subject) arrived(events int) (stats answer, used time.Duration, err error) {
	deadline := time.Now().Add(eventsGoneTime)
	for {
		if err := quiet(s.pid(), eventsGoneTime); err != nil {
			return stats, used, err
		}
		used = s.cpu()
		stats, err = s.ask("stats", "stats")
		if err != nil || stats.Events >= events*99/100 {
			return stats, used, err
		}
		if time.Now().After(deadline) {
			return stats, used, fmt.Errorf("%d events of %d arrived", stats.Events, events)
		}
	}
}

// watchHost: the whole host with one plugin, which reconciles each change on a worker.
func watchHost(env *environment, s *server, update *updater) error {
	for range env.rounds {
		env.pause()
		h, err := startHost(env, s.kubeconfig, 1)
		if err != nil {
			env.fail("oarlock-host: %v", err)
			return nil
		}
		err = h.watched(env, update)
		h.stop()
		if err != nil {
			env.fail("oarlock-host: %v", err)
		}
	}
	return nil
}

func (h *host) watched(env *environment, update *updater) error {
	if err := h.reconciled(env.main.pods.n); err != nil {
		return err
	}
	events := env.count(steadyEvents)
	before, err := cpuTime(h.pid())
	if err != nil {
		return err
	}
	if _, err := update.steady(events, steadyRate); err != nil {
		return err
	}
	if err := quiet(h.pid(), eventsGoneTime); err != nil {
		return err
	}
	after, err := cpuTime(h.pid())
	if err != nil {
		return err
	}
	perEvent := float64((after - before).Nanoseconds()) / 1e3 / float64(events)
	env.results.add("watch.cpu_per_event", "oarlock-host", perEvent)
	return h.reconciled(env.main.pods.n + events)
}

// relist: the server forgets the versions from which watches go on; nothing else changed.
func relist(env *environment) error {
	s, err := env.mainServer()
	if err != nil {
		return err
	}
	runs := []run{podsRun(oarlock), podsRun(goTyped), podsRun(kubeRS)}
	err = interleave(env, runs, func(round int, r run) error {
		return r.relisted(env, s, round == 0)
	})
	if err != nil {
		return err
	}
	floor := []run{floorRun("floor", "protobuf", podsPath)}
	return interleave(env, floor, func(_ int, r run) error {
		p, err := r.kind.start(env, append([]string{"--kubeconfig", s.kubeconfig}, r.arguments...)...)
		if err != nil {
			return err
		}
		if _, err := p.synced(); err != nil {
			return err
		}
		env.results.add("relist.cpu", "floor", p.stop().Seconds())
		return nil
	})
}

func (r run) relisted(env *environment, s *server, check bool) error {
	p, err := r.kind.start(env, append([]string{"--kubeconfig", s.kubeconfig}, r.arguments...)...)
	if err != nil {
		return err
	}
	defer p.stop()
	if _, err := p.synced(); err != nil {
		return err
	}
	if err := p.settle(); err != nil {
		return err
	}
	if err := quiet(p.pid(), 30*time.Second); err != nil {
		return err
	}
	if err := resetPeak(p.pid()); err != nil {
		return err
	}
	if _, err := p.ask("reset", "reset"); err != nil {
		return err
	}
	before := p.cpu()
	if err := s.forgetVersions(); err != nil {
		return err
	}
	if err := s.waitForPodLists(); err != nil {
		return err
	}
	if err := quiet(p.pid(), 30*time.Second); err != nil {
		return err
	}
	env.results.add("relist.cpu", r.name(), (p.cpu() - before).Seconds())
	stats, err := p.ask("stats", "stats")
	if err != nil {
		return err
	}
	env.results.add("relist.events", r.name(), float64(stats.Events))
	err = r.memory(env, p, "relist")
	if err != nil || !check {
		return err
	}
	return env.checkNow(s, p, "after a relist, "+r.name())
}

// forgetVersions makes every watch of Pods end in 410: versions go on without a change of a Pod,
// old ones are compacted away, and a new API server knows only what etcd has.
func (s *server) forgetVersions() error {
	for i := range 10 {
		name := fmt.Sprintf("/api/v1/namespaces/default/configmaps?fieldManager=bench-%d", i)
		body := `{"metadata":{"generateName":"version-"}}`
		if _, err := s.api.do("POST", name, jsonType, []byte(body)); err != nil {
			return err
		}
	}
	if err := s.etcd.compact(); err != nil {
		return err
	}
	return s.restartAPI()
}

// waitForPodLists waits until somebody listed all Pods of the new server and watches them.
func (s *server) waitForPodLists() error {
	return poll(2*time.Minute, "a relist", func() bool {
		page, err := s.api.do("GET", "/metrics", "", nil)
		if err != nil {
			return false
		}
		return podLists(page) > s.ownLists && openWatches(page, "pods") > s.ownStreams
	})
}
