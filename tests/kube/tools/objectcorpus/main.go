// Command objectcorpus writes objects of every built-in type, filled at random, each as JSON and as
// protobuf: pairs of byte strings, each behind its length as four bytes (big-endian).
//
//	objectcorpus -seed 7 -each 20 > pairs
//
// Both forms are of the object after a trip through protobuf, as a server's are, which keeps its
// objects so.
package main

import (
	"bufio"
	"encoding/binary"
	"flag"
	"math/rand"
	"os"
	"reflect"

	appsv1 "k8s.io/api/apps/v1"
	appsv1beta1 "k8s.io/api/apps/v1beta1"
	appsv1beta2 "k8s.io/api/apps/v1beta2"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/apitesting/fuzzer"
	"k8s.io/apimachinery/pkg/api/resource"
	metafuzzer "k8s.io/apimachinery/pkg/apis/meta/fuzzer"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"sigs.k8s.io/randfill"

	"oarlock.dev/tests/kube/tools/builtin"
)

var texts = []string{
	`null`, `true`, `0`, `-1.5e3`, `"text ü ✓ 𝄞"`, `[1,"a",{"b":null}]`,
	`{"c":{"d":[[]]},"e":9007199254740993}`,
}

func jsonText(c randfill.Continue) []byte { return []byte(texts[c.Intn(len(texts))]) }

// Where the general functions leave something out, or would make what no server has.
func funcs(serializer.CodecFactory) []any {
	return []any{
		func(q *resource.Quantity, c randfill.Continue) {
			formats := []resource.Format{resource.DecimalSI, resource.BinarySI, resource.DecimalExponent}
			*q = *resource.NewMilliQuantity(c.Int63()>>uint(c.Intn(60)), formats[c.Intn(3)])
		},
		func(m *metav1.ManagedFieldsEntry, c randfill.Continue) {
			c.FillNoCustom(m)
			m.FieldsV1 = &metav1.FieldsV1{}
			m.FieldsV1.SetRawBytes([]byte(`{"f:metadata":{"f:labels":{".":{},"f:a":{}}}}`))
		},
		func(r *runtime.RawExtension, c randfill.Continue) { r.Raw = jsonText(c) },
		func(j *apiextensionsv1.JSON, c randfill.Continue) { j.Raw = jsonText(c) },
		func(s *apiextensionsv1.JSONSchemaPropsOrBool, c randfill.Continue) {
			s.Allows = c.Bool()
			if c.Bool() {
				s.Allows = true
				s.Schema = &apiextensionsv1.JSONSchemaProps{Type: c.String(0)}
			}
		},
		func(s *apiextensionsv1.JSONSchemaPropsOrArray, c randfill.Continue) {
			if c.Bool() {
				s.Schema = &apiextensionsv1.JSONSchemaProps{Title: c.String(0)}
			} else {
				s.JSONSchemas = []apiextensionsv1.JSONSchemaProps{{ID: c.String(0)}, {}}
			}
		},
		func(s *apiextensionsv1.JSONSchemaPropsOrStringArray, c randfill.Continue) {
			if c.Bool() {
				s.Schema = &apiextensionsv1.JSONSchemaProps{}
			} else {
				s.Property = []string{c.String(0), ""}
			}
		},
	}
}

// As a server does it: typetables knows of it, too.
func markTemplates(object runtime.Object) {
	var templates []corev1.PersistentVolumeClaim
	switch set := object.(type) {
	case *appsv1.StatefulSet:
		templates = set.Spec.VolumeClaimTemplates
	case *appsv1beta1.StatefulSet:
		templates = set.Spec.VolumeClaimTemplates
	case *appsv1beta2.StatefulSet:
		templates = set.Spec.VolumeClaimTemplates
	}
	for i := range templates {
		templates[i].SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("PersistentVolumeClaim"))
	}
}

type writer struct{ out *bufio.Writer }

func (w writer) put(bytes []byte) {
	if err := binary.Write(w.out, binary.BigEndian, uint32(len(bytes))); err != nil {
		builtin.Fail("objectcorpus: %v", err)
	}
	if _, err := w.out.Write(bytes); err != nil {
		builtin.Fail("objectcorpus: %v", err)
	}
}

func encode(s runtime.Encoder, object runtime.Object, t builtin.Type) []byte {
	bytes, err := runtime.Encode(s, object)
	if err != nil {
		builtin.Fail("objectcorpus: %s: %v", t.Kind, err)
	}
	return bytes
}

func main() {
	seed := flag.Int64("seed", 1, "what the objects depend on")
	each := flag.Int("each", 10, "objects per type")
	flag.Parse()
	scheme := builtin.Scheme()
	codecs := serializer.NewCodecFactory(scheme)
	asJSON := json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme, scheme, json.SerializerOptions{})
	asProtobuf := protobuf.NewSerializer(scheme, scheme)
	fill := fuzzer.FuzzerFor(fuzzer.MergeFuzzerFuncs(metafuzzer.Funcs, funcs), rand.NewSource(*seed), codecs)
	fill.NilChance(.3).NumElements(0, 3).MaxDepth(12)
	w := writer{bufio.NewWriter(os.Stdout)}
	for _, t := range builtin.Types() {
		for range *each {
			filled := reflect.New(t.Go).Interface().(runtime.Object)
			fill.Fill(filled)
			filled.GetObjectKind().SetGroupVersionKind(t.Kind)
			object := reflect.New(t.Go).Interface().(runtime.Object)
			if _, _, err := asProtobuf.Decode(encode(asProtobuf, filled, t), &t.Kind, object); err != nil {
				builtin.Fail("objectcorpus: %s: %v", t.Kind, err)
			}
			object.GetObjectKind().SetGroupVersionKind(t.Kind)
			markTemplates(object)
			w.put(encode(asJSON, object, t))
			w.put(encode(asProtobuf, object, t))
		}
	}
	if err := w.out.Flush(); err != nil {
		builtin.Fail("objectcorpus: %v", err)
	}
}
