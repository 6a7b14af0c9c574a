package resolve

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Event is a turn's deadline as a calendar takes it. The same turn of the same
// world has the same UID in every letter, and a later time a greater Sequence,
// so that a calendar moves what it has.
type Event struct {
	UID      string      `json:"uid"`
	At       time.Time   `json:"at"`
	Sequence int         `json:"sequence,omitempty"`
	Off      bool        `json:"off,omitempty"` // there is none now: a pause without an end
	Lang     phrase.Lang `json:"lang"`
	File     string      `json:"file"` // its name
	Summary  string      `json:"summary"`
	Text     string      `json:"text"`
}

// event is the deadline of the turn that awaits orders. The UID tells nothing of
// the world's seed: the founding's time is part of it, to the nanosecond. It is for
// who is asked: others have no such deadline, and get nil.
func (k *clerk) event(tx *store.Tx, world game.World, r game.Realm, at time.Time, sequence int) *Event {
	if !slices.Contains(world.Asked().Realms, r.Number) {
		return nil
	}
	lang := r.Lang
	key := sha256.Sum256(fmt.Appendf([]byte("calendar\x00"), "%s", tx.Bucket(metaBucket).Get([]byte("founded"))))
	b := Words(lang)
	name, title := phrase.Str("world", oneLine(k.s.Name)), phrase.Str("title", oneLine(world.Title(lang)))
	return &Event{UID: fmt.Sprintf("turn-%d.%x@weltentor", world.Asked().Turn, key[:10]), At: at.UTC(), Sequence: sequence, Lang: b.Lang,
		File: b.T("event.file"), Summary: b.Say(phrase.P("event.summary", name, title)), Text: b.Say(phrase.P("event.text", name, title))}
}
