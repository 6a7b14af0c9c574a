// Package fight is one battle: who stands on which side, losses, retreats, and what each realm is told of them. Shots
// and armies that block a field are here as well. Dice are keyed by the battle, so a fight elsewhere changes nothing in
// it (law 5). The odds in a receipt are the same fight, played often and put back (Try). A world's numbers choose
// between strengths with luck and rounds in rows (package battlelines). Begin with Fight and ClashOf.
package fight

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// Battle is one fight: who fights, where, over which edge.
type Battle struct {
	At, From game.Place     // the field fought for; where the attack came from: in a standing fight the same field
	Dir      game.Direction // of the attack; 0 in a standing fight
	Side     [2][]*Fighter
	fighters []Fighter // room for those who join
	faith    [2]faith  // what the side's priests do for it
	arch     [2]arch   // what the side's arch-demons bring
	tried    bool      // for a receipt, which may not know the number that the world has for the field
}

// place distinguishes battles of one army in dice.
func (b *Battle) place() int64 {
	if b.tried {
		return 0
	}
	return int64(b.At)
}

// The two sides of a battle.
const (
	Attackers = iota
	Defenders
)

// Fighter is an army in a battle.
type Fighter struct {
	Army   *realm.Army
	Body   *realm.Army // the army in the field that stands for it: itself, or its formation
	before int64       // men at the start
	raw    int64       // strength before it is weighed against what the foe is
	immune bool        // the foe cannot hurt it
	due    bool        // before the fight, the step of its Body was still to come
	end    end
	to     game.Place // of a retreat
}

// end is what happened to a fighter besides its losses.
type end uint8

const (
	remained  end = iota
	scattered     // below the least strength of T03
	retreated
	heldOut  // beaten, but nobody can drive it out
	cornered // nowhere to go: destroyed
	slain    // a priest or sorcerer left alone
	vanished // a demon with no strength left
)

// fatal reports whether the army no longer exists.
func (e end) fatal() bool { return e != remained && e != retreated && e != heldOut }

// Join puts an army on a side. Each member of a formation fights on its own.
func (b *Battle) Join(side int, a *realm.Army) {
	if a.Name.Type != 'V' {
		b.join(side, Fighter{Army: a, Body: a, before: a.Men})
		return
	}
	for _, m := range a.March.Crew {
		b.join(side, Fighter{Army: m, Body: a, before: m.Men})
	}
}

func (b *Battle) join(side int, f Fighter) {
	if len(b.fighters) == cap(b.fighters) { // those before it stay where they are
		b.fighters = make([]Fighter, 0, 4+len(b.fighters))
	}
	b.fighters = append(b.fighters, f)
	b.Side[side] = append(b.Side[side], &b.fighters[len(b.fighters)-1])
}

// all yields the fighters of both sides.
func (b *Battle) all(yield func(*Fighter) bool) {
	for _, side := range b.Side {
		for _, f := range side {
			if !yield(f) {
				return
			}
		}
	}
}

func (b *Battle) has(a *realm.Army) bool {
	for f := range b.all {
		if f.Body == a {
			return true
		}
	}
	return false
}

// Fight fights the battle (decision 7): losses at a stormed wall, strength and luck or the rounds of a battle in rows,
// who is beaten, losses, experience, retreat, and the events. It reports whether the attackers have swept the field.
// That is a victory so great (Rules.OverrunRatio) that the fight costs no step, with no foe left there.
func Fight(t *realm.Turn, b *Battle) (swept bool) {
	told := witnesses(t, b)
	leader := b.Side[Attackers][0].Army // even if the wall scatters it
	stormWall(t, b)
	if len(b.Side[Attackers]) == 0 {
		t.Tell(phrase.P("battle-wall", phrase.At("field", b.At)), told...)
		return false
	}
	b.noteDue()
	c := b.run(t, leader)
	if !c.even {
		learn(t, b.Side[c.won], c.power[c.won], c.power[1-c.won])
		beaten(t, b, b.Side[1-c.won])
	}
	spendArch(t, b)
	tellBattle(t, b, told, outcomeOf(c.won, c.even, c.vain))
	tellUnhurt(t, b)
	if c.rows != nil {
		tellRows(t, b, c.rows, told)
	}
	if !c.even {
		loot(t, b, c.won)
	}
	for f := range b.all {
		if f.end.fatal() {
			t.RemoveArmy(f.Army)
			continue
		}
		t.Trim(f.Army)
		if f.end == retreated {
			Consecrated(t, f.Army)
		}
	}
	if c.even || ratio(c.power[c.won], c.power[1-c.won]) < t.Tables.Rules.OverrunRatio || foeLeft(t, b, c.won) {
		return false
	}
	for _, f := range b.Side[c.won] {
		if f.due && (b.Dir == 0 || f.Body.At == b.At && c.won == Attackers) {
			f.Body.March.Kept = true
		}
	}
	return c.won == Attackers && b.Dir != 0
}

// course is how a fight goes before anybody retreats.
type course struct {
	power      [2]int64
	won        int
	even, vain bool
	rows       *rowFight // nil if strength decides
}

// run fights the battle, without the losses at a wall. leader is who attacked.
func (b *Battle) run(t *realm.Turn, leader *realm.Army) (c course) {
	c.power = powers(t, b)
	switch c.vain = idle(t, b, &c.power); {
	case c.vain:
		c.even = true
	case inRows(t, b):
		c.rows, c.won, c.even = fightInRows(t, b)
	default:
		c.won, c.even = fightByStrength(t, b, leader, &c.power)
	}
	leftAlone(t, b, c.won)
	leftAlone(t, b, 1-c.won)
	return c
}

// fightByStrength compares the strengths of both sides, each with its luck. The losses follow from their ratio.
func fightByStrength(t *realm.Turn, b *Battle, leader *realm.Army, power *[2]int64) (won int, even bool) {
	n := &t.Tables.Rules
	for s := range b.Side {
		luck := t.Dice(leader.Subject(b.place(), int64(s))...).Between(n.DrawMin, n.DrawMax)
		power[s] = power[s] * luck / 1000
	}
	if power[Defenders] > power[Attackers] {
		won = Defenders
	}
	r := ratio(power[won], power[1-won])
	if r < n.EvenRatio {
		Lose(t, b, won, n.EvenLoss, 1000)
		Lose(t, b, 1-won, n.EvenLoss, 1000)
		return won, true
	}
	Lose(t, b, 1-won, n.LoserLoss*r, 1000*1000)
	Lose(t, b, won, n.WinnerLoss*1000, r*r)
	return won, false
}

// ratioMax is the greatest r, in thousandths. Far below it results no longer differ.
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

// powers are the strengths of both sides without luck, with all who fight now.
func powers(t *realm.Turn, b *Battle) (power [2]int64) {
	unearthly := false
	for f := range b.all {
		f.Army.March.Week, f.Body.March.Week = realm.Fought, realm.Fought
		unearthly = unearthly || demon(f)
	}
	pray(t, b, unearthly)
	for s := range b.Side {
		for _, f := range b.Side[s] {
			f.raw = Power(t, b, s, f.Army)
			power[s] += f.raw
		}
	}
	if unearthly {
		weigh(t, b, &power)
	}
	return power
}

// Lose takes num/den of a side's men, at most all, spread over its armies by men. It rounds to the nearest man. If
// there are ships or small armies among them, it takes the whole part, and a die decides about the rest. The die is
// thrown once for the side and its result spread in the same way, so on average each army loses its exact share.
// Armies left below T03's least strength scatter. Priests and sorcerers lose nothing here, nor do those who cannot be
// hurt.
func Lose(t *realm.Turn, b *Battle, s int, num, den int64) {
	if b.arch[1-s].strength > 0 {
		num, den = archSpares(t, b, s, num, den)
	}
	var men int64
	drawn := false
	side := make([]*Fighter, 0, len(b.Side[s]))
	for _, f := range b.Side[s] {
		if !f.Army.Name.Gifted() && !f.immune {
			side = append(side, f)
			men += f.Army.Men
			drawn = drawn || t.DrawsLosses(f.Army)
		}
	}
	num = min(num, den)
	total, rest := realm.Nearest(men*num, den), int64(0)
	if drawn {
		leader := b.Side[Attackers][0].Army
		rest = t.Dice(leader.Subject(b.place(), int64(s), 1)...).N(den)
	}
	var sum, taken int64
	for _, f := range side {
		sum += f.Army.Men
		due := total * sum / max(men, 1) // what all so far must bear
		if drawn {
			due = (sum*num + rest) / den
		}
		share := due - taken // less what they bore
		taken += share
		f.Army.Men -= share
		if f.Army.Men < t.Row(f.Army).Min {
			f.end = scattered
		}
	}
}

// learn gives the winners experience, if the beaten were at least half as strong.
func learn(t *realm.Turn, side []*Fighter, own, beaten int64) {
	n := &t.Tables.Rules
	if beaten*1000 < n.KKWorthy*own {
		return
	}
	for _, f := range side {
		if soldier(f) {
			f.Army.KK = max(f.Army.KK, min(n.KKMax, f.Army.KK+n.KKGain))
		}
	}
}

// stormWall takes, before the fight, the losses of those who come over a foreign wall with foot behind it. Those who
// scatter there do not fight.
func stormWall(t *realm.Turn, b *Battle) {
	if b.Dir == 0 || !walled(t, b) {
		return
	}
	kept := b.Side[Attackers][:0:0]
	for _, f := range b.Side[Attackers] {
		if f.Army.At == b.From && f.Army.Name.Suffers() &&
			!t.Shrink(f.Army, t.Tables.Rules.WallLoss, realm.WallRest, phrase.Key("cause", "cause-wall")) {
			continue
		}
		f.before = f.Army.Men
		kept = append(kept, f)
	}
	b.Side[Attackers] = kept
}

// beaten breaks the plans of the beaten. Those in the field retreat from it. Those who came over an edge stay where
// they came from.
func beaten(t *realm.Turn, b *Battle, side []*Fighter) {
	for i, f := range side {
		f.Body.March.Broken = true
		led := Comrade(side[:i], f) != nil
		if fate(t, b, side[:i], f); !led && f.end == retreated && f.to != b.At {
			t.MoveArmy(f.Body, f.to)
			t.Arrive(f.Body)
		}
	}
}

// fate decides what becomes of a beaten fighter that still lives, and where it retreats to. before are those of its
// side about whom that is decided.
func fate(t *realm.Turn, b *Battle, before []*Fighter, f *Fighter) {
	k := Comrade(before, f)
	switch {
	case f.end.fatal():
	case k != nil:
		f.end, f.to = k.end, k.to // a formation stays together
	case f.Body.At != b.At:
	case sheltered(t, b, f):
		f.end = heldOut
	default:
		if f.to = Refuge(t, f.Body, b.Dir); f.to == game.Nowhere {
			f.end = cornered
		} else {
			f.end = retreated
		}
	}
}

// Comrade is another member of the same formation that shares its fate and has not perished on its own.
func Comrade(side []*Fighter, f *Fighter) *Fighter {
	for _, k := range side {
		if k.Body == f.Body && (k.end == cornered || !k.end.fatal()) {
			return k
		}
	}
	return nil
}
