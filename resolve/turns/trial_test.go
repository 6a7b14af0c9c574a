package turns_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"weltentor/orders"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/schedule"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// tallied is tiny with numbers: a realm has gold, each find is a fight, and realm 2 falls with the turn.
type tallied struct{ worldtest.Tiny }

type talliedWorld struct{ worldtest.TinyWorld }

func (g tallied) Open(state, tables []byte) (game.World, error) {
	w, err := g.Tiny.Open(state, tables)
	if err != nil {
		return nil, err
	}
	return talliedWorld{w.(worldtest.TinyWorld)}, nil
}

func (w talliedWorld) Counts(realm int) []game.Count {
	return []game.Count{{Name: "gold", N: w.All[realm-1].Gold}}
}

func (talliedWorld) Fights() []string { return []string{"found"} }

func (w talliedWorld) Resolve(in []game.Sheet, s game.Seed, lanes int, edits []game.Event) game.Outcome {
	out := w.TinyWorld.Resolve(in, s, lanes, edits).(worldtest.TinyOutcome)
	out.After.All = slices.Clone(out.After.All)
	out.After.All[1].Fallen, out.After.Over = true, true
	return talliedOutcome{out}
}

type talliedOutcome struct{ worldtest.TinyOutcome }

func (o talliedOutcome) Next() game.World { return talliedWorld{o.After} }

func (o talliedOutcome) Refused(realm int) []orders.Problem {
	return []orders.Problem{{Position: orders.Position{Line: realm}}}
}

// A trial says what the turn would do, and does nothing of it.
func TestATrial(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3)
	b.Reopen(tallied{})
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 2\ndig 3\n", receipt.Taken)
	b.Send(2, "$I 2 PASSWORD\n$A\n", receipt.Taken)
	_, _, err := schedule.Away(b.World, 3, 1, b.ClockAt)
	must(t, err)
	b.Sent("", b.ClockAt)
	before, err := players.Realms(b.World)
	must(t, err)
	gold := b.Cached.World.(talliedWorld).All
	trial, err := turns.Try(b.World, b.ClockAt)
	must(t, err)
	if trial.Turn != 1 || trial.Waits.Code != "waits-deadline-in" || trial.Fights != 2 || !trial.Over ||
		len(trial.Realms) != 3 || len(trial.Reports) != 3 {
		t.Fatalf("%+v", trial)
	}
	for i, r := range trial.Realms {
		if r.Number != i+1 || r.Name == "" || r.Sent != (i < 2) || r.Falls != (i == 1) || len(r.Refused) != 1 ||
			r.Before[0].N != gold[i].Gold || (r.After[0].N > r.Before[0].N) != (i == 0) {
			t.Errorf("realm %d: %+v", i+1, r)
		}
	}
	if want := trial.Realms[0].After[0].N; !bytes.Contains(trial.Reports[1].Text, []byte("Im Schatz: ")) || want < 7 {
		t.Errorf("report of realm 1: %s", trial.Reports[1].Text)
	}
	after, err := players.Realms(b.World)
	must(t, err)
	same := func(a, b roster.RealmRow) bool { return a.Number == b.Number && a.Fallen == b.Fallen }
	if !slices.EqualFunc(before, after, same) || len(b.Sent("", b.ClockAt)) != 0 {
		t.Errorf("%+v, then %+v", before, after)
	}
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	if err != nil || s.Turn != 1 || s.Over {
		t.Errorf("%+v, %v", s, err)
	}
	trial, err = turns.Try(b.World, worldtest.Friday)
	if err != nil || trial.Waits.Code != "" {
		t.Errorf("at its deadline it waits for %s, %v", trial.Waits.Code, err)
	}
	_, err = turns.Try(b.World, worldtest.Day0.Add(-time.Hour))
	worldtest.WantError(t, err, faults.ErrClock)
	b.Advance(worldtest.Friday)
	_, err = turns.Try(b.World, worldtest.Friday)
	worldtest.WantError(t, err, faults.ErrClose, "the game has ended already")
}

// If the rules have no numbers, a trial has none, and neither does one in a world without players.
func TestATrialWithoutNumbers(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	trial, err := turns.Try(b.World, b.ClockAt)
	if err != nil || trial.Fights != -1 || trial.Over || len(trial.Realms) != 1 || trial.Realms[0].Sent ||
		len(trial.Realms[0].Before)+len(trial.Realms[0].After) != 0 {
		t.Errorf("%+v, %v", trial, err)
	}
	b = worldtest.Found(t, worldtest.Tiny{Least: 2}, 1)
	trial, err = turns.Try(b.World, b.ClockAt)
	if err != nil || len(trial.Realms) != 0 || trial.Waits.Code != "waits-realms" {
		t.Errorf("%+v, %v", trial, err)
	}
}
