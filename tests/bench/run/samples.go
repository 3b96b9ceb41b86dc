package main

import "slices"

// samples holds what was measured, by metric and by who was measured.
type samples struct {
	values map[string]map[string][]float64
}

func newSamples() *samples { return &samples{values: map[string]map[string][]float64{}} }

func (s *samples) add(metric, who string, value float64) {
	of := s.values[metric]
	if of == nil {
		of = map[string][]float64{}
		s.values[metric] = of
	}
	of[who] = append(of[who], value)
}

// median of the rounds; false when nothing was measured.
func (s *samples) median(metric, who string) (float64, bool) {
	values := slices.Clone(s.values[metric][who])
	if len(values) == 0 {
		return 0, false
	}
	slices.Sort(values)
	middle := len(values) / 2
	if len(values)%2 == 1 {
		return values[middle], true
	}
	return (values[middle-1] + values[middle]) / 2, true
}

// greatest of the medians of several metrics.
func (s *samples) greatest(who string, metrics ...string) (float64, bool) {
	greatest, found := 0.0, false
	for _, metric := range metrics {
		if value, ok := s.median(metric, who); ok && (!found || value > greatest) {
			greatest, found = value, true
		}
	}
	return greatest, found
}
