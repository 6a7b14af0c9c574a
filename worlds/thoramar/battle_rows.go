package thoramar

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/rows"
)

// rowFight is a battle in rows: which fighter each stack is, and how it went.
type rowFight struct {
	battle rows.Battle
	who    [2][]*fighter
	result *rows.Result
}

// inRows tells whether a battle is fought in rows: where the world has chosen so,
// and no demons fight, for whom rows have no rules (rules §28.1).
func (t *Turn) inRows(b *battle) bool {
	return t.tables.Battle == inRows && !slices.ContainsFunc(b.side[attackers], demon) && !slices.ContainsFunc(b.side[defenders], demon)
}

// fightInRows lets two sides fight by the engine of rows and books who fell. Who
// holds the field alone has won, else it is a draw.
func (t *Turn) fightInRows(b *battle) (r *rowFight, won int, even bool) {
	r = &rowFight{}
	for s := range b.side {
		for _, f := range b.side[s] {
			if f.army.Name.gifted() || f.army.Men == 0 {
				continue
			}
			r.battle.Sides[s] = append(r.battle.Sides[s], t.stack(b, s, f))
			r.who[s] = append(r.who[s], f)
		}
	}
	dice := rows.Dice{Seed: t.seed, Turn: t.state.Turn, Week: t.week, Subject: b.subject()}
	r.result = rows.Fight(&r.battle, t.tables.Rules.rows(), dice)
	for s, side := range r.who {
		for i, f := range side {
			f.army.Men = r.result.After[s][i].Number
			if f.army.Men < t.row(f.army).Min {
				f.end = scattered
			}
		}
	}
	return r, int(r.result.Winner), r.result.Drawn
}

// subject tells the battles of a week apart: an army leads one attack over an edge and
// one standing fight at most.
func (b *battle) subject() int64 {
	a := b.side[attackers][0].army
	n := (int64(a.Realm)<<16+int64(unitCode(a.Name.Unit)))<<16 + int64(a.Name.ID)
	if b.dir == 0 {
		n += 1 << 48
	}
	return n
}

// stack is an army in its row. A man does the damage of his class; attack and
// defence are those of his culture, and what else makes an army strong, its
// experience and where it stands, is on the defence (rules §28.6).
func (t *Turn) stack(b *battle, side int, f *fighter) rows.Stack {
	n, a := &t.tables.Rules, f.army
	row, tactic := t.ranks(f)
	u := rows.Unit{
		Attack: n.RowsValue * 1000 * t.strength(a.Realm, a.Name.Unit) / 100,
		Damage: t.row(a).Strength * (1000 / 10), // Strength is in tenths
		HP:     n.RowsHP * 1000,
		Bow:    a.ranged(),
	}
	u.Speed, u.Range = n.limbs(a.Name.Unit)
	u.Defence = u.Attack * int64(100+a.KK) / 100 * t.modifiers(b, side, a) / 1000
	if b.drags(side, a) {
		u.Damage, u.Range = 0, 0
	}
	return rows.Stack{Unit: u, HP: a.Men * u.HP, Row: row, Tactic: tactic}
}

// limbs are how many rows a round an army of a unit goes, and over how many it
// strikes.
func (n *Numbers) limbs(u Unit) (speed, reach int) {
	switch u.Type {
	case 'R':
		return n.RowsHorseSpeed, 0
	case 'F':
		return n.RowsSpeed, n.reach(u.Class)
	}
	return n.RowsSpeed, 0
}

// reach is how many rows ranged weapons of a class shoot over.
func (n *Numbers) reach(class byte) int {
	switch class {
	case 'L':
		return n.RowsReachLight
	case 'M':
		return n.RowsReachMedium
	}
	return n.RowsReachHeavy
}

// rows are the numbers of the engine.
func (n *Numbers) rows() *rows.Rules {
	return &rows.Rules{
		Rounds: n.RowsRounds, Rows: n.RowsDeep, DrawMin: n.DrawMin, DrawMax: n.DrawMax, CloseBow: n.RowsCloseBow,
		BreakAt: n.RowsBreakAt, BreakOf: n.RowsBreakOf, FlightRounds: n.RowsFlight, Exhausted: n.RowsExhausted,
	}
}

// tellRows tells all who are told of a battle what happened round by round, with
// the names by which they know the armies: once to all who know them by the same.
func (t *Turn) tellRows(b *battle, r *rowFight, told []int) {
	realms := map[string][]int{}
	var order []string
	for _, realm := range told {
		var known []byte
		for _, side := range r.who {
			for _, f := range side {
				known = append(known, byte(t.naming(realm, f.army)))
			}
		}
		if realms[string(known)] == nil {
			order = append(order, string(known))
		}
		realms[string(known)] = append(realms[string(known)], realm)
	}
	for _, known := range order {
		to := realms[known]
		t.tell(phrase.P("battle-rounds", phrase.At("field", b.at)), to...)
		for _, line := range r.result.Protocol(&r.battle, func(at rows.Ref) string { return t.nameFor(to[0], r.who[at.Side][at.Index].army) }) {
			t.tell(line, to...)
		}
	}
}
