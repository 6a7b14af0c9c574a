package chronicle

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/replay"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Verification is what Verify found.
type Verification struct {
	Turns []TurnCheck `json:"turns"`
	// those that were resolved and taken back, by turn
	Undone []TurnCheck `json:"undone,omitempty"`
	Wrong  []string    `json:"wrong"` // what is wrong, one line each; empty if all is well
	// Cure names the copy to restore if the store itself is damaged. Otherwise its code is empty.
	Cure phrase.Phrase `json:"-"`
}

// TurnCheck is one resolved turn in a Verification.
type TurnCheck struct {
	Turn     int    `json:"turn"`
	Rules    int    `json:"rules"`    // the version that resolved it
	Replayed bool   `json:"replayed"` // false: other rules resolved it, so only the chain of hashes was checked
	Hash     string `json:"hash"`
	// sums of the state that it left, and of its events
	State  string `json:"state"`
	Events string `json:"events"`
	OK     bool   `json:"ok"`
}

// verifier walks the turns of a store.
type verifier struct {
	Archive
	tx    *store.Tx
	again replay.Game // as far as it was played again
	found Verification
	sum   string // of the state that the last turn left, or the founding, as stored
	hash  string // of the last turn
	// the sums of the states with which a turn may have begun, by the hash of the turn before
	began  map[string][]string
	covers []string // hashes of undone turns that turns in the chain cover
	seals  []TurnRecord
}

// NothingFound returns an empty verification. Its lists are empty and not nil, so that JSON shows them as lists.
func NothingFound() Verification { return Verification{Turns: []TurnCheck{}, Wrong: []string{}} }

// Archive is the turns of a world as they were resolved. They can be played again.
type Archive struct {
	Rb    game.Rulebook
	Cache *sheets.Cache
	Step  func(done, all int) // called with how many turns are verified, of how many; nil: not called
}

// Verify plays the turns again, in a transaction.
func (a Archive) Verify(tx *store.Tx) (Verification, error) {
	v := verifier{Archive: a, tx: tx, found: NothingFound(), began: map[string][]string{},
		again: replay.Game{Rb: a.Rb, Files: func(sum string) ([]byte, error) { return store.GetFile(tx, sum) }}}
	copy(v.again.Seed[:], store.Seed(tx))
	err := v.walk()
	return v.found, err
}

func (v *verifier) wrong(format string, args ...any) {
	v.found.Wrong = append(v.found.Wrong, fmt.Sprintf(format, args...))
}

func (v *verifier) walk() error {
	var f Founding
	if !v.reads("the founding", func() (found bool) { f, found = Founded(v.tx); return found }) {
		return nil
	}
	v.founded(f)
	v.verifyShown()
	for err := range logbook.Check(v.tx) {
		v.wrong("%v", err)
		return nil
	}
	last := store.Turn(v.tx)
	for _, key := range turns.Keys(v.tx, nil) {
		turn := int(binary.BigEndian.Uint32(key))
		if v.Step != nil {
			v.Step(turn-1, last)
		}
		v.turn(turn, turn == last)
		if v.Step != nil {
			v.Step(turn, last)
		}
	}
	v.verifyUndone()
	return v.verifySeals()
}

// reads reports whether a record is there and can be read. Otherwise that is wrong.
func (v *verifier) reads(what string, read func() (found bool)) bool {
	found := false
	if err := store.Readable(func() { found = read() }); err != nil {
		v.wrong("%s cannot be read (%v)", what, err)
		return false
	}
	if !found {
		v.wrong("%s is missing", what)
	}
	return found
}

// founded makes the first state again, if the present rules made it.
func (v *verifier) founded(f Founding) {
	v.sum = f.State
	if f.Rules != v.Rb.Version() {
		return
	}
	var wrong error
	if err := store.Guarded(func() { wrong = v.again.Found(f) }); err != nil {
		v.wrong("founding again: %v", err)
	} else if wrong != nil {
		v.wrong("%v", wrong)
	}
}

func (v *verifier) turn(turn int, open bool) {
	before, err := store.Unpack(states.Get(v.tx, store.U32(turn)))
	if err != nil {
		v.wrong("turn %d: its state: %v", turn, err)
		return
	}
	v.opened(turn, before)
	if open {
		return
	}
	var rec TurnRecord
	if !v.reads(fmt.Sprintf("turn %d: its record", turn), func() (found bool) {
		rec, found = Record(v.tx, turn)
		return found
	}) {
		return
	}
	wrong := len(v.found.Wrong)
	tables, sheets := v.inputs(turn, rec, before)
	check := TurnCheck{Turn: turn, Rules: rec.Rules, Hash: rec.Hash, State: rec.After, Events: rec.Events}
	v.again.State, v.sum, v.hash, v.covers = nil, rec.After, rec.Hash, append(v.covers, rec.Undone...)
	v.verifyLeaves(turn, rec, sheets)
	if rec.Rules == v.Rb.Version() && len(v.found.Wrong) == wrong {
		check.Replayed = true
		v.replay(turn, rec, before, tables, sheets)
	}
	check.OK = len(v.found.Wrong) == wrong
	v.found.Turns = append(v.found.Turns, check)
}

// opened checks that a turn began with the state that the turn before left, and with the realms that have joined
// since.
func (v *verifier) opened(turn int, before []byte) {
	var o Opening
	if !v.reads(fmt.Sprintf("turn %d: its beginning", turn), func() (found bool) {
		o, found = OpeningOf(v.tx, turn)
		return found
	}) {
		return
	}
	if o.Former != v.sum {
		v.wrong("turn %d: begins with another state than the one before it left", turn)
	}
	joins, err := JoinsOf(v.tx, turn)
	if err != nil {
		v.wrong("turn %d: its joins cannot be read: %v", turn, err)
		return
	}
	v.began[v.hash] = sumsOf(o.Former, joins)
	v.rejoin(turn, joins)
	after := o.Former
	for _, j := range joins {
		after = cmp.Or(j.After, after)
	}
	if store.SumOf(before) != after {
		v.wrong("turn %d: its state is not the one that was stored", turn)
	}
}

// rejoin repeats what happened between two turns, if the state and the rules of then are there.
func (v *verifier) rejoin(turn int, joins []Join) {
	var wrong error
	err := store.Guarded(func() { wrong = v.again.Rejoin(joins, nil) })
	if err = cmp.Or(err, wrong); err != nil {
		v.wrong("turn %d: %v", turn, err)
	}
}

// inputs checks what a turn was resolved from, and its place in the chain.
func (v *verifier) inputs(turn int, rec TurnRecord, before []byte) (tables []byte, in []game.Sheet) {
	tables, err := store.GetFile(v.tx, rec.Tables)
	if err != nil {
		v.wrong("turn %d: its tables: %v", turn, err)
	}
	var records []sheets.Sheet
	if err := store.Readable(func() { records = v.Cache.Sheets(v.tx, turn) }); err != nil {
		v.wrong("turn %d: its sheets: %v", turn, err)
	}
	in = sheets.Plain(records)
	events, err := store.Unpack(turnEvents.Get(v.tx, store.U32(turn)))
	if err != nil {
		v.wrong("turn %d: its events: %v", turn, err)
	}
	if err := logged(v.tx, turn, rec); err != nil {
		v.wrong("turn %d: %v", turn, err)
	}
	told := ""
	if packed := turnTales.Raw(v.tx, store.U32(turn)); packed != nil {
		tales, err := store.Unpack(packed)
		if told = store.SumOf(tales); err != nil {
			v.wrong("turn %d: its tales: %v", turn, err)
		}
	}
	for _, part := range []struct{ name, want, got string }{
		{"state", rec.Before, store.SumOf(before)}, {"sheets", rec.Sheets, SheetsSum(in)},
		{"events", rec.Events, store.SumOf(events)}, {"tales", rec.Tales, told},
		{"hash", rec.Hash, rec.Chain(turn)}, {"link to the turn before", rec.Former, v.hash},
	} {
		if part.want != part.got {
			v.wrong("turn %d: its %s is not what was stored: %s, now %s", turn, part.name, part.want, part.got)
		}
	}
	return tables, in
}

// logged checks that a turn's record and its entry in the logbook agree. Turns of schemas before 3 have no entry.
func logged(tx *store.Tx, turn int, rec TurnRecord) error {
	if rec.Logged == nil {
		if rec.Schema >= 3 {
			return errors.New("its record names no entry of the log")
		}
		return nil
	}
	for e, err := range logbook.Entries(tx, rec.Logged.Entries) {
		if err != nil {
			return err
		}
		want := []phrase.Arg{phrase.Num("turn", turn), phrase.Str("hash", rec.Hash)}
		if e.Number != rec.Logged.Entries || e.Sum != rec.Logged.Sum || !slices.Equal(e.What.Args, want) {
			break
		}
		return nil
	}
	return fmt.Errorf("entry %d of the log is not the turn's", rec.Logged.Entries)
}

// replay plays a turn again.
func (v *verifier) replay(turn int, rec TurnRecord, before, tables []byte, in []game.Sheet) {
	edited, err := Edited(v.tx, turn)
	if err != nil {
		v.wrong("turn %d: its changes by hand cannot be read: %v", turn, err)
		return
	}
	v.again.State = v.replayWith(replay.Turn{Number: turn, Tables: tables, Edited: edited}, rec, before, in)
}

// replayWith plays a turn again, from the state before. It returns the state after it.
func (v *verifier) replayWith(t replay.Turn, rec TurnRecord, before []byte, in []game.Sheet) []byte {
	var out replay.Played
	var wrong error
	err := store.Guarded(func() { out, wrong = v.again.Turn(t, before, rec.Seed, in) })
	if err = cmp.Or(err, wrong); err != nil {
		v.wrong("turn %d: %v", t.Number, err)
		return nil
	}
	if got := store.SumOf(out.State); got != rec.After {
		v.wrong("turn %d: played again it leaves another state: %s, stored %s", t.Number, got, rec.After)
	}
	if got := store.SumOf(out.Events); got != rec.Events {
		v.wrong("turn %d: played again other things happen: %s, stored %s", t.Number, got, rec.Events)
	}
	return out.State
}

// verifyShown checks that what realms were shown can be read, and is of reports that are there.
func (v *verifier) verifyShown() {
	EachShown(v.tx, func(realm, turn int, shown []byte, of bool) {
		if _, err := game.ReadShown(v.again.Seed, realm, shown); err != nil {
			v.wrong("realm %d: %v", realm, err)
		} else if !of {
			v.wrong("realm %d: the record of what it was shown is not of its report of turn %d", realm, turn)
		}
	})
}
