package thoramar

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// passGate sends an army through the world gate it stands at, to the gate whose
// number it names (manual, "Das Weltentor", "Weltentor benutzen"). Where no
// working gate has that number the army is no more. Whoever owns the gates
// does not matter; neither points nor men are lost on the way.
func (t *Turn) passGate(a *Army) {
	m, from := a.march, a.At
	if !t.gateWorks(from) {
		t.refuse(a.Realm, m.at, phrase.P("gate-none", phrase.Str("army", a.Name.String()), phrase.At("field", from)))
		return
	}
	m.gated = true
	code := phrase.Num("code", m.special.Count)
	to, ok := t.gateOf(int(m.special.Count))
	if t.receipt != nil {
		t.foretellGate(a, to, ok)
		return
	}
	army := phrase.Str("army", a.Name.String())
	if !ok {
		t.tell(phrase.P("gate-lost", army, phrase.At("field", from), code, phrase.Num("men", a.Men)), a.Realm)
		t.removeArmy(a)
		return
	}
	t.tell(phrase.P("gate-passed", army, phrase.At("field", from), code, phrase.At("to", to)), a.Realm)
	t.appear(a, to)
}

// appear puts an army where a gate lets it out: there it has arrived, trade
// counts from there, and blessed land works on demons.
func (t *Turn) appear(a *Army, to game.Place) {
	t.moveArmy(a, to)
	t.arrive(a)
	t.newStart(a)
	t.consecrated(a)
}

// foretellGate is what a receipt says of a gate: where an own one leads to is
// known, and the plan goes on from there. Of any other it may not tell whether it is.
func (t *Turn) foretellGate(a *Army, to game.Place, known bool) {
	m := a.march
	army, code := phrase.Str("army", a.Name.String()), phrase.Num("code", m.special.Count)
	if known {
		t.accept(a.Realm, m.at, phrase.P("gate-passes", army, code, phrase.At("to", to)))
		t.appear(a, to)
		return
	}
	m.beyond = true
	t.caveat(a.Realm, m.at, phrase.P("gate-doubt", army, code))
}

// gateWorks tells whether armies can leave from the field: a gate that is no ruin.
func (t *Turn) gateWorks(p game.Place) bool {
	b := t.field(p).Building
	return b.ready() && b.Damage != Ruin && t.tables.building(b.Kind).Gate
}

// gateOf finds the working gate of a number. Which gates work does not change
// between two who ask in one turn, so they are looked for once.
func (t *Turn) gateOf(code int) (game.Place, bool) {
	if t.gates == nil {
		t.gates = map[int]game.Place{}
		for i := range t.state.Fields {
			if p := game.Place(i); t.gateWorks(p) && t.field(p).Building.Gate != 0 {
				t.gates[t.field(p).Building.Gate] = p
			}
		}
	}
	p, ok := t.gates[code]
	return p, ok
}
