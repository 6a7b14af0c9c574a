package schedule_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/deadlines"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// noAnswer is a server that is down, as others say it.
var noAnswer = deadlines.Reason{Detail: "no answer from imap.example.org"}

// to returns the realms that a list of letters goes to, in order of their numbers.
func to(letters []outbox.Draft) (realms []int) {
	for _, d := range letters {
		var n int
		fmt.Sscanf(d.To, "r%d@", &n)
		realms = append(realms, n)
	}
	slices.Sort(realms)
	return realms
}

// A day before Friday 18:00, those who owe orders are reminded, once.
func TestReminders(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 4, worldtest.Hours(24, 0))
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Away(4, 1)
	b.Sent("", worldtest.Day0)
	thursday := worldtest.Friday.AddDate(0, 0, -1)
	b.Waits(thursday.Add(-time.Second), "waits-deadline")
	if got := b.Sent("deadline", thursday); len(got) > 0 {
		t.Fatalf("a second too early: %+v", got)
	}
	worldtest.WantRealms(t, "reminded", b.Waits(thursday, "waits-deadline").Reminded, 2, 3)
	for range 3 { // killed after it, or five minutes later
		worldtest.WantRealms(t, "reminded again", b.Waits(thursday.Add(5*time.Minute), "waits-deadline").Reminded)
	}
	letters := b.Sent("", thursday.Add(time.Hour))
	worldtest.WantRealms(t, "letters", to(letters), 2, 3)
	en, de := letters[0], letters[1]
	if en.Subject != "[Bovistan T1] Reminder: orders until Friday, 27 November, 18:00" || en.Answer ||
		en.Text != "turn 1: realm 2 Reich2 has sent no orders yet.\nIt is resolved on Friday, 27 November 2026, "+
			"18:00 (Europe/Berlin). Orders that have come by then count; send them to the address of this "+
			"letter.\nIf your orders are on their way, you have nothing to do: a receipt comes when they arrive.\n" {
		t.Errorf("%q\n%s", en.Subject, en.Text)
	}
	if de.Subject != "[Bovistan Z1] Erinnerung: Befehle bis Freitag, 27. November, 18:00 Uhr" ||
		!strings.Contains(de.Text, "Zug 1: Von Reich 3 Reich3 liegen noch keine Befehle vor.") {
		t.Errorf("%q\n%s", de.Subject, de.Text)
	}
	s, err := gamemaster.StatusOf(b.World, worldtest.Friday)
	must(t, err)
	for i, want := range []bool{false, true, true, false} {
		if s.Realms[i].Reminded != want {
			t.Errorf("realm %d: reminded %t", i+1, !want)
		}
	}
	// In the next turn, those who were reminded in this one are reminded again; realm 4 is back.
	b.Advance(worldtest.Friday)
	worldtest.WantRealms(t, "next turn", b.Waits(worldtest.Friday.AddDate(0, 0, 6), "waits-deadline").Reminded, 1, 2, 3, 4)
	if got := b.Sent("deadline", worldtest.Friday.AddDate(0, 0, 6)); len(got) != 4 ||
		strings.Contains(got[0].Text, "without orders") || strings.Contains(got[0].Text, "ohne Befehle") ||
		!strings.Contains(got[1].Text, "You have missed 1 turn.") || strings.Contains(got[3].Text, "missed") {
		t.Errorf("%+v", got)
	}
}

// Nobody is reminded who can do nothing about it, or for nothing.
func TestNoReminders(t *testing.T) {
	t.Parallel()
	thursday := worldtest.Friday.AddDate(0, 0, -1)
	for _, c := range []struct {
		name  string
		rules worldtest.Tiny
		do    func(b *worldtest.Game)
		at    time.Time
		want  []int
	}{
		{"two who owe", worldtest.Tiny{}, func(*worldtest.Game) {}, thursday, []int{1, 2}},
		{"not the turn of realm 2", worldtest.Tiny{InTurn: true}, func(*worldtest.Game) {}, thursday, []int{1}},
		{"by hand the deadline only reminds", worldtest.Tiny{Due: game.ByHand}, func(*worldtest.Game) {}, thursday, []int{1, 2}},
		{"a sheet with errors holds the turn, and is there", worldtest.Tiny{Due: game.NotBefore},
			func(b *worldtest.Game) { b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\ndig 12\n", receipt.Taken) }, thursday, []int{2}},
		{"the turn is due at once", worldtest.Tiny{Due: game.Now}, func(*worldtest.Game) {}, thursday, nil},
		{"the deadline is over", worldtest.Tiny{Due: game.ByHand}, func(*worldtest.Game) {}, worldtest.Friday, nil},
		{"letters may lie in the mailbox", worldtest.Tiny{}, func(b *worldtest.Game) { must(b.T, notices.MailboxFailed(b.World, noAnswer, thursday)) },
			thursday, nil},
		{"or lay there", worldtest.Tiny{}, func(b *worldtest.Game) {
			must(b.T, notices.MailboxFailed(b.World, noAnswer, thursday))
			must(b.T,
				notices.MailboxRead(b.World))
		}, thursday, []int{1, 2}},
		{"the game is paused", worldtest.Tiny{}, func(b *worldtest.Game) { b.Paused(worldtest.Friday, thursday) }, thursday.Add(time.Hour), nil},
		{"who owes none", worldtest.Tiny{Free: []int{2}}, func(*worldtest.Game) {}, thursday, []int{1}},
		{"a realm has fallen", worldtest.Tiny{}, func(b *worldtest.Game) { b.Fall(2) }, thursday, []int{1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := worldtest.Found(t, c.rules, 2, worldtest.Hours(24, 0))
			c.do(b)
			b.Sent("", thursday)
			a, err := turns.Advance(b.World, c.at, false)
			must(t, err)
			worldtest.WantRealms(t, "reminded", a.Reminded, c.want...)
			worldtest.WantRealms(t, "letters", to(b.Sent("deadline", c.at)), c.want...)
		})
	}
}

// Realm 1 has sent orders, 2 misses its first turn, and 3 is away. The deadline moves once by a day, and 1 and 2 are
// told. Then the turn is resolved, and 2 has missed it.
func TestGrace(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3, worldtest.Hours(0, 24))
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Away(3, 1)
	b.Sent("", worldtest.Day0)
	a := b.Waits(worldtest.Friday.Add(7*time.Minute), "waits-deadline")
	saturday := worldtest.Friday.AddDate(0, 0, 1)
	worldtest.WantRealms(t, "grace", a.Graced, 2)
	if !a.Deadline.Equal(saturday) {
		t.Errorf("moved to %s, want %s", a.Deadline, saturday)
	}
	if a := b.Waits(worldtest.Friday.Add(12*time.Minute), "waits-deadline"); len(a.Graced) > 0 || !a.Deadline.Equal(saturday) {
		t.Errorf("five minutes later: %+v", a)
	}
	letters := b.Sent("deadline", worldtest.Friday.Add(time.Hour))
	worldtest.WantRealms(t, "letters", to(letters), 1, 2)
	if d := letters[0]; d.Subject != "[Bovistan Z1] Frist verschoben auf Samstag, 28. November, 18:00 Uhr" ||
		!strings.Contains(d.Text, "Eure Befehle liegen vor; Ihr habt nichts zu tun.") ||
		strings.Contains(d.Text, "Reich2") || d.Event == nil || !d.Event.At.Equal(saturday) || d.Event.Sequence != 1 {
		t.Errorf("%+v", d)
	}
	if d := letters[1]; !strings.Contains(d.Text,
		"No orders have come from realm 2 Reich2. No turn will wait for it a second time.") {
		t.Errorf("%s", d.Text)
	}
	if a := b.Send(1, "$I 1 PASSWORD\n$A\ndig 2\n", receipt.Taken); !a.Answered {
		t.Error("no receipt")
	}
	if got := b.Sent("receipt", worldtest.Friday.Add(time.Hour)); !strings.Contains(got[0].Text,
		"Ihr habt Zeit bis Samstag, 28. November 2026, 18:00 Uhr") {
		t.Errorf("the receipt tells another deadline:\n%s", got[0].Text)
	}
	if s, err := gamemaster.StatusOf(b.World, worldtest.Friday.Add(time.Hour)); err != nil || !s.Moved || s.Passed || !s.Deadline.Equal(saturday) {
		t.Errorf("%+v, %v", s, err)
	}
	b.Advance(saturday)
	missed(b, saturday, 0, 1, 0)

	// A week later, realm 1 misses its first turn, too. It gets grace, and realm 2 has had it.
	next := worldtest.Friday.AddDate(0, 0, 7)
	b.ClockAt = next.Add(-time.Hour)
	b.Send(3, "$I 3 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	worldtest.WantRealms(t, "grace", b.Waits(next, "waits-deadline").Graced, 1)
	b.ClockAt = next.Add(time.Hour)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Waits(next.AddDate(0, 0, 1).Add(-time.Second), "waits-deadline")
	b.Advance(next.AddDate(0, 0, 1))
	missed(b, next.AddDate(0, 0, 1), 0, 2, 0)

	// Its orders came in time, so that was the grace of realm 1. Realm 3 has not had its own.
	third := worldtest.Friday.AddDate(0, 0, 14)
	worldtest.WantRealms(t, "grace", b.Waits(third, "waits-deadline").Graced, 3)
	b.Advance(third.AddDate(0, 0, 1))
	missed(b, third, 1, 3, 1)
	b.Advance(worldtest.Friday.AddDate(0, 0, 21))
	missed(b, third, 2, 4, 2)
}

// Realm 2 owes nothing, so it gets no grace, and misses no turn. It is told of the grace that realm 3 gets.
func TestFreeToSendNothing(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Free: []int{2}}, 3, worldtest.Hours(0, 24))
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Sent("", worldtest.Day0)
	worldtest.WantRealms(t, "grace", b.Waits(worldtest.Friday, "waits-deadline").Graced, 3)
	letters := b.Sent("deadline", worldtest.Friday)
	worldtest.WantRealms(t, "letters", to(letters), 1, 2, 3)
	if d := letters[1]; !strings.Contains(d.Text, "You have nothing to do.") {
		t.Errorf("%s", d.Text)
	}
	b.Advance(worldtest.Friday.AddDate(0, 0, 1))
	missed(b, worldtest.Friday, 0, 0, 1)
}

// missed checks how many turns each realm has missed in a row.
func missed(b *worldtest.Game, at time.Time, want ...int) {
	b.T.Helper()
	s, err := gamemaster.StatusOf(b.World, at)
	must(b.T, err)
	for i, r := range s.Realms {
		if r.Missed != want[i] {
			b.T.Errorf("turn %d: realm %d has missed %d turns, want %d", s.Turn, i+1, r.Missed, want[i])
		}
	}
}

func TestGraceWhenCronComesLate(t *testing.T) {
	t.Parallel()
	for late, want := range map[time.Duration]time.Duration{
		0:                             10 * time.Hour,
		5 * time.Hour:                 10 * time.Hour,
		5*time.Hour + time.Second:     15*time.Hour + time.Second,
		30*time.Hour + 17*time.Minute: 40*time.Hour + 17*time.Minute,
	} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1, worldtest.Hours(0, 10))
		if a := b.Waits(worldtest.Friday.Add(late), "waits-deadline"); !a.Deadline.Equal(worldtest.Friday.Add(want)) {
			t.Errorf("%s late: moved by %s, want %s", late, a.Deadline.Sub(worldtest.Friday), want)
		}
	}
}

// Grace is only for a turn that its deadline would end.
func TestNoGrace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		rules worldtest.Tiny
		do    func(b *worldtest.Game)
		force bool
	}{
		{"forced", worldtest.Tiny{}, func(*worldtest.Game) {}, true},
		{"at once", worldtest.Tiny{Due: game.Now}, func(*worldtest.Game) {}, false},
		{"all in", worldtest.Tiny{}, func(b *worldtest.Game) {
			b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
			b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
		}, false},
		{"who is missing is away", worldtest.Tiny{}, func(b *worldtest.Game) { b.Away(1, 1); b.Away(2, 7) }, false},
		{"who is missing is not asked", worldtest.Tiny{InTurn: true},
			func(b *worldtest.Game) { b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken) }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := worldtest.Found(t, c.rules, 2, worldtest.Hours(0, 24))
			c.do(b)
			b.Sent("", worldtest.Day0)
			if a, err := turns.Advance(b.World, worldtest.Friday, c.force); err != nil || !a.Resolved {
				t.Errorf("%+v, %v", a, err)
			}
			if got := b.Sent("deadline", worldtest.Friday); len(got) > 0 {
				t.Errorf("%+v", got)
			}
		})
	}
}

// With one player after the other, only the one who is asked can miss a turn. What others missed before stays until
// they are asked again.
func TestMissedTurnsInTurn(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{InTurn: true}, 2)
	b.Advance(worldtest.Friday)
	missed(b, worldtest.Friday, 1, 0)
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Advance(worldtest.Friday.AddDate(0, 0, 7))
	missed(b, worldtest.Friday, 1, 0)
	b.Advance(worldtest.Friday.AddDate(0, 0, 14))
	missed(b, worldtest.Friday, 2, 0)
	b.Away(2, 4)
	b.Advance(worldtest.Friday.AddDate(0, 0, 21))
	missed(b, worldtest.Friday, 2, 0)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Advance(worldtest.Friday.AddDate(0, 0, 28))
	missed(b, worldtest.Friday, 0, 0)
}

// Absent players do not hold up an early turn. If all are away, no turn is early.
func TestEarlyWithoutThoseAway(t *testing.T) {
	t.Parallel()
	early := func(s *world.Settings) { s.Early = true }
	b := worldtest.Found(t, worldtest.Tiny{}, 2, early)
	b.Away(2, 1)
	b.Waits(worldtest.Day0.Add(time.Hour), "waits-deadline")
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Advance(worldtest.Day0.Add(2 * time.Hour))
	b.Away(1, 5)
	b.Away(2, 5)
	b.Waits(worldtest.Day0.Add(3*time.Hour), "waits-deadline-in")

	// With one player after the other, an absent one is passed over, if anybody is there.
	b = worldtest.Found(t, worldtest.Tiny{InTurn: true}, 2, early)
	b.Away(1, 1)
	b.Advance(worldtest.Day0.Add(time.Hour))
	b.Waits(worldtest.Day0.Add(2*time.Hour), "waits-deadline")
	b.Away(2, 2)
	b.Advance(worldtest.Day0.Add(3 * time.Hour))
	b.Away(1, 9)
	b.Away(2, 9)
	b.Waits(worldtest.Day0.Add(4*time.Hour), "waits-deadline-in")
}

// The rules are told who is away, in the turn and when it is replayed.
func TestTheRulesAreToldWhoIsAway(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3)
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Away(1, 2)
	b.Away(2, 2)
	b.Advance(worldtest.Friday)
	err := b.View(func(tx *store.Tx) error {
		records := b.Cache.Sheets(tx, 1)
		var got []string
		for _, r := range records {
			got = append(got, fmt.Sprintf("%d %t", r.Realm, r.Absent))
		}
		if want := []string{"1 true", "2 false"}; !slices.Equal(got, want) {
			t.Errorf("sheets %v, want %v", got, want)
		}
		return nil
	})
	must(t, err)
	missed(b, worldtest.Friday, 0, 0, 1)
	v, err := turns.Verify(b.World)
	must(t, err)
	if len(v.Wrong) > 0 || !v.Turns[0].Replayed {
		t.Errorf("%+v", v)
	}
	// The player is back: what they send now is their first sheet of this turn.
	b.Away(1, 0)
	if a := b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken); a.Replaced {
		t.Error("it replaced something")
	}
}
