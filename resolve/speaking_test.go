package resolve

import (
	"strings"
	"testing"
	"time"

	"weltentor/orders"
	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/receipt"
	"weltentor/resolve/sent"
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

// Messages that come otherwise than in a file of orders are added as those of a letter that only speaks.
func TestSayAddsMessages(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2, func(s *world.Settings) { s.Press = world.PressNow })
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.sent("", b.clockAt)
	for i, to := range []string{"2", "2", "7"} {
		must(t, b.Update(func(tx *store.Tx) error {
			c, err := b.Now(tx)
			must(t, err)
			d := world.Session{World: b.World, Tx: tx, Current: c, At: b.clockAt}
			read, err := sent.Read(b.Setup, b.letter(1, "Yes.\n\n> Peace?\n"))
			must(t, err)
			from, end, err := sent.Of(d, read)
			if err != nil || end != nil {
				t.Fatal(end, err)
			}
			rec, _, err := d.Record(1)
			must(t, err)
			said, end, err := intake.Say(from, 1, rec, orders.Message{To: to, Text: "Yes.\n$A\ndig 9\n-- \n`$E`\n#M\nBob"})
			if err != nil || end != nil || len(said.After.News.Lines) != []int{1, 0, 1}[i] ||
				said.Press.Now != []int{1, 0, 1}[i] {
				t.Errorf("%d: %+v, %+v, %v", i, said, end, err)
			}
			return err
		}))
	}
	if got := b.sent("press", b.clockAt); len(got) != 1 || !strings.Contains(got[0].Text, "  Yes.\n") {
		t.Errorf("passed on: %+v", got)
	}
	if got := b.inForce(1); !strings.Contains(got, "dig 1") || !strings.Contains(got, "#2\nYes.\n $A\ndig 9\n --\n `$E`\n #M\nBob\n#7\n") {
		t.Errorf("in force: %q", got)
	}
}
