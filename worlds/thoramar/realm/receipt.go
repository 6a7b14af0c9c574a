package realm

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Clear reports whether the field is known as it is now: always in a turn, in a receipt only where the realm looks.
func (t *Turn) Clear(p game.Place) bool { return t.Receipt == nil || t.Receipt.Clear.Has(p) }

// Known reports whether the field's terrain is known.
func (t *Turn) Known(p game.Place) bool { return t.Receipt == nil || t.Receipt.Seen.Has(p) }

// Receipt is what a turn has in addition when it is played for a receipt, over what one realm knows (law 8).
type Receipt struct {
	Clear  Places      // known as they are now
	Seen   Places      // with known terrain
	Close  Places      // own land, and fields with an own army: known down to what is built on them
	Masked Places      // with armies whose realm must not be seen
	Wished []int       // realms with which it would have a treaty
	Paid   []Paid      // what orders have cost so far
	hung   map[int]int // lines that hang on a treaty in force, each with the realm whose sheet has it
}

// Paid is gold that an order has cost.
type Paid struct {
	Line int
	Gold int64
}

// KnowsEdge reports whether the roads, walls and bridges between two neighbours are known.
func (k *Receipt) KnowsEdge(p, q game.Place) bool { return k.Close.Has(p) || k.Close.Has(q) }

// Foretold maps sentences about what has happened to those that a receipt says about what will happen, with the same
// arguments.
var Foretold = map[string]string{
	"building-named": "will-building-named", "recruited": "will-recruited", "reinforced": "will-reinforced",
	"points-recruited": "will-points-recruited", "points-reinforced": "will-points-reinforced",
	"gold-sent":     "will-gold-sent",
	"realm-renamed": "will-realm-renamed", "split": "will-split", "merged": "will-merged",
	"formation-left":   "will-formation-left",
	"formation-joined": "will-formation-joined", "blessed": "will-blessed", "summoned": "will-summoned",
	"treaty-ended": "will-treaty-ended",
}

// Foresees makes the turn one that is played for a receipt, over what one realm knows.
func (t *Turn) Foresees(k *Receipt) { t.Receipt, t.ForReceipt = k, true }

// Hangs notes, if it does, that a realm's line hangs on a treaty that may end this turn.
func (t *Turn) Hangs(realm int, at orders.Position, hangs bool) {
	if !hangs {
		return
	}
	if t.Receipt.hung == nil {
		t.Receipt.hung = map[int]int{}
	}
	t.Receipt.hung[at.Line] = realm
}

// Accept records in words, for the receipt, that an order counts. One that hangs on a treaty is told with the condition.
func (t *Turn) Accept(at orders.Position, what phrase.Phrase) {
	if will := Foretold[what.Code]; will != "" {
		what.Code = will
	}
	if t.Receipt != nil && t.Receipt.hung[at.Line] != 0 {
		t.Caveat(t.Receipt.hung[at.Line], at, what)
		what = phrase.P(game.WillIf)
	}
	t.Turn.Accept(at, what)
}

// Did tells the realm what its order did, in the report and in the receipt alike.
func (t *Turn) Did(realm int, at orders.Position, what phrase.Phrase) {
	t.Accept(at, what)
	t.Tell(what, realm)
}

// TellArmy tells an army's realm something of it. The sentence's first argument is the army.
func (t *Turn) TellArmy(a *Army, code string, args ...phrase.Arg) {
	all := [8]phrase.Arg{phrase.Str("army", a.Name.String())} // Tell keeps nothing of it, so it need not be on the heap
	t.Tell(phrase.P(code, append(all[:1], args...)...), a.Realm)
}

// DidArmy tells an army's realm what its line did, likewise.
func (t *Turn) DidArmy(a *Army, code string, args ...phrase.Arg) {
	t.Did(a.Realm, a.March.At, a.says(code, args))
}

// RefuseArmy refuses an army's line, likewise.
func (t *Turn) RefuseArmy(a *Army, code string, args ...phrase.Arg) {
	t.Refuse(a.Realm, a.March.At, a.says(code, args))
}

// CaveatArmy warns about an army's line, likewise.
func (t *Turn) CaveatArmy(a *Army, code string, args ...phrase.Arg) {
	t.Caveat(a.Realm, a.March.At, a.says(code, args))
}

// says is a sentence about the army, by the name that it has in its realm.
func (a *Army) says(code string, args []phrase.Arg) phrase.Phrase {
	all := append(make([]phrase.Arg, 0, 1+len(args)), phrase.Str("army", a.Name.String()))
	return phrase.P(code, append(all, args...)...)
}

// Caveat warns about an order that counts, but perhaps not as it was meant.
func (t *Turn) Caveat(realm int, at orders.Position, what phrase.Phrase) {
	t.Refused[realm] = append(t.Refused[realm], orders.Problem{Position: at, Severity: orders.Warning, What: what})
}
