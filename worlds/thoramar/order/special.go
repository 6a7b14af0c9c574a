package order

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// SpecialKind is the meaning of an order's special. It depends on who orders it and what it names. In the manual a Z.S
// both boards a fleet and accelerates one, with the same words: with a step in its plan it boards, without one it
// accelerates.
func (o ArmyOrder) SpecialKind() realm.SpecialKind {
	switch o.Special.Form {
	case realm.ABuilding, realm.AnEdge:
		if o.Command == realm.Destroy {
			return realm.Demolish
		}
	case realm.ACode:
		if o.Army.Type != 'V' { // manual, "Der Verband": formations cannot use gates
			return realm.Gate
		}
	case realm.AField:
		return fieldKind(o.Army.Unit)
	case realm.AnArmy:
		return o.armyKind()
	}
	return realm.NoMeaning
}

func fieldKind(u tables.Unit) realm.SpecialKind {
	switch u {
	case tables.Unit{Type: 'Z', Class: 'B'}:
		return realm.FreeDemons
	case tables.Unit{Type: 'Z', Class: 'M'}:
		return realm.Tame
	case tables.Unit{Type: 'P', Class: 'H'}:
		return realm.Bless
	case tables.Unit{Type: 'H', Class: 'K'}, tables.Unit{Type: 'H', Class: 'S'}:
		return realm.Trade
	}
	return realm.NoMeaning
}

// armyKind is the meaning of an army, with a number behind it or without.
func (o ArmyOrder) armyKind() realm.SpecialKind {
	from, to := o.Army, o.Special.Army
	same := from.Unit == to.Unit && from.ID != to.ID && realm.Parts(from.Unit)
	switch counted := o.Special.Count > 0; {
	case counted && from.Unit == tables.Unit{Type: 'Z', Class: 'B'} && to.Type == 'D':
		return realm.Summon
	case counted && same:
		return realm.Split
	case counted:
	case to.Type == 'V':
		if realm.Joins(from, to) {
			return realm.Join
		}
	case realm.Boards(from, to) && (from.Unit != tables.Unit{Type: 'Z', Class: 'S'} || o.Plan != realm.Plan{}):
		return realm.Embark
	case from.Unit == tables.Unit{Type: 'Z', Class: 'S'}:
		if strings.IndexByte(tables.Priced, to.Type) >= 0 {
			return realm.Accelerate
		}
	case same:
		return realm.Merge
	}
	return realm.NoMeaning
}

// meaning reports what is wrong if a special means nothing, or if it contradicts the command.
func (o ArmyOrder) meaning(r *part.Reading, command orders.Token, behind []orders.Token) {
	at := behind[0]
	if at.Value == "" {
		at = behind[1]
	}
	kind := o.SpecialKind()
	switch {
	case o.Command == realm.Destroy && kind != realm.Demolish:
		if at.Value == "" {
			at = command
		}
		r.Example = "K.M 1 1234500000000 Z+ HST"
		r.Bad(at, phrase.P("order.destroy-what", phrase.Str("unit", o.Army.Unit.String())))
	case kind == realm.Join && (o.Command != realm.Defend || o.Plan != realm.Plan{}):
		r.Example = "K.M 1 0000000000000 V+ V.L 1"
		r.Bad(at, phrase.P("order.join-still", phrase.Str("formation", o.Special.Army.String())))
	case o.Special.Form != realm.NoSpecial && kind == realm.NoMeaning:
		o.meaningless(r, at)
	}
}

// meaningless reports why a special means nothing.
func (o ArmyOrder) meaningless(r *part.Reading, at orders.Token) {
	unit := phrase.Str("unit", o.Army.Unit.String())
	switch o.Special.Form {
	case realm.ABuilding, realm.AnEdge:
		r.Example = "K.M 1 1234500000000 Z+ HST"
		r.Bad(at, phrase.P("order.destroy-command", phrase.Str("got", at.Value),
			phrase.Str("command", string(rune(o.Command)))))
	case realm.ACode:
		r.Bad(at, phrase.P("order.formation-special", unit))
	case realm.AField:
		if o.Army.Type == 'V' {
			r.Bad(at, phrase.P("order.formation-special", unit))
			return
		}
		r.Example = "K.M 1 1220000000000 A+ K.M 2 1000"
		r.Bad(at, phrase.P("order.field-special", unit, phrase.Key("may", "may."+mayHave(o.Army.Unit))))
	case realm.AnArmy:
		o.meaninglessArmy(r, at, unit)
	}
}

// mayHave is the key of the sentence that lists what may come after the command of an army that has no use for a
// field.
func mayHave(u tables.Unit) string {
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

func (o ArmyOrder) meaninglessArmy(r *part.Reading, at orders.Token, unit phrase.Arg) {
	from, to := o.Army, o.Special.Army
	other := phrase.Str("other", to.String())
	switch {
	case from.Type == 'V':
		r.Bad(at, phrase.P("order.formation-special", unit))
	case from == to:
		r.Example = "K.M 1 1220000000000 A+ K.M 2 1000"
		r.Bad(at, phrase.P("order.special-self", other))
	case from.Unit == to.Unit:
		r.Bad(at, phrase.P("order.no-parts", unit))
	case to.Type == 'D' && from.Type == 'Z':
		r.Example = "Z.B 23 1230045600000 V- D.N 1 25"
		r.Bad(at, phrase.P("order.summon", unit, other))
	case o.Special.Count > 0:
		r.Example = "K.M 1 1220000000000 A+ K.M 2 1000"
		half := realm.ArmyName{Unit: from.Unit, ID: to.ID}.String()
		r.Bad(at, orders.Guessed("order.split-unit", []string{half}, unit, other))
	case to.Type == 'V':
		r.Example = "K.M 1 0000000000000 V+ V.L 1"
		r.Bad(at, phrase.P("order.join", unit, other))
	case to.Type == 'S' || to.Unit == tables.Unit{Type: 'H', Class: 'S'}:
		r.Example = "R.L 1 1223400000000 P- S.S 3"
		r.Bad(at, phrase.P("order.embark", unit, other))
	default:
		r.Example = "K.M 1 1220000000000 A+ K.M 2"
		r.Bad(at, phrase.P("order.army-special", unit, other))
	}
}
