package main

import (
	"crypto/tls"
	"fmt"
	"os"
	"path/filepath"
)

// player is a running server of recorded bytes.
type player struct {
	*subject
	kubeconfig string
}

func startPlayer(env *environment, recording string) (*player, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	in := func(name string) string { return filepath.Join(env.certificates(), name) }
	k := kind{"player", "bench/bin/player", nil}
	s, err := k.start(env, "--dir", recording, "--port", number(port), "--cert", in("server.crt"),
		"--key", in("server.key"))
	if err != nil {
		return nil, err
	}
	p := &player{s, filepath.Join(env.build, "bench", "servers", "player.kubeconfig")}
	if err := os.MkdirAll(filepath.Dir(p.kubeconfig), 0o755); err != nil {
		return nil, err
	}
	if err := writeKubeconfig(p.kubeconfig, local("https", port), env.certificates()); err != nil {
		return nil, err
	}
	return p, poll(startLimit, "the player", func() bool {
		c, err := tls.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port),
			&tls.Config{InsecureSkipVerify: true})
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	})
}

// syncPlayer: a list of 100 000 Pods by a server that costs nothing.
func syncPlayer(env *environment) error {
	recorded, err := env.recordings()
	if err != nil {
		return err
	}
	env.stopServers()
	p, err := startPlayer(env, recorded.large)
	if err != nil {
		return err
	}
	defer p.stop()
	runs := []run{podsRun(oarlock), podsRun(goTyped), podsRun(goJSON), podsRun(controllerRuntime),
		podsRun(kubeRS), floorRun("floor", "protobuf", podsPath)}
	first := ""
	return interleave(env, runs, func(round int, r run) error {
		s, err := r.sync(env, p.kubeconfig, "sync.player", 0)
		if err != nil || r.floor {
			return err
		}
		defer s.stop()
		if round > 0 {
			return nil
		}
		keys, err := s.ask("keys", "keys")
		if first == "" {
			first = keys.Hash
		}
		if err == nil && (keys.Hash != first || keys.Count != env.playerPods()) {
			env.disagree("sync.player of %s: %d keys %s, another program has %s", r.name(), keys.Count,
				keys.Hash, first)
		}
		return err
	})
}

// watchPlayer: events as fast as they are taken. What the same program needs for the same list
// without events is taken off.
func watchPlayer(env *environment) error {
	recorded, err := env.recordings()
	if err != nil {
		return err
	}
	env.stopServers()
	runs := []run{podsRun(oarlock), podsRun(oarlockJSON), podsRun(goTyped), podsRun(goJSON),
		podsRun(kubeRS)}
	for _, play := range []struct {
		metric, dir string
		events      int
	}{{"player.still", recorded.still, 0}, {"player.busy", recorded.busy, env.playerEvents()}} {
		p, err := startPlayer(env, play.dir)
		if err != nil {
			return err
		}
		err = interleave(env, runs, func(_ int, r run) error {
			return r.playedTo(env, p.kubeconfig, play.metric, env.main.pods.n+play.events)
		})
		p.stop()
		if err != nil {
			return err
		}
	}
	for _, r := range runs {
		still, ok := env.results.median("player.still.cpu", r.name())
		busy, both := env.results.median("player.busy.cpu", r.name())
		if ok && both && busy > still {
			env.results.add("watch.per_cpu_second", r.name(),
				float64(env.playerEvents())/(busy-still))
		}
	}
	return nil
}

// playedTo: `events` are what the handler is told, the list's objects included.
func (r run) playedTo(env *environment, kubeconfig, metric string, events int) error {
	s, err := r.kind.start(env, append([]string{"--kubeconfig", kubeconfig}, r.arguments...)...)
	if err != nil {
		return err
	}
	defer s.stop()
	if _, err := s.synced(); err != nil {
		return err
	}
	_, used, err := s.arrived(events)
	if err == nil {
		env.results.add(metric+".cpu", r.name(), used.Seconds())
	}
	return err
}
