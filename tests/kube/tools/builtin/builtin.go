// Package builtin names the types whose protobuf form oarlock reads: those that a server sends as
// objects of their own.
package builtin

import (
	"fmt"
	"os"
	"reflect"
	"sort"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

// Type is one kind and the Go type of its objects.
type Type struct {
	Kind schema.GroupVersionKind
	Go   reflect.Type
}

// Fail ends the program.
func Fail(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
	os.Exit(1)
}

// Scheme knows all built-in types.
func Scheme() *runtime.Scheme {
	for _, add := range []func(*runtime.Scheme) error{
		apiextensionsv1.AddToScheme, apiregistrationv1.AddToScheme,
	} {
		if err := add(scheme.Scheme); err != nil {
			Fail("%v", err)
		}
	}
	return scheme.Scheme
}

func isProtobuf(typ reflect.Type) bool {
	_, marshal := reflect.PointerTo(typ).MethodByName("Marshal")
	_, unmarshal := reflect.PointerTo(typ).MethodByName("Unmarshal")
	return marshal && unmarshal
}

// Types lists everything with metadata, sorted by apiVersion and kind.
func Types() []Type {
	out := []Type{
		{metav1.SchemeGroupVersion.WithKind("PartialObjectMetadata"),
			reflect.TypeFor[metav1.PartialObjectMetadata]()},
		{schema.GroupVersionKind{Version: "v1", Kind: "Status"}, reflect.TypeFor[metav1.Status]()},
	}
	for gvk, typ := range Scheme().AllKnownTypes() {
		meta, ok := typ.FieldByName("ObjectMeta")
		if !ok || meta.Type != reflect.TypeFor[metav1.ObjectMeta]() || !isProtobuf(typ) {
			continue
		}
		out = append(out, Type{gvk, typ})
	}
	key := func(t Type) string { return t.Kind.GroupVersion().String() + "\x00" + t.Kind.Kind }
	sort.Slice(out, func(i, j int) bool { return key(out[i]) < key(out[j]) })
	return out
}
