package bot

import (
	"slices"

	"weltentor/worlds/battlelines"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/fight"
	"weltentor/worlds/terramagica/realm"
)

// chance is how an attack would go, as far as the realm knows.
type chance struct {
	won  int64 // permille of the battles
	left int64 // the share of the attacker that is left after those, in permille
}

// whole is all of an army, and all of a number of battles.
const whole = 1000

// battles is how many a player fights in mind.
const battles = 10

// chance reckons how an army would fare against others in a province, with dice that are always the same, as receipts
// do. Nobody knows how foes are formed.
func (p *player) chance(a *realm.Army, at int, foes []*realm.Army) chance {
	s := &fight.Sides{Province: at, Armies: [2][]*realm.Army{battlelines.Attackers: {a}, battlelines.Defenders: foes}}
	if owner := p.State.Province(at).Owner; owner != p.own && p.defended(owner, at) {
		s.Avatar[battlelines.Defenders] = owner
	} else if p.war.AvatarAt(p.own, at) {
		s.Avatar[battlelines.Attackers] = p.own
	}
	if len(foes) == 0 && s.Avatar[battlelines.Defenders] == 0 {
		return chance{whole, whole}
	}
	l := fight.LineUp(p.war, s)
	side, out, won := l.Side(battlelines.Attackers), chance{}, int64(0)
	for i := range int64(battles) {
		r := battlelines.Fight(&l.Battle, &p.Tables.Battle, battlelines.Dice{Subject: i})
		if r.Drawn || r.Winner != side {
			continue
		}
		won++
		had, has := int64(0), int64(0)
		for k := range l.Battle.Sides[side] {
			had, has = had+l.Battle.Sides[side][k].HP, has+r.After[side][k].HP
		}
		out.left += has * whole / max(had, 1)
	}
	out.won, out.left = won*whole/battles, out.left/max(won, 1)
	return out
}

// defended reports whether a realm's avatar has to be expected in a province: it is the home that the realm sees, or
// nobody knows and it is fortified like a home.
func (p *player) defended(owner, at int) bool {
	return p.war.AvatarAt(owner, at) || owner > 0 && !p.sees[at-1] && len(p.State.Province(at).Walls) > 1
}

// dares reports whether a chance is good enough.
func (p *player) dares(c chance) bool {
	if p.strength == game.Weak {
		return c.won >= 600
	}
	return c.won >= 900
}

// after is an army of which only a share is left.
func (p *player) after(a *realm.Army, left int64) *realm.Army {
	out := *a
	out.Stacks = slices.Clone(a.Stacks)
	for i := range out.Stacks {
		s := &out.Stacks[i]
		s.Number, s.HP = max(1, s.Number*left/whole), max(1, s.HP*left/whole)
	}
	return &out
}

// expected are those who are in a province: those whom the realm sees, or else what it has to expect. Free land has
// the greatest guard that there is, and other realms have what they began with.
func (p *player) expected(number int) []*realm.Army {
	owner, n := p.State.Province(number).Owner, &p.Tables.Rules
	if p.sees[number-1] {
		return p.there(number, owner)
	}
	foe := &realm.Army{Realm: owner, At: number}
	if owner == 0 {
		foe.Take(p.Tables, n.Guard, n.GuardMax, 0)
	} else {
		foe.Take(p.Tables, n.FirstUnit, n.FirstMen, 0)
	}
	for i := range foe.Stacks {
		s := &foe.Stacks[i]
		s.HP = s.Number * p.Tables.UnitOf(s.Unit).HP * fight.Thousand
	}
	if len(foe.Stacks) == 0 {
		return nil
	}
	return []*realm.Army{foe}
}
