package turn_test

import (
	"fmt"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// An opening is what the first year's gold of a capital is spent on, to take another one at once: a part on sorcerers,
// each with a demon army, and the rest on one kind of men.
type opening struct {
	men    string
	demon  string
	wizard int64 // percent of the gold
}

// demonsOf are how large a sorcerer's demon army is. A D.E of 20 would try to break free.
var demonsOf = map[string]int64{"D.E": 19, "D.N": 100}

// With the balanced numbers no opening takes a capital that as much gold for foot defends, before a temple city of the
// first turn stands: a priest of war is then the answer. This is the worst case, as the attackers begin beside it.
func TestNoOpeningTakesACapital(t *testing.T) {
	numbers, err := tables.StandardTables().With([]byte(`set = "balanced"`))
	if err != nil {
		t.Fatal(err)
	}
	for _, men := range []string{"K.L", "K.M", "K.S", "R.L", "R.M", "R.S"} {
		for _, demon := range []string{"D.E", "D.N"} {
			for wizard := int64(0); wizard < 100; wizard += 10 {
				o := opening{men, demon, wizard}
				if turn, left := o.plays(t, numbers); left >= 0 {
					t.Logf("%+v: nobody takes it, %d defenders are left", o, left)
				} else {
					t.Errorf("%+v takes the capital in turn %d", o, turn)
				}
			}
		}
	}
}

// plays plays the opening for as many turns as a temple city takes. It returns how many defenders are left, or −1 if
// the capital has been taken in that turn.
func (o opening) plays(t *testing.T, numbers *tables.Tables) (number int, left int64) {
	a := gametest.NewArena(t)
	a.Tables = numbers.Clone()
	gametest.Calm(&a.Tables.Rules)
	price := func(unit string) int64 { return a.Tables.Unit[a.Tables.UnitNamed(unit)].Cost }
	temple, gold := a.Tables.FindBuilding("TSL"), a.Tables.FindBuilding("HST").Capacity
	for n := range 3 { // own land to retreat to
		a.Field(a.XY(-n, 0)).Owner = 2
	}
	a.Field(a.XY(0, 0)).Building = &realm.Building{Kind: "HST", Name: "two"}
	a.Army(2, "K.M 1", gold/price("K.M"), 0, 0)
	a.Field(a.XY(4, 0)).Owner, a.Field(a.XY(4, 0)).Building = 1, &realm.Building{Kind: "HST", Name: "one"}
	n := &a.Tables.Rules
	summon, hold := n.SummonArch, n.HoldArch
	if o.demon == "D.N" {
		summon, hold = n.SummonCommon, n.HoldCommon
	}
	kept := int64(temple.Time)*(hold+n.Training) + 5
	magic := gold * o.wizard / 100
	for i := range magic / ((demonsOf[o.demon]*summon + kept) * price("Z.B")) {
		z := fmt.Sprint("Z.B ", i+1)
		a.Army(1, z, kept, 1, 0)
		a.Army(1, fmt.Sprint(o.demon, " ", i+1), demonsOf[o.demon], 1, 0).Master = gametest.ArmyName(z)
	}
	band := o.men + " 1"
	a.Army(1, band, (gold-magic)/price(o.men), 1, 0)
	p := realm.Position{Rules: gametest.Rules, Tables: a.Tables, State: a.State}
	for number = 1; number <= int(temple.Time); number++ {
		text := "$A\n"
		for _, x := range p.State.Armies[1] {
			plan := "0000000000000"
			if x.At != a.XY(0, 0) {
				plan = "5000000000000"
			}
			switch {
			case x.Name.Type == 'D' || x.Name.String() == band && plan[0] == '5':
				text += fmt.Sprintf("%v %s A+\n", x.Name, plan)
			case x.Name.String() == band:
				text += fmt.Sprintf("%v %s E+\n", x.Name, plan)
			}
		}
		sheets := []game.Sheet{{Realm: 1, Turn: p.State.Turn, Text: text}}
		p.State = turn.Resolve(p, 1, false, sheets, game.Seed{byte(number)}).State
		if p.State.Fields[a.XY(0, 0)].Owner == 1 {
			return number, -1
		}
		left = 0
		for _, x := range p.State.Armies[2] {
			left += x.Men
		}
	}
	return number, left
}
