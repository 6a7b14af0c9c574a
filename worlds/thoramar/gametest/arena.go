// Package gametest has what tests of several rooms share: a turn on a plain, worlds of cases, fresh worlds with realms,
// and a ledger that finds changes nobody was told of. Only tests import it.
package gametest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// Arena is a turn on a plain of tla, 12 × 12 fields, counted from its middle,
// with realms 1 to 4 of the culture "plain" and nobody's land.
type Arena struct {
	*turn.Turn
	Test *testing.T
	line int
}

// ArenaSize is how many fields an arena is wide, and high.
const ArenaSize = 12

// Middle is the field from which they are counted.
var Middle = game.Grid{Width: ArenaSize, Height: ArenaSize, WrapX: true}.At(ArenaSize, ArenaSize/2)

// NewArena makes one.
func NewArena(test *testing.T) *Arena {
	numbers := tables.StandardTables()
	grid := game.Grid{Width: ArenaSize, Height: ArenaSize, WrapX: true}
	s := &realm.State{Schema: realm.Schema, Turn: 5, Grid: grid, Fields: make([]realm.Field, grid.Size()),
		Armies: make([][]*realm.Army, 5)}
	tla, _ := numbers.FindTerrain("tla")
	for i := range s.Fields {
		s.Fields[i] = realm.Field{Terrain: tla, Yield: 100}
	}
	for n := 0; n <= 4; n++ {
		s.Realms = append(s.Realms,
			realm.Realm{Person: rulekit.Person{Number: n, Name: fmt.Sprint("R", n)}, Culture: "plain",
				Origin: Middle})
	}
	a := &Arena{Turn: turn.On(realm.Position{Tables: numbers, State: s}, game.Seed{7}), Test: test}
	// No luck: a battle can be worked out by hand.
	a.Tables.Rules.DrawMin, a.Tables.Rules.DrawMax = 1000, 1000
	Calm(&a.Tables.Rules)
	return a
}

// Calm is a world without chance in what nobody ordered: land does not revolt,
// herds stay where they are.
func Calm(n *tables.Numbers) {
	n.RevoltBase, n.RevoltNoCapital, n.RevoltYield, n.HerdRest = 0, 0, 0, 1000
}

// Phases plays those of the turn that are called so.
func (a *Arena) Phases(names ...string) {
	for _, name := range names {
		for _, p := range slices.Concat(turn.Before, turn.Weekly, turn.After) {
			if p.Name == name {
				a.Run([]turn.Phase{p})
			}
		}
	}
}

// XY is the place of x/y.
func (a *Arena) XY(x, y int) game.Place { return a.Grid.Absolute(Middle, x, y) }

// Land gives a field a terrain.
func (a *Arena) Land(x, y int, terrain string) *realm.Field {
	f := a.Field(a.XY(x, y))
	i, ok := a.Tables.FindTerrain(terrain)
	if !ok {
		a.Test.Fatalf("no terrain %s", terrain)
	}
	f.Terrain = i
	return f
}

// ArmyName reads "K.M 2".
func ArmyName(s string) realm.ArmyName {
	var id int
	if _, err := fmt.Sscanf(s[4:], "%d", &id); err != nil {
		panic(err)
	}
	return realm.ArmyName{Unit: tables.Unit{Type: s[0], Class: s[2]}, ID: int32(id)}
}

// Army puts an army into the arena that came in an earlier turn.
func (a *Arena) Army(number int, n string, men int64, x, y int) *realm.Army {
	unit := ArmyName(n).Unit
	return a.AddArmy(realm.Army{Realm: number, Name: ArmyName(n), Men: men, At: a.XY(x, y),
		Points: a.Tables.FindUnit(unit).Move,
		Fit:    -1, Since: 1, Start: game.Nowhere, Flag: realm.Shown})
}

// Order gives an army a line of $A: order(1, "K.M 1", "23", "A+").
func (a *Arena) Order(number int, n, plan, command string, special ...realm.Special) {
	o := order.ArmyOrder{Army: ArmyName(n), Command: realm.Command(command[0])}
	for i, d := range plan {
		o.Plan[i] = game.Direction(d - '0')
	}
	if len(command) > 1 {
		o.Flag = realm.Flag(command[1])
	}
	if len(special) > 0 {
		o.Special = special[0]
	}
	a.line++
	s := &a.Sheets[number]
	s.Came = true
	s.Lines = append(s.Lines, orders.Line{Position: orders.Position{Line: a.line, Col: 1}, Section: 'A', Order: o})
}

// War plays the phases of war, from the plans to the refill; the sightings too.
func (a *Arena) War() {
	a.WeeksOnly()
	a.Week = realm.Weeks + 1
	a.Phases("conquest", "destruction", "refill")
}

// PlansOnly plays the phases that read plans.
func (a *Arena) PlansOnly() {
	a.Phases("plans", "specials")
}

// WeeksOnly plays the plans and the weeks.
func (a *Arena) WeeksOnly() {
	a.PlansOnly()
	for a.Week = 1; a.Week <= realm.Weeks; a.Week++ {
		a.Turn.Run(turn.Weekly)
	}
}

// Told lists what a realm was told, as "W1 code a=b", without the army's and
// field's own words where want does not ask for them.
func (a *Arena) Told(realm int) []string {
	view := game.View{Grid: a.Grid, Origin: Middle}
	var out []string
	for _, e := range a.Events() {
		if e.For(realm) {
			out = append(out, fmt.Sprintf("W%d %s", e.Week, show(e.Phrase, view)))
		}
	}
	return out
}

func show(p phrase.Phrase, v game.View) string {
	b := []byte(p.Code)
	for _, arg := range p.Args {
		b = append(b, ' ')
		switch arg.Kind {
		case phrase.Place:
			b = v.AppendPlace(b, arg.N)
		case phrase.Number:
			b = fmt.Append(b, arg.N)
		default:
			b = append(b, arg.S...)
		}
	}
	return string(b)
}

// Refusals lists what was refused of a realm's sheet.
func (a *Arena) Refusals(realm int) []string {
	var out []string
	for _, r := range a.Refused[realm] {
		s := show(r.What, game.View{Grid: a.Grid, Origin: Middle})
		if r.Severity == orders.Warning {
			s = "warning " + s
		}
		out = append(out, s)
	}
	return out
}

// Want compares lists line by line.
func (a *Arena) Want(got []string, want ...string) {
	a.Test.Helper()
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		a.Test.Errorf("got:\n%s\nwant:\n%s", g, w)
	}
}

// StandsAt checks where an army is, with how many men and points.
func (a *Arena) StandsAt(army *realm.Army, x, y int, men int64, points int) {
	a.Test.Helper()
	if army.At != a.XY(x, y) || army.Men != men || army.Points != points {
		gx, gy := a.Grid.Relative(Middle, army.At)
		a.Test.Errorf("%v: at %d/%d with %d men and %d points, want %d/%d with %d and %d",
			army.Name, gx, gy, army.Men, army.Points, x, y, men, points)
	}
}

// People gives a realm another culture.
func (a *Arena) People(number int, culture string) {
	a.State.Realms[number].Culture = culture
	a.Peoples[number] = realm.People(a.Tables, &a.State.Realms[number])
}
