package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// kind is a program that is measured, with what is fixed of its command line.
type kind struct {
	name      string // in results.json
	program   string // below the build directory
	arguments []string
}

var (
	oarlock     = kind{"oarlock", "release/tests/bench/bench_informer", nil}
	oarlockJSON = kind{"oarlock-json", "release/tests/bench/bench_informer",
		[]string{"--variant", "json"}}
	goTyped   = kind{"client-go-typed", "bench/bin/go-informer", []string{"--variant", "typed"}}
	goJSON    = kind{"client-go-json", "bench/bin/go-informer", []string{"--variant", "json"}}
	goDynamic = kind{"client-go-dynamic", "bench/bin/go-informer",
		[]string{"--variant", "dynamic"}}
	controllerRuntime = kind{"controller-runtime", "bench/bin/go-controllers", nil}
	kubeRS            = kind{"kube-rs", "bench/bin/kube-rs", nil}
)

// answer is one line of a subject: the members that are asked for.
type answer struct {
	Event   string          `json:"event"`
	Objects int             `json:"objects"`
	Seconds float64         `json:"seconds"`
	Bytes   float64         `json:"bytes"`
	Events  int             `json:"events"`
	P50     float64         `json:"p50_us"`
	P99     float64         `json:"p99_us"`
	Count   int             `json:"count"`
	Hash    string          `json:"hash"`
	JSON    json.RawMessage `json:"json"`
	Gets    float64         `json:"gets_per_second"`
	Index   float64         `json:"index_per_second"`
	First   float64         `json:"first_reconcile_seconds"`
}

// subject is a running program that prints lines of JSON and obeys lines.
type subject struct {
	kind  kind
	cmd   *exec.Cmd
	stdin io.WriteCloser
	lines chan answer
	ended chan error
	begun time.Time
	wait  sync.Once
}

func (k kind) start(env *environment, arguments ...string) (*subject, error) {
	path := filepath.Join(env.build, k.program)
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("%s: there is no %s", k.name, path)
	}
	log, err := env.logFile(k.name)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd := exec.Command(path, append(append([]string{}, k.arguments...), arguments...)...)
	cmd.Stderr = log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s := &subject{kind: k, cmd: cmd, stdin: stdin, lines: make(chan answer, 16),
		ended: make(chan error, 1), begun: time.Now()}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go s.read(stdout)
	return s, nil
}

func (s *subject) read(stdout io.Reader) {
	reader := bufio.NewReaderSize(stdout, 1<<20)
	for {
		line, err := reader.ReadBytes('\n')
		if len(line) > 0 {
			var a answer
			if json.Unmarshal(line, &a) == nil && a.Event != "" {
				s.lines <- a
			}
		}
		if err != nil {
			break
		}
	}
	s.ended <- s.cmd.Wait()
	close(s.lines)
}

func (s *subject) pid() int { return s.cmd.Process.Pid }

// expect waits for a line of that event; others are skipped, unless the program does not know the
// command.
func (s *subject) expect(event string, limit time.Duration) (answer, error) {
	timeout := time.After(limit)
	for {
		select {
		case a, open := <-s.lines:
			if !open {
				return a, fmt.Errorf("%s ended before it said %q", s.kind.name, event)
			}
			if a.Event == event {
				return a, nil
			}
			if a.Event == "unsupported" {
				return a, fmt.Errorf("%s does not know how to be %q", s.kind.name, event)
			}
		case <-timeout:
			return answer{}, fmt.Errorf("%s did not say %q within %v", s.kind.name, event, limit)
		}
	}
}

const (
	syncLimit    = 5 * time.Minute
	commandLimit = time.Minute
)

func (s *subject) synced() (answer, error) { return s.expect("synced", syncLimit) }

// ask sends a command and waits for its answer.
func (s *subject) ask(event, command string) (answer, error) {
	if _, err := io.WriteString(s.stdin, command+"\n"); err != nil {
		return answer{}, fmt.Errorf("%s: %w", s.kind.name, err)
	}
	return s.expect(event, commandLimit)
}

func (s *subject) settle() error {
	_, err := s.ask("settled", "settle")
	return err
}

// stop ends the program and gives back its CPU time.
func (s *subject) stop() time.Duration {
	_, _ = io.WriteString(s.stdin, "quit\n")
	_ = s.stdin.Close()
	deadline := time.After(10 * time.Second)
	for {
		select {
		case _, open := <-s.lines:
			if open {
				continue
			}
		case <-deadline:
			_ = s.cmd.Process.Kill()
			continue
		}
		break
	}
	s.wait.Do(func() { <-s.ended })
	return s.cmd.ProcessState.UserTime() + s.cmd.ProcessState.SystemTime()
}

// cpu of the program so far, ended or not.
func (s *subject) cpu() time.Duration {
	if used, err := cpuTime(s.pid()); err == nil {
		return used
	}
	return s.stop()
}

func (e *environment) logFile(name string) (*os.File, error) {
	dir := filepath.Join(e.build, "bench", "logs")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	return os.OpenFile(filepath.Join(dir, name+".log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
}

const floorProgram = "bench/bin/floor"

// floorList is receive-and-drop of one list.
func floorList(accept, http, path string) (kind, []string) {
	k := kind{"floor", floorProgram, []string{"--mode", "list"}}
	return k, []string{"--accept", accept, "--http", http, "--path", path}
}

func floorWatch(accept, http, path string) (kind, []string) {
	k := kind{"floor", floorProgram, []string{"--mode", "watch"}}
	return k, []string{"--accept", accept, "--http", http, "--path", path}
}

func number(n int) string { return strconv.Itoa(n) }
