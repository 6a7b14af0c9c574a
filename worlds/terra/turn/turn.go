// Package turn plays a mail phase: a position and the sheets of its nations go in, the position after it comes out, with
// what happened and what was refused. The root calls it for a turn, and for a receipt, which plays the same phases over
// what one nation knows.
package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/sight"
)

// Turn is a mail phase being resolved. Phases change state in place. Played with
// a receipt it is the check of one realm's sheet over what that realm knows.
type Turn struct {
	frame.Turn
	realm.Position
	began   *realm.State   // as the phase began; nobody changes it
	sheets  []sheet        // by realm; 0 the game master's
	links   []*realm.Links // by realm − 1, from the income on
	Plans   []Plan         // of this round's armies, by realm and number
	entered int64          // steps done on this round's clock
	drawn   []int          // battles of this turn's pairing, by their places in the list
	receipt *receipt       // nil when the turn is resolved
}

// sheet is one realm's orders, parsed.
type sheet struct {
	frame.Sheet
	files []game.File
	text  string
	ends  int // the line that ends the orders; 0 none
}

// Phase is a step of a turn.
type Phase frame.Phase[*Turn]

// Planned are the phases of a turn of orders that a receipt plays too.
var Planned = []Phase{
	{"misplaced", misplaced}, // before all that could take such a line
	{"behind", behind},
	{"settings", settings}, //
	{"lists", lists},       // before the pairings they go out with
	{"commands", command},  // before the clock
	{"income", income},     // before it is spent
	{"relief", relief},     // where the armies stand
}

// Played are the phases of a turn of orders that follow: what others do too.
var Played = []Phase{
	{"clock", clock},
	{"forage", forage}, // after the clock, which tells the fields passed and what still is linked
	{"pairings", pairings},
	{"messages", messages},
}

// Told are the phases with which a turn of results begins.
var Told = []Phase{
	{"misplaced", misplaced},
	{"behind", behind},
	{"settings", settings},
	{"lists", lists}, // to tell that they come too late
	{"messages", messages},
}

// Fought are the phases that follow the battles; without a battle at the table they
// follow the pairings at once.
var Fought = []Phase{
	{"stakes", stakes}, // before what they decide
	{"results", results},
	{"losses", losses}, // before the land, whose garrisons may be gone then
	{"land", land},     // before the retreats, which go to own land first
	{"retreats", retreats},
	{"treasury", spoils},
	{"fallen", fallen}, // after all who may have won a field
	{"ending", ending},
}

// checked are the phases a receipt plays, by mail phase.
var checked = map[string][]Phase{
	realm.InOrders: append(slices.Clone(Planned), Phase{"together", together}, Phase{"stakes", stakes},
		Phase{"messages", messages}),
	realm.InResults: append(slices.Clone(Told), Phase{"stakes", stakes}, Phase{"results", repeats}),
}

// seen lists by place what a realm saw when the turn began.
func (t *Turn) seen(realm int) []bool {
	if t.receipt != nil {
		return t.receipt.seen
	}
	before := t.Position
	before.State = t.began
	return sight.Seen(before, realm)
}

// Begin makes the turn of a state that has come of a position, with its sheets parsed.
func Begin(from realm.Position, state *realm.State, sheets []game.Sheet, seed game.Seed) *Turn {
	t := &Turn{Turn: frame.Begin(seed, state.Turn, len(state.Realms)), Position: from, began: from.State,
		sheets: make([]sheet, len(state.Realms)+1)}
	t.State = state
	for _, s := range sheets {
		if s.Realm < 0 || s.Realm > len(state.Realms) || s.Absent {
			continue
		}
		l := from.Rules.Language()
		t.sheets[s.Realm] = sheet{Sheet: frame.ReadSheet(l, s), files: s.Files, text: s.Text, ends: s.Orders(l).Ends}
	}
	return t
}

// Run plays phases on the turn, one after the other.
func (t *Turn) Run(phases []Phase) { frame.Play(&t.Turn, t, phases) }

// Resolve plays a mail phase. A round without a battle at the table has no phase of
// results: what follows the battles follows at once (§1.3).
func Resolve(p realm.Position, sheets []game.Sheet, seed game.Seed) *Turn {
	t := Begin(p, p.State.Clone(), sheets, seed)
	s := t.State
	if s.Phase == realm.InOrders {
		t.Run(Planned)
		t.Run(Played)
		s.Phase = realm.InResults
	} else {
		t.Run(Told)
	}
	if p.State.Phase == realm.InResults || !awaits(t.Position) {
		t.Run(Fought)
		s.Phase = realm.InOrders
		if !s.Over {
			s.Round++
		}
	}
	s.Turn++
	for realm := range t.Refused {
		t.Undone(realm, p.Rules.Language(), t.sheets[realm].Sheet, t.Refused[realm], t.sheets[realm].Problems)
		countProblems(p, realm, t.Refused[realm])
	}
	return t
}

// awaits tells whether a battle just paired is to be fought at the table.
func awaits(p realm.Position) bool {
	return slices.ContainsFunc(p.State.Battles,
		func(b realm.Battle) bool { return b.Round == p.State.Round && b.Table })
}

// each calls do for a realm's orders of one type, in the order of the sheet.
func each[O orders.Order](t *Turn, realm int, do func(at orders.Position, o O)) {
	frame.Each(t.sheets[realm].Lines, do)
}

// all are the numbers of all realms.
func (t *Turn) all() []int { return frame.All(len(t.State.Realms)) }
