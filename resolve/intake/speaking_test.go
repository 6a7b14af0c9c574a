package intake_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/public"
	"weltentor/resolve/receipt"
	"weltentor/resolve/schedule"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// Orders that waited for their proof are not overtaken by a letter that only speaks, and neither is such a letter by
// orders.
func TestSpeechOvertakesNothing(t *testing.T) {
	t.Parallel()
	for _, order := range [][2]string{{"$A\ndig 1\n", "$N\n#M\nHi\n"}, {"$N\n#M\nHi\n", "$A\ndig 1\n"}} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1, asking(world.ByDKIM))
		early, late := b.Letter(1, "$I 1\n"+order[0]), b.Letter(1, "$I 1\n"+order[1])
		late.Proof, early.Proof = proof, proof
		for _, l := range []letter.Letter{late, early} {
			if a := b.Accept(l); a.Fate != receipt.Taken {
				t.Errorf("%q: %+v", l.Text, a)
			}
		}
		if got := b.InForce(1); !strings.Contains(got, "dig 1") || !strings.Contains(got, "#M\nHi\n") {
			t.Errorf("in force: %q", got)
		}
	}
}

// Who has only spoken still owes orders: the turn is not brought forward, the player is reminded, and everybody reads
// that orders are missing.
func TestWhoOnlySpeaksOwesOrders(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) {
		s.Early, s.Reminder, s.Public = true, 24*time.Hour, public.Shown{public.Sent}
	})
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Send(2, "$I 2 PASSWORD\n$N\n#1\nPeace?\n#E\n", receipt.Taken)
	page, err := gamemaster.PublicOf(b.World)
	must(t, err)
	if len(page.Sent) != 2 || !page.Sent[0].Sent || page.Sent[1].Sent {
		t.Errorf("%+v", page.Sent)
	}
	must(t, b.View(func(tx *store.Tx) error {
		s, err := b.Overview(tx, b.ClockAt, false)
		if got := wording.Words(phrase.En).Say(s.Ready.WaitsDeadline(s.Current.World.Asked())); !strings.Contains(got, "1 of 2") {
			t.Error(got)
		}
		return err
	}))
	due := func() bool {
		var ready bool
		must(t, b.View(func(tx *store.Tx) error {
			s, err := b.Overview(tx, b.ClockAt, false)
			ready = s.Ready.Due
			return err
		}))
		return ready
	}
	if due() {
		t.Error("a message brings the turn forward")
	}
	b.Sent("", b.ClockAt)
	if _, err := turns.Advance(b.World, worldtest.Friday.Add(-23*time.Hour), false); err != nil {
		t.Fatal(err)
	}
	if got := b.Sent("deadline", worldtest.Friday.Add(-23*time.Hour)); len(got) != 1 || got[0].To != "r2@example.org" {
		t.Errorf("reminded: %+v", got)
	}
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 2\n", receipt.Taken)
	if !due() {
		t.Error("all have ordered, and the turn is not due")
	}
	if got := b.InForce(2); !strings.Contains(got, "Peace?") {
		t.Errorf("in force: %q", got)
	}
	b.Advance(worldtest.Friday)
	b.Verified()
}

// Who has only spoken misses the turn: the count, the status, the public list and the trial say so, and so do the rules.
// Who is away misses none. If the turn is taken back, what was said is in force again and nothing is missed.
func TestWhoOnlySpeaksMissesTheTurn(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3, func(s *world.Settings) { s.Public = public.Shown{public.Turns} })
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Send(2, "$I 2 PASSWORD\n$N\n#1\nPeace?\n#E\n", receipt.Taken)
	b.Send(3, "$I 3 PASSWORD\n$N\n#1\nI shall be away.\n#E\n", receipt.Taken)
	_, _, err := schedule.Away(b.World, 3, 2, b.ClockAt)
	must(t, err)
	status := func() gamemaster.Status {
		s, err := gamemaster.StatusOf(b.World, b.ClockAt)
		must(t, err)
		return s
	}
	if s := status(); s.Realms[0].Sent.IsZero() || !s.Realms[1].Sent.IsZero() || s.Realms[1].Spoke.IsZero() {
		t.Errorf("status: %+v", s.Realms)
	}
	trial, err := turns.Try(b.World, b.ClockAt)
	must(t, err)
	if r := trial.Realms; !r[0].Sent || r[1].Sent || r[2].Sent {
		t.Errorf("trial: %+v", r)
	}
	given := func() (missed []int) {
		must(t, b.View(func(tx *store.Tx) error {
			for n := 1; n <= 3; n++ {
				if s, _ := sheets.Get(tx, 1, n); s.Missed {
					missed = append(missed, n)
				}
			}
			return nil
		}))
		return missed
	}
	b.Advance(worldtest.Friday)
	if s := status(); s.Realms[0].Missed != 0 || s.Realms[1].Missed != 1 || s.Realms[2].Missed != 0 {
		t.Errorf("missed: %+v", s.Realms)
	}
	if got := given(); !slices.Equal(got, []int{2}) {
		t.Errorf("the rules are told that %v missed the turn", got)
	}
	page, err := gamemaster.PublicOf(b.World)
	must(t, err)
	if row := page.Turns[0]; row.Sent != 1 || row.Asked != 3 || row.Missed != 2 {
		t.Errorf("public: %+v", row)
	}
	b.Verified()
	_, err = turns.Undo(b.World, turns.UndoOptions{Why: "x"}, worldtest.Friday.Add(time.Hour))
	must(t, err)
	if s := status(); s.Realms[1].Missed != 0 || given() != nil || !strings.Contains(b.InForce(2), "Peace?") {
		t.Errorf("taken back: %+v, %q", s.Realms[1], b.InForce(2))
	}
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 2\n", receipt.Taken)
	if _, err := turns.Advance(b.World, worldtest.Friday.Add(2*time.Hour), true); err != nil {
		t.Fatal(err)
	}
	if s := status(); s.Realms[1].Missed != 0 || given() != nil {
		t.Errorf("redone: %+v", s.Realms[1])
	}
	b.Verified()
}

// A letter to another player that goes with the turn is added to the orders in force, and none of its lines orders
// anything.
func TestALetterOfTheTurnIsAdded(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Press = world.PressTurn })
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	for range 2 {
		b.Send(1, "$I 1 PASSWORD\nLETTER 2\nYes.\n`$A`\ndig 9\n", receipt.Taken)
	}
	if got := b.InForce(1); !strings.Contains(got, "dig 1") || strings.Contains(got, "\ndig 9\n$") ||
		strings.Count(got, "#2\n") != 1 {
		t.Errorf("in force: %q", got)
	}
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 2\n", receipt.Taken)
	if got := b.InForce(1); !strings.Contains(got, "dig 2") || !strings.Contains(got, "Yes.") {
		t.Errorf("in force: %q", got)
	}
}
