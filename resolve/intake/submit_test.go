package intake_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/intake"
	"weltentor/resolve/receipt"
	"weltentor/resolve/wording"
	"weltentor/resolve/worldtest"
)

// If the game refuses what the game master enters, that is no news for the player, who gets no receipt.
func TestSubmitOfNothingIsNotMailed(t *testing.T) {
	t.Parallel()
	b := worldtest.Played(t)
	at := b.ClockAt
	b.Sent("receipt", at)
	for text, want := range map[string]receipt.Fate{"$A\nno order of this game\n": receipt.Kept, "$I 2 x 1\n$A\ndig 2\n": receipt.Refused} {
		a, err := intake.Submit(b.World, 2, text, at)
		must(t, err)
		if got := b.Sent("receipt", at); a.Fate != want || a.Answered || len(got) > 0 {
			t.Errorf("%q: %s, %d letters", text, a.Fate, len(got))
		}
	}
	if a, err := intake.Submit(b.World, 2, "$A\ndig 2\n", at); err != nil || a.Fate != receipt.Taken || !a.Answered {
		t.Errorf("what is taken: %s, %v", a.Fate, err)
	}
}

// Orders that were entered for the wrong realm are taken back: those before them are in force as they were, with what
// letters that only speak had added, and again without them if the same is done once more. No message leaves twice. The
// player is told, and the orders are shown as those of the player's letter.
func TestTheLastSheetIsTakenBack(t *testing.T) {
	t.Parallel()
	b := worldtest.Plotting(t, 2)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n$N\n#2\nPeace?\n#E\n", receipt.Taken)
	b.Send(1, "$I 1 PASSWORD\n$N\n#2\nAnswer me.\n#E\n", receipt.Taken)
	was := b.InForce(1)
	row, err := gamemaster.Orders(b.World, 1, -1)
	must(t, err)
	_, err = intake.Submit(b.World, 1, "$A\ndig 2\n", b.ClockAt)
	must(t, err)
	b.Sent("", b.ClockAt)
	for i, want := range []string{was, b.InForce(1), was} {
		b.ClockAt = b.ClockAt.Add(time.Second)
		a, err := intake.Former(b.World, 1, b.ClockAt)
		must(t, err)
		if got := b.InForce(1); got != want || a.Fate != receipt.Taken || !a.Former {
			t.Errorf("%d: in force %q, want %q; %+v", i, got, want, a)
		}
		got := b.Sent("", b.ClockAt)
		if len(got) != 1 || !strings.Contains(got[0].Text, "Die Spielleitung hat diese früheren Befehle von Euch wieder") ||
			strings.Contains(got[0].Text, "ersetzt Eure") {
			t.Errorf("%d: %+v", i, got)
		}
	}
	again, err := gamemaster.Orders(b.World, 1, -1)
	must(t, err)
	again.Sent = row.Sent
	for i := range again.Letters {
		again.Letters[i].At = row.Letters[i].At
	}
	if !reflect.DeepEqual(again, row) {
		t.Errorf("the orders were\n%+v\nand are\n%+v", row, again)
	}
	b.Advance(worldtest.Friday)
	b.Verified()
}

// Where there were no orders before, there are none again: the turn waits for the realm as before. Without any orders
// there is nothing to take back.
func TestTheOnlySheetIsTakenBack(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	nothing := func() {
		t.Helper()
		if a, err := intake.Former(b.World, 1, b.ClockAt); err != nil || a.Fate != receipt.Refused ||
			wording.Words(phrase.De).Say(a.Reason) !=
				"Für dieses Reich sind in diesem Zug keine Befehle gekommen: Es gibt nichts zurückzunehmen." ||
			wording.Words(phrase.En).Say(a.Reason) !=
				"No orders of this realm have come for this turn; there is nothing to take back." {
			t.Errorf("%+v, %v", a, err)
		}
	}
	nothing()
	_, err := intake.Submit(b.World, 1, "$A\ndig 2\n", b.ClockAt)
	must(t, err)
	b.Sent("", b.ClockAt)
	b.ClockAt = b.ClockAt.Add(time.Second)
	a, err := intake.Former(b.World, 1, b.ClockAt)
	if err != nil || !a.Withdrawn {
		t.Fatal(a, err)
	}
	got := b.Sent("", b.ClockAt)
	if len(got) != 1 || got[0].Subject != "[Bovistan Z1] Befehle von der Spielleitung zurückgenommen" {
		t.Fatalf("%+v", got)
	}
	worldtest.Has(t, got[0].Text, "Von der Spielleitung zurückgenommen: Eure letzten Befehle für diesen Zug gelten nicht")
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	if must(t, err); !s.Realms[0].Sent.IsZero() {
		t.Errorf("it still counts as sent: %+v", s.Realms[0])
	}
	b.ClockAt = b.ClockAt.Add(time.Second)
	if a, err := intake.Former(b.World, 1, b.ClockAt); err != nil || !a.Former || a.Withdrawn {
		t.Error(a, err)
	}
	if got := b.InForce(1); !strings.Contains(got, "dig 2") {
		t.Errorf("in force: %q", got)
	}
}
