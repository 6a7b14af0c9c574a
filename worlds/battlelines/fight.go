package battlelines

import "weltentor/worlds/game"

// Fight fights a battle to its last round. The battle is not changed. The same battle, rules and dice give the same
// result.
func Fight(b *Battle, rules *Rules, dice Dice) *Result {
	f := newField(b, rules, dice)
	for round := 1; round <= rules.Rounds; round++ {
		f.round(round)
	}
	f.end(b)
	return &f.result
}

// round is blows, then movement. All strike with the numbers and the reach they had at the round's start: a stack that
// falls in the round still has its blow.
func (f *field) round(round int) {
	f.log(LogEntry{Kind: Round, N: int64(round)})
	quiet := len(f.result.Log)
	for i := range f.stacks {
		k := &f.stacks[i]
		k.started, k.left = k.hp, 0
		if k.hp > 0 {
			k.men, k.left = number(k.hp, k.Unit.HP), whole
			k.close = k.Unit.Bow && len(f.standing(k.side.Foe(), k.at)) > 0
			k.walled = f.sheltered(k)
		}
	}
	for _, i := range f.drawn("battle-blows", round) {
		if f.finds(&f.stacks[i]) {
			f.strike(i, f.throw("battle-blow", i, round), round)
		}
	}
	f.movement(round)
	f.morale()
	if len(f.result.Log) == quiet {
		f.log(LogEntry{Kind: Quiet})
	}
}

// throw returns the dice of one stack in one round.
func (f *field) throw(phase string, i, round int) *game.Dice {
	r := f.ref(i)
	return f.dice.throw(phase, f.dice.Subject, int64(round), int64(r.Side), int64(r.Index))
}

// drawn is an order of the living, drawn for the round.
func (f *field) drawn(phase string, round int) []int {
	var out []int
	for i := range f.stacks {
		if f.stacks[i].hp > 0 {
			out = append(out, i)
		}
	}
	dice := f.dice.throw(phase, f.dice.Subject, int64(round))
	for i := len(out) - 1; i > 0; i-- {
		j := dice.N(int64(i + 1))
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// morale makes stacks flee that lost too much in the round. It also ends the flights that have lasted their time: such
// a stack stands exhausted and flees no more.
func (f *field) morale() {
	for i := range f.stacks {
		k := &f.stacks[i]
		if k.hp == 0 || k.spent {
			continue
		}
		switch {
		case f.flees(k):
			k.fled = true
			if k.flight++; k.flight == f.rules.FlightRounds {
				k.spent = true
				f.log(LogEntry{Kind: Exhaustion, By: f.ref(i)})
			}
		case !k.Steadfast && (k.started-k.hp)*f.rules.BreakOf > k.started*f.rules.BreakAt:
			k.fled = true
			f.log(LogEntry{Kind: Panic, By: f.ref(i)})
		}
	}
}

// flees reports whether a stack is in flight.
func (f *field) flees(k *stack) bool {
	return !k.spent && (k.fled || k.Tactic == Flee)
}

// end says who holds the field: the only side that has somebody on it who did not flee.
func (f *field) end(b *Battle) {
	r := &f.result
	var holds [2]bool
	for s := range r.After {
		r.After[s] = make([]After, len(b.Sides[s]))
	}
	for i := range f.stacks {
		k := &f.stacks[i]
		r.After[k.side][i-f.first[k.side]] = After{HP: k.hp, Number: number(k.hp, k.Unit.HP), Fled: k.fled,
			Struck: k.struck}
		holds[k.side] = holds[k.side] || k.hp > 0 && !k.fled
	}
	r.Walls = make([]int64, len(f.walls))
	for _, w := range f.walls {
		r.Walls[w.index] = w.hp
	}
	r.Drawn = holds[Attackers] == holds[Defenders]
	if holds[Defenders] {
		r.Winner = Defenders
	}
}
