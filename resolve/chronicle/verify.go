package chronicle

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/reports"
	"weltentor/resolve/seal"
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
	tx    *store.Tx                        // nil: what is verified is no store
	file  func(sum string) ([]byte, error) // tables by their sum
	seed  []byte                           // of the world
	found Verification
	state []byte // that the last turn left when played again, or the founding; nil if that failed or was not done
	sum   string // of that state, as stored
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
	Shelf *sheets.Shelf
	Step  func(done, all int) // called with how many turns are verified, of how many; nil: not called
}

// Verify plays the turns again, in a transaction.
func (a Archive) Verify(tx *store.Tx) (Verification, error) {
	v := verifier{Archive: a, tx: tx, seed: store.Seed(tx), found: NothingFound(), began: map[string][]string{},
		file: func(sum string) ([]byte, error) { return store.GetFile(tx, sum) }}
	err := v.walk()
	return v.found, err
}

func (v *verifier) wrong(format string, args ...any) {
	v.found.Wrong = append(v.found.Wrong, fmt.Sprintf(format, args...))
}

func (v *verifier) walk() error {
	f, found, err := Founded(v.tx)
	if err != nil || !found {
		v.wrong("the founding cannot be read (%v)", err)
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
	if err := v.verifyUndone(); err != nil {
		return err
	}
	return v.verifySeals()
}

// founded makes the first state again, if the present rules made it.
func (v *verifier) founded(f Founding) {
	v.sum = f.State
	if f.Rules != v.Rb.Version() {
		return
	}
	tables, err := v.file(f.Tables)
	if err != nil {
		v.wrong("founding: %v", err)
		return
	}
	seed, err := game.ParseSeed(f.Seed)
	if err != nil {
		v.wrong("founding: %v", err)
		return
	}
	if f.Announced != nil && seed != seal.Mixed(*f.Announced) {
		v.wrong("founding: the seed is not made from the announced value")
		return
	}
	err = store.Guarded(func() {
		world, err := v.Rb.Found(game.Founding{Seed: seed, Width: f.Width, Height: f.Height, Tables: tables})
		if err != nil {
			v.wrong("founding again: %v", err)
			return
		}
		v.state = world.State()
	})
	if err != nil {
		v.wrong("founding again: %v", err)
	} else if v.state != nil && store.SumOf(v.state) != f.State {
		v.wrong("founding again gives another state")
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
	rec, found, err := Record(v.tx, turn)
	if err != nil || !found {
		v.wrong("turn %d: its record cannot be read (%v)", turn, err)
		return
	}
	wrong := len(v.found.Wrong)
	tables, sheets := v.inputs(turn, rec, before)
	check := TurnCheck{Turn: turn, Rules: rec.Rules, Hash: rec.Hash, State: rec.After, Events: rec.Events}
	v.state, v.sum, v.hash, v.covers = nil, rec.After, rec.Hash, append(v.covers, rec.Undone...)
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
	o, found, err := OpeningOf(v.tx, turn)
	if err != nil || !found {
		v.wrong("turn %d: its beginning cannot be read (%v)", turn, err)
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
	for _, j := range joins {
		if v.state == nil || j.Rules != v.Rb.Version() {
			v.state = nil
			continue
		}
		if err := store.Guarded(func() { v.state = v.join(j) }); err != nil || v.state == nil || j.After != "" &&
			store.SumOf(v.state) != j.After {
			v.wrong("turn %d: %s gives another state (%v)", turn, j.what(), err)
			v.state = nil
		}
	}
}

// what names a join in a line about what is wrong.
func (j *Join) what() string {
	if j.Edit != nil {
		return fmt.Sprintf("the change by hand %q", strings.Join(append([]string{j.Edit.Verb}, j.Edit.Args...), " "))
	}
	return fmt.Sprintf("joining or handing over of realm %d", j.Realm)
}

// join repeats a join: a realm is added or handed over, or a change by hand is made. It returns the state, or nil if
// that fails.
func (v *verifier) join(j Join) []byte {
	tables, err := v.file(j.Tables)
	if err != nil {
		return nil
	}
	world, err := v.Rb.Open(v.state, tables)
	if err != nil {
		return nil
	}
	if j.Edit != nil {
		return j.Edit.again(world)
	}
	if j.To != nil {
		return world.HandOver(j.Realm, *j.To).State()
	}
	var seed game.Seed
	copy(seed[:], v.seed)
	if world, _, err = world.Join(j.Joining, seed); err != nil {
		return nil
	}
	return world.State()
}

// inputs checks what a turn was resolved from, and its place in the chain.
func (v *verifier) inputs(turn int, rec TurnRecord, before []byte) (tables []byte, in []game.Sheet) {
	tables, err := store.GetFile(v.tx, rec.Tables)
	if err != nil {
		v.wrong("turn %d: its tables: %v", turn, err)
	}
	records, err := v.Shelf.Sheets(v.tx, turn)
	if err != nil {
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
	v.state = v.replayWith(Current{Turn: turn, Tables: tables, Edited: edited}, rec, before, in)
}

// replayWith plays a turn again, from the state before, together with the changes by hand. It returns the state after
// it. World and seed of the turn are read here.
func (v *verifier) replayWith(c Current, rec TurnRecord, before []byte, in []game.Sheet) []byte {
	turn := c.Turn
	var err error
	if c.World, err = v.Rb.Open(before, c.Tables); err != nil {
		v.wrong("turn %d: opening its state: %v", turn, err)
		return nil
	}
	if c.Seed, err = game.ParseSeed(rec.Seed); err != nil {
		v.wrong("turn %d: its seed: %v", turn, err)
		return nil
	}
	out, err := Play(v.Rb, c, in)
	if err != nil {
		v.wrong("turn %d: %v", turn, err)
		return nil
	}
	if got := store.SumOf(out.State); got != rec.After {
		v.wrong("turn %d: played again it leaves another state: %s, stored %s", turn, got, rec.After)
	}
	if got := store.SumOf(out.Events); got != rec.Events {
		v.wrong("turn %d: played again other things happen: %s, stored %s", turn, got, rec.Events)
	}
	return out.State
}

// verifyShown checks that what realms were shown can be read, and is of reports that are there.
func (v *verifier) verifyShown() {
	reports.EachShown(v.tx, func(realm, turn int, shown []byte, of bool) {
		if _, err := game.ReadShown(shown); err != nil {
			v.wrong("realm %d: %v", realm, err)
		} else if !of {
			v.wrong("realm %d: the record of what it was shown is not of its report of turn %d", realm, turn)
		}
	})
}
