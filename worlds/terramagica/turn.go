package terramagica

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// turn is a week being resolved. Phases change its state in place, one after the
// other, and tell what they did as events.
type turn struct {
	frame.Turn
	Position
	war *war

	sheets  []frame.Sheet // by realm; no lines where no orders came
	master  frame.Sheet   // of realm 0: the game master's
	purses  []purse       // by realm: what came in and went out this week
	points  []int64       // by province: production points left
	receipt *receipt
}

// purse is a realm's week in gold.
type purse struct{ tax, booty, built, recruited, upkeep int64 }

// phase is one step of a turn.
type phase frame.Phase[*turn]

// plans are what sheets decide before anything happens: all of it rests on facts
// the realm knows, so that the receipt can promise it.
var plans = []phase{
	{"settings", settings},     // first, so that refusals speak the right language
	{"regroup", regroup},       // before all other lines: they may name the new armies
	{"formations", formations}, // $K
	{"statuses", statuses},     // $A: who stands by whom, who attacks
	{"marches", marches},       // $A: paths
	{"intents", intents},       // $A: who takes or plunders; after the paths, at whose end some take
	{"mana", charge},           // $H: mana for battles
}

// week is what then happens (decision "order of a turn").
var week = []phase{
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
var foreseen = []phase{
	{"drowning", drown}, {"home", homes}, {"movement", move}, {"population", grow}, {"income", income},
	{"production", produce}, {"expenses", expenses}, {"messages", messages},
}

func (t *turn) play() {
	t.run(plans)
	t.run(week)
	t.State.Turn++
}

func (t *turn) run(list []phase) { frame.Play(&t.Turn, t, list) }

// startTurn makes the turn that plays on the position itself, without sheets.
func startTurn(p Position, seed game.Seed) *turn {
	s := p.State
	t := &turn{
		Turn: frame.Begin(seed, s.Turn, len(s.Realms)-1), Position: p,
		sheets: make([]frame.Sheet, len(s.Realms)), purses: make([]purse, len(s.Realms)),
		points: make([]int64, len(s.Provinces)),
	}
	t.war = newWar(p, &t.Turn)
	return t
}

// resolve plays the turn on a copy of the position.
func resolve(p Position, in []game.Sheet, seed game.Seed) *turn {
	t := newTurn(p, in, seed)
	t.play()
	t.close()
	return t
}

// close notes what of the sheets was not done.
func (t *turn) close() {
	for whose := range t.sheets {
		t.Undone(whose, t.Rules.Language(), t.sheets[whose], t.sheets[whose].Problems, t.Refused[whose])
	}
	t.Refused[0] = frame.Undone(masterless(t.master.Lines), t.master.Problems)
}

// newTurn makes the turn of a copy of the position, with the sheets parsed.
func newTurn(p Position, in []game.Sheet, seed game.Seed) *turn {
	t := startTurn(p.With(p.State.clone()), seed)
	for _, s := range in {
		switch r := t.State.realm(s.Realm); {
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

// subject makes dice's subject of an army: its realm and the letters of its name.
func (a *Army) subject() []int64 {
	out := []int64{int64(a.Realm)}
	for _, c := range []byte(orders.Fold(a.Name)) {
		out = append(out, int64(c))
	}
	return out
}

// ordersOf calls do with each order of the type in the sheets, by realm and in
// the order of the file.
func ordersOf[T orders.Order](t *turn, do func(whose int, at orders.Position, o T)) {
	for whose := range t.sheets {
		frame.Each(t.sheets[whose].Lines, func(at orders.Position, o T) { do(whose, at, o) })
	}
}

// own finds the army an order names; where there is none the order is refused,
// with what its realm may have meant.
func (t *turn) own(whose int, at orders.Position, name string) *Army {
	a := t.State.army(whose, name)
	if a == nil {
		t.noArmy(whose, at, "no-such-army", name)
	}
	return a
}

func (t *turn) noArmy(whose int, at orders.Position, code, name string) {
	var names []string
	for _, b := range t.State.Armies[whose] {
		names = append(names, b.Name)
	}
	t.Refuse(whose, at, orders.Guessed(code, orders.Nearest(name, names), phrase.Str("army", orders.Clip(name))))
}
