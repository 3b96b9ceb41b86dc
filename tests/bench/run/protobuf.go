package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// The little of protobuf's wire form that cutting and joining lists needs. An answer is "k8s\0" and
// a message with the type (field 1) and the list's bytes (field 2); a list is its metadata (field 1)
// and its items (field 2).

var protobufMagic = []byte("k8s\x00")

const lengthDelimited = 2

// fields calls each with every length-delimited field of a message.
func fields(message []byte, each func(number int, value []byte)) error {
	for len(message) > 0 {
		tag, n := binary.Uvarint(message)
		if n <= 0 || tag&7 != lengthDelimited {
			return fmt.Errorf("protobuf: field with tag %d", tag)
		}
		message = message[n:]
		length, n := binary.Uvarint(message)
		if n <= 0 || length > uint64(len(message)-n) {
			return fmt.Errorf("protobuf: a field of %d bytes is cut", length)
		}
		each(int(tag>>3), message[n:n+int(length)])
		message = message[n+int(length):]
	}
	return nil
}

func splitProtobufList(answer []byte) (metadata []byte, items [][]byte, err error) {
	inner, ok := bytes.CutPrefix(answer, protobufMagic)
	if !ok {
		return nil, nil, fmt.Errorf("protobuf: no answer of an API server")
	}
	var raw []byte
	err = fields(inner, func(number int, value []byte) {
		if number == 2 {
			raw = value
		}
	})
	if err != nil {
		return nil, nil, err
	}
	err = fields(raw, func(number int, value []byte) {
		switch number {
		case 1:
			metadata = value
		case 2:
			items = append(items, value)
		}
	})
	return metadata, items, err
}

// protobufAnswer is `like` with another list in it.
func protobufAnswer(like, list []byte) []byte {
	var out bytes.Buffer
	out.Write(protobufMagic)
	_ = fields(like[len(protobufMagic):], func(number int, value []byte) {
		if number == 2 {
			value = list
		}
		writeField(&out, number, value)
	})
	return out.Bytes()
}

func writeField(out *bytes.Buffer, number int, value []byte) {
	out.Write(binary.AppendUvarint(nil, uint64(number<<3|lengthDelimited)))
	out.Write(binary.AppendUvarint(nil, uint64(len(value))))
	out.Write(value)
}
