package turn

import (
	"weltentor/orders"
	"weltentor/worlds/kolonien/order"
)

// An order that hangs on a refused one is refused with it (rules §2.5): who lands from a
// fleet whose voyage was refused would land somewhere else than he was told to.

// movedBy is whom or what a line of $A takes to another place.
func movedBy(line orders.Order) (concern, bool) {
	switch o := line.(type) {
	case order.MoveOrder:
		return about(o.Leader), true
	case order.EmbarkOrder:
		return about(o.Leader), true
	case order.SailOrder:
		return concern{fleet: o.Fleet}, true
	}
	return concern{}, false
}

// restsOn is whom or what must have come to its place before a line of $A can mean what
// it says: the fleet of who lands or goes aboard, or of which a new one is made, and the
// leader who gives to a garrison or takes from it.
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

// hanging is the refused line on which one of $A hangs; 0 none.
func hanging(t *Turn, realm int, order orders.Order) int {
	of, rests := restsOn(t, realm, order)
	if !rests {
		return 0
	}
	return t.stranded[stranded{realm, of}]
}

// strand remembers that a line was refused, or by which; a later one that is done
// makes it forgotten.
func strand(t *Turn, realm int, l orders.Line, refused bool) {
	of, moves := movedBy(l.Order)
	if !moves {
		return
	}
	key, because := stranded{realm, of}, hanging(t, realm, l.Order)
	switch {
	case !refused:
		delete(t.stranded, key)
	case because > 0:
		t.stranded[key] = because
	default:
		t.stranded[key] = l.Line
	}
}
