package turn_test

import (
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

// A year's mines pay what their events say, thin out by their share and end
// exhausted; opened again they draw within the bounds of the tables.
func TestMinesThroughTheYears(t *testing.T) {
	p := gametest.Fresh(t, "mines", 80, 60, 1)
	n := &p.Tables.Rules
	s := p.State.Clone()
	mines := map[game.Place]int64{}
	for i := range s.Fields {
		if b := s.Fields[i].Building; b != nil && b.Kind == land.MineKind(p.Tables) {
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
	gametest.Calm(&p.Tables.Rules)
	s.Turn = 2 // autumn
	for year := range 40 {
		run := turn.On(p.With(s), game.Seed{byte(year)})
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
	p := gametest.Fresh(t, "gates", 80, 60, 1)
	for round := range 20 {
		s := p.State.Clone()
		run := turn.On(p.With(s), game.Seed{byte(round)})
		var gates []game.Place
		for i := range s.Fields {
			if b := s.Fields[i].Building; b != nil && p.Tables.FindBuilding(b.Kind).Gate {
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
		run.Sheets[1] = rulekit.Sheet{Came: true, Lines: p.Rules.Language().Parse(text).Lines}
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
		if wrong := realm.Broken(p.Tables, s); len(wrong) > 0 {
			t.Fatal(wrong)
		}
	}
}
