package turn

import (
	"slices"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// regroup splits and merges armies, in the order of the file (§6).
func regroup(t *Turn) {
	for whose := range t.sheets {
		for _, l := range t.sheets[whose].Lines {
			switch o := l.Order.(type) {
			case order.SplitOrder:
				split(t, whose, l.Position, o)
			case order.MergeOrder:
				merge(t, whose, l.Position, o)
			}
		}
	}
}

// split makes a new army in the province of the old one, with the same statuses and formation, but without a march. A
// status towards an own army that once had its name does not become one towards itself.
func split(t *Turn, whose int, at orders.Position, o order.SplitOrder) {
	a := t.own(whose, at, o.Army)
	if a == nil || !nameFree(t, whose, at, o.New) {
		return
	}
	s, army := a.Stack(o.Unit), a.Arg()
	switch {
	case s == nil:
		t.Refuse(whose, at, phrase.P("no-such-unit", army, phrase.Key("unit", "unit."+o.Unit)))
		return
	case s.Number < o.Number:
		t.Refuse(whose, at, phrase.P("too-few", army, phrase.Num("number", s.Number), tables.Men(o.Unit)))
		return
	case a.Men() == o.Number:
		t.Refuse(whose, at, phrase.P("split-all", army))
		return
	}
	b := &realm.Army{Realm: whose, Name: o.New, At: a.At, Routed: a.Routed, Drowns: a.Drowns,
		Statuses: slices.Clone(a.Statuses)}
	b.Statuses = slices.DeleteFunc(b.Statuses,
		func(s realm.Status) bool { return realm.ByTarget(s, realm.Status{Target: b.Target()}) == 0 })
	part := b.Take(t.Tables, o.Unit, o.Number, s.Experience)
	part.Row, part.Tactic = s.Row, s.Tactic
	s.Number -= o.Number
	a.Drop()
	t.War.Add(b)
	t.did(whose, at, phrase.P("split", army, phrase.Str("new", b.Name), phrase.Num("number", o.Number),
		tables.Men(o.Unit)))
}

// nameFree reports whether a realm may have one more army of this name, and refuses the order if not.
func nameFree(t *Turn, whose int, at orders.Position, name string) bool {
	n := &t.Tables.Rules
	switch {
	case t.State.Army(whose, name) != nil:
		t.Refuse(whose, at, phrase.P("name-taken", phrase.Str("army", name)))
	case utf8.RuneCountInString(name) > n.ArmyName:
		t.Refuse(whose, at, phrase.P("name-too-long", phrase.Str("army", orders.Clip(name)),
			phrase.Num("most", n.ArmyName)))
	case len(t.State.Armies[whose]) >= n.Armies:
		fewer := t.hinge(func(h *hinges) bool {
			return slices.ContainsFunc(t.State.Armies[whose], func(a *realm.Army) bool { return h.embattled[a] })
		})
		t.refuseUnless(fewer, "if-fought", whose, at, phrase.P("too-many-armies", phrase.Num("most", n.Armies)))
	default:
		return true
	}
	return false
}

// merge puts one army into another in the same province. The one that remains keeps its march, statuses and formation,
// and experience is shared.
func merge(t *Turn, whose int, at orders.Position, o order.MergeOrder) {
	a := t.own(whose, at, o.Army)
	if a == nil {
		return
	}
	b := t.own(whose, at, o.Other)
	switch {
	case b == nil:
		return
	case a == b:
		t.Refuse(whose, at, phrase.P("merge-itself", a.Arg()))
		return
	case a.At != b.At:
		t.Refuse(whose, at, phrase.P("merge-apart", a.Arg(), phrase.Str("other", b.Name),
			phrase.Num("province", a.At), phrase.Num("there", b.At)))
		return
	}
	for _, s := range b.Stacks {
		if have := a.Stack(s.Unit); have != nil && have.Number+s.Number > t.Tables.Rules.Men {
			t.Refuse(whose, at, phrase.P("too-many-men", a.Arg(),
				phrase.Num("most", t.Tables.Rules.Men), phrase.Key("unit", "unit."+s.Unit)))
			return
		}
	}
	for _, s := range b.Stacks {
		fresh := a.Stack(s.Unit) == nil
		if have := a.Take(t.Tables, s.Unit, s.Number, s.Experience); fresh {
			have.Row, have.Tactic = s.Row, s.Tactic
		}
	}
	a.Routed, a.Drowns = a.Routed || b.Routed, a.Drowns || b.Drowns
	t.War.Remove(b)
	t.did(whose, at, phrase.P("merged", a.Arg(), phrase.Str("other", b.Name)))
}
