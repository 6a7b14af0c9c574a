package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

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

// still tells whether no line so far has moved any of these, nor may have.
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

// certain tells whether it has moved whatever happens.
func (t *Turn) certain(c concern) bool { return t.receipt == nil || t.receipt.plan.sure[c] }

// safe tells whether a leader stands, or a fleet lies, in his realm's home, where no
// enemy comes.
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

// weigh carries out a line of $A for a receipt, and remembers what hangs on it.
func weigh(t *Turn, realm int, l orders.Line) {
	p, who := t.receipt.plan, concerned(t, realm, l.Order)
	line := 0
	for _, c := range who {
		line = max(line, p.hangs[c])
	}
	if of, rests := restsOn(t, realm, l.Order); rests {
		line = max(line, p.doubts[of])
	}
	p.open, p.forked = false, false
	before := len(t.InForce)
	move(t, realm, l)
	if len(t.InForce) == before {
		return // refused whatever happens
	}
	if line > 0 && !p.open {
		t.Doubt(realm, l.Position, phrase.P("hangs-on", phrase.Num("line", line)))
	}
	if of, moves := movedBy(l.Order); moves && p.open {
		p.doubts[of] = l.Line
	}
	_, units := l.Order.(order.TransferOrder)
	_, ships := l.Order.(order.ShipsOrder)
	for _, c := range who {
		p.placed[c] = p.placed[c] || !units && !ships
		p.manned[c] = true
		if p.forked || line > 0 {
			p.hangs[c] = l.Line
		}
	}
}

// concerned lists whom a line of $A is about, those aboard a fleet too.
func concerned(t *Turn, realm int, line orders.Order) []concern {
	var out []concern
	r := &t.State.Realms[realm-1]
	leader := func(name string) {
		out = append(out, about(name))
		if l := r.Leader(name); l != nil && l.Aboard > 0 {
			out = append(out, concern{fleet: l.Aboard})
		}
	}
	fleet := func(number int) {
		out = append(out, concern{fleet: number})
		for i := range r.Leaders {
			if r.Leaders[i].Aboard == number {
				out = append(out, about(r.Leaders[i].Name))
			}
		}
	}
	switch o := line.(type) {
	case order.MoveOrder:
		leader(o.Leader)
	case order.EmbarkOrder:
		leader(o.Leader)
		out = append(out, concern{fleet: o.Fleet})
	case order.TransferOrder:
		leader(o.Leader)
		if l := r.Leader(o.Leader); o.Other != "" {
			leader(o.Other)
		} else if l != nil {
			out = append(out, concern{garrison: l.At})
		}
	case order.SailOrder:
		fleet(o.Fleet)
	case order.JoinOrder:
		fleet(o.Fleet)
		fleet(o.To)
	case order.ShipsOrder:
		fleet(o.Fleet)
		if o.Other > 0 {
			fleet(o.Other)
		} else {
			fleet(freeFleet(t, r))
		}
	}
	return out
}

// calm tells whether a leader or a fleet comes into an area whatever treaties and
// colonies of others become of this year: his realm's own, or nobody's where nobody
// can found one before.
func calm(t *Turn, realm, area int) bool {
	owner := t.State.Owner(area)
	return owner == realm && t.began.Owner(area) == realm || owner == 0 && t.receipt != nil &&
		!visited(t, realm, area)
}

// spare tells whether a realm's colonies other than one, and its home, have troops
// that could retreat and swell an army or a garrison.
func spare(t *Turn, whose, but int) bool {
	for i := range t.State.Areas {
		if c := t.State.Areas[i].Colony; c != nil && c.Owner == whose && t.State.Areas[i].Ground == realm.Land &&
			i+1 != but && !c.Empty() {
			return true
		}
	}
	return false
}

// fixed tells whether a leader who has to give way stays where he is: ashore, and with
// no colony there or beside to retreat to.
func fixed(t *Turn, l *realm.Leader) bool {
	near := func(area int) bool { return t.State.Areas[area-1].Colony != nil }
	return l.Aboard == 0 && !near(l.At) && !slices.ContainsFunc(t.State.Areas[l.At-1].Beside, near)
}

// quiet tells whether nobody can come to stand in a leader's area whom he could attack
// there: those at war with him fight him as they come, and natives flee to land without
// a colony.
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

// visited tells whether the year began with a leader of another realm in an area, as
// far as the realm can see, or may have.
func visited(t *Turn, realm, area int) bool {
	if t.receipt == nil || !t.receipt.seen[area-1] {
		return true
	}
	return t.began.Strangers(realm, area)
}

// vanquish is what becomes of a foe for a receipt, which goes on as if its realm won.
func vanquish(t *Turn, whose, area int, f *fight.Foe) {
	a := &t.State.Areas[area-1]
	switch {
	case f.Natives:
		a.Natives = nil
		return
	case f.Haven:
		a.Haven = nil
		return
	}
	for _, member := range fight.Allies(t.Position, f.Realm, whose) {
		r := &t.State.Realms[member-1]
		var rest []realm.Leader
		for _, l := range r.Leaders {
			if !l.Ashore(area) {
				rest = append(rest, l)
			}
		}
		r.Leaders = rest
	}
	if a.Colony != nil && a.Colony.Owner == f.Realm {
		a.Colony.Garrison, a.Colony.Regiments = tables.Troops{}, nil
	}
}
