package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"reflect"
)

// truth is what the server holds: every cache is compared with it.
type truth struct {
	count    int
	hash     string
	objects  map[[2]string]any
	stripped bool
}

const sampledObjects = 20

// newTruth asks the server for all keys and some whole objects.
func newTruth(api *apiClient, path string, from generator) (*truth, error) {
	answer, err := api.do("GET", path, "", nil)
	if err != nil {
		return nil, err
	}
	var all struct {
		Items []json.RawMessage `json:"items"`
	}
	if err := json.Unmarshal(answer, &all); err != nil {
		return nil, err
	}
	t := &truth{count: len(all.Items), objects: map[[2]string]any{}}
	step := max(1, len(all.Items)/sampledObjects)
	var sum uint64
	for i, item := range all.Items {
		var head struct {
			Metadata struct {
				Namespace, Name string
				ResourceVersion string
			}
		}
		if err := json.Unmarshal(item, &head); err != nil {
			return nil, err
		}
		m := head.Metadata
		hash := fnv.New64a()
		fmt.Fprintf(hash, "%s/%s@%s\n", m.Namespace, m.Name, m.ResourceVersion)
		sum += hash.Sum64()
		if i%step != 0 {
			continue
		}
		if t.objects[[2]string{m.Namespace, m.Name}], err = decode(item); err != nil {
			return nil, err
		}
	}
	t.hash = fmt.Sprintf("%016x", sum)
	if t.count != from.n {
		return nil, fmt.Errorf("%s: the server has %d objects, not %d", path, t.count, from.n)
	}
	return t, nil
}

// inRound: a cache is checked in the first round only; nothing changes between them.
func (t *truth) inRound(round int) *truth {
	if round > 0 {
		return nil
	}
	return t
}

func (t *truth) check(env *environment, s *subject, what string) error {
	keys, err := s.ask("keys", "keys")
	if err != nil {
		return err
	}
	if keys.Count != t.count || keys.Hash != t.hash {
		env.disagree("%s: %d keys %s, the server has %d keys %s", what, keys.Count, keys.Hash, t.count,
			t.hash)
	}
	for at, want := range t.objects {
		a, err := s.ask("object", "object "+at[0]+" "+at[1])
		if err != nil {
			return err
		}
		got, err := decode(a.JSON)
		if err != nil {
			return fmt.Errorf("object %s: %w", at, err)
		}
		if difference := t.compare(want, got); difference != "" {
			env.disagree("%s: object %s/%s: %s", what, at[0], at[1], difference)
		}
	}
	return nil
}

// compare says where two objects differ, after what typed programs may leave out is gone.
func (t *truth) compare(want, got any) string {
	return firstDifference("", t.normal(want), t.normal(got))
}

func (t *truth) normal(value any) any {
	top, ok := normalise(value).(map[string]any)
	if !ok {
		return value
	}
	delete(top, "kind") // an item of a list has none in some encodings
	delete(top, "apiVersion")
	if metadata, ok := top["metadata"].(map[string]any); ok && t.stripped {
		delete(metadata, "managedFields")
	}
	return top
}

// normalise copies a value without null and empty members. In managedFields, where empty members
// mean something, nothing is dropped.
func normalise(value any) any {
	switch value := value.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, member := range value {
			if key == "managedFields" {
				out[key] = member
				continue
			}
			if member = normalise(member); !isEmpty(member) {
				out[key] = member
			}
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i := range value {
			out[i] = normalise(value[i])
		}
		return out
	}
	return value
}

func isEmpty(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case string:
		return value == ""
	case map[string]any:
		return len(value) == 0
	case []any:
		return len(value) == 0
	}
	return false
}

func firstDifference(path string, want, got any) string {
	if reflect.DeepEqual(want, got) {
		return ""
	}
	wantMap, isMap := want.(map[string]any)
	gotMap, both := got.(map[string]any)
	if isMap && both {
		for key := range union(wantMap, gotMap) {
			if d := firstDifference(path+"."+key, wantMap[key], gotMap[key]); d != "" {
				return d
			}
		}
	}
	wantList, isList := want.([]any)
	gotList, bothLists := got.([]any)
	if isList && bothLists && len(wantList) == len(gotList) {
		for i := range wantList {
			if d := firstDifference(fmt.Sprintf("%s[%d]", path, i), wantList[i], gotList[i]); d != "" {
				return d
			}
		}
	}
	return fmt.Sprintf("%s is %.80s, on the server %.80s", path, text(got), text(want))
}

func union(a, b map[string]any) map[string]bool {
	keys := map[string]bool{}
	for key := range a {
		keys[key] = true
	}
	for key := range b {
		keys[key] = true
	}
	return keys
}

func text(value any) string {
	out, _ := json.Marshal(value)
	return string(out)
}

// decode keeps numbers as they are written.
func decode(raw []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	err := decoder.Decode(&value)
	return value, err
}
