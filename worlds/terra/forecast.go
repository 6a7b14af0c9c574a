package terra

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// foresee tells a receipt where a plan leads: where it stops, whom it meets, what
// garrison it will fight. All of it is in sight: only the last field of a way is
// not the realm's, and touches one that is.
func (t *turn) foresee(p *plan, at orders.Position) {
	if t.receipt == nil {
		return
	}
	a, realm := t.state.unit(p.unit), p.unit.Realm
	army, command := phrase.Num("army", p.unit.Army), phrase.Key("command", "command."+t.tables.Command[a.Command].Code)
	field, taken := a.At, 0
	for i, d := range p.steps {
		field, taken = t.state.grid().Step(field, d), i+1
		if left := len(p.steps) - taken; left > 0 && t.state.Fields[field].Owner != realm {
			t.doubt(realm, at, "stops-early", army, phrase.Num("step", taken), phrase.At("field", field), phrase.Num("steps", left))
			break
		}
	}
	if taken == 0 {
		t.accept(at, phrase.P("will-stay", army, command, phrase.At("field", field)))
	} else {
		t.accept(at, phrase.P("will-move", army, command, phrase.At("field", field), phrase.Num("steps", taken)))
	}
	t.foreseeField(p, at, field)
}

// foreseeField tells who is in the field a plan leads to.
func (t *turn) foreseeField(p *plan, at orders.Position, field game.Place) {
	army, where := phrase.Num("army", p.unit.Army), phrase.At("field", field)
	f := &t.state.Fields[field]
	met := false
	for _, u := range t.state.armies(field) {
		if u.Realm == p.unit.Realm {
			continue
		}
		met = true
		t.accept(at, phrase.P("may-meet", append(t.realmArgs(u.Realm), army, where, phrase.Num("other", u.Army), phrase.Num("status", t.state.unit(u).Status))...))
	}
	if met || f.Owner == p.unit.Realm {
		return
	}
	points := phrase.Num("points", f.Garrison)
	if f.Owner == 0 {
		t.accept(at, phrase.P("will-fight-nobody", army, where, points))
		return
	}
	t.accept(at, phrase.P("will-fight", append(t.realmArgs(f.Owner), army, where, points)...))
}

// outlook tells the treasury after income and relief, and the enemies in sight.
func (t *turn) outlook(realm int) []phrase.Phrase {
	r := &t.state.Realms[realm-1]
	out := []phrase.Phrase{phrase.P("outlook", phrase.Num("treasury", r.Treasury), phrase.Num("income", r.Income), phrase.Key("plays", "plays."+word(r.Plays)))}
	for i := range t.state.Realms {
		if i+1 == realm {
			continue
		}
		for k := range t.state.Realms[i].Armies {
			if a := &t.state.Realms[i].Armies[k]; !a.off() {
				out = append(out, phrase.P("outlook-enemy", append(t.realmArgs(i+1), phrase.Num("army", k+1), phrase.At("field", a.At), phrase.Num("status", a.Status))...))
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
