package kolonien

import (
	"bytes"
	"reflect"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// Law 6: what a realm does not see may be anything, and its receipt and report
// are the same, but for what all are told.
func TestHiddenStaysHidden(t *testing.T) {
	c := newCase(t, `
-- world --
land 8 9 26 27 28
colony 8 1 level 2 MIL 1
colony 26 2 level 1 INF 2
leader 1 Cortez 2 9 INF 4
leader 2 Drake 2 27 INF 4
fleet 2 1 28 TRA 2
natives 28 tribe N-INF 3
-- tables --
[rules]
native_growth = 0
periods = 1
dice_sides = 6
`)
	w := c.world
	sheets := []game.Sheet{{Realm: 1, Turn: 1, Text: "$A\nCortez 15\nCortez 2\n$V\n2 P\n"},
		{Realm: 2, Turn: 1, Text: "$A\nDrake 26\n"}}
	for name, change := range map[string]func(*realm.State){
		"a garrison":        func(s *realm.State) { s.Areas[25].Colony.Garrison[tables.LIN]++ },
		"a regiment":        func(s *realm.State) { s.Areas[25].Colony.Regiments = []tables.Troops{{tables.CAV: 2}} },
		"an army":           func(s *realm.State) { s.Realms[1].Leaders[0].Troops[tables.ART]++ },
		"a medic":           func(s *realm.State) { s.Realms[1].Leaders[0].Medic = true },
		"standing orders":   func(s *realm.State) { s.Realms[1].Leaders[0].Orders.Charge = true },
		"a treasury":        func(s *realm.State) { s.Realms[1].Ducats += 1000 },
		"natives elsewhere": func(s *realm.State) { s.Areas[27].Natives.Troops[tables.ICAV]++ },
		"a fleet's ships":   func(s *realm.State) { s.Realms[1].Fleets[0].Ships[tables.LINS]++ },
		"another wish":      func(s *realm.State) { s.Realms[2].Stances[1] = realm.Allied },
	} {
		s := w.at.State.Clone()
		change(s)
		other := w.with(s)
		if bytes.Equal(other.State(), w.State()) {
			t.Errorf("%s: nothing was changed", name)
		}
		if !reflect.DeepEqual(w.Check(sheets[0]), other.Check(sheets[0])) {
			t.Errorf("%s: the receipt tells it", name)
		}
		if !reflect.DeepEqual(planned(t, w), planned(t, other)) {
			t.Errorf("%s: the desk tells it", name)
		}
		one, two := w.Resolve(sheets, game.Seed{4}, 1, nil), other.Resolve(sheets, game.Seed{4}, 1, nil)
		if !reflect.DeepEqual(one.(*outcome).Facts(1), two.(*outcome).Facts(1)) {
			t.Errorf("%s: the facts tell it", name)
		}
		if !bytes.Equal(one.Report(1, nil).Text, two.Report(1, nil).Text) ||
			!bytes.Equal(one.Report(1, nil).Summary, two.Report(1, nil).Summary) {
			t.Errorf("%s: the report tells it:\n%s\n---\n%s", name, one.Report(1, nil).Text, two.Report(1, nil).Text)
		}
	}
}

// A receipt's odds tell no more than the report: whether a medic goes with a foreign
// leader no report shows, and standing orders neither, though the leader is seen.
func TestOddsTellNothingHidden(t *testing.T) {
	c := newCase(t, `
-- world --
land 8 9
treaty 1 2 K
leader 1 Cortez 3 8 INF 4
leader 2 Drake 3 9 INF 4
-- tables --
[rules]
dice_sides = 6
`)
	sheet := game.Sheet{Realm: 1, Turn: 1, Text: "$A\nCortez 9\n"}
	for name, change := range map[string]func(*realm.Leader){
		"a medic":         func(l *realm.Leader) { l.Medic = true },
		"standing orders": func(l *realm.Leader) { l.Orders.Withdraw.When = realm.Never },
	} {
		s := c.world.at.State.Clone()
		change(&s.Realms[1].Leaders[0])
		other := c.world.with(s)
		if bytes.Equal(other.State(), c.world.State()) || !reflect.DeepEqual(c.world.Check(sheet), other.Check(sheet)) {
			t.Errorf("the receipt tells %s", name)
		}
	}
}
