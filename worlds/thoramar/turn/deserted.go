package turn

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/thoramar/realm"
)

// desertions ends realms whose players have sent nothing for very long: the people govern themselves. The last reports
// before warn the realm.
func desertions(t *realm.Turn) {
	n := &t.Tables.Rules
	if n.DesertedAfter == 0 {
		return
	}
	for _, i := range everybody(t) {
		switch left := n.DesertedAfter - (t.State.Realms[i].Missed + 1); {
		case t.Sheets[i].Came, t.Sheets[i].Away:
		case left <= 0:
			desertRealm(t, i)
		case left <= n.MissedNotice:
			t.Tell(phrase.P("desertion-near", phrase.Num("turns", left)), i)
		}
	}
}

// desertRealm gives all of a realm's land to realm 0 and lets its armies go. A capital becomes a fortress, and
// unfinished work is lost. Nothing is left of the realm, so it falls.
func desertRealm(t *realm.Turn, number int) {
	r := &t.State.Realms[number]
	t.Tell(phrase.P("realm-deserted", phrase.Num("realm", number), phrase.Str("name", r.Name)), everybody(t)...)
	for _, p := range t.State.Land(number) {
		release(t, t.Field(p))
	}
	for _, a := range t.State.Armies[number] {
		if !a.Gone() && a.Realm == number {
			dismiss(t, a)
		}
	}
}

// release makes a field free.
func release(t *realm.Turn, f *realm.Field) {
	switch b := f.Building; {
	case b == nil:
	case b.New:
		f.Building = nil
	default:
		b.Into, b.Ready = "", 0
		if t.Tables.FindBuilding(b.Kind).Capital {
			b.Kind = fortress
		}
	}
	f.GiveTo(0)
}

// dismiss lets an army of a deserted realm go. Soldiers on land stay as militia, tamed monsters return to the wild
// where they can live, and demons are free. All others scatter, and so do those for whom realm 0 has no number or no
// room.
func dismiss(t *realm.Turn, a *realm.Army) {
	if a.Name.Type == 'D' {
		realm.SetFree(t, a)
		return
	}
	if a.Member() {
		a.Aboard = realm.ArmyName{}
		t.Enter(a)
	}
	if !goesWild(t, a) || !t.ChangeRealm(a, 0) {
		t.RemoveArmy(a)
		return
	}
	a.Flag, a.Command = realm.Shown, realm.Defend
	if row := t.Tables.FindMonster(a.Name.Unit); row != nil {
		a.Men = min(a.Men, row.Cap)
	}
}

// goesWild reports whether the army can live in its field without a realm.
func goesWild(t *realm.Turn, a *realm.Army) bool {
	switch a.Name.Type {
	case 'K', 'R', 'F':
		return !a.Cargo()
	case 'M':
		row := t.Tables.FindMonster(a.Name.Unit)
		return row != nil && realm.Lives(row, t.Tables, t.State, a.At)
	}
	return false
}

// fallen finds the realms with neither field nor army. They get a last report, and their treaties end (decision 10).
func fallen(t *realm.Turn) {
	alive := make([]bool, len(t.State.Realms))
	for i := range t.State.Fields {
		alive[t.State.Fields[i].Owner] = true
	}
	for _, i := range everybody(t) {
		r := &t.State.Realms[i]
		if alive[i] || len(t.State.Armies[i]) > 0 {
			continue
		}
		t.Tell(phrase.P("realm-fallen", phrase.Num("realm", i), phrase.Str("name", r.Name)), everybody(t)...)
		r.Fallen = true
		for _, with := range r.Treaties {
			t.State.SetTreaty(i, with.Realm, realm.NoTreaty)
			t.Tell(phrase.P("treaty-ended", phrase.Num("realm", i), phrase.Num("other", with.Realm), with.Treaty.Arg()),
				i, with.Realm)
		}
	}
}
