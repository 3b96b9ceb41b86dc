package main

import (
	"bytes"
	"strings"
	"testing"
)

func parsed(t *testing.T, text string) any {
	t.Helper()
	value, err := decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func TestADifferenceOfAnObjectIsFound(t *testing.T) {
	server := parsed(t, `{"kind":"Pod","metadata":{"name":"a","managedFields":[{"f":{}}]},
		"spec":{"n":1,"empty":{},"none":null,"list":[{"x":"","y":2}]}}`)
	for text, want := range map[string]string{
		`{"metadata":{"name":"a","managedFields":[{"f":{}}]},"spec":{"n":1,"list":[{"y":2}]}}`: "",
		`{"metadata":{"name":"a","managedFields":[{"f":{}}]},"spec":{"n":2,"list":[{"y":2}]}}`: ".spec.n",
		`{"metadata":{"name":"a","managedFields":[{"f":{}}]},"spec":{"n":1,"list":[{}]}}`:      ".spec.list[0].y",
		`{"metadata":{"name":"a"},"spec":{"n":1,"list":[{"y":2}]}}`:                            ".metadata.managedFields",
		`{"metadata":{"name":"a","managedFields":[{}]},"spec":{"n":1,"list":[{"y":2}]}}`:       ".metadata.managedFields[0].f",
	} {
		got := (&truth{}).compare(server, parsed(t, text))
		if (want == "") != (got == "") || !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	stripped := parsed(t, `{"metadata":{"name":"a"},"spec":{"n":1,"list":[{"y":2}]}}`)
	if got := (&truth{stripped: true}).compare(server, stripped); got != "" {
		t.Errorf("without managedFields: %s", got)
	}
}

func TestPodsFollowFromTheirIndex(t *testing.T) {
	g := generator{n: 500}
	seen := map[string]bool{}
	hashes := map[string]int{}
	for i := range g.n {
		p := g.pod(i)
		if p.name != g.name(i) || p.namespace != g.namespace(i) || text(p.body) != text(g.pod(i).body) {
			t.Fatalf("Pod %d is another one the second time", i)
		}
		if seen[p.name] {
			t.Errorf("the name %s is there twice", p.name)
		}
		seen[p.name] = true
		labels := p.body["metadata"].(object)["labels"].(object)
		hashes[labels["pod-template-hash"].(string)]++
	}
	if len(hashes) != (g.n+podsPerTemplate-1)/podsPerTemplate {
		t.Errorf("%d templates of %d Pods", len(hashes), g.n)
	}
}

func TestTheTimeIsFoundInBothEncodings(t *testing.T) {
	const digits = "1234567890123456789"
	for _, value := range []string{
		`{"f:` + sentKey + `":{},"` + sentKey + `":"` + digits + `"}`,
		"k:\"f:" + sentKey + "\":{}\x0a\x16" + sentKey + "\x12\x13" + digits + "\x1a",
	} {
		at, err := digitsOffset([]byte(value))
		if err != nil || value[at:at+sentDigits] != digits {
			t.Errorf("%q: offset %d, %v", value, at, err)
		}
	}
	if _, err := digitsOffset([]byte(`{"` + sentKey + `":"soon"}`)); err == nil {
		t.Error("no time, and no error")
	}
}

func TestAListOfProtobufIsCutAndJoined(t *testing.T) {
	var list, message bytes.Buffer
	writeField(&list, 1, []byte("meta"))
	writeField(&list, 2, []byte("first"))
	writeField(&list, 2, bytes.Repeat([]byte("x"), 300))
	writeField(&message, 1, []byte("type"))
	writeField(&message, 2, list.Bytes())
	answer := append([]byte("k8s\x00"), message.Bytes()...)
	meta, items, err := splitProtobufList(answer)
	if err != nil || string(meta) != "meta" || len(items) != 2 || len(items[1]) != 300 {
		t.Fatalf("%q, %d items, %v", meta, len(items), err)
	}
	if again := protobufAnswer(answer, list.Bytes()); !bytes.Equal(again, answer) {
		t.Errorf("%q is not %q", again, answer)
	}
	if _, _, err := splitProtobufList(answer[:len(answer)-1]); err == nil {
		t.Error("a cut answer is no error")
	}
}

func TestACopyHasOtherHexadecimalWordsOfTheSameLength(t *testing.T) {
	item := []byte(`{"uid":"1a2b3c4d","time":"2026-01-05","hash":"00ff00ff00","n":123456,"word":"facade"}`)
	got := renamer(item, 1).Replace(string(item))
	want := `{"uid":"4d5e6f70","time":"2026-01-05","hash":"3322332233","n":123456,"word":"facade"}`
	if got != want {
		t.Errorf("%s", got)
	}
}
