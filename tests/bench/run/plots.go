package main

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// Plots as SVG, written by hand: horizontal bars, nothing that needs a library or a browser's font.

type plot struct {
	file, title string
	names       []string // of results.json
}

var plots = []plot{
	{"sync.svg", "From the start to a full cache, 20 000 Pods", []string{
		"sync.pods.wall", "sync.pods.cpu", "sync.pods_json.cpu", "sync.crd.cpu"}},
	{"player.svg", "100 000 Pods as fast as they are taken", []string{
		"sync.player.wall", "sync.player.cpu"}},
	{"memory.svg", "Memory of 20 000 Pods", []string{
		"mem.pods.settled", "mem.pods.peak", "mem.pods.bytes_ratio", "mem.pods_unique.bytes_ratio"}},
	{"watch.svg", "One watch event", []string{
		"watch.cpu_per_event", "watch.p50", "watch.p99", "watch.per_cpu_second"}},
	{"cache.svg", "Reads and queues", []string{
		"read.get_hot", "read.index", "queue.delta", "queue.work"}},
	{"controllers.svg", "Many controllers over the same Pods", []string{
		"n1.cpu", "n5.cpu", "n20.cpu", "n20.rss", "n10proc.cpu", "n10proc.rss"}},
}

const (
	plotWidth  = 860
	labelWidth = 250
	barHeight  = 16
	barsWidth  = 440
	ours       = "#1a7f64"
	theirs     = "#9aa5b1"
	bad        = "#c0392b"
)

type canvas struct {
	text strings.Builder
	y    int
}

func (c *canvas) words(x int, size int, weight, anchor, words string) {
	fmt.Fprintf(&c.text, `<text x="%d" y="%d" font-size="%d" font-weight="%s" text-anchor="%s">%s</text>`+"\n",
		x, c.y, size, weight, anchor, html.EscapeString(words))
}

func (c *canvas) bar(label string, width float64, colour, value string) {
	c.y += barHeight + 6
	c.words(labelWidth-8, 12, "normal", "end", label)
	fmt.Fprintf(&c.text, `<rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/>`+"\n", labelWidth,
		c.y-barHeight+3, max(1, width), barHeight, colour)
	c.words(labelWidth+int(width)+6, 12, "normal", "start", value)
}

func (c *canvas) svg() string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" `+
		`viewBox="0 0 %d %d" font-family="sans-serif"><rect width="100%%" height="100%%" fill="white"/>`+
		"\n%s</svg>\n", plotWidth, c.y+24, plotWidth, c.y+24, c.text.String())
}

// barPlot draws oarlock and its peers under each name; empty when none of the names was measured.
func barPlot(p plot, rows []row) string {
	c := &canvas{y: 28}
	c.words(16, 17, "bold", "start", p.title)
	drawn := false
	for _, name := range p.names {
		of := []row{}
		for _, row := range rows {
			if row.Name == name && row.Peer != self {
				of = append(of, row)
			}
		}
		if len(of) == 0 {
			continue
		}
		drawn = true
		drawGroup(c, of)
	}
	if !drawn {
		return ""
	}
	return c.svg()
}

func drawGroup(c *canvas, of []row) {
	c.y += 32
	c.words(16, 13, "bold", "start", of[0].Name+": "+of[0].what)
	greatest := of[0].Value
	for _, row := range of {
		greatest = max(greatest, row.PeerValue)
	}
	length := func(value float64) float64 { return barsWidth * value / max(greatest, 1e-12) }
	c.bar("oarlock", length(of[0].Value), ours, withUnit(of[0].Value, of[0].Unit))
	for _, row := range of {
		note := fmt.Sprintf("%s (ratio %s", withUnit(row.PeerValue, row.Unit), digits(row.Ratio))
		if row.target != 0 {
			note += ", target " + row.way.sign() + " " + digits(row.target)
		}
		c.bar(row.Peer, length(row.PeerValue), theirs, note+")")
	}
}

// targetPlot shows for each target how far it is passed or missed; the line is the target.
func targetPlot(rows []row) string {
	const decades = 2 // a hundredth of the target to a hundred times it
	c := &canvas{y: 28}
	c.words(16, 17, "bold", "start", "Targets: reached to the right of the line")
	c.y += 10
	top := c.y
	middle := labelWidth + barsWidth/2
	for _, row := range rows {
		if row.target == 0 || row.Ratio == 0 {
			continue
		}
		c.y += barHeight + 6
		c.words(labelWidth-8, 11, "normal", "end", row.Name+" / "+row.Peer)
		length := max(-1, min(1, math.Log10(row.score())/decades)) * barsWidth / 2
		colour, x := ours, float64(middle)
		if row.score() < 1 {
			colour, x = bad, float64(middle)+length
		}
		fmt.Fprintf(&c.text, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>`+"\n", x,
			c.y-barHeight+3, max(1, math.Abs(length)), barHeight, colour)
		c.words(labelWidth+barsWidth+12, 11, "normal", "start",
			fmt.Sprintf("%s × (target %s)", digits(row.Ratio), row.targetText()))
	}
	fmt.Fprintf(&c.text, `<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="black"/>`+"\n", middle, top,
		middle, c.y+6)
	return c.svg()
}
