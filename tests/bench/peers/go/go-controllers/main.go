// go-controllers: a controller-runtime manager with trivial controllers over one resource: each
// reconcile gets the object and reads one field.
package main

import (
	"context"
	"fmt"
	"log"
	"sync/atomic"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"oarlock.dev/tests/bench/peers/subject"
)

func main() {
	subject.Say(map[string]any{"event": "started"})
	options := subject.Parse()
	ctrl.SetLogger(logr.Discard())
	start := time.Now()
	manager := newManager(options)
	ctx := context.Background()

	made := objectOf(options)
	check(manager.GetFieldIndexer().IndexField(ctx, made(), subject.NodeIndex,
		func(object client.Object) []string { return []string{nodeOf(object)} }))
	events := &subject.Events{}
	run := &run{client: manager.GetClient(), made: made, events: events, start: start}
	for i := range options.Controllers {
		check(ctrl.NewControllerManagedBy(manager).Named(fmt.Sprintf("trivial-%d", i)).For(made()).
			Complete(run))
	}
	go func() { check(manager.Start(ctx)) }()
	informer, err := manager.GetCache().GetInformer(ctx, made())
	check(err)
	for !informer.HasSynced() {
		time.Sleep(time.Millisecond)
	}
	held := managerCache{ctx, manager.GetCache(), made, options}
	count := 0
	held.Each(func(_, _, _ string) { count++ })
	subject.Say(map[string]any{"event": "synced", "objects": count,
		"seconds": time.Since(start).Seconds()})
	subject.Serve(held, events)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func newManager(options subject.Options) ctrl.Manager {
	unnamed := true // one process may hold controllers of equal names
	settings := ctrl.Options{
		Metrics:    server.Options{BindAddress: "0"},
		Controller: config.Controller{SkipNameValidation: &unnamed},
	}
	if options.Strip {
		settings.Cache.DefaultTransform = cache.TransformStripManagedFields()
	}
	if options.Variant == "dynamic" {
		settings.Client.Cache = &client.CacheOptions{Unstructured: true}
	}
	manager, err := ctrl.NewManager(options.Config(), settings)
	check(err)
	return manager
}

// Makes empty objects of the type that the controllers are for.
func objectOf(options subject.Options) func() client.Object {
	kind := schema.GroupVersionKind{Version: "v1", Kind: "Pod"}
	if options.Resource == "widgets" {
		kind = schema.GroupVersionKind{Group: "bench.oarlock.dev", Version: "v1", Kind: "Widget"}
	}
	switch {
	case options.Variant == "dynamic":
		return func() client.Object {
			object := &unstructured.Unstructured{}
			object.SetGroupVersionKind(kind)
			return object
		}
	case options.Variant == "typed" && options.Resource == "pods":
		return func() client.Object { return &corev1.Pod{} }
	}
	log.Fatalf("no %s as %s", options.Resource, options.Variant)
	return nil
}

func nodeOf(object client.Object) string {
	switch object := object.(type) {
	case *corev1.Pod:
		return object.Spec.NodeName
	case *unstructured.Unstructured:
		name, _, _ := unstructured.NestedString(object.Object, "spec", "nodeName")
		return name
	}
	return ""
}

type run struct {
	client client.Client
	made   func() client.Object
	events *subject.Events
	start  time.Time
	began  atomic.Bool
}

func (r *run) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	if !r.began.Swap(true) {
		r.events.Extra("first_reconcile_seconds", time.Since(r.start).Seconds())
	}
	object := r.made()
	if err := r.client.Get(ctx, request.NamespacedName, object); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if nodeOf(object) == "-" {
		return ctrl.Result{}, fmt.Errorf("no such node")
	}
	r.events.Note(object.GetAnnotations()[subject.SentAnnotation], true)
	return ctrl.Result{}, nil
}

type managerCache struct {
	ctx     context.Context
	cache   cache.Cache
	made    func() client.Object
	options subject.Options
}

func (c managerCache) list(options ...client.ListOption) []client.Object {
	var objects []client.Object
	if c.options.Variant == "dynamic" {
		list := &unstructured.UnstructuredList{}
		list.SetGroupVersionKind(c.made().GetObjectKind().GroupVersionKind())
		check(c.cache.List(c.ctx, list, options...))
		for i := range list.Items {
			objects = append(objects, &list.Items[i])
		}
		return objects
	}
	list := &corev1.PodList{}
	check(c.cache.List(c.ctx, list, options...))
	for i := range list.Items {
		objects = append(objects, &list.Items[i])
	}
	return objects
}

func (c managerCache) Each(fn func(namespace, name, version string)) {
	for _, object := range c.list(client.UnsafeDisableDeepCopy) {
		fn(object.GetNamespace(), object.GetName(), object.GetResourceVersion())
	}
}

func (c managerCache) get(key string) client.Object {
	at, object := subject.Named(key), c.made()
	if c.cache.Get(c.ctx, types.NamespacedName{Namespace: at[0], Name: at[1]}, object) != nil {
		return nil
	}
	return object
}

func (c managerCache) Object(key string) any {
	if object := c.get(key); object != nil {
		return object
	}
	return nil
}

func (c managerCache) Get(key string) bool {
	object := c.get(key)
	return object != nil && nodeOf(object) != "-"
}

func (c managerCache) ByNode(node string) int {
	return len(c.list(client.MatchingFields{subject.NodeIndex: node}))
}

func (c managerCache) Node(key string) string {
	if object := c.get(key); object != nil {
		return nodeOf(object)
	}
	return ""
}
