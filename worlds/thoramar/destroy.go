package thoramar

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// destruction breaks what armies with order Z name (manual, "Zerstören"; T06;
// decision 9): a building goes one degree further a turn, however many break
// it; an edge is gone at once.
func destruction(t *Turn) {
	var done []game.Place
	for _, armies := range t.state.Armies {
		for _, a := range armies {
			m := a.march
			if m.command != Destroy || m.kind != Demolish {
				continue
			}
			if why := t.cannotBreak(a); why != "" {
				t.tell(phrase.P(why, phrase.Str("army", a.Name.String()), phrase.At("field", a.At)), a.Realm)
				continue
			}
			if m.special.Form == AnEdge {
				t.breakEdge(a)
			} else if t.breakBuilding(a, done) {
				done = append(done, a.At)
			}
		}
	}
}

// cannotBreak is why an army with order Z breaks nothing, whatever stands there.
func (t *Turn) cannotBreak(a *Army) string {
	least := t.row(a).Destroy
	owner := int(t.field(a.At).Owner)
	switch {
	case a.cargo():
		return "destroy-aboard"
	case !a.march.walked():
		return "destroy-unwalked"
	case least == 0 || a.Men < least:
		return "destroy-weak"
	case owner != a.Realm && t.state.treaty(a.Realm, owner) != NoTreaty:
		return "destroy-treaty"
	}
	return ""
}

// breakEdge takes away a road or bridge, or the field's own side's wall.
func (t *Turn) breakEdge(a *Army) {
	edge, dir := a.march.special.Edge, a.march.special.Dir
	f := t.field(a.At)
	what := phrase.Key("edge", "building."+string(rune(edge)))
	if !f.edge(edge).Has(dir) {
		t.tell(phrase.P("destroy-no-edge", phrase.Str("army", a.Name.String()), phrase.At("field", a.At),
			what, phrase.Num("dir", dir)), a.Realm)
		return
	}
	t.state.setEdge(a.At, dir, edge, false)
	t.tellBreak(a, "edge-destroyed", what, phrase.Num("dir", dir))
}

// breakBuilding takes the building one degree further and tells whether it did.
// What is still being built is gone; work on it is lost.
func (t *Turn) breakBuilding(a *Army, done []game.Place) bool {
	f := t.field(a.At)
	b := f.Building
	army, field := phrase.Str("army", a.Name.String()), phrase.At("field", a.At)
	for _, p := range done {
		if p == a.At {
			t.tell(phrase.P("destroy-done", army, field), a.Realm)
			return false
		}
	}
	if b == nil || b.Kind != a.march.special.Building || b.Damage == Ruin {
		t.tell(phrase.P("destroy-nothing", army, field,
			phrase.Key("building", "building."+a.march.special.Building)), a.Realm)
		return false
	}
	what := phrase.Key("building", t.tables.building(b.Kind).key())
	t.dropWork(a.At, a.Realm, int(f.Owner))
	if f.Building == nil {
		t.tellBreak(a, "building-gone", what)
		return true
	}
	b.Damage++
	t.tellBreak(a, "building-damaged", what, phrase.Key("state", damageNames[b.Damage]))
	return true
}

// damageNames are the sentences that name what a building has become.
var damageNames = [...]string{Light: "damage-light", Heavy: "damage-heavy", Ruin: "damage-ruin"}

// tellBreak tells the army's realm and the owner of the field.
func (t *Turn) tellBreak(a *Army, code string, args ...phrase.Arg) {
	t.tellOf(a, sortedRealms([]int{a.Realm, int(t.field(a.At).Owner)}), code,
		append([]phrase.Arg{phrase.At("field", a.At)}, args...)...)
}
