package turn

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// conquest takes fields for the armies with order E (manual, "Erobern"; decision 9). Of several in one field the first
// to arrive takes it, then the largest; otherwise it is drawn.
func conquest(t *realm.Turn) {
	var claims []*realm.Army
	for _, armies := range t.State.Armies {
		for _, a := range armies {
			a.March.CloseWeek()
			if a.March.Command != realm.Conquer || int(t.Field(a.At).Owner) == a.Realm {
				continue
			}
			if why := NoClaim(t, a); why != "" {
				t.Tell(phrase.P(why, phrase.Str("army", a.Name.String()), phrase.At("field", a.At)), a.Realm)
				continue
			}
			claims = append(claims, a)
		}
	}
	t.ByInitiative(claims) // draws the lots
	slices.SortStableFunc(claims, func(a, b *realm.Army) int {
		return cmp.Or(
			cmp.Compare(a.At, b.At),
			cmp.Compare(a.Since, b.Since),
			cmp.Compare(a.March.Arrived, b.March.Arrived),
			cmp.Compare(b.Men, a.Men),
			cmp.Compare(a.March.Lot, b.March.Lot))
	})
	last := game.Nowhere
	for _, a := range claims {
		if a.At == last {
			if int(t.Field(a.At).Owner) != a.Realm {
				t.Tell(phrase.P("conquest-late", phrase.Str("army", a.Name.String()), phrase.At("field", a.At)),
					a.Realm)
			}
			continue
		}
		last = a.At
		conquer(t, a)
	}
}

// NoClaim is why an army with order E does not take its field, or "" if it does.
func NoClaim(t *realm.Turn, a *realm.Army) string {
	m, owner := a.March, int(t.Field(a.At).Owner)
	least := t.Row(a).Conquer
	switch {
	case a.Cargo():
		return "conquest-aboard"
	case !m.Walked():
		return "conquest-unwalked"
	case least == 0 || a.Men < least:
		return "conquest-weak"
	case t.State.Treaty(a.Realm, owner) != realm.NoTreaty:
		return "conquest-treaty"
	case owner != 0 && t.TreatyBefore(a.Realm, owner) != realm.NoTreaty:
		return "conquest-treaty-before"
	case owner != 0 && (m.Plan.Steps(0) || a.Since >= t.State.Turn):
		return "conquest-season"
	case defended(t, a, owner):
		return "conquest-defended"
	}
	return ""
}

// Claims reports whether the realm knows of nothing that keeps an army of it from taking a field that belongs to nobody,
// once it comes there.
func Claims(t *realm.Turn, a *realm.Army, at game.Place) bool {
	f, there := t.Field(at), *a
	there.At, there.March = at, &realm.March{Command: realm.Conquer}
	known := t.Tables.Terrain[f.Terrain].Height >= 0
	return known && f.Owner == 0 && NoClaim(t, &there) == ""
}

// defended reports whether the realm sees an army of the field's owner, or of a partner of the owner, that opposes it.
func defended(t *realm.Turn, a *realm.Army, owner int) bool {
	for _, b := range t.ArmiesAt(a.At) {
		if t.State.Treaty(b.Realm, owner) == realm.Partner && t.State.Treaty(a.Realm, b.Realm) != realm.Partner &&
			sight.Visible(t, a.Realm, b) != sight.Unseen {
			return true
		}
	}
	return false
}

// conquer gives the field to the army's realm. A capital becomes a fortress, a second temple city is razed, and
// unfinished work is lost (decisions 5 and 9).
func conquer(t *realm.Turn, a *realm.Army) {
	f := t.Field(a.At)
	loser := int(f.Owner)
	field := phrase.At("field", a.At)
	t.Tell(phrase.P("conquered", phrase.Str("army", a.Name.String()), field), a.Realm)
	if loser != 0 {
		t.Tell(phrase.P("lost-field", phrase.Str("army", sight.NameFor(t, loser, a)), field), loser)
	}
	dropWork(t, a.At, a.Realm, loser)
	if f.Building == nil {
		handOver(t, f, a.Realm)
		return
	}
	row := t.Tables.FindBuilding(f.Building.Kind)
	// asked before the field belongs to the realm
	second := row.Temple && f.Building.Damage != tables.Ruin && HasTempleCity(t, a.Realm)
	handOver(t, f, a.Realm)
	switch {
	case second:
		t.Tell(phrase.P("temple-razed", field, phrase.Key("building", row.Key())), a.Realm, loser)
		f.Building = nil
	case row.Capital:
		f.Building.Kind = fortress
		t.Tell(phrase.P("capital-taken", field), a.Realm, loser)
	default:
		market.Inspect(t, a.At)
	}
}

// fortress is what a conquered capital becomes (manual, "Die Hauptstadt").
const fortress = "FES"

// HasTempleCity reports whether the realm has a temple city, even one under construction. A ruin counts only while it
// is being repaired.
func HasTempleCity(t *realm.Turn, number int) bool {
	for i := range t.State.Fields {
		f := &t.State.Fields[i]
		if int(f.Owner) == number && f.Building != nil && (f.Building.Damage != tables.Ruin || f.Building.Ready != 0) &&
			(t.Tables.FindBuilding(f.Building.Kind).Temple || IntoTemple(t, f.Building)) {
			return true
		}
	}
	return false
}

// IntoTemple reports whether a building is being converted into a temple city.
func IntoTemple(t *realm.Turn, b *realm.Building) bool {
	return b.Into != "" && t.Tables.FindBuilding(b.Into).Temple
}

// dropWork ends building work on a field that changes hands. A new building is gone, and a conversion or repair is
// lost.
func dropWork(t *realm.Turn, at game.Place, told ...int) {
	f := t.Field(at)
	b := f.Building
	if b == nil || b.Ready == 0 {
		return
	}
	t.Tell(phrase.P("work-lost", phrase.At("field", at), phrase.Key("building", t.Tables.FindBuilding(b.Kind).Key())),
		told...)
	if b.New {
		f.Building = nil
		return
	}
	b.Into, b.Ready = "", 0
}

// handOver gives a field to a realm, with its building.
func handOver(t *realm.Turn, f *realm.Field, number int) { f.Owner = int16(number) }

// capacity is how much a field's building can recruit in a year, by its owner and its state.
func capacity(t *realm.Turn, f *realm.Field) int64 {
	b := f.Building
	return t.Tables.CapacityOf(int(f.Owner), b.Kind, b.Damage)
}

// CapacityLeft is what is left of that this year. Damage takes from it and repair gives it back, but neither renews
// what was used (decision 5).
func CapacityLeft(t *realm.Turn, f *realm.Field) int64 {
	if f.Building.New {
		return 0
	}
	return max(0, capacity(t, f)-f.Building.Used)
}
