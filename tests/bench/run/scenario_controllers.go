package main

import (
	"fmt"
	"time"
)

// used is what a group of processes needed until all Pods were reconciled by all controllers.
type used struct{ cpu, peak, pss, streams float64 }

func (e *environment) addUsed(prefix, who string, u used) {
	e.results.add(prefix+".cpu", who, u.cpu)
	e.results.add(prefix+".rss", who, u.peak)
	e.results.add(prefix+".pss", who, u.pss)
	e.results.add(prefix+".streams", who, u.streams)
}

// controllers: 1, 5 and 20 trivial controllers over Pods in one process, and 10 processes.
func controllers(env *environment) error {
	s, err := env.mainServer()
	if err != nil {
		return err
	}
	for range env.rounds {
		for _, n := range []int{1, 5, 20} {
			env.attempt(fmt.Sprintf("n%d", n), "oarlock", func() (used, error) {
				return hostUsed(env, s, n)
			})
			env.attempt(fmt.Sprintf("n%d", n), "controller-runtime", func() (used, error) {
				return processesUsed(env, s, 1, n)
			})
		}
	}
	return nil
}

func manyProcesses(env *environment) error {
	s, err := env.mainServer()
	if err != nil {
		return err
	}
	for range env.rounds {
		env.attempt("n10proc", "oarlock", func() (used, error) { return hostUsed(env, s, 10) })
		env.attempt("n10proc", "controller-runtime", func() (used, error) {
			return processesUsed(env, s, 10, 1)
		})
	}
	return nil
}

func (e *environment) attempt(prefix, who string, measure func() (used, error)) {
	e.pause()
	u, err := measure()
	if err != nil {
		e.fail("%s of %s: %v", prefix, who, err)
		return
	}
	e.addUsed(prefix, who, u)
}

func hostUsed(env *environment, s *server, plugins int) (used, error) {
	h, err := startHost(env, s.kubeconfig, plugins)
	if err != nil {
		return used{}, err
	}
	defer h.stop()
	if err := h.reconciled(env.main.pods.n * plugins); err != nil {
		return used{}, err
	}
	return sumOf(s, h.pid())
}

// processesUsed: so many controller-runtime processes at once, each with so many controllers.
func processesUsed(env *environment, s *server, processes, controllers int) (used, error) {
	var all []*subject
	var pids []int
	defer func() {
		for _, p := range all {
			p.stop()
		}
	}()
	for range processes {
		p, err := controllerRuntime.start(env, "--kubeconfig", s.kubeconfig, "--resource", "pods",
			"--controllers", number(controllers))
		if err != nil {
			return used{}, err
		}
		all, pids = append(all, p), append(pids, p.pid())
	}
	for _, p := range all {
		if _, err := p.synced(); err != nil {
			return used{}, err
		}
	}
	want := env.main.pods.n * controllers
	for _, p := range all {
		if err := p.reconciled(want); err != nil {
			return used{}, err
		}
	}
	return sumOf(s, pids...)
}

// reconciled waits for so many reconciles of a program whose events are reconciles.
func (s *subject) reconciled(want int) error {
	deadline := time.Now().Add(3 * time.Minute)
	for {
		if err := quiet(s.pid(), 3*time.Minute); err != nil {
			return err
		}
		stats, err := s.ask("stats", "stats")
		if err != nil {
			return err
		}
		if stats.Events >= want {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%d reconciles of %d", stats.Events, want)
		}
	}
}

func sumOf(s *server, pids ...int) (used, error) {
	var sum used
	for _, pid := range pids {
		cpu, err := cpuTime(pid)
		if err != nil {
			return used{}, err
		}
		m, err := memoryOf(pid)
		if err != nil {
			return used{}, err
		}
		sum.cpu += cpu.Seconds()
		sum.peak += m.peak
		sum.pss += m.pss
	}
	page, err := s.api.do("GET", "/metrics", "", nil)
	sum.streams = openWatches(page, "pods") - s.ownStreams
	return sum, err
}

// start: from nothing to the first reconcile.
func start(env *environment) error {
	s, err := env.mainServer()
	if err != nil {
		return err
	}
	for range env.rounds {
		env.pause()
		h, err := startHost(env, s.kubeconfig, 1)
		if err != nil {
			env.fail("start of oarlock: %v", err)
			break
		}
		if first, err := h.firstReconcile(); err != nil {
			env.fail("start of oarlock: %v", err)
		} else {
			env.results.add("start.first_reconcile", "oarlock", first.Seconds())
		}
		h.stop()
		env.pause()
		if err := startOfPeer(env, s); err != nil {
			env.fail("start of controller-runtime: %v", err)
		}
	}
	return nil
}

func startOfPeer(env *environment, s *server) error {
	p, err := controllerRuntime.start(env, "--kubeconfig", s.kubeconfig, "--resource", "pods")
	if err != nil {
		return err
	}
	defer p.stop()
	if _, err := p.synced(); err != nil {
		return err
	}
	if err := p.reconciled(env.main.pods.n); err != nil {
		return err
	}
	stats, err := p.ask("stats", "stats")
	if err != nil {
		return err
	}
	if stats.First > 0 {
		env.results.add("start.first_reconcile", "controller-runtime", stats.First)
	}
	return nil
}

// idle: 5 controllers, nothing to do.
func idle(env *environment) error {
	s, err := env.emptyServer()
	if err != nil {
		return err
	}
	for range env.rounds {
		env.pause()
		if err := idleHost(env, s); err != nil {
			env.fail("idle oarlock: %v", err)
		}
		env.pause()
		p, err := controllerRuntime.start(env, "--kubeconfig", s.kubeconfig, "--resource", "pods",
			"--controllers", "5")
		if err != nil {
			env.fail("idle controller-runtime: %v", err)
			continue
		}
		if _, err = p.synced(); err == nil {
			err = env.idleMemory("controller-runtime", p.pid())
		}
		if err != nil {
			env.fail("idle controller-runtime: %v", err)
		}
		p.stop()
	}
	return nil
}

func idleHost(env *environment, s *server) error {
	h, err := startHost(env, s.kubeconfig, 5)
	if err != nil {
		return err
	}
	defer h.stop()
	err = poll(time.Minute, "the host's watch", func() bool {
		page, err := s.api.do("GET", "/metrics", "", nil)
		return err == nil && openWatches(page, "pods") > s.ownStreams
	})
	if err != nil {
		return err
	}
	return env.idleMemory("oarlock", h.pid())
}

func (e *environment) idleMemory(who string, pid int) error {
	time.Sleep(e.seconds(3))
	if err := quiet(pid, 30*time.Second); err != nil {
		return err
	}
	m, err := memoryOf(pid)
	if err != nil {
		return err
	}
	e.results.add("idle.rss", who, m.rss)
	e.results.add("idle.anon", who, m.anon)
	return nil
}
