package thoramar

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// turn is a turn being resolved: the world its phases change, and what only reports
// and the turn's end ask for.
type turn struct {
	*Turn
	Watch
	rules   *Rulebook
	master  sheet // of realm 0: the game master's
	notices []game.Notice
	letters []letter // of $N, in the order of realms and files; the reports print them
	info    []bool   // by realm: asked for its strengths and spared terrains ($S info)
}

// Turn is the world while a turn is played. Phases change the state in place, one
// after the other, and tell what they did as events.
type Turn struct {
	tables *Tables
	grid   game.Grid
	seed   game.Seed
	state  *State
	sheets []sheet // by realm number; nil lines where no orders came
	week   int     // 0 before week 1, 1–13, 14 after
	phase  string

	events  []game.Event
	refused [][]refusal        // by realm number: orders that could not be done
	income  []map[string]int64 // by realm number: what came into the treasury, by source
	outlay  []map[string]int64 // by realm number: what its treasury spent, by purpose

	turns          []initiative   // room for byInitiative
	at             [][]*Army      // armies by place, kept by addArmy, removeArmy, moveArmy
	formations     []*Army        // those with members, in the order they were formed; also ones that are gone
	treatiesBefore [][]TreatyWith // by realm: as they were when the turn began
	titles         []string       // by realm: its name as the turn began
	peoples        []*Culture     // by realm: its culture, nil where that is not known

	began   *State   // the world before the turn, nil where nothing is played
	saw     []Places // by realm: what it saw then, once somebody has asked; see sees
	receipt *receipt // nil in a turn; what one realm knows, when it is played for a receipt

	gates   map[int]game.Place // the working ones by number, once somebody has asked
	traded  []game.Place       // where trade was done this turn
	exposed []*Army            // who gave itself away this week, see sight.go
}

// sheet is a realm's orders, parsed.
type sheet struct {
	came     bool // the realm sent orders
	away     bool // it sent none, and its player had said that he is away
	lines    []orders.Line
	problems []orders.Problem // of the text
}

// refusal is an order that could not be done, told in the head of the report
// and, on facts known when it came, in the receipt.
type refusal struct {
	line int // of the sheet; 0 none
	col  int
	what phrase.Phrase
	warn bool // only a caveat: the order counts
}

// phase is one step of a turn.
type phase struct {
	name string
	run  func(*turn)
}

// alone makes a phase of what needs the world alone.
func alone(run func(*Turn)) func(*turn) { return func(t *turn) { run(t.Turn) } }

// before lists the phases before week 1, in order (decision 4.1–4.7).
var before = []phase{
	{"settings", settings},          // $S, $K: first, so that refusals speak the right language
	{"treaties", alone(treaties)},   // $V: a partner of this turn already passes and supports
	{"transfers", alone(transfers)}, // $G: all debits from the treasury as it stood, then all credits
	{"land", alone(cessions)},       // $L: before building, so that the receiver's orders cannot reach it but the giver's no longer count
	{"build", alone(build)},         // $B in file order while money lasts
	{"recruit", alone(recruit)},     // $R after building: what is left of the money
	{"plans", alone(plans)},         // the sheet's plans become marches; an army without a line holds
	{"specials", alone(specials)},   // split, merge, … (decision 4.7)
	{"tactics", alone(tactics)},     // $T, after the specials: of armies as they will fight
	{"wild", alone(wild)},           // last: who was tamed or set free just now is no more, or already, wild
}

// weekly lists the phases of each of the 13 weeks (decision 4.8).
var weekly = []phase{
	{"standing", alone(standingFights)}, // armies that already stand together with an attacking order
	{"move", alone(move)},               // by initiative, with the fights of meeting
	{"shots", alone(shots)},             // after the fights, before what is left is plundered
	{"plunder", alone(plunder)},
	{"trade", alone(trade)}, // after the fights and the moves: who has come to its town
	{"sight", sight},        // last: sightings are of the week's end
}

// after lists the phases after week 13 (decision 4.9).
var after = []phase{
	{"conquest", alone(conquest)},
	{"destruction", alone(destruction)},
	{"revolts", alone(revolts)},
	{"sorcery", alone(sorcery)}, // before upkeep: nobody is paid for who is gone
	{"building", alone(progress)},
	{"herds", alone(breed)},
	{"harvest", alone(harvest)},     // in autumn only
	{"blessings", alone(blessings)}, // after the harvest they doubled
	{"refill", alone(refill)},       // movement points
	{"deserted", alone(desertions)}, // before the fall that follows from it
	{"fallen", alone(fallen)},
	{"messages", messages},
	{"account", account}, // payments before the fee of the turn; missed turns
}

func (t *turn) play() {
	t.run(before)
	for t.week = 1; t.week <= Weeks; t.week++ {
		t.run(weekly)
	}
	t.week = Weeks + 1
	t.run(after)
	t.state.Turn++
}

func (t *turn) run(list []phase) {
	for _, p := range list {
		t.phase = p.name
		p.run(t)
		t.muster()
	}
}

// tell records an event for the realms given; 0 and repeats are dropped.
func (t *Turn) tell(what phrase.Phrase, realms ...int) {
	t.events = append(t.events, game.Event{Week: t.week, Phase: t.phase, Realms: sortedRealms(realms), Phrase: what})
}

// sortedRealms sorts realms, drops 0 and repeats; nil if none is left.
func sortedRealms(in []int) []int {
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

// refuse records an order that could not be done.
func (t *Turn) refuse(realm int, at orders.Position, what phrase.Phrase) {
	t.refused[realm] = append(t.refused[realm], refusal{line: at.Line, col: at.Col, what: what})
}

// dice are keyed by turn, week, phase and subject (law 5).
func (t *Turn) dice(subject ...int64) *game.Dice {
	return t.seed.Throw(t.state.Turn, t.week, t.phase, subject...)
}

// earn puts gold into a treasury and notes the source for the report.
func (t *Turn) earn(realm int, source string, gold int64) {
	if realm == 0 || gold == 0 {
		return
	}
	t.state.Realms[realm].Gold += gold
	if t.income[realm] == nil {
		t.income[realm] = map[string]int64{}
	}
	t.income[realm][source] += gold
}

// spend takes gold from a treasury that holds it, and notes the purpose for the
// report.
func (t *Turn) spend(realm int, purpose string, gold int64) {
	if gold == 0 {
		return
	}
	t.state.Realms[realm].Gold -= gold
	if t.outlay[realm] == nil {
		t.outlay[realm] = map[string]int64{}
	}
	t.outlay[realm][purpose] += gold
}
