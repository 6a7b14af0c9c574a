package turns_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/intake"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/schedule"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// hold resolves the turn and holds it.
func hold(b *worldtest.Game, at time.Time) turns.Advanced {
	b.T.Helper()
	did, err := turns.Hold(b.World, at, false)
	must(b.T, err)
	b.ClockAt = at
	return did
}

// A held turn is resolved, and its game master can read it. Nobody is sent anything about it. Nothing comes in or is
// changed until it is released. The next deadline counts from then.
func TestAHeldTurn(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Handful{}, 2)
	b.Send(1, "$I 1 PASSWORD 1\n$A\ndig 3\n", receipt.Taken)
	b.Sent("", worldtest.Friday.Add(-time.Hour))
	if did := hold(b, worldtest.Friday); !did.Resolved || did.Turn != 1 || did.Reports != 2 {
		t.Fatalf("%+v", did)
	}
	if got := b.Sent("", worldtest.Friday.Add(time.Minute)); len(got) != 0 {
		t.Errorf("%d letters leave", len(got))
	}
	if rep, err := turns.Report(b.World, 1, 1); err != nil || !strings.Contains(string(rep.Text), "Zug 1") {
		t.Errorf("the game master reads %q, %v", rep.Text, err)
	}
	b.Verified()
	s, err := gamemaster.StatusOf(b.World, worldtest.Friday.Add(time.Hour))
	must(t, err)
	if s.Held == nil || s.Held.Turn != 1 || !s.Held.Since.Equal(worldtest.Friday) || s.Due || !s.Deadline.IsZero() ||
		s.Waits.Code != "waits-held" {
		t.Errorf("%+v %+v", s.Held, s)
	}
	before, later := b.Dump(), worldtest.Friday.AddDate(0, 0, 5) // two days before the next Friday
	for name, try := range map[string]func() error{
		"turn":    func() error { _, err := turns.Advance(b.World, later, true); return err },
		"hold":    func() error { _, err := turns.Hold(b.World, later, true); return err },
		"dry run": func() error { _, err := turns.Try(b.World, later); return err },
		"letter": func() error {
			_, err := intake.Accept(b.World, b.Letter(1, "$I 1 PASSWORD 2\n$A\ndig 5\n"), later)
			return err
		},
		"submit": func() error { _, err := intake.Submit(b.World, 1, "$A\ndig 5\n", later); return err },
		"edit": func() error {
			_, err := gamemaster.Edit(b.World, []string{"set", "1", "5"}, "x", false, later)
			return err
		},
		"realm": func() error { _, err := players.AddRealms(b.World, worldtest.Newcomers(1, 7), later); return err },
		"hand over": func() error {
			return players.HandTo(b.World, 1, roster.ApplicantRow{Player: "N", Mail: "n@example.org"}, later)
		},
		"vacate": func() error { return players.Vacate(b.World, 1, later) },
		"away":   func() error { _, _, err := schedule.Away(b.World, 1, 2, later); return err },
		"pause":  func() error { _, err := schedule.Pause(b.World, time.Time{}, later); return err },
		"resume": func() error { _, err := schedule.Resume(b.World, later); return err },
	} {
		worldtest.WantError(t, try(), faults.ErrTurnHeld, "its letters wait")
		if b.Dump() != before {
			t.Errorf("%s changes the store", name)
		}
	}
	b.Reopen(worldtest.Handful{})
	turn, reports, err := turns.Release(b.World, later)
	if must(t, err); turn != 1 || reports != 2 {
		t.Errorf("turn %d with %d reports is released", turn, reports)
	}
	b.ClockAt = later
	got := b.Sent("report", later.Add(time.Minute))
	if len(got) != 2 || !got[0].Date.Equal(later) || !strings.Contains(got[0].Text, "11. Dezember 2026") {
		t.Errorf("%d reports leave:\n%+v", len(got), got)
	}
	if s, err = gamemaster.StatusOf(b.World, later); err != nil || s.Held != nil || s.Turn != 2 || s.Deadline.IsZero() {
		t.Errorf("%+v, %v", s, err)
	}
	b.Verified()
	_, _, err = turns.Release(b.World, later)
	worldtest.WantError(t, err, faults.ErrUnheld)
	b.Send(1, "$I 1 PASSWORD 2\n$A\ndig 5\n", receipt.Taken)
	if said := b.Written(2); !slices.ContainsFunc(said, func(l string) bool {
		return strings.Contains(l, "turn-released")
	}) {
		t.Errorf("the log says %q", said)
	}
}

// Messages of players to the game master are sent with the release, and not before.
func TestAHeldTurnTellsItsMasterLater(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Masters = []string{"gm@example.org"} })
	b.Send(1, "$I 1 PASSWORD 1\n$A\ndig 3\n", receipt.Taken)
	b.Sent("", worldtest.Friday.Add(-time.Hour))
	must(t, b.Update(func(tx *store.Tx) error { // a message that was not mailed before its turn
		sheets.Put(tx, sheets.Sheet{Sheet: game.Sheet{Realm: 1,
			Turn: 1, Text: "$N\n#M\nhello\n"}})
		b.Cache.Unlist()
		return nil
	}))
	hold(b, worldtest.Friday)
	if got := b.Sent("notice", worldtest.Friday.Add(time.Minute)); len(got) != 0 {
		t.Errorf("he is told %q", got[0].Text)
	}
	_, _, err := turns.Release(b.World, worldtest.Friday.Add(time.Hour))
	must(t, err)
	if got := b.Sent("notice", worldtest.Friday.Add(2*time.Hour)); len(got) != 1 || !strings.Contains(got[0].Text, "hello") {
		t.Errorf("%+v", got)
	}
}
