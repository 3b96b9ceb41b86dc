package main

// The names of results.json and what is to be reached. Two names with the same metric show the same
// measurement in two ways.

const (
	self    = "self"
	seconds = "s"
	micros  = "µs"
	nanos   = "ns"
	mebi    = "MiB"
)

func floorAtMost(target float64) against { return against{peer: "floor", way: atMost, target: target} }

func lessThan(peer string, target float64) against { return against{peer: peer, target: target} }

// bound is a target that is a number.
func bound(way direction, number float64) against {
	return against{peer: self, way: way, target: 1, constant: number}
}

// all compares with every peer that was measured, without a target.
func all(peers ...string) []against {
	specs := []against{}
	for _, peer := range peers {
		specs = append(specs, against{peer: peer})
	}
	return specs
}

var podPeers = []string{"client-go-typed", "client-go-json", "client-go-dynamic",
	"controller-runtime", "kube-rs"}

// jsonPeers are compared with oarlock when it asks for JSON, too.
func jsonPeers() []against {
	return append(all("client-go-json", "client-go-dynamic", "kube-rs"),
		against{peer: "floor", way: atMost, who: "floor-json"})
}

func targets() []rowSpec {
	var specs []rowSpec
	for _, part := range [][]rowSpec{syncTargets(), memoryTargets(), watchTargets(), cacheTargets(),
		controllerTargets()} {
		specs = append(specs, part...)
	}
	return specs
}

func syncTargets() []rowSpec {
	fastest := []against{}
	for _, peer := range []string{"client-go-typed", "client-go-json", "controller-runtime", "kube-rs"} {
		fastest = append(fastest, lessThan(peer, 2.5))
	}
	return []rowSpec{
		{name: "sync.pods.wall_vs_floor", unit: seconds, metric: "sync.pods.wall",
			what:  "wall time until the cache is full, against receiving and dropping the same answer",
			peers: []against{floorAtMost(1.10)}},
		{name: "sync.pods.wall", unit: seconds, what: "the same, against the peers",
			peers: all(podPeers...)},
		{name: "sync.pods.cpu", unit: seconds, what: "CPU time of the whole process until it is at rest",
			peers: append([]against{lessThan("client-go-typed", 2.5), floorAtMost(1.8)},
				all("client-go-json", "client-go-dynamic", "controller-runtime", "kube-rs")...)},
		{name: "sync.pods.server_cpu", unit: seconds, what: "CPU time of the API server meanwhile",
			peers: append(all(podPeers...), against{peer: "floor", way: atMost})},
		{name: "sync.pods.peak", unit: mebi, what: "greatest RSS, all fields kept",
			peers: all(podPeers...)},
		{name: "sync.pods.settled", unit: mebi, what: "RSS afterwards, memory given back",
			peers: all(podPeers...)},
		{name: "sync.pods_json.wall", unit: seconds, metric: "sync.pods.wall", who: "oarlock-json",
			what: "wall time with protobuf switched off", peers: jsonPeers()},
		{name: "sync.pods_json.cpu", unit: seconds, metric: "sync.pods.cpu", who: "oarlock-json",
			what: "CPU time with protobuf switched off", peers: jsonPeers()},
		{name: "sync.crd.cpu", unit: seconds, what: "CPU time, custom objects",
			peers: []against{lessThan("client-go-dynamic", 12), floorAtMost(0), lessThan("kube-rs", 0)}},
		{name: "sync.crd.wall_vs_floor", unit: seconds, metric: "sync.crd.wall",
			what:  "wall time, custom objects, against receiving and dropping the same answer",
			peers: []against{floorAtMost(1.15)}},
		{name: "sync.crd.wall", unit: seconds, what: "the same, against the peers",
			peers: all("client-go-dynamic", "kube-rs")},
		{name: "sync.crd.peak", unit: mebi, what: "greatest RSS, custom objects",
			peers: all("client-go-dynamic", "kube-rs")},
		{name: "sync.crd.settled", unit: mebi, what: "RSS afterwards, custom objects",
			peers: all("client-go-dynamic", "kube-rs")},
		{name: "sync.player.wall", unit: seconds,
			what:  "wall time for 100 000 Pods from a server that plays recorded bytes over TLS",
			peers: append(fastest, floorAtMost(0))},
		{name: "sync.player.cpu", unit: seconds, what: "CPU time of the same",
			peers: append(all("client-go-typed", "client-go-json", "controller-runtime", "kube-rs"),
				floorAtMost(0))},
	}
}

func memoryTargets() []rowSpec {
	ratio := func(name, what string, most float64, peers ...string) rowSpec {
		spec := rowSpec{name: name, unit: "× JSON", what: what,
			peers: []against{{peer: self, way: atMost, target: most, constant: 1}}}
		for _, peer := range peers {
			spec.peers = append(spec.peers, against{peer: peer, way: atMost})
		}
		return spec
	}
	return []rowSpec{
		{name: "mem.pods.settled", unit: mebi,
			what:  "RSS above the same program's on an empty cluster, managedFields dropped, memory given back",
			peers: []against{lessThan("client-go-typed", 10), lessThan("kube-rs", 0)}},
		{name: "mem.pods.peak", unit: mebi, what: "the greatest RSS of the same",
			peers: []against{lessThan("client-go-typed", 8), lessThan("kube-rs", 0)}},
		ratio("mem.pods.bytes_ratio", "RSS per Pod, all fields kept, against its JSON; 33 Pods per template",
			0.20, "client-go-typed", "kube-rs"),
		ratio("mem.pods_unique.bytes_ratio", "the same, a template for each Pod", 0.32,
			"client-go-typed", "kube-rs"),
		{name: "mem.peak_over_settled", unit: mebi,
			what:  "the most that the peak is above the settled RSS, in any sync or relist",
			peers: []against{bound(atMost, 16), {peer: "client-go-typed"}}},
	}
}

func watchTargets() []rowSpec {
	best := []against{floorAtMost(2)}
	for _, peer := range podPeers {
		best = append(best, lessThan(peer, 3.5))
	}
	latency := append(all(podPeers...), against{peer: "floor", way: atMost})
	return []rowSpec{
		{name: "watch.cpu_per_event", unit: micros, peers: best,
			what: "CPU time of the whole process per event at 400/s, to a handler"},
		{name: "watch.cpu_per_event.reconcile", unit: micros, who: "oarlock-host",
			metric: "watch.cpu_per_event", peers: all("controller-runtime"),
			what: "the same, with a reconcile on a worker of a plugin"},
		{name: "watch.cpu_per_event.json", unit: micros, who: "oarlock-json",
			metric: "watch.cpu_per_event", what: "the same with protobuf switched off",
			peers: append(all("client-go-json", "kube-rs"),
				against{peer: "floor", way: atMost, who: "floor-json"})},
		{name: "watch.p50", unit: micros, what: "from the write to the handler, half of the events",
			peers: all(podPeers...)},
		{name: "watch.p99", unit: micros, what: "from the write to the handler, 99 of 100 events",
			peers: all(podPeers...)},
		{name: "watch.fast.cpu_per_event", unit: micros, what: "CPU time per event at 2 000/s",
			peers: latency},
		{name: "watch.fast.p99", unit: micros, what: "99 of 100 events at 2 000/s",
			peers: all(podPeers...)},
		{name: "watch.per_cpu_second", unit: "events/s",
			what:  "events per second of CPU time, as fast as they come, protobuf",
			peers: []against{bound(rate, 35000), {peer: "client-go-typed", way: rate}}},
		{name: "watch.per_cpu_second.json", unit: "events/s", who: "oarlock-json",
			metric: "watch.per_cpu_second", what: "the same in JSON",
			peers: []against{bound(rate, 20000), {peer: "client-go-json", way: rate},
				{peer: "kube-rs", way: rate}}},
		{name: "relist.cpu", unit: seconds,
			what:  "CPU time of a relist after 410 in which nothing changed",
			peers: []against{floorAtMost(1.3), {peer: "client-go-typed"}, {peer: "kube-rs"}}},
		{name: "relist.events", unit: "calls", what: "calls of the handler by that relist",
			peers: all("client-go-typed", "kube-rs")},
	}
}

func cacheTargets() []rowSpec {
	return []rowSpec{
		{name: "read.scaling", unit: nanos, metric: "read.two_threads",
			what:  "CPU time per get of two threads together against one thread, while events flow",
			peers: []against{{peer: self, who: "oarlock", metric: "read.get_hot", target: 1.7}}},
		{name: "read.get_hot", unit: nanos, what: "CPU time of a get and one field, one thread, while events flow",
			peers: []against{bound(atMost, 50), {peer: "client-go-typed"}, {peer: "kube-rs"}}},
		{name: "read.two_threads", unit: nanos, what: "the same, two threads together",
			peers: all("client-go-typed", "kube-rs")},
		{name: "read.index", unit: nanos, what: "an index lookup, one thread, while events flow",
			peers: all("client-go-typed")}, // kube-rs has no index
		{name: "queue.delta", unit: nanos, what: "an event through the delta queue",
			peers: []against{lessThan("client-go-typed", 10)}},
		{name: "queue.work", unit: nanos, what: "add, get and done of a work queue",
			peers: []against{lessThan("client-go-typed", 8)}},
	}
}

func controllerTargets() []rowSpec {
	const cr = "controller-runtime"
	one := func(metric string, most float64) against {
		return against{peer: self, way: atMost, target: most, who: "oarlock", metric: metric}
	}
	return []rowSpec{
		{name: "n1.cpu", unit: seconds, what: "1 controller over Pods, CPU time until all are reconciled",
			peers: all(cr)},
		{name: "n1.rss", unit: mebi, what: "the greatest RSS of the same", peers: all(cr)},
		{name: "n5.cpu", unit: seconds, what: "5 controllers in one process", peers: all(cr)},
		{name: "n5.rss", unit: mebi, what: "the greatest RSS of the same", peers: all(cr)},
		{name: "n20.cpu", unit: seconds, what: "20 controllers in one process",
			peers: []against{one("n1.cpu", 1.6), lessThan(cr, 6)}},
		{name: "n20.rss", unit: mebi, what: "the greatest RSS of the same",
			peers: []against{one("n1.rss", 1.1), lessThan(cr, 12)}},
		{name: "n20.streams", unit: "streams", what: "watch streams on the server", peers: all(cr)},
		{name: "n10proc.cpu", unit: seconds, what: "10 plugins in one host against 10 processes",
			peers: []against{lessThan(cr, 30)}},
		{name: "n10proc.rss", unit: mebi, what: "the greatest RSS, summed",
			peers: []against{lessThan(cr, 80)}},
		{name: "n10proc.pss", unit: mebi, what: "PSS afterwards, summed", peers: all(cr)},
		{name: "n10proc.streams", unit: "streams", what: "watch streams on the server", peers: all(cr)},
		{name: "start.first_reconcile", unit: seconds,
			what: "from the start of the process to the first reconcile", peers: all(cr)},
		{name: "idle.rss", unit: mebi, what: "5 plugins, empty cluster",
			peers: []against{bound(atMost, 20), {peer: cr}}},
		{name: "idle.anon", unit: mebi, what: "anonymous memory of the same",
			peers: []against{bound(atMost, 6), {peer: cr}}},
	}
}
