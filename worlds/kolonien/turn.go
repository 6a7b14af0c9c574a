package kolonien

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// turn is a year being resolved. Phases change state in place. Played with a
// receipt it is the check of one realm's sheet over what that realm knows.
type turn struct {
	war

	world    *World
	sheets   []sheet          // by realm − 1
	worked   map[site]bool    // works begun this year, one of each sort in an area
	stranded map[stranded]int // the line of $A that was refused
}

// war is who has moved, fought and given way this year.
type war struct {
	playing
	moved   map[mover]bool
	tired   map[mover]bool     // leads units that have moved, itself it has not
	yielded map[mover]bool     // had to give way in a combat
	fights  map[fightKey]int64 // so far, to key their dice by who fights where, and by nothing others do
	keyed   []int64            // what the dice of the combat at hand are thrown for
}

// playing is the year being played: the world, and what is said of it.
type playing struct {
	board
	said
}

// said is what a turn says, and to whom.
type said struct {
	phase   string
	seed    game.Seed
	events  []game.Event
	refused [][]orders.Problem // by realm − 1
	notices []game.Notice
	letters []letter
	receipt *receipt
}

// board is the world as it lies.
type board struct {
	tables *tables.Tables
	state  *realm.State
}

// sheet is one realm's orders, parsed.
type sheet struct {
	came, away bool
	lines      []orders.Line
	problems   []orders.Problem
}

// mover is a leader, a fleet or the garrison of an area.
type mover struct {
	realm, fleet, garrison int
	leader                 string
}

// fightKey is who attacks whom in an area: realms by their number, natives and pirates by
// where they are at home.
type fightKey struct{ area, us, them int }

// throws gives the dice of the next combat of two sides in an area.
func (t *war) throws(key fightKey) *game.Dice {
	t.fights[key]++
	t.keyed = []int64{int64(key.us), int64(key.them), t.fights[key], int64(key.area)}
	return t.dice(t.keyed...)
}

// The numbers of natives and of pirates' havens in a fightKey: these and their area's.
const (
	nativesKey = 1 << 16
	havenKey   = 1 << 17
)

// site is an area and a sort of works there.
type site struct {
	area int
	sort string
}

// phase is a step of a turn.
type phase struct {
	name string
	run  func(*turn)
}

// planned are the phases that realms' own orders decide; a receipt plays them too.
var planned = []phase{
	{"settings", settings},
	{"treaties", treaties}, // before all that asks who is whose enemy
	{"standing", stand},    // before any fight
	{"income", income},     // before spending
	{"recruit", recruit},   //
	{"build", build},       // after recruiting, as the sheet has them
	{"moves", moves},       //
	{"messages", messages},
}

// driven are the phases that the rules lead.
var driven = []phase{
	{"natives", natives}, // after the moves, so that nobody is struck before having moved
	{"pirates", pirates},
	{"missed", missed},
	{"year", year},
}

func (w *World) newTurn(state *realm.State, sheets []game.Sheet, seed game.Seed) *turn {
	t := &turn{world: w, worked: map[site]bool{}, stranded: map[stranded]int{}}
	t.tables, t.state, t.seed = w.tables, state, seed
	t.moved, t.yielded, t.tired = map[mover]bool{}, map[mover]bool{}, map[mover]bool{}
	t.fights = map[fightKey]int64{}
	t.sheets = make([]sheet, len(state.Realms))
	t.refused = make([][]orders.Problem, len(state.Realms))
	for _, s := range sheets {
		if state.Realm(s.Realm) == nil {
			continue
		}
		if s.Absent {
			t.sheets[s.Realm-1].away = true
			continue
		}
		f := s.Orders(w.rules.Language())
		t.sheets[s.Realm-1] = sheet{came: true, lines: f.Lines, problems: f.Problems}
	}
	return t
}

func (t *turn) run(phases []phase) {
	for _, p := range phases {
		t.phase = p.name
		p.run(t)
	}
}

// Resolve plays the year.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed) game.Outcome {
	t := w.newTurn(w.state.Clone(), sheets, seed)
	t.run(planned)
	t.run(driven)
	t.state.Turn++
	return newOutcome(w, t)
}

// each calls do for a realm's orders of one type, in the order of the sheet.
func each[O orders.Order](t *turn, realm int, do func(at orders.Position, o O)) {
	for _, l := range t.sheets[realm-1].lines {
		if o, ok := l.Order.(O); ok {
			do(l.Position, o)
		}
	}
}

// dice are keyed by the phase and what they are thrown for.
func (t *playing) dice(subject ...int64) *game.Dice {
	return t.seed.Throw(t.state.Turn, 0, t.phase, subject...)
}

// tell notes what happened, for the realms named.
func (t *said) tell(what phrase.Phrase, realms ...int) {
	if t.receipt != nil {
		return
	}
	slices.Sort(realms)
	t.events = append(t.events, game.Event{Phase: t.phase, Realms: slices.Compact(realms), Phrase: what})
}

// telling tells a combat's sentences; nobody listens to those fought for a receipt.
func (t *said) telling(listeners []int) func(phrase.Phrase) {
	if t.receipt != nil {
		return nil
	}
	return func(p phrase.Phrase) { t.tell(p, listeners...) }
}

// all are the numbers of all realms.
func (t *board) all() []int {
	out := make([]int, len(t.state.Realms))
	for i := range out {
		out[i] = i + 1
	}
	return out
}

// watchers are the realms that see an area now, and those named.
func (t *playing) watchers(area int, also ...int) []int {
	if t.receipt != nil {
		return nil
	}
	out := slices.DeleteFunc(slices.Clone(also), func(r int) bool { return r == 0 })
	for i := range t.state.Realms {
		if sees(t.state, i+1, area) {
			out = append(out, i+1)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// accept notes, for the receipt, that an order counts.
func (t *said) accept(at orders.Position, what phrase.Phrase) {
	if t.receipt != nil {
		t.receipt.inForce = append(t.receipt.inForce, game.InForce{Line: at.Line, What: what})
	}
}

// refuse notes that an order is not done.
func (t *said) refuse(realm int, at orders.Position, code string, args ...phrase.Arg) {
	t.refused[realm-1] = append(t.refused[realm-1], orders.Problem{Position: at, Severity: orders.Error, What: phrase.P(code, args...)})
}

// doubt warns of an order that counts, but perhaps not as it was meant.
func (t *said) doubt(realm int, at orders.Position, code string, args ...phrase.Arg) {
	if t.receipt != nil {
		t.refused[realm-1] = append(t.refused[realm-1], orders.Problem{Position: at, Severity: orders.Warning, What: phrase.P(code, args...)})
	}
}

// realmArgs name a realm in a sentence.
func (t *board) realmArgs(realm int) []phrase.Arg {
	return []phrase.Arg{phrase.Num("realm", realm), phrase.Str("name", t.state.Realms[realm-1].Name)}
}
