package resolve

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/letters"
	"weltentor/resolve/master"
	"weltentor/resolve/receipt"
	"weltentor/resolve/schedule"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// noAnswer is a server that is down, as others say it.
var noAnswer = deadlines.Reason{Detail: "no answer from imap.example.org"}

// fails records that the mailbox could not be read.
func (b *table) fails(at time.Time) {
	b.t.Helper()
	must(b.t, turns.MailboxFailed(b.World, noAnswer, at))
}

// The server is down from before the deadline until after it. The turn waits an hour after the last failure, and until
// the mailbox has been read to its end.
func TestAMailboxThatFails(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	b.fails(friday.Add(-5 * time.Minute))
	b.fails(friday)
	b.fails(friday.Add(3 * time.Hour))
	b.waits(friday.Add(3*time.Hour+5*time.Minute), "waits-mailbox")
	s, err := master.StatusOf(b.World, friday.Add(4*time.Hour))
	must(t, err)
	if s.Due || !s.Passed || s.Mailbox == nil || !s.Mailbox.Unread ||
		!s.Mailbox.Since.Equal(friday.Add(-5*time.Minute)) ||
		!s.Mailbox.Failed.Equal(friday.Add(3*time.Hour)) || s.Mailbox.Reason != "no answer from imap.example.org" {
		t.Errorf("%+v, mailbox %+v", s, s.Mailbox)
	}
	b.waits(friday.Add(5*time.Hour), "waits-mailbox") // two hours later, but nothing was read
	must(t, turns.MailboxRead(b.World))
	b.waits(friday.Add(4*time.Hour-time.Second), "waits-mailbox")
	b.advance(friday.Add(4 * time.Hour))
	if s, err := master.StatusOf(b.World, friday.Add(4*time.Hour)); err != nil || s.Mailbox != nil ||
		!s.Deadline.Equal(friday.AddDate(0, 0, 7)) {
		t.Errorf("%+v, %v", s, err) // it was resolved within 12 hours of its deadline
	}
}

// The mailbox holds up anything that would resolve a turn, except the game master's force. Orders are taken, with a
// receipt that says why it takes longer.
func TestWhatAMailboxHoldsUp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		rules tiny
		at    time.Time
	}{{"the deadline", tiny{}, friday}, {"all in", tiny{}, day0.Add(2 * time.Hour)},
		{"at once", tiny{due: game.Now}, day0.Add(2 * time.Hour)}} {
		b := sit(t, c.rules, 1, func(s *world.Settings) { s.Early = true })
		b.sent("", day0)
		b.fails(c.at.Add(-30 * time.Minute))
		must(t, turns.MailboxRead(b.World))
		b.clockAt = c.at
		b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
		if got := b.sent("receipt", c.at); !strings.Contains(got[0].Text,
			"Das Postfach des Spiels war zeitweise nicht lesbar; der Zug wird darum etwas später ausgewertet.") {
			t.Errorf("%s:\n%s", c.name, got[0].Text)
		}
		b.waits(c.at, "waits-mailbox")
		if a, err := turns.Advance(b.World, c.at, true); err != nil || !a.Resolved {
			t.Errorf("%s, forced: %+v, %v", c.name, a, err)
		}
	}
}

// If reading was cut short for want of time, the turn waits until the mailbox has been read to its end, and no longer.
func TestAMailboxNotReadToItsEnd(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	must(t, letters.MailboxLeft(b.World, deadlines.Reason{Detail: "time is up"}, friday.Add(-5*time.Minute)))
	b.waits(friday, "waits-mailbox")
	if s, err := master.StatusOf(b.World, friday); err != nil || !s.Mailbox.Unread || !s.Mailbox.Failed.IsZero() ||
		!s.Mailbox.Since.Equal(friday.Add(-5*time.Minute)) {
		t.Errorf("%+v, %v", s.Mailbox, err)
	}
	must(t, turns.MailboxRead(b.World))
	b.advance(friday)
}

// Letters that wait for something that does not come hold the turn up, too, and the game master is told.
func TestAMailboxNotReadToItsEndForLong(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	b.sent("", day0)
	for h := range 8 {
		why := deadlines.Reason{Detail: "one letter waits"}
		must(t, letters.MailboxLeft(b.World, why, friday.Add(time.Duration(h)*time.Hour)))
	}
	if got := b.sent("notice", friday.Add(8*time.Hour)); len(got) != 1 ||
		!strings.Contains(got[0].Text, "war seit Freitag, 27. November 2026, 18:00 Uhr") ||
		!strings.Contains(got[0].Text, "\n  one letter waits\n") {
		t.Errorf("%+v", got)
	}
}

// A failure in the future was recorded by a clock that was wrong.
func TestAMailboxThatFailsInTheFuture(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	b.fails(friday.AddDate(1, 0, 0))
	must(t, turns.MailboxRead(b.World))
	b.advance(friday)
}

// A mailbox that is read every five minutes leaves no trace.
func TestAMailboxThatIsReadChangesNothing(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	before := b.bytes()
	must(t, turns.MailboxRead(b.World))
	if !slices.Equal(before, b.bytes()) {
		t.Error("the store was written to")
	}
}

// A mailbox that fails now and then would hold the turn up for ever. From six hours after the deadline the game master
// is told every day.
func TestAMailboxThatFailsForDays(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	b.sent("", day0)
	var told []time.Time
	for at := friday.Add(-time.Hour); at.Before(friday.AddDate(0, 0, 3)); at = at.Add(30 * time.Minute) {
		b.fails(at)
		must(t, turns.MailboxRead(b.World))
		a, err := turns.Advance(b.World, at.Add(5*time.Minute), false)
		must(t, err)
		if a.Resolved {
			t.Fatalf("resolved at %s", at)
		}
		for _, d := range b.sent("notice", at.Add(5*time.Minute)) {
			told = append(told, at)
			if d.To != "leiter@example.org" || d.Subject != "[Bovistan] Ein Zug wartet auf das Postfach" ||
				!strings.Contains(d.Text,
					"Zug 1 war am Freitag, 27. November 2026, 18:00 Uhr (Europe/Berlin) fällig und ist noch nicht "+
						"ausgewertet: Das Postfach war seit Freitag, 27. November 2026, 17:00 Uhr (Europe/Berlin) "+
						"nicht immer ganz lesbar.") ||
				!strings.Contains(d.Text, "\n  no answer from imap.example.org\n") ||
				!strings.Contains(d.Text, "weltentor turn --force") {
				t.Errorf("%s\n%s", d.Subject, d.Text)
			}
		}
	}
	want := []time.Time{friday.Add(6 * time.Hour), friday.Add(30 * time.Hour), friday.Add(54 * time.Hour)}
	if !slices.EqualFunc(told, want, time.Time.Equal) {
		t.Errorf("told at %v, want %v", told, want)
	}
	if a, err := turns.Advance(b.World, friday.AddDate(0, 0, 3), true); err != nil || !a.Resolved {
		t.Errorf("forced: %+v, %v", a, err)
	}
}

// Whatever happens in whatever order, no turn comes before its announced deadline, in a pause, or within an hour of a
// failure of the mailbox. Nobody is reminded twice in a turn, or after sending orders. Grace moves a deadline at most
// once for each realm.
func TestPaceHolds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		b := sit(t, tiny{inTurn: rapid.Bool().Draw(r, "in turn")}, 3,
			hours(rapid.SampledFrom([]int{0, 6, 48}).Draw(r, "reminder"),
				rapid.SampledFrom([]int{0, 5, 30}).Draw(r, "grace")))
		b.reopen(tiny{inTurn: b.Rules.(tiny).inTurn}, func(s *world.Settings) {
			s.Reminder, s.Grace = b.Settings.Reminder, b.Settings.Grace
			if rapid.Bool().Draw(r, "by days") {
				s.Deadline = chronicle.Deadline{Days: rapid.IntRange(1, 10).Draw(r, "days")}
			}
		})
		now, turn := day0, 1
		var failed time.Time
		unread := false
		reminded, sent, graced := map[int]bool{}, map[int]bool{}, map[int]bool{}
		for range rapid.IntRange(5, 20).Draw(r, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(1, 40*60).Draw(r, "minutes")) * time.Minute)
			switch step := rapid.SampledFrom([]string{"fails", "reads", "reads", "mail", "pause", "resume", "away",
				"advance", "advance", "advance"}).Draw(r, "step"); step {
			case "fails":
				b.fails(now)
				failed, unread = now, true
			case "reads":
				must(t, turns.MailboxRead(b.World))
				unread = false
			case "mail":
				n := rapid.IntRange(1, 3).Draw(r, "realm")
				b.clockAt = now
				if b.accept(b.letter(n, fmt.Sprintf("$I %d PASSWORD\n$A\ndig 1\n", n))).Fate == receipt.Taken {
					sent[n] = true
				}
			case "pause":
				_, err := schedule.Pause(b.World, now.Add(time.Duration(rapid.IntRange(1, 200).Draw(r, "hours"))*time.Hour), now)
				must(t, err)
			case "resume":
				_, err := schedule.Resume(b.World, now)
				must(t, err)
			case "away":
				b.away(rapid.IntRange(1, 3).Draw(r, "realm"), turn)
			case "advance":
				before, err := master.StatusOf(b.World, now)
				must(t, err)
				a, err := turns.Advance(b.World, now, false)
				must(t, err)
				for _, n := range a.Reminded {
					if reminded[n] || sent[n] || before.Realms[n-1].Absent(turn) || !before.Realms[n-1].Asked {
						r.Fatalf("turn %d: realm %d reminded", turn, n)
					}
					reminded[n] = true
				}
				for _, n := range a.Graced {
					if graced[n] || sent[n] || before.Realms[n-1].Absent(turn) {
						r.Fatalf("turn %d: grace for realm %d", turn, n)
					}
					graced[n] = true
				}
				if len(a.Graced) > 0 && a.Deadline.Sub(before.Deadline) < b.Settings.Grace {
					r.Fatalf("moved from %s to %s", before.Deadline, a.Deadline)
				}
				if a.Resolved != before.Due && len(a.Graced) == 0 {
					r.Fatalf("status says due %t, resolved %t", before.Due, a.Resolved)
				}
				if !a.Resolved {
					continue
				}
				if before.Paused != nil || now.Before(before.Deadline) || unread || !failed.IsZero() &&
					now.Sub(failed) < time.Hour {
					r.Fatalf("turn %d resolved at %s: deadline %s, failed %s, %+v", turn, now, before.Deadline, failed,
						before)
				}
				turn++
				clear(reminded)
				clear(sent)
			}
		}
		v, err := turns.Verify(b.World)
		must(t, err)
		if len(v.Wrong) > 0 {
			r.Fatal(v.Wrong)
		}
	})
}
