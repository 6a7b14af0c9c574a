package conformance

import (
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Spoken checks that the orders in a text are shown in the words of each language, whatever language a line was
// written in. want has the lines in the order of the text.
func Spoken(t *testing.T, l *orders.Language, text string, want map[phrase.Lang][]string) {
	t.Helper()
	got := l.Parse(text).Lines
	for _, lang := range phrase.Langs {
		if len(got) != len(want[lang]) {
			t.Fatalf("%s: %d lines, want %d", lang, len(got), len(want[lang]))
		}
		for i, line := range got {
			if shown := string(line.Order.Print(nil, lang)); shown != want[lang][i] {
				t.Errorf("%s: %q, want %q", lang, shown, want[lang][i])
			}
		}
	}
}
