package turn

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/rulekit"
)

// Phase is a step of a turn.
type Phase rulekit.Phase[*Turn]

// Planned are the phases that realms' own orders decide. A receipt plays them too.
var Planned = []Phase{
	{"settings", each(set)},
	{"treaties", treaties},    // before every question who is whose enemy
	{"standing", each(stand)}, // before any fight
	{"income", income},        // before spending
	{"recruit", each(raise)},  //
	{"build", each(work)},     // after recruiting, as in the sheet
	{"moves", moves},          //
	{"messages", messages},
}

// beforeMoves are the phases of Planned before $A.
func beforeMoves() []Phase {
	return Planned[:slices.IndexFunc(Planned, func(p Phase) bool { return p.Name == "moves" })]
}

// Driven are the phases that the rules drive.
var Driven = []Phase{
	{"natives", natives}, // after the moves, so that nobody is attacked before moving
	{"pirates", pirates},
	{"missed", missed},
	{"year", year},
}

// Run plays phases.
func (t *Turn) Run(phases []Phase) { rulekit.Play(&t.Turn, t, phases) }

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
