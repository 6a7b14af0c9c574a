package turns_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/turns"
	"weltentor/resolve/worldtest"
)

var passwordOf = regexp.MustCompile(`\$I 2 (\S+)`)

// A substitution that ended with a turn goes on if the turn is taken back, with the same password. A player who has
// read that it is over is told so. One who has not read that is told neither.
func TestUndoBringsASubstituteBack(t *testing.T) {
	t.Parallel()
	for _, left := range []bool{true, false} {
		b, told := worldtest.Standing(t)
		password := passwordOf.FindStringSubmatch(told[0].Text)[1]
		b.Advance(worldtest.Friday)
		b.Sent("", worldtest.Friday.Add(time.Minute))
		second := worldtest.Friday.AddDate(0, 0, 7)
		b.Advance(second) // the last turn for which Ann plays
		over := 0
		if left {
			for _, d := range b.Sent("deadline", second.Add(time.Minute)) {
				if strings.Contains(d.Text, "is over") {
					over++
				}
			}
			if over != 2 {
				t.Fatalf("%d letters say that it is over", over)
			}
		}
		if b.SubstituteOf() != "" {
			t.Fatal("it is not over")
		}
		did := b.Undo(second.Add(time.Hour))
		if !slices.Equal(did.Stands, []int{2}) || b.SubstituteOf() != worldtest.Ann {
			t.Errorf("left %t: %+v, %q", left, did, b.SubstituteOf())
		}
		b.Verified()
		var again []outbox.Draft
		for _, d := range b.Sent("deadline", b.ClockAt.Add(time.Minute)) {
			if strings.Contains(d.Text, "substitution") {
				again = append(again, d)
			}
		}
		if !left {
			if len(again) != 0 {
				t.Errorf("of nothing they read %+v", again)
			}
		} else if len(again) != 2 || again[0].To != "r2@example.org" || again[1].To != worldtest.Ann {
			t.Errorf("they read %+v", again)
		} else {
			worldtest.Has(t, again[1].Subject+"\n"+again[1].Text, "The substitution goes on\n",
				"has taken back turn 2. So the substitution for realm 2 Reich2 goes on, up to and including turn 2.\n",
				"The substitute's password is valid again.\n")
		}
		if a := b.OrdersFrom(worldtest.Ann, "$I 2 "+password+"\n$A\ndig 7\n", func(*letter.Letter) {}); a.Fate != receipt.Taken {
			t.Errorf("left %t: her orders: %+v", left, a)
		}
		if said := b.Written(0); !slices.Contains(said, "substitute-again command") {
			t.Errorf("the log: %q", said)
		}
		b.Sent("", b.ClockAt)
		_, _, err := turns.Redo(b.World, b.ClockAt.Add(time.Hour))
		must(t, err)
		if got := overTo(b, b.ClockAt.Add(2*time.Hour)); !slices.Equal(got, []string{"r2@example.org", worldtest.Ann}) {
			t.Errorf("left %t: that it is over reaches %q", left, got)
		}
		if b.SubstituteOf() != "" {
			t.Error("it is not over")
		}
	}
}

// overTo returns who is told that a substitution is over.
func overTo(b *worldtest.Game, at time.Time) (to []string) {
	b.T.Helper()
	for _, d := range b.Sent("deadline", at) {
		if strings.Contains(d.Text, "substitution for realm 2 Reich2 is over") {
			to = append(to, d.To)
		}
	}
	return to
}

// If the turn is taken back and resolved again at once, nobody is told that the substitution goes on.
func TestUndoAndRedoOfASubstitutionsEnd(t *testing.T) {
	t.Parallel()
	b, _ := worldtest.Standing(t)
	b.Advance(worldtest.Friday)
	b.Advance(worldtest.Friday.AddDate(0, 0, 7))
	if got := overTo(b, b.ClockAt.Add(time.Minute)); len(got) != 2 {
		t.Fatalf("%q", got)
	}
	b.Undo(b.ClockAt.Add(time.Hour))
	_, _, err := turns.Redo(b.World, b.ClockAt.Add(time.Minute))
	must(t, err)
	for _, d := range b.Sent("", b.ClockAt.Add(time.Hour)) {
		if strings.Contains(d.Text, "substitution") {
			t.Errorf("%s reads\n%s", d.To, d.Text)
		}
	}
	b.Verified()
}

// A substitute who was forgotten since, or whose player has left, does not come back with the turn. Neither does one
// in whose place somebody else stands in.
func TestUndoBringsNobodyBackWhoIsGone(t *testing.T) {
	t.Parallel()
	const bob = "bob@example.net"
	for name, c := range map[string]struct {
		gone func(b *worldtest.Game)
		want string
	}{
		"forgotten": {func(b *worldtest.Game) {
			_, err := gamemaster.PlayerOf(b.World, 2).Forget(false, b.ClockAt)
			must(t, err)
		}, ""},
		"another":        {func(b *worldtest.Game) { b.Answering(bob, b.Offered(2, bob)) }, bob},
		"another player": {func(b *worldtest.Game) { must(t, players.Vacate(b.World, 2, b.ClockAt)) }, ""},
	} {
		b, _ := worldtest.Standing(t)
		b.Advance(worldtest.Friday)
		b.Advance(worldtest.Friday.AddDate(0, 0, 7))
		b.Sent("", b.ClockAt)
		b.ClockAt = b.ClockAt.Add(time.Hour)
		c.gone(b)
		did := b.Undo(b.ClockAt.Add(time.Hour))
		if len(did.Stands) != 0 || b.SubstituteOf() != c.want {
			t.Errorf("%s: %+v, %q stands in", name, did, b.SubstituteOf())
		}
		b.Verified()
	}
}
