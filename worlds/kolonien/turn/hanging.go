package turn

import (
	"weltentor/orders"
	"weltentor/worlds/kolonien/order"
)

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
