package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// apiClient talks to the API server as the administrator, HTTP/1.1, many connections.
type apiClient struct {
	base string
	http *http.Client
}

func newAPIClient(base, certificates string) (*apiClient, error) {
	pair, err := tls.LoadX509KeyPair(filepath.Join(certificates, "admin.crt"),
		filepath.Join(certificates, "admin.key"))
	if err != nil {
		return nil, err
	}
	authority, err := os.ReadFile(filepath.Join(certificates, "ca.crt"))
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(authority)
	transport := &http.Transport{
		TLSClientConfig:     &tls.Config{Certificates: []tls.Certificate{pair}, RootCAs: roots},
		MaxIdleConnsPerHost: 32,
		DisableCompression:  true,
	}
	return &apiClient{base: base, http: &http.Client{Transport: transport, Timeout: 5 * time.Minute}}, nil
}

// do sends one request and gives back the body of an answer below 300.
func (c *apiClient) do(method, path, contentType string, body []byte) ([]byte, error) {
	code, answer, err := c.send(method, path, contentType, body)
	if err != nil {
		return nil, err
	}
	if code >= 300 {
		return nil, fmt.Errorf("%s %s: %d %.400s", method, path, code, answer)
	}
	return answer, nil
}

func (c *apiClient) send(method, path, contentType string, body []byte) (int, []byte, error) {
	request, err := http.NewRequest(method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	return response.StatusCode, answer, err
}

// save writes the answer of a GET with that Accept header into a file, as it comes.
func (c *apiClient) save(path, accept, file string) (int64, error) {
	request, err := http.NewRequest(http.MethodGet, c.base+path, nil)
	if err != nil {
		return 0, err
	}
	request.Header.Set("Accept", accept)
	response, err := c.http.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("GET %s: %s", path, response.Status)
	}
	out, err := os.Create(file)
	if err != nil {
		return 0, err
	}
	defer out.Close()
	return io.Copy(out, response.Body)
}

// etcdClient talks to etcd's HTTP gateway. Objects are changed through it where a scenario needs
// more changes per second than the API server's write path makes on two cores.
type etcdClient struct {
	base string
	http *http.Client
}

func newEtcdClient(base string) *etcdClient {
	return &etcdClient{base, &http.Client{
		Transport: &http.Transport{MaxIdleConnsPerHost: 32}, Timeout: time.Minute}}
}

func (c *etcdClient) post(path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	response, err := c.http.Post(c.base+path, "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("etcd %s: %d %.400s", path, response.StatusCode, answer)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(answer, out)
}

type etcdHeader struct {
	Revision string `json:"revision"`
}

func (c *etcdClient) get(key string) ([]byte, error) {
	var answer struct {
		Kvs []struct {
			Value []byte `json:"value"`
		} `json:"kvs"`
	}
	if err := c.post("/v3/kv/range", map[string]any{"key": []byte(key)}, &answer); err != nil {
		return nil, err
	}
	if len(answer.Kvs) != 1 {
		return nil, fmt.Errorf("etcd: no key %s", key)
	}
	return answer.Kvs[0].Value, nil
}

func (c *etcdClient) put(key string, value []byte) error {
	return c.post("/v3/kv/put", map[string]any{"key": []byte(key), "value": value}, nil)
}

func (c *etcdClient) revision() (string, error) {
	var answer struct {
		Header etcdHeader `json:"header"`
	}
	err := c.post("/v3/kv/range", map[string]any{"key": []byte{0}, "limit": "1"}, &answer)
	return answer.Header.Revision, err
}

func (c *etcdClient) compact() error {
	revision, err := c.revision()
	if err != nil {
		return err
	}
	return c.post("/v3/kv/compaction", map[string]any{"revision": revision, "physical": true}, nil)
}

func (c *etcdClient) defragment() error {
	return c.post("/v3/maintenance/defragment", map[string]any{}, nil)
}
