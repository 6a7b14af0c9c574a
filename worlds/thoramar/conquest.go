package thoramar

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// conquest takes fields for the armies with order E (manual, "Erobern";
// decision 9). Of several on one field the one that came earlier takes it, then
// the greater, then the lot.
func conquest(t *Turn) {
	var claims []*Army
	for _, armies := range t.state.Armies {
		for _, a := range armies {
			a.march.closeWeek()
			if a.march.command != Conquer || int(t.field(a.At).Owner) == a.Realm {
				continue
			}
			if why := t.noClaim(a); why != "" {
				t.tell(phrase.P(why, phrase.Str("army", a.Name.String()), phrase.At("field", a.At)), a.Realm)
				continue
			}
			claims = append(claims, a)
		}
	}
	t.byInitiative(claims) // draws the lots
	slices.SortStableFunc(claims, func(a, b *Army) int {
		return cmp.Or(
			cmp.Compare(a.At, b.At),
			cmp.Compare(a.Since, b.Since),
			cmp.Compare(a.march.arrived, b.march.arrived),
			cmp.Compare(b.Men, a.Men),
			cmp.Compare(a.march.lot, b.march.lot))
	})
	last := game.Nowhere
	for _, a := range claims {
		if a.At == last {
			if int(t.field(a.At).Owner) != a.Realm {
				t.tell(phrase.P("conquest-late", phrase.Str("army", a.Name.String()), phrase.At("field", a.At)), a.Realm)
			}
			continue
		}
		last = a.At
		t.conquer(a)
	}
}

// noClaim is why an army with order E does not take its field; "" if it does.
func (t *Turn) noClaim(a *Army) string {
	m, owner := a.march, int(t.field(a.At).Owner)
	least := t.row(a).Conquer
	switch {
	case a.cargo():
		return "conquest-aboard"
	case !m.walked():
		return "conquest-unwalked"
	case least == 0 || a.Men < least:
		return "conquest-weak"
	case t.state.treaty(a.Realm, owner) != NoTreaty:
		return "conquest-treaty"
	case owner != 0 && t.treatyBefore(a.Realm, owner) != NoTreaty:
		return "conquest-treaty-before"
	case owner != 0 && (m.plan.steps(0) || a.Since >= t.state.Turn):
		return "conquest-season"
	case t.defended(a, owner):
		return "conquest-defended"
	}
	return ""
}

// defended tells whether the realm sees an army of the field's owner, or of a
// partner of the owner, that stands against it.
func (t *Turn) defended(a *Army, owner int) bool {
	for _, b := range t.armiesAt(a.At) {
		if t.state.treaty(b.Realm, owner) == Partner && t.state.treaty(a.Realm, b.Realm) != Partner &&
			t.visible(a.Realm, b) != unseen {
			return true
		}
	}
	return false
}

// conquer gives the field to the army's realm. A capital becomes a fortress, a
// second temple city is razed, unfinished work is lost (decisions 5 and 9).
func (t *Turn) conquer(a *Army) {
	f := t.field(a.At)
	loser := int(f.Owner)
	field := phrase.At("field", a.At)
	t.tell(phrase.P("conquered", phrase.Str("army", a.Name.String()), field), a.Realm)
	if loser != 0 {
		t.tell(phrase.P("lost-field", phrase.Str("army", t.nameFor(loser, a)), field), loser)
	}
	t.dropWork(a.At, a.Realm, loser)
	if f.Building == nil {
		t.handOver(f, a.Realm)
		return
	}
	row := t.tables.building(f.Building.Kind)
	second := row.Temple && f.Building.Damage != Ruin && t.hasTempleCity(a.Realm) // asked before the field is the realm's
	t.handOver(f, a.Realm)
	switch {
	case second:
		t.tell(phrase.P("temple-razed", field, phrase.Key("building", row.key())), a.Realm, loser)
		f.Building = nil
	case row.Capital:
		f.Building.Kind = fortress
		t.tell(phrase.P("capital-taken", field), a.Realm, loser)
	default:
		t.inspect(a.At)
	}
}

// fortress is what a taken capital becomes (manual, "Die Hauptstadt").
const fortress = "FES"

// hasTempleCity tells whether the realm holds a temple city, built or being
// built; a ruin is none, unless it is being mended.
func (t *Turn) hasTempleCity(realm int) bool {
	for i := range t.state.Fields {
		f := &t.state.Fields[i]
		if int(f.Owner) == realm && f.Building != nil && (f.Building.Damage != Ruin || f.Building.Ready != 0) &&
			(t.tables.building(f.Building.Kind).Temple || t.intoTemple(f.Building)) {
			return true
		}
	}
	return false
}

func (t *Turn) intoTemple(b *Building) bool {
	return b.Into != "" && t.tables.building(b.Into).Temple
}

// dropWork ends building work on a field that changes hands: what was being
// built from nothing is gone, a conversion or repair is lost.
func (t *Turn) dropWork(at game.Place, told ...int) {
	f := t.field(at)
	b := f.Building
	if b == nil || b.Ready == 0 {
		return
	}
	t.tell(phrase.P("work-lost", phrase.At("field", at), phrase.Key("building", t.tables.building(b.Kind).key())), told...)
	if b.New {
		f.Building = nil
		return
	}
	b.Into, b.Ready = "", 0
}

// handOver gives a field to a realm, with its building.
func (t *Turn) handOver(f *Field, realm int) { f.Owner = int16(realm) }

// capacity is what a field's building can recruit for in a year, by its owner and
// its state.
func (t *Turn) capacity(f *Field) int64 {
	b := f.Building
	return t.tables.capacityOf(int(f.Owner), b.Kind, b.Damage)
}

// capacityOf is the gold a building's recruiting may cost in a year, by its damage.
func (t *Tables) capacityOf(owner int, kind string, damage Damage) int64 {
	return t.buildingOf(owner, kind).Capacity * t.Rules.StateShare[damage] / 1000
}

// capacityLeft is what is left of that this year. Damage takes from it and repair
// gives it back, but neither renews what was used (decision 5).
func (t *Turn) capacityLeft(f *Field) int64 {
	if f.Building.New {
		return 0
	}
	return max(0, t.capacity(f)-f.Building.Used)
}
