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
// the gates, and the way costs neither points nor men. A receipt knows only the realm's own gates.
func PassGate(t *realm.Turn, a *realm.Army) {
	m, from := a.March, a.At
	if !GateWorks(t, from) {
		t.RefuseArmy(a, "gate-none", phrase.At("field", from))
		return
	}
	m.Gated = true
	code := phrase.Num("code", m.Special.Count)
	to, ok := gateOf(t, int(m.Special.Count))
	switch receipt := t.Receipt != nil; {
	case receipt && !ok: // nobody is told whether another's gate exists
		m.Beyond = true
		t.CaveatArmy(a, "gate-doubt", code)
		return
	case receipt:
		t.Accept(m.At, phrase.P("gate-passes", phrase.Str("army", a.Name.String()), code, phrase.At("to", to)))
	case !ok:
		t.TellArmy(a, "gate-lost", phrase.At("field", from), code, phrase.Num("men", a.Men))
		t.RemoveArmy(a)
		return
	default:
		t.TellArmy(a, "gate-passed", phrase.At("field", from), code, phrase.At("to", to))
	}
	// it has arrived: trade counts from there, and blessed land affects demons
	t.MoveArmy(a, to)
	t.Arrive(a)
	t.NewStart(a)
	fight.Consecrated(t, a)
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
