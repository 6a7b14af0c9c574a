package resolve

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/letter"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/turns"
)

// A substitution that ended with a turn goes on if the turn is taken back, with the same password. A player who has
// read that it is over is told so. One who has not read that is told neither.
func TestUndoBringsASubstituteBack(t *testing.T) {
	t.Parallel()
	for _, left := range []bool{true, false} {
		b, told := standing(t)
		password := passwordOf.FindStringSubmatch(told[0].Text)[1]
		b.advance(friday)
		b.sent("", friday.Add(time.Minute))
		second := friday.AddDate(0, 0, 7)
		b.advance(second) // the last turn for which Ann plays
		over := 0
		if left {
			for _, d := range b.sent("deadline", second.Add(time.Minute)) {
				if strings.Contains(d.Text, "is over") {
					over++
				}
			}
			if over != 2 {
				t.Fatalf("%d letters say that it is over", over)
			}
		}
		if b.substituteOf() != "" {
			t.Fatal("it is not over")
		}
		did := b.undo(second.Add(time.Hour))
		if !slices.Equal(did.Stands, []int{2}) || b.substituteOf() != ann {
			t.Errorf("left %t: %+v, %q", left, did, b.substituteOf())
		}
		b.verified()
		var again []outbox.Draft
		for _, d := range b.sent("deadline", b.clockAt.Add(time.Minute)) {
			if strings.Contains(d.Text, "substitution") {
				again = append(again, d)
			}
		}
		if !left {
			if len(again) != 0 {
				t.Errorf("of nothing they read %+v", again)
			}
		} else if len(again) != 2 || again[0].To != "r2@example.org" || again[1].To != ann {
			t.Errorf("they read %+v", again)
		} else {
			has(t, again[1].Subject+"\n"+again[1].Text, "The substitution goes on\n",
				"has taken back turn 2. So the substitution for realm 2 Reich2 goes on, up to and including turn 2.\n",
				"The substitute's password is valid again.\n")
		}
		if a := b.from(ann, "$I 2 "+password+"\n$A\ndig 7\n", func(*letter.Letter) {}); a.Fate != receipt.Taken {
			t.Errorf("left %t: her orders: %+v", left, a)
		}
		if said := b.written(0); !slices.Contains(said, "substitute-again command") {
			t.Errorf("the log: %q", said)
		}
		b.sent("", b.clockAt)
		_, _, err := turns.Redo(b.World, b.clockAt.Add(time.Hour))
		must(t, err)
		if got := b.overTo(b.clockAt.Add(2 * time.Hour)); !slices.Equal(got, []string{"r2@example.org", ann}) {
			t.Errorf("left %t: that it is over reaches %q", left, got)
		}
		if b.substituteOf() != "" {
			t.Error("it is not over")
		}
	}
}

// overTo returns who is told that a substitution is over.
func (b *table) overTo(at time.Time) (to []string) {
	b.t.Helper()
	for _, d := range b.sent("deadline", at) {
		if strings.Contains(d.Text, "substitution for realm 2 Reich2 is over") {
			to = append(to, d.To)
		}
	}
	return to
}

// If the turn is taken back and resolved again at once, nobody is told that the substitution goes on.
func TestUndoAndRedoOfASubstitutionsEnd(t *testing.T) {
	t.Parallel()
	b, _ := standing(t)
	b.advance(friday)
	b.advance(friday.AddDate(0, 0, 7))
	if got := b.overTo(b.clockAt.Add(time.Minute)); len(got) != 2 {
		t.Fatalf("%q", got)
	}
	b.undo(b.clockAt.Add(time.Hour))
	_, _, err := turns.Redo(b.World, b.clockAt.Add(time.Minute))
	must(t, err)
	for _, d := range b.sent("", b.clockAt.Add(time.Hour)) {
		if strings.Contains(d.Text, "substitution") {
			t.Errorf("%s reads\n%s", d.To, d.Text)
		}
	}
	b.verified()
}

// A substitute who was forgotten since, or whose player has left, does not come back with the turn. Neither does one
// in whose place somebody else stands in.
func TestUndoBringsNobodyBackWhoIsGone(t *testing.T) {
	t.Parallel()
	const bob = "bob@example.net"
	for name, c := range map[string]struct {
		gone func(b *table)
		want string
	}{
		"forgotten": {func(b *table) {
			_, err := master.PlayerOf(b.World, 2).Forget(false, b.clockAt)
			must(t, err)
		}, ""},
		"another":        {func(b *table) { b.answering(bob, b.offered(2, bob)) }, bob},
		"another player": {func(b *table) { must(t, players.Vacate(b.World, 2, b.clockAt)) }, ""},
	} {
		b, _ := standing(t)
		b.advance(friday)
		b.advance(friday.AddDate(0, 0, 7))
		b.sent("", b.clockAt)
		b.clockAt = b.clockAt.Add(time.Hour)
		c.gone(b)
		did := b.undo(b.clockAt.Add(time.Hour))
		if len(did.Stands) != 0 || b.substituteOf() != c.want {
			t.Errorf("%s: %+v, %q stands in", name, did, b.substituteOf())
		}
		b.verified()
	}
}
