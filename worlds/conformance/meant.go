package conformance

import (
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Guesses checks what is guessed for unknown words. Each key is a line with one wrong word, each value the words that
// may be meant, separated by spaces.
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
