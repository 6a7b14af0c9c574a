package incoming

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A quick look never passes over a line that the pattern behind it matches.
func TestQuickLooks(t *testing.T) {
	piece := rapid.SampledFrom([]string{"1", "2", "9", "10", "13", "24", "31", "1999", "2026", "1405", "2569", "5787", "00", "59",
		".", "/", "-", ":", "h", " ", ", ", "年", "am", "AM", "Mai", "März", "May", "st", "th", " de ", "tháng", "г.",
		"wrote", "Schrieb", "A ÉCRIT", "a écrit", "skrev", "schreef", "on", "am ", "K.L", "000000", "<a@b.test>"})
	looks := map[string]struct {
		quick func(string) bool
		whole func(string) bool
	}{
		"a day":  {mayDay, func(l string) bool { return aDay().MatchString(l) }},
		"a time": {mayTime, func(l string) bool { return aTime().MatchString(l) }},
		"a verb": {hasVerb, func(l string) bool { return endsWithVerb().MatchString(l) }},
	}
	found := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		for range 200 {
			line := strings.Join(rapid.SliceOfN(piece, 1, 7).Draw(t, "line"), "")
			for name, look := range looks {
				if !look.whole(line) {
					continue
				}
				if found[name]++; !look.quick(line) {
					t.Fatalf("%s in %q is passed over", name, line)
				}
			}
		}
	})
	for name := range looks {
		if found[name] == 0 {
			t.Errorf("no line had %s", name)
		}
	}
}
