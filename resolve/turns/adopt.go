package turns

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/received"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// Adopting is a world that is about to become the true one where it is now: it is a copy, or older than its mailbox
// has seen, or has moved.
type Adopting struct {
	World *world.World
	Place world.PlaceKeeper
	Above uint64 // the generation of the mark in the mailbox; 0: the same as the store's, or unknown
	Again bool   // letters came that the store does not know, or perhaps did: they are read before a turn is resolved
	Made  bool   // letters that were made in the copy leave as well
}

// Unknown returns the letters that the store does not know.
func (a Adopting) Unknown() (want received.Wanted, err error) {
	err = a.World.View(func(tx *store.Tx) error {
		want, err = received.AllUnknown(tx)
		return err
	})
	return want, err
}

// Letters returns the letters that wait: those that the next round sends, and those that were made in the copy.
func (a Adopting) Letters() (leave, made []outbox.OutboxRow, err error) {
	rows, err := a.World.Outbox()
	if err != nil {
		return nil, nil, err
	}
	first, err := a.Place.First()
	for _, r := range rows {
		switch {
		case r.State != outbox.Waiting:
		case first != 0 && r.ID >= first:
			made = append(made, r)
		default:
			leave = append(leave, r)
		}
	}
	return leave, made, err
}

// Done makes it the true one, in one transaction. Letters that were made in the copy are held, unless they may leave.
func (a Adopting) Done(now time.Time) error {
	return a.Place.Adopt(phrase.P("log.adopt"), a.Above, now, func(tx *store.Tx, apart uint64) error {
		if a.Again {
			if err := again(tx, now); err != nil {
				return err
			}
		}
		if a.Made {
			return nil
		}
		return players.HoldMade(tx, apart)
	})
}

// again has the letters read that the store does not know, before a turn is resolved.
func again(tx *store.Tx, now time.Time) error {
	if err := received.NoteAllLost(tx); err != nil {
		return err
	}
	m := deadlines.ReadMailbox(tx)
	m.Left(deadlines.Reason{What: phrase.P("adopted-unread")}, now).Put(tx)
	return nil
}
