package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// dataVersion names the cached data; it changes with what the generator makes.
const dataVersion = 2

const (
	writers     = 12
	jsonType    = "application/json"
	mergePatch  = "application/merge-patch+json"
	podsPath    = "/api/v1/pods"
	widgetsPath = "/apis/bench.oarlock.dev/v1/widgets"
)

// dataset is what an API server of the benchmarks holds.
type dataset struct {
	name    string
	pods    generator
	widgets generator
}

// serve starts a server over a fresh copy of the set's data, which is created the first time and
// then kept in build/bench/data.
func (d dataset) serve(env *environment) (*server, error) {
	kept := filepath.Join(env.build, "bench", "data",
		fmt.Sprintf("%s-%d-%d-v%d", d.name, d.pods.n, d.widgets.n, dataVersion))
	if _, err := os.Stat(kept); err != nil {
		if err := d.create(env, kept); err != nil {
			return nil, err
		}
	}
	dir := filepath.Join(env.build, "bench", "servers", d.name)
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	copied := exec.Command("cp", "-r", "--reflink=auto", kept, filepath.Join(dir, "etcd"))
	if text, err := copied.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("copy of %s: %s", kept, text)
	}
	s, err := startServer(env, dir)
	if err != nil {
		return nil, err
	}
	// A custom resource's cache is filled a little after the server says that it is ready.
	err = poll(startLimit, "the custom resource", func() bool {
		code, _, err := s.api.send("GET", widgetsPath, "", nil)
		return err == nil && code == 200
	})
	if err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

func (d dataset) create(env *environment, kept string) error {
	env.say("creating the data set %s: %d Pods, %d custom objects", d.name, d.pods.n, d.widgets.n)
	started := time.Now()
	dir := filepath.Join(env.build, "bench", "servers", d.name+"-new")
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	s, err := startServer(env, dir)
	if err != nil {
		return err
	}
	defer s.stop()
	if err := d.fill(s); err != nil {
		return err
	}
	if err := s.etcd.compact(); err != nil {
		return err
	}
	if err := s.etcd.defragment(); err != nil {
		return err
	}
	s.stop()
	if err := os.MkdirAll(filepath.Dir(kept), 0o755); err != nil {
		return err
	}
	env.say("the data set %s took %.0f s", d.name, time.Since(started).Seconds())
	return os.Rename(filepath.Join(dir, "etcd"), kept)
}

func (d dataset) fill(s *server) error {
	if err := createCRD(s.api); err != nil {
		return err
	}
	namespaces := max(d.pods.namespaces(), d.widgets.namespaces())
	err := inParallel(namespaces, func(i int) error {
		body := fmt.Sprintf(`{"metadata":{"name":"team-%03d"}}`, i)
		_, err := s.api.do("POST", "/api/v1/namespaces", jsonType, []byte(body))
		return err
	})
	if err != nil {
		return err
	}
	err = inParallel(d.pods.n, func(i int) error {
		p := d.pods.pod(i)
		return createObject(s.api, "/api/v1/namespaces/"+p.namespace+"/pods", p)
	})
	if err != nil {
		return err
	}
	return inParallel(d.widgets.n, func(i int) error {
		p := d.widgets.widget(i)
		return createObject(s.api,
			"/apis/bench.oarlock.dev/v1/namespaces/"+p.namespace+"/widgets", p)
	})
}

// createObject writes an object as two field managers do: one makes it, one reports its status.
func createObject(api *apiClient, collection string, p pod) error {
	body, err := json.Marshal(p.body)
	if err != nil {
		return err
	}
	_, err = api.do("POST", collection+"?fieldManager=kube-controller-manager", jsonType, body)
	if err != nil {
		return err
	}
	status, err := json.Marshal(object{"status": p.status})
	if err != nil {
		return err
	}
	_, err = api.do("PATCH", collection+"/"+p.name+"/status?fieldManager=kubelet", mergePatch, status)
	return err
}

func createCRD(api *apiClient) error {
	const crd = `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
"metadata":{"name":"widgets.bench.oarlock.dev"},"spec":{"group":"bench.oarlock.dev",
"scope":"Namespaced","names":{"plural":"widgets","singular":"widget","kind":"Widget",
"listKind":"WidgetList"},"versions":[{"name":"v1","served":true,"storage":true,
"subresources":{"status":{}},"schema":{"openAPIV3Schema":{"type":"object",
"x-kubernetes-preserve-unknown-fields":true}}}]}}`
	_, err := api.do("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", jsonType,
		[]byte(crd))
	if err != nil {
		return err
	}
	return poll(startLimit, "the custom resource", func() bool {
		code, _, err := api.send("GET", widgetsPath, "", nil)
		return err == nil && code == 200
	})
}

// inParallel runs work(0) … work(n-1) on several goroutines; the first error ends it.
func inParallel(n int, work func(i int) error) error {
	var next atomic.Int64
	var first atomic.Pointer[error]
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && first.Load() == nil; i = int(next.Add(1)) - 1 {
				if err := work(i); err != nil {
					first.CompareAndSwap(nil, &err)
				}
			}
		})
	}
	all.Wait()
	if err := first.Load(); err != nil {
		return *err
	}
	return nil
}
