package fight

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// rowFight is a battle in rows: the fighter of each stack, and how it went.
type rowFight struct {
	battle battlelines.Battle
	who    [2][]*Fighter
	result *battlelines.Result
}

// inRows reports whether a battle is fought in rows. The world must have chosen that, and no demons may fight, as the
// rules of rows do not cover them (rules §28.1).
func inRows(t *realm.Turn, b *Battle) bool {
	return t.Tables.Battle == tables.InRows && !slices.ContainsFunc(b.Side[Attackers], demon) &&
		!slices.ContainsFunc(b.Side[Defenders], demon)
}

// fightInRows lets two sides fight by the engine of rows, and books the losses. The side that holds the field alone
// has won; otherwise it is a draw.
func fightInRows(t *realm.Turn, b *Battle) (r *rowFight, won int, even bool) {
	r = &rowFight{}
	for s := range b.Side {
		for _, f := range b.Side[s] {
			if f.Army.Name.Gifted() || f.Army.Men == 0 {
				continue
			}
			r.battle.Sides[s] = append(r.battle.Sides[s], Stack(t, b, s, f))
			r.who[s] = append(r.who[s], f)
		}
	}
	dice := battlelines.Dice{Seed: t.Seed, Turn: t.State.Turn, Week: t.Week, Subject: b.subject()}
	r.result = battlelines.Fight(&r.battle, rowRules(&t.Tables.Rules), dice)
	for s, side := range r.who {
		for i, f := range side {
			f.Army.Men = r.result.After[s][i].Number
			if f.Army.Men < t.Row(f.Army).Min {
				f.end = scattered
			}
		}
	}
	return r, int(r.result.Winner), r.result.Drawn
}

// subject distinguishes the battles of a week. An army leads at most one attack over an edge and one standing fight.
func (b *Battle) subject() int64 {
	a := b.Side[Attackers][0].Army
	n := (int64(a.Realm)<<16+int64(tables.UnitCode(a.Name.Unit)))<<16 + int64(a.Name.ID)
	if b.Dir == 0 {
		n += 1 << 48
	}
	return n
}

// Stack is an army in its row. A man does the damage of his class, and attack and defence are those of his culture.
// All else that makes an army strong, its experience and its ground, goes into the defence (rules §28.6).
func Stack(t *realm.Turn, b *Battle, side int, f *Fighter) battlelines.Stack {
	n, a := &t.Tables.Rules, f.Army
	row, tactic := ranks(t, f)
	u := battlelines.Unit{
		Attack: n.RowsValue * 1000 * t.Strength(a.Realm, a.Name.Unit) / 100,
		Damage: t.Row(a).Strength * (1000 / 10), // Strength is in tenths
		HP:     n.RowsHP * 1000,
		Bow:    a.Ranged(),
	}
	u.Speed, u.Range = limbs(n, a.Name.Unit)
	u.Defence = u.Attack * int64(100+a.KK) / 100 * Modifiers(t, b, side, a) / 1000
	if b.drags(side, a) {
		u.Damage, u.Range = 0, 0
	}
	return battlelines.Stack{Unit: u, HP: a.Men * u.HP, Row: row, Tactic: tactic}
}

// limbs are how many rows an army of a unit moves in a round, and how far it strikes.
func limbs(n *tables.Numbers, u tables.Unit) (speed, reach int) {
	switch u.Type {
	case 'R':
		return n.RowsHorseSpeed, 0
	case 'F':
		reach := map[byte]int{'L': n.RowsReachLight, 'M': n.RowsReachMedium, 'S': n.RowsReachHeavy}
		return n.RowsSpeed, reach[u.Class]
	}
	return n.RowsSpeed, 0
}

// rowRules are the numbers of the engine.
func rowRules(n *tables.Numbers) *battlelines.Rules {
	return &battlelines.Rules{
		Rounds: n.RowsRounds, Rows: n.RowsDeep, DrawMin: n.DrawMin, DrawMax: n.DrawMax, CloseBow: n.RowsCloseBow,
		BreakAt: n.RowsBreakAt, BreakOf: n.RowsBreakOf, FlightRounds: n.RowsFlight, Exhausted: n.RowsExhausted,
	}
}

// tellRows tells all witnesses of a battle what happened round by round, with the names by which they know the armies.
// Those who know the same names share the events.
func tellRows(t *realm.Turn, b *Battle, r *rowFight, told []int) {
	realms := map[string][]int{}
	var order []string
	for _, number := range told {
		var known []byte
		for _, side := range r.who {
			for _, f := range side {
				known = append(known, byte(sight.NamingFor(t, number, f.Army)))
			}
		}
		if realms[string(known)] == nil {
			order = append(order, string(known))
		}
		realms[string(known)] = append(realms[string(known)], number)
	}
	for _, known := range order {
		to := realms[known]
		t.Tell(phrase.P("battle-rounds", phrase.At("field", b.At)), to...)
		for _, line := range r.result.Protocol(&r.battle,
			func(at battlelines.Ref) string { return sight.NameFor(t, to[0], r.who[at.Side][at.Index].Army) }) {
			t.Tell(line, to...)
		}
	}
}
