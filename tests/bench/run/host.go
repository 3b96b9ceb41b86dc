package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// host is `oarlock run` with N plugins: one library under N names. The host copies a library's
// bytes for each plugin, so each is loaded on its own.
type host struct {
	cmd    *exec.Cmd
	url    string // of /metrics
	begun  time.Time
	client *http.Client
}

func startHost(env *environment, kubeconfig string, plugins int) (*host, error) {
	dir := filepath.Join(env.build, "bench", "host")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	manifest := filepath.Join(dir, "manifest.yaml")
	if err := os.WriteFile(manifest, []byte(manifestText(plugins)), 0o644); err != nil {
		return nil, err
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	log, err := env.logFile("oarlock-host")
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd := exec.Command(filepath.Join(env.build, "release", "bin", "oarlock"), "run",
		"--kubeconfig", kubeconfig, "--manifest", manifest, "--plugin-dir",
		filepath.Join(env.build, "release", "tests", "bench", "plugins"),
		"--listen", fmt.Sprintf("127.0.0.1:%d", port))
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	h := &host{cmd: cmd, url: local("http", port) + "/metrics", begun: time.Now(),
		client: &http.Client{Timeout: 10 * time.Second}}
	return h, cmd.Start()
}

func manifestText(plugins int) string {
	var text strings.Builder
	text.WriteString("apiVersion: oarlock.dev/v1alpha1\nkind: PluginManifest\n" +
		"metadata: {name: bench}\nspec:\n  plugins:\n")
	for i := range plugins {
		fmt.Fprintf(&text, "    - {name: trivial-%d, library: trivial.so, required: true}\n", i)
	}
	return text.String()
}

func (h *host) pid() int { return h.cmd.Process.Pid }

func (h *host) page() ([]byte, error) {
	response, err := h.client.Get(h.url)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	return io.ReadAll(response.Body)
}

func (h *host) reconciles() float64 {
	page, err := h.page()
	if err != nil {
		return 0
	}
	return metric(page, "controller_runtime_reconcile_total", `result="success"`)
}

// reconciled waits until so many reconciles were made in all and the host is at rest.
func (h *host) reconciled(all int) error {
	// The page costs the host CPU time, so it is asked for rarely, and first when it is at rest.
	deadline := time.Now().Add(3 * time.Minute)
	for {
		if err := quiet(h.pid(), 3*time.Minute); err != nil {
			return err
		}
		made := h.reconciles()
		if made >= float64(all) {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%.0f reconciles of %d", made, all)
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// firstReconcile polls until one was made: its process is for nothing else.
func (h *host) firstReconcile() (time.Duration, error) {
	err := poll(time.Minute, "the first reconcile", func() bool { return h.reconciles() > 0 })
	return time.Since(h.begun), err
}

func (h *host) stop() { terminate(h.cmd) }
