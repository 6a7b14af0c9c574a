package fight

import (
	"slices"

	"weltentor/worlds/thoramar/realm"
)

// drags reports whether the army has ranged weapons in a formation that attacks over an edge. They have moved, so they
// cannot attack (manual, "Allgemeines zu den Fernkampfwaffen").
func (b *Battle) drags(side int, a *realm.Army) bool {
	return a.Ranged() && a.Member() && side == Attackers && b.Dir != 0 && a.At != b.At
}

// Power is an army's strength in a battle, in thousandths of a light warrior,
// without luck (decision 7): men × class × culture × (1 + KK) × modifiers,
// rounded down after each.
func Power(t *realm.Turn, b *Battle, side int, a *realm.Army) int64 {
	if b.drags(side, a) {
		return 0
	}
	p := a.Men * t.Row(a).Strength * (1000 / 10) // Strength is in tenths
	p = p * t.Strength(a.Realm, a.Name.Unit) / 100
	p = p * int64(100+a.KK) / 100
	return p * Modifiers(t, b, side, a) / 1000
}

// Modifiers is the product of all that helps or hinders an army in a battle, in
// thousandths, rounded down after each, at most Rules.ModifierMax.
func Modifiers(t *realm.Turn, b *Battle, side int, a *realm.Army) int64 {
	n := &t.Tables.Rules
	m := int64(1000)
	if a.At == b.At {
		m = m * (1000 + Shelter(t, b, a)) / 1000
	}
	if side == Defenders && a.Name.Type == 'K' && b.Dir != 0 &&
		t.ForeignWall(b.Side[Attackers][0].Army.Realm, b.At, b.Dir) {
		m = m * (1000 + n.WallBonus) / 1000
	}
	if a.Cargo() {
		m = m * n.LandingStrength / 1000
	} else if a.At != b.At {
		if t.TerrainAt(b.At).Height > t.TerrainAt(b.From).Height {
			m = m * n.Uphill / 1000
		}
		if t.Ford(b.From, b.Dir) {
			m = m * n.OverRiver / 1000
		}
	}
	if b.faith[side] == ofWar && a.Name.Type != 'D' {
		m = m * n.WarPriest / 1000
	}
	if a.Name.Type == 'R' && t.TerrainAt(b.At).Rough {
		m = m * n.HorseRough / 1000
	}
	if v := t.FormationOf(a); v != nil {
		m = m * t.Mixed(v) / 1000
	}
	return min(m, n.ModifierMax)
}

// Shelter is the bonus part, in thousandths, that the building gives its owner's and partners' armies in the field, by
// its state. A building under construction gives none.
func Shelter(t *realm.Turn, b *Battle, a *realm.Army) int64 {
	f := t.Field(b.At)
	if !f.Building.Stands() || t.State.Treaty(a.Realm, int(f.Owner)) != realm.Partner {
		return 0
	}
	return t.Tables.BuildingOf(int(f.Owner), f.Building.Kind).Defence * t.Tables.Rules.StateShare[f.Building.Damage] /
		1000
}

// walled reports whether the attack goes over a wall that is foreign to its leader, with foot among those behind it.
func walled(t *realm.Turn, b *Battle) bool {
	return t.ForeignWall(b.Side[Attackers][0].Army.Realm, b.At, b.Dir) &&
		slices.ContainsFunc(b.Side[Defenders], func(f *Fighter) bool { return f.Army.Name.Type == 'K' })
}
