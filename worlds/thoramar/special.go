package thoramar

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// SpecialKind is what a special order asks for.
type SpecialKind uint8

// The meanings of special orders (manual, "Spezialbefehle").
const (
	NoMeaning SpecialKind = iota
	Split
	Merge
	Embark
	Join // form or join a formation
	Summon
	FreeDemons
	Accelerate
	Tame
	Demolish // of command Z: which building or edge
	Gate
	Bless
	Trade
)

// SpecialKind tells what the special of an order means; it depends on who
// orders it and what it names. The manual lets a Z.S both board a fleet and
// accelerate one, in the same words: with a step in its plan it boards, without
// any it accelerates.
func (o ArmyOrder) SpecialKind() SpecialKind {
	switch o.Special.Form {
	case ABuilding, AnEdge:
		if o.Command == Destroy {
			return Demolish
		}
	case ACode:
		if o.Army.Type != 'V' { // manual, "Der Verband": through no gate
			return Gate
		}
	case AField:
		return fieldKind(o.Army.Unit)
	case AnArmy:
		if o.Special.Count > 0 {
			return countKind(o.Army, o.Special.Army)
		}
		return o.armyKind()
	}
	return NoMeaning
}

func fieldKind(u Unit) SpecialKind {
	switch u {
	case Unit{'Z', 'B'}:
		return FreeDemons
	case Unit{'Z', 'M'}:
		return Tame
	case Unit{'P', 'H'}:
		return Bless
	case Unit{'H', 'K'}, Unit{'H', 'S'}:
		return Trade
	}
	return NoMeaning
}

// countKind is the meaning of an army with a number behind it.
func countKind(from, to ArmyName) SpecialKind {
	switch {
	case from.Unit == Unit{'Z', 'B'} && to.Type == 'D':
		return Summon
	case from.Unit == to.Unit && from.ID != to.ID && parts(from.Unit):
		return Split
	}
	return NoMeaning
}

// armyKind is the meaning of an army without a number.
func (o ArmyOrder) armyKind() SpecialKind {
	from, to := o.Army, o.Special.Army
	switch {
	case to.Type == 'V':
		if joins(from, to) {
			return Join
		}
	case boards(from, to) && (from.Unit != Unit{'Z', 'S'} || o.Plan != Plan{}):
		return Embark
	case from.Unit == Unit{'Z', 'S'}:
		if strings.IndexByte(priced, to.Type) >= 0 {
			return Accelerate
		}
	case from.Unit == to.Unit && from.ID != to.ID && parts(from.Unit):
		return Merge
	}
	return NoMeaning
}

// parts tells whether such armies split and merge (manual, "Teilen", "Vereinigen").
func parts(u Unit) bool { return strings.IndexByte("ZDPV", u.Type) < 0 }

// boards tells whether an army can go aboard a fleet: of warships warriors,
// riders, ranged weapons, priests and sorcerers, of merchants caravans only.
func boards(from, to ArmyName) bool {
	switch {
	case to.Type == 'S':
		return strings.IndexByte("KRFPZ", from.Type) >= 0
	case to.Unit == Unit{'H', 'S'}:
		return from.Unit == Unit{'H', 'K'}
	}
	return false
}

// joins tells whether an army can be a member of a formation: anybody but
// sorcerers and demons, those of the land in V.L, those of the sea in V.S.
func joins(from, to ArmyName) bool {
	return strings.IndexByte("ZDV", from.Type) < 0 && from.ship() == to.ship()
}

// meaning tells what is wrong with an order whose special means nothing, and
// with a command that its special contradicts.
func (r *reading) meaning(l *armyLine, o ArmyOrder) {
	at := l.Word
	if at.Value == "" {
		at = l.First
	}
	kind := o.SpecialKind()
	switch {
	case o.Command == Destroy && kind != Demolish:
		if at.Value == "" {
			at = l.Command
		}
		r.example = "K.M 1 1234500000000 Z+ HST"
		r.bad(at, phrase.P("order.destroy-what", phrase.Str("unit", o.Army.Unit.String())))
	case kind == Join && (o.Command != Defend || o.Plan != Plan{}):
		r.example = "K.M 1 0000000000000 V+ V.L 1"
		r.bad(at, phrase.P("order.join-still", phrase.Str("formation", o.Special.Army.String())))
	case o.Special.Form != NoSpecial && kind == NoMeaning:
		r.meaningless(at, o)
	}
}

// meaningless tells why a special means nothing.
func (r *reading) meaningless(at orders.Token, o ArmyOrder) {
	unit := phrase.Str("unit", o.Army.Unit.String())
	switch o.Special.Form {
	case ABuilding, AnEdge:
		r.example = "K.M 1 1234500000000 Z+ HST"
		r.bad(at, phrase.P("order.destroy-command", phrase.Str("got", at.Value), phrase.Str("command", string(rune(o.Command)))))
	case ACode:
		r.bad(at, phrase.P("order.formation-special", unit))
	case AField:
		if o.Army.Type == 'V' {
			r.bad(at, phrase.P("order.formation-special", unit))
			return
		}
		r.example = "K.M 1 1220000000000 A+ K.M 2 1000"
		r.bad(at, phrase.P("order.field-special", unit, phrase.Key("may", "may."+mayHave(o.Army.Unit))))
	case AnArmy:
		r.meaninglessArmy(at, o, unit)
	}
}

// mayHave is the sentence that lists what may stand behind the command of an
// army that has no use for a field.
func mayHave(u Unit) string {
	switch u.Type {
	case 'Z': // the Z.S: the others cast their spells on fields
		return "hasten"
	case 'P':
		return "priest"
	case 'D':
		return "demon"
	case 'S', 'M':
		return "fleet"
	}
	return "army"
}

func (r *reading) meaninglessArmy(at orders.Token, o ArmyOrder, unit phrase.Arg) {
	from, to := o.Army, o.Special.Army
	other := phrase.Str("other", to.String())
	switch {
	case from.Type == 'V':
		r.bad(at, phrase.P("order.formation-special", unit))
	case from == to:
		r.example = "K.M 1 1220000000000 A+ K.M 2 1000"
		r.bad(at, phrase.P("order.special-self", other))
	case from.Unit == to.Unit:
		r.bad(at, phrase.P("order.no-parts", unit))
	case to.Type == 'D' && from.Type == 'Z':
		r.example = "Z.B 23 1230045600000 V- D.N 1 25"
		r.bad(at, phrase.P("order.summon", unit, other))
	case o.Special.Count > 0:
		r.example = "K.M 1 1220000000000 A+ K.M 2 1000"
		half := ArmyName{from.Unit, to.ID}.String()
		r.bad(at, orders.Guessed("order.split-unit", []string{half}, unit, other))
	case to.Type == 'V':
		r.example = "K.M 1 0000000000000 V+ V.L 1"
		r.bad(at, phrase.P("order.join", unit, other))
	case to.Type == 'S' || to.Unit == Unit{'H', 'S'}:
		r.example = "R.L 1 1223400000000 P- S.S 3"
		r.bad(at, phrase.P("order.embark", unit, other))
	default:
		r.example = "K.M 1 1220000000000 A+ K.M 2"
		r.bad(at, phrase.P("order.army-special", unit, other))
	}
}
