package turn

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
)

// Phase is a step of a turn.
type Phase frame.Phase[*Turn]

// Planned are the phases that realms' own orders decide; a receipt plays them too.
var Planned = []Phase{
	{"settings", settings},
	{"treaties", treaties}, // before all that asks who is whose enemy
	{"standing", stand},    // before any fight
	{"income", income},     // before spending
	{"recruit", recruit},   //
	{"build", build},       // after recruiting, as the sheet has them
	{"moves", moves},       //
	{"messages", messages},
}

// Driven are the phases that the rules lead.
var Driven = []Phase{
	{"natives", natives}, // after the moves, so that nobody is struck before having moved
	{"pirates", pirates},
	{"missed", missed},
	{"year", year},
}

// Run plays phases.
func (t *Turn) Run(phases []Phase) { frame.Play(&t.Turn, t, phases) }

// Resolve plays the year.
func Resolve(p realm.Position, sheets []game.Sheet, seed game.Seed) *Turn {
	t := Begin(p, p.State.Clone(), sheets, seed)
	t.Run(Planned)
	t.Run(Driven)
	t.State.Turn++
	for i := range t.sheets {
		t.Undone(i+1, p.Rules.Language(), t.sheets[i], t.Refused[i+1], t.sheets[i].Problems)
	}
	return t
}
