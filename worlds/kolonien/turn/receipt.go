package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
)

// receipt is what a turn has beside the rest when it is played for a receipt.
type receipt struct {
	realm  int
	seen   []bool // by area − 1
	income int64  // of this year, which comes before anything is built
	plan   *prospects
}

// What a receipt cannot decide: combats are fought with dice, realms move in an order
// drawn anew, and others may make or end treaties in the same year. Of what the plan
// refuses over the world as its realm knows it, an error is only what the rules refuse
// whatever happens; all else is a remark, and counts if it comes otherwise (law 8).

// concern is whom or what a line of $A is about.
type concern struct {
	leader          string // folded
	fleet, garrison int    // number; area
}

func about(name string) concern { return concern{leader: orders.Fold(name)} }

// prospects is what a receipt remembers of the lines of $A it has gone through.
type prospects struct {
	placed map[concern]bool // a line has moved it, or may have
	manned map[concern]bool // a line has changed its units or ships, or may have
	sure   map[concern]bool // it has moved, or given way: nothing else can come of its line
	hangs  map[concern]int  // the line whose outcome decides what becomes of it
	doubts map[concern]int  // the line that takes it elsewhere only if something changes
	open   bool             // the line at hand counts only if something changes
	forked bool             // the line at hand leads to a combat, or hangs on a treaty
}

func newProspects() *prospects {
	return &prospects{placed: map[concern]bool{}, manned: map[concern]bool{}, sure: map[concern]bool{},
		hangs: map[concern]int{}, doubts: map[concern]int{}}
}

// forReceipt makes it the turn of a receipt, which tells no events.
func (t *Turn) forReceipt(r *receipt) { t.receipt, t.ForReceipt, t.Quiet = r, true, true }

// still reports whether no line so far has moved any of these, nor may have.
func (t *Turn) still(who ...concern) bool {
	for _, c := range who {
		if t.receipt != nil && (t.receipt.plan.placed[c] || t.receipt.plan.hangs[c] > 0) {
			return false
		}
	}
	return true
}

// intact is still, and no line has changed whom or what it has.
func (t *Turn) intact(who ...concern) bool {
	for _, c := range who {
		if t.receipt != nil && t.receipt.plan.manned[c] {
			return false
		}
	}
	return t.still(who...)
}

// certain reports whether it has moved whatever happens.
func (t *Turn) certain(c concern) bool { return t.receipt == nil || t.receipt.plan.sure[c] }

// safe reports whether a leader stands, or a fleet lies, in his realm's home, where no enemy comes.
func (t *Turn) safe(realm, at int) bool { return at == t.State.Realms[realm-1].Home }

// deny refuses an order; in a receipt only if the rules refuse it whatever happens.
func (t *Turn) deny(realm int, at orders.Position, always bool, code string, args ...phrase.Arg) {
	t.denyUnless(realm, at, always, "why.before", code, args...)
}

// denyUnless is deny, and tells what would have to happen before.
func (t *Turn) denyUnless(realm int, at orders.Position, always bool, why, code string, args ...phrase.Arg) {
	if t.receipt == nil || always {
		t.Refuse(realm, at, phrase.P(code, args...))
		return
	}
	t.receipt.plan.open, t.receipt.plan.forked = true, why == "why.treaty"
	t.Doubt(realm, at, phrase.P("only-if", append(args, phrase.Key("no", code), phrase.Key("why", why))...))
	t.Accept(at, phrase.P("will-if"))
}
