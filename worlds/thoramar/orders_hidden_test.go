package thoramar

import (
	"bytes"
	"fmt"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// TestOrdersTellNothingUnseen (law 6): roads, bridges and walls from lonely own land, land
// given away and spells are answered alike whatever lies where realm 1 does not look:
// whose land it is, herds, armies, demons of others. What the report refuses, what the
// orders cost, the receipt and the report stay the same.
func TestOrdersTellNothingUnseen(t *testing.T) {
	seeds := 60
	if testing.Short() {
		seeds = 10
	}
	from := freshWorld(t, "orders-hidden", 60, 40, 3)
	tables := *from.at.Tables
	tables.Rules.HerdRest = 1000 // nobody walks into sight
	gametest.Calm(&tables.Rules)
	count := map[string]int{}
	for n := range seeds {
		dice := game.Seed{byte(n), 9}.Throw(0, 0, "orders-hidden")
		w := &World{at: realm.Position{Rules: from.at.Rules, Tables: &tables, State: from.at.State.Clone()}}
		w.at.State.Armies[0] = nil
		sheet := lonelyOrders(w, dice)
		other := unseenOtherwise(w, dice, count)
		for _, x := range []*World{w, other} {
			if wrong := x.Broken(); len(wrong) > 0 {
				t.Fatalf("state %d is not lawful: %q", n, wrong)
			}
		}
		was, now := w.Resolve([]game.Sheet{sheet}, game.Seed{byte(n)}, 1, nil).(*outcome), other.Resolve([]game.Sheet{sheet},
			game.Seed{byte(n)}, 1, nil).(*outcome)
		for what, texts := range map[string][2][]byte{
			"receipt":  {fmt.Appendln(nil, w.Check(sheet)), fmt.Appendln(nil, other.Check(sheet))},
			"refusals": {fmt.Appendln(nil, was.Refused(1)), fmt.Appendln(nil, now.Refused(1))},
			"report":   {all(was.Report(1, nil)), all(now.Report(1, nil))},
			"treasury": {fmt.Append(nil, was.After.at.State.Realms[1].Gold),
				fmt.Append(nil, now.After.at.State.Realms[1].Gold)},
		} {
			if !bytes.Equal(texts[0], texts[1]) {
				t.Fatalf("state %d: the %s tells of hidden things: %s", n, what, firstDifference(texts[0], texts[1]))
			}
		}
		for _, r := range was.shared.Turn.Refused[1] {
			count[r.What.Code]++
		}
	}
	for _, what := range []string{"land", "armies", "edge-unknown", "edge-foreign", "cede-unseen", "spell-unseen",
		"tame-nobody", "free-nobody"} {
		if count[what] < seeds/10 {
			t.Errorf("%s: only %d in %d states, the test proves little", what, count[what], seeds)
		}
	}
}

// lonelyOrders gives realm 1 land without anybody on it and sorcerers, and writes orders
// that ask about what lies around: edges, land to give away, spells.
func lonelyOrders(w *World, dice *game.Dice) game.Sheet {
	home := w.at.State.Realms[1].Origin
	w.at.State.Realms[1].Gold = 10_000_000
	land := []game.Place{home}
	for range 14 {
		p := gametest.Stroll(w.at, home, dice, int(dice.N(7)), nil)
		if f := &w.at.State.Fields[p]; f.Owner == 0 && !w.at.Tables.Terrain[f.Terrain].NoBuild {
			f.Owner = 1
			land = append(land, p)
		}
	}
	for range 20 { // and neighbours, some of them in sight
		p := gametest.Stroll(w.at, land[dice.N(int64(len(land)))], dice, 1, nil)
		if f := &w.at.State.Fields[p]; f.Owner == 0 && !w.at.Tables.Terrain[f.Terrain].NoBuild {
			f.Owner = 2
		}
	}
	for p := range w.at.State.Fields { // it has been about
		if w.at.State.Grid.Distance(home, game.Place(p)) < 6 && dice.Chance(700) {
			w.at.State.Realms[1].Seen.Add(game.Place(p))
		}
	}
	at := func(p game.Place) string {
		x, y := w.at.State.Grid.Relative(home, p)
		return fmt.Sprint(x, " ", y)
	}
	pick := func() game.Place { return land[dice.N(int64(len(land)))] }
	text := "$B\n"
	for range 25 {
		digits := dice.Between(1, 6)
		for range dice.N(3) {
			digits = digits*10 + dice.Between(1, 6)
		}
		text += fmt.Sprintf("%c %s %d\n", "SWB"[dice.N(3)], at(pick()), digits)
	}
	text += "$L\n"
	for range 8 {
		text += fmt.Sprintf("%d %s\n", dice.Between(2, 3), at(pick()))
	}
	text += "$A\n"
	for id := int32(1); id <= 8; id++ {
		unit := []tables.Unit{{Type: 'Z', Class: 'M'}, {Type: 'Z', Class: 'B'}}[dice.N(2)]
		p := pick()
		w.put(&realm.Army{Realm: 1, Name: realm.ArmyName{Unit: unit, ID: id}, Men: 900, At: p, Points: 8, Fit: -1,
			Since: 1, Start: game.Nowhere, Flag: realm.Shown})
		text += fmt.Sprintf("%v 0 V+ %s\n", realm.ArmyName{Unit: unit, ID: id},
			at(gametest.Stroll(w.at, p, dice, int(dice.N(5)), nil)))
	}
	return game.Sheet{Realm: 1, Turn: w.at.State.Turn, Text: text}
}

// unseenOtherwise is the world with other land, herds, armies and demons where realm 1
// does not look.
func unseenOtherwise(w *World, dice *game.Dice, count map[string]int) *World {
	other := w.with(w.at.State.Clone())
	clear, id := sight.Locate(w.at.State).Clear(w.at.Tables, 1), int32(1)
	for r := 2; r <= 3; r++ {
		z := &realm.Army{Realm: r, Name: gametest.ArmyName("Z.B 99"), Men: 900, At: w.at.State.Realms[r].Origin,
			Points: 8, Fit: -1,
			Since: 1, Start: game.Nowhere, Flag: realm.Shown}
		other.put(z)
	}
	for p := range other.at.State.Fields {
		f, at := &other.at.State.Fields[p], game.Place(p)
		row := &w.at.Tables.Terrain[f.Terrain]
		if clear.Has(at) || row.Height <= 0 || row.NoBuild || f.Building != nil || f.Owner == 1 {
			continue
		}
		if dice.Chance(500) {
			f.Owner = int16([]int{0, 2, 3}[dice.N(3)])
			count["land"]++
		}
		if !dice.Chance(200) || id > 900 {
			continue
		}
		a := &realm.Army{Name: realm.ArmyName{Unit: tables.Unit{Type: 'K', Class: 'L'}, ID: id}, Men: 3000, At: at,
			Points: 6, Fit: -1, Since: 1, Start: game.Nowhere, Flag: realm.Shown, Command: realm.Defend}
		switch dice.N(3) {
		case 0:
			a.Realm = int(dice.Between(2, 3))
		case 1:
			a.Realm, a.Master = int(dice.Between(2, 3)), gametest.ArmyName("Z.B 99")
			a.Name.Unit, a.Men = tables.CommonDemon, 20
		}
		other.put(a)
		id++
		count["armies"]++
	}
	return other
}
