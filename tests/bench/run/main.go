// run measures oarlock and other clients side by side, on the same servers and data, and writes
// build/bench/results.json, results.md and plots. docs/benchmarks.md says what each name means.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

type scenario struct {
	name     string
	run      func(*environment) error
	prefixes []string // names of results.json, or what they begin with
}

// Those of one server stand together, so that it is started once.
var scenarios = []scenario{
	{"empty", emptyBaseline, []string{"mem.pods.", "mem.pods_unique."}},
	{"idle", idle, []string{"idle."}},
	{"sync.pods", syncPods, []string{"sync.pods", "mem.pods.bytes_ratio", "mem.peak_over_settled"}},
	{"mem.pods", memPods, []string{"mem.pods.settled", "mem.pods.peak", "mem.peak_over_settled"}},
	{"sync.crd", syncCRD, []string{"sync.crd", "mem.peak_over_settled"}},
	{"start", start, []string{"start."}},
	{"controllers", controllers, []string{"n1.", "n5.", "n20."}},
	{"n10proc", manyProcesses, []string{"n10proc."}},
	{"watch", watchSteady, []string{"watch.cpu_per_event", "watch.p50", "watch.p99", "watch.fast."}},
	{"read", reads, []string{"read."}},
	{"relist", relist, []string{"relist.", "mem.peak_over_settled"}},
	{"sync.player", syncPlayer, []string{"sync.player", "mem.peak_over_settled"}},
	{"watch.player", watchPlayer, []string{"watch.per_cpu_second"}},
	{"mem.pods_unique", memUnique, []string{"mem.pods_unique.", "mem.peak_over_settled"}},
	{"queue", queues, []string{"queue."}},
}

func scenariosFor(name string) []scenario {
	var found []scenario
	for _, s := range scenarios {
		for _, prefix := range s.prefixes {
			if strings.HasPrefix(name, prefix) {
				found = append(found, s)
				break
			}
		}
	}
	return found
}

func main() {
	build := flag.String("build", "build", "build directory")
	asked := flag.String("bench", "", "only rows of this name, or that begin with it up to a dot")
	scale := flag.Float64("scale", 1, "how large data and load are; below 1 for development")
	rounds := flag.Int("rounds", 3, "how often each program is measured")
	flag.Parse()
	if err := measure(*build, *asked, *scale, *rounds); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

func measure(build, asked string, scale float64, rounds int) error {
	build, err := filepath.Abs(build)
	if err != nil {
		return err
	}
	pods := max(200, int(20_000*scale))
	env := &environment{build: build, scale: scale, rounds: rounds, began: time.Now(),
		results: newSamples(), running: map[string]*server{},
		main:   dataset{"main", generator{pods, false}, generator{pods, false}},
		unique: dataset{"unique", generator{pods, true}, generator{}},
		empty:  dataset{"empty", generator{}, generator{}}}
	specs := chosenSpecs(targets(), asked)
	if len(specs) == 0 {
		return fmt.Errorf("there is no benchmark %q", asked)
	}
	lock, err := env.onlyRun()
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := writeCertificates(env.certificates()); err != nil {
		return err
	}
	defer env.stopServers()
	env.stopOnSignal()
	for _, s := range chosenScenarios(specs) {
		env.say("%s", s.name)
		if err := s.run(env); err != nil {
			env.fail("%s: %v", s.name, err)
		}
	}
	return env.finish(specs)
}

// onlyRun fails while another run uses the build directory.
func (e *environment) onlyRun() (*os.File, error) {
	dir := filepath.Join(e.build, "bench")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	lock, err := os.Create(filepath.Join(dir, ".lock"))
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		lock.Close()
		return nil, fmt.Errorf("another run is under way in %s", dir)
	}
	return lock, nil
}

func chosenScenarios(specs []rowSpec) []scenario {
	wanted := map[string]bool{}
	for _, spec := range specs {
		for _, s := range scenariosFor(spec.name) {
			wanted[s.name] = true
		}
	}
	var found []scenario
	for _, s := range scenarios {
		if wanted[s.name] {
			found = append(found, s)
		}
	}
	return found
}

func (e *environment) finish(specs []rowSpec) error {
	deriveMemory(e.results)
	rows, missing := makeRows(specs, e.results)
	out := filepath.Join(e.build, "bench")
	err := writeReport(out, report{rows: rows, missing: missing, checks: e.checks,
		machine: machineText(runtime.NumCPU()), scale: e.scale, rounds: e.rounds})
	if err != nil {
		return err
	}
	e.say("%d rows in %s", len(rows), filepath.Join(out, "results.json"))
	switch {
	case len(e.checks) > 0:
		return fmt.Errorf("caches did not agree:\n  %s", strings.Join(e.checks, "\n  "))
	case len(e.failed) > 0 || len(missing) > 0:
		return fmt.Errorf("not all could be measured:\n  %s\n  no figure for %s",
			strings.Join(e.failed, "\n  "), strings.Join(missing, ", "))
	}
	return nil
}

// stopOnSignal ends the servers, too, when the run is interrupted.
func (e *environment) stopOnSignal() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		<-signals
		e.say("interrupted")
		os.Exit(1) // children end with their parent
	}()
}
