// Package fight strikes blows, for attacks and for walks that end in a fight. A Luck says how the dice fall: as thrown
// in a turn, or in each way that a receipt has to foresee. So turn and receipt share the fight (law 8). OddsOf counts
// the throws that fell a target. Begin with Weigh and Fight.
package fight

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/rulekit"
)

// Bout says which special rules a fight between two units has.
type Bout struct {
	Bare   bool // the ground does not count: a direct conquest (§10.2)
	Spends bool // the die does not stay on the target: an engine's attack after its weakening dice (§13.10)
}

// blow is one unit striking another: two dice and what is added to them.
type blow struct {
	die, Power    int64 // of the striker
	other, stands int64 // die and power of the unit struck
	ground, weak  int64
}

// strikes reports whether the struck unit falls. An equal sum is enough (§9.5).
func (b blow) strikes() bool { return b.die+b.Power >= b.other+b.stands+b.ground-b.weak }

// Against is what is added to the die of the struck unit.
func (b blow) Against() int64 { return b.stands + b.ground - b.weak }

// Weigh is a blow without its dice.
func Weigh(board realm.Board, by, at *realm.Unit, bare bool) blow {
	b := blow{Power: strength(board, by, bare), stands: strength(board, at, bare), weak: at.Weakness()}
	if !bare {
		b.ground = board.State.Ground(board.Tables, at)
	}
	return b
}

// strength is what a unit adds to its die. In a direct conquest the attacker has left the building it manned, so it
// fights on foot (§10.2).
func strength(board realm.Board, u *realm.Unit, bare bool) int64 {
	if bare && u.Realm == board.Me.Number {
		return board.State.Power(board.Tables, u)
	}
	return board.State.Arms(board.Tables, u).Power
}

// The blows of a fight, for the keys of their dice.
const (
	strikeBlow = iota
	counterBlow
	shotBlow // the weakening dice of an engine
)

// throwBlow throws the dice for one unit striking another.
func throwBlow(f *Fights, by, at *realm.Unit, bare bool, which int64) blow {
	b := Weigh(f.Board, by, at, bare)
	b.die = f.roll(by.Realm == f.Me.Number, true, by.ID(), at.ID(), which, 0)
	b.other = f.roll(at.Realm == f.Me.Number, false, by.ID(), at.ID(), which, 1)
	return b
}

// Fight attacks a unit. Either the unit falls at once, or the die stays on it and it strikes back (§9.5, §9.6). Fight
// reports whether it fell.
func Fight(f *Fights, by, at *realm.Unit, how Bout) bool {
	b := throwBlow(f, by, at, how.Bare, strikeBlow)
	if b.strikes() {
		tellBlow(f, "blow-fell", by, at, b)
		fall(f, at, by)
		return true
	}
	tellBlow(f, "blow-held", by, at, b)
	if !how.Spends {
		weaken(f, at, b.die)
	}
	counter(f, at, by, how.Bare)
	return false
}

// counter lets the attacked unit strike back, if it reaches the attacker (§9.6). Against an engine it strikes the
// crew, or the engine if its player wants that (§13.11).
func counter(f *Fights, by, at *realm.Unit, bare bool) {
	a := f.State.Arms(f.Tables, by)
	if f.State.Route(f.Tables, by.At, at.At, a.Reach) < 0 {
		f.Tell(phrase.P("counter-short", f.UnitArgs("who", by, realm.UnitArg("whom", at))...))
		return
	}
	if e := f.State.Arms(f.Tables, at).Mans; e != nil && e.Engine() && f.State.Realm(by.Realm).CounterEngine {
		f.Tell(phrase.P("counter-engine", f.UnitArgs("who", by, f.UnitArgs("whom", at)...)...))
		hitBuilding(f, by, e, a.Hits)
		return
	}
	b := throwBlow(f, by, at, bare, counterBlow)
	if b.strikes() {
		tellBlow(f, "counter-fell", by, at, b)
		fall(f, at, by)
		return
	}
	tellBlow(f, "counter-held", by, at, b)
}

// weaken lays a die that was thrown on a unit, and reports it.
func weaken(f *Fights, u *realm.Unit, pips int64) {
	if from := f.State.Weaken(f.Tables, u, pips); from != nil {
		f.Tell(phrase.P("die-lifted", f.UnitArgs("whom", from)...))
	}
	f.Tell(phrase.P("weakened", f.UnitArgs("whom", u, phrase.Num("pips", pips), phrase.Num("sum", u.Weakness()))...))
}

// fall takes a unit off the board. Its killer gets one step nearer to the looter's die (§14.1).
func fall(f *Fights, u, by *realm.Unit) {
	f.Fell = append(f.Fell, u.Name())
	f.State.Remove(u)
	// its building work is lost; an engine or a building that it manned stays where it is
	if b := f.State.Building(u.At); b != nil && b.Site == u.Realm {
		f.State.Raze(b)
		f.Tell(phrase.P("site-abandoned", phrase.Key("building", b.Kind.Key()), f.State.PlaceArg("place", b.At)))
	}
	r := f.State.Realm(by.Realm)
	r.Looter = min(r.Looter+1, f.Tables.Rules.Looter)
	Loot(f, r)
}

// Loot gives a player the treasure die that his looter has earned. If the bank has none, the looter waits (§14.1).
func Loot(f *Fights, r *realm.Realm) {
	if r.Looter < f.Tables.Rules.Looter || realm.Earn(f.Position, r, 1) == 0 {
		return
	}
	r.Looter = 0
	f.Tell(phrase.P("looted", phrase.Str("realm", r.Name)))
}

// tellBlow tells everybody about a blow, with all that was thrown and added.
func tellBlow(f *Fights, code string, by, at *realm.Unit, b blow) {
	args := f.UnitArgs("who", by, f.UnitArgs("whom", at)...)
	args = append(args, f.State.PlaceArg("at", at.At),
		phrase.Num("die", b.die), phrase.Num("power", b.Power), phrase.Num("sum", b.die+b.Power),
		phrase.Num("other", b.other), phrase.Num("stands", b.stands), phrase.Num("ground", b.ground),
		phrase.Num("weak", b.weak),
		phrase.Num("total", b.other+b.Against()))
	f.Tell(phrase.P(code, args...))
}

// Fights are the fights of one turn: how the dice fall, and the results so far.
type Fights struct {
	realm.Board
	turn   *rulekit.Turn // throws the dice, and records the events
	luck   Luck
	Thrown bool     // a die was thrown, so all that follows depends on chance
	Fell   []string // the units that fell this turn, by name
	laid   layout   // the weakening dice when the attack phase began
}

// New returns a turn's Fights before the first one.
func New(b realm.Board, turn *rulekit.Turn, l Luck) *Fights {
	return &Fights{Board: b, turn: turn, luck: l}
}

// Lay notes where the weakening dice are when the attack phase begins.
func (f *Fights) Lay() {
	f.laid = layout{free: max(f.State.Supply(f.Tables), 0)}
	for _, u := range f.State.Units {
		for _, w := range u.Weak {
			f.laid.dice = append(f.laid.dice, lying{w.Seq, u, w.Pips})
		}
	}
	slices.SortFunc(f.laid.dice, func(a, b lying) int { return cmp.Compare(a.seq, b.seq) })
}

// Luck is how the dice fall. A receipt plays with each Luck that it has to foresee.
type Luck uint8

// The kinds of luck. Fair dice fall by the seed.
const (
	Fair  Luck = iota
	Best       // for the player whose turn it is
	Worst      // against the player whose turn it is
	Still      // against the striker: everybody holds
	Mixed      // by the seed, for or against the player whose turn it is
)

// roll throws one die of battle for the player whose turn it is or for an opponent, as striker or struck. The subject
// tells throws of a phase apart.
func (f *Fights) roll(mine, strikes bool, subject ...int64) int64 {
	f.Thrown = true
	good := mine
	switch f.luck {
	case Fair:
		return f.turn.Dice(subject...).Between(1, f.Tables.Rules.Die)
	case Worst:
		good = !mine
	case Still:
		good = !strikes
	case Mixed:
		good = f.turn.Dice(subject...).Chance(500)
	}
	if good {
		return f.Tables.Rules.Die
	}
	return 1
}

// Tell records an event and tells it to all realms, since everything is visible.
func (f *Fights) Tell(what phrase.Phrase) { f.turn.Tell(what, rulekit.All(len(f.State.Realms))...) }
