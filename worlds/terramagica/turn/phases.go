package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
)

// Phase is one step of a turn.
type Phase frame.Phase[*Turn]

// Plans are what sheets decide before anything happens: all of it rests on facts
// the realm knows, so that the receipt can promise it.
var Plans = []Phase{
	{"settings", settings},     // first, so that refusals speak the right language
	{"regroup", regroup},       // before all other lines: they may name the new armies
	{"formations", formations}, // $K
	{"statuses", statuses},     // $A: who stands by whom, who attacks
	{"marches", marches},       // $A: paths
	{"intents", intents},       // $A: who takes or plunders; after the paths, at whose end some take
	{"mana", charge},           // $H: mana for battles
}

// Week is what then happens (decision "order of a turn").
var Week = []Phase{
	{"drowning", drown},
	{"battles", fights},
	{"refund", refund}, // after the battles: who had none gets the mana back
	{"healing", heal},
	{"conquest", conquest},
	{"home", homes}, // after conquest: only a province still held can be a home
	{"movement", move},
	{"occupation", occupy}, // after movement: who came to take what nobody holds
	{"population", grow},
	{"income", income},
	{"production", produce}, // $B before $R: walls before men
	{"expenses", expenses},  // after production: new units cost upkeep at once
	{"watch", watch},        // who will drown, who is routed no more
	{"fallen", fallen},
	{"messages", messages},
	{"missed", missed},
	{"ending", ending}, // last: the score is that of the week's end
}

// foreseen are the phases a receipt plays: what others do is not in them.
var foreseen = []Phase{
	{"drowning", drown}, {"home", homes}, {"movement", move}, {"population", grow}, {"income", income},
	{"production", produce}, {"expenses", expenses}, {"messages", messages},
}

// Run plays phases.
func (t *Turn) Run(list []Phase) { frame.Play(&t.Turn, t, list) }

// Resolve plays the turn on a copy of the position.
func Resolve(p realm.Position, in []game.Sheet, seed game.Seed) *Turn {
	t := New(p, in, seed)
	t.Run(Plans)
	t.Run(Week)
	t.State.Turn++
	t.Close()
	return t
}

// Close notes what of the sheets was not done.
func (t *Turn) Close() {
	for whose := range t.sheets {
		t.Undone(whose, t.Rules.Language(), t.sheets[whose], t.sheets[whose].Problems, t.Refused[whose])
	}
	t.Refused[0] = frame.Undone(masterless(t.master.Lines), t.master.Problems)
}

// masterless refuses all lines of the game master, who has no orders to give here.
func masterless(lines []orders.Line) []orders.Problem {
	var out []orders.Problem
	for _, l := range lines {
		no := phrase.P("no-master-orders")
		out = append(out, orders.Problem{Position: l.Position, Severity: orders.Error, What: no})
	}
	return out
}
