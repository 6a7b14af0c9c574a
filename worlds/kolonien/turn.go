package kolonien

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// turn is a year being resolved. Phases change state in place. Played with a
// receipt it is the check of one realm's sheet over what that realm knows.
type turn struct {
	war

	world    *World
	sheets   []frame.Sheet    // by realm − 1
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
	frame.Turn
	receipt *receipt
}

// forReceipt makes it the turn of a receipt, which tells no events.
func (t *said) forReceipt(r *receipt) { t.receipt, t.ForReceipt, t.Quiet = r, true, true }

// board is the world as it lies.
type board struct {
	tables *tables.Tables
	state  *realm.State
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
	return t.Dice(t.keyed...)
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
type phase frame.Phase[*turn]

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
	t.tables, t.state, t.Turn = w.tables, state, frame.Begin(seed, state.Turn, len(state.Realms))
	t.moved, t.yielded, t.tired = map[mover]bool{}, map[mover]bool{}, map[mover]bool{}
	t.fights = map[fightKey]int64{}
	t.sheets = make([]frame.Sheet, len(state.Realms))
	for _, s := range sheets {
		if state.Realm(s.Realm) != nil {
			t.sheets[s.Realm-1] = frame.ReadSheet(w.rules.Language(), s)
		}
	}
	return t
}

func (t *turn) run(phases []phase) { frame.Play(&t.Turn, t, phases) }

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
	frame.Each(t.sheets[realm-1].Lines, do)
}

// telling tells a combat's sentences; nobody listens to those fought for a receipt.
func (t *said) telling(listeners []int) func(phrase.Phrase) {
	if t.receipt != nil {
		return nil
	}
	return func(p phrase.Phrase) { t.Tell(p, listeners...) }
}

// all are the numbers of all realms.
func (t *board) all() []int { return frame.All(len(t.state.Realms)) }

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

// realmArgs name a realm in a sentence.
func (t *board) realmArgs(realm int) []phrase.Arg {
	return []phrase.Arg{phrase.Num("realm", realm), phrase.Str("name", t.state.Realms[realm-1].Name)}
}
