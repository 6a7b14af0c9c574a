package terra

import (
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/tables"
)

// foreseeWeakness tells of a march that it fights with less on its way than in its
// target, or that it will not get there (§7.2).
func (t *round) foreseeWeakness(p *plan, at orders.Position, stops game.Place) {
	a := t.state.Unit(p.unit)
	row := &t.tables.Command[a.Command]
	steps := len(t.way(p))
	if row.UnderWay >= row.Strength || steps == 0 {
		return
	}
	code := "may-weaken"
	if stops != a.Target {
		code = "will-weaken"
	} else if steps == 1 && t.tables.Terrain[t.state.Fields[stops].Terrain].Enter == 1 {
		return // nowhere to be caught but where it sets out and in its target
	}
	t.Accept(at, phrase.P(code, phrase.Num("army", p.unit.Army), phrase.At("field", a.Target),
		phrase.Num("share", row.UnderWay), phrase.Num("full", row.Strength)))
}

// together tells a receipt what a nation's own plans have to do with each other, when
// all are known: who is in whose way, whom support helps, what foragers find.
func together(t *turn) {
	if t.receipt == nil {
		return
	}
	t.rehearse()
	for i := range t.plans {
		p := &t.plans[i]
		if p.unit.Realm != t.receipt.realm || p.over || p.at.Line == 0 {
			continue
		}
		switch t.state.Unit(p.unit).Command {
		case tables.Support:
			t.foreseeSupport(p)
		case tables.Forage:
			t.foreseeForage(p)
		}
	}
}

// goal is where a plan's steps lead, as far as foreign land lets it.
func (t *board) goal(p *plan) game.Place {
	field := t.state.Unit(p.unit).At
	for _, d := range t.way(p) {
		field = t.state.Grid().Step(field, d)
		if t.state.Fields[field].Owner != p.unit.Realm {
			break
		}
	}
	return field
}

// foreseeSupport tells which own armies will be beside a supporter: if they fight, it
// helps them (§7.3).
func (t *marches) foreseeSupport(p *plan) {
	var beside []byte
	for i := range t.plans {
		o := &t.plans[i]
		if o.unit.Realm != p.unit.Realm || o.over || t.state.Grid().Toward(t.goal(p), t.goal(o)) == 0 {
			continue
		}
		if len(beside) > 0 {
			beside = append(beside, ", "...)
		}
		beside = strconv.AppendInt(beside, int64(o.unit.Army), 10)
	}
	army, n := phrase.Num("army", p.unit.Army), &t.tables.Rules
	if len(beside) == 0 {
		t.Doubt(p.unit.Realm, p.at, phrase.P("supports-nobody", army))
		return
	}
	t.Accept(p.at, phrase.P("will-support", army, phrase.Str("armies", string(beside)),
		phrase.Num("points", tables.Permille(t.state.Unit(p.unit).Status, n.SupportGives))))
}

// foreseeForage tells what a forager will find on its way, each field once (§5.12): it ends where
// foreign land begins.
func (t *round) foreseeForage(p *plan) {
	var passed []game.Place
	field := t.state.Unit(p.unit).At
	for _, d := range t.way(p) {
		field = t.state.Grid().Step(field, d)
		passed = append(passed, field)
		if t.state.Fields[field].Owner != p.unit.Realm {
			break
		}
	}
	slices.Sort(passed)
	t.Accept(p.at, phrase.P("will-forage", phrase.Num("army", p.unit.Army),
		phrase.Num("points", t.yield(slices.Compact(passed)))))
}

// yield is what fields bring to who forages in them.
func (t *board) yield(fields []game.Place) (points int64) {
	for _, q := range fields {
		points += tables.Permille(t.tables.Terrain[t.state.Fields[q].Terrain].Income, t.tables.Rules.ForageShare)
	}
	return points
}
