package fight

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Consecrated applies blessed land to an army that is on it or has just come: a common demon is banished, an
// arch-demon weakened. It reports whether the army is still there. Call it whenever an army moves in any other way
// than by a step, where it arrives.
func Consecrated(t *realm.Turn, d *realm.Army) bool {
	if d.Name.Type != 'D' || t.Field(d.At).Blessed == 0 {
		return true
	}
	field, told := phrase.At("field", d.At), rulekit.Sorted([]int{d.Realm, int(t.Field(d.At).Owner)})
	lost := d.Men
	if d.Name.Unit == tables.ArchDemon {
		lost = realm.UpBy(d.Men*t.Tables.Rules.BlessedArch, 1000)
	}
	if lost == d.Men {
		TellOf(t, d, told, "demon-banished", field, phrase.Num("men", d.Men))
		t.RemoveArmy(d)
		return false
	}
	d.Men -= lost
	TellOf(t, d, told, "demon-weakened", field, phrase.Num("men", lost), phrase.Num("left", d.Men))
	return true
}

// faith is what the priests of a side do for it in a fight.
type faith uint8

const (
	noFaith faith = iota
	ofHome        // a P.H on its own land: men hold against demons, half against a D.E
	ofWar         // a P.K: ×1.1, and men hold against all demons
)

// arch is what the arch-demons of a side bring into a fight.
type arch struct {
	many     int   // how many there are
	fury     int64 // what they may still kill this turn, in tenths of a light warrior
	strength int64 // of all of them
	called   int64 // common demons that came to help them, for this fight only
	share    int64 // the part of the side's strength that is theirs and their helpers', in thousandths, rounded down
}

// pray lets one priest of each side spend points for the fight: of those with enough points the one with the most
// (decision 7). A priest of the home prays only against demons, on its own land, and if there is no priest of war.
func pray(t *realm.Turn, b *Battle, unearthly bool) {
	n := &t.Tables.Rules
	for s := range b.Side {
		var war, home *realm.Army
		for _, f := range b.Side[s] {
			switch a := f.Army; {
			case a.Name.Type != 'P' || a.Men < n.WarPriestPoints:
			case a.Name.Class == 'K':
				war = stronger(war, a)
			case unearthly && int(t.Field(b.At).Owner) == a.Realm:
				home = stronger(home, a)
			}
		}
		switch {
		case !slices.ContainsFunc(b.Side[s], soldier):
		case war != nil:
			b.faith[s] = ofWar
			war.Men -= n.WarPriestPoints
		case home != nil && slices.ContainsFunc(b.Side[1-s], demon):
			b.faith[s] = ofHome
			home.Men -= n.WarPriestPoints
		}
	}
}

// stronger is the army with more men, or of equals the first by realm and name.
func stronger(a, b *realm.Army) *realm.Army {
	if a == nil || b.Men > a.Men || b.Men == a.Men && (b.Realm < a.Realm || b.Realm == a.Realm && b.Name.Less(a.Name)) {
		return b
	}
	return a
}

// The kinds of fighters that matter to priests, sorcerers and demons.
func soldier(f *Fighter) bool { return !f.Army.Name.Gifted() }

func demon(f *Fighter) bool { return f.Army.Name.Type == 'D' }

func archFoe(f *Fighter) bool { return f.Army.Name.Unit == tables.ArchDemon }

// makeup is what a side consists of: its strength, and the parts of it that are common demons', including helpers, and
// arch-demons'.
type makeup struct{ all, common, arch int64 }

// weigh lets the arch-demons of both sides call help, but not on blessed land. Then it weighs the men of each side
// against what the other consists of.
func weigh(t *realm.Turn, b *Battle, power *[2]int64) {
	var parts [2]makeup
	for s := range b.Side {
		m := &parts[s]
		for _, f := range b.Side[s] {
			m.all += f.raw
			switch f.Army.Name.Unit {
			case tables.CommonDemon:
				m.common += f.raw
			case tables.ArchDemon:
				m.arch += f.raw
				b.arch[s].strength += f.Army.Men
				b.arch[s].many++
				b.arch[s].fury += furyLeft(t, f.Army)
			}
		}
		if t.Field(b.At).Blessed == 0 {
			b.arch[s].called = b.arch[s].strength * t.Tables.Rules.ArchCalls
			help := called(t, b, s)
			m.all, m.common = m.all+help, m.common+help
			power[s] += help
		}
	}
	for s := range b.Side {
		if foe := &parts[1-s]; foe.common+foe.arch > 0 {
			power[s] += against(t, b, s, foe)
		}
	}
	for s := range b.Side {
		if b.arch[s].strength > 0 {
			b.arch[s].share = (called(t, b, s) + parts[s].arch) * 1000 / max(power[s], 1)
		}
	}
}

// against weighs the men of a side by the parts of the foe's strength. Against common demons and arch-demons they
// count less, depending on their faith. Monsters and demons count in full. If nobody on the side can hurt them, the
// foe's arch-demons are immune. It returns the change of the side's strength.
func against(t *realm.Turn, b *Battle, s int, foe *makeup) (change int64) {
	n := &t.Tables.Rules
	common, arch := n.FaithCommon, int64(0)
	switch b.faith[s] {
	case ofWar:
		common, arch = 1000, 1000
	case ofHome:
		common, arch = 1000, n.FaithArch
	}
	weight := ((foe.all-foe.common-foe.arch)*1000 + foe.common*common + foe.arch*arch) / foe.all
	harmless := arch == 0 && b.arch[s].called == 0
	for _, f := range b.Side[s] {
		if f.Army.Name.Type == 'D' || f.Army.Name.Type == 'M' {
			harmless = harmless && f.raw == 0
			continue
		}
		weighed := f.raw * weight / 1000
		change += weighed - f.raw
		f.raw = weighed
	}
	for _, f := range b.Side[1-s] {
		f.immune = harmless && f.Army.Name.Unit == tables.ArchDemon
	}
	return change
}

// called is the strength of the demons that come to help a side.
func called(t *realm.Turn, b *Battle, s int) int64 {
	return b.arch[s].called * t.Tables.FindUnit(tables.CommonDemon).Strength * (1000 / 10)
}

// furyLeft is what an arch-demon may still kill this turn, in tenths of a light warrior: Rules.ArchKills for each
// point of its present strength, less what it has killed.
func furyLeft(t *realm.Turn, d *realm.Army) int64 {
	return max(0, d.Men*t.Tables.Rules.ArchKills*10-d.March.Fury)
}

// archSpares limits what the foe's arch-demons take from a side in a fight. Their part of the losses num/den is at
// most what is left of their fury, and at most Rules.ArchKillsMax of the side's men. It subtracts what they kill from
// their fury, and returns the limited losses, in millionths.
func archSpares(t *realm.Turn, b *Battle, s int, num, den int64) (int64, int64) {
	const whole = 1_000_000
	n := &t.Tables.Rules
	losses := min(whole, num*whole/den)
	a := &b.arch[1-s]
	theirs := losses * a.share / 1000
	kills := min(theirs, n.ArchKillsMax*(whole/1000))
	var le int64 // how many light warriors the men of the side are worth by their class, in tenths
	for _, f := range b.Side[s] {
		le += f.Army.Men * t.Row(f.Army).Strength
	}
	if le > 0 {
		spent := (kills*le + whole - 1) / whole
		if spent >= a.fury {
			kills, spent = min(kills, a.fury*whole/le), a.fury
		}
		rage(t, b, 1-s, spent)
	}
	return losses - theirs + kills, whole
}

// rage divides what a side's arch-demons have killed, in tenths of a light warrior, among them by what is left of
// their fury.
func rage(t *realm.Turn, b *Battle, s int, killed int64) {
	var sum, taken int64
	for _, f := range b.Side[s] {
		if !archFoe(f) {
			continue
		}
		sum += furyLeft(t, f.Army)
		due := killed * sum / max(b.arch[s].fury, 1)
		f.Army.March.Fury += due - taken
		taken = due
	}
}

// idle reports whether neither side can harm the other. Then their arch-demons have spent their fury, and nobody else
// has strength, or they meet only those who cannot be hurt. Lone priests and sorcerers are slain anyway.
func idle(t *realm.Turn, b *Battle, power *[2]int64) bool {
	return !harms(b, Attackers, power[Attackers]) && !harms(b, Defenders, power[Defenders]) &&
		(b.arch[Attackers].strength > 0 || b.arch[Defenders].strength > 0)
}

// harms reports whether a side can harm the other.
func harms(b *Battle, s int, power int64) bool {
	alone := !slices.ContainsFunc(b.Side[1-s], soldier)
	if alone && slices.ContainsFunc(b.Side[s], soldier) {
		return true
	}
	if power == 0 || b.arch[s].share == 1000 && b.arch[s].fury == 0 {
		return false
	}
	return slices.ContainsFunc(b.Side[1-s], func(f *Fighter) bool { return soldier(f) && !f.immune })
}

// spendArch takes from every arch-demon in the fight what any fight costs it.
func spendArch(t *realm.Turn, b *Battle) {
	for f := range b.all {
		if !demon(f) || f.end == cornered {
			continue
		}
		if archFoe(f) {
			f.Army.Men = max(0, f.Army.Men-t.Tables.Rules.ArchLoss)
		}
		if f.Army.Men == 0 {
			f.end = vanished
		}
	}
}

// leftAlone kills the priests and sorcerers of a side that has no soldiers left, if the foe has soldiers to do it
// (decision 7).
func leftAlone(t *realm.Turn, b *Battle, s int) {
	left := func(f *Fighter) bool { return soldier(f) && f.end == remained }
	if slices.ContainsFunc(b.Side[s], left) || !slices.ContainsFunc(b.Side[1-s], left) {
		return
	}
	for _, f := range b.Side[s] {
		if f.Army.Name.Gifted() {
			f.end = slain
		}
	}
}

// sheltered reports whether a beaten army stays in the field anyway. An arch-demon that the foe cannot hurt does. So
// does an army beaten by arch-demons alone in a capital, a fortress or a temple city that shelters it.
func sheltered(t *realm.Turn, b *Battle, f *Fighter) bool {
	if f.immune {
		return true
	}
	foes := b.Side[Attackers]
	if slices.Contains(foes, f) {
		foes = b.Side[Defenders]
	}
	others := func(g *Fighter) bool { return !archFoe(g) && g.raw > 0 }
	return !slices.ContainsFunc(foes, others) && slices.ContainsFunc(foes, archFoe) && Shelter(t, b, f.Army) > 0 &&
		t.Tables.FindBuilding(t.Field(b.At).Building.Kind).Refuge
}
