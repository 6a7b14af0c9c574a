// Package battlelines fights a battle in rows (Fight), for games whose armies fight this way. It knows no rulebook:
// units, numbers and dice are handed in, and the same battle and dice give the same Result. Stacks of like soldiers
// stand in rows 1 to 10 of two sides that share row 0. There are four tactics, 20 rounds of blows and movement, and
// walls between the rows of the defenders.
//
// Attack, defence, damage and hit points are in thousandths everywhere, so that percentages of them and the damage of a
// single man are not lost in rounding. Shares and chances are in permille. All divisions round down unless a comment
// says otherwise.
package battlelines

import "weltentor/worlds/game"

// Tactic is what a stack tries to do.
type Tactic uint8

// The four tactics.
const (
	Hold    Tactic = iota // strikes whoever comes into reach, and stays
	Charge                // runs its speed in rows or to the first foe, and breaks walls
	Advance               // one row a round, so that all keep pace
	Flee                  // goes backwards and strikes nobody
)

// Tactics lists them in the order in which players read about them.
var Tactics = []Tactic{Charge, Advance, Hold, Flee}

// Key is the tactic's word in the texts.
func (t Tactic) Key() string { return tacticKeys[t] }

var tacticKeys = [...]string{Hold: "rows.hold", Charge: "rows.charge", Advance: "rows.advance", Flee: "rows.flee"}

// Unit is what one man of a stack is worth.
type Unit struct {
	Attack, Defence int64 // thousandths, including experience and the like
	Damage, HP      int64 // thousandths
	Speed, Range    int   // rows; 0 is mêlée
	Bow             bool  // fights at Rules.CloseBow with a foe in its own row
	Walls           int64 // permille of its damage that walls suffer; 0: none
	Flies           bool  // walls neither bar nor shelter it
}

// Stack is soldiers of one kind in one row.
type Stack struct {
	Unit      Unit
	Name      string // key of its word in the rulebook's texts; "" if Army says it all
	Army      string // whose it is, as the protocol writes it; "" if Name says it all
	HP        int64  // thousandths, of all together
	Row       int    // 1 to Rules.Rows
	Tactic    Tactic
	Steadfast bool // keeps its tactic whatever it suffers
}

// Number is how many men stand. A wounded man stands (decision 2: rounded up).
func (s *Stack) Number() int64 { return number(s.HP, s.Unit.HP) }

func number(hp, each int64) int64 { return (hp + each - 1) / each }

// Wall bars the way between two rows until its hit points are gone.
type Wall struct {
	Name string // key of its word in the rulebook's texts
	HP   int64  // thousandths
	Full int64  // thousandths, when it was whole, which decides its place; 0: as HP
}

// Side is one of the two.
type Side uint8

// The two sides.
const (
	Attackers Side = iota
	Defenders
)

// Foe is the other side.
func (s Side) Foe() Side { return 1 - s }

// ahead is the direction in which a side looks. Rows are counted on one line, the attackers' below 0, the defenders'
// above 0.
func (s Side) ahead() int {
	if s == Attackers {
		return 1
	}
	return -1
}

// Battle is two sides before their first round.
type Battle struct {
	Sides [2][]Stack
	Walls []Wall // the defenders'; the weakest kind stands nearest to row 0

	// Turned says that those who have the walls attacked from behind them: they are among the defenders here, and the
	// protocol calls each side what it was.
	Turned bool
}

// called is what a side was.
func (b *Battle) called(s Side) Side {
	if b.Turned {
		return s.Foe()
	}
	return s
}

// Rules are the numbers of the fight. Each rulebook has them among its tables.
type Rules struct {
	Rounds       int   `toml:"rounds"`
	Rows         int   `toml:"rows"`          // from 1 up to this
	DrawMin      int64 `toml:"draw_min"`      // luck of a blow at least, permille
	DrawMax      int64 `toml:"draw_max"`      // and at most
	CloseBow     int64 `toml:"close_bow"`     // permille of A and V for bows in mêlée
	BreakAt      int64 `toml:"break_at"`      // lost in a round: more than break_at
	BreakOf      int64 `toml:"break_of"`      // … of break_of parts of its hit points makes a stack flee
	FlightRounds int   `toml:"flight_rounds"` // how long a flight lasts
	Exhausted    int64 `toml:"exhausted"`     // permille of A and V after a flight
	WallReach    int   `toml:"wall_reach"`    // how many rows further a stack reaches right behind a wall
}

// Dice are where the luck of one battle comes from: the same Dice give the same battle.
type Dice struct {
	Seed       game.Seed
	Turn, Week int
	Subject    int64 // distinguishes the battles of a week
}

func (d Dice) throw(phase string, subject ...int64) *game.Dice {
	return d.Seed.Throw(d.Turn, d.Week, phase, subject...)
}

// Result is how a battle went.
type Result struct {
	Winner  Side
	Drawn   bool // nobody holds the field alone; Winner means nothing
	After   [2][]After
	Walls   []int64 // hit points left, in the order of Battle.Walls
	Contact int     // the round of the first blow at a foe; 0: none
	Log     []LogEntry
}

// After is what became of a stack, in the order of its side.
type After struct {
	HP     int64 // thousandths
	Number int64
	Fled   bool // it fled, so it does not hold the field
	Struck bool // it gave or took a blow: at a foe, at a wall, or from one
}
