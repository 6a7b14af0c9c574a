package fight

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
)

// Bout is how a fight between two units is fought.
type Bout struct {
	Bare   bool // no ground counts: a direct conquest (§10.2)
	Spends bool // the die stays nowhere: an engine's after its weakening dice (§13.10)
}

// blow is one unit striking at another: two dice and what is added to them.
type blow struct {
	die, Power    int64 // of who strikes
	other, stands int64 // die and power of who is struck
	ground, weak  int64
}

// strikes reports whether who is struck falls: as much is enough (§9.5).
func (b blow) strikes() bool { return b.die+b.Power >= b.other+b.stands+b.ground-b.weak }

// Against is what is added to the die of who is struck.
func (b blow) Against() int64 { return b.stands + b.ground - b.weak }

// Weigh is a blow without its dice.
func Weigh(board realm.Board, by, at *realm.Unit, bare bool) blow {
	b := blow{Power: strength(board, by, bare), stands: strength(board, at, bare), weak: at.Weakness()}
	if !bare {
		b.ground = board.State.Ground(board.Tables, at)
	}
	return b
}

// strength is what a unit adds to its die. Who goes to conquer has left what it
// manned: in a direct conquest it fights on foot (§10.2).
func strength(board realm.Board, u *realm.Unit, bare bool) int64 {
	if bare && u.Realm == board.Me.Number {
		return board.State.Power(board.Tables, u)
	}
	return board.State.Arms(board.Tables, u).Power
}

// The blows of a fight, to key their dice.
const (
	strikeBlow = iota
	counterBlow
	shotBlow // the weakening dice of an engine
)

// throwBlow throws the dice of one unit striking at another.
func throwBlow(f *Fights, by, at *realm.Unit, bare bool, which int64) blow {
	b := Weigh(f.Board, by, at, bare)
	b.die = f.roll(by.Realm == f.Me.Number, true, by.ID(), at.ID(), which, 0)
	b.other = f.roll(at.Realm == f.Me.Number, false, by.ID(), at.ID(), which, 1)
	return b
}

// Fight is an attack on a unit: one falls at once, or the die stays on it and it strikes back (§9.5, §9.6). It reports
// whether the attacked fell.
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

// counter is the attacked striking back at who attacked him, if he reaches him
// (§9.6): at the crew of an engine, or the engine if his player wants it (§13.11).
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

// weaken lays a die that was thrown on a unit, and tells of it.
func weaken(f *Fights, u *realm.Unit, pips int64) {
	if from := f.State.Weaken(f.Tables, u, pips); from != nil {
		f.Tell(phrase.P("die-lifted", f.UnitArgs("whom", from)...))
	}
	f.Tell(phrase.P("weakened", f.UnitArgs("whom", u, phrase.Num("pips", pips), phrase.Num("sum", u.Weakness()))...))
}

// fall takes a unit off the board. Who struck it down is a step nearer to the
// looter's die (§14.1).
func fall(f *Fights, u, by *realm.Unit) {
	f.Fell = append(f.Fell, u.Name())
	f.kill(u)
	r := f.State.Realm(by.Realm)
	r.Looter = min(r.Looter+1, f.Tables.Rules.Looter)
	Loot(f, r)
}

// Loot gives a player the treasure die his looter has counted up to; as long as
// the bank has none it waits (§14.1).
func Loot(f *Fights, r *realm.Realm) {
	if r.Looter < f.Tables.Rules.Looter || realm.Earn(f.Position, r, 1) == 0 {
		return
	}
	r.Looter = 0
	f.Tell(phrase.P("looted", phrase.Str("realm", r.Name)))
}

// tellBlow tells everybody of a blow with all that was thrown and added.
func tellBlow(f *Fights, code string, by, at *realm.Unit, b blow) {
	args := f.UnitArgs("who", by, f.UnitArgs("whom", at)...)
	args = append(args, f.State.PlaceArg("at", at.At),
		phrase.Num("die", b.die), phrase.Num("power", b.Power), phrase.Num("sum", b.die+b.Power),
		phrase.Num("other", b.other), phrase.Num("stands", b.stands), phrase.Num("ground", b.ground),
		phrase.Num("weak", b.weak),
		phrase.Num("total", b.other+b.Against()))
	f.Tell(phrase.P(code, args...))
}
