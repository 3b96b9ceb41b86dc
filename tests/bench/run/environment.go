package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// environment is what all scenarios share: where things are, how large they are, what was measured.
type environment struct {
	build   string // the build directory
	scale   float64
	rounds  int
	began   time.Time
	results *samples
	checks  []string // what did not agree
	failed  []string // what could not be measured

	main, unique, empty dataset
	running             map[string]*server
}

func (e *environment) certificates() string {
	return filepath.Join(e.build, "bench", "certificates")
}

// count scales a number of objects, events or seconds for development.
func (e *environment) count(n int) int { return max(1, int(float64(n)*e.scale)) }

func (e *environment) seconds(s float64) time.Duration {
	return time.Duration(max(0.5, s*min(1, e.scale*4)) * float64(time.Second))
}

// pause lets the machine come to rest: pages that an ended program gave back, the server's GC.
func (e *environment) pause() {
	time.Sleep(time.Duration(min(2, 0.3+2*e.scale) * float64(time.Second)))
}

func (e *environment) say(format string, arguments ...any) {
	fmt.Fprintf(os.Stderr, "bench %5.0f s: %s\n", time.Since(e.began).Seconds(),
		fmt.Sprintf(format, arguments...))
}

// disagree notes that two programs do not hold the same; the run fails at its end.
func (e *environment) disagree(format string, arguments ...any) {
	text := fmt.Sprintf(format, arguments...)
	e.checks = append(e.checks, text)
	e.say("NOT THE SAME: %s", text)
}

// fail notes a measurement that could not be made; the others go on.
func (e *environment) fail(format string, arguments ...any) {
	text := fmt.Sprintf(format, arguments...)
	e.failed = append(e.failed, text)
	e.say("failed: %s", text)
}

func (e *environment) mainServer() (*server, error)   { return e.only(e.main) }
func (e *environment) uniqueServer() (*server, error) { return e.only(e.unique) }
func (e *environment) emptyServer() (*server, error)  { return e.only(e.empty) }

// only starts the server of that data, and stops those of others, so that none is measured beside.
func (e *environment) only(d dataset) (*server, error) {
	if s := e.running[d.name]; s != nil {
		return s, nil
	}
	e.stopServers()
	s, err := d.serve(e)
	if err != nil {
		return nil, err
	}
	e.running[d.name] = s
	return s, nil
}

func (e *environment) stopServers() {
	for name, s := range e.running {
		s.stop()
		delete(e.running, name)
	}
}
