package thoramar

import "slices"

// faith is what the priests of a side do for it in a fight.
type faith uint8

const (
	noFaith faith = iota
	ofHome        // a P.H on its own land: men hold against demons, half against a D.E
	ofWar         // a P.K: ×1.1, and men hold against all demons
)

// arch is what the arch-demons of a side bring into a fight.
type arch struct {
	strength int64 // of all of them
	called   int64 // common demons that came to their help, for this fight only
	share    int64 // of the side's strength that is theirs and their helpers', in thousandths
}

// pray lets one priest of each side spend its points for the fight: of those
// with enough the one with most (decision 7). A priest of the home is asked
// only where demons fight, on its own land, and where no priest of war is.
func (t *Turn) pray(b *battle, unearthly bool) {
	n := &t.tables.Rules
	for s := range b.side {
		var war, home *Army
		for _, f := range b.side[s] {
			switch a := f.army; {
			case a.Name.Type != 'P' || a.Men < n.WarPriestPoints:
			case a.Name.Class == 'K':
				war = stronger(war, a)
			case unearthly && int(t.field(b.at).Owner) == a.Realm:
				home = stronger(home, a)
			}
		}
		switch {
		case !slices.ContainsFunc(b.side[s], soldier):
		case war != nil:
			b.faith[s] = ofWar
			war.Men -= n.WarPriestPoints
		case home != nil && slices.ContainsFunc(b.side[1-s], demon):
			b.faith[s] = ofHome
			home.Men -= n.WarPriestPoints
		}
	}
}

// stronger is the army with more men, of equals the first by realm and name.
func stronger(a, b *Army) *Army {
	if a == nil || b.Men > a.Men || b.Men == a.Men && (b.Realm < a.Realm || b.Realm == a.Realm && b.Name.less(a.Name)) {
		return b
	}
	return a
}

// The kinds of fighters that priests, sorcerers and demons ask for.
func soldier(f *fighter) bool { return !f.army.Name.gifted() }
func demon(f *fighter) bool   { return f.army.Name.Type == 'D' }
func archFoe(f *fighter) bool { return f.army.Name.Unit == archDemon }

// makeup is what a side is made of: its strength, and the parts of it that are
// common demons', helpers among them, and arch-demons'.
type makeup struct{ all, common, arch int64 }

// weigh lets the arch-demons of both sides call help, but not on blessed land,
// and holds the men of each against what the other is made of.
func (t *Turn) weigh(b *battle, power *[2]int64) {
	var parts [2]makeup
	for s := range b.side {
		m := &parts[s]
		for _, f := range b.side[s] {
			m.all += f.raw
			switch f.army.Name.Unit {
			case commonDemon:
				m.common += f.raw
			case archDemon:
				m.arch += f.raw
				b.arch[s].strength += f.army.Men
			}
		}
		if t.field(b.at).Blessed == 0 {
			b.arch[s].called = b.arch[s].strength * t.tables.Rules.ArchCalls
			help := t.called(b, s)
			m.all, m.common = m.all+help, m.common+help
			power[s] += help
		}
	}
	for s := range b.side {
		if foe := &parts[1-s]; foe.common+foe.arch > 0 {
			power[s] += t.against(b, s, foe)
		}
	}
	for s := range b.side {
		if b.arch[s].strength > 0 {
			b.arch[s].share = t.archShare(b, s, power[s])
		}
	}
}

// against weighs the men of a side by the parts of the foe's strength: against
// common demons and against arch-demons they count less, as their faith is.
// Monsters and demons count full. Where nobody on the side can hurt them, the
// foe's arch-demons are immune. It tells by how much the side's strength changes.
func (t *Turn) against(b *battle, s int, foe *makeup) (change int64) {
	n := &t.tables.Rules
	common, arch := n.FaithCommon, int64(0)
	switch b.faith[s] {
	case ofWar:
		common, arch = 1000, 1000
	case ofHome:
		common, arch = 1000, n.FaithArch
	}
	weight := ((foe.all-foe.common-foe.arch)*1000 + foe.common*common + foe.arch*arch) / foe.all
	harmless := arch == 0 && b.arch[s].called == 0
	for _, f := range b.side[s] {
		if f.army.Name.Type == 'D' || f.army.Name.Type == 'M' {
			harmless = harmless && f.raw == 0
			continue
		}
		weighed := f.raw * weight / 1000
		change += weighed - f.raw
		f.raw = weighed
	}
	for _, f := range b.side[1-s] {
		f.immune = harmless && f.army.Name.Unit == archDemon
	}
	return change
}

// archShare is the part of a side's strength that is its arch-demons' and their
// helpers', in thousandths, rounded down.
func (t *Turn) archShare(b *battle, s int, power int64) int64 {
	own := t.called(b, s)
	for _, f := range b.side[s] {
		if f.army.Name.Unit == archDemon {
			own += f.raw
		}
	}
	return own * 1000 / max(power, 1)
}

// called is the strength of the demons that come to the help of a side.
func (t *Turn) called(b *battle, s int) int64 {
	return b.arch[s].called * t.tables.unit(commonDemon).Strength * (1000 / 10)
}

// archSpares bounds what the foe's arch-demons take from a side in a fight: of
// the losses num/den their part is at most Rules.ArchKills light warriors a
// strength, and at most Rules.ArchKillsMax of the side's men. It gives the
// losses so bounded, in millionths.
func (t *Turn) archSpares(b *battle, s int, num, den int64) (int64, int64) {
	const whole = 1_000_000
	n := &t.tables.Rules
	losses := min(whole, num*whole/den)
	a := &b.arch[1-s]
	theirs := losses * a.share / 1000
	most := n.ArchKillsMax * (whole / 1000)
	if le := t.lightWarriors(b, s); le > 0 {
		most = min(most, a.strength*n.ArchKills*10*whole/le)
	}
	return losses - theirs + min(theirs, most), whole
}

// lightWarriors is how many light warriors the men of a side are worth by their
// class, in tenths.
func (t *Turn) lightWarriors(b *battle, s int) int64 {
	var sum int64
	for _, f := range b.side[s] {
		sum += f.army.Men * t.row(f.army).Strength
	}
	return sum
}

// spendArch takes from every arch-demon in the fight what any fight costs it.
func (t *Turn) spendArch(b *battle) {
	for _, side := range b.side {
		for _, f := range side {
			if f.army.Name.Type != 'D' || f.end == cornered {
				continue
			}
			if f.army.Name.Unit == archDemon {
				f.army.Men = max(0, f.army.Men-t.tables.Rules.ArchLoss)
			}
			if f.army.Men == 0 {
				f.end = vanished
			}
		}
	}
}

// leftAlone kills the priests and sorcerers of a side without soldiers left,
// if the foe has soldiers left to do it (decision 7).
func (t *Turn) leftAlone(b *battle, s int) {
	left := func(f *fighter) bool { return soldier(f) && f.end == remained }
	if slices.ContainsFunc(b.side[s], left) || !slices.ContainsFunc(b.side[1-s], left) {
		return
	}
	for _, f := range b.side[s] {
		if f.army.Name.gifted() {
			f.end = slain
		}
	}
}

// sheltered tells whether the beaten army stays in the field all the same: an
// arch-demon alone drives nobody out of a capital, a fortress or a temple city
// that gives it shelter.
func (t *Turn) sheltered(b *battle, f *fighter) bool {
	foes := b.side[attackers]
	if slices.Contains(foes, f) {
		foes = b.side[defenders]
	}
	for _, g := range foes {
		if g.army.Name.Unit != archDemon && g.raw > 0 {
			return false
		}
	}
	g := t.field(b.at)
	return slices.ContainsFunc(foes, archFoe) && t.shelter(b, f.army) > 0 && t.tables.building(g.Building.Kind).Refuge
}
