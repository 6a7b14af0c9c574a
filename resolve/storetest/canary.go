package storetest

import (
	"bytes"
	"encoding/base64"
	"io"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// Unpacked returns bytes, followed by everything that is packed in them, also in pages that nobody uses. What follows a
// packed frame need not be one, so each is opened as far as that works.
func Unpacked(raw []byte) []byte {
	magic, out := []byte{0x28, 0xb5, 0x2f, 0xfd}, bytes.Clone(raw)
	for {
		at := bytes.Index(raw, magic)
		if at < 0 {
			return out
		}
		z, err := zstd.NewReader(bytes.NewReader(raw[at:]), zstd.WithDecoderConcurrency(1),
			zstd.WithDecoderMaxMemory(64<<20))
		if err == nil {
			plain, _ := io.ReadAll(z)
			z.Close()
			out = append(out, Unpacked(plain)...)
		}
		raw = raw[at+len(magic):]
	}
}

// Sings returns which of some words are in bytes, packed or not: as they are, or in base64, wherever they begin in the
// three bytes.
func Sings(raw []byte, words ...string) (found []string) {
	plain := Unpacked(raw)
	for _, w := range words {
		shapes := [][]byte{[]byte(w)}
		for before := range 3 {
			coded := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("x", before) + w))
			shapes = append(shapes, []byte(coded[(before*8+5)/6:(before+len(w))*8/6]))
		}
		if slices.ContainsFunc(shapes, func(s []byte) bool { return bytes.Contains(plain, s) }) {
			found = append(found, w)
		}
	}
	return found
}
