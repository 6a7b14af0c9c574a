package turn

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// destruction breaks what armies with order Z name (manual, "Zerstören"; T06; decision 9). A building goes one degree
// further a turn, however many break it. An edge is gone at once.
func destruction(t *realm.Turn) {
	var done []game.Place
	for a := range t.State.EachArmy {
		m := a.March
		if m.Command != realm.Destroy || m.Kind != realm.Demolish {
			continue
		}
		if why := cannotBreak(t, a); why != "" {
			t.TellArmy(a, why, phrase.At("field", a.At))
		} else if m.Special.Form == realm.AnEdge {
			breakEdge(t, a)
		} else if BreakBuilding(t, a, done) {
			done = append(done, a.At)
		}
	}
}

// cannotBreak is why an army with order Z breaks nothing, whatever is there, or "" if it may.
func cannotBreak(t *realm.Turn, a *realm.Army) string {
	least := t.Row(a).Destroy
	owner := int(t.Field(a.At).Owner)
	switch {
	case a.Cargo():
		return "destroy-aboard"
	case !a.March.Walked():
		return "destroy-unwalked"
	case least == 0 || a.Men < least:
		return "destroy-weak"
	case owner != a.Realm && t.State.Treaty(a.Realm, owner) != realm.NoTreaty:
		return "destroy-treaty"
	}
	return ""
}

// breakEdge removes a road or bridge, or the wall on the field's own side.
func breakEdge(t *realm.Turn, a *realm.Army) {
	edge, dir := a.March.Special.Edge, a.March.Special.Dir
	f := t.Field(a.At)
	what := phrase.Key("edge", "building."+string(rune(edge)))
	if !f.Edge(edge).Has(dir) {
		t.TellArmy(a, "destroy-no-edge", phrase.At("field", a.At), what, phrase.Num("dir", dir))
		return
	}
	t.State.SetEdge(a.At, dir, edge, false)
	tellBreak(t, a, "edge-destroyed", what, phrase.Num("dir", dir))
}

// BreakBuilding damages the building by one more degree, and reports whether it did. A building under construction is
// gone; other work on it is lost.
func BreakBuilding(t *realm.Turn, a *realm.Army, done []game.Place) bool {
	f := t.Field(a.At)
	b := f.Building
	field := phrase.At("field", a.At)
	if slices.Contains(done, a.At) {
		t.TellArmy(a, "destroy-done", field)
		return false
	}
	if b == nil || b.Kind != a.March.Special.Building || b.Damage == tables.Ruin {
		t.TellArmy(a, "destroy-nothing", field, phrase.Key("building", "building."+a.March.Special.Building))
		return false
	}
	what := b.Arg()
	market.DropWork(t, a.At, a.Realm, int(f.Owner))
	if f.Building == nil {
		tellBreak(t, a, "building-gone", what)
		return true
	}
	b.Damage++
	tellBreak(t, a, "building-damaged", what, phrase.Key("state", "damage-"+DamageWord(b.Damage)))
	return true
}

// tellBreak tells the army's realm and the owner of the field.
func tellBreak(t *realm.Turn, a *realm.Army, code string, args ...phrase.Arg) {
	fight.TellOf(t, a, rulekit.Sorted([]int{a.Realm, int(t.Field(a.At).Owner)}), code,
		append([]phrase.Arg{phrase.At("field", a.At)}, args...)...)
}
