package turn

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
)

// Phase is a step of a turn.
type Phase rulekit.Phase[*Turn]

// Planned are the phases of a turn of orders that a receipt plays too.
var Planned = []Phase{
	{"misplaced", misplaced}, // before every phase that could read such a line
	{"behind", behind},
	{"settings", settings}, //
	{"lists", lists},       // before the pairings with which they leave
	{"commands", command},  // before the clock
	{"income", income},     // before it is spent
	{"relief", relief},     // where the armies stand
}

// Played are the phases of a turn of orders that come after those: they play what others do too.
var Played = []Phase{
	{"clock", clock},
	{"forage", forage}, // after the clock, which says which fields were passed and what is still linked
	{"pairings", pairings},
	{"messages", messages},
}

// Told are the phases with which a turn of results begins.
var Told = []Phase{
	{"misplaced", misplaced},
	{"behind", behind},
	{"settings", settings},
	{"lists", lists}, // to say that they come too late
	{"messages", messages},
}

// Fought are the phases after the battles. Without a battle at the table they come right after the pairings.
var Fought = []Phase{
	{"stakes", stakes}, // before what they decide
	{"results", results},
	{"losses", losses}, // before the land: its garrisons may be gone then
	{"land", land},     // before the retreats, which go to own land first
	{"retreats", retreats},
	{"treasury", spoils},
	{"fallen", fallen}, // after every phase in which a field may be won
	{"ending", ending},
}

// checked are the phases that a receipt plays, by mail phase.
var checked = map[string][]Phase{
	realm.InOrders: append(slices.Clone(Planned), Phase{"together", together}, Phase{"stakes", stakes},
		Phase{"messages", messages}),
	realm.InResults: append(slices.Clone(Told), Phase{"stakes", stakes}, Phase{"results", repeats}),
}

// Run plays phases on the turn, one after the other.
func (t *Turn) Run(phases []Phase) { rulekit.Play(&t.Turn, t, phases) }

// Resolve plays a mail phase. A round without a battle at the table has no phase of results: what comes after the
// battles happens at once (§1.3).
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
