package turn

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/sight"
)

// Trial tries orders over the world as a realm knows it, each by itself and by the code of the turn. Nothing is left of
// an order that was tried.
type Trial struct {
	realm.Position       // when the realm has its income, and its orders except those of $A are carried out
	Realm          int   // whose orders are tried
	Purse          int64 // what it can still spend
	from           realm.Position
	seen           []bool
}

// bottomless is more than any order costs.
const bottomless = 1 << 40

// Try begins trials. The sheet has the realm's orders so far.
func Try(p realm.Position, in game.Sheet) *Trial {
	y := &Trial{Realm: in.Realm, from: p, seen: sight.Seen(p.State, in.Realm)}
	in.Turn = p.State.Turn
	t := y.begin(p.State, []game.Sheet{in})
	t.Run(beforeMoves())
	y.Position, y.Purse = t.Position, t.State.Realms[in.Realm-1].Ducats
	return y
}

// begin makes a receipt's turn on a copy of a state.
func (y *Trial) begin(s *realm.State, sheets []game.Sheet) *Turn {
	t := Begin(y.from, s.Clone(), sheets, game.Seed{})
	t.forReceipt(&receipt{realm: y.Realm, seen: y.seen, plan: newProspects(), plays: forecasts})
	return t
}

// Tried is what comes of an order.
type Tried struct {
	Why    phrase.Phrase   // why it is not done as things are; no code: it is done
	Doubts []phrase.Phrase // on what it depends, and who has to be fought
	Meets  bool            // somebody has to be fought
	Lands  int             // where the leader or the fleet is then
}

// Order tries an order of $R, $B or $A. Whether the purse reaches is not asked.
func (y *Trial) Order(o orders.Order) (out Tried) {
	t, at := y.begin(y.State, nil), orders.Position{Line: 1, Col: 1}
	r := &t.State.Realms[y.Realm-1]
	r.Ducats = bottomless
	switch o := o.(type) {
	case order.RaiseOrder:
		raise(t, r, at, o)
	case order.BuildOrder:
		work(t, r, at, o)
	default:
		weigh(t, y.Realm, orders.Line{Position: at, Order: o})
	}
	for _, p := range t.Refused[y.Realm] {
		if p.Severity == orders.Error || p.What.Code == "only-if" {
			out.Why = p.What
		} else {
			out.Doubts = append(out.Doubts, p.What)
		}
	}
	if of, moves := movedBy(o); moves {
		out.Lands = lands(&t.State.Realms[y.Realm-1], of)
	}
	for _, told := range t.InForce {
		if t.receipt.plan.forked && out.Why.Code == "" {
			out.Doubts = append(out.Doubts, told.What)
		}
		out.Meets = out.Meets || strings.HasPrefix(told.What.Code, "will-attack") ||
			strings.HasPrefix(told.What.Code, "will-fight")
	}
	return out
}

// lands is where a leader or a fleet is; 0: nowhere.
func lands(r *realm.Realm, of concern) int {
	for i := range r.Leaders {
		if l := &r.Leaders[i]; of.leader != "" && orders.Fold(l.Name) == of.leader {
			return l.At
		}
	}
	if f := r.Fleet(of.fleet); f != nil {
		return f.At
	}
	return 0
}
