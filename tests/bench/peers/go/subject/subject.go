// Package subject is what every program of ours around client-go and controller-runtime shares:
// command line, the lines it prints, and the commands it obeys. tests/bench/subject.h is the same
// for our own runtime and says what each command means.
package subject

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// SentAnnotation holds when the updater sent the object: nanoseconds of Unix time.
const SentAnnotation = "bench.oarlock.dev/sent"

// NodeIndex is the name of the index by spec.nodeName.
const NodeIndex = "nodeName"

// Options is the command line.
type Options struct {
	Kubeconfig  string
	Resource    string
	Variant     string
	Strip       bool
	Controllers int
	HTTP        int
}

// Parse reads the command line and ends the program when it is wrong.
func Parse() Options {
	var o Options
	// Not the global set, in which libraries have flags of their own.
	flags := flag.NewFlagSet(os.Args[0], flag.ExitOnError)
	flags.StringVar(&o.Kubeconfig, "kubeconfig", "", "file")
	flags.StringVar(&o.Resource, "resource", "pods", "pods or widgets")
	flags.StringVar(&o.Variant, "variant", "typed", "typed, json, dynamic or metadata")
	flags.BoolVar(&o.Strip, "strip-managed-fields", false, "drop managedFields before storing")
	flags.IntVar(&o.Controllers, "controllers", 1, "how many controllers")
	flags.IntVar(&o.HTTP, "http", 2, "HTTP version: 1 or 2")
	_ = flags.Parse(os.Args[1:])
	if o.Kubeconfig == "" || flags.NArg() != 0 || (o.HTTP != 1 && o.HTTP != 2) ||
		(o.Resource != "pods" && o.Resource != "widgets") {
		flags.Usage()
		os.Exit(2)
	}
	return o
}

// GVR is the resource asked for.
func (o Options) GVR() schema.GroupVersionResource {
	if o.Resource == "pods" {
		return schema.GroupVersionResource{Version: "v1", Resource: "pods"}
	}
	return schema.GroupVersionResource{Group: "bench.oarlock.dev", Version: "v1", Resource: "widgets"}
}

// Config is the connection asked for.
func (o Options) Config() *rest.Config {
	config, err := clientcmd.BuildConfigFromFlags("", o.Kubeconfig)
	if err != nil {
		log.Fatal(err)
	}
	if o.HTTP == 1 {
		config.NextProtos = []string{"http/1.1"}
	}
	return config
}

// Cache is what the commands ask.
type Cache interface {
	// Each calls fn for every object.
	Each(fn func(namespace, name, version string))
	// Object is the cached object "namespace/name", or nil.
	Object(key string) any
	// Get looks an object up by its key and reads one field of it; false when it is not there.
	Get(key string) bool
	// ByNode is how many objects the index has under the name.
	ByNode(node string) int
	// Node is the field of the object that the index is by.
	Node(key string) string
}

// Named splits "namespace/name".
func Named(key string) [2]string {
	namespace, name, _ := strings.Cut(key, "/")
	return [2]string{namespace, name}
}

var out = struct {
	sync.Mutex
	*json.Encoder
}{Encoder: json.NewEncoder(os.Stdout)}

// Say prints one line.
func Say(line map[string]any) {
	out.Lock()
	defer out.Unlock()
	if err := out.Encode(line); err != nil {
		log.Fatal(err)
	}
}

// Serve obeys the lines of standard input until it ends or says quit.
func Serve(cache Cache, events *Events) {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		if words[0] == "quit" {
			return
		}
		Say(answer(words, cache, events))
	}
}

func answer(words []string, cache Cache, events *Events) map[string]any {
	switch {
	case words[0] == "settle":
		debug.FreeOSMemory()
		debug.FreeOSMemory()
		return map[string]any{"event": "settled"}
	case words[0] == "reset":
		events.Reset()
		return map[string]any{"event": "reset"}
	case words[0] == "stats":
		return events.Stats()
	case words[0] == "object" && len(words) == 3:
		return map[string]any{"event": "object", "json": cache.Object(words[1] + "/" + words[2])}
	case words[0] == "keys":
		count, sum := hashKeys(cache)
		return map[string]any{"event": "keys", "count": count, "hash": fmt.Sprintf("%016x", sum)}
	case words[0] == "reads" && len(words) == 3:
		threads, err1 := strconv.Atoi(words[1])
		seconds, err2 := strconv.ParseFloat(words[2], 64)
		if err1 == nil && err2 == nil && threads > 0 {
			return reads(cache, threads, time.Duration(seconds*float64(time.Second)))
		}
	}
	return map[string]any{"event": "unsupported"}
}

// The sum of FNV-1a of "namespace/name@version\n" of each object: the same for equal caches, in
// whatever order they give their objects.
func hashKeys(cache Cache) (count int, sum uint64) {
	cache.Each(func(namespace, name, version string) {
		hash := uint64(14695981039346656037)
		for _, part := range []string{namespace, "/", name, "@", version, "\n"} {
			for i := 0; i < len(part); i++ {
				hash = (hash ^ uint64(part[i])) * 1099511628211
			}
		}
		count++
		sum += hash
	})
	return count, sum
}
