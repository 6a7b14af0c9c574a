package turn

import (
	"weltentor/worlds/thoramar/craft"
	"weltentor/worlds/thoramar/march"
	"weltentor/worlds/thoramar/realm"
)

// specialStep is one kind of special order, and how to carry it out.
type specialStep struct {
	kind realm.SpecialKind
	do   func(*realm.Turn, *realm.Army)
	lots bool // realms can get in each other's way, so the order is drawn
}

// specialSteps lists what happens before week 1 after splitting, one kind after the other for all realms (decision
// 4.7). What a plan carries out later (boarding, trading, demolishing) is not in it.
var specialSteps = []specialStep{
	{kind: realm.Merge, do: merge},
	{kind: realm.Join, do: joinFormation},
	{kind: realm.Gate, do: craft.PassGate}, // before all spells: their reach counts from where it leads
	{kind: realm.Bless, do: craft.Bless},   // before summoning: no demon appears on newly blessed land
	{kind: realm.Summon, do: craft.Summon},
	{kind: realm.FreeDemons, do: craft.FreeDemons, lots: true}, // before taming: freed demons may be tamed
	{kind: realm.Tame, do: craft.Tame, lots: true},
	{kind: realm.Accelerate, do: craft.Accelerate},
}

// specials carries out what happens before week 1 (decision 4.7): splits, then the lines of the armies that they made,
// then each kind of special in its order.
func specials(t *realm.Turn) {
	regroup(t)
	for number := range t.Sheets {
		for _, a := range ordered(t, number) {
			if a.March.Kind == realm.Split {
				split(t, a)
			}
		}
		lateOrders(t, number, false)
	}
	var special []*realm.Army // a few of many
	for number := range t.Sheets {
		for _, a := range ordered(t, number) {
			march.AdmitAboard(t, a)
			admit(t, a)
			if a.March.Kind != realm.NoMeaning {
				special = append(special, a)
			}
		}
	}
	for i := range specialSteps {
		castAll(t, &specialSteps[i], special)
		for number := range t.Sheets {
			switch specialSteps[i].kind {
			case realm.Join:
				lateOrders(t, number, true)
			case realm.Summon:
				demonOrders(t, number)
			}
		}
	}
	for number := range t.Sheets {
		for _, a := range ordered(t, number) {
			if !a.Gone() {
				doubts(t, a)
			}
		}
	}
}

// castAll carries out one kind of special, realm by realm, each in the order of its file.
func castAll(t *realm.Turn, step *specialStep, among []*realm.Army) {
	var list []*realm.Army
	for _, a := range among {
		if a.March.Kind == step.kind {
			list = append(list, a)
		}
	}
	if step.lots && len(list) > 1 {
		craft.ByLot(t, list)
	}
	for _, a := range list {
		if !a.Gone() {
			step.do(t, a)
		}
	}
}

// admit removes the special of an army that was just split off or summoned.
func admit(t *realm.Turn, a *realm.Army) {
	m := a.March
	switch {
	case m.Special.Form == realm.NoSpecial, m.Kind == realm.NoMeaning:
	case m.Kind == realm.Split && !m.Fresh: // done before the late orders were read
		m.Kind = realm.NoMeaning
	case march.LaterSpecials[m.Kind]:
	case m.Called:
		t.RefuseArmy(a, "just-summoned")
		m.Kind = realm.NoMeaning
	case m.Halved:
		t.RefuseArmy(a, "just-split")
		m.Kind = realm.NoMeaning
	}
}
