package conformance

import (
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Guesses holds what is guessed for words that are none of the orders': the text of one line, wrong in one word, and the
// words that may be meant, parted by blanks.
func Guesses(t *testing.T, rules game.Rulebook, lines map[string]string) {
	t.Helper()
	for text, want := range lines {
		problems := rules.Language().Parse(text).Problems
		if len(problems) != 1 || problems[0].Severity != orders.Error {
			t.Errorf("%q: %v", text, problems)
			continue
		}
		var got []string
		for _, a := range problems[0].What.Args {
			if strings.HasPrefix(a.Name, "guess-") {
				got = append(got, a.S)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: guessed %q, want %q", text, got, want)
		}
		if said := rules.Words(phrase.En).Say(problems[0].What); !strings.Contains(said, "Did you mean") {
			t.Errorf("%q: %s", text, said)
		}
	}
}
