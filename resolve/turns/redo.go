package turns

import (
	"fmt"
	"slices"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Again says how a turn that is resolved again differs from the one that was taken back.
type Again struct {
	Rules, Tables bool // the rules have changed, or the numbers
	World         bool // it begins in another state: something was changed by hand, or realms have joined or changed hands
	Orders        bool // other orders are in force
	Otherwise     bool // it ends in another state, or other things have happened in it
}

// Redo resolves the turn again, at once, that was taken back last, with the orders in force, and says how it differs
// from that one. If the turn that awaits orders was not taken back, it returns ErrRedo. If the game is over, it returns
// ErrClose.
func Redo(w *world.World, now time.Time) (did Advanced, again Again, err error) {
	var taken chronicle.Undone
	err = w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		if c.World.Asked().Over {
			return wording.Fault(faults.ErrClose, "close-over")
		}
		list := chronicle.UndoneOf(tx, c.Turn)
		if len(list) == 0 {
			return faults.ErrRedo
		}
		taken = list[len(list)-1]
		return nil
	})
	if err != nil {
		return did, again, err
	}
	if did, err = (manner{force: true, again: true}).advance(w, now); err != nil {
		return did, again, fmt.Errorf("resolving again: %w", err)
	}
	err = w.View(func(tx *store.Tx) error {
		rec, _ := chronicle.Record(tx, did.Turn)
		records := w.Cache.Sheets(tx, did.Turn)
		came := chronicle.CameAfter(tx, did.Turn)
		orders := func(of []sheets.Sheet) string { // whoever is excused only now
			plain := slices.DeleteFunc(sheets.Plain(of),
				func(s game.Sheet) bool { return s.Absent && slices.Contains(came, s.Realm) })
			for i := range plain {
				plain[i].Missed = plain[i].Missed && !slices.Contains(came, plain[i].Realm)
			}
			return chronicle.SheetsSum(plain)
		}
		first := taken.Record
		again = Again{Rules: rec.Rules != first.Rules, Tables: rec.Tables != first.Tables,
			World: rec.Before != first.Before, Orders: orders(records) != orders(taken.Sheets),
			Otherwise: rec.After != first.After || rec.Events != first.Events}
		return nil
	})
	return did, again, err
}
