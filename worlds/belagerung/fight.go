package belagerung

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
)

// bout is how a fight between two units is fought.
type bout struct {
	bare   bool // no ground counts: a direct conquest (§10.2)
	spends bool // the die stays nowhere: an engine's after its weakening dice (§13.10)
}

// blow is one unit striking at another: two dice and what is added to them.
type blow struct {
	die, power    int64 // of who strikes
	other, stands int64 // die and power of who is struck
	ground, weak  int64
}

// strikes tells whether who is struck falls: as much is enough (§9.5).
func (b blow) strikes() bool { return b.die+b.power >= b.other+b.stands+b.ground-b.weak }

// against is what is added to the die of who is struck.
func (b blow) against() int64 { return b.stands + b.ground - b.weak }

// weigh is a blow without its dice.
func (t *board) weigh(by, at *realm.Unit, bare bool) blow {
	b := blow{power: t.strength(by, bare), stands: t.strength(at, bare), weak: at.Weakness()}
	if !bare {
		b.ground = t.state.Ground(t.tables, at)
	}
	return b
}

// strength is what a unit adds to its die. Who goes to conquer has left what it
// manned: in a direct conquest it fights on foot (§10.2).
func (t *board) strength(u *realm.Unit, bare bool) int64 {
	if bare && u.Realm == t.me.Number {
		return t.state.Power(t.tables, u)
	}
	return t.state.Arms(t.tables, u).Power
}

// The blows of a fight, to key their dice.
const (
	strikeBlow = iota
	counterBlow
	shotBlow // the weakening dice of an engine
)

// blow throws the dice of one unit striking at another.
func (t *turn) blow(by, at *realm.Unit, bare bool, which int64) blow {
	b := t.weigh(by, at, bare)
	b.die = t.roll(by.Realm == t.me.Number, true, by.ID(), at.ID(), which, 0)
	b.other = t.roll(at.Realm == t.me.Number, false, by.ID(), at.ID(), which, 1)
	return b
}

// fight is an attack on a unit: one falls at once, or the die stays on it and it
// strikes back (§9.5, §9.6). It tells whether the attacked fell.
func (t *turn) fight(by, at *realm.Unit, how bout) bool {
	b := t.blow(by, at, how.bare, strikeBlow)
	if b.strikes() {
		t.tellBlow("blow-fell", by, at, b)
		t.fall(at, by)
		return true
	}
	t.tellBlow("blow-held", by, at, b)
	if !how.spends {
		t.weaken(at, b.die)
	}
	t.counter(at, by, how.bare)
	return false
}

// counter is the attacked striking back at who attacked him, if he reaches him
// (§9.6): at the crew of an engine, or the engine if his player wants it (§13.11).
func (t *turn) counter(by, at *realm.Unit, bare bool) {
	a := t.state.Arms(t.tables, by)
	if t.state.Route(t.tables, by.At, at.At, a.Reach) < 0 {
		t.tell(phrase.P("counter-short", t.unitArgs("who", by, realm.UnitArg("whom", at))...))
		return
	}
	if e := t.state.Arms(t.tables, at).Mans; e != nil && e.Engine() && t.state.Realm(by.Realm).CounterEngine {
		t.tell(phrase.P("counter-engine", t.unitArgs("who", by, t.unitArgs("whom", at)...)...))
		t.hitBuilding(by, e, a.Hits)
		return
	}
	b := t.blow(by, at, bare, counterBlow)
	if b.strikes() {
		t.tellBlow("counter-fell", by, at, b)
		t.fall(at, by)
		return
	}
	t.tellBlow("counter-held", by, at, b)
}

// chooseCounter sets what the realm's people strike back at (§13.11).
func (t *turn) chooseCounter(at orders.Position, o order.CounterOrder) {
	code, told := "will-counter-crew", "counters-crew"
	if o.Engine {
		code, told = "will-counter-engine", "counters-engine"
	}
	t.Accept(at, phrase.P(code))
	if t.me.CounterEngine != o.Engine {
		t.me.CounterEngine = o.Engine
		t.tell(phrase.P(told, phrase.Num("realm", t.me.Number)))
	}
}

// weaken lays a die that was thrown on a unit, and tells of it.
func (t *turn) weaken(u *realm.Unit, pips int64) {
	if from := t.state.Weaken(t.tables, u, pips); from != nil {
		t.tell(phrase.P("die-lifted", t.unitArgs("whom", from)...))
	}
	t.tell(phrase.P("weakened", t.unitArgs("whom", u, phrase.Num("pips", pips), phrase.Num("sum", u.Weakness()))...))
}

// fall takes a unit off the board. Who struck it down is a step nearer to the
// looter's die (§14.1).
func (t *turn) fall(u, by *realm.Unit) {
	t.fell = append(t.fell, u.Name())
	t.kill(u)
	r := t.state.Realm(by.Realm)
	r.Looter = min(r.Looter+1, t.tables.Rules.Looter)
	t.loot(r)
}

// loot gives a player the treasure die his looter has counted up to; as long as
// the bank has none it waits (§14.1).
func (t *turn) loot(r *realm.Realm) {
	if r.Looter < t.tables.Rules.Looter || t.earn(r, 1) == 0 {
		return
	}
	r.Looter = 0
	t.tell(phrase.P("looted", phrase.Str("realm", r.Name)))
}

// unitArgs name a unit and its player in a sentence.
func (t *board) unitArgs(name string, u *realm.Unit, more ...phrase.Arg) []phrase.Arg {
	return append([]phrase.Arg{realm.UnitArg(name, u), phrase.Str(name+"-of", t.state.Realm(u.Realm).Name)}, more...)
}

// tellBlow tells everybody of a blow with all that was thrown and added.
func (t *turn) tellBlow(code string, by, at *realm.Unit, b blow) {
	args := t.unitArgs("who", by, t.unitArgs("whom", at)...)
	args = append(args, t.state.PlaceArg("at", at.At),
		phrase.Num("die", b.die), phrase.Num("power", b.power), phrase.Num("sum", b.die+b.power),
		phrase.Num("other", b.other), phrase.Num("stands", b.stands), phrase.Num("ground", b.ground),
		phrase.Num("weak", b.weak),
		phrase.Num("total", b.other+b.against()))
	t.tell(phrase.P(code, args...))
}
