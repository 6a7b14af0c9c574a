package fight

import (
	"fmt"
	"slices"
	"strconv"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
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

// Defended reports whether an army of the realm is attacked.
func (b *Battle) Defended(number int) bool {
	return slices.ContainsFunc(b.Side[Defenders], func(f *Fighter) bool { return f.Army.Realm == number })
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
// fight. Nobody moves, and nothing is told, but who could not retreat is destroyed.
func Try(t *realm.Turn, b *Battle, side, fights int, known string) (out Odds) {
	was, unknown := note(t, b), strangers(t, b)
	defer func(seed game.Seed) {
		t.Seed = seed
		for _, s := range unknown {
			t.Peoples[s.realm] = nil
		}
	}(t.Seed)
	seed := game.Seed{}.Sub(known)
	var before, after int64
	for n := range fights {
		t.Seed = seed.Sub(strconv.Itoa(n))
		for i := range unknown {
			unknown[i].disguise(t, b)
		}
		trial := was.battle()
		old := men(&trial, side)
		won, even := trial.try(t, side)
		switch {
		case even:
			out.Drawn++
		case won == side:
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

// try fights the battle as Fight does, and says who has won. Of what follows the fight, it plays only what costs the
// side men.
func (b *Battle) try(t *realm.Turn, side int) (won int, even bool) {
	leader := b.Side[Attackers][0].Army
	stormWall(t, b)
	if len(b.Side[Attackers]) == 0 {
		return Defenders, false
	}
	c := b.run(t, leader)
	if !c.even && c.won != side {
		for i, f := range b.Side[side] {
			fate(t, b, b.Side[side][:i], f)
		}
	}
	spendArch(t, b)
	return c.won, c.even
}

// stranger is a realm in a battle of whose people nothing is known.
type stranger struct {
	realm   int
	peoples []*tables.Culture // see peoples
}

// strangers are the realms in a battle whose cultures are not known. Realm 0 has none, and its armies' commands show.
func strangers(t *realm.Turn, b *Battle) (out []stranger) {
	var realms []int
	for f := range b.all {
		if t.Peoples[f.Army.Realm] == nil {
			realms = append(realms, f.Army.Realm)
		}
	}
	for _, number := range rulekit.Sorted(realms) {
		out = append(out, stranger{number, peoples(t, b, number)})
	}
	return out
}

// peoples are those that a realm may be: the ones that can raise all armies that it has in a battle. If nobody can, it
// has hired some, and may be any.
func peoples(t *realm.Turn, b *Battle, number int) []*tables.Culture {
	var fit, all []*tables.Culture
	for i := range t.Tables.Culture {
		r := realm.Realm{Person: rulekit.Person{Number: number}, Culture: t.Tables.Culture[i].Name}
		c, raises := realm.People(t.Tables, &r), true
		for f := range b.all {
			if f.Army.Realm == number {
				raises = raises && c.Percent(t.Tables.UnitIndex(f.Army.Name.Unit)) > 0
			}
		}
		if all = append(all, c); raises {
			fit = append(fit, c)
		}
	}
	if fit == nil {
		return all
	}
	return fit
}

// disguise draws what nobody knows of a realm: its culture, and of each of its armies whether it attacks or holds.
func (s *stranger) disguise(t *realm.Turn, b *Battle) {
	const half = 500
	t.Peoples[s.realm] = s.peoples[t.Seed.Throw(0, 0, "people", int64(s.realm)).N(int64(len(s.peoples)))]
	for f := range b.all {
		if f.Army.Realm == s.realm && t.Seed.Throw(0, 0, "attacks", f.Body.Subject()...).Chance(half) {
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
	fresh  [2][]Fighter  // those of the present fight
	list   [2][]*Fighter // and its sides
	armies []kept
	lists  []listed
	at     []*realm.Army
	from   []*realm.Army
}

// listed are the armies of a realm as they were.
type listed struct {
	realm int
	list  []*realm.Army
}

// kept is an army as it was.
type kept struct {
	army  *realm.Army
	was   realm.Army
	march realm.March
}

// note notes what a battle and its fighters are.
func note(t *realm.Turn, b *Battle) *before {
	out := &before{Battle: *b, at: t.At[b.At], from: t.At[b.From]}
	out.tried = true
	out.lists = append(out.lists, listed{0, t.State.Armies[0]}) // a sorcerer's demons are free when he falls
	for s, side := range b.Side {
		for _, f := range side {
			out.side[s] = append(out.side[s], *f)
			if r := f.Army.Realm; !slices.ContainsFunc(out.lists, func(l listed) bool { return l.realm == r }) {
				out.lists = append(out.lists, listed{r, t.State.Armies[r]})
			}
			out.armies = append(out.armies, kept{f.Army, *f.Army, *f.Army.March})
			if f.Body != f.Army {
				out.armies = append(out.armies, kept{f.Body, *f.Body, *f.Body.March})
			}
		}
		out.fresh[s], out.list[s] = make([]Fighter, len(side)), make([]*Fighter, 0, len(side))
	}
	return out
}

// battle is the battle before it was fought. Each takes the memory of the one before.
func (w *before) battle() Battle {
	out := w.Battle
	for s, side := range w.side {
		copy(w.fresh[s], side)
		w.list[s] = w.list[s][:0]
		for i := range side {
			w.list[s] = append(w.list[s], &w.fresh[s][i])
		}
		out.Side[s] = w.list[s]
	}
	return out
}

// restore puts back what a fight has changed. A fight without retreats changes only its fighters, and lists of their
// realms' armies.
func (w *before) restore(t *realm.Turn) {
	for i := range w.armies {
		k := &w.armies[i]
		*k.army, *k.army.March = k.was, k.march
	}
	for _, l := range w.lists {
		t.State.Armies[l.realm] = l.list
	}
	t.At[w.Battle.At], t.At[w.From] = w.at, w.from
}
