package turn_test

import (
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// Decision 11: each turn books the fee; under zero warns, never blocks; after
// 3 missed turns in a row the game master is told, once; orders begin anew.
func TestAccountAndMissedTurns(t *testing.T) {
	p := gametest.Fresh(t, "account", 40, 30, 1)
	tables := p.Tables.Clone()
	if err := tables.Prepare(); err != nil {
		t.Fatal(err)
	}
	tables.Rules.Fee = 100
	p = realm.Position{Rules: p.Rules, Tables: tables, State: p.State.Clone()}
	p.State.Realms[1].Account = 150
	orders, away := []game.Sheet{{Realm: 1, Text: "$S\ninfo\n"}}, []game.Sheet{{Realm: 1, Absent: true}}
	for _, step := range []struct {
		sheets  []game.Sheet
		account int64
		missed  int
		notices int
	}{
		{nil, 50, 1, 0},
		{nil, -50, 2, 0},
		{nil, -150, 3, 1},
		{nil, -250, 4, 0},
		{orders, -350, 0, 0},
		{nil, -450, 1, 0},
		{nil, -550, 2, 0},
		{away, -650, 2, 0}, // pays the fee, and misses nothing
		{nil, -750, 3, 1},
	} {
		run := turn.Begin(p, step.sheets, game.Seed{1})
		gametest.Watched(t, run)
		r := &run.State.Realms[1]
		if r.Account != step.account || r.Missed != step.missed || len(run.Notices) != step.notices {
			t.Errorf("turn %d: account %d, missed %d, %d notices; want %+v", run.State.Turn-1, r.Account, r.Missed,
				len(run.Notices), step)
		}
		p = realm.Position{Rules: p.Rules, Tables: tables, State: run.State}
	}
}

// A year's recruiting capacity is full again in autumn, by the building's
// state: light damage leaves three quarters of the capital's 100,000.
func TestCapacityIsFullInAutumn(t *testing.T) {
	p := gametest.Fresh(t, "capacity", 40, 30, 1)
	b := p.State.Fields[p.State.Realms[1].Origin].Building
	b.Used, b.Damage = 74990, tables.Light
	for run, want := range map[int]int64{1: 10, 2: 75000, 3: 10, 6: 75000} { // autumn are 2 and 6
		s := p.State.Clone()
		s.Turn = run
		played := turn.On(p.With(s), game.Seed{})
		gametest.Watched(t, played)
		if got := turn.CapacityLeft(played.Turn, &s.Fields[s.Realms[1].Origin]); got != want {
			t.Errorf("after turn %d: %d left, want %d", run, got, want)
		}
	}
}

// Law 9: all gold that leaves the treasuries before week 1 is told, and none
// comes from nowhere.
func TestGoldIsConserved(t *testing.T) {
	const realms = 6
	p, _ := gametest.Crowd(t, 60, 40, realms, 8)
	total := func(s *realm.State) (sum int64) {
		for i := range s.Realms {
			sum += s.Realms[i].Gold
		}
		return sum
	}
	spends := map[string]bool{"build-begun": true, "repair-begun": true, "conversion-begun": true, "edges-built": true,
		"road-built": true, "recruited": true, "reinforced": true}
	told := int64(0)
	for round := range 30 {
		dice := game.Seed{byte(round)}.Throw(0, 0, "gold")
		var sheets []game.Sheet
		for r := 1; r <= realms; r++ {
			sheets = append(sheets, game.Sheet{Realm: r, Turn: 1, Text: gametest.WildSheet(dice)})
		}
		run := turn.Begin(p, sheets, game.Seed{9})
		run.Run(turn.Before)
		spent := int64(0)
		for _, e := range run.Events() {
			for _, a := range e.Args {
				if spends[e.Code] && a.Name == "gold" {
					spent += a.N
				}
			}
		}
		if lost := total(p.State) - total(run.State); lost != spent {
			t.Errorf("round %d: %d gold gone, %d told", round, lost, spent)
		}
		told += spent
	}
	if told == 0 {
		t.Error("nothing was spent: the sheets are too tame")
	}
}
