package craft

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// PassGate sends an army through the world gate in its field, to the gate whose number it names (manual, "Das
// Weltentor", "Weltentor benutzen"). If no working gate has that number, the army is lost. It does not matter who owns
// the gates, and the way costs neither points nor men.
func PassGate(t *realm.Turn, a *realm.Army) {
	m, from := a.March, a.At
	if !GateWorks(t, from) {
		t.RefuseArmy(a, "gate-none", phrase.At("field", from))
		return
	}
	m.Gated = true
	code := phrase.Num("code", m.Special.Count)
	to, ok := gateOf(t, int(m.Special.Count))
	if t.Receipt != nil {
		foretellGate(t, a, to, ok)
		return
	}
	if !ok {
		t.TellArmy(a, "gate-lost", phrase.At("field", from), code, phrase.Num("men", a.Men))
		t.RemoveArmy(a)
		return
	}
	t.TellArmy(a, "gate-passed", phrase.At("field", from), code, phrase.At("to", to))
	appear(t, a, to)
}

// appear puts an army where a gate lets it out. It has arrived there: trade counts from there, and blessed land
// affects demons.
func appear(t *realm.Turn, a *realm.Army, to game.Place) {
	t.MoveArmy(a, to)
	t.Arrive(a)
	t.NewStart(a)
	fight.Consecrated(t, a)
}

// foretellGate is what a receipt says about a gate. If the gate at the other end is the realm's own, its place is
// known, and the plan goes on from there. About any other the receipt may not say whether it exists.
func foretellGate(t *realm.Turn, a *realm.Army, to game.Place, known bool) {
	m := a.March
	army, code := phrase.Str("army", a.Name.String()), phrase.Num("code", m.Special.Count)
	if known {
		t.Accept(m.At, phrase.P("gate-passes", army, code, phrase.At("to", to)))
		appear(t, a, to)
		return
	}
	m.Beyond = true
	t.CaveatArmy(a, "gate-doubt", code)
}

// GateWorks reports whether armies can leave from the field: it has a gate that is not a ruin.
func GateWorks(t *realm.Turn, p game.Place) bool {
	b := t.Field(p).Building
	return b.Stands() && b.Damage != tables.Ruin && t.Tables.FindBuilding(b.Kind).Gate
}

// gateOf finds the working gate with a number. Which gates work does not change between the first and the last
// question of a turn, so they are looked up only once.
func gateOf(t *realm.Turn, code int) (game.Place, bool) {
	if t.Gates == nil {
		t.Gates = map[int]game.Place{}
		for i := range t.State.Fields {
			if p := game.Place(i); GateWorks(t, p) && t.Field(p).Building.Gate != 0 {
				t.Gates[t.Field(p).Building.Gate] = p
			}
		}
	}
	p, ok := t.Gates[code]
	return p, ok
}
