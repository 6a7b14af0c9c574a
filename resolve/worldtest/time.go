package worldtest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/schedule"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/worlds/game"
)

// Events returns everything that happened in a resolved turn, which nobody is told as a whole.
func (b *Game) Events(turn int) (events []game.Event) {
	b.T.Helper()
	Must(b.T, b.View(func(tx *store.Tx) error {
		annals, err := chronicle.EventsOf(tx, turn)
		if err == nil {
			events = annals.Events()
		}
		return err
	}))
	return events
}

// Verified plays all turns again.
func (b *Game) Verified() {
	b.T.Helper()
	v, err := turns.Verify(b.World)
	Must(b.T, err)
	if len(v.Wrong) > 0 {
		b.T.Errorf("verify: %v", v.Wrong)
	}
}

// MoreTime lets a realm ask for more time, and confirm it if that is needed. It returns the last answer.
func (b *Game) MoreTime(realm int) string {
	b.T.Helper()
	b.Asks(realm, map[bool]string{true: "Mehr Zeit bitte", false: "MORE TIME"}[realm%2 == 1], "")
	got := b.Sent("receipt", b.ClockAt)
	if len(got) != 1 {
		b.T.Fatalf("%d answers", len(got))
	}
	if len(TokensIn(got[0].Subject)) == 1 {
		b.Asks(realm, "Re: "+got[0].Subject, "Ja\n")
		if got = b.Sent("receipt", b.ClockAt); len(got) != 1 {
			b.T.Fatalf("%d answers to the code", len(got))
		}
	}
	return got[0].Text
}

// Paused pauses the world, and that must change something.
func (b *Game) Paused(until, now time.Time) {
	b.T.Helper()
	changed, err := schedule.Pause(b.World, until, now)
	Must(b.T, err)
	if !changed {
		b.T.Fatal("the pause changed nothing")
	}
}

// Waits checks that the turn is not resolved, and why.
func (b *Game) Waits(at time.Time, why string) turns.Advanced {
	b.T.Helper()
	a, err := turns.Advance(b.World, at, false)
	Must(b.T, err)
	if a.Resolved || a.Waits.Code != why {
		b.T.Fatalf("%s: resolved %t, waits %q, want %q", at.Format("Mon 15:04"), a.Resolved, a.Waits.Code, why)
	}
	return a
}

// Away records that a realm's player is away up to a turn.
func (b *Game) Away(realm, until int) {
	b.T.Helper()
	Must(b.T, b.Update(func(tx *store.Tx) error {
		_, err := roster.ChangeRealm(tx, realm, func(r *roster.RealmRecord) { r.AbsentUntil = until })
		return err
	}))
}

// Fall takes a realm out of the game, behind the store's back.
func (b *Game) Fall(n int) {
	b.T.Helper()
	Must(b.T, b.Update(func(tx *store.Tx) error {
		c, err := b.Now(tx)
		if err != nil {
			return err
		}
		world := c.World.(TinyWorld)
		world.All = slices.Clone(world.All)
		world.All[n-1].Fallen = true
		chronicle.PutState(tx, c.Turn, world.State(), c.Opened)
		return nil
	}))
}

// Redo resolves the turn again that was taken back.
func (b *Game) Redo(at time.Time) turns.Again {
	b.T.Helper()
	did, again, err := turns.Redo(b.World, at)
	Must(b.T, err)
	if !did.Resolved {
		b.T.Fatalf("%+v", did)
	}
	b.ClockAt = at
	return again
}

// Undo takes the last turn back.
func (b *Game) Undo(at time.Time) turns.TakenBack {
	b.T.Helper()
	did, err := turns.Undo(b.World, turns.UndoOptions{Why: "a fault"}, at)
	Must(b.T, err)
	b.ClockAt = at
	return did
}

// Played returns a world after three turns, with a realm that joined late.
func Played(t *testing.T) *Game {
	t.Helper()
	b := Found(t, Tiny{}, 2)
	for n := range 3 {
		b.Send(1, fmt.Sprintf("$I 1 PASSWORD\n$A\ndig %d\n", n+1), receipt.Taken)
		b.Advance(Friday.AddDate(0, 0, 7*n))
		if n == 1 {
			_, _, err := players.AddRealm(b.World, game.Joining{Name: "Late"}, "late@example.org", Friday.AddDate(0, 0, 8))
			Must(t, err)
		}
	}
	return b
}
