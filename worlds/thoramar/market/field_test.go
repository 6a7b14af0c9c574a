package market_test

import (
	"fmt"
	"testing"

	"weltentor/orders"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/plain"
	"weltentor/worlds/thoramar/realm"
)

// An order that needs land is refused beyond the map's rows, on land of others, and where foreign armies lock it.
func TestOwnField(t *testing.T) {
	for _, c := range []struct {
		what string
		set  func(p plain.Plain)
		at   realm.XY
		want string
	}{
		{"own", func(p plain.Plain) { p.Land(1, 1, 0, "tla") }, realm.XY{X: 1}, "[]"},
		{"free", func(plain.Plain) {}, realm.XY{X: 1}, "[7: not-own-land 1/0]"},
		{"another's", func(p plain.Plain) { p.Land(2, 1, 0, "tla") }, realm.XY{X: 1}, "[7: not-own-land 1/0]"},
		{"no such field", func(plain.Plain) {}, realm.XY{X: 0, Y: 1}, "[7: not-own-land 0/1]"},
		{"locked", func(p plain.Plain) {
			p.Land(1, 1, 0, "tla")
			p.Army(2, "K.L 1", 2000, 1, 0)
		}, realm.XY{X: 1}, "[7: foe-in-field 1/0]"},
		{"a few foes", func(p plain.Plain) {
			p.Land(1, 1, 0, "tla")
			p.Army(2, "K.L 1", 1999, 1, 0)
		}, realm.XY{X: 1}, "[]"},
	} {
		p := plain.New(12, 12)
		c.set(p)
		at, ok := market.OwnField(p.Turn, 1, orders.Position{Line: 7}, c.at)
		if got := fmt.Sprint(p.Refusals(1)); got != c.want || ok != (c.want == "[]") || ok && at != p.XY(1, 0) {
			t.Errorf("%s: field %d, %t, refused %s, want %s", c.what, at, ok, got, c.want)
		}
	}
}

// A fleet is raised in the water that its line names, all else in the building's own field.
func TestQuay(t *testing.T) {
	for line, c := range map[string]struct {
		x  int
		ok bool
	}{"S.L 1 20 0 0 2": {1, true}, "S.L 1 20 0 0 5": {0, false}, "K.L 1 1000 0 0": {0, true}} {
		p := plain.New(12, 12)
		p.Land(0, 1, 0, "was")
		p.Orders(1, "$R\n"+line+"\n")
		at, ok := market.Quay(p.Turn, 1, orders.Position{Line: 2}, recruitOf(p), p.XY(0, 0))
		if ok != c.ok || ok && at != p.XY(c.x, 0) || (len(p.Refusals(1)) > 0) == ok {
			t.Errorf("%s: field %d, %t; refused %v", line, at, ok, p.Refusals(1))
		}
	}
}

// recruitOf is the first line of realm 1's sheet.
func recruitOf(p plain.Plain) order.RecruitOrder {
	return p.Sheets[1].Lines[0].Order.(order.RecruitOrder)
}
