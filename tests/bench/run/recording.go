package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A recording is a directory with the bodies of four answers, as a kube-apiserver sent them:
//   list.json list.pb    a list of all Pods
//   watch.json watch.pb  the stream of a watch from the list's version on; may be empty
// The player serves them again, over TLS and as fast as they are taken.

const (
	acceptJSON     = "application/json"
	acceptProtobuf = "application/vnd.kubernetes.protobuf"
)

// recordings are made once and kept: `large` has 100 000 Pods and no events, `busy` those of the
// server and many events, `still` the same without the events.
type recordings struct{ large, busy, still string }

func (e *environment) recordings() (recordings, error) {
	dir := filepath.Join(e.build, "bench", "data",
		fmt.Sprintf("recorded-%d-%d-%d-v%d", e.main.pods.n, e.playerPods(), e.playerEvents(), dataVersion))
	r := recordings{filepath.Join(dir, "large"), filepath.Join(dir, "busy"), filepath.Join(dir, "still")}
	if _, err := os.Stat(dir); err == nil {
		return r, nil
	}
	e.say("recording what a server sends")
	s, err := e.mainServer()
	if err != nil {
		return r, err
	}
	making := dir + ".new"
	if err := os.RemoveAll(making); err != nil {
		return r, err
	}
	for _, name := range []string{"large", "busy", "still"} {
		if err := os.MkdirAll(filepath.Join(making, name), 0o755); err != nil {
			return r, err
		}
	}
	if err := e.record(s, making); err != nil {
		return r, err
	}
	return r, os.Rename(making, dir)
}

func (e *environment) playerPods() int   { return e.count(100_000) }
func (e *environment) playerEvents() int { return e.count(30_000) }

func (e *environment) record(s *server, dir string) error {
	busy := filepath.Join(dir, "busy")
	if _, err := s.api.save(podsPath, acceptJSON, filepath.Join(busy, "list.json")); err != nil {
		return err
	}
	if _, err := s.api.save(podsPath, acceptProtobuf, filepath.Join(busy, "list.pb")); err != nil {
		return err
	}
	if err := e.recordWatches(s, busy); err != nil {
		return err
	}
	for _, other := range []string{"still", "large"} {
		for _, name := range []string{"watch.json", "watch.pb"} {
			if err := os.WriteFile(filepath.Join(dir, other, name), nil, 0o644); err != nil {
				return err
			}
		}
	}
	for _, name := range []string{"list.json", "list.pb"} {
		if err := os.Link(filepath.Join(busy, name), filepath.Join(dir, "still", name)); err != nil {
			return err
		}
	}
	return multiply(busy, filepath.Join(dir, "large"), e.playerPods())
}

func (e *environment) recordWatches(s *server, dir string) error {
	version, err := listVersion(filepath.Join(dir, "list.json"))
	if err != nil {
		return err
	}
	update, err := newUpdater(s, podKeys, e.main.pods)
	if err != nil {
		return err
	}
	n := e.playerEvents()
	if _, err := update.steady(n, 1e9); err != nil {
		return err
	}
	// Afterwards: the server ends a watch that does not keep up with events as they happen, but not
	// one that begins in the past.
	for file, accept := range map[string]string{"watch.json": acceptJSON, "watch.pb": acceptProtobuf} {
		err := s.api.saveEvents(podsPath+"?watch=1&resourceVersion="+version, accept,
			filepath.Join(dir, file), n)
		if err != nil {
			return err
		}
	}
	return nil
}

func listVersion(file string) (string, error) {
	in, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer in.Close()
	head := make([]byte, 512)
	n, _ := io.ReadFull(in, head)
	found := regexp.MustCompile(`"metadata":\{"resourceVersion":"(\d+)"`).FindSubmatch(head[:n])
	if found == nil {
		return "", fmt.Errorf("%s: no version in %.200s", file, head)
	}
	return string(found[1]), nil
}

// saveEvents writes the first n events of a watch into a file.
func (c *apiClient) saveEvents(path, accept, file string, n int) error {
	request, err := http.NewRequest(http.MethodGet, c.base+path, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Accept", accept)
	response, err := c.http.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer out.Close()
	reader := bufio.NewReaderSize(response.Body, 1<<20)
	writer := bufio.NewWriterSize(out, 1<<20)
	for range n {
		if accept == acceptJSON {
			err = copyLine(writer, reader)
		} else {
			err = copyFrame(writer, reader)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return writer.Flush()
}

func copyLine(to io.Writer, from *bufio.Reader) error {
	line, err := from.ReadBytes('\n')
	if err == nil {
		_, err = to.Write(line)
	}
	return err
}

// copyFrame copies a big-endian length and that many bytes.
func copyFrame(to io.Writer, from io.Reader) error {
	var length [4]byte
	if _, err := io.ReadFull(from, length[:]); err != nil {
		return err
	}
	if _, err := to.Write(length[:]); err != nil {
		return err
	}
	_, err := io.CopyN(to, from, int64(binary.BigEndian.Uint32(length[:])))
	return err
}

// multiply makes lists of n Pods out of shorter ones. A copy has other hexadecimal strings wherever
// the original has some: its name, its template's hash, uids, digests, values. So copies are of
// other templates, and as unlike each other as those of the original.
func multiply(from, to string, n int) error {
	text, err := os.ReadFile(filepath.Join(from, "list.json"))
	if err != nil {
		return err
	}
	var list struct {
		Kind       string            `json:"kind"`
		APIVersion string            `json:"apiVersion"`
		Metadata   json.RawMessage   `json:"metadata"`
		Items      []json.RawMessage `json:"items"`
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	packed, err := os.ReadFile(filepath.Join(from, "list.pb"))
	if err != nil {
		return err
	}
	meta, items, err := splitProtobufList(packed)
	if err != nil {
		return err
	}
	if len(items) != len(list.Items) {
		return fmt.Errorf("%d items as JSON, %d as protobuf", len(list.Items), len(items))
	}
	var asJSON, asProtobuf bytes.Buffer
	fmt.Fprintf(&asJSON, `{"kind":%q,"apiVersion":%q,"metadata":%s,"items":[`, list.Kind,
		list.APIVersion, list.Metadata)
	writeField(&asProtobuf, 1, meta)
	for i := range n {
		at, replace := i%len(items), func(text []byte) []byte { return text }
		if copied := i / len(items); copied > 0 {
			renamed := renamer(list.Items[at], copied)
			replace = func(text []byte) []byte { return []byte(renamed.Replace(string(text))) }
		}
		if i > 0 {
			asJSON.WriteByte(',')
		}
		asJSON.Write(replace(list.Items[at]))
		writeField(&asProtobuf, 2, replace(items[at]))
	}
	asJSON.WriteString("]}\n")
	if err := os.WriteFile(filepath.Join(to, "list.json"), asJSON.Bytes(), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(to, "list.pb"), protobufAnswer(packed, asProtobuf.Bytes()), 0o644)
}

var (
	hexWord      = regexp.MustCompile(`[0-9a-f]{6,}`)
	templateHash = regexp.MustCompile(`"pod-template-hash":"([0-9a-f]+)"`)
)

// renamer replaces the hexadecimal words of an object by others of the same length, the same ones
// wherever they stand, so that lengths inside protobuf stay right. A word of one kind of characters
// may be a number or of a language, unless it is the template's hash, by which copies differ.
func renamer(item []byte, copied int) *strings.Replacer {
	hash := ""
	if found := templateHash.FindSubmatch(item); found != nil {
		hash = string(found[1])
	}
	seen := map[string]bool{}
	var pairs []string
	for _, found := range hexWord.FindAll(item, -1) {
		word := string(found)
		mixed := strings.ContainsAny(word, "0123456789") && strings.ContainsAny(word, "abcdef")
		if seen[word] || (!mixed && word != hash) {
			continue
		}
		seen[word] = true
		pairs = append(pairs, word, strings.Map(func(c rune) rune {
			return rune("0123456789abcdef"[(strings.IndexRune("0123456789abcdef", c)+3*copied)%16])
		}, word))
	}
	return strings.NewReplacer(pairs...)
}
