package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/order"
)

// moves lets the realms move in drawn order, each its lines in the order of its sheet. The one that comes later
// attacks, and every combat is fought at once.
func moves(t *Turn) {
	order := t.all()
	d := t.Dice()
	for i := len(order) - 1; i > 0; i-- {
		j := d.N(int64(i + 1))
		order[i], order[j] = order[j], order[i]
	}
	for _, realm := range order {
		for _, l := range t.sheets[realm-1].Lines {
			if t.receipt != nil {
				weigh(t, realm, l)
			} else {
				move(t, realm, l)
			}
		}
	}
}

// move carries out a line of $A, unless a line on which it depends was refused.
func move(t *Turn, realm int, l orders.Line) {
	told := len(t.Refused[realm])
	if line := hanging(t, realm, l.Order); line > 0 {
		t.Refuse(realm, l.Position, phrase.P("hangs-refused", phrase.Num("line2", line)))
	} else {
		carryOut(t, realm, l)
	}
	strand(t, realm, l, bad(t.Refused[realm][told:]))
}

// bad reports whether one of these problems refuses a line. Pass only the problems that came with the line: looking at
// all of a realm's would take lines times lines.
func bad(told []orders.Problem) bool {
	return slices.ContainsFunc(told, func(p orders.Problem) bool { return p.Severity == orders.Error })
}

func carryOut(t *Turn, realm int, l orders.Line) {
	switch o := l.Order.(type) {
	case order.MoveOrder:
		march(t, realm, l.Position, o)
	case order.EmbarkOrder:
		embark(t, realm, l.Position, o)
	case order.TransferOrder:
		transfer(t, realm, l.Position, o)
	case order.SailOrder:
		sail(t, realm, l.Position, o)
	case order.JoinOrder:
		joinFleets(t, realm, l.Position, o)
	case order.ShipsOrder:
		handShips(t, realm, l.Position, o)
	}
}

// act carries out an order of $R, $B or $A that is thought of.
func act(t *Turn, whose int, at orders.Position, o orders.Order) {
	r := &t.State.Realms[whose-1]
	switch o := o.(type) {
	case order.RaiseOrder:
		raise(t, r, at, o)
	case order.BuildOrder:
		work(t, r, at, o)
	default:
		weigh(t, whose, orders.Line{Position: at, Order: o})
	}
}

// weigh carries out a line of $A for a receipt, and remembers what depends on it.
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

// concerned lists whom a line of $A is about, including leaders aboard its fleet and the fleet of its leader.
func concerned(t *Turn, realm int, line orders.Order) []concern {
	var out []concern
	r := &t.State.Realms[realm-1]
	add := func(of concern) {
		out = append(out, of)
		if l := r.Leader(of.leader); l != nil && l.Aboard > 0 {
			out = append(out, concern{fleet: l.Aboard})
		}
		if of.fleet > 0 {
			for _, l := range r.Aboard(of.fleet) {
				out = append(out, about(l.Name))
			}
		}
	}
	add(subject(line))
	switch o := line.(type) {
	case order.EmbarkOrder:
		out = append(out, concern{fleet: o.Fleet})
	case order.TransferOrder:
		if l := r.Leader(o.Leader); o.Other != "" {
			add(about(o.Other))
		} else if l != nil {
			out = append(out, concern{garrison: l.At})
		}
	case order.JoinOrder:
		add(concern{fleet: o.To})
	case order.ShipsOrder:
		number := o.Other
		if number == 0 {
			number = freeFleet(t, r)
		}
		add(concern{fleet: number})
	}
	return out
}

// An order that depends on a refused one is refused with it (rules §2.5). A leader who lands from a fleet whose voyage
// was refused would land in the wrong place.

// subject is the leader or the fleet that a line of $A orders.
func subject(line orders.Order) concern {
	switch o := line.(type) {
	case order.MoveOrder:
		return about(o.Leader)
	case order.EmbarkOrder:
		return about(o.Leader)
	case order.TransferOrder:
		return about(o.Leader)
	case order.SailOrder:
		return concern{fleet: o.Fleet}
	case order.JoinOrder:
		return concern{fleet: o.Fleet}
	case order.ShipsOrder:
		return concern{fleet: o.Fleet}
	}
	return concern{}
}

// movedBy is the leader or the fleet that a line of $A moves.
func movedBy(line orders.Order) (concern, bool) {
	switch line.(type) {
	case order.MoveOrder, order.EmbarkOrder, order.SailOrder:
		return subject(line), true
	}
	return concern{}, false
}

// restsOn is the leader or the fleet that must have arrived before a line of $A can mean what it says. It is the fleet
// from which somebody lands, to which he goes aboard, or out of which a new one is made. It is also the leader who
// gives units to a garrison or takes them.
func restsOn(t *Turn, realm int, line orders.Order) (concern, bool) {
	switch o := line.(type) {
	case order.EmbarkOrder:
		return concern{fleet: o.Fleet}, true
	case order.TransferOrder:
		return about(o.Leader), o.Other == ""
	case order.ShipsOrder:
		return concern{fleet: o.Fleet}, o.Give && (o.Other == 0 || t.State.Realms[realm-1].Fleet(o.Other) == nil)
	}
	return concern{}, false
}

// hanging is the number of the refused line on which an order of $A depends, or 0 if there is none.
func hanging(t *Turn, realm int, order orders.Order) int {
	of, rests := restsOn(t, realm, order)
	if !rests {
		return 0
	}
	return t.stranded[mover{realm, of}]
}

// strand notes that a line was refused, or the refused line on which it depends. A later line that is carried out
// removes the note.
func strand(t *Turn, realm int, l orders.Line, refused bool) {
	of, moves := movedBy(l.Order)
	if !moves {
		return
	}
	key, because := mover{realm, of}, hanging(t, realm, l.Order)
	switch {
	case !refused:
		delete(t.stranded, key)
	case because > 0:
		t.stranded[key] = because
	default:
		t.stranded[key] = l.Line
	}
}
