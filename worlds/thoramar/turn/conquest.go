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
	for a := range t.State.EachArmy {
		a.March.CloseWeek()
		if a.March.Command != realm.Conquer || int(t.Field(a.At).Owner) == a.Realm {
			continue
		}
		if why := NoClaim(t, a); why != "" {
			t.TellArmy(a, why, phrase.At("field", a.At))
			continue
		}
		claims = append(claims, a)
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
				t.TellArmy(a, "conquest-late", phrase.At("field", a.At))
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
	return slices.ContainsFunc(t.ArmiesAt(a.At), func(b *realm.Army) bool {
		return t.State.Treaty(b.Realm, owner) == realm.Partner && t.State.Treaty(a.Realm, b.Realm) != realm.Partner &&
			sight.Visible(t, a.Realm, b) != sight.Unseen
	})
}

// conquer gives the field to the army's realm. A capital becomes a fortress, a second temple city is razed, and
// unfinished work is lost (decisions 5 and 9).
func conquer(t *realm.Turn, a *realm.Army) {
	f := t.Field(a.At)
	loser := int(f.Owner)
	field := phrase.At("field", a.At)
	t.TellArmy(a, "conquered", field)
	if loser != 0 {
		t.Tell(phrase.P("lost-field", phrase.Str("army", sight.NameFor(t, loser, a)), field), loser)
	}
	market.DropWork(t, a.At, a.Realm, loser)
	if f.Building == nil {
		f.GiveTo(a.Realm)
		return
	}
	row := t.Tables.FindBuilding(f.Building.Kind)
	// asked before the field belongs to the realm
	second := row.Temple && f.Building.Damage != tables.Ruin && HasTempleCity(t, a.Realm)
	f.GiveTo(a.Realm)
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
	return slices.ContainsFunc(t.State.Land(number), func(p game.Place) bool {
		b := t.Field(p).Building
		return b != nil && (b.Damage != tables.Ruin || b.Ready != 0) &&
			(t.Tables.FindBuilding(b.Kind).Temple || IntoTemple(t, b))
	})
}

// IntoTemple reports whether a building is being converted into a temple city.
func IntoTemple(t *realm.Turn, b *realm.Building) bool {
	return b.Into != "" && t.Tables.FindBuilding(b.Into).Temple
}

// CapacityLeft is how much a field's building can still recruit this year, by its owner and its state. Damage takes from
// it and repair gives it back, but neither renews what was used (decision 5).
func CapacityLeft(t *realm.Turn, f *realm.Field) int64 {
	b := f.Building
	if b.New {
		return 0
	}
	return max(0, t.Tables.CapacityOf(int(f.Owner), b.Kind, b.Damage)-b.Used)
}
