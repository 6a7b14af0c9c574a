package docs

import (
	"slices"
	"testing"
)

// A question brings the rules that have two of its rare words. One that is about nothing in the rules brings none.
func TestHints(t *testing.T) {
	for _, c := range []struct{ lang, question, want string }{
		{"en", "Can I attack a field with a wall from the sea?", "14.1"},
		{"en", "How do sorcerers call a demon?", ""},
		{"de", "Wie ruft ein Zauberer einen Dämon?", ""},
		{"en", "How are you today, and what do you have for dinner?", "none"},
		{"de", "Wer spielt das, und was gibt es bei euch zu essen?", "none"},
	} {
		got := Hints("thoramar", c.lang, c.question)
		t.Logf("%s: %q", c.question, got)
		if len(got) > mostHints || len(got) == 0 != (c.want == "none") || c.want != "" && c.want != "none" && !slices.Contains(got, c.want) {
			t.Errorf("%s: %q", c.question, got)
		}
	}
}
