package orders

import "testing"

// The line above a template, which its reader is told to leave, is no text that does not count when the filled template
// is pasted into a new letter; other text before the first section still is.
func TestTheLineAboveATemplate(t *testing.T) {
	for text, want := range map[string]int{"=== VORLAGE 0123abcd ===\n$S\n": 0, "=== VORLAGE ===\n$S\n": 1,
		"Nord 3\n$S\n": 1} {
		got := 0
		for _, p := range small().Parse(text).Problems {
			if p.What.Code == "before-sections" {
				got++
			}
		}
		if got != want {
			t.Errorf("%q: warned %d times", text, got)
		}
	}
}
