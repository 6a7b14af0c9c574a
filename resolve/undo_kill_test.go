package resolve

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// hand is something that the game master does with a turn, and the state of a world with five realms when it is done.
type hand struct {
	name       string
	does       func(w *world.World, at time.Time) error
	next, held bool // the turn after it awaits orders; it is held
	// additional letters in the outbox: with reports, and about a turn taken back
	reports, told int
}

var hands = []hand{
	{"hold", func(w *world.World, at time.Time) error { _, err := turns.Hold(w, at, true); return err }, true, true, 0, 0},
	{"discard", func(w *world.World, at time.Time) error { _, err := turns.Discard(w, "x", at); return err }, false, false, 0, 0},
	{"hold", func(w *world.World, at time.Time) error { _, err := turns.Hold(w, at, true); return err }, true, true, 0, 0},
	{"release", func(w *world.World, at time.Time) error { _, _, err := turns.Release(w, at); return err }, true, false, 5, 0},
	{"undo", func(w *world.World, at time.Time) error {
		_, err := turns.Undo(w, turns.UndoOptions{Why: "x"}, at)
		return err
	}, false, false, -5, 5},
	{"redo", func(w *world.World, at time.Time) error { _, _, err := turns.Redo(w, at); return err }, true, false, 5, -5},
}

// handAt does what the game master does, once, at a time.
func handAt(dir, task string) error {
	var name string
	var at int64
	if _, err := fmt.Sscanf(task, "hand %s %d", &name, &at); err != nil {
		return err
	}
	lock, err := disk.Lock(dir)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	w, err := world.Open(dir, []game.Rulebook{victimRules}, worldtest.Settings())
	if err != nil {
		return err
	}
	fmt.Println("locked")
	all := slices.Concat(hands, closings)
	i := slices.IndexFunc(all, func(h hand) bool { return h.name == name })
	if err := all[i].does(w, time.Unix(at, 0).UTC()); err != nil {
		return err
	}
	time.Sleep(time.Minute)
	return nil
}

// A hold, a release, a discard, an undo or a redo may be killed at any instant. Then all of it is done or nothing. If
// it was not done and is repeated, no letter is lost, and none is there twice. KILLS=full kills each fifty times.
func TestHandsKilledAtAnyInstant(t *testing.T) {
	t.Parallel()
	rounds := worldtest.Bouts(2, 50)
	b := worldtest.Found(t, victimRules, 5)
	b.Sent("", worldtest.Day0.Add(time.Hour))
	killed := map[string][2]int{} // by hand: before it was done, and after
	for round := range rounds {
		at := worldtest.Friday.AddDate(0, 0, 7*round)
		for n, h := range hands {
			at = at.Add(time.Minute)
			turn, reports, told := standing(b)
			c := start(t, b.Dir, fmt.Sprintf("hand %s %d", h.name, at.Unix()))
			time.Sleep(time.Duration(round*(n+1)*7%60) * time.Millisecond)
			kill(t, c)
			b.Reopen(victimRules)
			s, err := gamemaster.StatusOf(b.World, at)
			must(t, err)
			now, letters, about := standing(b)
			done := now != turn || h.name == "release" && s.Held == nil
			count := killed[h.name]
			if done {
				count[1]++
			} else {
				count[0]++
				if letters != reports || about != told {
					t.Errorf("%s is not done: %d and %d letters more", h.name, letters-reports, about-told)
				}
				must(t, h.does(b.World, at))
			}
			killed[h.name] = count
			if s, err = gamemaster.StatusOf(b.World, at); err != nil || s.Turn != round+1+map[bool]int{true: 1}[h.next] ||
				(s.Held != nil) != h.held {
				t.Fatalf("round %d, after %s turn %d awaits orders, held %+v, %v", round, h.name, s.Turn, s.Held, err)
			}
			if _, letters, about = standing(b); letters-reports != h.reports || about-told != h.told {
				t.Errorf("after %s there are %d and %d letters more, want %d and %d", h.name, letters-reports,
					about-told, h.reports, h.told)
			}
		}
		b.Verified()
		b.ClockAt = at
		b.Sent("", at.Add(time.Minute))
	}
	t.Logf("killed before it was done, and after: %v", killed)
}

// standing returns the turn that awaits orders, and how many letters there are with reports, and about a turn taken
// back.
func standing(b *worldtest.Game) (turn, reports, told int) {
	b.T.Helper()
	rows, err := b.Outbox()
	must(b.T, err)
	for _, r := range rows {
		switch {
		case r.Kind == outbox.KindReport:
			reports++
		case strings.Contains(r.Subject, "zurückgenommen"), strings.Contains(r.Subject, "taken back"):
			told++
		}
	}
	must(b.T, b.View(func(tx *store.Tx) error {
		turn = store.Turn(tx)
		for err := range tx.Wrong() {
			b.T.Error(err)
		}
		return nil
	}))
	return turn, reports, told
}
