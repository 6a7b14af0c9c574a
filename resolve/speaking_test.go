package resolve

import (
	"strings"
	"testing"
	"time"

	"weltentor/resolve/letter"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
)

// Orders that waited for their proof are not overtaken by a letter that only speaks, and neither is such a letter by
// orders.
func TestSpeechOvertakesNothing(t *testing.T) {
	t.Parallel()
	for _, order := range [][2]string{{"$A\ndig 1\n", "$N\n#M\nHi\n"}, {"$N\n#M\nHi\n", "$A\ndig 1\n"}} {
		b := sit(t, tiny{}, 1, asking(world.ByDKIM))
		early, late := b.letter(1, "$I 1\n"+order[0]), b.letter(1, "$I 1\n"+order[1])
		late.Proof, early.Proof = proof, proof
		for _, l := range []letter.Letter{late, early} {
			if a := b.accept(l); a.Fate != receipt.Taken {
				t.Errorf("%q: %+v", l.Text, a)
			}
		}
		if got := b.inForce(1); !strings.Contains(got, "dig 1") || !strings.Contains(got, "#M\nHi\n") {
			t.Errorf("in force: %q", got)
		}
	}
}

// Who has only spoken still owes orders: the turn is not brought forward, and the player is reminded.
func TestWhoOnlySpeaksOwesOrders(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2, func(s *world.Settings) { s.Early, s.Reminder = true, 24*time.Hour })
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.send(2, "$I 2 PASSWORD\n$N\n#1\nPeace?\n#E\n", receipt.Taken)
	due := func() bool {
		var ready bool
		must(t, b.View(func(tx *store.Tx) error {
			s, err := b.Overview(tx, b.clockAt, false)
			ready = s.Ready.Due
			return err
		}))
		return ready
	}
	if due() {
		t.Error("a message brings the turn forward")
	}
	b.sent("", b.clockAt)
	if _, err := turns.Advance(b.World, friday.Add(-23*time.Hour), false); err != nil {
		t.Fatal(err)
	}
	if got := b.sent("deadline", friday.Add(-23*time.Hour)); len(got) != 1 || got[0].To != "r2@example.org" {
		t.Errorf("reminded: %+v", got)
	}
	b.send(2, "$I 2 PASSWORD\n$A\ndig 2\n", receipt.Taken)
	if !due() {
		t.Error("all have ordered, and the turn is not due")
	}
	if got := b.inForce(2); !strings.Contains(got, "Peace?") {
		t.Errorf("in force: %q", got)
	}
	b.advance(friday)
	b.verified()
}

// A letter to another player that goes with the turn is added to the orders in force, and none of its lines orders
// anything.
func TestALetterOfTheTurnIsAdded(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2, func(s *world.Settings) { s.Press = world.PressTurn })
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	for range 2 {
		b.send(1, "$I 1 PASSWORD\nLETTER 2\nYes.\n`$A`\ndig 9\n", receipt.Taken)
	}
	if got := b.inForce(1); !strings.Contains(got, "dig 1") || strings.Contains(got, "\ndig 9\n$") ||
		strings.Count(got, "#2\n") != 1 {
		t.Errorf("in force: %q", got)
	}
	b.send(1, "$I 1 PASSWORD\n$A\ndig 2\n", receipt.Taken)
	if got := b.inForce(1); !strings.Contains(got, "dig 2") || !strings.Contains(got, "Yes.") {
		t.Errorf("in force: %q", got)
	}
}
