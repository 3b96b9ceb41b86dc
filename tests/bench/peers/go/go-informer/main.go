// go-informer: client-go's SharedIndexInformer with one handler and an index by node.
package main

import (
	"context"
	"log"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"oarlock.dev/tests/bench/peers/subject"
)

const protobuf = runtime.ContentTypeProtobuf

func main() {
	subject.Say(map[string]any{"event": "started"})
	options := subject.Parse()
	start := time.Now()
	informer := newInformer(options, options.Config())
	if options.Strip {
		check(informer.SetTransform(stripManagedFields))
	}
	events := &subject.Events{}
	_, err := informer.AddEventHandler(handler(events))
	check(err)

	go informer.RunWithContext(context.Background())
	<-informer.HasSyncedChecker().Done()
	subject.Say(map[string]any{"event": "synced", "objects": len(informer.GetIndexer().ListKeys()),
		"seconds": time.Since(start).Seconds()})
	subject.Serve(informerCache{informer.GetIndexer()}, events)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func newInformer(options subject.Options, config *rest.Config) cache.SharedIndexInformer {
	indexers := cache.Indexers{subject.NodeIndex: func(object any) ([]string, error) {
		return []string{nodeOf(object)}, nil
	}}
	switch options.Variant {
	case "typed", "json":
		if options.Resource != "pods" {
			log.Fatal("only pods have a type")
		}
		if options.Variant == "typed" {
			config.ContentType = protobuf
			config.AcceptContentTypes = protobuf + "," + runtime.ContentTypeJSON
		} else {
			// Said, since clients of built-in types ask for protobuf by themselves.
			config.ContentType = runtime.ContentTypeJSON
			config.AcceptContentTypes = runtime.ContentTypeJSON
		}
		client, err := kubernetes.NewForConfig(config)
		check(err)
		return coreinformers.NewPodInformer(client, metav1.NamespaceAll, 0, indexers)
	case "dynamic":
		client, err := dynamic.NewForConfig(config)
		check(err)
		return dynamicinformer.NewFilteredDynamicInformer(client, options.GVR(), metav1.NamespaceAll, 0,
			indexers, nil).Informer()
	case "metadata":
		client, err := metadata.NewForConfig(config)
		check(err)
		return metadatainformer.NewFilteredMetadataInformer(client, options.GVR(), metav1.NamespaceAll,
			0, indexers, nil).Informer()
	}
	log.Fatalf("unknown variant %q", options.Variant)
	return nil
}

func stripManagedFields(object any) (any, error) {
	if accessor, err := meta.Accessor(object); err == nil {
		accessor.SetManagedFields(nil)
	}
	return object, nil
}

func handler(events *subject.Events) cache.ResourceEventHandler {
	note := func(object any, changed bool) {
		accessor, err := meta.Accessor(object)
		if err != nil { // a deletion of which the last state is unknown
			events.Note("", changed)
			return
		}
		events.Note(accessor.GetAnnotations()[subject.SentAnnotation], changed)
	}
	return cache.ResourceEventHandlerDetailedFuncs{
		AddFunc: func(object any, isInInitialList bool) { note(object, !isInInitialList) },
		UpdateFunc: func(old, object any) {
			note(object, versionOf(old) != versionOf(object))
		},
		DeleteFunc: func(object any) { note(object, false) },
	}
}

func versionOf(object any) string {
	if accessor, err := meta.Accessor(object); err == nil {
		return accessor.GetResourceVersion()
	}
	return ""
}

func nodeOf(object any) string {
	switch object := object.(type) {
	case *corev1.Pod:
		return object.Spec.NodeName
	case *unstructured.Unstructured:
		name, _, _ := unstructured.NestedString(object.Object, "spec", "nodeName")
		return name
	}
	return "" // metadata has no spec
}

type informerCache struct{ indexer cache.Indexer }

func (c informerCache) Each(fn func(namespace, name, version string)) {
	for _, object := range c.indexer.List() {
		if accessor, err := meta.Accessor(object); err == nil {
			fn(accessor.GetNamespace(), accessor.GetName(), accessor.GetResourceVersion())
		}
	}
}

func (c informerCache) Object(key string) any {
	object, _, _ := c.indexer.GetByKey(key)
	return object
}

func (c informerCache) Get(key string) bool {
	object, found, _ := c.indexer.GetByKey(key)
	return found && nodeOf(object) != "-"
}

func (c informerCache) ByNode(node string) int {
	objects, _ := c.indexer.ByIndex(subject.NodeIndex, node)
	return len(objects)
}

func (c informerCache) Node(key string) string {
	return nodeOf(c.Object(key))
}
