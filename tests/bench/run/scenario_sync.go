package main

import (
	"fmt"
	"time"
)

// run is one start of a program until it has settled, and where its figures go.
type run struct {
	kind      kind
	who       string // in the samples; the kind's name when empty
	arguments []string
	floor     bool
}

func (r run) name() string { return orElse(r.who, r.kind.name) }

func podsRun(k kind, more ...string) run {
	return run{kind: k, arguments: append([]string{"--resource", "pods"}, more...)}
}

func widgetsRun(k kind, more ...string) run {
	return run{kind: k, arguments: append([]string{"--resource", "widgets"}, more...)}
}

func floorRun(who, accept, path string) run {
	k, arguments := floorList(accept, "1", path)
	return run{kind: k, who: who, arguments: arguments, floor: true}
}

// interleave runs all of them in each round, beginning with another one each time, so that none
// always follows the same neighbour.
func interleave(env *environment, runs []run, one func(round int, r run) error) error {
	for round := range env.rounds {
		for i := range runs {
			r := runs[(i+round)%len(runs)]
			env.pause()
			if err := one(round, r); err != nil {
				env.fail("%s: %v", r.name(), err)
			}
		}
	}
	return nil
}

// sync starts a program against a server and measures until its cache is full and it is at rest.
// The program is left running; serverPid 0: the server is not measured.
func (r run) sync(env *environment, kubeconfig, prefix string, serverPid int) (*subject, error) {
	before, _ := cpuTime(serverPid)
	arguments := append([]string{"--kubeconfig", kubeconfig}, r.arguments...)
	s, err := r.kind.start(env, arguments...)
	if err != nil {
		return nil, err
	}
	full, err := s.synced()
	if err != nil {
		s.stop()
		return nil, err
	}
	if after, err := cpuTime(serverPid); err == nil && serverPid != 0 {
		env.results.add(prefix+".server_cpu", r.name(), (after - before).Seconds())
	}
	env.results.add(prefix+".wall", r.name(), full.Seconds)
	if r.floor {
		env.results.add(prefix+".bytes", r.name(), full.Bytes)
		env.results.add(prefix+".cpu", r.name(), s.stop().Seconds())
		return s, nil
	}
	if err := quiet(s.pid(), 30*time.Second); err != nil {
		s.stop()
		return nil, err
	}
	env.results.add(prefix+".cpu", r.name(), s.cpu().Seconds())
	return s, r.memory(env, s, prefix)
}

// memory notes the peak so far and what is left after the program settled.
func (r run) memory(env *environment, s *subject, prefix string) error {
	peak, err := memoryOf(s.pid())
	if err != nil {
		return err
	}
	if err := s.settle(); err != nil {
		return err
	}
	if err := quiet(s.pid(), 30*time.Second); err != nil {
		return err
	}
	settled, err := memoryOf(s.pid())
	if err != nil {
		return err
	}
	env.results.add(prefix+".peak", r.name(), peak.peak)
	env.results.add(prefix+".settled", r.name(), settled.rss)
	env.results.add(prefix+".peak_over", r.name(), peak.peak-settled.rss)
	return nil
}

// syncPods: all programs over the Pods of the real server.
func syncPods(env *environment) error {
	s, err := env.mainServer()
	if err != nil {
		return err
	}
	runs := []run{
		podsRun(oarlock), podsRun(oarlockJSON), podsRun(goTyped), podsRun(goJSON),
		podsRun(goDynamic), podsRun(controllerRuntime), podsRun(kubeRS),
		floorRun("floor", "protobuf", podsPath), floorRun("floor-json", "json", podsPath),
	}
	truth, err := newTruth(s.api, podsPath, env.main.pods)
	if err != nil {
		return err
	}
	return interleave(env, runs, func(round int, r run) error {
		return r.measured(env, s, "sync.pods", truth.inRound(round))
	})
}

// syncCRD: custom objects.
func syncCRD(env *environment) error {
	s, err := env.mainServer()
	if err != nil {
		return err
	}
	runs := []run{
		widgetsRun(oarlock), widgetsRun(goDynamic, "--variant", "dynamic"), widgetsRun(kubeRS),
		floorRun("floor", "json", widgetsPath),
	}
	truth, err := newTruth(s.api, widgetsPath, env.main.widgets)
	if err != nil {
		return err
	}
	return interleave(env, runs, func(round int, r run) error {
		return r.measured(env, s, "sync.crd", truth.inRound(round))
	})
}

// measured is one sync with the check of what is cached; the program ends.
func (r run) measured(env *environment, s *server, prefix string, truth *truth) error {
	p, err := r.sync(env, s.kubeconfig, prefix, s.pid())
	if err != nil || r.floor {
		return err
	}
	defer p.stop()
	if truth == nil {
		return nil
	}
	return truth.check(env, p, fmt.Sprintf("%s of %s", prefix, r.name()))
}

// emptyBaseline: the same programs where there is nothing to cache.
func emptyBaseline(env *environment) error {
	s, err := env.emptyServer()
	if err != nil {
		return err
	}
	runs := []run{podsRun(oarlock), podsRun(goTyped), podsRun(kubeRS)}
	return interleave(env, runs, func(_ int, r run) error {
		return r.measured(env, s, "empty", nil)
	})
}

// memPods: managedFields dropped by all.
func memPods(env *environment) error {
	s, err := env.mainServer()
	if err != nil {
		return err
	}
	const strip = "--strip-managed-fields"
	runs := []run{podsRun(oarlock, strip), podsRun(goTyped, strip), podsRun(kubeRS, strip)}
	truth, err := newTruth(s.api, podsPath, env.main.pods)
	if err != nil {
		return err
	}
	truth.stripped = true
	return interleave(env, runs, func(round int, r run) error {
		return r.measured(env, s, "stripped", truth.inRound(round))
	})
}

// memUnique: Pods of which none is like another.
func memUnique(env *environment) error {
	s, err := env.uniqueServer()
	if err != nil {
		return err
	}
	runs := []run{podsRun(oarlock), podsRun(goTyped), podsRun(kubeRS),
		floorRun("floor-json", "json", podsPath)}
	truth, err := newTruth(s.api, podsPath, env.unique.pods)
	if err != nil {
		return err
	}
	return interleave(env, runs, func(round int, r run) error {
		return r.measured(env, s, "unique", truth.inRound(round))
	})
}

// deriveMemory makes the rows of memory from what the syncs left.
func deriveMemory(results *samples) {
	for _, who := range []string{"oarlock", "client-go-typed", "kube-rs"} {
		empty, ok := results.median("empty.settled", who)
		if !ok {
			continue
		}
		for metric, of := range map[string]string{
			"mem.pods.settled": "stripped.settled", "mem.pods.peak": "stripped.peak"} {
			if value, ok := results.median(of, who); ok {
				results.add(metric, who, value-empty)
			}
		}
		for metric, of := range map[string]string{
			"mem.pods.bytes_ratio": "sync.pods", "mem.pods_unique.bytes_ratio": "unique"} {
			value, ok := results.median(of+".settled", who)
			bytes, known := results.median(of+".bytes", "floor-json")
			if ok && known {
				results.add(metric, who, (value-empty)*(1<<20)/bytes)
			}
		}
	}
	over := []string{"sync.pods.peak_over", "sync.crd.peak_over", "stripped.peak_over",
		"unique.peak_over", "sync.player.peak_over", "relist.peak_over"}
	for _, who := range []string{"oarlock", "client-go-typed"} {
		value, ok := results.greatest(who, over...)
		if who == "oarlock" { // as JSON, too
			if other, found := results.greatest("oarlock-json", over...); found {
				value, ok = max(value, other), true
			}
		}
		if ok {
			results.add("mem.peak_over_settled", who, value)
		}
	}
}
