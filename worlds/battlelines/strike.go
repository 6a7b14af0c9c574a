package battlelines

import (
	"math"

	"weltentor/worlds/game"
)

// strike spends what a stack has left of its strike on foes in reach: the nearest first, drawn among equally near
// ones. If a blow does more than the victim's hit points, the rest goes to the next. A charging stack without a foe in
// reach strikes at walls.
func (f *field) strike(i int, dice *game.Dice, round int) {
	k := &f.stacks[i]
	if f.flees(k) {
		return
	}
	for k.left > 0 {
		if j := f.target(k, dice); j >= 0 {
			f.blow(i, j, dice)
			if f.result.Contact == 0 {
				f.result.Contact = round
			}
		} else if w := f.wallInReach(k); w >= 0 {
			f.breach(i, w, dice)
		} else {
			return
		}
	}
}

// target is the foe that a stack strikes next, and -1 if none is in its reach.
func (f *field) target(k *stack, dice *game.Dice) int {
	if f.alive[k.side.Foe()] == 0 {
		return -1
	}
	for d, reach := 0, f.reach(k); d <= reach; d++ {
		if foes := f.facing(k, d); len(foes) > 0 {
			return foes[dice.N(int64(len(foes)))]
		}
	}
	return -1
}

// blow is one stack's blow at another: X = A ÷ (A + V), which is the same as (A − V) ÷ (A + V) ÷ 2 + ½; S = X × damage
// × number × luck, times what is left of the strike.
func (f *field) blow(i, j int, dice *game.Dice) {
	k, foe := &f.stacks[i], &f.stacks[j]
	attack, _ := f.worth(k)
	_, defence := f.worth(foe)
	x := attack * 1000 / max(1, attack+defence) // permille: a stack without attack hits nothing, whatever the defence
	luck := dice.Between(f.rules.DrawMin, f.rules.DrawMax)
	before, part := number(foe.hp, foe.Unit.HP), k.left
	k.struck, foe.struck = true, true
	done := f.spend(k, share(share(share(k.men, k.Unit.Damage, 1), x, 1000), luck, 1000), &foe.hp)
	if foe.hp == 0 {
		f.leave(j)
		f.alive[foe.side]--
	}
	left := number(foe.hp, foe.Unit.HP)
	f.log(LogEntry{Kind: Blow, By: f.ref(i), At: f.ref(j), Men: k.men, X: int32(x), Luck: int32(luck), Share: int32(part),
		HP: done, N: before - left, Left: left})
}

// spend takes the full damage, times what is left of the strike, from hit points. It returns what they suffered, and
// keeps the rest as left.
func (f *field) spend(k *stack, full int64, hp *int64) int64 {
	s := share(full, k.left, whole)
	if s <= *hp {
		*hp -= s
		k.left = 0
		return s
	}
	done := *hp
	*hp = 0
	k.left = share(k.left, s-done, s)
	return done
}

// wallInReach is the wall that a stack would strike at now, and -1 if there is none: only charging attackers strike
// walls. The distance to a wall is the distance to the nearer of its two rows. A flying stack leaves walls alone while
// a foe lives.
func (f *field) wallInReach(k *stack) int {
	if k.side != Attackers || k.Tactic != Charge || k.spent || k.Unit.Walls == 0 ||
		k.Unit.Flies && f.alive[Defenders] > 0 {
		return -1
	}
	best, near := -1, math.MaxInt
	for w := range f.walls {
		d := w - k.at
		if d < 0 {
			d = k.at - w - 1
		}
		if f.walls[w].hp > 0 && d <= k.Unit.Range && d < near {
			best, near = w, d
		}
	}
	return best
}

// breach is a blow at a wall, which has no defence, so X is 1.
func (f *field) breach(i, w int, dice *game.Dice) {
	k := &f.stacks[i]
	part := k.left
	k.struck = true
	luck := dice.Between(f.rules.DrawMin, f.rules.DrawMax)
	full := share(share(share(k.men, k.Unit.Damage, 1), luck, 1000), k.Unit.Walls, 1000)
	done := f.spend(k, full, &f.walls[w].hp)
	f.log(LogEntry{Kind: Breach, By: f.ref(i), Wall: int32(f.walls[w].index), Men: k.men, X: 1000, Luck: int32(luck),
		Share: int32(part), HP: done, Left: f.walls[w].hp})
}
