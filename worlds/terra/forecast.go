package terra

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// foresee tells a receipt where a plan leads: where it stops, whom it meets, what
// garrison it will fight. All of it is in sight: only the last field of a way is
// not the realm's, and touches one that is.
func (t *round) foresee(p *plan, at orders.Position) {
	if t.receipt == nil {
		return
	}
	a, realm := t.state.Unit(p.unit), p.unit.Realm
	army, command := phrase.Num("army", p.unit.Army), phrase.Key("command", "command."+t.tables.Command[a.Command].Code)
	field, taken := a.At, 0
	var through []game.Place
	for i, d := range t.way(p) {
		field, taken = t.state.Grid().Step(field, d), i+1
		if left := p.untaken(taken); left != nil && t.state.Fields[field].Owner != realm {
			t.Doubt(realm, at, phrase.P("stops-early", append(left, phrase.Num("step", taken),
				phrase.At("field", field))...))
			break
		} else if left != nil {
			through = append(through, field)
		}
	}
	if taken == 0 {
		t.Accept(at, phrase.P("will-stay", army, command, phrase.At("field", field)))
	} else {
		t.Accept(at, phrase.P("will-move", army, command, phrase.At("field", field), phrase.Num("steps", taken)))
	}
	t.foreseeWeakness(p, at, field)
	for _, q := range through {
		t.foreseeArmies(p, at, q)
	}
	t.foreseeField(p, at, field)
}

// foreseeArmies tells whose armies are in a field on an army's way, and how many.
// Who avoids them waits before them, and so does who finds two.
func (t *round) foreseeArmies(p *plan, at orders.Position, field game.Place) int {
	there := slices.DeleteFunc(t.state.Armies(field), func(u realm.Unit) bool { return u.Realm == p.unit.Realm })
	code := "may-meet"
	if t.state.Unit(p.unit).At != field && t.barred(p.unit, field) != "" {
		code = "may-wait"
	}
	for _, u := range there {
		t.Accept(at, t.foresight(code, p.unit, u))
	}
	return len(there)
}

// foreseeField tells what comes of it that an army ends its way in a field.
func (t *round) foreseeField(p *plan, at orders.Position, field game.Place) {
	t.foreseeHunt(p, at)
	if t.foreseeArmies(p, at, field) == 0 {
		for _, what := range t.prospect(p.unit, field) {
			t.Accept(at, what)
		}
	}
}

// stands tells what an army without an order has before it: whom it meets where it
// stands, or the garrison of foreign land.
func (t *board) stands(p *plan) []phrase.Phrase {
	at := t.state.Unit(p.unit).At
	var out []phrase.Phrase
	for _, u := range t.state.Armies(at) {
		if u.Realm != p.unit.Realm {
			out = append(out, t.foresight("may-meet", p.unit, u))
		}
	}
	if len(out) > 0 {
		return out
	}
	return t.prospect(p.unit, at)
}

// foresight is a sentence about an army and another that stands in a field now.
func (t *board) foresight(code string, u, other realm.Unit) phrase.Phrase {
	a := t.state.Unit(other)
	return phrase.P(code, append(t.realmArgs(other.Realm), phrase.Num("army", u.Army), phrase.At("field", a.At),
		phrase.Num("other", other.Army), phrase.Num("status", a.Status))...)
}

// prospect tells what an army alone in a field has to do with the garrison there;
// nothing on its own land.
func (t *board) prospect(u realm.Unit, field game.Place) []phrase.Phrase {
	f := &t.state.Fields[field]
	if f.Owner == u.Realm {
		return nil
	}
	army, where, points := phrase.Num("army", u.Army), phrase.At("field", field), phrase.Num("points", f.Garrison)
	switch {
	case t.state.Unit(u).Command == tables.Scout:
		return []phrase.Phrase{phrase.P("may-avoid", army, where, points,
			phrase.Num("share", t.tables.Rules.ScoutAvoids))}
	case f.Garrison == 0:
		return []phrase.Phrase{phrase.P("will-take", army, where)}
	case f.Owner == 0:
		return []phrase.Phrase{phrase.P("will-fight-nobody", army, where, points)}
	}
	return []phrase.Phrase{phrase.P("will-fight", append(t.realmArgs(f.Owner), army, where, points)...)}
}

// foreseeHunt tells whom a patrol sees beside it as it sets out, and attacks.
func (t *round) foreseeHunt(p *plan, at orders.Position) {
	a := t.state.Unit(p.unit)
	for d := game.Direction(1); a.Command == tables.Patrol && d <= 6; d++ {
		q := t.state.Grid().Step(a.At, d)
		if q == game.Nowhere || t.barred(p.unit, q) != "" || !t.reaches(p, q) {
			continue
		}
		for _, u := range t.state.Armies(q) {
			t.Accept(at, phrase.P("may-hunt",
				append(t.realmArgs(u.Realm), phrase.Num("army", p.unit.Army), phrase.At("field", q),
					phrase.Num("other", u.Army))...))
		}
	}
}

// outlook tells the treasury after income and relief, what a player at the table may
// lose for somebody else (§6.7), and the enemies in sight.
func (t *board) outlook(realm int) []phrase.Phrase {
	r := &t.state.Realms[realm-1]
	out := []phrase.Phrase{phrase.P("outlook", phrase.Num("treasury", r.Treasury), phrase.Num("income", r.Income),
		phrase.Key("plays", "plays."+word(r.Plays)))}
	if n := &t.tables.Rules; r.Plays && n.Table > 0 {
		out = append(out, phrase.P("outlook-plays", phrase.Num("least", n.SpoilsLeast),
			phrase.Num("most", max(tables.Permille(n.ArmySize, n.SpoilsShare), n.SpoilsLeast))))
	}
	if without := t.withoutList(realm); without != "" {
		out = append(out, phrase.P("outlook-lists", phrase.Str("armies", without)))
	}
	for i := range t.state.Realms {
		if i+1 == realm {
			continue
		}
		for k := range t.state.Realms[i].Armies {
			if a := &t.state.Realms[i].Armies[k]; !off(a) {
				out = append(out, phrase.P("outlook-enemy",
					append(t.realmArgs(i+1), phrase.Num("army", k+1), phrase.At("field", a.At),
						phrase.Num("status", a.Status))...))
			}
		}
	}
	return out
}

func word(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}
