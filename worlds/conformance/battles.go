package conformance

import (
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// fighter is a rulebook that fights battles told in texts.
type fighter interface {
	game.Rulebook
	game.Battler
}

// longBattle is how many bytes a text may have whose battle AnyBattle fights: others may be large.
const longBattle = 1000

// AnyBattle holds, for a fuzz test, a text that may be anything: it is a battle or has problems, which have words; a
// battle is fought to an end.
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

// Worded holds that problems are said in both languages, with nothing left out: for texts that have none of the marks
// of a gap themselves.
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
