package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
)

// receipt is what a turn has in addition when it is played for a receipt.
type receipt struct {
	realm  int
	seen   []bool           // by area − 1
	income int64            // of this year, which comes before anything is built
	bills  []game.MoneyLine // what lines have cost so far
	plan   *prospects
	plays  int // how often a combat is fought for its chances; 0: nobody asks for them
}

// A receipt cannot decide everything. Combats are fought with dice, realms move in a newly drawn order, and others may
// make or end treaties in the same year. So the plan is played over the world as its realm knows it. A refusal is an
// error only if the rules refuse the line whatever happens. Any other is a remark, and the line counts if things turn
// out differently (law 8).

// prospects is what a receipt remembers about the lines of $A so far.
type prospects struct {
	placed map[concern]bool // a line has moved it, or may have
	manned map[concern]bool // a line has changed its units or ships, or may have
	sure   map[concern]bool // it has moved or given way, whatever happens: nothing else can come of its line
	hangs  map[concern]int  // the line on whose outcome its place and units depend
	doubts map[concern]int  // the line that moves it only if something changes
	open   bool             // the present line counts only if something changes
	forked bool             // the present line leads to a combat, or depends on a treaty
}

func newProspects() *prospects {
	return &prospects{placed: map[concern]bool{}, manned: map[concern]bool{}, sure: map[concern]bool{},
		hangs: map[concern]int{}, doubts: map[concern]int{}}
}

// forReceipt turns this into the turn of a receipt, which reports no events.
func (t *Turn) forReceipt(r *receipt) { t.receipt, t.ForReceipt, t.Quiet = r, true, true }

// still reports whether no line so far has moved any of these, or may have.
func (t *Turn) still(who ...concern) bool {
	for _, c := range who {
		if t.receipt != nil && (t.receipt.plan.placed[c] || t.receipt.plan.hangs[c] > 0) {
			return false
		}
	}
	return true
}

// intact reports whether still holds and no line has changed the units or ships of any of these.
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

// safe reports whether a leader or a fleet is in its realm's home, where no enemy comes.
func (t *Turn) safe(realm, at int) bool { return at == t.State.Realms[realm-1].Home }

// deny refuses an order. In a receipt it does so only if the rules refuse it whatever happens; otherwise it adds a
// remark.
func (t *Turn) deny(realm int, at orders.Position, always bool, code string, args ...phrase.Arg) {
	t.denyUnless(realm, at, always, "why.before", phrase.P(code, args...))
}

// denyUnless is deny with a sentence of its own for what would have to happen first.
func (t *Turn) denyUnless(realm int, at orders.Position, always bool, why string, what phrase.Phrase) {
	if t.receipt == nil || always {
		t.Refuse(realm, at, what)
		return
	}
	t.receipt.plan.open, t.receipt.plan.forked = true, why == "why.treaty"
	t.Doubt(realm, at, phrase.P("only-if", append(what.Args, phrase.Key("no", what.Code), phrase.Key("why", why))...))
	t.Accept(at, phrase.P("will-if"))
}

// calm reports whether a leader or a fleet can enter an area whatever treaties and colonies others make this year. It
// must be the realm's own, or unowned and a place where nobody can found a colony first.
func calm(t *Turn, realm, area int) bool {
	owner := t.State.Owner(area)
	return owner == realm && t.began.Owner(area) == realm || owner == 0 && t.receipt != nil &&
		!visited(t, realm, area)
}

// spare reports whether any of a realm's colonies but one has troops that could retreat and join an army or a
// garrison. Its home does not count.
func spare(t *Turn, whose, but int) bool {
	return slices.ContainsFunc(t.State.Owned(whose), func(area int) bool {
		return area != but && colony(t, area) && !t.State.Areas[area-1].Colony.Empty()
	})
}

// fixed reports whether a leader who has to give way stays where he is: ashore, and without a colony there or beside
// to retreat to.
func fixed(t *Turn, l *realm.Leader) bool {
	near := func(area int) bool { return t.State.Areas[area-1].Colony != nil }
	return l.Aboard == 0 && !near(l.At) && !slices.ContainsFunc(t.State.Areas[l.At-1].Beside, near)
}

// quiet reports whether nobody can come to a leader's area whom he could attack there. Enemies would fight him as they
// come, and natives flee to land without a colony.
func quiet(t *Turn, realm, area int) bool {
	if visited(t, realm, area) {
		return false
	}
	if owner := t.State.Owner(area); owner > 0 {
		return owner == realm && t.began.Owner(area) == realm
	}
	return !slices.ContainsFunc(t.State.Areas[area-1].Beside,
		func(b int) bool { return t.began.Areas[b-1].Natives != nil })
}

// visited reports whether a leader of another realm was in an area when the year began. Out of the realm's sight one
// may have been.
func visited(t *Turn, realm, area int) bool {
	if t.receipt == nil || !t.receipt.seen[area-1] {
		return true
	}
	return t.began.Strangers(realm, area)
}
