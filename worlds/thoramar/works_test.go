package thoramar

import (
	"bytes"
	"fmt"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/craft"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/land"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// Law 6: the number of a gate that is not the realm's, or is a ruin, and what a
// foreign mine holds change no word of a report or a receipt, not even for who
// stands at it.
func TestFindsAreSecret(t *testing.T) {
	play := func(gate, ruin, mine int) (report []byte, receipt string) {
		c := newCase(t, fmt.Sprintf(`
-- world --
turn 2
realm 1 plain 500000
field 0/0 tla 1 HST
field 1/0 tla 1 WTO ruin gate=%d
field 2/0 tla 0 WTO gate=%d
field 3/0 tla 2 MIN mine=%d decline=%d
field -1/0 tla 0 MIN mine=%d
army 1 K.M 1 3000 2/0
army 1 K.M 2 3000 3/0
army 1 K.M 3 3000 -1/0
army 1 K.M 4 3000 2/0
`, ruin, gate, mine, mine/100, mine))
		sheet := game.Sheet{Realm: 1, Turn: 2,
			Text: "$B\nWTO 1 0 Tor\nMIN 3 0 Schacht\n$A\nK.M 1 2 V+ 500\nK.M 4 0 A+\n"}
		return c.world.Resolve([]game.Sheet{sheet}, game.Seed{5}, 1, nil).Report(1, nil).Text, fmt.Sprint(c.world.Check(sheet))
	}
	report, receipt := play(7, 8, 20000)
	for _, other := range [][3]int{{9, 8, 20000}, {7, 10, 20000}, {7, 8, 12000}, {7, 8, 0}} {
		r, k := play(other[0], other[1], other[2])
		if !bytes.Equal(r, report) {
			t.Errorf("%v: another report", other)
		}
		if k != receipt {
			t.Errorf("%v: another receipt", other)
		}
	}
	// The right number, on the other hand, shows in the turn, but not before it.
	r, k := play(500, 8, 20000)
	if bytes.Equal(r, report) || k != receipt {
		t.Error("the right number: the report is to tell, the receipt is not")
	}
}

// A year's mines pay what their events say, thin out by their share and end
// exhausted; opened again they draw within the bounds of the tables.
func TestMinesThroughTheYears(t *testing.T) {
	w := freshWorld(t, "mines", 80, 60, 1)
	n := &w.at.Tables.Rules
	s := w.at.State.Clone()
	mines := map[game.Place]int64{}
	for i := range s.Fields {
		if b := s.Fields[i].Building; b != nil && b.Kind == land.MineKind(w.at.Tables) {
			s.Fields[i].Owner = 1
			if b.Mine == 0 { // opened this very year
				b.Ready = 2
			}
			mines[game.Place(i)] = b.Mine
		}
	}
	if len(mines) < 10 {
		t.Fatalf("%d mines are too few", len(mines))
	}
	gametest.Calm(&w.at.Tables.Rules)
	s.Turn = 2 // autumn
	for year := range 40 {
		run := turn.On(w.with(s).at, game.Seed{byte(year)})
		run.Sheets[1].Came = true // or the realm would be deserted in time
		gametest.Watched(t, run)
		want := int64(0)
		for p, held := range mines {
			b := s.Fields[p].Building
			if year == 0 && held == 0 {
				if b.Decline > n.MineDeclineMax || b.Damage != tables.Intact {
					t.Errorf("opened anew: %+v", *b)
				}
				continue
			}
			want += held
			left := held - (held*b.Decline+999)/1000 // income rounds down
			if left < n.MineExhausted {
				left = 0
			}
			if b.Mine != left {
				t.Errorf("year %d: %d of %d left at %d permille, want %d", year, b.Mine, held, b.Decline, left)
			}
		}
		if got := run.Income[1]["mines"]; year > 0 && got != want {
			t.Errorf("year %d: %d from the mines, want %d", year, got, want)
		}
		for p := range mines {
			mines[p] = s.Fields[p].Building.Mine
		}
		s.Turn += 3 // the next autumn
	}
	for p, held := range mines {
		if b := s.Fields[p].Building; held != 0 && b.Decline > 100 {
			t.Errorf("after 40 years a mine that loses %d permille a year still holds %d", b.Decline, held)
		}
	}
}

// Whoever goes through a gate is at the one of the number, with all men, or gone.
func TestGatesAtRandom(t *testing.T) {
	w := freshWorld(t, "gates", 80, 60, 1)
	for round := range 20 {
		s := w.at.State.Clone()
		run := turn.On(w.with(s).at, game.Seed{byte(round)})
		var gates []game.Place
		for i := range s.Fields {
			if b := s.Fields[i].Building; b != nil && w.at.Tables.FindBuilding(b.Kind).Gate {
				gates = append(gates, game.Place(i))
			}
		}
		dice := game.Seed{byte(round)}.Throw(0, 0, "gates")
		text, at, code := "$A\n", map[int]game.Place{}, map[int]int{}
		for id := 1; id <= 30; id++ {
			at[id] = gates[dice.N(int64(len(gates)))]
			code[id] = int(dice.Between(1, 999))
			if dice.Chance(700) {
				code[id] = s.Fields[gates[dice.N(int64(len(gates)))]].Building.Gate
			}
			run.AddArmy(realm.Army{Realm: 1,
				Name: realm.ArmyName{Unit: tables.Unit{Type: 'K', Class: 'L'}, ID: int32(id)}, Men: 1000, At: at[id],
				Points: 6, Fit: -1, Since: 1, Start: game.Nowhere})
			text += fmt.Sprintf("K.L %d 0 V+ %d\n", id, code[id])
		}
		run.Sheets[1] = rulekit.Sheet{Came: true, Lines: w.at.Rules.Language().Parse(text).Lines}
		run.Run(turn.Before)
		for id := 1; id <= 30; id++ {
			want := game.Nowhere
			if !craft.GateWorks(run.Turn, at[id]) {
				want = at[id] // it does not even go in
			} else {
				for _, p := range gates {
					if craft.GateWorks(run.Turn, p) && s.Fields[p].Building.Gate == code[id] {
						want = p
					}
				}
			}
			a := s.Army(1, realm.ArmyName{Unit: tables.Unit{Type: 'K', Class: 'L'}, ID: int32(id)})
			switch {
			case want == game.Nowhere && a != nil, want != game.Nowhere && (a == nil || a.At != want || a.Men != 1000):
				t.Errorf("round %d: from %d by %d: %+v, want at %d", round, at[id], code[id], a, want)
			}
		}
		if wrong := realm.Broken(w.at.Tables, s); len(wrong) > 0 {
			t.Fatal(wrong)
		}
	}
}
