// Command sandboxtables writes what the sandbox knows of the built-in types, as the pinned server
// tells it: the types from discovery, their definitions from /openapi/v3, the columns of their
// Tables. A new pin needs a new run against a server that runs (oarlock-kube-server):
//
//	go run ./sandboxtables -kubeconfig FILE -table types > ../../../runtime/sandbox/generated/type_rows.cc
//	… -table definitions > ../../../runtime/sandbox/generated/definition_rows.cc
//	… -table columns > ../../../runtime/sandbox/generated/column_rows.cc
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"sort"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"oarlock.dev/tests/kube/tools/builtin"
)

const (
	discoveryType = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
	tableType     = "application/json;g=meta.k8s.io;v=v1;as=Table"
	refPrefix     = "#/components/schemas/"
)

// Columns of the literal's lines are nobody's to read; only what it holds counts.
const layout = "// Written by tests/kube/tools/sandboxtables. Do not edit.\n" +
	"#include \"sandbox/generated/rows.h\"\n\nnamespace oarlock::sandbox {\n\n" +
	"const std::string_view %s = R\"rows(%s)rows\";\n\n}  // namespace oarlock::sandbox\n"

type server struct {
	url    string
	client *http.Client
}

func fail(format string, args ...any) { builtin.Fail("sandboxtables: "+format, args...) }

func (s server) get(path, accept string, into any) {
	request, err := http.NewRequest(http.MethodGet, s.url+path, nil)
	if err != nil {
		fail("%v", err)
	}
	request.Header.Set("Accept", accept)
	answer, err := s.client.Do(request)
	if err != nil {
		fail("%v", err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		fail("%s: %s %v", path, answer.Status, err)
	}
	if err := json.Unmarshal(body, into); err != nil {
		fail("%s: %v", path, err)
	}
}

type kind struct {
	Group   string `json:"group"`
	Version string `json:"version"`
	Kind    string `json:"kind"`
}

type subresource struct {
	Subresource  string   `json:"subresource"`
	ResponseKind kind     `json:"responseKind"`
	Verbs        []string `json:"verbs"`
}

type resource struct {
	Resource         string        `json:"resource"`
	ResponseKind     kind          `json:"responseKind"`
	Scope            string        `json:"scope"`
	SingularResource string        `json:"singularResource"`
	Verbs            []string      `json:"verbs"`
	ShortNames       []string      `json:"shortNames"`
	Categories       []string      `json:"categories"`
	Subresources     []subresource `json:"subresources"`
}

type groups struct {
	Items []struct {
		Metadata metav1.ObjectMeta `json:"metadata"`
		Versions []struct {
			Version   string     `json:"version"`
			Resources []resource `json:"resources"`
		} `json:"versions"`
	} `json:"items"`
}

// One type of the server, with where it is served.
type served struct {
	group, version, path string
	resource
}

func (s server) types() []served {
	var out []served
	for _, root := range []string{"/api", "/apis"} {
		var found groups
		s.get(root, discoveryType, &found)
		for _, group := range found.Items {
			for _, version := range group.Versions {
				path := root + "/" + version.Version
				if group.Metadata.Name != "" {
					path = root + "/" + group.Metadata.Name + "/" + version.Version
				}
				for _, r := range version.Resources {
					out = append(out, served{group.Metadata.Name, version.Version, path, r})
				}
			}
		}
	}
	return out
}

func (t served) has(verb string) bool {
	for _, v := range t.Verbs {
		if v == verb {
			return true
		}
	}
	return false
}

// The kind of an answer; discovery leaves out what is that of the group and version.
func (t served) kindRow(k kind) map[string]any {
	row := map[string]any{"group": k.Group, "version": k.Version, "kind": k.Kind}
	if k.Version == "" {
		row["group"], row["version"] = t.group, t.version
	}
	return row
}

func (s server) storageHashes(path string) map[string]string {
	var list metav1.APIResourceList
	s.get(path, "application/json", &list)
	out := map[string]string{}
	for _, r := range list.APIResources {
		out[r.Name] = r.StorageVersionHash
	}
	return out
}

func line(out *bytes.Buffer, row any) {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(row); err != nil {
		fail("%v", err)
	}
}

func typeRows(s server, out *bytes.Buffer) {
	hashes := map[string]map[string]string{}
	for _, t := range s.types() {
		if hashes[t.path] == nil {
			hashes[t.path] = s.storageHashes(t.path)
		}
		row := t.kindRow(t.ResponseKind)
		row["servedGroup"], row["servedVersion"] = t.group, t.version
		row["plural"], row["singular"] = t.Resource, t.SingularResource
		row["namespaced"] = t.Scope == "Namespaced"
		row["verbs"], row["shortNames"], row["categories"] = t.Verbs, t.ShortNames, t.Categories
		row["storageVersionHash"] = hashes[t.path][t.Resource]
		row["listKind"] = ""
		if t.has("list") {
			var list metav1.TypeMeta
			s.get(t.path+"/"+t.Resource+"?limit=1", "application/json", &list)
			row["listKind"] = list.Kind
		}
		subresources := []any{}
		for _, sub := range t.Subresources {
			r := t.kindRow(sub.ResponseKind)
			r["name"], r["verbs"] = sub.Subresource, sub.Verbs
			subresources = append(subresources, r)
		}
		row["subresources"] = subresources
		line(out, row)
	}
}

// Without what is for readers.
func strip(node any) any {
	switch node := node.(type) {
	case map[string]any:
		if _, ok := node["description"].(string); ok {
			delete(node, "description")
		}
		for key, value := range node {
			node[key] = strip(value)
		}
	case []any:
		for i := range node {
			node[i] = strip(node[i])
		}
	}
	return node
}

func definitionRows(s server, out *bytes.Buffer) {
	var index struct {
		Paths map[string]struct {
			ServerRelativeURL string `json:"serverRelativeURL"`
		} `json:"paths"`
	}
	s.get("/openapi/v3", "application/json", &index)
	rows := map[string]string{}
	for path, document := range index.Paths {
		var text struct {
			Components struct {
				Schemas map[string]map[string]any `json:"schemas"`
			} `json:"components"`
		}
		s.get(document.ServerRelativeURL, "application/json", &text)
		for name, schema := range text.Components.Schemas {
			if strings.HasPrefix(name, "io.k8s.apimachinery.") {
				// Types of all groups: each document names its own.
				delete(schema, "x-kubernetes-group-version-kind")
			}
			var row bytes.Buffer
			line(&row, strip(schema))
			short := strings.ReplaceAll(strings.TrimSpace(row.String()), refPrefix, "#/")
			if known, ok := rows[name]; ok && known != short {
				fail("%s: %s is defined in two ways", path, name)
			}
			rows[name] = short
		}
	}
	names := make([]string, 0, len(rows))
	for name := range rows {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintf(out, "%s %s\n", name, rows[name])
	}
}

// Most columns are those of other types, too: first each one once, then which a type has.
func columnRows(s server, out *bytes.Buffer) {
	ids := map[metav1.TableColumnDefinition]int{}
	columns := []metav1.TableColumnDefinition{}
	var rows bytes.Buffer
	for _, t := range s.types() {
		if !t.has("list") {
			continue
		}
		var table struct {
			Columns []metav1.TableColumnDefinition `json:"columnDefinitions"`
		}
		s.get(t.path+"/"+t.Resource+"?limit=1", tableType, &table)
		has := []int{}
		for _, column := range table.Columns {
			if _, ok := ids[column]; !ok {
				ids[column] = len(columns)
				columns = append(columns, column)
			}
			has = append(has, ids[column])
		}
		line(&rows, map[string]any{"group": t.group, "version": t.version, "plural": t.Resource,
			"columns": has})
	}
	line(out, columns)
	out.Write(rows.Bytes())
}

func main() {
	kubeconfig := flag.String("kubeconfig", "kubeconfig", "how to reach the server")
	table := flag.String("table", "types", "types, definitions or columns")
	flag.Parse()
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	if err != nil {
		fail("%v", err)
	}
	config.QPS = -1
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		fail("%v", err)
	}
	s := server{strings.TrimSuffix(config.Host, "/"), client}
	var rows bytes.Buffer
	rows.WriteString("\n")
	name := ""
	switch *table {
	case "types":
		name = "kTypeRows"
		typeRows(s, &rows)
	case "definitions":
		name = "kDefinitionRows"
		definitionRows(s, &rows)
	case "columns":
		name = "kColumnRows"
		columnRows(s, &rows)
	default:
		fail("no table %q", *table)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprintf(out, layout, name, rows.String())
}
