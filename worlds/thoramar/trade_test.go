package thoramar

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// Realms that form and leave formations, fight with them, send traders about and
// raid them at random for many turns: after every phase nothing is broken, and
// what a turn refuses its receipt refused (laws 8 and 9).
func TestTrafficAtRandom(t *testing.T) {
	happened := map[string]int{}
	for seed := byte(1); seed <= 10; seed++ {
		c := newCase(t, "")
		scatterFleets(c.world, game.Seed{seed})
		scatterTraders(c.world, game.Seed{seed})
		for run := 0; run < 6; run++ {
			roll := game.Seed{seed, 1}.Throw(run, 0, "sheets")
			var sheets []game.Sheet
			for number := 1; number <= 3; number++ {
				sheets = append(sheets, game.Sheet{Realm: number, Turn: c.world.at.State.Turn,
					Text: trafficSheet(roll, c.world.at.State, number)})
			}
			played := turn.Begin(c.world.at, sheets, game.Seed{seed, 2})
			gametest.Watched(t, played)
			c.foretold(played, sheets)
			for _, e := range played.Events() {
				happened[e.Code]++
			}
			again, err := realm.Decode(realm.Encode(played.State), c.world.at.Tables)
			if err != nil || !bytes.Equal(realm.Encode(again), realm.Encode(played.State)) {
				t.Fatalf("seed %d: the world does not come back from its bytes: %v", seed, err)
			}
			c.world.at.State = played.State
		}
	}
	for _, code := range []string{"formation-formed", "formation-joined", "formation-left", "formation-dissolved",
		"traded", "trade-share", "trade-near", "caravan-shrinks", "raided", "retreat", "out-of-points", "split",
		"harvest", "upkeep"} {
		if happened[code] == 0 {
			t.Errorf("%s never happened: %v", code, happened)
		}
	}
}

// scatterTraders adds land with towns, traders, riders and priests.
func scatterTraders(w *World, seed game.Seed) {
	s := w.at.State
	roll := seed.Throw(0, 0, "towns")
	anywhere := func(water bool) game.Place {
		for {
			if p := game.Place(roll.N(int64(len(s.Fields)))); w.at.Tables.Terrain[s.Fields[p].Terrain].Water() == water {
				return p
			}
		}
	}
	for n := range 12 {
		s.Fields[anywhere(false)].Building = &realm.Building{Kind: []string{"STD", "FES"}[n%2], Name: "Ort"}
	}
	for p := range s.Fields {
		if !w.at.Tables.Terrain[s.Fields[p].Terrain].Water() {
			s.Fields[p].Owner = int16(roll.N(4))
		}
	}
	for number := 1; number <= 3; number++ {
		camp := anywhere(false)
		for _, unit := range []string{"H.K 1", "H.K 2", "H.K 3", "H.S 1", "H.S 2", "R.L 7", "R.M 8", "P.K 1", "P.H 2"} {
			n := gametest.ArmyName(unit)
			a := &realm.Army{Realm: number, Name: n, Men: 50 + roll.N(500), Points: w.at.Tables.FindUnit(n.Unit).Move,
				Fit: -1, Since: 1, Start: game.Nowhere, At: camp}
			if n.Ship() {
				a.Men, a.At = 10+roll.N(20), anywhere(true)
			}
			if n.Type == 'H' {
				a.Start = anywhere(false)
			}
			list := s.Armies[number]
			at := realm.ArmyPlace(list, n)
			s.Armies[number] = append(list[:at:at], append([]*realm.Army{a}, list[at:]...)...)
		}
	}
}

// trafficSheet lets armies that share a field form a formation or leave it,
// traders go for towns, and all march and fight.
func trafficSheet(roll *game.Dice, s *realm.State, number int) string {
	view := game.View{Grid: s.Grid, Origin: s.Realms[number].Origin}
	var b strings.Builder
	b.WriteString("$A\n")
	plan := func() string {
		p := make([]byte, realm.Weeks)
		for i := range p {
			p[i] = '0' + byte(max(0, roll.N(12)-5))
		}
		return string(p)
	}
	for _, a := range s.Armies[number] {
		v := "V.L"
		if a.Name.Ship() {
			v = "V.S"
		}
		command := []string{"V+", "A+", "A-"}[roll.N(3)]
		switch {
		case a.Member() && roll.N(3) > 0: // without a line it stays
		case realm.Joins(a.Name, realm.ArmyName{Unit: tables.Unit{Type: 'V', Class: v[2]}}) && roll.N(2) == 0:
			fmt.Fprintf(&b, "%v 0 V+ %s %d\n", a.Name, v, 1+roll.N(3))
		case a.Name.Type == 'H':
			fmt.Fprintf(&b, "%v %s V+ %s\n", a.Name, plan(),
				strings.ReplaceAll(string(view.AppendPlace(nil, int64(someTown(roll, s, a)))), "/", " "))
		case realm.Parts(a.Name.Unit) && roll.N(6) == 0:
			fmt.Fprintf(&b, "%v %s %s %v %d\n", a.Name, plan(), command,
				realm.ArmyName{Unit: a.Name.Unit, ID: 20 + int32(roll.N(900))}, 1+a.Men/3)
		default:
			fmt.Fprintf(&b, "%v %s %s\n", a.Name, plan(), command)
		}
	}
	for i := 1; i <= 3; i++ { // formations that may be formed just now
		fmt.Fprintf(&b, "V.L %d %s A+\nV.S %d %s A\n", i, plan(), i, plan())
	}
	return b.String()
}

// someTown is the town a trader stands at, if it does, or any other.
func someTown(roll *game.Dice, s *realm.State, a *realm.Army) game.Place {
	var towns []game.Place
	for p := range s.Fields {
		if s.Fields[p].Building == nil {
			continue
		}
		if s.Grid.Distance(a.At, game.Place(p)) <= 1 {
			return game.Place(p)
		}
		towns = append(towns, game.Place(p))
	}
	return towns[roll.N(int64(len(towns)))]
}
