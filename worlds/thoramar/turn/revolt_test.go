package turn_test

import (
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// Decision 10, in millionths: 2000, 20000 × the lost yield, 1000 per 10 fields
// beyond 50, 10000 without capital; each calming thing halves, rounding down.
func TestRevoltChance(t *testing.T) {
	for _, c := range []struct {
		fields  int64
		capital bool
		yield   int16
		army    bool
		blessed bool
		traded  bool
		want    int64
	}{
		{1, true, 100, false, false, false, 2000},
		{50, true, 100, false, false, false, 2000},
		{51, true, 100, false, false, false, 2100},
		{85, true, 100, false, false, false, 5500},               // 35 beyond: 3500
		{50, true, 25, false, false, false, 17000},               // + 20000 × 0.75
		{50, false, 100, false, false, false, 12000},             // + 10000
		{85, false, 0, false, false, false, 35500},               // 2000 + 20000 + 3500 + 10000
		{50, true, 100, true, false, false, 1000},                // halved
		{50, true, 100, true, true, false, 500},                  // twice
		{51, true, 99, true, true, true, (2000 + 200 + 100) / 8}, // 2300: 1150, 575, 287
	} {
		a := gametest.NewArena(t)
		standard := tables.StandardTables().Rules
		a.Tables.Rules = standard
		p := a.XY(0, 0)
		f := a.Field(p)
		f.Owner, f.Yield = 1, c.yield
		if c.army {
			a.Army(1, "K.L 1", 100, 0, 0)
		}
		if c.blessed {
			f.Blessed = 1
		}
		if c.traded {
			a.Traded = []game.Place{a.XY(1, 0)}
		}
		u := turn.Unrest{Fields: c.fields, Capital: c.capital}
		if got := turn.RevoltChance(a.Turn.Turn, p, u, turn.TradedNear(a.Turn.Turn)); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// Trade calms within two fields, not three; foreign armies calm nobody.
func TestWhatDoesNotCalm(t *testing.T) {
	a := gametest.NewArena(t)
	a.Tables.Rules = tables.StandardTables().Rules
	p := a.XY(0, 0)
	a.Field(p).Owner = 1
	a.Army(2, "K.L 1", 100, 0, 0)
	for x, want := range map[int]int64{2: 1000, 3: 2000} {
		a.Traded = []game.Place{a.XY(x, 0)}
		u := turn.Unrest{Fields: 1, Capital: true}
		if got := turn.RevoltChance(a.Turn.Turn, p, u, turn.TradedNear(a.Turn.Turn)); got != want {
			t.Errorf("trade %d fields away: %d, want %d", x, got, want)
		}
	}
}

// Of 100,000 draws about 2000 revolt at 2 %: the dice are those of the chance.
func TestRevoltsAreAsRareAsTheySay(t *testing.T) {
	a := gametest.NewArena(t)
	a.Tables.Rules.RevoltBase = 20000
	a.Week, a.Phase = realm.Weeks+1, "revolts"
	n := 0
	for run := range 1000 {
		a.State.Turn, a.Number = run+1, run+1
		for p := range 100 {
			u := turn.Unrest{Fields: 1, Capital: true}
			if a.Dice(int64(p)).N(fight.Millionth) < turn.RevoltChance(a.Turn.Turn, game.Place(p), u, nil) {
				n++
			}
		}
	}
	// The deviation is √(100000 × 0.02 × 0.98) = 44; four of it.
	if n < 2000-177 || n > 2000+177 {
		t.Errorf("%d revolts", n)
	}
}

// A realm's whole land revolts but the capital, in any number of fields; of
// militia there are at most 999, the fields beyond are free without.
func TestNumbersOfMilitiaRunOut(t *testing.T) {
	a := gametest.NewArena(t)
	for id := 1; id <= 998; id++ {
		a.AddArmy(realm.Army{Name: realm.ArmyName{Unit: tables.Unit{Type: 'K', Class: 'L'}, ID: int32(id)},
			Men: 500, At: a.XY(0, 0), Fit: -1, Start: game.Nowhere})
	}
	for x := 1; x <= 3; x++ {
		a.Field(a.XY(x, 0)).Owner = 1
	}
	a.Tables.Rules.RevoltBase = fight.Millionth
	a.Week, a.Phase = realm.Weeks+1, "revolts"
	a.Phases("revolts")
	for x := 1; x <= 3; x++ {
		if a.Field(a.XY(x, 0)).Owner != 0 {
			t.Errorf("field %d/0 did not revolt", x)
		}
	}
	if n := len(a.State.Armies[0]); n != 999 {
		t.Errorf("%d militias", n)
	}
}
