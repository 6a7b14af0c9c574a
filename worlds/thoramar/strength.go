package thoramar

// power is an army's strength in a battle, in thousandths of a light warrior,
// without luck (decision 7): men × class × culture × (1 + KK) × modifiers,
// rounded down after each.
func (t *Turn) power(b *battle, side int, a *Army) int64 {
	if b.drags(side, a) {
		return 0
	}
	p := a.Men * t.row(a).Strength * (1000 / 10) // Strength is in tenths
	p = p * t.strength(a.Realm, a.Name.Unit) / 100
	p = p * int64(100+a.KK) / 100
	return p * t.modifiers(b, side, a) / 1000
}

// modifiers is the product of all that helps or hinders an army in a battle, in
// thousandths, rounded down after each, at most Rules.ModifierMax.
func (t *Turn) modifiers(b *battle, side int, a *Army) int64 {
	n := &t.tables.Rules
	m := int64(1000)
	if a.At == b.at {
		m = m * (1000 + t.shelter(b, a)) / 1000
	}
	if side == defenders && a.Name.Type == 'K' && b.dir != 0 && t.foreignWall(b.side[attackers][0].army.Realm, b.at, b.dir) {
		m = m * (1000 + n.WallBonus) / 1000
	}
	if a.cargo() {
		m = m * n.LandingStrength / 1000
	} else if a.At != b.at {
		if t.terrainAt(b.at).Height > t.terrainAt(b.from).Height {
			m = m * n.Uphill / 1000
		}
		if t.ford(b.from, b.dir) {
			m = m * n.OverRiver / 1000
		}
	}
	if b.faith[side] == ofWar && a.Name.Type != 'D' {
		m = m * n.WarPriest / 1000
	}
	if a.Name.Type == 'R' && t.terrainAt(b.at).Rough {
		m = m * n.HorseRough / 1000
	}
	if v := t.formationOf(a); v != nil {
		m = m * t.mixed(v) / 1000
	}
	return min(m, n.ModifierMax)
}

// shelter is the bonus part, in thousandths, that the building gives to its
// owner's and partners' armies in the field, by its state. What is still being
// built gives none.
func (t *Turn) shelter(b *battle, a *Army) int64 {
	f := t.field(b.at)
	if !f.Building.ready() || t.state.treaty(a.Realm, int(f.Owner)) != Partner {
		return 0
	}
	return t.tables.buildingOf(int(f.Owner), f.Building.Kind).Defence * t.tables.Rules.StateShare[f.Building.Damage] / 1000
}

// walled tells whether the attack goes over a wall foreign to its leader with
// foot among those behind it.
func (t *Turn) walled(b *battle) bool {
	if !t.foreignWall(b.side[attackers][0].army.Realm, b.at, b.dir) {
		return false
	}
	for _, f := range b.side[defenders] {
		if f.army.Name.Type == 'K' {
			return true
		}
	}
	return false
}
