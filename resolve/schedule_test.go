package resolve

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// hours sets reminder and grace.
func hours(reminder, grace int) func(*world.Settings) {
	return func(s *world.Settings) {
		s.Reminder, s.Grace = time.Duration(reminder)*time.Hour, time.Duration(grace)*time.Hour
	}
}

// waits checks that the turn is not resolved, and why.
func (b *table) waits(at time.Time, why string) turns.Advanced {
	b.t.Helper()
	a, err := turns.Advance(b.World, at, false)
	must(b.t, err)
	if a.Resolved || a.Waits.Code != why {
		b.t.Fatalf("%s: resolved %t, waits %q, want %q", at.Format("Mon 15:04"), a.Resolved, a.Waits.Code, why)
	}
	return a
}

// away records that a realm's player is away up to a turn.
func (b *table) away(realm, until int) {
	b.t.Helper()
	must(b.t, b.Update(func(tx *store.Tx) error {
		_, err := roster.ChangeRealm(tx, realm, func(r *roster.RealmRecord) { r.AbsentUntil = until })
		return err
	}))
}

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

func wantRealms(t *testing.T, what string, got []int, want ...int) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: realms %v, want %v", what, got, want)
	}
}

// A day before Friday 18:00, those who owe orders are reminded, once.
func TestReminders(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 4, hours(24, 0))
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.away(4, 1)
	b.sent("", day0)
	thursday := friday.AddDate(0, 0, -1)
	b.waits(thursday.Add(-time.Second), "waits-deadline")
	if got := b.sent("deadline", thursday); len(got) > 0 {
		t.Fatalf("a second too early: %+v", got)
	}
	wantRealms(t, "reminded", b.waits(thursday, "waits-deadline").Reminded, 2, 3)
	for range 3 { // killed after it, or five minutes later
		wantRealms(t, "reminded again", b.waits(thursday.Add(5*time.Minute), "waits-deadline").Reminded)
	}
	letters := b.sent("", thursday.Add(time.Hour))
	wantRealms(t, "letters", to(letters), 2, 3)
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
	s, err := master.StatusOf(b.World, friday)
	must(t, err)
	for i, want := range []bool{false, true, true, false} {
		if s.Realms[i].Reminded != want {
			t.Errorf("realm %d: reminded %t", i+1, !want)
		}
	}
	// In the next turn, those who were reminded in this one are reminded again; realm 4 is back.
	b.advance(friday)
	wantRealms(t, "next turn", b.waits(friday.AddDate(0, 0, 6), "waits-deadline").Reminded, 1, 2, 3, 4)
	if got := b.sent("deadline", friday.AddDate(0, 0, 6)); len(got) != 4 ||
		strings.Contains(got[0].Text, "without orders") || strings.Contains(got[0].Text, "ohne Befehle") ||
		!strings.Contains(got[1].Text, "You have missed 1 turn.") || strings.Contains(got[3].Text, "missed") {
		t.Errorf("%+v", got)
	}
}

// Nobody is reminded who can do nothing about it, or for nothing.
func TestNoReminders(t *testing.T) {
	t.Parallel()
	thursday := friday.AddDate(0, 0, -1)
	for _, c := range []struct {
		name  string
		rules tiny
		do    func(b *table)
		at    time.Time
		want  []int
	}{
		{"two who owe", tiny{}, func(*table) {}, thursday, []int{1, 2}},
		{"not the turn of realm 2", tiny{inTurn: true}, func(*table) {}, thursday, []int{1}},
		{"by hand the deadline only reminds", tiny{due: game.ByHand}, func(*table) {}, thursday, []int{1, 2}},
		{"a sheet with errors holds the turn, and is there", tiny{due: game.NotBefore},
			func(b *table) { b.send(1, "$I 1 PASSWORD\n$A\ndig 1\ndig 12\n", receipt.Taken) }, thursday, []int{2}},
		{"the turn is due at once", tiny{due: game.Now}, func(*table) {}, thursday, nil},
		{"the deadline is over", tiny{due: game.ByHand}, func(*table) {}, friday, nil},
		{"letters may lie in the mailbox", tiny{}, func(b *table) { must(b.t, turns.MailboxFailed(b.World, noAnswer, thursday)) },
			thursday, nil},
		{"or lay there", tiny{}, func(b *table) {
			must(b.t, turns.MailboxFailed(b.World, noAnswer, thursday))
			must(b.t,
				turns.MailboxRead(b.World))
		}, thursday, []int{1, 2}},
		{"the game is paused", tiny{}, func(b *table) { b.paused(friday, thursday) }, thursday.Add(time.Hour), nil},
		{"who owes none", tiny{free: []int{2}}, func(*table) {}, thursday, []int{1}},
		{"a realm has fallen", tiny{}, func(b *table) { b.fall(2) }, thursday, []int{1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := sit(t, c.rules, 2, hours(24, 0))
			c.do(b)
			b.sent("", thursday)
			a, err := turns.Advance(b.World, c.at, false)
			must(t, err)
			wantRealms(t, "reminded", a.Reminded, c.want...)
			wantRealms(t, "letters", to(b.sent("deadline", c.at)), c.want...)
		})
	}
}

// fall takes a realm out of the game, behind the store's back.
func (b *table) fall(n int) {
	b.t.Helper()
	must(b.t, b.Update(func(tx *store.Tx) error {
		c, err := b.Now(tx)
		if err != nil {
			return err
		}
		world := c.World.(tinyWorld)
		world.All = slices.Clone(world.All)
		world.All[n-1].Fallen = true
		chronicle.PutState(tx, c.Turn, world.State(), c.Opened)
		return nil
	}))
}

// Realm 1 has sent orders, 2 misses its first turn, and 3 is away. The deadline moves once by a day, and 1 and 2 are
// told. Then the turn is resolved, and 2 has missed it.
func TestGrace(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 3, hours(0, 24))
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.away(3, 1)
	b.sent("", day0)
	a := b.waits(friday.Add(7*time.Minute), "waits-deadline")
	saturday := friday.AddDate(0, 0, 1)
	wantRealms(t, "grace", a.Graced, 2)
	if !a.Deadline.Equal(saturday) {
		t.Errorf("moved to %s, want %s", a.Deadline, saturday)
	}
	if a := b.waits(friday.Add(12*time.Minute), "waits-deadline"); len(a.Graced) > 0 || !a.Deadline.Equal(saturday) {
		t.Errorf("five minutes later: %+v", a)
	}
	letters := b.sent("deadline", friday.Add(time.Hour))
	wantRealms(t, "letters", to(letters), 1, 2)
	if d := letters[0]; d.Subject != "[Bovistan Z1] Frist verschoben auf Samstag, 28. November, 18:00 Uhr" ||
		!strings.Contains(d.Text, "Eure Befehle liegen vor; Ihr habt nichts zu tun.") ||
		strings.Contains(d.Text, "Reich2") || d.Event == nil || !d.Event.At.Equal(saturday) || d.Event.Sequence != 1 {
		t.Errorf("%+v", d)
	}
	if d := letters[1]; !strings.Contains(d.Text,
		"No orders have come from realm 2 Reich2. No turn will wait for it a second time.") {
		t.Errorf("%s", d.Text)
	}
	if a := b.send(1, "$I 1 PASSWORD\n$A\ndig 2\n", receipt.Taken); !a.Answered {
		t.Error("no receipt")
	}
	if got := b.sent("receipt", friday.Add(time.Hour)); !strings.Contains(got[0].Text,
		"Ihr habt Zeit bis Samstag, 28. November 2026, 18:00 Uhr") {
		t.Errorf("the receipt tells another deadline:\n%s", got[0].Text)
	}
	if s, err := master.StatusOf(b.World, friday.Add(time.Hour)); err != nil || !s.Moved || s.Passed || !s.Deadline.Equal(saturday) {
		t.Errorf("%+v, %v", s, err)
	}
	b.advance(saturday)
	b.missed(saturday, 0, 1, 0)

	// A week later, realm 1 misses its first turn, too. It gets grace, and realm 2 has had it.
	next := friday.AddDate(0, 0, 7)
	b.clockAt = next.Add(-time.Hour)
	b.send(3, "$I 3 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	wantRealms(t, "grace", b.waits(next, "waits-deadline").Graced, 1)
	b.clockAt = next.Add(time.Hour)
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.waits(next.AddDate(0, 0, 1).Add(-time.Second), "waits-deadline")
	b.advance(next.AddDate(0, 0, 1))
	b.missed(next.AddDate(0, 0, 1), 0, 2, 0)

	// Its orders came in time, so that was the grace of realm 1. Realm 3 has not had its own.
	third := friday.AddDate(0, 0, 14)
	wantRealms(t, "grace", b.waits(third, "waits-deadline").Graced, 3)
	b.advance(third.AddDate(0, 0, 1))
	b.missed(third, 1, 3, 1)
	b.advance(friday.AddDate(0, 0, 21))
	b.missed(third, 2, 4, 2)
}

// Realm 2 owes nothing, so it gets no grace, and misses no turn. It is told of the grace that realm 3 gets.
func TestFreeToSendNothing(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{free: []int{2}}, 3, hours(0, 24))
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.sent("", day0)
	wantRealms(t, "grace", b.waits(friday, "waits-deadline").Graced, 3)
	letters := b.sent("deadline", friday)
	wantRealms(t, "letters", to(letters), 1, 2, 3)
	if d := letters[1]; !strings.Contains(d.Text, "You have nothing to do.") {
		t.Errorf("%s", d.Text)
	}
	b.advance(friday.AddDate(0, 0, 1))
	b.missed(friday, 0, 0, 1)
}

// missed checks how many turns each realm has missed in a row.
func (b *table) missed(at time.Time, want ...int) {
	b.t.Helper()
	s, err := master.StatusOf(b.World, at)
	must(b.t, err)
	for i, r := range s.Realms {
		if r.Missed != want[i] {
			b.t.Errorf("turn %d: realm %d has missed %d turns, want %d", s.Turn, i+1, r.Missed, want[i])
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
		b := sit(t, tiny{}, 1, hours(0, 10))
		if a := b.waits(friday.Add(late), "waits-deadline"); !a.Deadline.Equal(friday.Add(want)) {
			t.Errorf("%s late: moved by %s, want %s", late, a.Deadline.Sub(friday), want)
		}
	}
}

// Grace is only for a turn that its deadline would end.
func TestNoGrace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		rules tiny
		do    func(b *table)
		force bool
	}{
		{"forced", tiny{}, func(*table) {}, true},
		{"at once", tiny{due: game.Now}, func(*table) {}, false},
		{"all in", tiny{}, func(b *table) {
			b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
			b.send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
		}, false},
		{"who is missing is away", tiny{}, func(b *table) { b.away(1, 1); b.away(2, 7) }, false},
		{"who is missing is not asked", tiny{inTurn: true},
			func(b *table) { b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken) }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := sit(t, c.rules, 2, hours(0, 24))
			c.do(b)
			b.sent("", day0)
			if a, err := turns.Advance(b.World, friday, c.force); err != nil || !a.Resolved {
				t.Errorf("%+v, %v", a, err)
			}
			if got := b.sent("deadline", friday); len(got) > 0 {
				t.Errorf("%+v", got)
			}
		})
	}
}

// With one player after the other, only the one who is asked can miss a turn. What others missed before stays until
// they are asked again.
func TestMissedTurnsInTurn(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{inTurn: true}, 2)
	b.advance(friday)
	b.missed(friday, 1, 0)
	b.send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.advance(friday.AddDate(0, 0, 7))
	b.missed(friday, 1, 0)
	b.advance(friday.AddDate(0, 0, 14))
	b.missed(friday, 2, 0)
	b.away(2, 4)
	b.advance(friday.AddDate(0, 0, 21))
	b.missed(friday, 2, 0)
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.advance(friday.AddDate(0, 0, 28))
	b.missed(friday, 0, 0)
}

// Absent players do not hold up an early turn. If all are away, no turn is early.
func TestEarlyWithoutThoseAway(t *testing.T) {
	t.Parallel()
	early := func(s *world.Settings) { s.Early = true }
	b := sit(t, tiny{}, 2, early)
	b.away(2, 1)
	b.waits(day0.Add(time.Hour), "waits-deadline")
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.advance(day0.Add(2 * time.Hour))
	b.away(1, 5)
	b.away(2, 5)
	b.waits(day0.Add(3*time.Hour), "waits-deadline-in")

	// With one player after the other, an absent one is passed over, if anybody is there.
	b = sit(t, tiny{inTurn: true}, 2, early)
	b.away(1, 1)
	b.advance(day0.Add(time.Hour))
	b.waits(day0.Add(2*time.Hour), "waits-deadline")
	b.away(2, 2)
	b.advance(day0.Add(3 * time.Hour))
	b.away(1, 9)
	b.away(2, 9)
	b.waits(day0.Add(4*time.Hour), "waits-deadline-in")
}

// The rules are told who is away, in the turn and when it is replayed.
func TestTheRulesAreToldWhoIsAway(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 3)
	b.send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.away(1, 2)
	b.away(2, 2)
	b.advance(friday)
	err := b.View(func(tx *store.Tx) error {
		records, err := b.Shelf.Sheets(tx, 1)
		var got []string
		for _, r := range records {
			got = append(got, fmt.Sprintf("%d %t", r.Realm, r.Absent))
		}
		if want := []string{"1 true", "2 false"}; !slices.Equal(got, want) {
			t.Errorf("sheets %v, want %v", got, want)
		}
		return err
	})
	must(t, err)
	b.missed(friday, 0, 0, 1)
	v, err := turns.Verify(b.World)
	must(t, err)
	if len(v.Wrong) > 0 || !v.Turns[0].Replayed {
		t.Errorf("%+v", v)
	}
	// The player is back: what they send now is their first sheet of this turn.
	b.away(1, 0)
	if a := b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken); a.Replaced {
		t.Error("it replaced something")
	}
}
