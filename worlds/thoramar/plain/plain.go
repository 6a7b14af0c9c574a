// Package plain is a plain on which the tests of these packages set up fields, armies and orders, to play single phases
// (New). Only tests import it.
package plain

import (
	"fmt"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Plain is a turn in summer on unowned fields of tla, with the realms 1 to 4, all of the culture "plain". They count
// fields from the middle. No battle depends on luck.
type Plain struct {
	*realm.Turn
	middle game.Place
}

// New makes a plain of width fields from west to east, where it goes round, and height fields from south to north.
func New(width, height int) Plain {
	numbers := tables.StandardTables()
	numbers.Rules.DrawMin, numbers.Rules.DrawMax = 1000, 1000
	grid := game.Grid{Width: width, Height: height, WrapX: true}
	s := &realm.State{Schema: realm.Schema, Turn: 5, Grid: grid, Fields: make([]realm.Field, grid.Size()),
		Armies: make([][]*realm.Army, 5)}
	middle := grid.At(width/2*2, height/2)
	for n := range s.Armies {
		s.Realms = append(s.Realms, realm.Realm{Person: rulekit.Person{Number: n, Name: fmt.Sprint("R", n)},
			Culture: "plain", Origin: middle})
	}
	p := Plain{realm.Begin(numbers, s, game.Seed{7}, &realm.Room{}), middle}
	for i := range s.Fields {
		s.Fields[i] = realm.Field{Terrain: p.terrain("tla"), Yield: tables.FullYield}
	}
	return p
}

func (p Plain) terrain(code string) uint8 {
	i, known := p.Tables.FindTerrain(code)
	if !known {
		panic("no terrain " + code)
	}
	return i
}

// XY is the place of the field x/y.
func (p Plain) XY(x, y int) game.Place { return p.Grid.Absolute(p.middle, x, y) }

// Land gives a field to a realm, with a terrain.
func (p Plain) Land(number, x, y int, terrain string) *realm.Field {
	f := p.Field(p.XY(x, y))
	f.Terrain, f.Owner = p.terrain(terrain), int16(number)
	return f
}

// Army puts an army, such as "K.M 2", into a field. It has been there since an earlier turn.
func (p Plain) Army(number int, name string, men int64, x, y int) *realm.Army {
	n := realm.ArmyName{Unit: tables.Unit{Type: name[0], Class: name[2]}}
	if _, err := fmt.Sscan(name[4:], &n.ID); err != nil {
		panic(err)
	}
	return p.AddArmy(realm.Army{Realm: number, Name: n, Men: men, At: p.XY(x, y),
		Points: p.Tables.FindUnit(n.Unit).Move, Fit: -1, Since: 1, Start: game.Nowhere, Flag: realm.Shown})
}

// Orders gives a realm a sheet. All its lines must be correct.
func (p Plain) Orders(number int, text string) {
	p.Sheets[number] = rulekit.ReadSheet(order.Language(), game.Sheet{Realm: number, Text: text})
	if wrong := p.Sheets[number].Problems; len(wrong) > 0 {
		panic(fmt.Sprintf("%q: %v", text, wrong))
	}
}

// Pledge makes a treaty between two realms.
func (p Plain) Pledge(one, another int, treaty realm.Treaty) {
	p.State.SetTreaty(one, another, treaty)
}

// Told lists the events that a realm is told, each with its week, its code and the values of its arguments.
func (p Plain) Told(number int) []string {
	var out []string
	for _, e := range p.Events() {
		if e.For(number) {
			out = append(out, fmt.Sprintf("W%d %s", e.Week, p.show(e.Phrase)))
		}
	}
	return out
}

// Refusals lists what was refused of a realm's sheet, in the same form.
func (p Plain) Refusals(number int) []string {
	var out []string
	for _, r := range p.Refused[number] {
		out = append(out, fmt.Sprintf("%d: %s", r.Line, p.show(r.What)))
	}
	return out
}

func (p Plain) show(what phrase.Phrase) string {
	view, out := game.View{Grid: p.Grid, Origin: p.middle}, []byte(what.Code)
	for _, a := range what.Args {
		out = append(out, ' ')
		switch a.Kind {
		case phrase.Place:
			out = view.AppendPlace(out, a.N)
		case phrase.Number:
			out = fmt.Append(out, a.N)
		case phrase.Coord:
			out = fmt.Append(out, a.N, "/", a.M)
		default:
			out = append(out, a.S...)
		}
	}
	return string(out)
}
