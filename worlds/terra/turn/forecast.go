package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// foresee notes for a receipt where a plan leads: where the army stops, whom it meets, which garrison it will fight.
// All of it is in sight: only the last field of a way is not the realm's, and it touches one that is.
func foresee(t *Turn, p *Plan, at orders.Position) {
	if t.receipt == nil {
		return
	}
	a, realm := t.State.Unit(p.Unit), p.Unit.Realm
	army, command := phrase.Num("army", p.Unit.Army), phrase.Key("command", "command."+t.Tables.Command[a.Command].Code)
	field, taken := a.At, 0
	var through []game.Place
	for i, d := range wayOf(t, p) {
		field, taken = t.State.Grid().Step(field, d), i+1
		if left := p.untaken(taken); left != nil && t.State.Fields[field].Owner != realm {
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
	foreseeWeakness(t, p, at, field)
	for _, q := range through {
		foreseeArmies(t, p, at, q)
	}
	foreseeHunt(t, p, at)
	if foreseeArmies(t, p, at, field) == 0 {
		for _, what := range prospect(t.Position, p.Unit, field) {
			t.Accept(at, what)
		}
	}
}

// foreseeArmies notes whose armies are in a field on an army's way, and returns how many. An army that avoids them
// waits in front of them, and so does one that finds two.
func foreseeArmies(t *Turn, p *Plan, at orders.Position, field game.Place) int {
	there := t.State.Foreign(p.Unit.Realm, field)
	code := "may-meet"
	if t.State.Unit(p.Unit).At != field && barred(t, p.Unit, field) != "" {
		code = "may-wait"
	}
	for _, u := range there {
		t.Accept(at, foresight(t.Position, code, p.Unit, u))
	}
	return len(there)
}

// stands says what an army without an order faces: whom it meets in its field, or the garrison of foreign land.
func stands(t *Turn, p *Plan) []phrase.Phrase {
	at := t.State.Unit(p.Unit).At
	var out []phrase.Phrase
	for _, u := range t.State.Foreign(p.Unit.Realm, at) {
		out = append(out, foresight(t.Position, "may-meet", p.Unit, u))
	}
	if len(out) > 0 {
		return out
	}
	return prospect(t.Position, p.Unit, at)
}

// foresight is a sentence about an army and another one in its field now.
func foresight(p realm.Position, code string, u, other realm.Unit) phrase.Phrase {
	a := p.State.Unit(other)
	return phrase.P(code, append(p.State.RealmArgs(other.Realm), phrase.Num("army", u.Army), phrase.At("field", a.At),
		phrase.Num("other", other.Army), phrase.Num("status", a.Status))...)
}

// prospect says what the garrison of a field means for an army alone there. It is empty on the army's own land.
func prospect(p realm.Position, u realm.Unit, field game.Place) []phrase.Phrase {
	f := &p.State.Fields[field]
	if f.Owner == u.Realm {
		return nil
	}
	army, where, points := phrase.Num("army", u.Army), phrase.At("field", field), phrase.Num("points", f.Garrison)
	switch {
	case p.State.Unit(u).Command == tables.Scout:
		return []phrase.Phrase{phrase.P("may-avoid", army, where, points,
			phrase.Num("share", (p.Tables.Rules.ScoutAvoids+5)/10))}
	case f.Garrison == 0:
		return []phrase.Phrase{phrase.P("will-take", army, where)}
	case f.Owner == 0:
		return []phrase.Phrase{phrase.P("will-fight-nobody", army, where, points)}
	}
	return []phrase.Phrase{phrase.P("will-fight", append(p.State.RealmArgs(f.Owner), army, where, points)...)}
}

// foreseeHunt notes which armies a patrol sees beside it when it sets out, and attacks.
func foreseeHunt(t *Turn, p *Plan, at orders.Position) {
	a := t.State.Unit(p.Unit)
	for d := game.Direction(1); a.Command == tables.Patrol && d <= 6; d++ {
		q := t.State.Grid().Step(a.At, d)
		if q == game.Nowhere || barred(t, p.Unit, q) != "" || !reaches(t, p, q) {
			continue
		}
		for _, u := range t.State.Armies(q) {
			t.Accept(at, phrase.P("may-hunt",
				append(t.State.RealmArgs(u.Realm), phrase.Num("army", p.Unit.Army), phrase.At("field", q),
					phrase.Num("other", u.Army))...))
		}
	}
}

// outlook says what the treasury will be after income and relief. It also says what a player at the table may lose for
// somebody else (§6.7), and lists the enemies in sight.
func outlook(p realm.Position, realm int) []phrase.Phrase {
	r := &p.State.Realms[realm-1]
	out := []phrase.Phrase{phrase.P("outlook", phrase.Num("treasury", r.Treasury), phrase.Num("income", r.Income),
		phrase.Key("plays", "plays."+word(r.Plays)))}
	if n := &p.Tables.Rules; r.Plays && n.Table > 0 {
		out = append(out, phrase.P("outlook-plays", phrase.Num("least", n.SpoilsLeast),
			phrase.Num("most", max(tables.Permille(n.ArmySize, n.SpoilsShare), n.SpoilsLeast))))
	}
	if without := withoutList(p, realm); without != "" {
		out = append(out, phrase.P("outlook-lists", phrase.Str("armies", without)))
	}
	for i := range p.State.Realms {
		if i+1 == realm {
			continue
		}
		for k := range p.State.Realms[i].Armies {
			if a := &p.State.Realms[i].Armies[k]; !a.Off() {
				out = append(out, phrase.P("outlook-enemy",
					append(p.State.RealmArgs(i+1), phrase.Num("army", k+1), phrase.At("field", a.At),
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
