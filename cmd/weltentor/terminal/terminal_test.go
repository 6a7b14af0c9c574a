package terminal

import (
	"strings"
	"testing"
)

// A character that is split between two writes comes out whole.
func TestPlainKeepsCharactersWhole(t *testing.T) {
	var b strings.Builder
	w := Plain(&b)
	// ü in two parts, ß, a CSI in two parts, invalid UTF-8, marks of direction
	for _, part := range []string{"Gr\xc3", "\xbc\xc3\x9fe\t\xc2", "\x9b\n\xff\u202e\u2066"} {
		if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	if got, want := b.String(), "Grüße\t\uFFFD\n\uFFFD\uFFFD\uFFFD"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
