// Package turn plays a mail phase. Its phases are four lists in phases.go: Planned and Played for orders, Told for
// results, Fought after the battles. A receipt plays Planned over what its nation knows (Check), so it cannot promise
// what the turn refuses for known facts (law 8). It also says how far reports of a battle agree (Compare), when a phase
// may end (Due), and what a later mail replaces (Merge).
package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/sight"
)

// Turn is a mail phase being resolved. Phases change its state in place. Played with a receipt it checks one realm's
// sheet over what that realm knows.
type Turn struct {
	rulekit.Turn
	realm.Position
	began   *realm.State   // as the phase began; never changed
	sheets  []sheet        // by realm; 0: the game master's
	links   []*realm.Links // by realm − 1, since the income phase
	Plans   []Plan         // of this round's armies, by realm and number
	entered int64          // steps taken on this round's clock
	drawn   []int          // battles of this turn's pairing, by their index in the list
	receipt *receipt       // nil when the turn is resolved
}

// receipt is what a turn has in addition when it is played for a receipt.
type receipt struct {
	realm  int
	seen   []bool // by place
	told   []int  // battles whose results count
	staked int64  // from the treasury, so far
	later  bool   // orders of the other mail phase were refused
	bills  []game.MoneyLine
}

// sheet is one realm's orders, parsed.
type sheet struct {
	rulekit.Sheet
	mailed bool // the realm has mailed more than messages (§2.7); Came is not asked, as no missed turns are counted
	files  []game.File
	ends   int // the line that ends the orders; 0: none
}

// Points is the code of the only currency.
const Points = "points"

// bill notes for a receipt what an order takes from the treasury.
func (t *Turn) bill(at orders.Position, points int64) {
	if t.receipt != nil {
		t.receipt.bills = append(t.receipt.bills, game.MoneyLine{Line: at.Line, Kind: "order", Code: Points, Amount: -points,
			Sure: true})
	}
}

// seen lists, by place, what a realm saw when the turn began.
func (t *Turn) seen(realm int) []bool {
	if t.receipt != nil {
		return t.receipt.seen
	}
	return sight.Seen(t.Position.With(t.began), realm)
}

// Begin makes a turn that works on state, with its sheets parsed. from is the position as the phase began.
func Begin(from realm.Position, state *realm.State, sheets []game.Sheet, seed game.Seed) *Turn {
	t := &Turn{Turn: rulekit.Begin(seed, state.Turn, len(state.Realms)), Position: from.With(state), began: from.State,
		sheets: make([]sheet, len(state.Realms)+1)}
	for _, s := range sheets {
		if s.Realm < 0 || s.Realm > len(state.Realms) || s.Absent {
			continue
		}
		l := from.Rules.Language()
		file := s.Orders(l)
		t.sheets[s.Realm] = sheet{Sheet: rulekit.ReadSheet(l, s), mailed: !onlyTalks(file) || len(s.Files) > 0, files: s.Files,
			ends: file.Ends}
	}
	return t
}

// onlyTalks reports whether orders are messages and nothing else: who writes to others has said nothing of the phase.
func onlyTalks(f *orders.File) bool {
	talks := false
	for _, line := range f.Lines {
		if _, talks = line.Order.(orders.Message); !talks {
			return false
		}
	}
	return talks && len(f.Settings) == 0 && f.Errors() == 0
}

// awaits reports whether a battle just paired must be fought at the table.
func awaits(p realm.Position) bool {
	return slices.ContainsFunc(p.State.Battles,
		func(b realm.Battle) bool { return b.Round == p.State.Round && b.Table })
}

// each calls do for a realm's orders of one type, in the order of the sheet.
func each[O orders.Order](t *Turn, realm int, do func(at orders.Position, o O)) {
	rulekit.Each(t.sheets[realm].Lines, do)
}

// all are the numbers of all realms.
func (t *Turn) all() []int { return rulekit.All(len(t.State.Realms)) }
