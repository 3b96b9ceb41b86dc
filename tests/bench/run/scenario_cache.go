package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

const readSeconds = 4

// reads: gets and index lookups from one and two threads while events flow.
func reads(env *environment) error {
	s, err := env.mainServer()
	if err != nil {
		return err
	}
	update, err := newUpdater(s, podKeys, env.main.pods)
	if err != nil {
		return err
	}
	runs := []run{podsRun(oarlock), podsRun(goTyped), podsRun(kubeRS)}
	return interleave(env, runs, func(_ int, r run) error {
		p, err := r.kind.start(env, append([]string{"--kubeconfig", s.kubeconfig}, r.arguments...)...)
		if err != nil {
			return err
		}
		defer p.stop()
		if _, err := p.synced(); err != nil {
			return err
		}
		stop := update.background(steadyRate)
		err = readBoth(env, p)
		if failed := stop(); err == nil {
			err = failed
		}
		return err
	})
}

func readBoth(env *environment, p *subject) error {
	for threads, metric := range map[int]string{1: "read.get_hot", 2: "read.two_threads"} {
		a, err := p.ask("reads", fmt.Sprintf("reads %d %g", threads, env.seconds(readSeconds).Seconds()))
		if err != nil {
			return err
		}
		if a.Gets <= 0 {
			return fmt.Errorf("%d threads read nothing", threads)
		}
		env.results.add(metric, p.kind.name, 1e9/a.Gets)
		if threads == 1 && a.Index > 0 {
			env.results.add("read.index", p.kind.name, 1e9/a.Index)
		}
	}
	return nil
}

// queues: two programs that drive queues alone, as fast as they can.
func queues(env *environment) error {
	for range env.rounds {
		for who, program := range map[string]string{
			"oarlock":         "release/tests/bench/bench_queue_cycles",
			"client-go-typed": "bench/bin/go-queue",
		} {
			env.pause()
			if err := queueCycles(env, who, filepath.Join(env.build, program)); err != nil {
				env.fail("queues of %s: %v", who, err)
			}
		}
	}
	return nil
}

func queueCycles(env *environment, who, program string) error {
	text, err := exec.Command(program).Output()
	if err != nil {
		return err
	}
	for lines := bufio.NewScanner(strings.NewReader(string(text))); lines.Scan(); {
		var line struct {
			Event, Name string
			PerSecond   float64 `json:"per_second"`
		}
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Event == "micro" && line.PerSecond > 0 {
			env.results.add(line.Name, who, 1e9/line.PerSecond)
		}
	}
	return nil
}
