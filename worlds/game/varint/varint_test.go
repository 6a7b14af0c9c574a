package varint

import (
	"encoding/binary"
	"testing"

	"pgregory.net/rapid"
)

// As many rows may be announced as there are bytes, and not one more.
func TestRowsFitIntoTheirBytes(t *testing.T) {
	for said, want := range map[string]int{"\x00": 0, "\x00a": 0, "\x02ab": 2, "\x02abc": 2, "\x03ab": 0, "\x01": 0} {
		r := &Reader{Left: []byte(said)}
		if got := r.Count(); got != want || r.Bad != (want == 0 && said[0] > 0) {
			t.Errorf("%q: %d rows, bad %v, want %d", said, got, r.Bad, want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, u := rapid.Int64().Draw(t, "n"), rapid.Uint64().Draw(t, "u")
		text, b := rapid.String().Draw(t, "text"), rapid.Byte().Draw(t, "b")
		row := binary.AppendUvarint(binary.AppendVarint(nil, n), u)
		row = append(AppendText(AppendText(row, text), []byte{b}), b)
		r := Reader{Left: row}
		if r.Int() != n || r.Uint() != u || string(r.Text()) != text || string(r.Text()) != string([]byte{b}) ||
			r.Byte() != b || r.Bad || len(r.Left) > 0 {
			t.Fatalf("%d %d %q %d became %x, of which %x is left", n, u, text, b, row, r.Left)
		}
		cut := Reader{Left: row[:rapid.IntRange(0, len(row)-1).Draw(t, "cut")]}
		cut.Int()
		cut.Uint()
		cut.Text()
		cut.Text()
		if cut.Byte() != 0 || !cut.Bad || cut.Left != nil {
			t.Fatalf("%x is whole", row)
		}
	})
}
