package fight

import (
	"fmt"
	"slices"

	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Odds is how a number of fights of one battle went for a side.
type Odds struct {
	Won, Drawn int
	Left       int64 // how many of the side's men are left on average, in permille; priests and sorcerers do not count
}

// Blows is what it costs to compute a fight: its stacks, times the rounds in which each may strike.
func (b *Battle) Blows(t *realm.Turn) int {
	n := len(b.Side[Attackers]) + len(b.Side[Defenders])
	if inRows(t, b) {
		n *= t.Tables.Rules.RowsRounds
	}
	return n
}

// Known describes a battle in a receipt, without the numbers that its board has for fields: two with the same
// description go the same way.
func (b *Battle) Known(t *realm.Turn) string {
	f := t.Field(b.At)
	out := fmt.Appendf(nil, "%d %t %t", b.Dir, b.Dir != 0 && walled(t, b), f.Blessed > 0)
	for s, side := range b.Side {
		for _, g := range side {
			a := g.Army
			row, tactic := ranks(t, g)
			out = fmt.Appendf(out, " %d %d.%s %d %d %d %d %d %d %t %t", s, a.Realm, a.Name, a.Men, a.KK,
				Modifiers(t, b, s, a), row, tactic, a.March.Fury, int(f.Owner) == a.Realm, b.drags(s, a))
		}
	}
	return string(out)
}

// Try fights a battle that a receipt has laid out so many times, and puts everything back. It says how the fights went
// for a side. The dice depend on the description of the battle alone. What is not known of a realm is another in each
// fight. Nobody retreats, and nothing is told.
func Try(t *realm.Turn, b *Battle, side, fights int, known string) (out Odds) {
	defer func(seed game.Seed, peoples []*tables.Culture) { t.Seed, t.Peoples = seed, peoples }(t.Seed, t.Peoples)
	t.Peoples = slices.Clone(t.Peoples)
	was, unknown := note(t, b), strangers(t, b)
	seed := game.Seed{}.Sub(known)
	var before, after int64
	for n := range fights {
		t.Seed = seed.Sub(fmt.Sprint(n))
		for _, r := range unknown {
			disguise(t, b, r)
		}
		trial := was.battle()
		leader, old := trial.Side[Attackers][0].Army, men(&trial, side)
		stormWall(t, &trial)
		if len(trial.Side[Attackers]) == 0 {
			if side == Defenders {
				out.Won++
			}
		} else if c := trial.run(t, leader); c.even {
			out.Drawn++
		} else if c.won == side {
			out.Won++
		}
		before, after = before+old, after+men(&trial, side)
		was.restore(t)
	}
	if before > 0 {
		out.Left = after * 1000 / before
	}
	return out
}

// strangers are the realms in a battle whose cultures are not known.
func strangers(t *realm.Turn, b *Battle) []int {
	var out []int
	for f := range b.all {
		if t.Peoples[f.Army.Realm] == nil {
			out = append(out, f.Army.Realm)
		}
	}
	return frame.Sorted(out)
}

// disguise draws what nobody knows of a realm: its culture, and whether its armies attack or hold.
func disguise(t *realm.Turn, b *Battle, number int) {
	const half = 500
	dice := t.Seed.Throw(0, 0, "unknown", int64(number))
	t.Peoples[number] = &t.Tables.Culture[dice.N(int64(len(t.Tables.Culture)))]
	if !dice.Chance(half) {
		return
	}
	for f := range b.all {
		if f.Army.Realm == number {
			f.Body.March.Command = realm.Attack
		}
	}
}

// men are those of a side who are in the fight and still an army.
func men(b *Battle, s int) (sum int64) {
	for _, f := range b.Side[s] {
		if soldier(f) && !f.end.fatal() {
			sum += f.Army.Men
		}
	}
	return sum
}

// before is a battle, and all that a fight of it changes, as it was.
type before struct {
	Battle
	side   [2][]Fighter
	armies []kept
	lists  [][]*realm.Army
	at     []*realm.Army
	from   []*realm.Army
}

// kept is an army as it was.
type kept struct {
	army  *realm.Army
	was   realm.Army
	march realm.March
}

// note notes what a battle and its fighters are.
func note(t *realm.Turn, b *Battle) *before {
	out := &before{Battle: *b, lists: slices.Clone(t.State.Armies), at: t.At[b.At], from: t.At[b.From]}
	out.tried = true
	for s, side := range b.Side {
		for _, f := range side {
			out.side[s] = append(out.side[s], *f)
			out.armies = append(out.armies, kept{f.Army, *f.Army, *f.Army.March})
			if f.Body != f.Army {
				out.armies = append(out.armies, kept{f.Body, *f.Body, *f.Body.March})
			}
		}
	}
	return out
}

// battle is the battle before it was fought.
func (w *before) battle() Battle {
	out := w.Battle
	for s, side := range w.side {
		fresh, list := slices.Clone(side), make([]*Fighter, len(side))
		for i := range fresh {
			list[i] = &fresh[i]
		}
		out.Side[s] = list
	}
	return out
}

// restore puts back what a fight has changed. A fight without retreats changes only its fighters, and lists of armies.
func (w *before) restore(t *realm.Turn) {
	for i := range w.armies {
		k := &w.armies[i]
		*k.army, *k.army.March = k.was, k.march
	}
	copy(t.State.Armies, w.lists)
	t.At[w.Battle.At], t.At[w.From] = w.at, w.from
}
