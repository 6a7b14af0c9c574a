package mime

import (
	"testing"
)

// A word from a mail has at most sixty characters, and all of them are visible.
func TestWord(t *testing.T) {
	sixty := ""
	for range 60 {
		sixty += "ü"
	}
	for in, want := range map[string]string{"a\r\nb\x00c": "abc", "a\u200bb": "ab", "a\xffb": "ab", "a\ufffdb": "ab",
		sixty: sixty, sixty + "x": sixty, "": ""} {
		if got := Word(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// A line of a header has no line ends, no control characters, and at most two hundred letters.
func TestOneLine(t *testing.T) {
	long := ""
	for range 200 {
		long += "ü"
	}
	for in, want := range map[string]string{
		"a\r\nb": "a b", " a \t b ": "a b", "a\x00b": "a b", "a\x1fb!": "a b!", "a\x7fb~": "a b~", "a\u0085b": "a b",
		"a\u2028b": "a b", "a\u2029b": "a b",
		"a\xffb": "a?b", "a\ufffdb": "a b", long: long, long + "x": long, "Ä \U0001f600": "Ä \U0001f600",
	} {
		if got := OneLine(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
