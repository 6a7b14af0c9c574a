// Package turn resolves a week: a position and sheets of orders go in, the position after it comes out with all that
// happened. The rulebook calls it, and for a receipt it plays the same phases over what one realm knows.
package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/fight"
	"weltentor/worlds/terramagica/realm"
)

// Turn is a week being resolved. Phases change its state in place, one after the
// other, and tell what they did as events.
type Turn struct {
	frame.Turn
	realm.Position
	War *fight.War

	sheets  []frame.Sheet // by realm; no lines where no orders came
	master  frame.Sheet   // of realm 0: the game master's
	Purses  []Purse       // by realm: what came in and went out this week
	points  []int64       // by province: production points left
	receipt *receipt
}

// Purse is a realm's week in gold.
type Purse struct{ Tax, Booty, Built, Recruited, Upkeep int64 }

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

func (t *Turn) play() {
	t.Run(Plans)
	t.Run(Week)
	t.State.Turn++
}

func (t *Turn) Run(list []Phase) { frame.Play(&t.Turn, t, list) }

// begin makes the turn that plays on the position itself, without sheets.
func begin(p realm.Position, seed game.Seed) *Turn {
	s := p.State
	t := &Turn{
		Turn: frame.Begin(seed, s.Turn, len(s.Realms)-1), Position: p,
		sheets: make([]frame.Sheet, len(s.Realms)), Purses: make([]Purse, len(s.Realms)),
		points: make([]int64, len(s.Provinces)),
	}
	t.War = fight.NewWar(p, &t.Turn)
	return t
}

// Resolve plays the turn on a copy of the position.
func Resolve(p realm.Position, in []game.Sheet, seed game.Seed) *Turn {
	t := New(p, in, seed)
	t.play()
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

// New makes the turn of a copy of the position, with the sheets parsed.
func New(p realm.Position, in []game.Sheet, seed game.Seed) *Turn {
	t := begin(p.With(p.State.Clone()), seed)
	for _, s := range in {
		switch r := t.State.Realm(s.Realm); {
		case r == nil || r.Fallen:
		case s.Realm == 0:
			t.master = frame.ReadSheet(p.Rules.Language(), s)
		default:
			t.sheets[s.Realm] = frame.ReadSheet(p.Rules.Language(), s)
		}
	}
	return t
}

// receipt is what a turn has beside the rest when it is played for one.
type receipt struct {
	realm  int
	hinges hinges
	odds   map[string]tally // of battles reckoned already
	blows  int              // reckoned so far
}

// ordersOf calls do with each order of the type in the sheets, by realm and in
// the order of the file.
func ordersOf[T orders.Order](t *Turn, do func(whose int, at orders.Position, o T)) {
	for whose := range t.sheets {
		frame.Each(t.sheets[whose].Lines, func(at orders.Position, o T) { do(whose, at, o) })
	}
}

// own finds the army an order names; where there is none the order is refused,
// with what its realm may have meant.
func (t *Turn) own(whose int, at orders.Position, name string) *realm.Army {
	a := t.State.Army(whose, name)
	if a == nil {
		t.noArmy(whose, at, "no-such-army", name)
	}
	return a
}

func (t *Turn) noArmy(whose int, at orders.Position, code, name string) {
	var names []string
	for _, b := range t.State.Armies[whose] {
		names = append(names, b.Name)
	}
	t.Refuse(whose, at, orders.Guessed(code, orders.Nearest(name, names), phrase.Str("army", orders.Clip(name))))
}
