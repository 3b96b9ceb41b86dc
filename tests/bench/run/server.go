package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	startLimit = 60 * time.Second
	stopLimit  = 20 * time.Second
)

// server is one etcd and one kube-apiserver on loopback, over a data directory of its own.
type server struct {
	env        *environment
	dir        string // etcd's data, logs, kubeconfig
	api        *apiClient
	etcd       *etcdClient
	kubeconfig string

	ports    [3]int // API server; etcd for clients, for peers
	apiCmd   *exec.Cmd
	etcdCmd  *exec.Cmd
	apiEnded chan struct{}

	ownStreams, ownLists float64 // of Pods, by the API server itself
}

func startServer(env *environment, dir string) (*server, error) {
	s := &server{env: env, dir: dir, kubeconfig: filepath.Join(dir, "kubeconfig")}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	for i := range s.ports {
		port, err := freePort()
		if err != nil {
			return nil, err
		}
		s.ports[i] = port
	}
	var err error
	if s.api, err = newAPIClient(s.url(), env.certificates()); err != nil {
		return nil, err
	}
	s.etcd = newEtcdClient(local("http", s.ports[1]))
	if err := writeKubeconfig(s.kubeconfig, s.url(), env.certificates()); err != nil {
		return nil, err
	}
	if err := s.startEtcd(); err != nil {
		return nil, err
	}
	err = s.startAPI()
	if err == nil {
		err = s.noteOwn()
	}
	if err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

func (s *server) url() string { return local("https", s.ports[0]) }
func (s *server) pid() int    { return s.apiCmd.Process.Pid }

func (s *server) startEtcd() error {
	client, peer := local("http", s.ports[1]), local("http", s.ports[2])
	cmd, err := s.launch("etcd", "--name=bench", "--data-dir="+filepath.Join(s.dir, "etcd"),
		"--unsafe-no-fsync", "--listen-client-urls="+client, "--advertise-client-urls="+client,
		"--listen-peer-urls="+peer, "--initial-advertise-peer-urls="+peer,
		"--initial-cluster=bench="+peer, "--quota-backend-bytes=8589934592", "--log-level=error")
	if err != nil {
		return err
	}
	s.etcdCmd = cmd
	return poll(startLimit, "etcd", func() bool {
		_, err := s.etcd.revision()
		return err == nil
	})
}

func (s *server) startAPI() error {
	certificates := s.env.certificates()
	in := func(name string) string { return filepath.Join(certificates, name) }
	cmd, err := s.launch("kube-apiserver", "--etcd-servers="+local("http", s.ports[1]),
		"--etcd-compaction-interval=24h", "--bind-address=127.0.0.1",
		"--secure-port="+strconv.Itoa(s.ports[0]), "--tls-cert-file="+in("server.crt"),
		"--tls-private-key-file="+in("server.key"), "--client-ca-file="+in("ca.crt"),
		"--authorization-mode=RBAC", "--service-account-issuer=https://localhost",
		"--service-account-key-file="+in("service-account.key"),
		"--service-account-signing-key-file="+in("service-account.key"),
		"--service-cluster-ip-range=10.0.0.0/24", "--allow-privileged=true",
		"--disable-admission-plugins=ServiceAccount,PodSecurity", "--cert-dir="+s.dir,
		// Nothing is held back: what is measured is the client.
		"--enable-priority-and-fairness=false", "--max-requests-inflight=0",
		"--max-mutating-requests-inflight=0")
	if err != nil {
		return err
	}
	s.apiCmd, s.apiEnded = cmd, make(chan struct{})
	go func(ended chan struct{}) {
		_ = cmd.Wait()
		close(ended)
	}(s.apiEnded)
	ended := false
	err = poll(startLimit, "kube-apiserver", func() bool {
		select {
		case <-s.apiEnded:
			ended = true
			return true
		default:
		}
		code, _, err := s.api.send("GET", "/readyz", "", nil)
		return err == nil && code == 200
	})
	if ended {
		return fmt.Errorf("kube-apiserver ended while starting: see %s", s.dir)
	}
	return err
}

// noteOwn asks while there is no other client.
func (s *server) noteOwn() error {
	page, err := s.api.do("GET", "/metrics", "", nil)
	s.ownStreams, s.ownLists = openWatches(page, "pods"), podLists(page)
	return err
}

// restartAPI kills the API server and starts it again on the same port.
func (s *server) restartAPI() error {
	s.killAPI()
	return s.startAPI()
}

func (s *server) killAPI() {
	if s.apiCmd == nil {
		return
	}
	_ = s.apiCmd.Process.Kill()
	<-s.apiEnded
	s.apiCmd = nil
	s.api.http.CloseIdleConnections()
}

// stop ends both; etcd in order, so that its data can be copied.
func (s *server) stop() {
	s.killAPI()
	if s.etcdCmd == nil {
		return
	}
	terminate(s.etcdCmd)
	s.etcdCmd = nil
}

// terminate lets a program end by itself, for a while.
func terminate(cmd *exec.Cmd) {
	_ = cmd.Process.Signal(syscall.SIGTERM)
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(stopLimit):
		_ = cmd.Process.Kill()
		<-ended
	}
}

func (s *server) launch(program string, flags ...string) (*exec.Cmd, error) {
	path := filepath.Join(s.env.build, "kube", "bin", program)
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("no program %s: run `make kube` first", path)
	}
	log, err := os.OpenFile(filepath.Join(s.dir, program+".log"),
		os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd := exec.Command(path, flags...)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return cmd, cmd.Start()
}

func local(scheme string, port int) string { return fmt.Sprintf("%s://127.0.0.1:%d", scheme, port) }

func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}

func writeKubeconfig(path, url, certificates string) error {
	text := strings.NewReplacer("URL", url, "DIR", certificates).Replace(`apiVersion: v1
kind: Config
clusters:
- name: bench
  cluster: {server: "URL", certificate-authority: "DIR/ca.crt"}
users:
- name: admin
  user: {client-certificate: "DIR/admin.crt", client-key: "DIR/admin.key"}
contexts:
- name: bench
  context: {cluster: bench, user: admin}
current-context: bench
`)
	return os.WriteFile(path, []byte(text), 0o600)
}

// poll asks every 20 ms until the answer is yes.
func poll(limit time.Duration, what string, done func() bool) error {
	deadline := time.Now().Add(limit)
	for !done() {
		if time.Now().After(deadline) {
			return fmt.Errorf("%s: still not there after %v", what, limit)
		}
		time.Sleep(20 * time.Millisecond)
	}
	return nil
}
