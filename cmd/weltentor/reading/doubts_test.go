package reading_test

import (
	"testing"

	"weltentor/mailer/proof"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
)

// Whatever the mailer doubts, the player is told in both languages.
func TestDoubtsHaveWords(t *testing.T) {
	t.Parallel()
	for _, lang := range []phrase.Lang{phrase.De, phrase.En} {
		for _, doubt := range proof.Doubts {
			if !wording.Words(lang).Has("proof." + string(doubt)) {
				t.Errorf("%s: no words for %q", lang, doubt)
			}
		}
	}
}
