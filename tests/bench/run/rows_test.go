package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func measured(values map[string]map[string][]float64) *samples { return &samples{values} }

func TestMedianIsTheMiddleOfTheRounds(t *testing.T) {
	s := newSamples()
	if _, ok := s.median("m", "a"); ok {
		t.Error("a median of nothing")
	}
	for _, value := range []float64{9, 1, 4} {
		s.add("m", "a", value)
	}
	if value, _ := s.median("m", "a"); value != 4 {
		t.Errorf("median of 9, 1, 4 is %v", value)
	}
	s.add("m", "a", 6)
	if value, _ := s.median("m", "a"); value != 5 {
		t.Errorf("median of 9, 1, 4, 6 is %v", value)
	}
	if got := s.values["m"]["a"]; !reflect.DeepEqual(got, []float64{9, 1, 4, 6}) {
		t.Errorf("the rounds were put in order: %v", got)
	}
}

func TestRatioFollowsTheDirectionOfTheTarget(t *testing.T) {
	for _, c := range []struct {
		way         direction
		value, peer float64
		ratio       float64
		good, bad   float64 // targets on the two sides
	}{
		{less, 2, 10, 5, 4, 6},
		{atMost, 2, 10, 0.2, 0.3, 0.1},
		{rate, 10, 2, 5, 4, 6},
	} {
		ratio := c.way.ratio(c.value, c.peer)
		if ratio != c.ratio {
			t.Errorf("%v: ratio is %v, want %v", c.way, ratio, c.ratio)
		}
		if !c.way.reached(ratio, c.good) || c.way.reached(ratio, c.bad) {
			t.Errorf("%v: %v against %v and %v", c.way, ratio, c.good, c.bad)
		}
	}
}

func TestRowsHaveOnePeerEach(t *testing.T) {
	specs := []rowSpec{{name: "a.b", unit: "s", peers: []against{
		lessThan("kube-rs", 3), floorAtMost(1.5), bound(atMost, 4), lessThan("client-go-json", 2)}}}
	rows, missing := makeRows(specs, measured(map[string]map[string][]float64{
		"a.b": {"oarlock": {2, 1, 3}, "kube-rs": {8}, "floor": {1}}}))
	want := []row{
		{"a.b", 2, "s", "kube-rs", 8, 4, "", less, 3, false},
		{"a.b", 2, "s", "floor", 1, 2, "", atMost, 1.5, false},
		{"a.b", 2, "s", "self", 4, 0.5, "", atMost, 1, true},
	}
	if !reflect.DeepEqual(rows, want) {
		t.Errorf("rows are %+v", rows)
	}
	if !reflect.DeepEqual(missing, []string{"a.b (client-go-json)"}) {
		t.Errorf("missing: %v", missing)
	}
}

// Every name that is asked of the benchmarks is there, with its peers and targets.
func TestTargetsAreComplete(t *testing.T) {
	want := map[string]string{
		"sync.pods.wall_vs_floor":     "floor ≤1.1",
		"sync.pods.cpu":               "client-go-typed ≥2.5, floor ≤1.8",
		"sync.crd.cpu":                "client-go-dynamic ≥12",
		"sync.crd.wall_vs_floor":      "floor ≤1.15",
		"sync.player.wall":            "client-go-typed ≥2.5, client-go-json ≥2.5, controller-runtime ≥2.5, kube-rs ≥2.5",
		"mem.pods.settled":            "client-go-typed ≥10",
		"mem.pods.peak":               "client-go-typed ≥8",
		"mem.pods.bytes_ratio":        "self ≤0.2",
		"mem.pods_unique.bytes_ratio": "self ≤0.32",
		"mem.peak_over_settled":       "self ≤16",
		"watch.cpu_per_event":         "floor ≤2, client-go-typed ≥3.5, client-go-json ≥3.5, client-go-dynamic ≥3.5, controller-runtime ≥3.5, kube-rs ≥3.5",
		"watch.per_cpu_second":        "self ≥35000",
		"watch.per_cpu_second.json":   "self ≥20000",
		"relist.cpu":                  "floor ≤1.3",
		"read.scaling":                "self ≥1.7",
		"read.get_hot":                "self ≤50",
		"queue.delta":                 "client-go-typed ≥10",
		"queue.work":                  "client-go-typed ≥8",
		"n20.cpu":                     "self ≤1.6, controller-runtime ≥6",
		"n20.rss":                     "self ≤1.1, controller-runtime ≥12",
		"n10proc.rss":                 "controller-runtime ≥80",
		"n10proc.cpu":                 "controller-runtime ≥30",
		"idle.rss":                    "self ≤20",
		"idle.anon":                   "self ≤6",
	}
	names := map[string]bool{}
	for _, spec := range targets() {
		if names[spec.name] {
			t.Errorf("%s is there twice", spec.name)
		}
		names[spec.name] = true
		var with []string
		for _, peer := range spec.peers {
			if peer.target != 0 {
				with = append(with, peer.peer+" "+targetText(peer))
			}
		}
		if got := strings.Join(with, ", "); got != want[spec.name] {
			t.Errorf("%s: targets are %q, want %q", spec.name, got, want[spec.name])
		}
	}
	for name := range want {
		if !names[name] {
			t.Errorf("%s is no row", name)
		}
	}
}

func TestEveryRowBelongsToAScenario(t *testing.T) {
	for _, spec := range targets() {
		if len(scenariosFor(spec.name)) == 0 {
			t.Errorf("no scenario measures %s", spec.name)
		}
	}
	if got := len(scenariosFor("no.such")); got != 0 {
		t.Errorf("%d scenarios for a name that is none", got)
	}
	if !chosen("sync.pods.cpu", "sync.pods") || chosen("sync.pods.cpu", "sync.po") {
		t.Error("a name is chosen by itself or by what stands in front of a dot")
	}
}

func TestThePageExplainsEveryName(t *testing.T) {
	page, err := os.ReadFile("../../../docs/benchmarks.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range targets() {
		if !strings.Contains(string(page), "`"+spec.name+"`") {
			t.Errorf("docs/benchmarks.md says nothing of %s", spec.name)
		}
	}
}

func TestResultsAreAListOfSixMembers(t *testing.T) {
	dir := t.TempDir()
	rows := []row{{"n1.cpu", 1.5, "s", "controller-runtime", 3, 2, "what", less, 0, false},
		{"n20.cpu", 2, "s", "self", 4, 0.5, "what", atMost, 1.6, false}}
	if err := writeReport(dir, report{rows: rows, machine: "2 cores, 4 GiB", scale: 1}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"name": "n1.cpu", "value": 1.5, "unit": "s",
		"peer": "controller-runtime", "peer_value": 3.0, "ratio": 2.0}
	if len(all) != 2 || !reflect.DeepEqual(all[0], want) {
		t.Errorf("results.json is %v", all)
	}
	page, _ := os.ReadFile(filepath.Join(dir, "results.md"))
	if !strings.Contains(string(page), "| `n20.cpu` | 2.00 s | self | 4.00 s | 0.50 × | ≤ 1.60 × | yes |") {
		t.Errorf("results.md is\n%s", page)
	}
	plots, _ := filepath.Glob(filepath.Join(dir, "*.svg"))
	if len(plots) == 0 {
		t.Error("no plot")
	}
}

// targetText says a target as the issue does: of the ratio, or the number itself.
func targetText(peer against) string {
	number := peer.target
	if peer.constant != 0 {
		number *= peer.constant
	}
	return peer.way.sign() + trim(number)
}

func TestARunFailsWhenCachesDifferOrFiguresAreMissing(t *testing.T) {
	specs := []rowSpec{{name: "a.b", unit: "s", peers: all("kube-rs")}}
	env := &environment{build: t.TempDir(), scale: 1, results: newSamples()}
	env.results.add("a.b", "oarlock", 1)
	if err := env.finish(specs); err == nil || !strings.Contains(err.Error(), "a.b (kube-rs)") {
		t.Errorf("a figure is missing: %v", err)
	}
	env.results.add("a.b", "kube-rs", 2)
	if err := env.finish(specs); err != nil {
		t.Errorf("all is there: %v", err)
	}
	env.disagree("a key differs")
	if err := env.finish(specs); err == nil || !strings.Contains(err.Error(), "a key differs") {
		t.Errorf("caches differ: %v", err)
	}
}
