package thoramar

import "weltentor/orders/phrase"

// desertions end realms whose players have sent nothing for very long: the
// people govern themselves. A realm is warned in its last reports.
func desertions(t *Turn) {
	n := &t.tables.Rules
	if n.DesertedAfter == 0 {
		return
	}
	for i := range t.state.Realms {
		r := &t.state.Realms[i]
		if i == 0 || r.Fallen || t.sheets[i].came || t.sheets[i].away {
			continue
		}
		switch left := n.DesertedAfter - (r.Missed + 1); {
		case left <= 0:
			t.desertRealm(i)
		case left <= n.MissedNotice:
			t.tell(phrase.P("desertion-near", phrase.Num("turns", left)), i)
		}
	}
}

// desertRealm gives all the realm's land to realm 0 and lets its armies go. A
// capital becomes a fortress, unfinished work is lost. Nothing is left of the
// realm, and so it falls.
func (t *Turn) desertRealm(realm int) {
	r := &t.state.Realms[realm]
	t.tell(phrase.P("realm-deserted", phrase.Num("realm", realm), phrase.Str("name", r.Name)), t.everybody()...)
	for i := range t.state.Fields {
		if int(t.state.Fields[i].Owner) == realm {
			t.release(i)
		}
	}
	for _, a := range t.state.Armies[realm] {
		if !a.gone() && a.Realm == realm {
			t.dismiss(a)
		}
	}
}

// release makes a field free.
func (t *Turn) release(place int) {
	f := &t.state.Fields[place]
	switch b := f.Building; {
	case b == nil:
	case b.New:
		f.Building = nil
	default:
		b.Into, b.Ready = "", 0
		if t.tables.building(b.Kind).Capital {
			b.Kind = fortress
		}
	}
	t.handOver(f, 0)
}

// dismiss lets an army of a deserted realm go: soldiers on land stay as militia,
// tamed monsters return to the wild where they can live, demons are free; all
// others scatter, and so does who finds no number or no room in realm 0.
func (t *Turn) dismiss(a *Army) {
	if a.Name.Type == 'D' {
		t.setFree(a)
		return
	}
	if a.member() {
		a.Aboard = ArmyName{}
		t.enter(a)
	}
	if !t.goesWild(a) || !t.changeRealm(a, 0) {
		t.removeArmy(a)
		return
	}
	a.Flag, a.Command = Shown, Defend
	if row := t.tables.monster(a.Name.Unit); row != nil {
		a.Men = min(a.Men, row.Cap)
	}
}

// goesWild tells whether the army can live without a realm where it stands.
func (t *Turn) goesWild(a *Army) bool {
	switch a.Name.Type {
	case 'K', 'R', 'F':
		return !a.cargo()
	case 'M':
		row := t.tables.monster(a.Name.Unit)
		return row != nil && row.lives(t.tables, t.state, a.At)
	}
	return false
}
