package thoramar

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// battle is one fight: who, where, over which edge.
type battle struct {
	at, from game.Place     // the field fought for; where the attack came from, the same in a standing fight
	dir      game.Direction // of the attack; 0 in a standing fight
	side     [2][]*fighter
	faith    [2]faith // what the side's priests do for it
	arch     [2]arch  // what the side's arch-demons bring
}

// The two sides of a battle.
const (
	attackers = iota
	defenders
)

// fighter is an army in a battle.
type fighter struct {
	army   *Army
	body   *Army // who stands in the field for it: itself, or the formation it is a member of
	before int64 // men who went into it
	raw    int64 // strength before it is held against what the foe is
	immune bool  // the foe cannot hurt it
	end    end
	to     game.Place // of a retreat
}

// end is what became of a fighter beside its losses.
type end uint8

const (
	remained  end = iota
	scattered     // under the least strength of T03
	retreated
	heldOut  // beaten, but nobody drives it out
	cornered // nowhere to go: destroyed
	slain    // a priest or sorcerer left alone
	vanished // a demon whose strength is used up
)

// fatal tells whether the army is no more.
func (e end) fatal() bool { return e != remained && e != retreated && e != heldOut }

// join puts an army on a side; of a formation each member fights as itself.
func (b *battle) join(side int, a *Army) {
	if a.Name.Type != 'V' {
		b.side[side] = append(b.side[side], &fighter{army: a, body: a, before: a.Men})
		return
	}
	for _, m := range a.march.crew {
		b.side[side] = append(b.side[side], &fighter{army: m, body: a, before: m.Men})
	}
}

func (b *battle) has(a *Army) bool {
	for _, side := range b.side {
		for _, f := range side {
			if f.body == a {
				return true
			}
		}
	}
	return false
}

// fight is the whole of it (decision 7): losses at a stormed wall, strength and
// luck or the rounds of a battle in rows, who is beaten, losses, experience,
// retreat, and the telling. It tells whether the attackers have swept the field: won
// by so much (Rules.OverrunRatio) that the fight costs no step, with no foe left there.
func (t *Turn) fight(b *battle) (swept bool) {
	told := t.witnesses(b)
	leader := b.side[attackers][0].army // also where the wall scatters it
	t.stormWall(b)
	if len(b.side[attackers]) == 0 {
		t.tell(phrase.P("battle-wall", phrase.At("field", b.at)), told...)
		return false
	}
	due := b.stillDue()
	power := t.powers(b)
	var protocol *rowFight
	var won int
	var even bool
	if t.inRows(b) {
		protocol, won, even = t.fightInRows(b)
	} else {
		won, even = t.fightByStrength(b, leader, &power)
	}
	t.leftAlone(b, won)
	t.leftAlone(b, 1-won)
	if !even {
		t.learn(b.side[won], power[won], power[1-won])
		t.beaten(b, b.side[1-won])
	}
	t.spendArch(b)
	t.tellBattle(b, told, won, even)
	if protocol != nil {
		t.tellRows(b, protocol, told)
	}
	if !even {
		t.loot(b, won)
	}
	for _, side := range b.side {
		for _, f := range side {
			if f.end.fatal() {
				t.removeArmy(f.army)
				continue
			}
			t.trim(f.army)
			if f.end == retreated {
				t.consecrated(f.army)
			}
		}
	}
	if even || ratio(power[won], power[1-won]) < t.tables.Rules.OverrunRatio || t.foeLeft(b, won) {
		return false
	}
	for _, f := range b.side[won] {
		if due[f.body] && (b.dir == 0 || f.body.At == b.at && won == attackers) {
			f.body.march.kept = true
		}
	}
	return won == attackers && b.dir != 0
}

// fightByStrength holds the strengths of both sides, each with its luck, against
// each other: the losses follow from their ratio.
func (t *Turn) fightByStrength(b *battle, leader *Army, power *[2]int64) (won int, even bool) {
	n := &t.tables.Rules
	for s := range b.side {
		luck := t.dice(leader.subject(int64(b.at), int64(s))...).Between(n.DrawMin, n.DrawMax)
		power[s] = power[s] * luck / 1000
	}
	if power[defenders] > power[attackers] {
		won = defenders
	}
	r := ratio(power[won], power[1-won])
	if r < n.EvenRatio {
		t.lose(b, won, n.EvenLoss, 1000)
		t.lose(b, 1-won, n.EvenLoss, 1000)
		return won, true
	}
	t.lose(b, 1-won, n.LoserLoss*r, 1000*1000)
	t.lose(b, won, n.WinnerLoss*1000, r*r)
	return won, false
}

// ratioMax bounds r, in thousandths: far beyond it nothing differs any more.
const ratioMax = 1_000_000

// ratio is stronger ÷ weaker in thousandths, rounded down.
func ratio(stronger, weaker int64) int64 {
	switch {
	case stronger == 0:
		return 1000
	case weaker == 0 || stronger/weaker >= ratioMax/1000:
		return ratioMax
	}
	return stronger * 1000 / weaker
}

// powers are the strengths of both sides, without luck; they all fight now.
func (t *Turn) powers(b *battle) (power [2]int64) {
	unearthly := false
	for s := range b.side {
		for _, f := range b.side[s] {
			f.army.march.week, f.body.march.week = fought, fought
			unearthly = unearthly || f.army.Name.Type == 'D'
		}
	}
	t.pray(b, unearthly)
	for s := range b.side {
		for _, f := range b.side[s] {
			f.raw = t.power(b, s, f.army)
			power[s] += f.raw
		}
	}
	if unearthly {
		t.weigh(b, &power)
	}
	return power
}

// lose takes num/den of a side's men, no more than all, spread over its armies by men:
// to the nearest man, or where ships or small armies are among them the whole part and
// one by a die for the rest. The die falls once for the side and spreads alike: on
// average each army loses its exact share. Who is left under T03's least strength
// scatters. Priests and sorcerers lose nothing here, nor who cannot be hurt.
func (t *Turn) lose(b *battle, s int, num, den int64) {
	if b.arch[1-s].strength > 0 {
		num, den = t.archSpares(b, s, num, den)
	}
	var men int64
	drawn := false
	side := make([]*fighter, 0, len(b.side[s]))
	for _, f := range b.side[s] {
		if !f.army.Name.gifted() && !f.immune {
			side = append(side, f)
			men += f.army.Men
			drawn = drawn || t.drawsLosses(f.army)
		}
	}
	num = min(num, den)
	total, rest := nearest(men*num, den), int64(0)
	if drawn {
		leader := b.side[attackers][0].army
		rest = t.dice(leader.subject(int64(b.at), int64(s), 1)...).N(den)
	}
	var sum, taken int64
	for _, f := range side {
		sum += f.army.Men
		due := total * sum / max(men, 1) // what all so far must bear
		if drawn {
			due = (sum*num + rest) / den
		}
		share := due - taken // less what they bore
		taken += share
		f.army.Men -= share
		if f.army.Men < t.row(f.army).Min {
			f.end = scattered
		}
	}
}

// learn gives the winners experience, if the beaten were at least half as strong.
func (t *Turn) learn(side []*fighter, own, beaten int64) {
	n := &t.tables.Rules
	if beaten*1000 < n.KKWorthy*own {
		return
	}
	for _, f := range side {
		if f.army.Name.gifted() {
			continue
		}
		f.army.KK = max(f.army.KK, min(n.KKMax, f.army.KK+n.KKGain))
	}
}

// stormWall takes the losses of a foreign wall with foot behind it from those
// who come over it, before the fight; who scatters there does not fight.
func (t *Turn) stormWall(b *battle) {
	if b.dir == 0 || !t.walled(b) {
		return
	}
	kept := b.side[attackers][:0:0]
	for _, f := range b.side[attackers] {
		if f.army.At == b.from && f.army.Name.suffers() && !t.shrink(f.army, t.tables.Rules.WallLoss, wallRest, phrase.Key("cause", "cause-wall")) {
			continue
		}
		f.before = f.army.Men
		kept = append(kept, f)
	}
	b.side[attackers] = kept
}

// beaten breaks the plans of the beaten. Those in the field retreat from it;
// those who came over an edge stay where they came from.
func (t *Turn) beaten(b *battle, side []*fighter) {
	for i, f := range side {
		f.body.march.broken = true
		if f.end.fatal() {
			continue
		}
		if k := comrade(side[:i], f); k != nil {
			f.end, f.to = k.end, k.to // a formation goes as one
			continue
		}
		if f.body.At != b.at {
			continue
		}
		if t.sheltered(b, f) {
			f.end = heldOut
			continue
		}
		f.to = t.refuge(f.body, b.dir)
		if f.to == game.Nowhere {
			f.end = cornered
			continue
		}
		f.end = retreated
		if f.to != b.at {
			t.moveArmy(f.body, f.to)
			t.arrive(f.body)
		}
	}
}

// comrade is another of the same formation that shares its fate: it has not
// perished by itself.
func comrade(side []*fighter, f *fighter) *fighter {
	for _, k := range side {
		if k.body == f.body && (k.end == cornered || !k.end.fatal()) {
			return k
		}
	}
	return nil
}
