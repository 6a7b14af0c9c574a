package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/realm"
)

// Phase is one step of a turn.
type Phase rulekit.Phase[*Turn]

// Plans are the phases that sheets decide before anything happens. They depend only on facts that the realm knows, so
// the receipt can promise them.
var Plans = []Phase{
	{"settings", settings},     // first, so that refusals speak the right language
	{"regroup", regroup},       // before all other lines: they may name the new armies
	{"formations", formations}, // $K
	{"statuses", statuses},     // $A: who supports whom, who attacks
	{"marches", marches},       // $A: paths
	{"intents", intents},       // $A: who takes or plunders; after the paths, as some take where a path ends
	{"mana", charge},           // $H: mana for battles
}

// Week are the phases of what happens then (decision "order of a turn").
var Week = []Phase{
	{"drowning", drown},
	{"battles", fights},
	{"refund", refund}, // after the battles: armies without one get the mana back
	{"healing", heal},
	{"conquest", conquest},
	{"home", homes}, // after conquest: only a province that is still held can be a home
	{"movement", move},
	{"occupation", occupy}, // after movement: armies that came to take what nobody holds
	{"population", grow},
	{"income", income},
	{"production", produce}, // $B before $R: walls before men
	{"expenses", expenses},  // after production: new units cost upkeep at once
	{"watch", watch},        // who will drown, whose rout is over
	{"fallen", fallen},
	{"messages", messages},
	{"missed", missed},
	{"ending", ending}, // last: the scores at the end of the week
}

// foreseen are the phases that a receipt plays. They leave out what others do.
var foreseen = []Phase{
	{"drowning", drown}, {"home", homes}, {"movement", move}, {"population", grow}, {"income", income},
	{"production", produce}, {"expenses", expenses}, {"messages", messages},
}

// Run plays phases.
func (t *Turn) Run(list []Phase) { rulekit.Play(&t.Turn, t, list) }

// Resolve plays the turn on a copy of the position.
func Resolve(p realm.Position, in []game.Sheet, seed game.Seed) *Turn {
	t := New(p, in, seed)
	t.Run(Plans)
	t.Run(Week)
	t.State.Turn++
	t.Close()
	return t
}

// Close notes which lines of the sheets were not carried out.
func (t *Turn) Close() {
	for whose := range t.sheets {
		t.Undone(whose, t.Rules.Language(), t.sheets[whose], t.sheets[whose].Problems, t.Refused[whose])
	}
	t.Refused[0] = rulekit.Undone(masterless(t.master.Lines), t.master.Problems)
}

// masterless refuses all lines of the game master, who cannot give orders here.
func masterless(lines []orders.Line) []orders.Problem {
	return rulekit.RefuseAll(lines, phrase.P("no-master-orders"))
}
