package main

import (
	"fmt"
	"slices"
	"strings"
)

// direction says how a value and a peer's value become a ratio, and which side of a target is good.
type direction int

const (
	// less: the smaller value wins; ratio = peer / value, a target is a least ratio.
	less direction = iota
	// atMost: ratio = value / peer, a target is a greatest ratio.
	atMost
	// rate: the greater value wins; ratio = value / peer, a target is a least ratio.
	rate
)

func (d direction) ratio(value, peer float64) float64 {
	if d == less {
		value, peer = peer, value
	}
	if peer == 0 {
		return 0
	}
	return value / peer
}

func (d direction) reached(ratio, target float64) bool {
	if d == atMost {
		return ratio <= target
	}
	return ratio >= target
}

func (d direction) sign() string {
	if d == atMost {
		return "≤"
	}
	return "≥"
}

// against is one peer of a row.
type against struct {
	peer     string // as in results.json
	way      direction
	target   float64 // of the ratio; 0: none, the row informs
	who      string  // whose samples; the peer's when empty
	metric   string  // of another metric than the row's
	constant float64 // the peer's value, when it is a number and no program
}

// rowSpec is one name of results.json.
type rowSpec struct {
	name, unit, what string
	metric           string // the name when empty
	who              string // "oarlock" when empty
	peers            []against
}

// row is one element of results.json.
type row struct {
	Name      string  `json:"name"`
	Value     float64 `json:"value"`
	Unit      string  `json:"unit"`
	Peer      string  `json:"peer"`
	PeerValue float64 `json:"peer_value"`
	Ratio     float64 `json:"ratio"`

	what   string
	way    direction
	target float64
	bound  bool // the target is the peer's value, a number
}

// makeRows turns samples into rows; `missing` names what was not measured.
func makeRows(specs []rowSpec, measured *samples) (rows []row, missing []string) {
	for _, spec := range specs {
		metric, who := orElse(spec.metric, spec.name), orElse(spec.who, "oarlock")
		value, ok := measured.median(metric, who)
		if !ok {
			missing = append(missing, spec.name)
			continue
		}
		for _, peer := range spec.peers {
			peerValue := peer.constant
			if peerValue == 0 {
				peerValue, ok = measured.median(orElse(peer.metric, metric), orElse(peer.who, peer.peer))
				if !ok {
					missing = append(missing, fmt.Sprintf("%s (%s)", spec.name, peer.peer))
					continue
				}
			}
			rows = append(rows, row{spec.name, value, spec.unit, peer.peer, peerValue,
				peer.way.ratio(value, peerValue), spec.what, peer.way, peer.target,
				peer.constant != 0 && peer.target == 1})
		}
	}
	return rows, missing
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// chosen says whether a name is asked for: itself, or one that begins with it up to a dot.
func chosen(name, asked string) bool {
	return asked == "" || name == asked || strings.HasPrefix(name, asked+".")
}

func chosenSpecs(specs []rowSpec, asked string) []rowSpec {
	return slices.DeleteFunc(slices.Clone(specs), func(s rowSpec) bool {
		return !chosen(s.name, asked)
	})
}
