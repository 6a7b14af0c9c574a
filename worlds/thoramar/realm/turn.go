package realm

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/tables"
)

// Turn is the world while a turn is played. Phases change the state in place, one
// after the other, and tell what they did as events.
type Turn struct {
	Tables *tables.Tables
	Grid   game.Grid
	Seed   game.Seed
	State  *State
	Sheets []Sheet // by realm number; nil lines where no orders came
	Week   int     // 0 before week 1, 1–13, 14 after
	Phase  string

	Events  []game.Event
	Refused [][]Refusal        // by realm number: orders that could not be done
	Income  []map[string]int64 // by realm number: what came into the treasury, by source
	Outlay  []map[string]int64 // by realm number: what its treasury spent, by purpose

	turns          []initiative      // room for ByInitiative
	At             [][]*Army         // armies by place, kept by AddArmy, RemoveArmy, MoveArmy
	Formations     []*Army           // those with members, in the order they were formed; also ones that are gone
	TreatiesBefore [][]TreatyWith    // by realm: as they were when the turn began
	Titles         []string          // by realm: its name as the turn began
	Peoples        []*tables.Culture // by realm: its culture, nil where that is not known

	Began   *State   // the world before the turn, nil where nothing is played
	Saw     []Places // by realm: what it saw then, once somebody has asked; see sight.Sees
	Receipt *Receipt // nil in a turn; what one realm knows, when it is played for a receipt

	Gates   map[int]game.Place // the working ones by number, once somebody has asked
	Traded  []game.Place       // where trade was done this turn
	Exposed []*Army            // who gave itself away this week
}

// Sheet is a realm's orders, parsed.
type Sheet struct {
	Came     bool // the realm sent orders
	Away     bool // it sent none, and its player had said that he is away
	Lines    []orders.Line
	Problems []orders.Problem // of the text
}

// Refusal is an order that could not be done, told in the head of the report
// and, on facts known when it came, in the receipt.
type Refusal struct {
	Line int // of the sheet; 0 none
	Col  int
	What phrase.Phrase
	Warn bool // only a caveat: the order counts
}

// Tell records an event for the realms given; 0 and repeats are dropped.
func (t *Turn) Tell(what phrase.Phrase, realms ...int) {
	t.Events = append(t.Events, game.Event{Week: t.Week, Phase: t.Phase, Realms: SortedRealms(realms), Phrase: what})
}

// SortedRealms sorts realms, drops 0 and repeats; nil if none is left.
func SortedRealms(in []int) []int {
	out := make([]int, 0, len(in))
	for _, r := range in {
		if r == 0 {
			continue
		}
		i := 0
		for i < len(out) && out[i] < r {
			i++
		}
		if i < len(out) && out[i] == r {
			continue
		}
		out = append(out, 0)
		copy(out[i+1:], out[i:])
		out[i] = r
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// Refuse records an order that could not be done.
func (t *Turn) Refuse(realm int, at orders.Position, what phrase.Phrase) {
	t.Refused[realm] = append(t.Refused[realm], Refusal{Line: at.Line, Col: at.Col, What: what})
}

// Dice are keyed by turn, week, phase and subject (law 5).
func (t *Turn) Dice(subject ...int64) *game.Dice {
	return t.Seed.Throw(t.State.Turn, t.Week, t.Phase, subject...)
}

// Earn puts gold into a treasury and notes the source for the report.
func (t *Turn) Earn(realm int, source string, gold int64) {
	if realm == 0 || gold == 0 {
		return
	}
	t.State.Realms[realm].Gold += gold
	if t.Income[realm] == nil {
		t.Income[realm] = map[string]int64{}
	}
	t.Income[realm][source] += gold
}

// Spend takes gold from a treasury that holds it, and notes the purpose for the
// report.
func (t *Turn) Spend(realm int, purpose string, gold int64) {
	if gold == 0 {
		return
	}
	t.State.Realms[realm].Gold -= gold
	if t.Outlay[realm] == nil {
		t.Outlay[realm] = map[string]int64{}
	}
	t.Outlay[realm][purpose] += gold
}

// Begin makes what the phases work on: the state itself, without sheets, with room for
// the armies by field.
func Begin(numbers *tables.Tables, s *State, seed game.Seed, at [][]*Army) *Turn {
	t := &Turn{
		Tables: numbers, Grid: s.Grid, Seed: seed, State: s,
		Sheets:  make([]Sheet, len(s.Realms)),
		Refused: make([][]Refusal, len(s.Realms)),
		Income:  make([]map[string]int64, len(s.Realms)),
		Outlay:  make([]map[string]int64, len(s.Realms)),
		At:      at,
	}
	t.TreatiesBefore = make([][]TreatyWith, len(s.Realms))
	t.Peoples = make([]*tables.Culture, len(s.Realms))
	for i := range s.Realms {
		t.Peoples[i] = People(numbers, &s.Realms[i])
		t.TreatiesBefore[i] = s.Realms[i].Treaties
	}
	for _, list := range s.Armies {
		for _, a := range list {
			if a.At >= 0 && a.Sights() {
				t.At[a.At] = append(t.At[a.At], a)
			}
		}
	}
	t.listFormations()
	return t
}

// OrdersOf calls do with each order of the type in a realm's sheet, in the
// order of the file, and its position.
func OrdersOf[T orders.Order](t *Turn, realm int, do func(orders.Position, T)) {
	for _, l := range t.Sheets[realm].Lines {
		if o, ok := l.Order.(T); ok {
			do(l.Position, o)
		}
	}
}
