package chronicle

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Ledger gives reports as data, in one transaction; a turn is played again at most once.
type Ledger struct {
	archive Archive
	tx      *store.Tx
	played  map[int]game.Outcome // nil: played by other rules, or comes out otherwise
}

// Ledger begins an empty one.
func (a Archive) Ledger(tx *store.Tx) *Ledger { return &Ledger{a, tx, map[int]game.Outcome{}} }

// Enter puts a turn there that has just been played.
func (l *Ledger) Enter(turn int, outcome game.Outcome) { l.played[turn] = outcome }

// Outcome is a resolved turn; nil as of Archive.Again.
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

// Facts is a realm's report of a turn as data; of turn 0 as world has things now. nil: its rules tell no
// such data, or the turn cannot be played again.
func (l *Ledger) Facts(world game.World, turn, realm int) (*game.Facts, error) {
	if turn == 0 {
		teller, _ := As[game.Factual](world)
		return FactsOf(teller, realm)
	}
	outcome, err := l.Outcome(turn)
	if err != nil {
		return nil, err
	}
	teller, _ := outcome.(game.Factual)
	return FactsOf(teller, realm)
}

// Told is Facts of any turn; of turn 0 as the realm stood in the first state that is stored of it. ErrReport
// says why there are none.
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
		return nil, wording.Fault(store.ErrReport, "facts-again", phrase.Num("turn", turn))
	}
	return nil, wording.Fault(store.ErrReport, "facts-none")
}

// After is the turn behind another as it awaited orders, or does; behind turn 0 the first that has the realm. c is
// the one that does. ErrReport: it was played by other rules.
func (l *Ledger) After(c Current, turn, realm int) (then Current, err error) {
	if turn > 0 {
		return l.begun(c, turn+1)
	}
	for turn = 1; turn < c.Turn; turn++ {
		if then, err = l.begun(c, turn); err != nil {
			return then, err
		}
		if _, there := Realm(then.World, realm); there {
			return then, nil
		}
	}
	return c, nil
}

// begun is a turn as it awaited orders, or does.
func (l *Ledger) begun(c Current, turn int) (Current, error) {
	if turn >= c.Turn {
		return c, nil
	}
	then, _, err := l.archive.begun(l.tx, turn)
	if err == nil && then.World == nil {
		err = wording.Fault(store.ErrReport, "facts-rules", phrase.Num("turn", turn))
	}
	return then, err
}

// FactsOf asks an outcome or a world, which may be nil; nil: there is no such realm.
func FactsOf(teller game.Factual, realm int) (*game.Facts, error) {
	if teller == nil {
		return nil, nil
	}
	var facts game.Facts
	err := store.Guarded(func() { facts = teller.Facts(realm) })
	if err != nil || facts.Schema == 0 {
		return nil, err
	}
	return &facts, nil
}
