package chronicle

import (
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Before is the world in which the orders of a resolved turn were given. It is nil if the turn was played by other
// rules, or if its state does not open.
func (a Archive) Before(tx *store.Tx, turn int) (game.World, error) {
	c, _, err := a.Begun(tx, turn)
	return c.World, err
}

// Begun is a resolved turn as it awaited orders, with its record. It has no world where Before returns nil.
func (a Archive) Begun(tx *store.Tx, turn int) (c Current, rec TurnRecord, err error) {
	rec, found := Record(tx, turn)
	if found && rec.Rules != a.Rb.Version() {
		return c, rec, nil
	}
	before, err := StateOf(tx, turn)
	if err != nil || !found {
		return c, rec, err
	}
	c.Turn = turn
	if c.Tables, err = store.GetFile(tx, rec.Tables); err != nil {
		return c, rec, err
	}
	if c.Seed, err = game.ParseSeed(rec.Seed); err != nil {
		return c, rec, fmt.Errorf("%w: the seed of turn %d: %v", faults.ErrDamaged, turn, err)
	}
	if world, err := a.Rb.Open(before, c.Tables); err == nil { // verify reports why
		c.World = world
	}
	return c, rec, nil
}

// Again plays a resolved turn once more. It returns nil if the turn was played by other rules, or if the result
// differs from the stored one.
func (a Archive) Again(tx *store.Tx, turn int) (game.Outcome, error) {
	play, err := a.Replay(tx, turn)
	if err != nil {
		return nil, err
	}
	return play(), nil
}

// Replay is Again in two steps. What it returns needs no transaction any more, and may run beside others of its kind.
func (a Archive) Replay(tx *store.Tx, turn int) (func() game.Outcome, error) {
	c, rec, err := a.Begun(tx, turn)
	if err != nil || c.World == nil {
		return func() game.Outcome { return nil }, err
	}
	records := a.Cache.Sheets(tx, turn)
	if c.Edited, err = Edited(tx, turn); err != nil {
		return nil, err
	}
	in := sheets.Plain(records)
	return func() game.Outcome {
		out, err := Play(a.Rb, c, in)
		if err != nil || store.SumOf(out.State) != rec.After || store.SumOf(out.Events) != rec.Events {
			return nil
		}
		return out.Outcome
	}, nil
}

// Ledger returns reports as data, in one transaction. It plays a turn again at most once.
type Ledger struct {
	archive Archive
	tx      *store.Tx
	played  map[int]game.Outcome // nil: played by other rules, or the result differs
}

// Ledger returns an empty one.
func (a Archive) Ledger(tx *store.Tx) *Ledger { return &Ledger{a, tx, map[int]game.Outcome{}} }

// Enter adds a turn that has just been played.
func (l *Ledger) Enter(turn int, outcome game.Outcome) { l.played[turn] = outcome }

// Outcome is a resolved turn, or nil where Archive.Again returns nil.
func (l *Ledger) Outcome(turn int) (game.Outcome, error) {
	outcome, known := l.played[turn]
	if known {
		return outcome, nil
	}
	outcome, err := l.archive.Again(l.tx, turn)
	if err == nil {
		l.played[turn] = outcome
	}
	return outcome, err
}

// Facts is a realm's report of a turn as data. For turn 0 it describes the given world. It is nil if there is no such
// realm, or if the turn cannot be played again.
func (l *Ledger) Facts(world game.World, turn, realm int) (*game.Facts, error) {
	if turn == 0 {
		return factsOf(world, realm)
	}
	outcome, err := l.Outcome(turn)
	if err != nil {
		return nil, err
	}
	return factsOf(outcome, realm)
}

// Told is Facts for any turn. For turn 0 it describes the realm in the first stored state that has it. ErrReport says
// why there are no facts.
func (l *Ledger) Told(c Current, turn, realm int) (facts *game.Facts, err error) {
	then := c
	if turn == 0 {
		then, err = l.After(c, 0, realm)
	} else {
		then, err = l.begun(c, turn)
	}
	if err != nil {
		return nil, err
	}
	if facts, err = l.Facts(then.World, turn, realm); err != nil || facts != nil {
		return facts, err
	}
	if outcome := l.played[turn]; turn > 0 && outcome == nil {
		return nil, wording.Fault(faults.ErrReport, "facts-again", phrase.Num("turn", turn))
	}
	return nil, wording.Fault(faults.ErrReport, "facts-none")
}

// Full is a realm's report of a turn as it is for players who want full reports, with what the chronicler of such a
// report says unless deaf. Report 0 is always full. ErrReport says why the report cannot be made.
func (l *Ledger) Full(turn, realm int, deaf bool) (rep game.Report, err error) {
	if rep, err = ReadReport(l.tx, realm, turn); err != nil || turn == 0 {
		return rep, err
	}
	then, _, err := l.archive.Begun(l.tx, turn)
	if err != nil {
		return rep, err
	}
	outcome, err := l.Outcome(turn)
	switch {
	case err != nil:
		return rep, err
	case then.World == nil:
		return rep, wording.Fault(faults.ErrReport, "facts-rules", phrase.Num("turn", turn))
	case outcome == nil:
		return rep, wording.Fault(faults.ErrReport, "facts-again", phrase.Num("turn", turn))
	}
	told := TalesAfter(l.tx, turn-1)
	err = store.Guarded(func() {
		c := Chronicler{Before: told, Untold: map[int]bool{realm: deaf}, turn: turn, seed: then.Seed,
			realms: ByNumber(outcome.Next())}
		rep, _ = c.Tell(outcome.Report(realm, nil))
	})
	return rep, err
}

// After is the turn after another one, as it awaited orders or awaits them now. After turn 0 it is the first turn that
// has the realm. c is the turn that awaits orders now. ErrReport says that it was played by other rules.
func (l *Ledger) After(c Current, turn, realm int) (then Current, err error) {
	if turn > 0 {
		return l.begun(c, turn+1)
	}
	for turn = First(l.tx); turn < c.Turn; turn++ {
		if then, err = l.begun(c, turn); err != nil {
			return then, err
		}
		if _, there := Realm(then.World, realm); there {
			return then, nil
		}
	}
	return c, nil
}

// begun is a turn as it awaited orders, or awaits them now.
func (l *Ledger) begun(c Current, turn int) (Current, error) {
	if turn >= c.Turn {
		return c, nil
	}
	then, _, err := l.archive.Begun(l.tx, turn)
	if err == nil && then.World == nil {
		err = wording.Fault(faults.ErrReport, "facts-rules", phrase.Num("turn", turn))
	}
	return then, err
}

// factsOf asks an outcome or a world, which may be nil. It returns nil if there is no such realm.
func factsOf(teller interface{ Facts(realm int) *game.Facts }, realm int) (facts *game.Facts, err error) {
	if teller == nil {
		return nil, nil
	}
	err = store.Guarded(func() { facts = teller.Facts(realm) })
	return facts, err
}

// recalled is how many turns back a chart remembers who had a field, and what stood on it.
const recalled = 12

// Album draws what realms knew after turns, in one transaction. It opens each past world only once.
type Album struct {
	archive Archive
	tx      *store.Tx
	opened  map[int]game.World
}

// Album returns an empty one.
func (a Archive) Album(tx *store.Tx) *Album { return &Album{a, tx, map[int]game.World{}} }

// Chart is the map as a realm knew it after a turn, with what it had seen in the turns before. For realm 0 it is the
// whole world. world is the one after the turn. The chart has no fields if the game has no map, or no such realm.
func (a *Album) Chart(world game.World, turn, realm int, lang phrase.Lang) (chart game.Chart, err error) {
	if chart, err = drawn(world, realm, lang); err != nil || realm == 0 {
		return chart, err
	}
	for ago := 1; ago <= min(recalled, turn); ago++ {
		if !slices.ContainsFunc(chart.Cells, func(c game.ChartCell) bool { return c.Age == game.AgeUnknown }) {
			break
		}
		past, err := a.before(turn + 1 - ago)
		if err != nil {
			return chart, err
		}
		if past == nil {
			break // under older rules: these may not be able to open them
		}
		then, err := drawn(past, realm, lang)
		if err != nil {
			return chart, err
		}
		chart = chart.Recalling(then, ago)
	}
	return chart, nil
}

// before is the world in which the orders of a resolved turn were given, or nil where Archive.Before returns nil.
func (a *Album) before(turn int) (game.World, error) {
	world, known := a.opened[turn]
	if known {
		return world, nil
	}
	world, err := a.archive.Before(a.tx, turn)
	a.opened[turn] = world
	return world, err
}

func drawn(world game.World, realm int, lang phrase.Lang) (chart game.Chart, err error) {
	err = store.Guarded(func() {
		if c := world.Chart(realm, lang); c != nil {
			chart = *c
		}
	})
	return chart, err
}
