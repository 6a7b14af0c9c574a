package thoramar

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
)

// notYet warns that nothing is done for an order, because this world does not
// play what it asks for. What is the order's subject as the player wrote it,
// such as "S.L 1" or "shots".
func (t *turn) notYet(realm int, at orders.Position, what phrase.Arg) {
	what.Name = "what"
	t.refused[realm] = append(t.refused[realm], refusal{line: at.Line, col: at.Col, what: phrase.P("not-yet", what), warn: true})
}

// undone tells whether nothing was done for the order: it was refused, or this
// world does not play what it asks for. Mere caveats leave orders in force.
func (r *refusal) undone() bool { return !r.warn || r.what.Code == "not-yet" }
