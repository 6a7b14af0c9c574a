package fight

import (
	"cmp"
	"slices"

	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
)

// OddsOf is in how many of all throws of two dice a blow fells its target: the attacker's die and power against the
// other die and against.
func OddsOf(t *tables.Tables, power, against int64) (hits, of int64) {
	for a := int64(1); a <= t.Rules.Die; a++ {
		for d := int64(1); d <= t.Rules.Die; d++ {
			if a+power >= d+against {
				hits++
			}
		}
	}
	return hits, t.Rules.Die * t.Rules.Die
}

// lying is a weakening die on a unit.
type lying struct {
	seq  int
	on   *realm.Unit
	pips int64
}

// layout is where the weakening dice are when the attack phase begins, the oldest first, and how many are free.
type layout struct {
	dice []lying
	free int64
}

// on is the sum of the dice on a unit.
func (l layout) on(u *realm.Unit) (sum int64) {
	for _, d := range l.dice {
		if d.on == u {
			sum += d.pips
		}
	}
	return sum
}

// with is the layout after an engine's dice, the highest first, were laid on their targets. It does what State.Weaken
// and Shoot do.
func (l layout) with(dice []int64, at []*realm.Unit) layout {
	l.dice = slices.Clone(l.dice)
	for i, pips := range dice {
		switch {
		case l.free > 0:
			l.free--
		case len(l.dice) > 0:
			l.dice = l.dice[1:]
		default:
			continue
		}
		l.dice = append(l.dice, lying{on: at[min(i, len(at)-1)], pips: pips})
	}
	return l
}

// mostThrows is the most throws of weakening dice that are counted one by one.
const mostThrows = 50_000

// oddsOfShots is in how many of all throws an engine's blow fells the last of its targets. A throw is its weakening
// dice and the two dice of the attack. counted is false if there are too many throws to count.
func oddsOfShots(f *Fights, power, against int64, at []*realm.Unit) (hits, of int64, counted bool) {
	die, dice := f.Tables.Rules.Die, make([]int64, f.Tables.Rules.Shots)
	throws := int64(1)
	for i := range dice {
		dice[i] = 1
		if throws *= die; throws > mostThrows {
			return 0, 0, false
		}
	}
	for {
		down := slices.Clone(dice)
		slices.SortFunc(down, func(a, b int64) int { return cmp.Compare(b, a) })
		n, all := OddsOf(f.Tables, power, against-f.laid.with(down, at).on(at[len(at)-1]))
		hits, of = hits+n, of+all
		i := 0
		for i < len(dice) && dice[i] == die {
			dice[i] = 1
			i++
		}
		if i == len(dice) {
			return hits, of, true
		}
		dice[i]++
	}
}
