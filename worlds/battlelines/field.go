package battlelines

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// field is a battle being fought.
type field struct {
	rules  *Rules
	dice   Dice
	stacks []stack    // the attackers, then the defenders
	first  [2]int     // index in stacks where a side begins
	walls  []wall     // the weakest first: walls[k] stands between the defenders' rows k and k+1
	line   [2][][]int // living stacks by side and row, row 0 at index middle
	middle int
	alive  [2]int
	result Result
}

// stack is a Stack in battle.
type stack struct {
	*Stack
	side   Side
	at     int // row on the line
	hp     int64
	fled   bool
	struck bool
	flight int  // rounds of flight so far
	spent  bool // it stands exhausted

	// of the present round
	started int64 // hp at its start
	men     int64 // who strike
	close   bool  // a bow with a foe in its row
	walled  bool  // it stood right behind a wall of its own, and has not moved since
	left    int64 // permille of its strike that it has not used
}

// wall is a Wall in battle.
type wall struct {
	hp    int64
	index int // in Battle.Walls
}

// whole is a stack's full strike, in permille.
const whole = 1000

// logMost is how many entries the log has room for from the start; with more it grows.
const logMost = 10_000

func newField(b *Battle, rules *Rules, dice Dice) *field {
	f := &field{rules: rules, dice: dice}
	speed := 0
	for s, side := range b.Sides {
		f.first[s] = len(f.stacks)
		for i := range side {
			k := &side[i]
			if k.Row < 1 || k.Row > rules.Rows || k.Unit.HP < 1 {
				panic(fmt.Sprintf("rows: stack %d of side %d in row %d, %d HP each", i, s, k.Row, k.Unit.HP))
			}
			f.stacks = append(f.stacks, stack{Stack: k, side: Side(s), at: -Side(s).ahead() * k.Row, hp: k.HP})
			speed = max(speed, k.Unit.Speed)
		}
	}
	f.middle = rules.Rows + rules.FlightRounds*speed // nobody gets further from row 0
	for s := range f.line {
		f.line[s] = make([][]int, 2*f.middle+1)
	}
	for i := range f.stacks {
		if k := &f.stacks[i]; k.hp > 0 {
			f.alive[k.side]++
			f.enter(i, k.at)
		}
	}
	f.walls = sortedWalls(b.Walls)
	f.result.Log = make([]LogEntry, 0, min(logMost, (len(f.stacks)+1)*rules.Rounds))
	return f
}

// sortedWalls returns the walls from row 0 on: the weakest first, by what they were when whole, and equal ones as
// listed.
func sortedWalls(walls []Wall) []wall {
	out := make([]wall, len(walls))
	for i, w := range walls {
		out[i] = wall{hp: w.HP, index: i}
	}
	slices.SortStableFunc(out, func(a, b wall) int {
		return cmp.Compare(walls[a.index].whole(), walls[b.index].whole())
	})
	return out
}

func (w *Wall) whole() int64 { return max(w.HP, w.Full) }

// enter puts a stack into a row; leave takes it out of its own.
func (f *field) enter(i, at int) {
	k := &f.stacks[i]
	k.at = at
	row := &f.line[k.side][f.middle+at]
	*row = append(*row, i)
}

func (f *field) leave(i int) {
	k := &f.stacks[i]
	row := &f.line[k.side][f.middle+k.at]
	*row = slices.Delete(*row, slices.Index(*row, i), slices.Index(*row, i)+1)
}

// standing returns the living of a side in a row. Their order means nothing.
func (f *field) standing(s Side, at int) []int {
	if at < -f.middle || at > f.middle {
		return nil
	}
	return f.line[s][f.middle+at]
}

// facing returns the foes that many rows ahead of a stack. None is ever behind it: nobody steps forward out of a row in
// which a foe stands.
func (f *field) facing(k *stack, rows int) []int {
	return f.standing(k.side.Foe(), k.at+rows*k.side.ahead())
}

// barred reports whether a wall stands between a row and the next in direction d.
func (f *field) barred(at, d int) bool {
	k := at
	if d < 0 {
		k = at - 1
	}
	return k >= 0 && k < len(f.walls) && f.walls[k].hp > 0
}

// sheltered reports whether a stack stands right behind a wall of its own.
func (f *field) sheltered(k *stack) bool {
	return k.side == Defenders && !k.Unit.Flies && f.barred(k.at, -1)
}

// reach is how many rows away a stack strikes: one more if the round began with it right behind a wall, also for a
// stack in mêlée. The blows of a round fall at the same time: a wall that falls in it shortens nobody's reach.
func (f *field) reach(k *stack) int {
	if k.walled {
		return k.Unit.Range + f.rules.WallReach
	}
	return k.Unit.Range
}

// worth returns a stack's attack and defence at this moment: first bows in mêlée are reduced, then exhausted stacks,
// rounded down after each.
func (f *field) worth(k *stack) (attack, defence int64) {
	attack, defence = k.Unit.Attack, k.Unit.Defence
	if k.close {
		attack, defence = attack*f.rules.CloseBow/1000, defence*f.rules.CloseBow/1000
	}
	if k.spent {
		attack, defence = attack*f.rules.Exhausted/1000, defence*f.rules.Exhausted/1000
	}
	return attack, defence
}

// share is n × num ÷ den, rounded down. A result that is too large for an int64 is the largest int64. None of the
// numbers is below 0.
func share(n, num, den int64) int64 {
	hi, lo := bits.Mul64(uint64(n), uint64(num))
	if hi >= uint64(den) {
		return math.MaxInt64
	}
	q, _ := bits.Div64(hi, lo, uint64(den))
	return int64(min(q, math.MaxInt64))
}
