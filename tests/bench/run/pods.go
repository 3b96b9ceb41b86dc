package main

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// The data generator: Pods as a cluster has them, about 8 KB of compact JSON with managedFields of
// two managers. Everything follows from the index, so that two runs make the same objects.

const (
	podsPerTemplate = 33
	sentKey         = "bench.oarlock.dev/sent"
	sentDigits      = 19 // of a unix time in ns
)

type object = map[string]any
type list = []any

// pod is a Pod's content as two field managers write it.
type pod struct {
	namespace, name string
	body            object // metadata and spec: what the controller creates
	status          object // what the kubelet reports
}

// generator makes n Pods; unique: each has a template of its own, so that no two share more than
// their keys.
type generator struct {
	n      int
	unique bool
}

func (g generator) namespaces() int { return max(1, min(200, g.n/100)) }

func (g generator) template(i int) int {
	if g.unique {
		return i
	}
	return i / podsPerTemplate
}

func (g generator) namespace(i int) string {
	return fmt.Sprintf("team-%03d", g.template(i)%g.namespaces())
}

// name has the same length for all i, so that recorded bytes can be renamed in place.
func (g generator) name(i int) string {
	t := rand.New(rand.NewPCG(1, uint64(g.template(i))))
	return fmt.Sprintf("%s-%s-%s", appName(g.template(i), t), hex(t, 10), suffix(i))
}

func appName(template int, t *rand.Rand) string {
	return fmt.Sprintf("%s-%s-%05d", pick(t, "check", "order", "price", "stock"),
		pick(t, "api", "web", "job"), template)
}

func (g generator) pod(i int) pod {
	template := g.template(i)
	t := rand.New(rand.NewPCG(1, uint64(template))) // what replicas share
	own := rand.New(rand.NewPCG(2, uint64(i)))      // what each has of its own
	app, hash := appName(template, t), hex(t, 10)
	ns, name := g.namespace(i), g.name(i)
	team := pick(t, "payments", "logistics", "catalogue", "identity") + "-" + hex(t, 4)
	labels := object{
		"app.kubernetes.io/name": app, "app.kubernetes.io/instance": app + "-" + ns,
		"app.kubernetes.io/part-of": team, "app.kubernetes.io/version": version(t),
		"pod-template-hash": hash,
	}
	annotations := object{
		sentKey:                             "0000000000000000000",
		"checksum/config":                   hex(t, 64),
		"prometheus.io/scrape":              "true",
		"prometheus.io/port":                "9090",
		"kubectl.kubernetes.io/restartedAt": clock(t, 0),
	}
	metadata := object{
		"name": name, "generateName": app + "-" + hash + "-", "namespace": ns, "labels": labels,
		"annotations": annotations,
		"ownerReferences": list{object{"apiVersion": "apps/v1", "kind": "ReplicaSet",
			"name": app + "-" + hash, "uid": uid(t), "controller": true,
			"blockOwnerDeletion": true}},
	}
	n := own.IntN(400)
	node, host := fmt.Sprintf("node-%04d.cluster.internal", n), fmt.Sprintf("192.168.%d.%d", n/200, 1+n%200)
	image := "images.example.com/" + hex(t, 4) + "/" + app + ":" + version(t)
	body := object{"apiVersion": "v1", "kind": "Pod", "metadata": metadata,
		"spec": podSpec(t, app, ns, node, image, hex(own, 5))}
	return pod{ns, name, body, podStatus(own, image, hex(t, 64), host)}
}

func podSpec(t *rand.Rand, app, ns, node, image, tokenSuffix string) object {
	token := "kube-api-access-" + tokenSuffix
	volumes := list{
		object{"name": "config", "configMap": object{"name": app + "-config", "defaultMode": 420}},
		tokenVolume(token),
	}
	return object{
		"nodeName": node, "serviceAccountName": app, "restartPolicy": "Always",
		"terminationGracePeriodSeconds": 10 + t.IntN(50), "dnsPolicy": "ClusterFirst",
		"schedulerName": "default-scheduler", "enableServiceLinks": false,
		"nodeSelector":    object{"kubernetes.io/os": "linux", "pool": "pool-" + hex(t, 4)},
		"securityContext": object{"runAsNonRoot": true, "fsGroup": 1000 + t.IntN(9000)},
		"containers": list{
			container(t, "app", image, ns, token),
		},
		"volumes": volumes,
	}
}

func tokenVolume(name string) object {
	return object{"name": name, "projected": object{"defaultMode": 420, "sources": list{
		object{"serviceAccountToken": object{"expirationSeconds": 3607, "path": "token"}},
		object{"configMap": object{"name": "kube-root-ca.crt",
			"items": list{object{"key": "ca.crt", "path": "ca.crt"}}}},
		object{"downwardAPI": object{"items": list{object{"path": "namespace",
			"fieldRef": object{"apiVersion": "v1", "fieldPath": "metadata.namespace"}}}}},
	}}}
}

func container(t *rand.Rand, name, image, ns, token string) object {
	const port, variables = 8080, 4
	probe := func(path string) object {
		return object{"httpGet": object{"path": path, "port": port, "scheme": "HTTP"},
			"periodSeconds": 5 + t.IntN(20), "timeoutSeconds": 1 + t.IntN(4),
			"failureThreshold": 3, "successThreshold": 1}
	}
	return object{
		"name": name, "image": image, "imagePullPolicy": "IfNotPresent",
		"args": list{"--config=/etc/" + name + "/config.yaml", "--log-level=" +
			pick(t, "info", "warn", "debug"), "--shard=" + hex(t, 8)},
		"env":   environmentVariables(t, ns, variables),
		"ports": list{object{"name": "http", "containerPort": port, "protocol": "TCP"}},
		"resources": object{
			"requests": object{"cpu": fmt.Sprint(50+10*t.IntN(90), "m"),
				"memory": fmt.Sprint(64+16*t.IntN(60), "Mi")},
			"limits": object{"memory": fmt.Sprint(1+t.IntN(8), "Gi")}},
		"livenessProbe":  probe("/livez"),
		"readinessProbe": probe("/readyz"),
		"securityContext": object{"allowPrivilegeEscalation": false,
			"readOnlyRootFilesystem": true},
		"volumeMounts": list{
			object{"name": "config", "mountPath": "/etc/" + name, "readOnly": true},
			object{"name": token, "readOnly": true,
				"mountPath": "/var/run/secrets/kubernetes.io/serviceaccount"},
		},
		"terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File",
	}
}

func environmentVariables(t *rand.Rand, ns string, n int) list {
	variables := list{
		object{"name": "POD_NAME", "valueFrom": object{"fieldRef": object{
			"apiVersion": "v1", "fieldPath": "metadata.name"}}},
		object{"name": "DATABASE_PASSWORD", "valueFrom": object{"secretKeyRef": object{
			"name": "database-" + hex(t, 6), "key": "password"}}},
	}
	words := []string{"CACHE", "QUEUE", "SEARCH", "BILLING", "AUDIT", "GATEWAY", "SESSION"}
	for i := range n {
		name := fmt.Sprintf("%s_%s_%02d", words[i%len(words)], pick(t, "URL", "HOST", "TOKEN"), i)
		variables = append(variables, object{"name": name,
			"value": fmt.Sprintf("%s.%s.svc:%d/%s", hex(t, 6), ns, 1024+t.IntN(60000), hex(t, 12))})
	}
	return variables
}

func podStatus(own *rand.Rand, image, digest, host string) object {
	ip := fmt.Sprintf("10.%d.%d.%d", 10+own.IntN(90), own.IntN(256), own.IntN(256))
	started := own.IntN(1_000_000)
	conditions := list{}
	for i, kind := range []string{"PodReadyToStartContainers", "Initialized", "Ready",
		"ContainersReady", "PodScheduled"} {
		conditions = append(conditions, object{"type": kind, "status": "True",
			"lastTransitionTime": clockAt(started + i)})
	}
	statuses := list{object{"name": "app", "ready": true, "started": true,
		"restartCount": own.IntN(3), "image": image,
		"imageID":     image + "@sha256:" + digest,
		"containerID": "containerd://" + hex(own, 64),
		"state":       object{"running": object{"startedAt": clockAt(started + 2)}}}}
	return object{"phase": "Running", "podIP": ip, "podIPs": list{object{"ip": ip}},
		"hostIP": host, "hostIPs": list{object{"ip": host}}, "startTime": clockAt(started),
		"qosClass": "Burstable", "conditions": conditions, "containerStatuses": statuses}
}

// widget is a custom object with the content of Pod i.
func (g generator) widget(i int) pod {
	p := g.pod(i)
	metadata := p.body["metadata"].(object)
	p.body = object{"apiVersion": "bench.oarlock.dev/v1", "kind": "Widget", "metadata": metadata,
		"spec": p.body["spec"]}
	return p
}

func pick(r *rand.Rand, words ...string) string { return words[r.IntN(len(words))] }

func hex(r *rand.Rand, n int) string {
	text := make([]byte, n)
	for i := range text {
		text[i] = "0123456789abcdef"[r.IntN(16)]
	}
	return string(text)
}

func uid(r *rand.Rand) string {
	return fmt.Sprintf("%s-%s-4%s-9%s-%s", hex(r, 8), hex(r, 4), hex(r, 3), hex(r, 3), hex(r, 12))
}

func version(r *rand.Rand) string {
	return fmt.Sprintf("%d.%d.%d", 1+r.IntN(9), r.IntN(30), r.IntN(30))
}

func clock(r *rand.Rand, from int) string { return clockAt(from + r.IntN(1_000_000)) }

func clockAt(seconds int) string {
	start := time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC)
	return start.Add(time.Duration(seconds) * time.Second).Format(time.RFC3339)
}

// suffix is i as six letters, each i another one.
func suffix(i int) string {
	const letters = "bcdfghjklmnpqrstvwxz2456789"
	text := make([]byte, 6)
	for at := range text {
		text[at] = letters[i%len(letters)]
		i /= len(letters)
	}
	return string(text)
}
