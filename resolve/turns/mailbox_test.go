package turns_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/notices"
	"weltentor/resolve/receipt"
	"weltentor/resolve/schedule"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// noAnswer is a server that is down, as others say it.
var noAnswer = deadlines.Reason{Detail: "no answer from imap.example.org"}

// fails records that the mailbox could not be read.
func fails(b *worldtest.Game, at time.Time) {
	b.T.Helper()
	must(b.T, notices.MailboxFailed(b.World, noAnswer, at))
}

// The server is down from before the deadline until after it. The turn waits an hour after the last failure, and until
// the mailbox has been read to its end.
func TestAMailboxThatFails(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	fails(b, worldtest.Friday.Add(-5*time.Minute))
	fails(b, worldtest.Friday)
	fails(b, worldtest.Friday.Add(3*time.Hour))
	b.Waits(worldtest.Friday.Add(3*time.Hour+5*time.Minute), "waits-mailbox")
	s, err := gamemaster.StatusOf(b.World, worldtest.Friday.Add(4*time.Hour))
	must(t, err)
	if s.Due || !s.Passed || s.Mailbox == nil || !s.Mailbox.Unread ||
		!s.Mailbox.Since.Equal(worldtest.Friday.Add(-5*time.Minute)) ||
		!s.Mailbox.Failed.Equal(worldtest.Friday.Add(3*time.Hour)) || s.Mailbox.Reason != "no answer from imap.example.org" {
		t.Errorf("%+v, mailbox %+v", s, s.Mailbox)
	}
	b.Waits(worldtest.Friday.Add(5*time.Hour), "waits-mailbox") // two hours later, but nothing was read
	must(t, notices.MailboxRead(b.World))
	b.Waits(worldtest.Friday.Add(4*time.Hour-time.Second), "waits-mailbox")
	b.Advance(worldtest.Friday.Add(4 * time.Hour))
	if s, err := gamemaster.StatusOf(b.World, worldtest.Friday.Add(4*time.Hour)); err != nil || s.Mailbox != nil ||
		!s.Deadline.Equal(worldtest.Friday.AddDate(0, 0, 7)) {
		t.Errorf("%+v, %v", s, err) // it was resolved within 12 hours of its deadline
	}
}

// The mailbox holds up anything that would resolve a turn, except the game master's force. Orders are taken, with a
// receipt that says why it takes longer.
func TestWhatAMailboxHoldsUp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		rules worldtest.Tiny
		at    time.Time
	}{{"the deadline", worldtest.Tiny{}, worldtest.Friday}, {"all in", worldtest.Tiny{}, worldtest.Day0.Add(2 * time.Hour)},
		{"at once", worldtest.Tiny{Due: game.Now}, worldtest.Day0.Add(2 * time.Hour)}} {
		b := worldtest.Found(t, c.rules, 1, func(s *world.Settings) { s.Early = true })
		b.Sent("", worldtest.Day0)
		fails(b, c.at.Add(-30*time.Minute))
		must(t, notices.MailboxRead(b.World))
		b.ClockAt = c.at
		b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
		if got := b.Sent("receipt", c.at); !strings.Contains(got[0].Text,
			"Das Postfach des Spiels war zeitweise nicht lesbar; der Zug wird darum etwas später ausgewertet.") {
			t.Errorf("%s:\n%s", c.name, got[0].Text)
		}
		b.Waits(c.at, "waits-mailbox")
		if a, err := turns.Advance(b.World, c.at, true); err != nil || !a.Resolved {
			t.Errorf("%s, forced: %+v, %v", c.name, a, err)
		}
	}
}

// If reading was cut short for want of time, the turn waits until the mailbox has been read to its end, and no longer.
func TestAMailboxNotReadToItsEnd(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	must(t, notices.MailboxLeft(b.World, deadlines.Reason{Detail: "time is up"}, worldtest.Friday.Add(-5*time.Minute)))
	b.Waits(worldtest.Friday, "waits-left")
	if s, err := gamemaster.StatusOf(b.World, worldtest.Friday); err != nil || !s.Mailbox.Unread || !s.Mailbox.Failed.IsZero() ||
		!s.Mailbox.Since.Equal(worldtest.Friday.Add(-5*time.Minute)) {
		t.Errorf("%+v, %v", s.Mailbox, err)
	}
	must(t, notices.MailboxRead(b.World))
	b.Advance(worldtest.Friday)
}

// Letters that wait for something that does not come hold the turn up, too, and the game master is told.
func TestAMailboxNotReadToItsEndForLong(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	for h := range 8 {
		why := deadlines.Reason{Detail: "one letter waits"}
		must(t, notices.MailboxLeft(b.World, why, worldtest.Friday.Add(time.Duration(h)*time.Hour)))
	}
	if got := b.Sent("notice", worldtest.Friday.Add(8*time.Hour)); len(got) != 1 ||
		!strings.Contains(got[0].Text, "war seit Freitag, 27. November 2026, 18:00 Uhr") ||
		!strings.Contains(got[0].Text, "\n  one letter waits\n") {
		t.Errorf("%+v", got)
	}
}

// A failure in the future was recorded by a clock that was wrong.
func TestAMailboxThatFailsInTheFuture(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	fails(b, worldtest.Friday.AddDate(1, 0, 0))
	must(t, notices.MailboxRead(b.World))
	b.Advance(worldtest.Friday)
}

// A mailbox that is read every five minutes leaves no trace.
func TestAMailboxThatIsReadChangesNothing(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	before := b.Bytes()
	must(t, notices.MailboxRead(b.World))
	if !slices.Equal(before, b.Bytes()) {
		t.Error("the store was written to")
	}
}

// A mailbox that fails now and then would hold the turn up for ever. From six hours after the deadline the game master
// is told every day.
func TestAMailboxThatFailsForDays(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	var told []time.Time
	for at := worldtest.Friday.Add(-time.Hour); at.Before(worldtest.Friday.AddDate(0, 0, 3)); at = at.Add(30 * time.Minute) {
		fails(b, at)
		must(t, notices.MailboxRead(b.World))
		a, err := turns.Advance(b.World, at.Add(5*time.Minute), false)
		must(t, err)
		if a.Resolved {
			t.Fatalf("resolved at %s", at)
		}
		for _, d := range b.Sent("notice", at.Add(5*time.Minute)) {
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
	want := []time.Time{worldtest.Friday.Add(6 * time.Hour), worldtest.Friday.Add(30 * time.Hour), worldtest.Friday.Add(54 * time.Hour)}
	if !slices.EqualFunc(told, want, time.Time.Equal) {
		t.Errorf("told at %v, want %v", told, want)
	}
	if a, err := turns.Advance(b.World, worldtest.Friday.AddDate(0, 0, 3), true); err != nil || !a.Resolved {
		t.Errorf("forced: %+v, %v", a, err)
	}
}

// Whatever happens in whatever order, no turn comes before its announced deadline, in a pause, or within an hour of a
// failure of the mailbox. Nobody is reminded twice in a turn, or after sending orders. Grace moves a deadline at most
// once for each realm.
func TestPaceHolds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		b := worldtest.Found(t, worldtest.Tiny{InTurn: rapid.Bool().Draw(r, "in turn")}, 3,
			worldtest.Hours(rapid.SampledFrom([]int{0, 6, 48}).Draw(r, "reminder"),
				rapid.SampledFrom([]int{0, 5, 30}).Draw(r, "grace")))
		b.Reopen(worldtest.Tiny{InTurn: b.Rules.(worldtest.Tiny).InTurn}, func(s *world.Settings) {
			s.Reminder, s.Grace = b.Settings.Reminder, b.Settings.Grace
			if rapid.Bool().Draw(r, "by days") {
				s.Deadline = chronicle.Deadline{Days: rapid.IntRange(1, 10).Draw(r, "days")}
			}
		})
		now, turn := worldtest.Day0, 1
		var failed time.Time
		unread := false
		reminded, sent, graced := map[int]bool{}, map[int]bool{}, map[int]bool{}
		for range rapid.IntRange(5, 20).Draw(r, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(1, 40*60).Draw(r, "minutes")) * time.Minute)
			switch step := rapid.SampledFrom([]string{"fails", "reads", "reads", "mail", "pause", "resume", "away",
				"advance", "advance", "advance"}).Draw(r, "step"); step {
			case "fails":
				fails(b, now)
				failed, unread = now, true
			case "reads":
				must(t, notices.MailboxRead(b.World))
				unread = false
			case "mail":
				n := rapid.IntRange(1, 3).Draw(r, "realm")
				b.ClockAt = now
				if b.Accept(b.Letter(n, fmt.Sprintf("$I %d PASSWORD\n$A\ndig 1\n", n))).Fate == receipt.Taken {
					sent[n] = true
				}
			case "pause":
				_, err := schedule.Pause(b.World, now.Add(time.Duration(rapid.IntRange(1, 200).Draw(r, "hours"))*time.Hour), now)
				must(t, err)
			case "resume":
				_, err := schedule.Resume(b.World, now)
				must(t, err)
			case "away":
				b.Away(rapid.IntRange(1, 3).Draw(r, "realm"), turn)
			case "advance":
				before, err := gamemaster.StatusOf(b.World, now)
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
