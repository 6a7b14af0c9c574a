package turns

import (
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/intake"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/schedule"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// told is a resolved turn as its letters present it.
type told struct {
	turn      int
	was, next game.World                // was may be nil: under earlier rules
	outcome   game.Outcome              // nil: it was not played now
	realms    []int                     // with reports
	written   []chronicle.WrittenReport // those, if they were written now; nil: they are stored
	notices   []game.Notice
	deadline  time.Time // of the next turn
	at        time.Time
}

// leave queues the letters of a resolved turn, and begins the next one.
func (t told) leave(w *world.World, tx *store.Tx, now time.Time) error {
	outbox.Open(tx).HurryMerged(now)
	steps, err := t.mail(w, tx, now)
	if err != nil {
		return err
	}
	if err := turnBegins(w, tx, steps, now); err != nil {
		return err
	}
	return intake.Begin(w, tx, now)
}

// mail queues the letters of a resolved turn. Before that the machine steps in for silent players.
func (t told) mail(w *world.World, tx *store.Tx, now time.Time) (steps []stepTaken, err error) {
	players := map[int]game.Realm{}
	if t.was != nil {
		players = chronicle.ByNumber(t.was)
	}
	for _, r := range t.next.Realms() {
		players[r.Number] = r
	}
	log := deadlines.ReadLog(tx, t.turn+1)
	d := world.Session{World: w, Tx: tx, Current: chronicle.Current{World: t.next, Turn: t.turn + 1}, At: t.at}
	ends := schedule.Closer{Session: d}
	closed, err := ends.TurnEnded(t.turn)
	if err != nil {
		return nil, err
	}
	if closed {
		t.next = chronicle.Shut(t.next)
	} else if steps, err = standIns(w, tx, now); err != nil {
		return nil, err
	}
	closing := notices.Closings(d, t.next, t.deadline, log.Moves)
	news := anewOf(tx, t.turn)
	if news.again {
		if _, err := withdrawUndone(tx, t.turn); err != nil {
			return nil, err
		}
	}
	var annals *game.Annals
	if t.outcome != nil {
		annals = t.outcome.Annals()
	}
	paper, err := notices.Newspaper(w.Setup, tx, t.turn, t.next, annals)
	if err != nil {
		return nil, err
	}
	setUp := t.was != nil && t.was.Asked().Setup
	for i, n := range t.realms {
		end := closing(players[n])
		if t.written != nil {
			end.News = &t.written[i].News
		}
		if t.outcome != nil {
			end.Ledger.Enter(t.turn, t.outcome)
		}
		end.Opening = news.opening(players[n]) + notices.Foreword(w.Setup, tx, t.turn, players[n])
		end.Again = news.again
		end.Files = paper.Files(players[n])
		if setUp {
			if end, err = notices.SetUp(d, players[n], end); err != nil {
				return nil, err
			}
		}
		if err := notices.QueueReport(d, players[n], t.turn, end); err != nil {
			return nil, err
		}
	}
	if err := paper.ToObservers(d, t.turn, t.next); err != nil {
		return nil, err
	}
	if closed {
		ends.Farewell(nil)
	}
	noticed := correspondence.Unmailed(tx, t.turn, t.notices)
	notices.QueueNotices(d, t.next, t.turn, noticed)
	return steps, nil
}

// heldTurn is the turn that is held, and the one after it. If none is held, it returns ErrUnheld.
func heldTurn(w *world.World, tx *store.Tx, now time.Time) (held chronicle.Hold, c chronicle.Current, err error) {
	held = chronicle.Held(tx)
	if held.Turn == 0 {
		return held, c, faults.ErrUnheld
	}
	if c, err = w.Now(tx); err == nil {
		_, err = world.SinceFormer(w, tx, c, now)
	}
	return held, c, err
}
