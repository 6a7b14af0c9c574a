package incoming

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The lines that may say who writes are those that a pattern finds, in every short text.
func TestIdentities(t *testing.T) {
	if got := slices.Collect(identities("a $i 1\n \t$\n\tI 2 x\n\n$Id 3\n$$i\n$A")); !slices.Equal(got, []string{"\tI 2 x", "$Id 3"}) {
		t.Errorf("%q", got)
	}
	pattern := regexp.MustCompile(`(?m)^\s*\$\s*[iI]`)
	const letters, longest = "$iI \nx", 7
	var try func(text string)
	try = func(text string) {
		var want []string
		for _, at := range pattern.FindAllStringIndex(text, -1) {
			line, _, _ := strings.Cut(text[strings.LastIndexByte(text[:at[1]], '\n')+1:], "\n")
			want = append(want, line)
		}
		if got := slices.Collect(identities(text)); !slices.Equal(got, want) || mayIdentify(text) != (want != nil) {
			t.Fatalf("%q gives %q, want %q", text, got, want)
		}
		if len(text) < longest {
			for _, c := range letters {
				try(text + string(c))
			}
		}
	}
	try("")
}
