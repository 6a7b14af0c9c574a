package conformance

import (
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// fighter is a rulebook that fights battles described in a text.
type fighter interface {
	game.Rulebook
	game.Battler
}

// longBattle is the longest text, in bytes, whose battle AnyBattle fights. Longer ones may be large battles.
const longBattle = 1000

// AnyBattle checks any text, for a fuzz test: it is a battle, or has problems with sentences. A battle is fought to
// its end.
func AnyBattle(t *testing.T, rb fighter, text string) {
	t.Helper()
	b, problems := rb.ReadBattle(text)
	if (b == nil) != (len(problems) > 0) {
		t.Fatalf("a battle %v with problems %v", b, problems)
	}
	for _, p := range problems {
		if said := rb.Words(phrase.De).Say(p.What); strings.Contains(said, "`battle") {
			t.Errorf("line %d: %s", p.Line, said)
		}
	}
	if b == nil || len(text) > longBattle {
		return
	}
	fought := b.Fight(game.Seed{1})
	if left := fought.Left(); left[0] < 0 || left[0] > 1000 || left[1] < 0 || left[1] > 1000 {
		t.Errorf("%v ‰ are left", left)
	}
	fought.Protocol(phrase.De)
}

// Worded checks that problems have sentences in both languages, without gaps. The text itself must have none of the
// marks of a gap.
func Worded(t *testing.T, rb game.Rulebook, problems []orders.Problem) {
	t.Helper()
	for _, p := range problems {
		for _, lang := range phrase.Langs {
			if said := rb.Words(lang).Say(p.What); strings.ContainsAny(said, "{}`") || said == "" {
				t.Errorf("line %d, %s in %s: %q", p.Line, p.What.Code, lang, said)
			}
		}
	}
}
