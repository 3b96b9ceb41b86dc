package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// report is what a run ends with: results.json, results.md and plots.
type report struct {
	rows    []row
	missing []string // names that were not measured
	checks  []string // caches that did not agree
	machine string
	scale   float64
	rounds  int
}

func writeReport(dir string, r report) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if r.rows == nil {
		r.rows = []row{}
	}
	text, err := json.MarshalIndent(r.rows, "", "  ")
	if err != nil {
		return err
	}
	files := map[string]string{
		"results.json": string(text) + "\n",
		"results.md":   markdown(r),
		"targets.svg":  targetPlot(r.rows),
	}
	for _, p := range plots {
		if svg := barPlot(p, r.rows); svg != "" {
			files[p.file] = svg
		}
	}
	old, _ := filepath.Glob(filepath.Join(dir, "*.svg")) // of a run of other names
	for _, plot := range old {
		_ = os.Remove(plot)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func markdown(r report) string {
	var page strings.Builder
	fmt.Fprintf(&page, "Measured on %s; medians of %d interleaved rounds", r.machine, r.rounds)
	if r.scale != 1 {
		fmt.Fprintf(&page, "; **scaled by %s: for development only**", trim(r.scale))
	}
	page.WriteString(".\n\n| name | oarlock | peer | its value | ratio | target | reached |\n" +
		"|---|---|---|---|---|---|---|\n")
	for _, row := range r.rows {
		peerValue := withUnit(row.PeerValue, row.Unit)
		if row.bound {
			peerValue = "–"
		}
		fmt.Fprintf(&page, "| `%s` | %s | %s | %s | %s × | %s | %s |\n", row.Name,
			withUnit(row.Value, row.Unit), row.Peer, peerValue, digits(row.Ratio), row.targetText(),
			row.reachedText())
	}
	if len(r.missing) > 0 {
		page.WriteString("\nNot measured: " + strings.Join(r.missing, ", ") + ".\n")
	}
	if len(r.checks) > 0 {
		page.WriteString("\n**Caches that did not agree:**\n\n- " + strings.Join(r.checks, "\n- ") + "\n")
	}
	return page.String()
}

func (r row) targetText() string {
	if r.target == 0 {
		return "–"
	}
	if r.bound {
		return r.way.sign() + " " + withUnit(r.PeerValue, r.Unit)
	}
	return fmt.Sprintf("%s %s ×", r.way.sign(), digits(r.target))
}

func (r row) reachedText() string {
	switch {
	case r.target == 0:
		return "–"
	case r.way.reached(r.Ratio, r.target):
		return "yes"
	}
	return "**no**"
}

// score is above 1 where the target is reached, by that factor.
func (r row) score() float64 {
	if r.Ratio == 0 {
		return 0
	}
	if r.way == atMost {
		return r.target / r.Ratio
	}
	return r.Ratio / r.target
}

func withUnit(value float64, unit string) string {
	return digits(value) + " " + unit
}

// digits writes about three significant ones.
func digits(value float64) string {
	switch {
	case value >= 100 || value <= -100:
		return strconv.FormatFloat(value, 'f', 0, 64)
	case value >= 10 || value <= -10:
		return strconv.FormatFloat(value, 'f', 1, 64)
	case value >= 0.1 || value <= -0.1 || value == 0:
		return strconv.FormatFloat(value, 'f', 2, 64)
	}
	return strconv.FormatFloat(value, 'g', 2, 64)
}

func trim(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }

// machineText names the machine by its cores and memory only.
func machineText(cores int) string {
	values, err := kibibytes("/proc/meminfo")
	if err != nil {
		return fmt.Sprintf("%d cores", cores)
	}
	return fmt.Sprintf("%d cores and %.0f GiB of memory", cores, values["MemTotal"]/(1<<20))
}
