package battle

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/fight"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// replay is a reported attack on a copy of the board. Who attacks whom, where, and with which weakening dice is as the
// report says. What it does not say is as on the board now, but whoever has fallen is there again. Its Me is the
// attacker's realm.
type replay struct {
	realm.Board
	told  *game.FactBattle
	lang  phrase.Lang
	notes []string // what is assumed
}

// stage writes the attack, if the report says enough of it and it can be made.
func (r *replay) stage() (out game.Stage, can bool) {
	sides, where := r.told.Sides, realm.Labelled(r.State.Grid, r.told.At)
	if len(sides) != 2 || where == game.Nowhere {
		return out, false
	}
	by, at := r.unit(&sides[0]), r.unit(&sides[1])
	if by == nil || at == nil || by.Realm == at.Realm || by.Settler {
		return out, false
	}
	r.Me = r.State.Realm(by.Realm)
	r.assume("as-now")
	r.State.Remove(by)
	r.putStruck(at, where)
	if !r.putStriker(by, at) {
		return out, false
	}
	x, y := realm.Column(r.State.Grid, where)
	out.Title = r.Rules.Words(r.lang).Say(phrase.P("battle-stage.reported", realm.UnitArg("unit", by),
		phrase.XY("field", x, y)))
	d := &dispatch{state: r.State, tables: r.Tables, lang: r.lang, sides: [2]int{by.Realm, at.Realm}, notes: r.notes,
		weaken: r.receivers()}
	around := realm.Labelled(r.State.Grid, r.first().Args["around"].Word)
	if d.weaken != nil && around != game.Nowhere && theirs(r.Position, around, at.Realm) {
		where = around
	}
	out.Text = d.text(out.Title, []*realm.Unit{by}, where)
	_, problems := Read(r.Rules, r.Tables, out.Text)
	return out, len(problems) == 0
}

// assume notes what is assumed.
func (r *replay) assume(what string, args ...phrase.Arg) {
	r.notes = append(r.notes, r.Rules.Words(r.lang).Say(phrase.P("battle-stage."+what, args...)))
}

// named is a unit as the report names it; nil: it is not on the board. The name is zero if it is none.
func (r *replay) named(name string, whose int) (order.Name, *realm.Unit) {
	var n order.Name
	if _, wrong := orders.ReadLine(name, unitLine, func(l *orders.Reading) orders.Order {
		n = order.ReadUnit(l)
		return nil
	}); len(wrong) > 0 {
		return order.Name{}, nil
	}
	if n.Settler {
		return n, r.State.Settler(whose, n.Number)
	}
	return n, r.State.Unit(n.Number)
}

// unit is who fought for a side. Whoever is not on the board has neither symbols nor a place. It is nil if the report
// does not say who it was.
func (r *replay) unit(side *game.FactSide) *realm.Unit {
	if r.State.Realm(side.Realm) == nil || len(side.Armies) != 1 {
		return nil
	}
	n, u := r.named(side.Armies[0].Name, side.Realm)
	switch {
	case n.Number == 0 || u != nil && u.Realm != side.Realm:
		return nil
	case u == nil:
		u = &realm.Unit{Number: n.Number, Realm: side.Realm, Settler: n.Settler, At: game.Nowhere}
	}
	return u
}

// putStruck puts who was attacked in its field, as the first who is attacked there, with the dice from before.
func (r *replay) putStruck(u *realm.Unit, where game.Place) {
	side := &r.told.Sides[1]
	r.State.Units = slices.DeleteFunc(r.State.Units, func(v *realm.Unit) bool {
		return v == u || v.At == where && (v.Realm != u.Realm || v.Settler)
	})
	u.At, u.Weak = where, r.dice(-factor(side, "factor.weak")-r.thrown(u))
	r.State.Add(u)
	r.learn(u, factor(side, "factor.stands"), func() bool { return true })
}

// putStriker puts the attacker where the report says, where it is now, or else beside its target. It reports whether
// it can attack from there.
func (r *replay) putStriker(u, at *realm.Unit) bool {
	back := r.back()
	if back != nil {
		u.Weak = r.dice(back.Args["weak"].Number)
	}
	x, y := realm.Column(r.State.Grid, at.At)
	able := func() bool {
		a, wrong := fight.AimAt(r.Board, u, order.Field{X: x, Y: y}, false)
		mans := r.State.Arms(r.Tables, u).Mans
		switch {
		case wrong.Code != "" || a.Unit != at || fight.BusyWith(r.Board, u) != "":
			return false
		case r.first().Code == "storms":
			return mans == nil
		case r.engine():
			return mans != nil && mans.Engine()
		}
		return true
	}
	told := []game.Place{u.At}
	if back != nil {
		told = append([]game.Place{realm.Labelled(r.State.Grid, back.Args["at"].Word)}, told...)
	}
	for i, p := range append(told, realm.Around(r.State.Grid, at.At)...) {
		beside := i >= len(told)
		if p == game.Nowhere || len(r.State.On(p)) > 0 || r.State.CastleAt(p) != nil ||
			beside && (r.State.Building(p) != nil || r.State.Wall(r.Tables, p) != nil) {
			continue
		}
		if u.At = p; !r.learn(u, factor(&r.told.Sides[0], "factor.power"), able) {
			continue
		}
		if r.State.Add(u); beside {
			r.assume("beside", realm.UnitArg("unit", u))
		}
		return true
	}
	return false
}

// learn gives a unit that has fallen the symbols that come nearest to its reported power, the fewest first, and that
// fit. It reports whether those of the unit fit.
func (r *replay) learn(u *realm.Unit, power int64, fit func() bool) bool {
	known, fallen := [][]tables.Symbol{u.Symbols}, !u.Settler && len(u.Symbols) == 0
	if fallen {
		known = trainings(nil)
	}
	var best []tables.Symbol
	least := int64(-1)
	for _, u.Symbols = range known {
		off := max(r.State.Arms(r.Tables, u).Power-power, power-r.State.Arms(r.Tables, u).Power)
		if (least < 0 || off < least) && fit() {
			best, least = u.Symbols, off
		}
	}
	if u.Symbols = best; fallen && least >= 0 {
		r.assume("symbols", realm.UnitArg("unit", u))
	}
	return least >= 0
}

// trainings are what a unit with some trainings can have learned in all, the shortest first.
func trainings(has []tables.Symbol) (out [][]tables.Symbol) {
	for _, y := range tables.Symbols {
		if !slices.Contains(has, y) {
			out = append(out, append(slices.Clone(has), y))
		}
	}
	for _, more := range slices.Clone(out) {
		out = append(out, trainings(more)...)
	}
	slices.SortStableFunc(out, func(a, b []tables.Symbol) int { return len(a) - len(b) })
	return out
}

// factor is what the report counts for a side, or against it.
func factor(side *game.FactSide, code string) int64 {
	for _, f := range side.Factors {
		if f.Code == code {
			return f.Amount
		}
	}
	return 0
}

// dice are the fewest weakening dice of a sum.
func (r *replay) dice(sum int64) (out []realm.Weakening) {
	for sum = min(sum, realm.MostPoints); sum > 0; sum -= r.Tables.Rules.Die {
		out = append(out, realm.Weakening{Pips: min(sum, r.Tables.Rules.Die)})
	}
	return out
}

// first is what the report says before the attack: of an engine's dice, or of a conquest.
func (r *replay) first() game.Said {
	if len(r.told.Course) > 0 {
		return r.told.Course[0]
	}
	return game.Said{}
}

// back is how the attacked struck back at the attacker; nil: they did not.
func (r *replay) back() *game.Said {
	return frame.Where(r.told.Course, func(c *game.Said) bool { return c.Code == "counter-fell" || c.Code == "counter-held" })
}

// engine reports whether an engine attacked, after it had thrown weakening dice.
func (r *replay) engine() bool {
	code := r.first().Code
	return code == "shoots" || code == "scatters"
}

// thrown is the sum of an engine's dice on a unit. Its own attack leaves none.
func (r *replay) thrown(u *realm.Unit) (sum int64) {
	for _, c := range r.told.Course {
		if r.engine() && c.Code == "weakened" && c.Args["whom"].Word == u.Name() {
			sum += c.Args["pips"].Number
		}
	}
	return sum
}

// receivers are who got a catapult's dice, as the text names them. The last one gets all that are left.
func (r *replay) receivers() (out []order.Name) {
	if r.first().Code != "scatters" {
		return nil
	}
	for _, c := range r.told.Course {
		n, u := r.named(c.Args["whom"].Word, r.told.Sides[1].Realm)
		if c.Code != "weakened" || u == nil {
			continue
		}
		if n.Settler {
			n.Realm = 2
		}
		out = append(out, n)
	}
	for i := len(out) - 1; i > 0 && out[i] == out[i-1]; i-- {
		out = out[:i]
	}
	return out
}
