package thoramar

import "weltentor/orders/phrase"

// specialStep is one kind of special order and how it is carried out.
type specialStep struct {
	kind SpecialKind
	do   func(*Turn, *Army)
	lots bool // realms can get into each other's way: lots say who comes first
}

// specialSteps lists what happens before week 1 after splitting, one kind after
// the other for all realms (decision 4.7). What a plan carries out later
// (going aboard, trading, demolishing) is not among them.
var specialSteps = []specialStep{
	{kind: Merge, do: (*Turn).merge},
	{kind: Join, do: (*Turn).joinFormation},
	{kind: Gate, do: (*Turn).passGate}, // before all spells: they reach from, and to, where it leads
	{kind: Bless, do: (*Turn).bless},   // before summoning: no demon appears on land blessed now
	{kind: Summon, do: (*Turn).summon},
	{kind: FreeDemons, do: (*Turn).freeDemons, lots: true}, // before taming: what is freed may be tamed
	{kind: Tame, do: (*Turn).tame, lots: true},
	{kind: Accelerate, do: (*Turn).accelerate},
}

// laterSpecials are carried out in the weeks or after them.
var laterSpecials = map[SpecialKind]bool{Demolish: true, Embark: true, Trade: true}

// specials carries out what happens before week 1 (decision 4.7): splits, then
// the lines of the armies they made, then each kind of special in its order.
func specials(t *Turn) {
	t.regroup()
	for realm := range t.sheets {
		for _, a := range t.ordered(realm) {
			if a.march.kind == Split {
				t.split(a)
			}
		}
		t.lateOrders(realm)
	}
	var special []*Army // few of the many
	for realm := range t.sheets {
		for _, a := range t.ordered(realm) {
			t.admitAboard(a)
			t.admit(a)
			if a.march.kind != NoMeaning {
				special = append(special, a)
			}
		}
	}
	for i := range specialSteps {
		t.castAll(&specialSteps[i], special)
		for realm := range t.sheets {
			switch specialSteps[i].kind {
			case Join:
				t.formationOrders(realm)
			case Summon:
				t.demonOrders(realm)
			}
		}
	}
	for realm := range t.sheets {
		for _, a := range t.ordered(realm) {
			if !a.gone() {
				t.doubts(a)
			}
		}
	}
}

// castAll carries out one kind of special, realm after realm, each in the order
// of its file.
func (t *Turn) castAll(step *specialStep, among []*Army) {
	var list []*Army
	for _, a := range among {
		if a.march.kind == step.kind {
			list = append(list, a)
		}
	}
	if step.lots && len(list) > 1 {
		t.byLot(list)
	}
	for _, a := range list {
		if !a.gone() {
			step.do(t, a)
		}
	}
}

// admit strikes the special of an army that just split or was summoned.
func (t *Turn) admit(a *Army) {
	m := a.march
	switch {
	case m.special.Form == NoSpecial, m.kind == NoMeaning:
	case m.kind == Split && !m.fresh: // done before the late orders were read
		m.kind = NoMeaning
	case laterSpecials[m.kind]:
	case m.called:
		t.refuse(a.Realm, m.at, phrase.P("just-summoned", phrase.Str("army", a.Name.String())))
		m.kind = NoMeaning
	case m.halved:
		t.refuse(a.Realm, m.at, phrase.P("just-split", phrase.Str("army", a.Name.String())))
		m.kind = NoMeaning
	}
}
