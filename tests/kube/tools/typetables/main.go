// Command typetables writes the tables by which the protobuf form of every built-in type is read:
// for each message its fields in the order of their JSON, with number, name, kind and the rules of
// omission. It reflects over the Go types of the pinned modules, so a new pin needs a new run:
//
//	go run ./typetables > ../../../runtime/kube/generated/type_tables.cc
package main

import (
	"bufio"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"

	"oarlock.dev/tests/kube/tools/builtin"
)

// Types that are JSON in a way of their own.
var special = map[reflect.Type]string{
	reflect.TypeFor[metav1.Time]():                                  "kTime",
	reflect.TypeFor[metav1.MicroTime]():                             "kMicroTime",
	reflect.TypeFor[metav1.Duration]():                              "kDuration",
	reflect.TypeFor[metav1.FieldsV1]():                              "kRawJson",
	reflect.TypeFor[resource.Quantity]():                            "kQuantity",
	reflect.TypeFor[intstr.IntOrString]():                           "kIntOrString",
	reflect.TypeFor[runtime.RawExtension]():                         "kRawExtension",
	reflect.TypeFor[apiextensionsv1.JSON]():                         "kRawJson",
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrArray]():       "kSchemaOrArray",
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrBool]():        "kSchemaOrBool",
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrStringArray](): "kSchemaOrStrings",
}

// Objects inside of other objects that a server marks with their type in JSON, as it does nowhere
// else; protobuf has no place for that.
var typed = map[reflect.Type]bool{reflect.TypeFor[corev1.PersistentVolumeClaim](): true}

type field struct {
	number  int
	name    string
	kind    string
	flags   []string
	message int
}

type message struct {
	name   string
	fields []field
}

type tables struct {
	ids      map[reflect.Type]int
	messages []message
}

func fail(format string, args ...any) { builtin.Fail("typetables: "+format, args...) }

func (t *tables) messageOf(typ reflect.Type) int {
	if id, ok := t.ids[typ]; ok {
		return id
	}
	id := len(t.messages)
	t.ids[typ] = id
	t.messages = append(t.messages, message{name: shortPackage(typ) + "." + typ.Name()})
	fields := t.fieldsOf(typ)
	t.messages[id].fields = fields
	return id
}

func shortPackage(typ reflect.Type) string {
	parts := strings.Split(typ.PkgPath(), "/")
	return strings.Join(parts[max(0, len(parts)-2):], ".")
}

func (t *tables) fieldsOf(typ reflect.Type) []field {
	var out []field
	for i := range typ.NumField() {
		f := typ.Field(i)
		if f.Type == reflect.TypeFor[metav1.TypeMeta]() {
			continue // the envelope says it
		}
		tag := f.Tag.Get("protobuf")
		json := strings.Split(f.Tag.Get("json"), ",")
		if json[0] == "-" && len(json) == 1 {
			continue
		}
		if tag == "" || tag == "-" {
			fail("%s.%s has no protobuf number", typ, f.Name)
		}
		number, err := strconv.Atoi(strings.Split(tag, ",")[1])
		if err != nil {
			fail("%s.%s: %v", typ, f.Name, err)
		}
		row := field{number: number, name: json[0]}
		for _, option := range json[1:] {
			switch option {
			case "omitempty":
				row.flags = append(row.flags, "kOmitEmpty")
			case "omitzero":
				row.flags = append(row.flags, "kOmitZero")
			case "inline", "":
			default:
				fail("%s.%s: json option %q", typ, f.Name, option)
			}
		}
		if f.Anonymous && json[0] == "" {
			row.flags = append(row.flags, "kInline")
		} else if json[0] == "" {
			fail("%s.%s has no JSON name", typ, f.Name)
		}
		t.describe(&row, typ, f)
		out = append(out, row)
	}
	return out
}

func (t *tables) describe(row *field, owner reflect.Type, f reflect.StructField) {
	typ := f.Type
	where := owner.String() + "." + f.Name
	switch {
	case typ.Kind() == reflect.Pointer:
		row.flags = append(row.flags, "kPointer")
		typ = typ.Elem()
	case isStringList(typ), typ.Kind() == reflect.Slice && typ.Elem().Kind() == reflect.Uint8:
	case typ.Kind() == reflect.Slice:
		row.flags = append(row.flags, "kRepeated")
		typ = typ.Elem()
		if typ.Kind() == reflect.Pointer {
			typ = typ.Elem()
		}
	case typ.Kind() == reflect.Map:
		if typ.Key().Kind() != reflect.String {
			fail("%s: map of %s", where, typ.Key())
		}
		row.flags = append(row.flags, "kMap")
		typ = typ.Elem()
	}
	row.kind, row.message = t.kindOf(typ, where)
	if typed[typ] {
		row.flags = append(row.flags, "kTyped")
	}
	if slices.Contains(row.flags, "kOmitZero") && !canOmitZero(row, f.Type) {
		fail("%s: omitzero of %s is not known to the decoder", where, f.Type)
	}
}

// What the decoder does with omitzero: nothing for a nil pointer, slice or map, nor for the zero of
// a scalar, a text or a time. A Go type may say otherwise by a method of its own.
func canOmitZero(row *field, typ reflect.Type) bool {
	_, own := typ.MethodByName("IsZero")
	for _, flag := range row.flags {
		if flag == "kPointer" || flag == "kRepeated" || flag == "kMap" {
			return !own
		}
	}
	switch row.kind {
	case "kString", "kBool", "kInt", "kUint", "kDouble":
		return !own
	}
	return row.kind == "kTime"
}

// A named list of strings that travels as a message with one repeated field.
func isStringList(typ reflect.Type) bool {
	if typ.Kind() != reflect.Slice || typ.Elem().Kind() != reflect.String {
		return false
	}
	_, ok := reflect.PointerTo(typ).MethodByName("Marshal")
	return ok
}

func (t *tables) kindOf(typ reflect.Type, where string) (string, int) {
	if kind, ok := special[typ]; ok {
		if strings.HasPrefix(kind, "kSchema") {
			return kind, t.messageOf(reflect.TypeFor[apiextensionsv1.JSONSchemaProps]())
		}
		return kind, 0
	}
	if isStringList(typ) {
		return "kStringList", 0
	}
	if _, ok := reflect.PointerTo(typ).MethodByName("MarshalJSON"); ok {
		fail("%s: %s has a JSON form of its own", where, typ)
	}
	switch typ.Kind() {
	case reflect.String:
		return "kString", 0
	case reflect.Bool:
		return "kBool", 0
	case reflect.Int32, reflect.Int64:
		return "kInt", 0
	case reflect.Uint32, reflect.Uint64:
		return "kUint", 0
	case reflect.Float64:
		return "kDouble", 0
	case reflect.Slice:
		if typ.Elem().Kind() == reflect.Uint8 {
			return "kBytes", 0
		}
	case reflect.Struct:
		return "kMessage", t.messageOf(typ)
	}
	fail("%s: no kind for %s", where, typ)
	return "", 0
}

type root struct {
	apiVersion, kind string
	message          int
}

func (t *tables) roots() []root {
	var out []root
	for _, typ := range builtin.Types() {
		out = append(out, root{typ.Kind.GroupVersion().String(), typ.Kind.Kind, t.messageOf(typ.Go)})
	}
	return out
}

func main() {
	t := &tables{ids: map[reflect.Type]int{}}
	listMeta := t.messageOf(reflect.TypeFor[metav1.ListMeta]())
	objectMeta := t.messageOf(reflect.TypeFor[metav1.ObjectMeta]())
	roots := t.roots()
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	fmt.Fprint(out, "// Written by tests/kube/tools/typetables. Do not edit.\n"+
		"#include \"kube/protobuf/type_table.h\"\n\nnamespace oarlock::kube::protobuf {\nnamespace {\n\n")
	for i, m := range t.messages {
		fmt.Fprintf(out, "// %s\n", m.name)
		if len(m.fields) == 0 {
			continue
		}
		fmt.Fprintf(out, "constexpr Field kF%d[] = {\n", i)
		for _, f := range m.fields {
			flags := "0"
			if len(f.flags) > 0 {
				flags = strings.Join(f.flags, " | ")
			}
			fmt.Fprintf(out, "    {%d, %q, Kind::%s, %s, %d},\n", f.number, f.name, f.kind, flags, f.message)
		}
		fmt.Fprint(out, "};\n")
	}
	fmt.Fprint(out, "\nconstexpr Message kAllMessages[] = {\n")
	for i, m := range t.messages {
		if len(m.fields) == 0 {
			fmt.Fprintf(out, "    {%q, {}},\n", m.name)
		} else {
			fmt.Fprintf(out, "    {%q, kF%d},\n", m.name, i)
		}
	}
	fmt.Fprint(out, "};\n\n// Sorted by apiVersion and kind.\nconstexpr Root kAllRoots[] = {\n")
	for _, r := range roots {
		fmt.Fprintf(out, "    {%q, %q, %d},\n", r.apiVersion, r.kind, r.message)
	}
	fmt.Fprintf(out, "};\n\n}  // namespace\n\nconst std::span<const Message> kMessages = kAllMessages;\n"+
		"const std::span<const Root> kRoots = kAllRoots;\nconst uint16_t kListMetaMessage = %d;\n"+
		"const uint16_t kObjectMetaMessage = %d;\n\n}  // namespace oarlock::kube::protobuf\n", listMeta, objectMeta)
}
